"""The statistics of one who has won and given up, on screens of every width and on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.notation import split_log
from tests.browser.axe import faults
from tests.browser.conftest import NewContext, give_cookie
from tests.browser.hands import Clicks
from tests.browser.scripts import make_press
from tests.browser.server import Server
from tests.browser.table import Table
from tests.browser.test_rules import LEAST_POINTS, POINTS_A_PIXEL
from tests.browser.test_wins import WINS

pytestmark = pytest.mark.browser

HEADINGS = 8
"""The game, and seven figures."""


@pytest.fixture
def player(new_context: NewContext, server: Server) -> Page:
    """Has won a game and come from there by the box, and then given up another."""
    page = new_context().new_page()
    give_cookie(page, server)
    *steps, last = split_log(WINS["klondike"]["log"])
    table = Table(page, server.url, "klondike", WINS["klondike"]["number"])
    table.open(".".join(steps))
    for move in last.split("-"):
        table.answered(make_press(table, Clicks(), "move", move))
    page.get_by_role("link", name="Statistics").first.click()
    expect(page.get_by_role("rowheader")).to_have_text(["Klondike, draw 1"])
    given_up = Table(page, server.url, "roman", 5).open()
    given_up.answered(make_press(given_up, Clicks(), "move", "d"))
    page.goto("/en/")
    page.get_by_label("Remove Roman, deal 5").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Give up for good").click()
    page.goto("/en/statistics")
    expect(page.get_by_role("rowheader")).to_have_count(3)
    return page


def test_figures_are_read_on_every_screen_and_on_paper(player: Page) -> None:
    for width, lang, scheme in (
        (320, "fr", "light"),
        (360, "en", "dark"),
        (704, "fr", "dark"),
        (1280, "en", "light"),
    ):
        player.set_viewport_size({"width": width, "height": 740})
        player.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        player.goto(f"/{lang}/statistics")
        assert player.evaluate("document.documentElement.scrollWidth") <= width
        assert faults(player) == []
        # a table still, whatever it looks like
        expect(player.get_by_role("columnheader")).to_have_count(HEADINGS)
        row = player.get_by_role("row").filter(has=player.get_by_role("rowheader")).first
        expect(row.get_by_role("cell")).to_have_count(HEADINGS - 1)
        _assert_each_figure_is_named(player, has_heads=width >= 704)
    _assert_it_prints(player)


def _assert_each_figure_is_named(page: Page, *, has_heads: bool) -> None:
    heads = page.locator("thead").evaluate("it => it.getBoundingClientRect().height > 1")
    beside = page.locator("tbody td").first.evaluate(
        "it => getComputedStyle(it, '::before').content"
    )
    assert (heads, beside == "none") == (has_heads, has_heads)


def _assert_it_prints(page: Page) -> None:
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert len(sheets) == 1
    page.emulate_media(media="print", color_scheme="dark")
    for menu in ("header.site", ".ways", ".foot"):
        assert not page.locator(menu).first.is_visible()
    for shown in page.locator("h1, h2, li, th, td, dt, dd").all():
        if shown.is_visible():
            size, colour = shown.evaluate(
                "it => [parseFloat(getComputedStyle(it).fontSize), getComputedStyle(it).color]"
            )
            assert size * POINTS_A_PIXEL >= LEAST_POINTS
            assert colour == "rgb(26, 25, 30)"
