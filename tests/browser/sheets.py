"""The score sheet of a match that was played, filled in by taps in a browser, line by line."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from tests.sheets import Case
from throwdown.server.beside.sheets import SheetField

NAMES = ("Ada", "Nils", "Maya", "Theo", "Iris", "Kofi", "Lena", "Hazel")
EIGHT = [{"name": name, "colour": k} for k, name in enumerate(NAMES)]
MANY_NAMES = 8  # beyond it cards are chosen from a list, where no sum may be typed


def kept(case: Case, note: str = "") -> str:
    """A script that leaves the sheet of a case on the device."""
    many = case.setup["seats"]
    sheet: dict[str, Any] = {
        "people": EIGHT[:many],
        "settings": case.setup["settings"],
        "lines": case.lines,
        "draft": {"choices": {}, "cells": [{} for _ in range(many)]},
        "at": len(case.lines),
        "decided": case.decided,
        "note": note,
        "begun": "2026-11-21",
    }
    key = f"beside sheet {case.key}"
    return f"localStorage.setItem({json.dumps(key)}, {json.dumps(json.dumps(sheet))})"


def empty_of(case: Case) -> str:
    """A script that leaves an empty sheet for the same people and settings."""
    return kept(msgspec.structs.replace(case, lines=[], decided=None))


def fill(page: Page, case: Case, names: list[str]) -> None:
    """Write every line of the case: for each player what is in their cell."""
    for at, line in enumerate(case.lines):
        for key, value in line["choices"].items():
            choice = next(one for one in case.sheet.choices if one.key == key)
            page.get_by_label(choice.label).select_option(str(value))
        for name, cell in zip(names, line["cells"], strict=True):
            entered = [field for field in case.sheet.fields if cell.get(field.key)]
            if entered:
                page.get_by_role("radio", name=name).tap()
            for field in entered:
                _enter(page.get_by_role("group", name=f"{field.label}, {name}"), field, cell[field.key])
        sheet = case.sheet
        number = at + (0 if sheet.opening else 1)
        told = sheet.opening if sheet.opening and at == 0 else f"{sheet.line.lower()} {number}"
        page.get_by_role("button", name=f"Write {told}", exact=True).tap()


def written(page: Page, case: Case, names: list[str]) -> None:
    """Write the whole sheet; it must come to the result of the match."""
    fill(page, case, names)
    expect(page.get_by_role("button", name="Another game")).to_be_visible()
    winner = names[case.winners[0]]
    tied = page.get_by_role("button", name=f"{winner} won it")
    if tied.count():  # a tie that was settled outside the sheet
        tied.tap()
    expect(page.locator("tfoot tr:last-child td")).to_have_text([f"{total:,}" for total in case.totals])
    won = [names[seat] for seat in case.winners]
    expect(page.locator(".now b")).to_have_text(
        f"{winner} won." if len(won) == 1 else f"{' and '.join(won)} share it."
    )


def _enter(group: Locator, field: SheetField, value: Any) -> None:
    if field.kind == "cards" and len(field.names) > MANY_NAMES and not field.typed:
        for card in value:
            group.get_by_role("combobox").select_option(str(card))
    elif field.kind == "cards":
        for card in value:
            group.locator(".cards button").nth(card).tap()
    elif field.kind == "flag":
        group.get_by_role("radio").nth(1).tap()
    elif field.kind == "parts":
        for part in value:
            _type(group, part)
            group.get_by_role("button", name=f"Add {'+' if part > 0 else ''}{part}", exact=True).tap()
    else:
        _type(group, value)


def _type(group: Locator, number: int) -> None:
    typed = group.get_by_role("textbox")
    typed.fill(str(number))
    typed.press("Enter")
