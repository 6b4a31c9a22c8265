"""The checks of PettingZoo, Gymnasium and OpenSpiel on the games, and what they do not check."""

from __future__ import annotations

import re
import warnings

import gymnasium.utils.env_checker
import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from throwdown.bots import UnknownPlayer
from throwdown.envs import Setting, spiel
from throwdown.envs.solo import Solo
from throwdown.envs.zoo import AEC, Parallel
from throwdown.kernel.errors import BadValue, IllegalEvent

GAMES = [
    ("command-dice", 2, {}),
    ("con-person", 2, {"dice": 2}),
    ("dardz", 8, {"target": 60}),
    ("duello", 3, {"wagering": True}),
    ("kadice", 4, {"cards-each": 1}),
    ("kadoova-duel", 3, {"timing": "simulated"}),
]
CYCLES, LIMIT = 120, 60


@pytest.mark.parametrize(("key", "seats", "values"), GAMES)
def test_every_game_passes_the_checks_of_the_libraries(key, seats, values):
    setting = Setting(seats, values, LIMIT, compiled=key == "command-dice")
    with warnings.catch_warnings():
        # of observations that are a dict, which those of PettingZoo's own games with masks are too
        warnings.simplefilter("ignore", UserWarning)
        api_test(AEC(key, setting), num_cycles=CYCLES)
        parallel_api_test(Parallel(key, setting), num_cycles=CYCLES)
        seed_test(lambda: AEC(key, setting), num_cycles=CYCLES)
        render_test(lambda render_mode=None: AEC(key, setting, render_mode=render_mode))
        solo = Solo(key, setting, against="random", illegal="loses", render_mode="ansi")
        gymnasium.utils.env_checker.check_env(solo)
    if seats == spiel.SEATS:
        pyspiel.random_sim_test(spiel.load(key, values), num_sims=2, serialize=False, verbose=False)


def trace(env: AEC, seed: int, choose: int) -> list[tuple[str, bytes, float]]:
    """Every observation and reward of a match in which actions are drawn from ``choose``."""
    rng, found = np.random.default_rng(choose), []
    env.reset(seed)
    for agent in env.agent_iter():
        observation, reward, ended, cut_off, _ = env.last()
        found.append((agent, observation["observation"].tobytes(), reward))
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if ended or cut_off else int(rng.choice(legal)))
    return found


def test_the_same_seed_gives_the_same_match_and_another_gives_another():
    env = AEC("command-dice", Setting(limit=80))
    first = trace(env, 7, 1)
    assert trace(env, 7, 1) == first == trace(AEC("command-dice", Setting(limit=80)), 7, 1)
    assert trace(env, 8, 1) != first


def test_choices_made_at_once_are_the_same_in_any_order_and_hidden_until_all_are_made():  # CD-7
    env = Parallel("command-dice")
    seen, _ = env.reset(3)
    legal = {agent: np.flatnonzero(each["action_mask"]) for agent, each in seen.items()}
    assert all(env.wait not in each and len(each) > 1 for each in legal.values())
    ahead = {agent: int(each[-1]) for agent, each in legal.items()}
    backward = dict(reversed(ahead.items()))
    after, *_ = env.step(ahead)
    env.reset(3)
    again, *_ = env.step(backward)
    assert all(np.array_equal(after[a]["observation"], again[a]["observation"]) for a in after)


def test_who_is_not_awaited_can_only_wait():
    env = Parallel("kadice", Setting(3, limit=20, compiled=False))
    seen, _ = env.reset(1)
    met = False
    while env.agents:
        waiting = [a for a, each in seen.items() if each["action_mask"][env.wait]]
        met = met or bool(waiting)
        for agent in waiting:
            assert seen[agent]["action_mask"].sum() == 1
        actions = {a: int(np.flatnonzero(each["action_mask"])[0]) for a, each in seen.items()}
        if waiting:
            with pytest.raises(IllegalEvent, match=f"legal are {env.wait}$"):
                env.step({**actions, waiting[0]: 0})
        seen, *_ = env.step(actions)
    assert met


def test_a_bot_answers_until_the_seat_is_to_choose_and_is_paid_at_the_end():
    setting = Setting(values={"dice": 2}, compiled=False)
    env, total = Solo("con-person", setting, against="greedy", seat=None), 0.0
    seats = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        ended = False
        while not ended:
            assert info["action_mask"].any()
            _, reward, ended, cut_off, info = env.step(env.action_space.sample(info["action_mask"]))
            assert not cut_off
            total += abs(reward)
    assert total == 8
    assert seats == {0, 1}


def test_wishes_that_cannot_be_are_refused():
    with pytest.raises(UnknownPlayer, match="'wizard'"):
        Solo("con-person", against="wizard")
    with pytest.raises(BadValue, match="no seat 2"):
        Solo("con-person", seat=2)
    with pytest.raises(BadValue, match="'movie'"):
        AEC("con-person", render_mode="movie")
    env = AEC("con-person", Setting(values={"dice": 2}, compiled=False))
    env.reset(1)
    with pytest.raises(IllegalEvent, match="legal are"):
        env.step(env.table.batch.actions - 1)
    with pytest.raises(BadValue, match="dice is 99"):
        spiel.load("con-person", {"dice": 99})


