"""Builds the documents as a site: ``python build_docs.py [FOLDER]``, by default into ``site/``.

The pages are the Markdown files of the project where they lie, so that their links hold here and in the
repository, and what is told by the program itself: its modules, its HTTP operations, its messages and what a
scene can be drawn with. Warnings are errors. Neither the build nor the site asks anybody on the network.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
GUIDES = (
    "README.md",
    "docs/guide.md",
    "docs/training.md",
    "docs/hosting.md",
    "docs/fair-dice.md",
    "docs/trust.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/looks.md",
    "docs/levels.md",
    "docs/balance.md",
    "docs/exploitability.md",
    "docs/strategy.md",
    "docs/portraits.md",
)
ENDS = ("docs/glossary.md", "CHANGELOG.md")
FILES = ("LICENSE", "NOTICE", "docs/table.png")
PACKAGES = ("kernel", "bots", "study", "envs", "lab", "arena", "conformance")
LOOPS = {
    "batches",
    "loops",
    "matching",
    "tree",
    "regret",
    "ranges",
    "unfold",
}  # executed once for each game, see kernel/loops.py

Schema = Mapping[str, Any]


def main(target: Path) -> int:
    """Build the site into ``target``; the exit code of Sphinx, not 0 where anything is wrong."""
    from sphinx.cmd.build import main as sphinx

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        lay_out(source)
        options = ("-q", "-W", "--keep-going", "-c", str(ROOT / "docs"))
        return sphinx([*options, "-d", str(source / ".trees"), "-b", "html", str(source), str(target)])


def lay_out(source: Path) -> None:
    """Write everything that Sphinx reads into the folder ``source``."""
    games = sorted(path.relative_to(ROOT).as_posix() for path in rulebooks())
    decisions = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "decisions").glob("*.md"))
    for name in (*GUIDES, *ENDS, *FILES, *games, *decisions):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
    made = {"docs/http.md": http_page(open_api()), "docs/messages.md": messages_page(), **module_pages()}
    for name, text in made.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, "utf-8")
    modules = [name for name in made if name.startswith("docs/python/")]
    (source / "index.md").write_text(
        "# Throwdown\n\nDice-and-card duels to play, referee and study.\n\n"
        + contents("Guides", GUIDES)
        + contents("The games", games)
        + contents("Python", modules)
        + contents("Programs on the network", ("docs/http.md", "docs/messages.md"))
        + contents("Decisions", decisions)
        + contents("Words and changes", ENDS),
        "utf-8",
    )


def rulebooks() -> Iterator[Path]:
    """The ``RULES.md`` of every game of the project."""
    return (ROOT / "src" / "throwdown" / "games").rglob("RULES.md")


def contents(caption: str, pages: Iterable[str]) -> str:
    """A part of the table of contents; ``pages`` are files below the folder of the site's sources."""
    listed = "\n".join(page.removesuffix(".md") for page in pages)
    return f"```{{toctree}}\n:caption: {caption}\n:titlesonly:\n\n{listed}\n```\n\n"


# Python


def module_pages() -> dict[str, str]:
    """A page for ``throwdown`` and for each package that other programs may use, from their docstrings."""
    pages = {"docs/python/throwdown.md": python_page("throwdown", ["throwdown"])}
    for package in PACKAGES:
        name = f"throwdown.{package}"
        inside = importlib.import_module(name).__path__
        found = sorted(each.name for each in pkgutil.iter_modules(inside) if not each.ispkg)
        modules = [f"{name}.{each}" for each in found if each not in LOOPS and each != "__main__"]
        pages[f"docs/python/{package}.md"] = python_page(name, [name, *modules])
    return pages


ELSEWHERE = {"throwdown.kernel.match": "Entry"}  # what a module passes on is documented where it is defined


def python_page(title: str, modules: Iterable[str]) -> str:
    parts = [f"# `{title}`\n"]
    for module in modules:
        heading = "" if module == title else f"## `{module}`\n\n"
        what = f".. automodule:: {module}" + ("\n   :imported-members:" if module == "throwdown" else "")
        if module in ELSEWHERE:
            what += f"\n   :exclude-members: {ELSEWHERE[module]}"
        parts.append(f"{heading}```{{eval-rst}}\n{what}\n```\n")
    return "\n".join(parts)


# HTTP and messages


def open_api() -> dict[str, Any]:
    """The OpenAPI document of a server, as ``/api/schema/openapi.json`` gives it."""
    from litestar.testing import TestClient

    from throwdown.server.app import make_app
    from throwdown.server.settings import Settings
    from throwdown.server.storage.store import Store

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/documents.db", compile_aside=False)
        store = Store(settings.database, settings.key)
        with TestClient(make_app(settings, store)) as client:
            return json.loads(client.get("/api/schema/openapi.json").text)


