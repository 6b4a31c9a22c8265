"""The games of two seats as games of OpenSpiel (Lanctot et al. 2019): sequential, with chance nodes.

``game = throwdown.envs.spiel.load("con-person", {"dice": 2})`` is a ``pyspiel.Game`` that OpenSpiel's own
algorithms take.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
import pyspiel

from throwdown.kernel import tables
from throwdown.kernel.chance import Recorded
from throwdown.kernel.contract import CHANCE, MAX_SEATS, SPECTATOR
from throwdown.kernel.errors import BadValue, IllegalEvent, quoted
from throwdown.kernel.game import all_games
from throwdown.kernel.game import load as load_game
from throwdown.kernel.layout import Layout, Numbers
from throwdown.kernel.records import copy_records

LONGEST = 1_000_000  # events of a match, for those who ask; matches are not cut off
SEATS = 2
DEFAULTS: dict[str, Any] = {"values": "{}", "recall": 0}


def name_of(key: str) -> str:
    """``throwdown_command_dice`` of ``command-dice``, the short name that OpenSpiel knows it by."""
    return f"throwdown_{key.replace('-', '_')}"


def load(key: str, values: Mapping[str, tables.Plain] | None = None, *, recall: int = 0) -> Any:
    """The game as a ``pyspiel.Game``, with other values than the default ones.

    Information states are tensors too, of up to ``recall`` events that a seat has been told, where that is
    not 0; a match in which it is told more raises :class:`BadValue` when it is asked for.

    Raises :class:`UnknownGame`, and :class:`BadValue` for a value, a game that is not for two, or ``recall``
    below 0.
    """
    game = load_game(key)
    if not game.seats[0] <= SEATS <= game.seats[1]:
        raise BadValue(f"{game.title} is for {game.seats_in_words} seats, not {SEATS}")
    game.check(dict(values or {}), SEATS)
    register()
    return pyspiel.load_game(name_of(key), {"values": json.dumps(dict(values or {})), "recall": recall})


def register() -> None:
    """Make every game of two seats known to OpenSpiel; those that it knows are left as they are."""
    known = set(pyspiel.registered_names())
    for game in all_games():
        if game.seats[0] <= SEATS <= game.seats[1] and name_of(game.key) not in known:
            pyspiel.register_game(type_of(game.key, game.title), _maker(game.key))


def type_of(key: str, title: str, recall: int = 0) -> Any:
    """What OpenSpiel is told of the game."""
    return pyspiel.GameType(
        short_name=name_of(key),
        long_name=f"{title} (Throwdown)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=recall > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def values_in(text: str) -> dict[str, tables.Plain]:
    """The values that OpenSpiel's parameter ``values`` holds, an object in JSON; raises :class:`BadValue` for
    another text."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError:
        raise BadValue(f"values are {quoted(text)}: needs an object in JSON, such as {{}}") from None


def _maker(key: str) -> Any:
    class Named(SpielGame):
        KEY = key

    return Named


