"""DARDZ: the record of a match, and the names of what it holds."""

from __future__ import annotations

from ...kernel.contract import record, rule

MOST_SEATS, HAND = 8, 3
NUMBERS = 12
GOLDEN = 12  # the kind of a golden 7; kinds 0 .. 11 are the numbers 1 .. 12
ACTIONS = 13  # the first kind of action card
JACKPOT, BOOST, BUNK, CLOCK, SKULL, TRADE = range(13, 19)
KINDS = 19
ACTION_TEXTS = ("jackpot", "boost", "bunk", "clock", "skull", "trade")
NUMBER_COPIES, ACTION_COPIES = 6, 3  # DZ-1
WHOLE_PACK = 90
CARDS = KINDS * 6  # card = kind * 6 + copy
TEN, LUCKY_PILE = 10, 3  # DZ-17, DZ-20
ROUND_PRIZE, CLEAN_PRIZE, TRIPLE_PRIZE = 10, 5, 20  # DZ-17, DZ-15, DZ-12
STILL_LAPS = 3  # DZ-18
LAST_ROUND = 50  # DZ-22
LEAD_ROLL_OFFS = 2  # DZ-22: best of three
PAST = 8  # rounds that the record keeps for the score card
NOBODY = -1
ON_THE_TABLE = 30  # where a played action card lies until it counts

# Phases: who is awaited, and for what
TOSS, DRAW, ACTION, NAME, GIVE, TAKE, ROLL, PICK, READY, OVER = range(10)

# Steps: what the program does next without asking anybody; REST while somebody is awaited
REST, GO_ON, BONUS, EFFECT, LAND, CHECK, DRAWS = range(7)
END_TURN, NEXT_TURN, FIRST_TURN, SCORE, FINISH = range(7, 12)

# What the dice of the player on turn are thrown for; 0 for none
FIRST_ROLL, SECOND_ROLL, THIRD_ROLL, BONUS_ROLL = range(1, 5)
GUESS_ROLL, LOWEST_ROLL, HIGHEST_ROLL, OTHERS_ROLL, GAIN_ROLL, LOSS_ROLL = range(5, 11)

# What an action card may do, in the order of the choices in tables.toml; a card does up to two of them (DZ-3)
EFFECTS = 2
NO_EFFECT, GUESS_A_DIE, LOWEST_GAIN, HIGHEST_LOSE, OTHERS_LOSE, HOLDER_GAINS, HOLDER_LOSES = range(7)
HANDS_LEFT, HANDS_RIGHT, SWAP_A_CARD = range(7, 10)

# What dice that several players toss decide; OFF_ are Roll-Offs
WHO_STARTS, OFF_START, OFF_TEN, OFF_NEXT, OFF_WIN, LUCKY_ROLL = range(6)

# Events
CHOOSE = 0  # + number 1 .. 12; 0 is nothing
NOTHING = 0
PLAY = 13  # + kind - ACTIONS
GUESS = 19  # + number - 1
KEEP = 25
OFFER = 26  # + kind
FETCH = 45  # + seat * KINDS + kind
CALL_TEN = 197
ROLL_ON = 198
DIE = 199  # + face - 1
CARD = 205  # + kind
EVENTS = 224

OPTIONS = record(
    ("card_points", "i4", NUMBERS),
    ("golden_points", "i4"),
    ("golden_sevens", "i4"),
    ("action_points", "i4", KINDS - ACTIONS),
    ("jackpot_right", "i4"),
    ("jackpot_wrong", "i4"),
    ("boost_dice", "i4"),
    ("bunk_dice", "i4"),
    ("target", "i4"),
    ("team_target", "i4"),
    ("teams", "i4"),
    ("announce_ten", "i4"),
    ("closed_piles", "i4"),
    ("forfeits", "i4"),
    *((f"{name}_{part}", "i4") for name in ACTION_TEXTS for part in ("does", "then")),
)