def http_page(document: Schema) -> str:
    """Every operation with its parameters, body and answers, then every type that they name."""
    parts = [
        f"# HTTP\n\n{document['info']['description']} The same as a document of OpenAPI is at "
        "`/api/schema/openapi.json` of a server.\n\n## Operations\n"
    ]
    for path, operations in sorted(document["paths"].items()):
        for method, operation in operations.items():
            parts.append("\n".join(operation_lines(method, path, operation)))
    parts.append("## Types\n")
    schemas: dict[str, Schema] = document.get("components", {}).get("schemas", {})
    parts += [type_text(name, schema) for name, schema in sorted(schemas.items())]
    return "\n".join(parts)


def operation_lines(method: str, path: str, operation: Schema) -> Iterator[str]:
    yield f"### `{method.upper()} {path}`\n"
    yield (operation.get("description") or operation.get("summary", "")) + "\n"
    for each in operation.get("parameters", ()):
        need = "" if each.get("required") else ", may be left out"
        what = f": {each['description']}" if each.get("description") else ""
        yield f"- `{each['name']}` in the {each['in']}, {kind(each.get('schema', {}))}{need}{what}"
    for media, body in operation.get("requestBody", {}).get("content", {}).items():
        yield f"- The body, `{media}`: {kind(body.get('schema', {}))}"
    for status, answer in operation["responses"].items():
        content = answer.get("content", {})
        told = "; ".join(f"`{media}`: {kind(body.get('schema', {}))}" for media, body in content.items())
        code = "Otherwise" if status == "default" else status
        yield f"- {code}: {answer.get('description', '')}" + (f" {told}" if told else "")
    yield ""


def messages_page() -> str:
    """What a client and a table's WebSocket say to each other: one heading for each message and type."""
    from throwdown.server import wire
    from throwdown.server.wire.messages import message_schema

    document = message_schema()
    types: dict[str, Schema] = document["$defs"]
    parts = [f"# Messages\n\n{doc_of(wire)}\n\n`throwdown schema` prints the JSON schema of all of them.\n"]
    for heading, which in (("From a client", "request"), ("From the server", "reply")):
        parts.append(f"## {heading}\n")
        parts += [type_text(name, types[name]) for name in sorted(names_in(types[which]))]
    said = names_in(types["request"]) | names_in(types["reply"]) | {"request", "reply"}
    parts.append("## Types\n")
    parts += [type_text(name, schema) for name, schema in sorted(types.items()) if name not in said]
    return "\n".join(parts)


def doc_of(module: object) -> str:
    """A docstring in reStructuredText as Markdown: names of code are in single backquotes."""
    import re

    text = re.sub(r":\w+:`([^`]*)`", r"`\1`", module.__doc__ or "")
    return text.replace("``", "`").strip()


def names_in(schema: Schema) -> set[str]:
    """The types that ``schema`` is one of."""
    return {name_of(each["$ref"]) for each in schema.get("anyOf", ()) if "$ref" in each}


def name_of(reference: str) -> str:
    return reference.rpartition("/")[2]


def type_text(name: str, schema: Schema) -> str:
    """A heading, what the type is, and a line for each of its properties."""
    what = plain(schema.get("description", "")).strip()
    lines = [f"### `{schema.get('title', name)}`\n", what or kind(schema), ""]
    needed = schema.get("required", ())
    for key, value in schema.get("properties", {}).items():
        default = f", by default `{json.dumps(value['default'])}`" if "default" in value else ""
        need = "" if key in needed or default else ", may be left out"
        told = f": {plain(value['description'])}" if value.get("description") else ""
        lines.append(f"- `{key}`, {kind(value)}{default}{need}{told}")
    return "\n".join((*lines, ""))


def plain(text: str) -> str:
    return text.replace("``", "`")


def kind(schema: Schema) -> str:
    """A type in words, such as ``list of integer`` or a link to where it is told."""
    if "$ref" in schema:
        name = name_of(schema["$ref"])
        return f"[{name}](#{name.lower()})"
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return " or ".join(dict.fromkeys(kind(each) for each in schema[many]))
    if "const" in schema or "enum" in schema:
        values = schema.get("enum") or [schema["const"]]
        return " or ".join(f"`{json.dumps(value)}`" for value in values)
    if "prefixItems" in schema:
        parts: list[Schema] = schema["prefixItems"]
        return f"list of {', '.join(map(kind, parts))}"
    for key, many in (("items", "list"), ("additionalProperties", "object")):
        inside: Schema | bool = schema.get(key, False)
        if not isinstance(inside, bool):
            return f"{many} of {kind(inside)}"
    types: str | list[str] = schema.get("type", "anything")
    return types if isinstance(types, str) else " or ".join(types)


if __name__ == "__main__":
    sys.exit(main(Path(*sys.argv[1:2]) if sys.argv[1:] else ROOT / "site"))
