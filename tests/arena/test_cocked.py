"""Dice that lie cocked (KD-22): thrown again where their number counts, left alone where it does not."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import pytest
from msgspec.structs import replace

from tests.arena.test_matches import VALUES, dice
from tests.arena.test_throws import flat
from throwdown.arena import session
from throwdown.arena.attitude import attitude, generator, is_cocked, number_up, turned_up
from throwdown.arena.classes import lying
from throwdown.arena.errors import Restless
from throwdown.arena.hand import Throw
from throwdown.arena.materials import EDGE, LEVEL, MAT_THICKNESS
from throwdown.arena.mats import outline
from throwdown.arena.session import Session
from throwdown.arena.source import thrown_again
from throwdown.arena.things import Body, Pose
from throwdown.arena.throwing import fling, rest
from throwdown.games.kadoova_duel.duels.axe_vs_daggers.throws import MAT as AXE
from throwdown.games.kadoova_duel.duels.chicken.throws import MAT as CHICKEN
from throwdown.games.kadoova_duel.duels.own_throws import POST
from throwdown.kernel import transcript
from throwdown.kernel.errors import BadTranscript
from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.kernel.throwing import BARE, Mat, Reading
from throwdown.server.table.physical import Physical, mats_of

GAP = 0.012
SHORT = Throw(aim=0.0, strength=5.0, seed=1)  # stops before the mat and touches nothing


def tilted(degrees: float, x: float = 0.0, y: float = 0.05, z: float = MAT_THICKNESS + EDGE / 2) -> Pose:
    """The pose of a die that is tilted away from the thrower."""
    half = radians(degrees) / 2
    return (x, y, z, cos(half), sin(half), 0.0, 0.0)


def leaning(x: float, y: float) -> list[Pose]:
    """One die that leans in the gap between two level ones."""
    out = (GAP + EDGE) / 2
    return [tilted(38.0, x, y, MAT_THICKNESS + 1.35 * EDGE), flat(x, y - out), flat(x, y + out)]


def bodies(mat: Mat, poses: list[Pose]) -> Session:
    """A mat with dice of seat 1 that nobody has read yet."""
    session = Session(mat)
    session.lying = {k: Body(pose, 1) for k, pose in enumerate(poses)}
    return session


@pytest.mark.parametrize(("degrees", "cocked"), [(0.0, False), (LEVEL - 0.1, False), (LEVEL + 0.1, True)])
def test_a_die_is_cocked_that_no_side_of_is_nearly_level_kd22(degrees, cocked):
    assert is_cocked(np.array(tilted(degrees))) is cocked
    assert is_cocked(np.array(tilted(90.0 + degrees))) is cocked


def test_a_level_die_on_another_is_cocked_and_on_a_mat_it_is_not_kd22():
    below, above = rest(CHICKEN, [flat(0.0, 0.1), flat(0.0, 0.1, MAT_THICKNESS + EDGE)])
    assert (below.cocked, above.cocked) == (False, True)


@pytest.mark.parametrize("mat", [AXE, CHICKEN, POST], ids=lambda mat: mat.key)
def test_a_die_that_leans_on_others_is_found_cocked_kd22(mat):
    assert [die.cocked for die in rest(mat, leaning(0.05, 0.07))] == [True, False, False]


def test_a_die_that_leans_on_nothing_falls_flat():
    (fallen,) = rest(CHICKEN, leaning(0.0, 0.1)[:1])
    assert not fallen.cocked


def test_a_die_with_another_side_on_top_fills_the_same_space():
    rng = generator(5)
    for number in (1, 2, 3, 4, 5, 6) * 20:
        pose = np.array((0.01, 0.02, 0.03, *attitude(rng)))
        turned = turned_up(pose, number)
        assert number_up(turned[3:]) == number
        assert np.allclose(corners(turned), corners(pose), atol=1e-12)


def corners(pose: np.ndarray) -> list[tuple[float, ...]]:
    """Where the corners of a die are, seen from above, sorted."""
    w, x, y, z = pose[3:]
    turned = np.array(
        (
            (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        )
    )
    return sorted(map(tuple, np.round(outline(pose[:3], turned), 9)))


def test_where_the_number_counts_a_cocked_die_is_thrown_again_and_keeps_its_place_kdd7():
    mat = bodies(POST, leaning(0.05, 0.07))
    flight = mat.throw("new", 0, SHORT, numbered=True)
    place, number, _ = mat.readings[0]
    before = fling(POST, SHORT, leaning(0.05, 0.07)).report.dice[0]
    assert flight.cocked == 1
    assert mat.lying[0].pose[:3] == before.pose[:3]
    assert place == lying(POST, before)
    assert number_up(np.array(mat.lying[0].pose[3:])) == number


def test_the_number_is_any_kdd7():
    """It is the thrown die's, not that of the side that was highest."""
    shown = set[int]()
    for seed in range(40):
        mat = bodies(POST, leaning(0.05, 0.07))
        mat.throw("new", 0, Throw(aim=0.0, strength=5.0, seed=1000 * seed), numbered=True)
        shown.add(mat.readings[0][1])
    assert shown == {1, 2, 3, 4, 5, 6}


