"""Loading a game's rules, interpreted or compiled.

The whole package is imported a second time under the name ``throwdown_jit``: relative imports keep
the two apart, so that one process holds the interpreted and the compiled rules side by side.
Compiled code is cached on disk in a folder of each game, named by a hash of all the sources it is made
from, and of what makes it, so an edited rule or helper is never answered by old machine code. A game
whose folder lies outside the package is a guest: it is imported as ``throwdown.guests.<folder>``.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import threading
import tomllib
import warnings
from collections.abc import Generator
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import platformdirs

import throwdown
from throwdown.kernel import sources
from throwdown.kernel.errors import BrokenGame
from throwdown.kernel.files import write_whole

PACKAGE = Path(throwdown.__file__).parent
LOOPS = PACKAGE / "kernel" / "loops.py"
GUESTS = "throwdown.guests"
TWIN = "throwdown_jit"
_loading = threading.RLock()  # bots think in threads: none may meet a module that is half loaded
COMPILED_PARTS = ("rules", "heuristics")
JUDGE = "judge.py"  # only a game that has it is compiled with the loops of judges
JUDGES = "throwdown.bots.judges"
RULE = "\n@rule\n"  # what a file of kernel or players holds that is compiled for each game
KEEP = 3  # cache folders of former sources that are kept

_guests: dict[str, Path] = {}
_loaded: dict[str, ModuleType] = {}  # files of loops that are loaded whole, by the names of their modules


def _digest(files: list[Path], more: str) -> str:
    """A hash of the names and contents of ``files``, and of ``more``."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.parent.name}/{path.name}".encode())
        digest.update(path.read_bytes())
    digest.update(more.encode())
    return digest.hexdigest()[:16]


def package_of(folder: Path) -> str:
    """The package that the game in ``folder`` is imported as.

    Raises :class:`BrokenGame` where two guests have the same folder name.
    """
    folder = folder.resolve()
    if folder.is_relative_to(PACKAGE):
        return ".".join(("throwdown", *folder.relative_to(PACKAGE).parts))
    if _guests.setdefault(folder.name, folder) != folder:
        raise BrokenGame(folder.name, f"a package of that name is already loaded from {_guests[folder.name]}")
    _open_package(GUESTS, folder.parent)
    return f"{GUESTS}.{folder.name}"


def _open_package(name: str, parent: Path) -> None:
    """Make the folders in ``parent`` importable as members of the package ``name``."""
    package = sys.modules.setdefault(name, ModuleType(name))
    package.__path__ = [*dict.fromkeys([*getattr(package, "__path__", []), str(parent)])]


def cache_top() -> Path:
    """The folder of all compiled code: THROWDOWN_CACHE, or the user's cache folder."""
    return Path(os.environ.get("THROWDOWN_CACHE") or platformdirs.user_cache_path("throwdown")) / "compiled"


@functools.cache
def cache_folder(folder: Path) -> Path:
    """Where the compiled code of the game in ``folder`` is kept, by the present Python and Numba; older ones
    beyond a few are removed."""
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_B"))
    environment = repr((sys.implementation.cache_tag, version("numba"), settings))
    home = cache_top() / f"{folder.name}-{_digest(_sources(folder), environment)}"
    home.mkdir(parents=True, exist_ok=True)
    others = [path for path in cache_top().glob(f"{folder.name}-*") if path != home]
    for old in sorted(others, key=lambda path: path.stat().st_mtime)[:-KEEP]:
        shutil.rmtree(old, ignore_errors=True)
    return home


def _sources(folder: Path) -> list[Path]:
    """The files that the game in ``folder`` is compiled from: its rules and heuristics with all that they
    import, and those loops of the kernel and the players that it needs."""
    is_game = (folder / "tables.toml").exists()
    loops = [name for name in _loops() if name != JUDGES or (folder / JUDGE).exists()]
    return sorted(
        sources.files_of([*loops, *(_compiled_parts(folder) if is_game else [])], _file_of, _only(folder))
    )


