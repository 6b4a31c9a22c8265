"""Players that were trained: a policy in a file of arrays, and the player that chooses by it.

The file is what ``numpy.savez`` writes, and is read without pickle. It holds

=======================  ======================  ==========================================================
``header``               uint8[n]                JSON of :class:`Header`
``columns``              int32[signs]            of the observation (:class:`throwdown.kernel.layout.Layout`)
``values``               int32[signs]            what a column is compared with
``scales``               float32[signs]          0: the sign is 1 where the column has the value, else 0;
                                                 other numbers: the sign is the column times that number
``weights_0``, ...       float32[before, after]  of the layers, the last of which gives a number to each event
``biases_0``, ...        float32[after]
=======================  ======================  ==========================================================

Between layers negative numbers become 0. A legal event is chosen with a probability in proportion to the
exponential of its number; what is not legal is not chosen, whatever the file says.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Mapping
from functools import cached_property, lru_cache
from math import prod
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec import Struct
from numpy.lib import format as npy

from throwdown.bots.player import Sight
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.files import write_whole
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.game import load
from throwdown.kernel.layout import Layout
from throwdown.kernel.tables import Plain

Numbers = np.ndarray[Any, Any]
FORMAT = 1
LARGEST = 16 * 2**20  # bytes of all arrays together
LAYERS = 6  # at most
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 20  # letters of a name
SIGNS = {"columns": np.dtype(np.int32), "values": np.dtype(np.int32), "scales": np.dtype(np.float32)}
LAYER = re.compile(r"(weights|biases)_([0-9])")


class BadPlayer(ThrowdownError):
    """A file holds no trained player, or one that does not fit its game or the match."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """Who a trained player is: its name, the game and the version of its rules, for how many seats and with
    which values it was trained, and the command that made it. ``observed`` names the layout of the
    observations that its columns are of; :func:`write` fills it in, and files of earlier releases lack it."""

    name: str
    game: str
    version: int
    seats: int
    values: dict[str, Plain] = {}
    made: str = ""
    format: int = FORMAT
    observed: str = ""


class Signs(NamedTuple):
    """What a network is told of an observation."""

    columns: Numbers  # int32[signs]
    values: Numbers  # int32[signs]
    scales: Numbers  # float32[signs]

    def of(self, rows: Numbers) -> Numbers:
        """The signs, float32[many, signs], of observations, int32[many, size]."""
        picked = rows[:, self.columns]
        return np.where(self.scales == 0, picked == self.values, picked * self.scales).astype(np.float32)


class Network(NamedTuple):
    """A policy: layers of weights, float32[before, after], and biases, float32[after], over signs."""

    signs: Signs
    layers: tuple[tuple[Numbers, Numbers], ...]

    def numbers(self, rows: Numbers) -> Numbers:
        """A number for each event, float32[many, events], for observations, int32[many, size]. What is
        beyond float32 counts as the largest there is."""
        through = self.signs.of(rows)
        with np.errstate(over="ignore", invalid="ignore"):
            for k, (weights, biases) in enumerate(self.layers):
                through = (np.maximum(through, 0) if k else through) @ weights + biases
        return np.nan_to_num(through)


class Trained:
    """A trained player as a file has it; ``digest`` is the SHA-256 of its bytes."""

    def __init__(self, header: Header, network: Network, digest: str = "") -> None:
        self.header, self.network, self.digest = header, network, digest

    @cached_property
    def layout(self) -> Layout:
        """How the observations of its game are laid out."""
        return Layout(load(self.header.game))

    def chances(self, sight: Sight) -> Numbers:
        """The probability of each of ``sight.legal``, float64[n]."""
        row = np.zeros((1, self.layout.size), np.int32)
        self.layout.write(np.array([sight.seat]), sight.state, row)
        numbers = self.network.numbers(row)[0, sight.legal].astype(np.float64)
        grown = np.exp(numbers - numbers.max())
        return grown / grown.sum()

    def misfit(self, game: GameFolder, values: Mapping[str, Plain], seats: int) -> str:
        """Why it cannot play a match of ``game`` with ``values`` for so many seats; empty where it can."""
        header = self.header
        if game.key != header.game:
            return f"{header.name!r} was trained for {header.game}, not for {game.key}"
        if seats != header.seats:
            return f"{header.name!r} was trained for {header.seats} seats, not for {seats}"
        own, asked = game.check(header.values), game.check(values)
        for key, value in own.items():
            if asked[key] != value:
                return f"{header.name!r} was trained with {key}={value}, not with {key}={asked[key]}"
        return ""


class TrainedPlayer:
    """Chooses by a trained policy, at random with its probabilities."""

    def __init__(self, trained: Trained) -> None:
        self.trained = trained

    def choose(self, sight: Sight, rng: Random) -> int:
        """One of ``sight.legal``, by the probabilities of the policy. Raises :class:`BadPlayer` for a match
        of another game."""
        if sight.game.key != self.trained.header.game:
            raise BadPlayer(self.trained.misfit(sight.game, {}, sight.seats))
        if len(sight.legal) == 1:
            return sight.legal[0]
        return rng.choices(sight.legal, self.trained.chances(sight).tolist())[0]


def write(file: Path, header: Header, network: Network) -> None:
    """Write a trained player into ``file``. Raises :class:`BadPlayer` for one that :func:`read` would
    refuse."""
    header = msgspec.structs.replace(header, observed=Layout(load(header.game)).digest)
    arrays: dict[str, Any] = {"header": np.frombuffer(msgspec.json.encode(header), np.uint8)}
    arrays |= {name: each.astype(SIGNS[name]) for name, each in network.signs._asdict().items()}
    for k, (weights, biases) in enumerate(network.layers):
        arrays[f"weights_{k}"], arrays[f"biases_{k}"] = (
            each.astype(np.float32) for each in (weights, biases)
        )
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)
    _read(content.getvalue(), str(file))
    write_whole(file, content.getvalue())


@lru_cache(maxsize=16)
def read(file: Path) -> Trained:
    """The trained player in ``file``, as it is when it is first asked for. Raises :class:`BadPlayer`, which
    quotes what is wrong."""
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except OSError as error:
        raise BadPlayer(f"cannot read {str(file)!r}: {error.strerror}") from None
    return _read(content, str(file))


def _read(content: bytes, file: str) -> Trained:
    try:
        if len(content) > LARGEST:
            raise BadPlayer(f"it has more than {LARGEST:,} bytes")
        arrays = _arrays(content)
        header = _header(arrays)
        network = _network(arrays, header)
    except ThrowdownError as error:
        raise BadPlayer(f"{file!r} holds no trained player: {error}") from None
    return Trained(header, network, hashlib.sha256(content).hexdigest())


def _arrays(content: bytes) -> dict[str, Numbers]:
    """The arrays of a file by name; nothing is unpacked before its name, type and size are known to be
    allowed."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            names = [each.filename.removesuffix(".npy") for each in members]
            twice = next((name for name in names if names.count(name) > 1), "")
            unknown = [name for name in names if name not in (*SIGNS, "header") and not LAYER.fullmatch(name)]
            if twice or unknown:
                raise BadPlayer(f"it has {(twice or unknown[0])[:40]!r}" + (" twice" if twice else ""))
            if sum(each.file_size for each in members) > LARGEST:
                raise BadPlayer(f"its arrays have more than {LARGEST:,} bytes")
            return {name: _array(archive, each, name) for name, each in zip(names, members, strict=True)}
    except ThrowdownError:
        raise
    except (zipfile.BadZipFile, zipfile.LargeZipFile, OSError, EOFError, ValueError, SyntaxError) as error:
        raise BadPlayer(f"no file of arrays: {error}") from None
    except Exception as error:  # a password, a way to pack that is not known; zlib and lzma have their own
        raise BadPlayer(f"it cannot be unpacked: {error}") from None


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> Numbers:
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others unpack without bound
        raise BadPlayer(f"{name} is packed in a way that numpy.savez does not use")
    with archive.open(member) as packed:
        raw = io.BytesIO(packed.read(member.file_size + 1))  # no more than its file says that there is
    version = npy.read_magic(raw)
    if version != (1, 0):
        raise BadPlayer(f"{name} is in version {version} of NumPy's format, not in (1, 0)")
    shape, _, kind = npy.read_array_header_1_0(raw)
    wanted = SIGNS.get(name, np.dtype(np.uint8 if name == "header" else np.float32))
    if kind != wanted:
        raise BadPlayer(f"{name} has numbers of type {kind}, not {wanted}")
    if any(each < 0 for each in shape) or prod(shape) * kind.itemsize != member.file_size - raw.tell():
        raise BadPlayer(f"{name} is {shape}, which its {member.file_size} bytes are not")
    raw.seek(0)
    array: Numbers = np.load(raw, allow_pickle=False)
    if not np.isfinite(array).all():
        raise BadPlayer(f"{name} has numbers that are not finite")
    return array