def test_a_die_that_lies_cocked_already_is_not_thrown_again_kdd7():
    mat = bodies(POST, leaning(0.05, 0.07))
    mat.throw("new", 0, SHORT, numbered=True)
    found = mat.readings[0]
    assert mat.throw("newer", 0, Throw(aim=-20.0, strength=5.0, seed=2), numbered=True).cocked == 0
    assert mat.readings[0][:2] == found[:2]


@pytest.mark.parametrize("mat", [AXE, CHICKEN], ids=lambda mat: mat.key)
def test_where_only_the_place_counts_a_cocked_die_is_left_as_it_lies_kdd1_kdd2(mat):
    y = mat.depth / 2
    lies = bodies(mat, leaning(0.0, y))
    flight = lies.throw("new", 0, SHORT)
    before = fling(mat, SHORT, leaning(0.0, y)).report.dice[0]
    assert before.cocked
    assert flight.cocked == 0
    assert lies.lying[0].pose == before.pose
    assert lies.readings[0] == Reading(lying(mat, before), before.number)


def test_a_cocked_die_off_the_mat_shows_nothing_and_is_left_kdd7():
    poses = [(x, y, z - MAT_THICKNESS, *turn) for x, y, z, *turn in leaning(0.0, 0.3)]
    beside = fling(POST, SHORT, poses).report.dice[0]
    assert (beside.cocked, beside.on_mat) == (True, False)
    assert bodies(POST, poses).throw("new", 0, SHORT, numbered=True).cocked == 0


def test_a_die_that_never_lies_flat_counts_by_its_highest_side_kdd7(monkeypatch):
    made: list[int] = []

    def never_flat(mat, throw, lying=()):
        if mat != BARE:
            return fling(mat, throw, lying)
        made.append(throw.seed)
        raise Restless("not at rest")

    monkeypatch.setattr(session, "fling", never_flat)
    mat = bodies(POST, leaning(0.05, 0.07))
    before = fling(POST, SHORT, leaning(0.05, 0.07)).report.dice[0]
    mat.throw("new", 0, SHORT, numbered=True)
    assert mat.readings[0][1] == before.number
    assert len(set(made)) == session.TRIES


def test_what_leaned_on_a_post_that_fell_lies_flat_when_it_stands_again_kdd7():
    """No die is left in the air where the Post's dice were."""
    felled = 0
    for seed in range(60):
        mat = bodies(POST, [tilted(0.0, 0.0, POST.depth / 2 + dy) for dy in (-0.03, 0.03)])
        flight = mat.throw("new", 0, Throw(aim=0.0, strength=70.0, seed=seed), numbered=True)
        if flight.outcome == 0:
            felled += 1
            again = rest(POST, [body.pose for body in mat.lying.values()])
            for body, lie in zip(mat.lying.values(), again, strict=True):
                assert np.allclose(body.pose[:3], lie.pose[:3], atol=0.001)
    assert felled > 0


def horse_shoes(luck: int) -> tuple[Physical, Match, dict[int, int]]:
    """A duel of four thrown to its end, and how many dice lay cocked after which event."""
    source = dice(key="horse-shoes", secret=bytes([luck] * 32))
    match = load("horse-shoes").match(4, values=VALUES, chance=source)
    cocked: dict[int, int] = {}
    while not match.over:
        match.play(match.awaited[0], match.legal_events(match.awaited[0])[0])
        if source.flight and source.flight[1].cocked:
            cocked[source.flight[0]] = source.flight[1].cocked
    return source, match, cocked


@pytest.fixture(scope="module")
def cocked() -> tuple[Physical, Match, dict[int, int]]:
    """A duel in which a die lay cocked."""
    return next(duel for duel in map(horse_shoes, range(100)) if duel[2])


def test_a_transcript_in_which_a_die_lay_cocked_is_verified_kdd7(cocked):
    source, match, _ = cocked
    written = transcript.read(match.transcript(**source.told()))
    assert written.verify(thrown_again)[-1].endswith("every throw comes out again.")


def test_a_number_that_a_cocked_die_was_not_thrown_is_refused_kdd7(cocked, monkeypatch):
    """Had its highest side counted, the duel would have come out otherwise."""
    source, match, _ = cocked
    written = transcript.read(match.transcript(**source.told()))
    monkeypatch.setattr(session, "numbered_again", lambda lie, _: replace(lie, number=7 - lie.number))
    with pytest.raises(BadTranscript, match=r"the events come to|but the dice give"):
        written.verify(thrown_again)


def test_a_replay_says_which_throws_left_a_die_cocked_kdd7(cocked):
    _, match, found = cocked
    mats = [mat.arena for mat in mats_of(match)]
    assert {mat.n: mat.cocked for mat in mats if mat.flight and mat.cocked} == found
