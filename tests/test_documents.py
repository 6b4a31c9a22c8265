"""What the documents say holds: links lead somewhere, code runs, names exist, and the site builds."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import typer.main

from throwdown.cli import app

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "throwdown"
PAGES = sorted(
    chain(
        ROOT.glob("*.md"),
        (ROOT / "docs").glob("*.md"),
        (ROOT / "decisions").glob("*.md"),
        (SOURCE / "games").rglob("RULES.md"),
    )
)
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
WALKS = ("A move, from tap to every screen", "A bot's decision")


def section(title: str) -> str:
    """The text below a heading of ARCHITECTURE.md, up to the next of its kind or above."""
    level = re.search(rf"^(#+) {re.escape(title)}$", ARCHITECTURE, re.MULTILINE)
    assert level, f"ARCHITECTURE.md has no heading {title!r}"
    rest = ARCHITECTURE[level.end() :]
    return re.split("^#+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize(
    ("page", "least"), [("README.md", 8), ("docs/guide.md", 25), ("docs/training.md", 6)]
)
def test_every_python_example_does_what_it_shows(page: str, least: int):
    text = "\n".join(re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert len(test.examples) >= least
    told: list[str] = []
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append).failed
    assert not failed, "".join(told)


def test_every_command_that_a_page_shows_is_one_of_the_command_line_with_these_options():
    commands = typer.main.get_command(app).commands
    shown = 0
    for page in PAGES:
        for line in re.findall(
            r"^ {4,}throwdown (.*)$|`throwdown ([^`]+)`", page.read_text("utf-8"), re.MULTILINE
        ):
            words = "".join(line).split(" #")[0].split()
            found = commands.get(words[0])
            assert found, f"{page.name}: throwdown {words[0]} is no command"
            if words[1:] and not words[1].startswith("-"):  # a command may be a group of commands
                found = getattr(found, "commands", {}).get(words[1], found)
            known = {option for parameter in found.params for option in parameter.opts} | {"--help"}
            for option in words[1:]:
                assert not option.startswith("--") or option in known, (
                    f"{page.name}: {words[0]} has no {option}"
                )
            shown += 1
    assert shown >= 20


def names_of(file: Path) -> set[str]:
    """The functions and classes of a Python file, ``Class.method`` too."""
    found: set[str] = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inside = (each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
            found |= {f"{node.name}.{each.name}" for each in inside}
    return found


def is_in_script(file: Path, name: str) -> bool:
    """Whether a TypeScript file has the function, or the class with that method."""
    text = file.read_text("utf-8")
    owner, _, method = name.rpartition(".")
    is_owner = not owner or re.search(rf"\bclass {owner}\b", text) is not None
    return (
        is_owner
        and re.search(rf"^(  |export )?(async )?(function )?{method}\(", text, re.MULTILINE) is not None
    )


@pytest.mark.parametrize("walk", WALKS)
def test_every_function_that_a_walk_names_is_in_the_file_that_it_names(walk: str):
    """Written `name`, `name`, `file` with the names before their file."""
    waiting: list[str] = []
    found = 0
    for quoted in re.findall(r"`([^`]+)`", section(walk)):
        if not quoted.endswith((".py", ".ts")):
            waiting.append(quoted)
            continue
        file = ROOT / quoted if quoted.startswith("web/") else SOURCE / quoted
        assert file.exists(), f"the walk names {quoted}"
        for name in waiting:
            is_there = name in names_of(file) if file.suffix == ".py" else is_in_script(file, name)
            is_member = name.startswith(("words.", "heuristics."))  # of a game's file, see kernel/parts.py
            if is_there:
                found += 1
            elif not is_member and name not in NO_FUNCTIONS:
                pytest.fail(f"{quoted} has no {name}")
        waiting = []
    assert found >= 15


NO_FUNCTIONS = {"Play", "guess"}  # a message of server/wire/, and a member of a game's rules


def test_each_folder_imports_only_what_the_table_of_the_architecture_allows():
    allowed: dict[str, set[str]] = {}
    for owners, names in re.findall(
        r"^\| (`.*`) \| (.*) \|$", section("What each folder may import"), re.MULTILINE
    ):
        for owner in re.findall(r"`(\w+)", owners):
            allowed[owner] = set(re.findall(r"`(\w+)`", names))
    folders = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert folders <= set(allowed)
    for folder in folders:
        for file in (SOURCE / folder).rglob("*.py"):
            used = set(imports_of(file)) & folders - {folder}
            assert used <= allowed[folder], (
                f"{file.relative_to(ROOT)} imports {sorted(used - allowed[folder])}"
            )


def imports_of(file: Path) -> list[str]:
    """The folders of the package that a file imports from."""
    place = file.relative_to(SOURCE).parts[:-1]
    found: list[str] = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            head = ["throwdown", *place][: len(place) + 2 - node.level] if node.level else []
            found += [
                "/".join([*head, *filter(None, (node.module or "").split(".")), each.name])
                for each in node.names
            ]
        elif isinstance(node, ast.Import):
            found += [each.name.replace(".", "/") for each in node.names]
    return [parts[1] for path in found if (parts := path.split("/"))[0] == "throwdown" and len(parts) > 1]


class Page(HTMLParser):
    """What a page of the site links to, what it loads, and the anchors that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.anchors |= {given.get("id", ""), given.get("name", "")}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        elif tag in ("script", "img", "iframe", "source"):
            self.loads.add(given.get("src", ""))
        elif tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "shortcut icon"):
            self.loads.add(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Page]:
    """Every page of the site, built from the sources: a warning fails the build."""
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(ROOT / "build_docs.py"), str(target)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-3000:]
    assert not done.stderr, done.stderr[-3000:]
    return {path: Page(path.read_text("utf-8")) for path in target.rglob("*.html")}


def test_the_site_is_built_without_a_warning_and_no_link_in_it_is_broken(site: dict[Path, Page]):
    broken: list[str] = []
    for path, page in site.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            is_anchor = to not in site or unquote(parts.fragment) in site[to].anchors
            if not to.exists() or not is_anchor:
                broken.append(f"{path.name}: {link}")
    assert not broken, broken[:10]


def test_the_site_has_every_game_decision_operation_and_message_and_loads_nothing_from_elsewhere(
    site: dict[Path, Page],
):
    top = next(path.parent for path in site if path.name == "ARCHITECTURE.html")
    linked = {(top / link).resolve() for link in site[top / "index.html"].links}
    for page in PAGES:
        assert (top / page.relative_to(ROOT).with_suffix(".html")).resolve() in linked, page
    assert {"get-api-games", "post-api-tables"} <= site[top / "docs" / "http.html"].anchors
    assert {"play", "steps", "scene"} <= site[top / "docs" / "messages.html"].anchors
    assert "throwdown.kernel.match.Match.play" in site[top / "docs" / "python" / "kernel.html"].anchors
    for path, page in site.items():
        assert not [each for each in page.loads if urlsplit(each).netloc], path.name
