"""A game in a browser that keeps no cookie, then does, then loses it again; or never keeps one."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import NO_EXTRAS, NewContext
from tests.browser.guard import Guard
from tests.browser.hands import DESKTOP, Clicks, Forms, Hands
from tests.browser.scripts import make_press
from tests.browser.server import Server
from tests.browser.table import Table
from tests.chromium import FLAGS
from tests.test_golden_wins import WINS

pytestmark = pytest.mark.browser


def test_a_game_goes_on_without_the_cookie_and_with_it(
    new_context: NewContext, server: Server
) -> None:
    context = new_context(DESKTOP)
    page = context.new_page()
    page.goto(f"{server.url}/fr/bureau/3")
    for moves in (1, 2, 3):
        _turn(page, moves)
        context.clear_cookies()
    expect(page).to_have_url(re.compile(r"/fr/bureau/3\?log=d\.d\.d&"))
    expect(page.locator("#kept")).to_be_visible()
    page.reload()
    expect(page.locator("#s1 .count")).to_have_text("49")
    page.locator(".languages button").click()
    expect(page).to_have_url(re.compile(r"/en/bureau/3\?log=d\.d\.d&"))
    expect(page.locator("#s1 .count")).to_have_text("49")

    # the next answer offers a cookie, and the press after it brings it back
    _turn(page, 4)
    _turn(page, 5)
    expect(page).to_have_url(f"{server.url}/en/bureau/3")
    expect(page.locator("#kept")).to_be_hidden()
    page.reload()
    expect(page.locator("#s1 .count")).to_have_text("47")

    context.clear_cookies()
    page.locator("#s1 .place").click()
    expect(page.locator("#status .line")).to_contain_text("no longer sends the cookie")
    expect(page.locator("#s1 .count")).to_have_text("47")


class NewBlocker(Protocol):
    def __call__(self, *, has_script: bool) -> BrowserContext: ...


@pytest.fixture
def new_blocker(
    browser: Browser, chromium: str, server: Server, guard: Guard, tmp_path: Path
) -> Iterator[NewBlocker]:
    """Makes a browser whose player has forbidden all sites to keep anything; with script or not."""
    choices = tmp_path / "Default" / "Preferences"
    choices.parent.mkdir()
    forbidden = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    choices.write_text(json.dumps(forbidden))
    with ExitStack() as opened:

        def make(*, has_script: bool) -> BrowserContext:
            context = browser.browser_type.launch_persistent_context(
                tmp_path,
                executable_path=chromium,
                args=[*FLAGS, NO_EXTRAS],
                base_url=server.url,
                viewport={"width": DESKTOP[0], "height": DESKTOP[1]},
                java_script_enabled=has_script,
                locale="en-GB",
                reduced_motion="reduce",
            )
            opened.callback(context.close)
            guard.watch(context)
            return context

        yield make


def test_a_game_is_won_where_nothing_may_be_kept(new_blocker: NewBlocker, server: Server) -> None:
    win_with_nothing_kept("klondike", new_blocker(has_script=True), server, Clicks())


@pytest.mark.soak
@pytest.mark.parametrize("has_script", [True, False], ids=["script", "forms"])
@pytest.mark.parametrize("slug", ["roman", "bureau", "klondike"])
def test_each_game_is_won_where_nothing_may_be_kept(
    slug: str, *, has_script: bool, new_blocker: NewBlocker, server: Server
) -> None:
    hands = Clicks() if has_script else Forms()
    win_with_nothing_kept(slug, new_blocker(has_script=has_script), server, hands)


def win_with_nothing_kept(slug: str, context: BrowserContext, server: Server, hands: Hands) -> None:
    won = WINS[slug]
    moves = won["log"].split(".")
    page = context.new_page()
    has_script = not isinstance(hands, Forms)
    table = Table(page, server.url, slug, won["number"], has_script=has_script).open()
    for made, move in enumerate(moves, 1):
        table.answered(make_press(table, hands, "move", move))
        if made in (1, len(moves) // 2):
            page.reload()
            assert table.moves == made
            expect(page.locator("#kept")).to_be_visible()
    expect(table.ending).to_contain_text("Won!")
    expect(table.ending).to_contain_text(f"{len(moves)} moves")
    expect(page.locator("#kept")).to_be_visible()
    assert context.cookies() == []
    if has_script:
        assert page.evaluate(_MAY_KEEP_NOTHING)


_MAY_KEEP_NOTHING = """() => {
  try {
    return !localStorage;
  } catch {
    return true;
  }
}"""


def _turn(page: Page, moves: int) -> None:
    page.locator("#s1 .place").click()
    expect(page.locator("#s1 .count")).to_have_text(str(52 - moves))
