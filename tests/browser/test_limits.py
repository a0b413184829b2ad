"""A player whom the server asks to wait: the move is kept, and sent once the time has come."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.browsing import intercept
from tests.browser.conftest import SitDown
from tests.browser.guard import Guard
from tests.browser.hands import Clicks

pytestmark = pytest.mark.browser

MOVES = "**/move"
NOTICE = "#offline"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_move_that_came_too_soon_is_sent_by_itself(
    sit_down: SitDown, guard: Guard, lang: str
) -> None:
    guard.expect_failed_requests()
    table = sit_down("klondike", 48213, lang)
    Clicks().turn(table)
    table.answered(1)
    before = table.board()

    def refuse(route: Route) -> None:
        route.fulfill(status=429, headers={"Retry-After": "1"}, body="<p>Wait</p>")

    intercept(table.page, MOVES, refuse, times=2)
    Clicks().turn(table)
    expect(table.page.locator(NOTICE)).to_be_visible()
    assert table.board() == before
    # nobody presses anything
    table.answered(2)
    expect(table.page.locator(NOTICE)).to_be_hidden()
    assert table.moves == 2
    assert table.board() == table.fresh_board()


def test_who_does_not_want_to_wait_may_try_at_once(sit_down: SitDown, guard: Guard) -> None:
    guard.expect_failed_requests()
    table = sit_down("roman", 48213)
    intercept(
        table.page,
        MOVES,
        lambda route: route.fulfill(status=429, headers={"Retry-After": "9999"}),
        times=1,
    )
    Clicks().turn(table)
    table.page.locator("#retry").click()
    table.answered(1)
    expect(table.page.locator(NOTICE)).to_be_hidden()
    assert table.board() == table.fresh_board()