def test_tensors_of_information_states_differ_where_their_texts_do():
    """Con-Person with two dice each after one bid, by both seats."""
    game = spiel.load("con-person", {"dice": 2}, recall=9)
    assert game.get_type().provides_information_state_tensor
    assert not spiel.load("con-person").get_type().provides_information_state_tensor
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    seen: dict[str, tuple[float, ...]] = {}
    for dice in ((0, 1, 2, 3), (0, 1, 4, 5), (1, 0, 2, 3), (5, 5, 2, 3)):
        state = game.new_initial_state()
        for die in dice:
            state.apply_action(die)
        for bid in (0, 7):
            after = state.child(state.legal_actions()[bid])
            for seat in (0, 1):
                text = after.information_state_string(seat)
                tensor = tuple(after.information_state_tensor(seat))
                assert seen.setdefault(text, tensor) == tensor
                assert len(tensor) == game.information_state_tensor_size()
    assert len(set(seen.values())) == len(seen) == 10  # three hands of seat 0, two of seat 1, two bids
    short = spiel.load("con-person", {"dice": 2}, recall=2).new_initial_state()
    for die in (0, 1, 2):
        short.apply_action(die)
    with pytest.raises(BadValue, match="was told 3 events: recall is 2"):
        short.information_state_tensor(0)


def test_a_match_of_openspiel_has_chance_nodes_and_pays_what_is_lost():
    game = spiel.load("con-person", {"dice": 2})
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            events, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(events[0])
        else:
            state.apply_action(state.legal_actions()[-1])
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("kind", [AEC, Parallel, Solo])
@pytest.mark.parametrize("action", [1.7, "1", np.array([1, 2])])
def test_what_is_no_whole_number_is_no_action(kind, action):
    env = kind("command-dice", Setting(limit=80))
    env.reset(seed=1)
    with pytest.raises(IllegalEvent, match=r"illegal event .*: events are whole numbers"):
        env.step({"seat_0": action, "seat_1": 1} if kind is Parallel else action)
    whole = np.array(1)  # as a policy gives it
    env.step({"seat_0": whole, "seat_1": whole} if kind is Parallel else whole)


@pytest.mark.parametrize("kind", [AEC, Parallel, Solo])
@pytest.mark.parametrize("action", [-(10**30), 2**63, 10**30])
def test_an_action_too_large_for_numpy_is_refused_by_what_is_legal(kind, action):
    env = kind("command-dice", Setting(limit=80))
    env.reset(seed=1)
    with pytest.raises(IllegalEvent, match=f"illegal event {action} for seat 0: legal are 1, 2, "):
        env.step({"seat_0": action, "seat_1": 1} if kind is Parallel else action)


@pytest.mark.parametrize("text", ["junk", "[1]", '{"dice": 3'])
def test_values_that_openspiel_cannot_read_are_refused_with_what_came_in(text):
    spiel.register()
    with pytest.raises(BadValue, match=re.escape(f"values are {text!r}: needs an object in JSON")):
        pyspiel.load_game("throwdown_con_person", {"values": text})


def test_openspiel_recalls_no_negative_number_of_events():
    with pytest.raises(BadValue, match=r"recall is 0 \(none\) or more events, not -4"):
        spiel.load("con-person", recall=-4)


def test_all_at_once_the_same_seed_gives_the_same_match_and_an_illegal_action_changes_nothing():
    """PettingZoo's ``parallel_seed_test`` does not look at the mask: its actions are refused here."""

    def traced(seed: int, refused: bool) -> list[bytes]:
        env, rng, found = Parallel("command-dice", Setting(limit=40)), np.random.default_rng(1), list[bytes]()
        seen, _ = env.reset(seed)
        while env.agents:
            found += [each["observation"].tobytes() for each in seen.values()]
            actions = {a: int(rng.choice(np.flatnonzero(each["action_mask"]))) for a, each in seen.items()}
            if refused:
                with pytest.raises(IllegalEvent, match="for seat 1: legal are "):
                    env.step({**actions, "seat_1": -1})
            seen, *_ = env.step(actions)
        return found

    assert traced(7, refused=True) == traced(7, refused=False) != traced(8, refused=False)


@pytest.mark.parametrize("kind", [AEC, Parallel, Solo])
def test_a_step_before_the_first_reset_is_refused_by_what_is_missing(kind):
    env = kind("command-dice", Setting(limit=80))
    with pytest.raises(IllegalEvent, match=r"no match has begun: call reset\(\) before step\(\)"):
        env.step({} if kind is Parallel else 0)


@pytest.mark.parametrize("action", [-5, 10**6, 2**40])
def test_an_action_of_openspiel_that_is_not_legal_is_refused_and_changes_nothing(action):
    """Compiled rules read memory that is not theirs for a number that no event has."""
    state = spiel.load("command-dice").new_initial_state()
    with pytest.raises(IllegalEvent, match=f"illegal event {action} for chance: legal are 91, 92"):
        state.apply_action(action)
    assert state.history() == []
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
        if state.current_player() == 0:
            with pytest.raises(IllegalEvent, match="for seat 0: legal are "):
                state.apply_action(action)
    told = str(state)
    with pytest.raises(IllegalEvent, match="for a match that is over: legal are none"):
        state.apply_action(action)
    assert str(state) == told
