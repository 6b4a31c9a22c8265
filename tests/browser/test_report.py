"""A report of the laboratory in a browser: drawn without a network, readable by everybody, and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from typer.testing import CliRunner

from tests.browser.test_pages import overflow, serious
from throwdown.lab.cli import app

FEW = ("--level", "regular", "--matches", "8", "--playouts", "4", "--weighing", "8", "--accounts", "3")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("report") / "con-person.html"
    done = CliRunner().invoke(app, ["report", "con-person", *FEW, "--cores", "1", "--to", str(file)])
    assert done.exit_code == 0, done.output
    return file


@pytest.fixture
def page(browser: Browser, report: Path) -> Page:
    opened = browser.new_page()
    opened.goto(report.as_uri())
    return opened


def test_every_chart_is_drawn_from_its_table_and_nothing_else_is_asked_for(
    browser: Browser, report: Path
) -> None:
    asked: list[str] = []
    faults: list[str] = []
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(report.as_uri())
    charts = page.locator("figure:has(.chart)")
    expect(charts.locator("svg[role=img]")).to_have_count(charts.count())
    assert charts.count() >= 5
    for chart in charts.all():
        bars = chart.locator("svg .bar rect").count()
        assert bars == chart.locator("tbody tr[data-mean]").count() > 0
    assert asked == [report.as_uri()]
    assert not faults
    expect(page.get_by_role("heading", name="What Regular does")).to_be_visible()
    expect(page.locator("pre")).to_contain_text("throwdown lab report con-person --seats 2 --level regular")
    page.close()


@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_serious_and_nothing_is_wider_than_the_screen(page: Page, light) -> None:
    page.emulate_media(color_scheme=light)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator(".chart svg").first).to_have_attribute("width", str(page.evaluate(WIDTH)))
        assert overflow(page) <= 0
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert serious(page) == []
    page.close()


WIDTH = "document.querySelector('.chart').clientWidth"


def test_on_paper_every_table_is_there(page: Page) -> None:
    expect(page.locator("details table").first).not_to_be_visible()
    page.emulate_media(media="print")
    for table in page.locator("table").all():
        expect(table).to_be_visible()
    expect(page.get_by_text("Figures of this chart").first).not_to_be_visible()
    page.close()
