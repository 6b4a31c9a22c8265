"""Batched matches: the same as matches of the kernel, on any number of cores, and nothing hidden in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from throwdown.envs import Batch, Setting
from throwdown.kernel.errors import BadValue, IllegalEvent

Numbers = np.ndarray[Any, Any]
INTERPRETED = Setting(compiled=False)


def chosen(mask: Numbers, rng: np.random.Generator) -> Numbers:
    """One of the legal events of each match, each alike."""
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def played(batch: Batch, steps: int, seed: int = 5) -> list[bytes]:
    """The bytes of all records after each step of random play, and what ended."""
    rng, found = np.random.default_rng(seed), list[bytes]()
    _, info = batch.reset(seed)
    for _ in range(steps):
        observations, rewards, ended, _, info = batch.step(chosen(info["action_mask"], rng))
        found.append(batch.state.tobytes() + observations.tobytes() + rewards.tobytes() + ended.tobytes())
    return found


def test_a_batch_is_the_same_on_any_number_of_cores_interpreted_and_begun_again():
    plain = played(Batch("command-dice", 3, INTERPRETED), 120)
    batch = Batch("command-dice", 3)
    assert played(batch, 120) == plain
    assert played(batch, 120) == plain
    many = [played(Batch("command-dice", 200, cores=cores), 60) for cores in (1, 3)]
    assert many[0] == many[1]


def test_sampled_actions_are_legal_each_as_likely_and_the_same_on_any_number_of_cores():
    one, three = (Batch("command-dice", 200, cores=cores) for cores in (1, 3))
    plain = Batch("command-dice", 2, INTERPRETED)
    for _ in range(30):
        actions = one.sample()
        assert (one.masks[np.arange(200), actions] == 1).all()
        assert np.array_equal(actions, three.sample())
        assert np.array_equal(plain.sample(), actions[:2])
        one.step(actions)
        three.step(actions)
        plain.step(actions[:2])
    legal = np.flatnonzero(one.masks[0])
    found = np.concatenate([one.sample()[:1] for _ in range(40 * len(legal))])
    counts = np.array([(found == action).sum() for action in legal])
    assert counts.sum() == len(found)
    # chi-square, seeded: once in 100,000 seeds by luck alone (Wilson and Hilferty 1931)
    degrees = len(legal) - 1
    limit = degrees * (1 - 2 / (9 * degrees) + 4.26 * (2 / (9 * degrees)) ** 0.5) ** 3
    assert ((counts - 40) ** 2 / 40).sum() < limit


def test_sampled_actions_are_legal_where_more_than_127_are_and_the_rules_are_interpreted():
    batch = Batch("con-person", 70, INTERPRETED)
    assert batch.masks.sum(axis=1).max() > 127
    for _ in range(4):
        actions = batch.sample()
        assert (batch.masks[np.arange(70), actions] == 1).all()
        batch.step(actions)


def test_a_match_of_a_batch_is_a_match_of_the_kernel():
    batch, rng = Batch("command-dice", 4, restarts=False), np.random.default_rng(1)
    _, info = batch.reset(9)
    while (info["seat"] >= 0).any():
        for k in np.flatnonzero(info["seat"] >= 0).tolist():
            batch.match.state[:] = batch.state[k]
            seat = int(info["seat"][k])
            assert seat == batch.match.awaited[0]
            assert np.flatnonzero(info["action_mask"][k]).tolist() == sorted(batch.match.legal_events(seat))
            own = batch.layout.read(batch.observe(k, seat))
            assert own["own_seat"] == seat
            view = batch.match.view(seat)
            assert all(np.array_equal(own[name], getattr(view, name)) for name in own if name != "own_seat")
        _, rewards, ended, _, info = batch.step(chosen(info["action_mask"], rng))
        for k in np.flatnonzero(ended).tolist():
            batch.match.state[:] = batch.state[k]
            assert [seat for seat in range(2) if rewards[k, seat] > 0] == list(batch.match.winners)
            assert rewards[k].sum() == 0
            assert info["points"][k].tolist() == batch.match.standing


def test_matches_that_end_begin_anew_and_those_that_last_are_cut_off():
    batch, rng = Batch("command-dice", 50, Setting(limit=70)), np.random.default_rng(2)
    _, info = batch.reset(1)
    over = np.zeros(2, int)
    for _ in range(300):
        _, rewards, ended, cut_off, info = batch.step(chosen(info["action_mask"], rng))
        over += ended.sum(), cut_off.sum()
        assert (info["seat"] >= 0).all()
        assert not (ended & cut_off).any()
        assert (rewards[~ended] == 0).all()
    assert over.sum() >= 100
    assert (over > 0).all()


def test_what_a_seat_observes_is_the_same_whatever_another_chose_in_secret():  # CD-7
    batch = Batch("command-dice", 2)
    _, info = batch.reset(4)
    batch.state[1] = batch.state[0]
    batch.turn_to(1, 0)
    first, last = np.flatnonzero(info["action_mask"][0])[[0, -1]]
    observations, _, _, _, info = batch.step([first, last])
    assert info["seat"].tolist() == [1, 1]
    assert batch.state[0].tobytes() != batch.state[1].tobytes()
    assert np.array_equal(observations[0], observations[1])


def test_an_action_that_is_not_legal_is_refused_and_no_match_moves():
    batch = Batch("command-dice", 3)
    _, info = batch.reset(1)
    before, legal = batch.state.tobytes(), int(np.flatnonzero(info["action_mask"][0])[0])
    for wrong in (-1, batch.actions, int(np.flatnonzero(info["action_mask"][1] == 0)[0])):
        with pytest.raises(IllegalEvent, match=f"illegal event {wrong} for seat 0 of match 1: legal are "):
            batch.step([legal, wrong, legal])
    for actions in ([legal], [0.5] * 3, "abc"):
        with pytest.raises(BadValue, match="3 whole numbers are due"):
            batch.step(actions)
    assert batch.state.tobytes() == before


def test_an_unsigned_number_that_no_event_has_is_refused_as_it_came():
    batch = Batch("command-dice", 2, INTERPRETED)
    with pytest.raises(IllegalEvent, match="illegal event 9223372036854775809 for seat 0 of match 0"):
        batch.step(np.full(2, 2**63 + 1, np.uint64))


@pytest.mark.parametrize("k", [-1, 3])
def test_a_match_that_is_not_in_the_batch_cannot_be_observed(k):
    with pytest.raises(BadValue, match=f"there is no match {k}; matches are 0 to 2"):
        Batch("command-dice", 3, INTERPRETED).observe(k, 0)


@pytest.mark.parametrize(
    ("many", "setting", "seed", "quoted"),
    [
        (0, INTERPRETED, 0, "1 match or more, not 0"),
        (1, Setting(seats=3, compiled=False), 0, "for 2 seats, not 3"),
        (1, Setting(values={"speed": 9}, compiled=False), 0, "'speed'"),
        (1, Setting(limit=-2, compiled=False), 0, "not -2"),
        (1, INTERPRETED, -1, "not -1"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(many, setting, seed, quoted):
    with pytest.raises(BadValue, match=quoted):
        Batch("command-dice", many, setting, seed=seed)


def test_a_watcher_and_no_other_seat_can_observe():
    batch = Batch("command-dice", 1, INTERPRETED)
    assert batch.observe(0, 9)[0] == 9
    with pytest.raises(BadValue, match="no seat 2"):
        batch.observe(0, 2)
    with pytest.raises(ValueError, match="numbers, not 3"):
        batch.layout.read(np.zeros(3, np.int32))
