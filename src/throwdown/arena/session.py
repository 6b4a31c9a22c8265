"""What lies on the mat of one duel from throw to throw, and the throws that people make there."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Hashable, Iterable
from math import dist, hypot

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from throwdown.arena.attitude import generator, turned_up
from throwdown.arena.classes import lying, outcome
from throwdown.arena.errors import Restless
from throwdown.arena.hand import SPREAD, Steadiness, Throw, perturbed
from throwdown.arena.materials import EDGE
from throwdown.arena.poses import pack
from throwdown.arena.things import Body, Hand, Placing, Pose, perturbed_placing
from throwdown.arena.throwing import HAND, Lying, Report, Thrown, fling, rest, standing_post
from throwdown.arena.towers import put
from throwdown.kernel.throwing import BARE, Mat, Reading

STRONGER = 120.0  # for each metre that the mat lies further away
ROOM = 1.5 * EDGE  # from the middle of the Post to that of a die that touches it with a corner, and more
TRIES = 20


class Flight(Struct, frozen=True):
    """One throw or placing: its outcome, the poses of everything (packed, base64) in ``count`` frames,
    the bodies meant, how many tries before it did not come to rest, and how many dice then lay cocked and
    were thrown again for their numbers."""

    outcome: int
    frames: str
    count: int
    bodies: tuple[Body, ...]
    restless: int = 0
    cocked: int = 0


class Session:
    """A mat or a tower. Bodies are known by tags; those of the Post or the base have none."""

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self.base = tuple(standing_post(mat))
        self.lying: dict[Hashable, Body] = {}
        self.readings: dict[Hashable, Reading] = {}
        self.off = 0  # dice of a fallen tower that left the mat

    @property
    def bodies(self) -> tuple[Body, ...]:
        """Everything on the mat: the dice of the Post or of the base first, then what has been thrown or
        placed."""
        return (*(Body(pose) for pose in self.base), *self.lying.values())

    def keep(self, tags: Iterable[Hashable]) -> None:
        """Forget all things on the mat but those with these ``tags``."""
        kept = set(tags)
        self.lying = {tag: body for tag, body in self.lying.items() if tag in kept}
        self.readings = {tag: found for tag, found in self.readings.items() if tag in kept}

    def throw(self, tag: Hashable, seat: int, throw: Throw, *, numbered: bool = False) -> Flight:
        """Throw a die of ``seat``; a Post that falls is restacked, a die that did not bounce is lifted.

        A throw that does not come to rest is made again with the next seed. Where dice are ``numbered``, one
        that has come to lie cocked on the mat is thrown again for its number.
        """
        thrown, dice, restless = self._made(throw)
        before = (*self.bodies, Body((0.0,) * 7, seat))
        seats = {old: body.seat for old, body in self.lying.items()}
        if thrown.report.bounced:
            seats[tag] = seat
        cocked = 0
        for (each, whose), lie in zip(seats.items(), dice, strict=True):
            found = lie
            if numbered and self._is_doubtful(each, lie):
                cocked += 1
                found = numbered_again(lie, _again(throw, TRIES * cocked))
            self.lying[each] = Body(found.pose, whose)
            self.readings[each] = Reading(lying(self.mat, found), found.number, found.gap)
        return Flight(
            outcome(self.mat, thrown.report),
            _packed(thrown.frames),
            len(thrown.frames),
            before,
            restless,
            cocked,
        )

    def _made(self, throw: Throw) -> tuple[Thrown, tuple[Lying, ...], int]:
        """The throw, how the dice that stay then lie, and how many tries did not come to rest."""
        for attempt in range(TRIES):
            try:
                thrown = fling(self.mat, _again(throw, attempt), [b.pose for b in self.lying.values()])
                return thrown, self._staying(thrown.report), attempt
            except Restless:
                continue
        raise Restless(f"{TRIES} throws in a row did not come to rest")

    def _staying(self, report: Report) -> tuple[Lying, ...]:
        """How the dice lie once a die that did not bounce is lifted, and a Post that fell is stacked again:
        what has leaned on either falls."""
        if report.bounced and not report.felled:
            return report.dice
        dice = report.dice if report.bounced else report.dice[:-1]
        poses = [beside_post(lie.pose, self.mat) if report.felled else lie.pose for lie in dice]
        return rest(self.mat, poses)

    def _is_doubtful(self, tag: Hashable, lie: Lying) -> bool:
        """Whether a die on the mat has just come to lie cocked; one that lay so already has its number."""
        if not (lie.cocked and lie.on_mat):
            return False
        if tag not in self.readings or self.readings[tag].number != lie.number:
            return True
        return dist(lie.pose[:3], self.lying[tag].pose[:3]) > HAND

    def place(self, tag: Hashable, kind: str, seat: int, placing: Placing) -> Flight:
        """Put a die or a card on top: outcome 1 where the tower falls."""
        standing = [body.pose for body in self.bodies]
        plan = "".join(body.kind for body in self.bodies) + kind
        restless = 0
        try:
            placed = put(self.mat, plan, standing, placing)
        except Restless:
            restless = 1
            placed = put(self.mat, plan, standing, Placing(0.0, 0.0, placing.turn))
        before = (*self.bodies, Body((0.0,) * 7, seat, kind))
        tags = (*self.lying, tag)
        poses = placed.poses[len(self.base) :]
        self.base = placed.poses[: len(self.base)]
        seats = (*(body.seat for body in self.lying.values()), seat)
        kinds = plan[len(self.base) :]
        self.lying = {
            each: Body(pose, whose, what)
            for each, pose, whose, what in zip(tags, poses, seats, kinds, strict=True)
        }
        self.off = placed.off
        return Flight(int(not placed.stands), _packed(placed.frames), len(placed.frames), before, restless)


def beside_post(pose: Pose, mat: Mat) -> Pose:
    """A die that lies where the Post is stacked again is pushed aside, straight out."""
    x, y = pose[0] - mat.middle[0], pose[1] - mat.middle[1]
    distance = hypot(x, y)
    if distance >= ROOM:
        return pose
    out = (x / distance, y / distance) if distance > 0 else (0.0, -1.0)
    return (mat.middle[0] + ROOM * out[0], mat.middle[1] + ROOM * out[1], *pose[2:])


def numbered_again(lie: Lying, throw: Throw) -> Lying:
    """A cocked die with the number that it shows when the same hand throws it again, beside the mat.

    It is put back as it lay, with that side on top. One that would not lie level in so many tries counts by
    the side that was highest.
    """
    for attempt in range(TRIES):
        try:
            shown = fling(BARE, _again(throw, attempt)).report.dice[-1]
        except Restless:
            continue
        if not shown.cocked:
            pose = turned_up(np.array(lie.pose), shown.number)
            return replace(lie, number=shown.number, pose=tuple(float(part) for part in pose))
    return lie


def _again(throw: Throw, attempt: int) -> Throw:
    return replace(throw, seed=(throw.seed + attempt) % 2**64)


def _packed(frames: np.ndarray) -> str:
    return b64encode(pack([frames])).decode()


def throw_for(mat: Mat, steadiness: Steadiness, seed: int, back: float = 0.0) -> Hand:
    """How a hand of that steadiness throws, for whoever leaves it to the table."""
    throw = perturbed(Throw(0.0, mat.strength + STRONGER * back), SPREAD[steadiness], generator(seed))
    return Hand(aim=throw.aim, strength=throw.strength, spin=throw.spin)


def placing_for(steadiness: Steadiness, seed: int) -> Hand:
    """How a hand of that steadiness puts a piece on a tower."""
    placing = perturbed_placing(steadiness, generator(seed))
    return Hand(x=placing.x, y=placing.y, turn=placing.turn)
