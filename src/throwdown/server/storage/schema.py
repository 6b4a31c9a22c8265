"""The database's tables as they are now; ``migrations`` brings an older database here."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    false,
)

REVISION = "0021"

metadata = MetaData()

keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),  # keys of cookies are sealed
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("code", Text, unique=True),
    Column("listed", Boolean, nullable=False),
    Column("touched", Float, nullable=False),
    Column("waits", Float, nullable=False, server_default="0"),  # seconds that it waits longer than others
)
Index("tables_listed", tables.c.listed, tables.c.touched)
Index(
    "tables_with_codes",
    tables.c.touched,
    sqlite_where=tables.c.code.is_not(None),
    postgresql_where=tables.c.code.is_not(None),
)

matches = Table(
    "matches",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("result", Text),  # how it ended; NULL until then, empty where it ended before this was saved
)
Index("matches_of_a_table", matches.c.table_id, matches.c.number, unique=True)

events = Table(
    "events",
    metadata,
    Column("match", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("event", Integer, nullable=False),
    Column("guest", Text),
    Column("request", BigInteger),
    Column("evidence", Text),  # how it came about where a hand decided it
    Column("drawn", Text),  # events of chance that followed it, an array in JSON; NULL: none in this row
    sqlite_with_rowid=False,
)

named_values = Table(
    "named_values",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("record", LargeBinary, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("match", BigInteger, primary_key=True, autoincrement=False),
    Column("record", LargeBinary, nullable=False),  # where it was won, as it is told
)

searched = Table(
    "searched",
    metadata,
    Column("match", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("found", Integer, nullable=False),  # how many puzzles
    Column("record", LargeBinary, nullable=False),  # the puzzles
)
Index("searched_of_a_game", searched.c.game, searched.c.found)

players = Table(
    "players",
    metadata,
    Column("match", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("guest", Text, primary_key=True),
    Column("ended", Float, nullable=False),  # seconds since 1970; 0 where it was not saved
)
Index("players_of_a_guest", players.c.guest, players.c.ended)

renewals = Table(
    "renewals",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("since", BigInteger, nullable=False),  # cookies made earlier, in seconds, are refused
)
Index("renewals_since", renewals.c.since)

beside = Table(
    "beside",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("code", Text, unique=True),
    Column("revision", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("touched", Float, nullable=False),
)
Index("beside_touched", beside.c.touched)

clocks = Table(
    "clocks",
    metadata,
    Column("match", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", Text, nullable=False),
    Column("due", Float),  # when something is to be done, in seconds of service; NULL: no clock runs
    Column("record", LargeBinary, nullable=False),
)
Index("clocks_due", clocks.c.due)

service = Table(
    "service",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seconds", Float, nullable=False),  # for which the tables were served
    Column("seen", Float, nullable=False),  # when that was last counted, in seconds since 1970
)

people = Table(
    "people",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("called", Boolean, nullable=False),  # whether there is an address at which to call them
    Column("record", LargeBinary, nullable=False),
    Column("shares", Boolean, nullable=False, server_default=false()),  # whether matches may become puzzles
)
Index("people_called", people.c.called)
Index("people_sharing", people.c.shares)

notices = Table(
    "notices",
    metadata,
    Column("match", BigInteger, primary_key=True, autoincrement=False),
    Column("guest", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),  # of the guest: what the notice is about
    Column("table_id", Text, nullable=False),
    Column("made", Float, nullable=False),  # in seconds since 1970
    Column("due", Float),  # when it is sent, or tried again; NULL: done with
    Column("tries", Integer, nullable=False),
    Column("reached", Text, nullable=False, server_default=""),  # the ways by which it has arrived
)
Index("notices_due", notices.c.due)

pushes = Table(
    "pushes",
    metadata,
    Column("id", Text, primary_key=True),  # the hash of the address that its push service gave the browser
    Column("guest", Text, nullable=False),
    Column("record", LargeBinary, nullable=False),
)
Index("pushes_guest", pushes.c.guest)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),  # of the credential, as its authenticator names it
    Column("guest", Text, nullable=False),
    Column("record", LargeBinary, nullable=False),
)
Index("passkeys_guest", passkeys.c.guest)

challenges = Table(
    "challenges",
    metadata,
    Column("id", Text, primary_key=True),  # one that was answered, and is good no more
    Column("until", Float, nullable=False),  # in seconds since 1970, when it is worthless anyhow
)

carries = Table(
    "carries",
    metadata,
    Column("hash", Text, primary_key=True),  # of the words that make a device the guest's
    Column("guest", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("colour", Integer, nullable=False),
    Column("until", Float),  # in seconds since 1970, and good once; NULL: a phrase that is kept
)
Index("carries_guest", carries.c.guest)

sitting = Table(
    "sitting",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
)
Index("sitting_table", sitting.c.table_id)

writers = Table(
    "writers",
    metadata,
    Column("guest", Text, primary_key=True),  # who has written lines that are kept with the table
    Column("table_id", Text, primary_key=True),
)
Index("writers_table", writers.c.table_id)

house = Table(
    "house",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("who", Text, primary_key=True),  # the id of a guest, or an address
    Column("until", Float, nullable=False),  # in seconds since 1970; 0: for good
    Column("why", Text, nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("match", BigInteger, primary_key=True, autoincrement=False),
    Column("roll", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("link", Text, nullable=False),
    Column("next", Text, nullable=False),  # the tip of the chain after this one's last link, else empty
)
