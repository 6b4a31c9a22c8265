"""How Sphinx builds the documents. ``python build_docs.py`` lays out the pages and runs it."""

from throwdown.kernel import chance, match

chance.Match = (
    match.Match
)  # imported there for type checkers alone, and msgspec looks it up for the signature

project = "Throwdown"
author = "The Throwdown authors"
html_title = "Throwdown"
root_doc = "index"
extensions = ["myst_parser", "sphinx.ext.autodoc"]

# A heading can be linked to by its name, as on the web page of the repository.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

# Every link to a page, a heading or a name must lead somewhere: build_docs.py makes warnings errors.
suppress_warnings = ["myst.header"]  # a page may begin with a list
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": False, "show-inheritance": False}
python_maximum_signature_line_length = 88
toc_object_entries = False  # a page lists its modules, not every method

# Nothing comes from another host: the theme's fonts are those of the reader's system.
html_theme = "furo"
html_theme_options = {"top_of_page_buttons": []}
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
