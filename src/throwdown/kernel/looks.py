"""The names that a scene is drawn with: places, layouts, looks, states, roles and moods, and what each shows.

``docs/looks.md`` is this list; a test holds it to the files of the browser that draw them. A scene with
another name is refused where games are checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from throwdown.kernel.scene import Piece, Scene

PLACES = {
    "seat": "beside the plate of the zone's owner",
    "table": "in the middle of the cloth",
    "rail": "under the viewer's thumb, with the choices",
}
LAYOUTS = {
    "row": "pieces side by side; the layout where none is named",
    "bids": "bids in order, the standing one large with the die that it names",
    "columns": "dice stacked by their face, as a row of columns",
    "cup": "dice under a cup that its owner may lift",
    "faces": "dice to tap for their number, with what is known of it under each",
    "groups": "pieces of one kind together, the groups side by side",
    "hand": "the cards of a hand",
    "hub": "the middle of a ring of seats: what goes on, in a circle that runs clockwise",
    "line": "cards in a line, a deck before them if the first is a back",
    "mat": "dice thrown at a mat, and the throws still to come",
    "notes": "a strip of paper with one note beside the other",
    "offers": "what is offered, each with the dice or cards that it asks for",
    "pile": "a pile: the topmost piece shows, a figure says how many there are",
    "ranks": "a column for a seat: a die that fights, a grey die, and dice won",
    "scale": "a scale of sums, 3 to 18, with a mark at each last roll",
    "signs": "signs of equal size side by side, one of which is declared",
    "strip": "pieces as wide as their zone, one under the other",
    "ten": "a pile as a row of ticks, as many as it can hold",
    "throw": "what was thrown, large, beside the pile that is drawn from",
    "tower": "a tower: what was put up last is on top",
    "track": "a track of spaces",
    "tray": "where chosen pieces are laid before the choice is made",
}
LOOKS = {
    "battle-card": "a Battle Card: condition and swords",
    "bid": "a bid: how many dice of which face, written ``4x6``",
    "card-back": "the back of a card",
    "chip": "a chip",
    "command-die": "a Command Die; ``command-die-red``, ``-white``, ``-black``, ``-blue`` say which",
    "condition-card": "a card that says what dice must show",
    "dardz-action": "an action card",
    "dardz-number": "a card with a number",
    "dardz-offer": "what a seat offers to swap",
    "die": "a die with pips, coloured by its seat",
    "duel-card": "the card of a duel",
    "ghost": "a seat that is out of the game and still rolls",
    "kadoova-card": "a card with a name and a text",
    "mark": "a mark laid beside a piece",
    "note": "a few words on paper",
    "round": "a round of a match, with who won it",
    "seat": "a seat as a piece, to be chosen",
    "sign": "a sign with words",
    "space": "a space of a track",
    "step": "a step of a ladder",
    "token": "a plain token with its face on it",
    "turns": "turns used up of those there are, written ``1/3``",
}
STATES = {
    "big": "larger than its neighbours",
    "covered": "another piece lies on it",
    "held": "kept from the roll that comes",
    "hidden": "not seen by the others",
    "hit": "it does what was asked",
    "immune": "cannot be attacked",
    "lost": "taken away from its owner",
    "many": "may be tapped several times",
    "next": "the place that comes next",
    "no": "known not to be there",
    "now": "what it is about at present",
    "offered": "held out to somebody",
    "once": "chosen as soon as it is tapped",
    "out": "no longer in the game",
    "passed": "a place that lies behind",
    "pawn": "the place where somebody stands",
    "picture": "a die that stands for a number: never thrown",
    "preset": "chosen from the start, and may be put back",
    "reach": "it would do after a change",
    "right": "an answer that is right",
    "shifted": "changed by a card",
    "slid": "pushed from where it was",
    "small": "smaller than its neighbours",
    "spent": "used, or without effect",
    "waits": "takes effect later",
    "wild": "may stand for anything",
    "wrong": "an answer that is wrong",
    "yes": "known to be there",
}
PLATE_STATES = {
    "turn": "on turn",
    "dealer": "deals, or begins",
    "immune": "cannot be attacked",
    "ghost": "out of the game, and still rolls",
    "out": "out of the game",
}
PART_STATES = {
    "best": "the best of its column",
    "spent": "counts nothing",
    "lost": "was scored and taken away",
}
ROLES = {
    "pass": "lets the window pass that is open",
    "stay": "changes nothing, while others still choose",
    "waive": "lets it pass and all others of its span, see ``Window.span`` in ``kernel/timing.py``",
}
MOODS = {"act": "the viewer may act", "wait": "others act", "over": "the match is over"}


def faults_of(scene: Scene) -> Iterator[str]:
    """What ``scene`` names that nothing draws, with the nearest thing that has a name."""
    yield from _unknown("mood", scene.now.mood, MOODS, "the Now line")
    for plate in scene.plates:
        for state in plate.states:
            yield from _unknown("state", state, PLATE_STATES, f"the plate of seat {plate.seat}")
    for zone in scene.zones:
        yield from _unknown("place", zone.place, PLACES, f"zone {zone.id!r}")
        yield from _unknown("layout", zone.layout, LAYOUTS, f"zone {zone.id!r}")
        for piece in zone.pieces:
            yield from _faults_of_piece(piece)
    for choice in scene.choices:
        if choice.role:
            yield from _unknown("role", choice.role, ROLES, f"choice {choice.text!r}")
    for row in scene.account.rows if scene.account else ():
        for part in row.parts:
            if part.state:
                yield from _unknown("state", part.state, PART_STATES, f"part {part.label!r} of the account")
            for piece in part.pieces:
                yield from _faults_of_piece(piece)


def _faults_of_piece(piece: Piece) -> Iterator[str]:
    if not any(piece.look == look or piece.look.startswith(f"{look}-") for look in LOOKS):
        yield from _unknown("look", piece.look, LOOKS, f"piece {piece.id!r}")
    for state in piece.states:
        yield from _unknown("state", state, STATES, f"piece {piece.id!r}")


def _unknown(what: str, name: str, known: dict[str, str], where: str) -> Iterator[str]:
    if name not in known:
        yield f"{where} has the {what} {name!r}; known are {', '.join(known)}"
