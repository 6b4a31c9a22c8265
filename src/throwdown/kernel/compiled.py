"""Loading a game's rules, interpreted or compiled.

The whole package is imported a second time under the name ``throwdown_jit``: relative imports keep
the two apart, so that one process holds the interpreted and the compiled rules side by side.
Compiled code is cached on disk in a folder named by a hash of all sources, so an edited rule or
helper is never answered by old machine code.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

import platformdirs

import throwdown

PACKAGE = Path(throwdown.__file__).parent
KEEP = 3  # cache folders of former sources that are kept


@functools.cache
def source_hash() -> str:
    """A hash of every source and data file that compiled code is made from."""
    digest = hashlib.sha256()
    for part in ("kernel", "games", "bots"):
        for path in sorted((PACKAGE / part).rglob("*")):
            if path.suffix in {".py", ".toml"}:
                digest.update(path.relative_to(PACKAGE).as_posix().encode())
                digest.update(path.read_bytes())
    digest.update(repr(sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_B"))).encode())
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder() -> Path:
    """The folder of this source's compiled code; older ones beyond a few are removed."""
    top = Path(os.environ.get("THROWDOWN_CACHE") or platformdirs.user_cache_path("throwdown"))
    folder = top / "compiled" / source_hash()
    folder.mkdir(parents=True, exist_ok=True)
    others = sorted((p for p in folder.parent.iterdir() if p != folder), key=lambda p: p.stat().st_mtime)
    for old in others[:-KEEP]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


@functools.cache
def _root() -> None:
    """Make the compiled twin of the package importable."""
    os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())
    import numba

    numba.config.CACHE_DIR = str(cache_folder())
    twin = ModuleType("throwdown_jit")
    twin.__path__ = [str(PACKAGE)]
    sys.modules["throwdown_jit"] = twin


def load_rules(package: str, compiled: bool) -> ModuleType:
    """The rules module of the game in ``package`` (``throwdown.games.command_dice``)."""
    return importlib.import_module(_twin(package, compiled) + ".rules")


def _twin(package: str, compiled: bool) -> str:
    if not compiled:
        return package
    _root()
    return "throwdown_jit" + package.removeprefix("throwdown")


def load_loops(package: str, compiled: bool, template: Path | None = None) -> ModuleType:
    """A loops file for this game, with its rules and heuristics in the namespace.

    ``template`` is the file, by default the kernel's ``loops.py``.
    The compiled one is a copy with a file name of its own, which keeps the entries of Numba's disk
    cache apart.
    """
    source = template or PACKAGE / "kernel" / "loops.py"
    folder = ".".join(source.parent.relative_to(PACKAGE).parts)
    name = f"{'throwdown_jit' if compiled else 'throwdown'}.{folder}.{source.stem}_{package.rpartition('.')[2]}"
    if name in sys.modules:
        return sys.modules[name]
    home = _twin(package, compiled)
    parts = {"rules": importlib.import_module(home + ".rules")}
    if template is not None:
        parts["heuristics"] = importlib.import_module(home + ".heuristics")
    return _execute(name, _copy(source, name) if compiled else source, parts)


def _copy(source: Path, name: str) -> Path:
    path = cache_folder() / f"{name.replace('.', '_')}.py"
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(source.read_bytes())
        fresh.replace(path)
    return path


def _execute(name: str, path: Path, parts: dict[str, ModuleType]) -> ModuleType:
    importlib.import_module(name.rpartition(".")[0])
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {path}")
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(parts)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
