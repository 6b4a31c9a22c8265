"""The names and texts of the cards."""

from __future__ import annotations

from .cards import (
    AFTER,
    ALL,
    ANY,
    BEFORE,
    BET_LOSE,
    BET_WIN,
    COLD,
    DEEP_POCKETS,
    DOUBLE,
    DUELING,
    EXTRA_OTHER,
    EXTRA_SELF,
    GLORY_HOUND,
    GUNS,
    LESS_OTHER,
    LESS_SELF,
    NOPE,
    PICKPOCKET,
    REMATCH,
    SIDE_WAGER,
    TAX,
    THICK_SKIN,
    TOLL,
    UPGRADES,
    VIKING,
    WINDFALL,
)
from .duels.counts import points_text
from .duels.phrases import title
from .duels.register import (
    allows_viking,  # pyright: ignore[reportUnknownVariableType]
    facts_of,
)
from .duels.table import PACED
from .opponents import (
    duel_of,  # pyright: ignore[reportUnknownVariableType]
    how_of,  # pyright: ignore[reportUnknownVariableType]
)
from .view import View

KIND_NAMES = (
    "Side Wager", "Deep Pockets", "Glory Hound", "Thick Skin", "Bet to win", "Bet to lose", "Extra Dice",
    "Extra Dice", "Less Dice", "Less Dice", "Rematch!", "Viking Invasion", "Two Guns McGee", "Pickpocket",
    "Highway Toll", "Double Down", "Cold Feet", "Nope", "Windfall", "Tax Day",
)  # fmt: skip
KIND_TEXTS: tuple[str, ...] = (
    "side-wager", "deep-pockets", "glory-hound", "thick-skin", "bet-win", "bet-lose", "extra-self",
    "extra-other", "less-self", "less-other", "rematch", "viking", "two-guns", "pickpocket", "toll",
    "double-down", "cold-feet", "nope", "windfall", "tax-day",
)  # fmt: skip
HOW_NAMES = ("High Score", "Low Score", "You Choose", "Left", "Right", "All Duel")
HOW_TEXTS = ("high", "low", "choose", "left", "right")


def kind_name(kind: int) -> str:
    return KIND_NAMES[kind]


def duel_card_text(card: int) -> str:
    """``plague-high``; ``war`` for an All Duel."""
    name = facts_of(duel_of(card)).key
    return f"{name}-{HOW_TEXTS[how_of(card)]}" if how_of(card) != ALL else name


def duel_card_name(card: int) -> str:
    """``Plague Doctor (High Score)``."""
    return f"{title(duel_of(card))} ({HOW_NAMES[how_of(card)]})"


def window_name(view: View, kind: int) -> str:
    """When a card is played, as it stands on it."""
    if kind < UPGRADES:
        return "All game"
    if kind == NOPE:
        return "Before or after"
    if kind == VIKING:
        return "During"
    return {BEFORE: "Before", AFTER: "After", ANY: "On your turn"}[view.fits[kind]]


def kind_text(view: View, kind: int) -> str:
    """What a card does, in one or two sentences."""
    texts = {
        SIDE_WAGER: f"{view.side_wager} points for each duel that its owner loses.",
        DEEP_POCKETS: f"Its owner holds {view.deep_pockets} cards.",
        GLORY_HOUND: f"{view.glory_hound} instead of 100 when its owner wins as the challenger.",
        THICK_SKIN: f"No duel and no card of another takes more than {view.thick_limit} from its owner.",
        BET_WIN: f"Stake up to {view.stake_most} on a duelist to win.",
        BET_LOSE: f"Stake up to {view.stake_most} on a duelist to lose.",
        EXTRA_SELF: "As a duelist: roll one grey die more.",
        EXTRA_OTHER: "Another duelist takes one grey die more.",
        LESS_SELF: "As a duelist: lay one die aside.",
        LESS_OTHER: "Another duelist lays one die aside.",
        REMATCH: "The duel never was: it is fought again.",
        VIKING: viking_text(view),
        GUNS: "In a Quick Draw: one die more; any may match.",
        PICKPOCKET: f"Take {view.pickpocket} from any player.",
        TOLL: f"As a duelist: take {view.highway_toll} from each opponent in this duel.",
        DOUBLE: f"As a duelist: win, and it counts twice; lose, and it costs {view.double_down}.",
        COLD: "As the challenged: the challenger chooses somebody else.",
        NOPE: "The last card played before or after a duel is void.",
        WINDFALL: f"Gain {view.windfall}.",
        TAX: f"Everybody at {points_text(view.tax_day_from)} or more loses {view.tax_day}.",
    }
    return texts[kind]


def viking_text(view: View) -> str:
    """KD-18: what the card does in the duel that is on, or in every one."""
    if view.phase != DUELING or not allows_viking(view.duel):
        return (
            "Covers another player's dice for a moment: a roll is missed, a throw is made with the mat out "
            "of sight, a tower's next die is placed so."
        )
    press = facts_of(view.duel).press
    if press == "throw":
        return "Covers the mat: the next throw is made with it out of sight."
    if press == "place":
        return "Covers the tower: the next die is placed with it out of sight."
    if view.timing == PACED:
        return "Covers another player's dice: their next roll is missed."
    return f"Covers another player's dice: they cannot be rolled for {view.viking_time / 100:g} seconds."