def _compiled_parts(folder: Path) -> list[str]:
    """The modules of the game in ``folder`` that are compiled; of a game whose files are made, those of its
    maker."""
    package = package_of(folder)
    maker = _maker_of(folder)
    home = importlib.util.resolve_name(maker, package) if maker else package
    return [f"{home}.{part}" for part in COMPILED_PARTS]


def _only(folder: Path) -> str:
    """The one folder whose files :func:`.sources.every` finds for the game in ``folder``; empty for all."""
    return folder.name if _maker_of(folder) else ""


@functools.cache
def _maker_of(folder: Path) -> str:
    """The module that makes the files of the game in ``folder``, relative to its package; mostly none."""
    with contextlib.suppress(OSError, tomllib.TOMLDecodeError):  # told when the tables are read
        return tomllib.loads((folder / "tables.toml").read_text("utf-8")).get("game", {}).get("made_by", "")
    return ""


def part(package: str, name: str) -> ModuleType | None:
    """The file ``name`` of the game in ``package``; None where it has none.

    Games that are alike may have their files made: ``made_by`` in ``tables.toml`` names a package with
    ``make(package, name)``, which gives that file of the game, or None; then it is looked for in the folder.
    Rules and heuristics are files of the maker that are imported once for each game
    (:func:`.sources.open_for`).
    """
    maker = _maker_of(_folder_of(package))
    made = importlib.import_module(maker, package).make(package, name) if maker else None
    if made is not None:
        return made
    wanted = f"{package}.{name}"
    return None if importlib.util.find_spec(wanted) is None else importlib.import_module(wanted)


@functools.cache
def _loops() -> tuple[str, ...]:
    """The modules of kernel and players that are compiled for each game."""
    paths = [path for home in ("kernel", "bots") for path in sorted((PACKAGE / home).glob("*.py"))]
    return tuple(_name_of(path) for path in paths if RULE in path.read_text(encoding="utf-8"))


def _name_of(path: Path) -> str:
    return ".".join(("throwdown", *path.relative_to(PACKAGE).with_suffix("").parts))


def _file_of(name: str) -> Path | None:
    """The file of a module of the package, or of a guest; None for any other module."""
    if name.startswith(f"{GUESTS}."):
        guest, *rest = name.removeprefix(f"{GUESTS}.").split(".")
        place = _guests[guest].joinpath(*rest) if guest in _guests else None
    else:
        place = PACKAGE.joinpath(*name.split(".")[1:]) if name.split(".")[0] == "throwdown" else None
    if place is None:
        return None
    candidates = (place.with_name(f"{place.name}.py"), place / "__init__.py")
    return next((path for path in candidates if path.is_file()), None)


@functools.cache
def _games_of(folder: Path) -> tuple[Path, ...]:
    """``folder`` and, after it, those of the games whose modules its own import: of games within a game the
    outermost. A game whose files are made has all that it is compiled from for itself."""
    games: dict[Path, None] = {folder.resolve(): None}
    if _maker_of(folder):
        return tuple(games)
    for path in sources.files_of(_compiled_parts(folder), _file_of):
        homes = [home for home in path.parents if (home / "tables.toml").exists()]
        if homes:
            games[homes[-1]] = None
    return tuple(games)


@functools.cache
def _root() -> None:
    """Make the compiled twin of the package importable, and let the kernel's own code be kept once for all
    games. The first call is what makes Numba ready."""
    twin = ModuleType(TWIN)
    twin.__path__ = [str(PACKAGE)]
    sys.modules[TWIN] = twin
    with _caching(cache_folder(PACKAGE / "kernel")):
        importlib.import_module(f"{TWIN}.kernel.rng").generator(0)


def load_rules(package: str, compiled: bool) -> ModuleType:
    """The rules module of the game in ``package`` (``throwdown.games.command_dice``).

    Raises ModuleNotFoundError where it has none.
    """
    return _member(package, "rules", compiled)


def _member(package: str, name: str, compiled: bool) -> ModuleType:
    """A module of the game in ``package``, plain or from the compiled twin.

    What is compiled of another game is kept in that game's folder: its module comes first.
    """
    if not compiled:
        return _needed(package, name)
    _root()
    for lender in reversed(_games_of(_folder_of(package))[1:]):
        if (lender / f"{name}.py").exists():
            _twin(package_of(lender), name)
    return _twin(package, name)


