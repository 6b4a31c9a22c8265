"""What the commands share: options in groups, a bar that shows how far they are, and how they refuse."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import io
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, TypeVar, get_type_hints

from typer import BadParameter
from typer.core import TyperGroup

from throwdown.kernel.errors import ThrowdownError, quoted
from throwdown.kernel.files import FULL

BAD_INPUT, STOPPED = 2, 130  # exit codes
STOPPING = ("strict", "surrogateescape")  # what streams are opened with, where a letter may be an error
C = TypeVar("C", bound=Callable[..., None])


@contextmanager
def refusals() -> Generator[None]:
    """What is raised within as a ThrowdownError, or of a file that cannot be read or written, is one line on
    standard error and ends the program with exit code 2; so does Ctrl-C, with exit code 130, also where it
    was told as a ThrowdownError what to do to go on. A letter that the terminal, or the file that is printed
    to, cannot hold is shown as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in STOPPING:
            stream.reconfigure(errors="replace")
    try:
        yield
    except ThrowdownError as error:
        print(f"throwdown: {error}", file=sys.stderr)
        sys.exit(STOPPED if isinstance(error.__context__, KeyboardInterrupt) else BAD_INPUT)
    except OSError as error:
        if error.filename is None and error.errno in FULL:  # of files that are written it has a name
            print(f"throwdown: nothing more can be printed: {error.strerror}", file=sys.stderr)
            sys.exit(BAD_INPUT)
        if error.filename is None:  # of a socket or a process: a fault, whose traceback tells where
            raise
        print(f"throwdown: cannot use {str(error.filename)!r}: {error.strerror}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        print("throwdown: stopped", file=sys.stderr)
        sys.exit(STOPPED)


class Bar:
    """A bar on standard error with the time left."""

    def __init__(self, bar: Any, task: Any) -> None:
        self._bar, self._task = bar, task

    def advance(self, many: int) -> None:
        """Show that ``many`` more are done."""
        self._bar.advance(self._task, many)

    def reach(self, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` are done."""
        self._bar.update(self._task, completed=done, total=total)


@contextmanager
def progress(title: str, total: int | None = None) -> Generator[Bar]:
    """A bar for as long as the block runs. ``total`` is how many things are to be done, where it is known at
    the beginning."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    shows = console.is_interactive  # elsewhere nothing but an empty line would be left of it
    with Progress(*columns, console=console, transient=True, disable=not shows) as bar:
        yield Bar(bar, bar.add_task(title, total=total))


@contextmanager
def status(words: str) -> Generator[None]:
    """``words`` on standard error for as long as the block runs."""
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield


class Quoting(TyperGroup):
    """The commands of the program: who is refused a number or another value reads which one it was."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; raises :class:`typer.BadParameter`, which quotes what came in."""
        try:
            return super().invoke(ctx)
        except BadParameter as error:
            errors: Any = getattr(error.__cause__, "errors", None)
            if errors is not None:  # of Pydantic, which says "Input should be"
                given = errors()[0]["input"]
                error.message = f"{quoted(given)} {error.message.removeprefix('Input ')}"
            raise


def grouped(command: C) -> C:
    """The function of a command, as Typer reads it, whose parameters may be dataclasses of options.

    Each such parameter stands for the fields of its dataclass, annotated as the options of any command are;
    every field has a default.
    """
    kinds = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in kinds.items() if dataclasses.is_dataclass(kind)}
    parameters: list[inspect.Parameter] = []
    for each in inspect.signature(command).parameters.values():
        if each.name in groups:
            parameters += _options(groups[each.name])
        else:
            parameters.append(each.replace(kind=each.KEYWORD_ONLY, annotation=kinds[each.name]))

    @functools.wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in dataclasses.fields(group)})
        command(**given)

    plain: Any = run
    plain.__signature__ = inspect.Signature(parameters)
    plain.__annotations__ = {each.name: each.annotation for each in parameters}
    return plain


def _options(group: Any) -> list[inspect.Parameter]:
    """A parameter for each field of the dataclass ``group``."""
    kinds = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=kinds[field.name]
        )
        for field in dataclasses.fields(group)
    ]
