"""Docstrings from kernel to laboratory: every public function has one, which gives the shapes of arrays and
says what is raised."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "throwdown"
FOLDERS = ("kernel", "bots", "study", "envs", "lab", "arena")
ARRAYS = re.compile(r"ndarray|Numbers|NDArray")
SHAPE = re.compile(r"[\w`]\[[\w, :.]+\]|one record|one-element|one element|\(\w+, \w+\)")
COMPILED = {  # names of arrays where compiled functions have no annotations
    *("S", "W", "H", "words", "events", "weights", "worths", "points", "rng", "tuning", "spread", "path"),
    *("odds", "pays", "ranges", "values", "regrets", "strategy", "mean", "theirs", "chances", "slots"),
}
ABSTRACT = {"NotImplementedError"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def public_functions(folder: str) -> Iterator[tuple[str, Function, str]]:
    """Every public function with where it is and its docstring; that of ``__init__`` is its class's."""
    for file in sorted((SOURCE / folder).rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        for owner in [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]:
            if isinstance(owner, ast.ClassDef) and owner.name.startswith("_"):
                continue
            for node in owner.body:
                if isinstance(node, Function) and (node.name == "__init__" or not node.name.startswith("_")):
                    told = ast.get_docstring(owner if node.name == "__init__" else node) or ""
                    yield f"{file.relative_to(SOURCE)}:{node.lineno} {node.name}", node, told


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_public_function_has_a_docstring(folder: str):
    silent = [where for where, function, told in public_functions(folder) if not told]
    assert not silent, silent


def raised(function: Function) -> set[str]:
    """The names of the errors that the body of ``function`` raises itself."""
    names: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Raise) and node.exc is not None:
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            names.add(error.attr if isinstance(error, ast.Attribute) else getattr(error, "id", ""))
    return {name for name in names if name[:1].isupper()} - ABSTRACT


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_public_function_that_raises_names_the_error_in_its_docstring(folder: str):
    silent = [
        f"{where}: {error}"
        for where, function, told in public_functions(folder)
        for error in raised(function)
        if error not in told
    ]
    assert not silent, silent


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_public_function_with_arrays_gives_their_shapes(folder: str):
    without: list[str] = []
    for where, function, told in public_functions(folder):
        arguments = [*function.args.args, *function.args.kwonlyargs]
        annotated = [each.annotation for each in arguments] + [function.returns]
        is_compiled = any(
            ast.unparse(each) in ("rule", "brief", "wrapping") for each in function.decorator_list
        )
        has_arrays = any(ARRAYS.search(ast.unparse(each)) for each in annotated if each)
        has_arrays |= is_compiled and any(each.arg in COMPILED for each in arguments)
        if has_arrays and not SHAPE.search(told):
            without.append(where)
    assert not without, without
