"""Options that commands of the laboratory share."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.console import status

if TYPE_CHECKING:
    from throwdown.kernel.game import Game
    from throwdown.kernel.tables import Plain

# Nobody waits for more than these; a list of so many pieces would fill the memory before the first is made.
MOST_MATCHES = 10**9  # of compiled batches
MOST_PIECES = 10**6  # pairs, or matches of players that search
MOST_PLAYOUTS = 10**6  # of a choice, and whatever else is counted for one position
MOST_ROUNDS = 10**9  # of learning and solving

Key = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as command-dice.")]
Cores = Annotated[int | None, typer.Option(help="How many cores; by default all.", min=1, max=1024)]
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.", min=0, max=2**63 - 1)]
Json = Annotated[bool, typer.Option("--json", help="Print all figures as JSON.")]
Keep = Annotated[
    Path | None, typer.Option(help="Keep what is done in this file; by default until the end, in the cache.")
]
Page = Annotated[
    Path | None, typer.Option(help="Put the result into this page too; the figures lie beside it.")
]
Options = Annotated[list[str] | None, typer.Option("--set", help="An option, as KEY=VALUE (repeatable).")]
Adjusted = Annotated[
    int,
    typer.Option(
        "--adjusted",
        min=0,
        max=MOST_PLAYOUTS,
        help="Playouts for a choice, or where a game has a judge of all positions ways in which chance might "
        "go, by which shares are adjusted for luck; 0: none.",
    ),
]
Tables = Annotated[Path | None, typer.Option(help="A file with your own table values.")]


@dataclass(frozen=True)
class Setting:
    """Which matches of a game are played."""

    seats: Annotated[int | None, typer.Option(help="How many seats; by default the least.")] = None
    options: Options = None
    tables: Tables = None


@dataclass(frozen=True)
class Duel:
    """Which matches of a game are played, for the least number of seats."""

    options: Options = None
    tables: Tables = None


@dataclass(frozen=True)
class Work:
    """How matches are computed, and how the result is printed."""

    seed: Seed = 0
    cores: Cores = None
    json: Json = False


@dataclass(frozen=True)
class Machines:
    """What computes: this machine, or those of a cluster."""

    cores: Cores = None
    cluster: Annotated[
        str | None,
        typer.Option(help="Share out over Ray: ray://HOST:PORT or HOST:PORT of a cluster, or local."),
    ] = None

    def join(self) -> AbstractContextManager[None]:
        """Measurements are made by the cluster that was asked for, for as long as the block runs."""
        from throwdown.lab.cluster import join

        return join(self.cluster, self.cores)


@dataclass(frozen=True)
class SharedWork(Machines, Work):
    """How matches are computed that other machines may compute too, and how the result is printed."""


def values_of(game: Game, setting: Setting | Duel) -> dict[str, Plain]:
    """The values that a command line asks for. Raises :class:`BadValue` for what cannot be read."""
    from throwdown.kernel.tables import parse_options

    return game.values_in(setting.tables) | parse_options(setting.options or [])


def opened(key: str, setting: Setting) -> tuple[Game, dict[str, Plain]]:
    """The game with its players compiled, and the values asked for; both are checked first."""
    from throwdown.bots import warm
    from throwdown.kernel.game import load

    game = load(key)
    values = values_of(game, setting)
    game.match(setting.seats, values=values)
    with status(f"making {game.title} ready"):
        warm(game)
    return game, values


def print_json(figures: object) -> None:
    """Print all of ``figures``, a struct or a list of them."""
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
