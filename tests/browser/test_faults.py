"""What goes wrong on the way: slow answers, none, faults, a second tab, a restart."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import NewContext, SitDown
from tests.browser.guard import Guard
from tests.browser.hands import Clicks
from tests.browser.server import Server
from tests.browser.table import Table

pytestmark = pytest.mark.browser

DAY = 86400
MOVES = "**/move"
NOTICE = "#offline"


def play_any(table: Table, *, wait: bool = True) -> None:
    """The first move of a card that the page offers, else a turn of the stock."""
    offer = table.offer()
    if offer.lifts:
        Clicks().move(table, offer.lifts[0], offer.lifts[0].targets[0])
    else:
        Clicks().turn(table)
    if wait:
        table.answered(offer.version + 1)


def test_a_second_move_waits_for_a_slow_answer(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    held: list[Route] = []
    table.page.route(MOVES, lambda route: held.append(route), times=1)  # noqa: PLW0108
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


def test_a_cut_line_keeps_the_move_and_sends_it_once(sit_down: SitDown, guard: Guard) -> None:
    guard.expect_failed_requests()
    table = sit_down("klondike", 48213)
    Clicks().turn(table)
    table.answered(1)
    before = table.board()
    finished: list[Request] = []
    table.page.on("requestfinished", lambda one: finished.append(one))  # noqa: PLW0108
    table.page.context.set_offline(True)
    Clicks().turn(table)
    notice = table.page.locator(NOTICE)
    expect(notice).to_be_visible()
    expect(notice.get_by_role("button", name="Try again")).to_be_visible()
    assert table.board() == before
    table.page.context.set_offline(False)
    table.answered(2)
    expect(notice).to_be_hidden()
    assert [one.method for one in finished] == ["POST"]
    assert table.board() == table.fresh_board()


def test_retry_sends_a_lost_move(sit_down: SitDown, guard: Guard) -> None:
    guard.expect_failed_requests()
    table = sit_down("roman", 48213)
    table.page.route(MOVES, lambda route: route.abort(), times=1)
    Clicks().turn(table)
    expect(table.page.locator(NOTICE)).to_be_visible()
    table.page.get_by_role("button", name="Try again").click()
    table.answered(1)
    expect(table.page.locator(NOTICE)).to_be_hidden()
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

    table.page.route(MOVES, lose, times=1)
    Clicks().turn(table)
    expect(table.page.locator(NOTICE)).to_be_visible()
    table.page.get_by_role("button", name="Try again").click()
    table.answered(2)
    assert table.moves == 2
    assert table.board() == table.fresh_board()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("status", [500, 404, 422, 429])
def test_a_fault_leaves_the_board(
    status: int, lang: str, page: Page, server: Server, guard: Guard
) -> None:
    guard.expect_failed_requests()
    table = Table(page, server.url, "roman", 48213, lang).open()
    before = table.board()
    page.route(MOVES, lambda route: route.fulfill(status=status, body="<h1>Oh</h1>"), times=1)
    Clicks().turn(table)
    expect(page.locator(NOTICE)).to_be_visible()
    wanted = {"en": "The move has not arrived yet.", "fr": "n’est pas encore arrivé"}
    expect(page.locator(NOTICE)).to_contain_text(wanted[lang])
    assert table.board() == before
    expect(page.get_by_text("Oh", exact=True)).to_have_count(0)
    page.locator("#retry").click()
    table.answered(1)
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


def test_a_stale_tab_shows_the_true_board_and_why(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    play_any(table)
    stale = sit_down("klondike", 48213, page=table.page.context.new_page())
    table.page.bring_to_front()
    for _ in range(3):
        play_any(table)
    truth = table.board()
    stale.page.bring_to_front()
    Clicks().turn(stale)
    expect(stale.line).to_contain_text("gone on in the meantime")
    stale.settled()
    assert stale.board() == truth == stale.fresh_board()
    play_any(stale)
    assert stale.version == 5
    assert stale.board() == stale.fresh_board()


def test_a_reload_after_each_move_shows_the_same_page(sit_down: SitDown) -> None:
    table = sit_down("signora", 48213)
    for _ in range(6):
        play_any(table)
        before = table.board()
        table.page.reload()
        assert table.board() == before


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


def test_forty_moves_are_one_step_of_the_history(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/en/")
    page.get_by_role("link", name="Roman").click()
    page.wait_for_url("**/en/roman")
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
