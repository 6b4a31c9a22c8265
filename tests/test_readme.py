"""The README is a doctest."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_python_example_in_the_readme_does_what_it_shows():
    text = "\n".join(re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 8
    told: list[str] = []
    failed = doctest.DocTestRunner().run(test, out=told.append).failed
    assert not failed, "".join(told)


def test_every_file_that_the_documents_link_to_is_there():
    for document in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / document).read_text("utf-8")):
            assert (ROOT / target).exists(), f"{document} links to {target}"