def _twin(package: str, name: str) -> ModuleType:
    """A module of the compiled twin, whose machine code is kept in the folder of the game in ``package``."""
    twin = TWIN + package.removeprefix("throwdown")
    if package.startswith(GUESTS):
        _open_package(twin.rpartition(".")[0], _guests[package.rpartition(".")[2]].parent)
    with _caching(cache_folder(_folder_of(package))):
        return _needed(twin, name)


def _needed(package: str, name: str) -> ModuleType:
    """The file ``name`` of the game in ``package``; raises ModuleNotFoundError where it has none."""
    found = part(package, name)
    if found is None:
        raise ModuleNotFoundError(f"No module named '{package}.{name}'", name=f"{package}.{name}")
    return found


def _folder_of(package: str) -> Path:
    """The folder of the game in ``package``, of the compiled twin too."""
    package = package.replace(f"{TWIN}.", "throwdown.", 1)
    if package.startswith(GUESTS):
        return _guests[package.rpartition(".")[2]]
    return PACKAGE.joinpath(*package.split(".")[1:])


@contextlib.contextmanager
def _caching(folder: Path) -> Generator[None]:
    """Functions compiled within keep their machine code in ``folder``."""
    # A function that has been compiled for one game's values is compiled anew for those of another, and Numba
    # only tells that it could have taken them for the first where these begin alike.
    warnings.filterwarnings("ignore", "Record.* has been considered a subtype")
    config: Any = importlib.import_module("numba.core.config")
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


@contextlib.contextmanager
def _keeping_all() -> Generator[None]:
    """No search for garbage within, nor ever again in what is there then: Numba and the rules stay, and
    searching them took a fifth of the time that loading takes."""
    searches = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if searches:
            gc.enable()


def load_loops(package: str, compiled: bool, template: Path | None = None) -> ModuleType:
    """A loops file for this game, with its rules and heuristics in the namespace.

    ``template`` is the file, by default the kernel's ``loops.py``.
    The compiled one is a copy with a file name of its own, which keeps the entries of Numba's disk
    cache apart. What is loaded already is had at once, also while a thread loads that of another game, which
    takes up to a second: every act at a table asks for it.
    """
    source = template or LOOPS
    name = _name_of_loops(package, compiled, source)
    if name not in _loaded:
        with _loading:
            if name not in _loaded:
                with _keeping_all():
                    _loaded[name] = _load(name, package, compiled, source)
    return _loaded[name]


@functools.cache
def _name_of_loops(package: str, compiled: bool, source: Path) -> str:
    """What the module is called. It is kept, for every act at a table asks for its loops."""
    folder = ".".join(source.parent.relative_to(PACKAGE).parts)
    own = package.removeprefix("throwdown.").replace(".", "_")
    return f"{TWIN if compiled else 'throwdown'}.{folder}.{source.stem}_{own}"


def _load(name: str, package: str, compiled: bool, source: Path) -> ModuleType:
    needs = ("rules",) if source.parent.name == "kernel" else ("rules", "heuristics")
    parts = {part: _member(package, part, compiled) for part in needs}
    if not compiled:
        return _execute(name, source, parts)
    home = cache_folder(_folder_of(package))
    with _caching(home):
        return _execute(name, _copy(source, home, name), parts)


def _copy(source: Path, home: Path, name: str) -> Path:
    path, text = home / f"{name.replace('.', '_')}.py", source.read_bytes()
    if not path.exists() or path.read_bytes() != text:  # not every such file is one of the hashed sources
        write_whole(path, text)
    return path


def _execute(name: str, path: Path, parts: dict[str, ModuleType]) -> ModuleType:
    importlib.import_module(name.rpartition(".")[0])
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    module.__dict__.update(parts)  # for what the file asks of them while it is executed
    spec.loader.exec_module(module)
    module.__dict__.update(parts)
    return module