def _header(arrays: dict[str, Numbers]) -> Header:
    if "header" not in arrays:
        raise BadPlayer("it has no header")
    try:
        header = msgspec.json.decode(arrays["header"].tobytes(), type=Header)
    except msgspec.MsgspecError as error:
        raise BadPlayer(f"its header is not understood: {error}") from None
    if header.format != FORMAT:
        raise BadPlayer(f"it is in format {header.format}; {FORMAT} is read")
    if not NAME.fullmatch(header.name) or len(header.name) > LONGEST:
        raise BadPlayer(
            f"its name {header.name[:40]!r} is not up to {LONGEST} small letters, digits and hyphens"
        )
    game = load(header.game[:40])
    if header.version != game.version:
        raise BadPlayer(
            f"it was trained by version {header.version} of the rules of {game.title}, which are at"
            f" {game.version}"
        )
    # Of the games that files without it are of, those whose files are made have had another record since.
    is_other = header.observed != Layout(game).digest if header.observed else bool(game.about.made_by)
    if is_other:
        raise BadPlayer(f"it was trained on another record of {game.title} than the present one")
    game.match(header.seats, seed=0, values=header.values)
    return header


def _network(arrays: dict[str, Numbers], header: Header) -> Network:
    """The policy in ``arrays``, each of which has the right type already; checks the shapes."""
    game = load(header.game)
    many = sum(name.startswith("weights_") for name in arrays)
    wanted = {"header", *SIGNS, *(f"{what}_{k}" for what in ("weights", "biases") for k in range(many))}
    if not 1 <= many <= LAYERS:
        raise BadPlayer(f"it has {many} layers; 1 to {LAYERS} are read")
    if odd := sorted(wanted ^ {*arrays}):
        raise BadPlayer(f"it has {'no ' * (odd[0] in wanted)}{odd[0]!r}")
    columns, values, scales = (arrays[name] for name in SIGNS)
    if columns.ndim != 1 or not columns.shape == values.shape == scales.shape:
        raise BadPlayer(f"columns, values and scales are {columns.shape}, {values.shape} and {scales.shape}")
    size = Layout(game).size
    outside = columns[(columns < 0) | (columns >= size)]
    if len(outside):
        raise BadPlayer(f"there is no column {outside[0]}: an observation has {size} numbers")
    layers: list[tuple[Numbers, Numbers]] = []
    before = len(columns)
    for k in range(many):
        weights, biases = arrays[f"weights_{k}"], arrays[f"biases_{k}"]
        if weights.ndim != 2 or weights.shape[0] != before or biases.shape != weights.shape[1:]:
            told = f"weights_{k} is {weights.shape} and biases_{k} {biases.shape}"
            raise BadPlayer(f"{told}, after a layer of {before}")
        layers.append((weights, biases))
        before = weights.shape[1]
    if before != game.rules.EVENTS:
        raise BadPlayer(f"it gives {before} numbers; {game.title} has {game.rules.EVENTS} events")
    return Network(Signs(columns, values, scales), tuple(layers))