STATE = record(
    ("phase", "i4"),
    ("step", "i4"),
    ("then", "i4"),  # the step that follows the draws
    ("seats", "i4"),
    ("sides", "i4"),  # scores kept: one a seat, or one a team
    ("rounds", "i4"),
    ("turns", "i4"),
    ("closed", "i4"),  # 1: the round is scored; its cards lie until the first card is dealt
    ("turn", "i4"),  # whose turn it is
    # cards
    ("left", "i4", KINDS),  # in the draw pile
    ("pile_left", "i4"),
    ("where", "i4", CARDS),  # 0 undrawn, 1 + seat in hand, 11 + seat in a points pile, ON_THE_TABLE
    ("hand", "i4", (MOST_SEATS, HAND)),  # card + 1, 0 for a gap, gaps last
    ("held", "i4", MOST_SEATS),
    ("pile", "i4", MOST_SEATS),  # cards in the points pile
    ("loot", "i4", MOST_SEATS),  # their points
    ("scored", "i4", MOST_SEATS),  # what the pile has changed the score by, once the round is over
    ("due", "i4", MOST_SEATS),  # cards that a seat is still to draw
    ("owed", "i4"),  # the sum of due
    ("drawer", "i4"),
    ("fresh", "i4", MOST_SEATS),  # cards drawn in these draws, the last ones of the hand
    ("moved", "i4", MOST_SEATS),  # cards that the last move took to each pile
    # the turn
    ("roll", "i4"),  # the roll that is next or under way, 1 .. 4
    ("bonus", "i4"),  # 1: the Bonus Roll has begun
    ("hits", "i4"),  # rolls of this turn that moved a card of the player's own
    ("stirred", "i4"),  # 1: a card has gone to a pile this turn
    ("still", "i4"),  # turns in a row in which none has
    ("called", "i4"),  # what the dice that are due are for
    ("need", "i4"),
    ("thrown", "i4"),  # what the dice that lie there were for
    ("thrower", "i4"),
    ("shown", "i4"),
    ("dice", "i4", 3),
    ("picked", "i4"),  # the number picked from them, 0 for none
    ("played", "i4"),  # card + 1 of the action card being played
    ("named", "i4"),  # the Jackpot's number
    ("offered", "i4"),  # the card + 1 that is offered for a swap
    ("doing", "i4"),  # how many effects of the played card have begun
    ("dice_card", "i4"),  # the kind of action card that dice were last called for
    ("passes", "i4"),  # how often hands have been passed in this round
    ("passed", "i4"),  # HANDS_LEFT or HANDS_RIGHT: which way they went last
    # dice tossed by several
    ("why", "i4"),
    ("contest", "i4"),  # bit set of the seats it is about
    ("tossers", "i4"),  # those who toss now
    ("roller", "i4"),
    ("each", "i4"),  # dice a seat
    ("tossed", "i4"),  # dice of this toss that lie
    ("toss", "i4", (MOST_SEATS, 2)),
    ("last_toss", "i4"),  # what the tosses that lie there were for
    ("off_wins", "i4", MOST_SEATS),  # DZ-22
    # scores
    ("score", "i4", MOST_SEATS),  # by side
    ("has_scored", "i4"),  # 1: somebody has gained points in this match
    ("opening", "i4", MOST_SEATS),  # when the round began
    ("past", "i4", (MOST_SEATS, PAST)),  # gained in former rounds
    ("ten", "i4"),  # who has the +10 of this round, or NOBODY
    ("winner", "i4"),  # side, or NOBODY
    # values
    ("worth", "i4", KINDS),
    ("golden_sevens", "i4"),
    ("jackpot_right", "i4"),
    ("jackpot_wrong", "i4"),
    ("boost_dice", "i4"),
    ("bunk_dice", "i4"),
    ("target", "i4"),
    ("announce_ten", "i4"),
    ("closed_piles", "i4"),
    ("forfeits", "i4"),
    ("does", "i4", (KINDS - ACTIONS, EFFECTS)),
)


@rule
def side_of(s, seat):
    """DZ-24: partners sit across; without teams every seat is a side."""
    return seat % s.sides


@rule
def gain(s, seat, points):
    """DZ-4: no score goes below zero."""
    side = side_of(s, seat)
    s.score[side] = max(0, s.score[side] + points)
    if points > 0:
        s.has_scored = 1


@rule
def edge_score(s, highest):
    """The highest score of all, or the lowest."""
    edge = s.score[0]
    for side in range(1, s.sides):
        if s.score[side] > edge if highest else s.score[side] < edge:
            edge = s.score[side]
    return edge


@rule
def does(s, kind, effect):
    """Whether the action card ``kind`` has that effect (DZ-3)."""
    for k in range(EFFECTS):
        if s.does[kind - ACTIONS, k] == effect:
            return True
    return False


@rule
def passes_hands(s, kind):
    """Whether the action card ``kind`` passes all hands on: such a card is played last and replaced first."""
    return does(s, kind, HANDS_LEFT) or does(s, kind, HANDS_RIGHT)


@rule
def lowest_bit(mask):
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    return seat
