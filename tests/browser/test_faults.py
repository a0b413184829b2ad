"""What goes wrong on the way: slow answers, none, and answers that are not the table's."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.browsing import intercept
from tests.browser.conftest import NewContext, SitDown
from tests.browser.guard import Guard
from tests.browser.hands import PHONE, Clicks, Hands, Keys, Mouse
from tests.browser.scripts import log_of, play_any
from tests.browser.server import Server
from tests.browser.table import Table

pytestmark = pytest.mark.browser

DAY = 86400
MOVES = "**/move"
NOTICE = "#offline"
WAYS: dict[str, Callable[[], Hands]] = {"click": Clicks, "drag": Mouse, "keys": Keys}
PATIENT = {"Retry-After": "60"}
"""Until then the page does not try again by itself."""
HTML = {"Content-Type": "text/html; charset=utf-8"}
PORTAL = "<!doctype html><title>Hotel</title><h1>Oh</h1><p id=status data-version=9>Log in</p>"
FAULTS: dict[str, tuple[int, dict[str, str], str]] = {
    **{
        str(status): (status, HTML, PORTAL)
        for status in (403, 404, 413, 422, 429, 500, 502, 503, 504)
    },
    "portal": (200, HTML, PORTAL),
    "empty": (200, HTML, ""),
    "other type": (200, {"Content-Type": "application/json"}, "{}"),
    "redirect": (303, {"Location": "/en/"}, ""),
}
"""Status, headers and body of what may come in place of an answer."""


def test_a_second_move_waits_for_a_slow_answer(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    held: list[Route] = []
    intercept(table.page, MOVES, lambda route: held.append(route), times=1)  # noqa: PLW0108
    with table.page.expect_request(MOVES):
        Clicks().turn(table)
    offer = table.offer()
    Clicks().move(table, offer.lifts[0], offer.lifts[0].targets[0])
    Clicks().turn(table)
    table.settled()
    assert table.version == 0
    held[0].continue_()
    table.answered(3)
    assert table.moves == 3
    assert table.board() == table.fresh_board()


@pytest.mark.parametrize("way", WAYS)
def test_offline_moves_are_kept_in_order_and_sent_once(
    way: str, sit_down: SitDown, server: Server, guard: Guard
) -> None:
    guard.expect_failed_requests()
    table = sit_down("klondike", 48213)
    Clicks().turn(table)
    table.answered(1)
    before = table.cards()
    finished: list[Request] = []
    table.page.on("requestfinished", lambda one: finished.append(one))  # noqa: PLW0108
    table.page.context.set_offline(True)
    lift = table.offer().lifts[0]
    move = f"{lift.run}{lift.targets[0]}"
    WAYS[way]().move(table, lift, lift.targets[0])
    notice = table.page.locator(NOTICE)
    expect(notice).to_be_in_viewport(ratio=1)
    expect(notice.get_by_role("button", name="Try again")).to_be_visible()
    for _ in range(2):
        WAYS[way]().turn(table)
    table.settled()
    assert table.cards() == before
    table.page.context.set_offline(False)
    table.answered(4)
    expect(notice).to_be_hidden()
    assert [one.method for one in finished] == ["POST"] * 3
    assert table.board() == table.fresh_board()
    assert log_of(server, table) == f"d.{move}.d.d"


def test_the_browser_asks_before_a_pending_move_is_left(sit_down: SitDown, guard: Guard) -> None:
    guard.expect_failed_requests()
    table = sit_down("roman", 48213)
    page = table.page
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.context.set_offline(True)
    Clicks().turn(table)
    expect(page.locator(NOTICE)).to_be_visible()
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    page.context.set_offline(False)
    table.answered(1)
    with page.expect_event("close"):
        page.close(run_before_unload=True)


def test_a_lost_move_is_sent_again_without_a_press(sit_down: SitDown, guard: Guard) -> None:
    guard.expect_failed_requests()
    table = sit_down("roman", 48213)
    intercept(table.page, MOVES, lambda route: route.abort(), times=2)
    Clicks().turn(table)
    expect(table.page.locator(NOTICE)).to_be_visible()
    table.answered(1)
    expect(table.page.locator(NOTICE)).to_be_hidden()
    assert table.board() == table.fresh_board()


def test_who_presses_retry_by_key_goes_on_by_key(sit_down: SitDown, guard: Guard) -> None:
    guard.expect_failed_requests()
    table = sit_down("roman", 48213)
    intercept(table.page, MOVES, lambda route: route.fulfill(status=503, headers=PATIENT), times=1)
    table.page.keyboard.press("d")
    retry = table.page.locator("#retry")
    expect(retry).to_be_visible()
    retry.focus()
    table.page.keyboard.press("Enter")
    table.answered(1)
    assert table.page.evaluate("() => Boolean(document.activeElement.closest('.pile'))")


def test_on_a_phone_the_line_stands_above_the_controls(
    new_context: NewContext, server: Server, guard: Guard
) -> None:
    guard.expect_failed_requests()
    page = new_context(PHONE, touch=True).new_page()
    table = Table(page, server.url, "roman", 48213).open()
    page.context.set_offline(True)
    table.stock.tap()
    expect(page.locator(NOTICE)).to_be_in_viewport(ratio=1)
    assert table.box(NOTICE).bottom <= table.box("#status .moves").y


def test_a_try_that_hangs_is_said_to_and_ended_by_retry(sit_down: SitDown) -> None:
    table = sit_down("roman", 48213)
    held: list[Route] = []
    intercept(table.page, MOVES, lambda route: held.append(route), times=1)  # noqa: PLW0108
    Clicks().turn(table)
    table.page.locator("#retry").click()
    table.answered(1)
    assert len(held) == 1
    assert table.board() == table.fresh_board()


def test_an_answer_that_is_lost_is_not_a_second_move(sit_down: SitDown, guard: Guard) -> None:
    """The server has made the move, but nobody has heard of it: it is sent again, made once."""
    guard.expect_failed_requests()
    table = sit_down("bureau", 48213)
    Clicks().turn(table)
    table.answered(1)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    intercept(table.page, MOVES, lose, times=1)
    Clicks().turn(table)
    expect(table.page.locator(NOTICE)).to_be_visible()
    table.answered(2)
    assert table.moves == 2
    assert table.board() == table.fresh_board()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_leaves_the_board(fault: str, page: Page, server: Server, guard: Guard) -> None:
    guard.expect_failed_requests()
    lang = "fr" if fault == "500" else "en"
    table = Table(page, server.url, "roman", 48213, lang).open()
    before = table.board()
    status, headers, body = FAULTS[fault]
    intercept(
        page,
        MOVES,
        lambda route: route.fulfill(status=status, headers=PATIENT | headers, body=body),
        times=1,
    )
    Clicks().turn(table)
    expect(page.locator(NOTICE)).to_be_visible()
    wanted = {"en": "The move has not arrived yet.", "fr": "n’est pas encore arrivé"}
    expect(page.locator(NOTICE)).to_contain_text(wanted[lang])
    assert table.board() == before
    expect(page.get_by_text("Oh", exact=True)).to_have_count(0)
    expect(page).to_have_url(table.url)
    page.locator("#retry").click()
    table.answered(1)
    expect(page.locator(NOTICE)).to_be_hidden()
    assert table.board() == table.fresh_board()


def test_a_refused_move_says_so_and_changes_nothing(sit_down: SitDown) -> None:
    """No click reaches one, so the press is made to say another move."""
    table = sit_down("roman", 48213)
    before = table.board()
    table.page.evaluate("() => { document.querySelector('.pile.stock > .place').value = 'r1t1'; }")
    Clicks().turn(table)
    expect(table.line).to_have_text("That move is not possible.")
    expect(table.page.locator("#live")).to_have_text("That move is not possible.")
    assert table.board() == before == table.fresh_board()
    Clicks().turn(table)
    table.answered(1)
    expect(table.line).to_have_text("")


def test_the_game_goes_on_after_ninety_days_and_a_restart(
    new_context: NewContext, tmp_path: Path, guard: Guard
) -> None:
    own = Server(tmp_path / "patience.db")
    own.start()
    try:
        guard.server = own.url
        page = new_context().new_page()
        table = Table(page, own.url, "roman", 48213).open()
        for _ in range(3):
            play_any(table)
        cookie = next(one for one in page.context.cookies() if one["name"] == "player")
        now: float = page.evaluate("() => Date.now() / 1000")
        assert cookie["expires"] - now > 90 * DAY
        own.change("UPDATE plays SET started = started - ?, moved = moved - ?", 90 * DAY, 90 * DAY)
        own.restart()
        play_any(table)
        assert table.version == 4
        assert table.board() == table.fresh_board()
    finally:
        own.stop()
