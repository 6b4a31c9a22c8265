"""Names that look alike are told apart at a table."""

from __future__ import annotations

import pytest

from throwdown.server.guests.identity import NAME_LENGTH, Guest
from throwdown.server.guests.lookalikes import distinct, skeleton
from throwdown.server.table import tables


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Nils", "N\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}ls"),
        ("Nils", "NlIS"),
        ("Ada", "\N{GREEK CAPITAL LETTER ALPHA}da"),
        ("Oona", "\N{CYRILLIC CAPITAL LETTER O}\N{CYRILLIC SMALL LETTER O}na"),
        ("Bill", "BiII"),
        ("Rolf", "R0lf"),
        ("Ada", "\N{MATHEMATICAL BOLD CAPITAL A}da"),
        ("Marna", "Mama"),
    ],
)
def test_letters_of_other_scripts_and_forms_that_look_alike_count_as_the_same(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


def test_names_that_are_read_differently_stay_different() -> None:
    names = ["Ada", "Áda", "Адам", "Nils", "Niels", "李", "木子", "Ωmega", "Omega"]
    assert len({skeleton(name) for name in names}) == len(names)


def test_who_seems_to_be_called_like_another_at_the_table_has_a_number() -> None:
    fake = "N\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}ls"
    table = tables.new_table(
        "command-dice", {}, 3, Guest("1", "Nils"), tables.Terms(listed=False, pace="quick")
    )
    tables.sit(table, Guest("2", fake), 1)
    assert table.seats[1].name == f"{fake} 2"
    tables.sit(table, Guest("3", "Iris"), 2)
    assert tables.rename(table, Guest("3", "NILS"))
    assert [seat.name for seat in table.seats] == ["Nils", f"{fake} 2", "NILS 3"]
    long = "M" * NAME_LENGTH
    assert len(distinct(long, [long], NAME_LENGTH)) == NAME_LENGTH
    assert not tables.rename(table, Guest("1", "Nils"))


@pytest.mark.parametrize("name", ["You", "YOU", "Y\N{CYRILLIC SMALL LETTER O}u"])
def test_nobody_is_called_as_pages_call_whoever_reads_them(name: str) -> None:
    table = tables.new_table(
        "command-dice", {}, 2, Guest("1", name), tables.Terms(listed=False, pace="quick")
    )
    assert table.seats[0].name == f"{name} 2"
    assert tables.rename(table, Guest("1", "Ann"))
    assert tables.rename(table, Guest("1", name))
    assert table.seats[0].name == f"{name} 2"