class SpielGame(pyspiel.Game):
    """One of the games; ``KEY`` says which. Raises :class:`BadValue` for other values of its parameters than
    ``DEFAULTS`` and :func:`load` allow."""

    KEY = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.game = load_game(self.KEY)
        self.recall = int(given["recall"])
        if self.recall < 0:
            raise BadValue(f"recall is 0 (none) or more events, not {self.recall}")
        values = values_in(given["values"])
        self.match = self.game.match(SEATS, chance=Recorded(()), values=values, engine=self.game.loops(True))
        self.layout = Layout(self.game)
        events = self.game.rules.EVENTS
        info = pyspiel.GameInfo(
            num_distinct_actions=events,
            max_chance_outcomes=events,
            num_players=SEATS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(self.KEY, self.game.title, self.recall), info, dict(params or {}))

    def new_initial_state(self, *_: Any) -> SpielState:
        """A match that has just begun."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What a seat may know, with or without perfect recall; raises :class:`BadValue` for parameters."""
        if params:
            raise BadValue(f"observers take no parameters, not {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, wanted.perfect_recall)


class SpielState(pyspiel.State):
    """A match, and by seat what it has been told: its own events, and those that it witnessed.

    ``apply_action`` raises :class:`IllegalEvent`, having changed nothing, for an action that is not legal.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.state = copy_records(game.match.state)
        self.told: list[list[str]] = [[], []]
        rules = game.game.rules
        self.events, self.weights = np.zeros(rules.EVENTS, np.int32), np.zeros(rules.EVENTS, np.int32)

    def current_player(self) -> int:
        """The seat that is to choose, or OpenSpiel's number for chance or the end."""
        mask = int(self._engine.awaited(self.state))
        if mask == 0:
            return int(pyspiel.PlayerId.TERMINAL)
        if mask >> CHANCE & 1:
            return int(pyspiel.PlayerId.CHANCE)
        return next(seat for seat in range(SEATS) if mask >> seat & 1)

    def _legal_actions(self, player: int) -> list[int]:
        n, _ = self._engine.legal(self.state, player, self.events, self.weights)
        return sorted(self.events[:n].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(event, chance) of what may come now."""
        n, total = self._engine.legal(self.state, CHANCE, self.events, self.weights)
        if not total:
            return [(event, 1 / n) for event in self.events[:n].tolist()]
        pairs = zip(self.events[:n].tolist(), self.weights[:n].tolist(), strict=True)
        return [(event, weight / total) for event, weight in pairs if weight]

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        seat = CHANCE if player == int(pyspiel.PlayerId.CHANCE) else player
        legal = [] if player == int(pyspiel.PlayerId.TERMINAL) else self._legal_actions(seat)
        if action not in legal:
            who = "chance" if seat == CHANCE else f"seat {seat}" if legal else "a match that is over"
            some = ", ".join(map(str, legal[:12])) or "none"
            raise IllegalEvent(f"illegal event {action} for {who}: legal are {some}")
        witnesses = int(self._engine.witnesses(self.state, seat, action))
        for viewer in range(SEATS):
            knows = viewer == seat or witnesses >> viewer & 1
            self.told[viewer].append(f"{seat}:{action if knows else '?'}")
        self._engine.apply(self.state, seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        seat = CHANCE if player == int(pyspiel.PlayerId.CHANCE) else player
        return game.game.words.notation(game.game.view_of(self.state), seat, action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return int(self._engine.awaited(self.state)) == 0

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser of a match that is over, 0 for each else."""
        if not self.is_terminal():
            return [0.0, 0.0]
        points = np.zeros(MAX_SEATS, np.int64)
        self._engine.standing(self.state, points)
        return [float(np.sign(points[0] - points[1])), float(np.sign(points[1] - points[0]))]

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))

    @property
    def _engine(self) -> Any:
        return self.get_game().match.engine


class SpielObserver:
    """What a seat may know: the record after ``hide``, and with perfect recall all that it was told.

    ``dict`` has the record as it is laid out in :class:`Layout`, and with perfect recall ``told``: for each
    event, in order, who made it (1 and 2 for the seats, 9 for chance) and its number + 1, 0 where the seat
    did not see which it was; zeros for events to come.
    """

    def __init__(self, game: SpielGame, recalls: bool) -> None:
        self.game, self.recalls = game, recalls
        size, told = game.layout.size, 2 * game.recall if recalls else 0
        self.tensor: Numbers = np.zeros(size + told, np.float32)
        self.dict = {"record": self.tensor[:size]}
        if told:
            self.dict["told"] = self.tensor[size:].reshape(-1, 2)
        self._row = np.zeros((1, game.layout.size), np.int32)

    def set_from(self, state: SpielState, player: int) -> None:
        """Put what ``player`` may know into ``tensor``. Raises :class:`BadValue` where it was told more
        events than there is room for."""
        seen = copy_records(state.state)
        self.game.match.engine.hide(seen, player if player >= 0 else SPECTATOR)
        self.game.layout.write(np.array([player]), seen, self._row)
        self.dict["record"][:] = self._row[0]
        if "told" not in self.dict:
            return
        told = state.told[player]
        if len(told) > self.game.recall:
            raise BadValue(f"seat {player} was told {len(told)} events: recall is {self.game.recall}")
        self.dict["told"][:] = 0
        for place, event in enumerate(told):
            seat, what = event.split(":")
            self.dict["told"][place] = int(seat) + 1, 0 if what == "?" else int(what) + 1

    def string_from(self, state: SpielState, player: int) -> str:
        """What ``player`` knows in ``state`` as text: every field that is not 0, and with perfect recall
        what it was told."""
        self.set_from(state, player)
        fields = self.game.layout.read(self._row[0])
        now = " ".join(f"{name}={each.tolist()}" for name, each in fields.items() if np.any(each))
        return f"{' '.join(state.told[player])} | {now}" if self.recalls else now
