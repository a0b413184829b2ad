"""One game in several tabs, in the browser's history, and loaded again."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import follow
from tests.browser.conftest import NewContext, SitDown
from tests.browser.hands import Clicks
from tests.browser.scripts import log_of, make_press, play_any
from tests.browser.server import Server
from tests.browser.table import Table

pytestmark = pytest.mark.browser


def test_three_tabs_of_one_game(sit_down: SitDown, server: Server) -> None:
    """One undoes, one moves, one restarts: none makes what its player did not see."""
    first = sit_down("klondike", 48213)
    for version in (1, 2, 3):
        Clicks().turn(first)
        first.answered(version)
    second, third = (
        sit_down("klondike", 48213, page=first.page.context.new_page()) for _ in range(2)
    )
    press(first, "undo", 4)
    assert_shows_the_truth(second, "move", 4)
    press(second, "move", 5)
    assert_shows_the_truth(third, "restart", 5)
    press(third, "restart", 6)
    assert_shows_the_truth(first, "move", 6)
    press(first, "redo-all", 7)
    assert_shows_the_truth(second, "undo", 7)
    assert_shows_the_truth(third, "move", 7)
    for table in (first, second, third):
        assert table.moves == 3
    assert log_of(server, first) == "d.d.d"


def press(table: Table, action: str, version: int) -> None:
    table.page.bring_to_front()
    assert make_press(table, Clicks(), action, "d") == version
    table.answered(version)
    expect(table.line).to_have_text("")
    assert table.board() == table.fresh_board()


def assert_shows_the_truth(stale: Table, action: str, version: int) -> None:
    """A press of a tab that the game has left behind makes nothing and says so."""
    stale.page.bring_to_front()
    make_press(stale, Clicks(), action, "d")
    expect(stale.line).to_contain_text("gone on in the meantime")
    stale.answered(version)
    assert stale.board() == stale.fresh_board()


def test_a_reload_after_each_move_shows_the_same_page(sit_down: SitDown) -> None:
    table = sit_down("signora", 48213)
    for _ in range(6):
        play_any(table)
        before = table.board()
        table.page.reload()
        assert table.board() == before


def test_forty_moves_are_one_step_of_the_history(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/en/")
    follow(page.get_by_role("link", name="Roman", exact=True), re.compile("/en/roman$"))
    number = int(page.locator(".deal-number a").inner_text())
    table = Table(page, server.url, "roman", number)
    for _ in range(40):
        version = table.version
        page.keyboard.press("d")
        table.answered(version + 1)
    expect(page).to_have_url(table.url)
    page.go_back()
    expect(page).to_have_url(f"{server.url}/en/")


@pytest.mark.parametrize("script", [True, False], ids=["script", "forms"])
def test_back_shows_the_new_board(*, script: bool, new_context: NewContext, server: Server) -> None:
    page = new_context(script=script).new_page()
    table = Table(page, server.url, "klondike", 48213, has_script=script).open()
    table.stock.click()
    table.answered(1)
    board = table.board()
    page.get_by_role("link", name="Patience").click()
    expect(page).to_have_url(f"{server.url}/en/")
    page.go_back()
    expect(page).to_have_url(table.url)
    table.answered(1)
    assert table.board() == board == table.fresh_board()
    page.go_forward()
    expect(page).to_have_url(f"{server.url}/en/")
    page.go_back()
    expect(page).to_have_url(table.url)
    table.stock.click()
    table.answered(2)
    assert table.board() == table.fresh_board()
