"""Games in Chromium over a line that delays, cuts and repeats: exact to the last press."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.games import GAMES
from app.play import Play
from tests.browser.conftest import NewContext
from tests.browser.guard import Guard
from tests.browser.hands import Clicks
from tests.browser.scripts import make_press
from tests.browser.server import Server
from tests.browser.table import Table, player_of
from tests.faults.players import Press, script
from tests.faults.proxy import Fault, Proxy, Request

pytestmark = pytest.mark.browser

NUMBER = 4821
LATEST = "#offline:not([hidden]) #retry"


def is_press(request: Request) -> bool:
    return request.method == "POST"


@pytest.fixture
def network(server: Server, guard: Guard) -> Iterator[Proxy]:
    """The way to the server; without faults until a test wants some."""
    guard.expect_failed_requests()
    with Proxy(server.url, seed="browser", share=0, hits=is_press) as proxy:
        guard.server = proxy.url
        yield proxy


@pytest.mark.parametrize(
    ("slug", "by_hand"), [("roman", True), ("bureau", False), ("klondike-3", True)]
)
def test_twelve_presses(
    slug: str, *, by_hand: bool, network: Proxy, new_context: NewContext, server: Server
) -> None:
    network.planned.extend((Fault.RESET_AFTER, Fault.HALF, Fault.RESET_BEFORE, Fault.LATE))
    play_script(slug, 12, network, new_context, server, by_hand=by_hand)
    assert network.faults >= 4


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_a_hundred_presses(
    slug: str, network: Proxy, new_context: NewContext, server: Server
) -> None:
    network.share = 0.2
    play_script(slug, 100, network, new_context, server, by_hand=True)
    assert network.faults > 10


def play_script(
    slug: str,
    length: int,
    network: Proxy,
    new_context: NewContext,
    server: Server,
    *,
    by_hand: bool,
) -> None:
    presses = script(slug, NUMBER, length)
    page = new_context().new_page()
    table = Table(page, network.url, slug, NUMBER).open()
    for press in presses:
        version = make_press(table, Clicks(), press.action, press.move)
        if by_hand:
            press_retry_until(table, version)
        table.answered(version)
        assert table.board() == table.fresh_board()
    assert_stored(server, table, presses[-1].after, length)


def press_retry_until(table: Table, version: int) -> None:
    """As somebody does who does not wait for the page to try again by itself."""
    answer = table.page.locator(f'#status[data-version="{version}"]')
    while not answer.count():
        expect(answer.or_(table.page.locator(LATEST)).first).to_be_attached()
        # not a click of the mouse: the page may have been quicker, and the button gone
        table.page.evaluate("() => document.getElementById('retry').click()")


def assert_stored(server: Server, table: Table, play: Play, version: int) -> None:
    rows = server.rows(
        "SELECT log, ply, version FROM plays WHERE player = ? AND slug = ? AND number = ?",
        player_of(table.page.context),
        table.slug,
        table.number,
    )
    assert rows == [(play.log, play.ply, version)]


@pytest.mark.parametrize(("fault", "is_made"), [(Fault.HELD, True), (Fault.RESET_BEFORE, False)])
def test_a_reload_in_mid_move_shows_the_true_board(
    fault: Fault, *, is_made: bool, network: Proxy, page: Page, server: Server
) -> None:
    table = Table(page, network.url, "klondike", NUMBER).open()
    page.on("dialog", lambda dialog: dialog.accept())
    turn = make_press(table, Clicks(), "move", "d")
    table.answered(turn)
    # the page tries again by itself: none of its tries is to come through
    network.planned.extend([fault] * (1 if is_made else 50))
    make_press(table, Clicks(), "move", "d")
    if is_made:
        wait_for_version(server, table, 2)
    else:
        expect(page.locator(LATEST)).to_be_visible()
    page.reload()
    network.planned.clear()
    expect(page.locator("#status")).to_have_attribute("data-version", "2" if is_made else "1")
    assert table.board() == table.fresh_board()
    version = make_press(table, Clicks(), "move", "d")
    table.answered(version)
    log = ".".join("d" * version)
    assert_stored(server, table, Play.replay("klondike", NUMBER, log), version)


def wait_for_version(server: Server, table: Table, version: int) -> None:
    """Until the server has made it; the page has not heard of it yet."""
    deadline = time.monotonic() + 20
    query = "SELECT version FROM plays WHERE player = ? AND number = ?"
    while server.rows(query, player_of(table.page.context), table.number) != [(version,)]:
        assert time.monotonic() < deadline
        table.settled()


def test_a_killed_server_gets_the_move_when_it_is_back(
    network: Proxy, page: Page, tmp_path: Path
) -> None:
    server = Server(tmp_path / "patience.db")
    server.start()
    try:
        kill_and_start(server, network, page)
    finally:
        server.kill()


def kill_and_start(server: Server, network: Proxy, page: Page) -> None:
    network.targets = [server.url]
    table = Table(page, network.url, "roman", NUMBER).open()
    presses: list[Press] = script("roman", NUMBER, 4)
    first, *others = presses
    table.answered(make_press(table, Clicks(), first.action, first.move))
    server.kill()
    version = make_press(table, Clicks(), others[0].action, others[0].move)
    expect(page.locator(LATEST)).to_be_visible()
    server.start()
    network.targets = [server.url]
    # nobody presses anything
    table.answered(version)
    expect(page.locator(LATEST)).to_have_count(0)
    for press in others[1:]:
        table.answered(make_press(table, Clicks(), press.action, press.move))
    assert table.board() == table.fresh_board()
    assert_stored(server, table, presses[-1].after, 4)
