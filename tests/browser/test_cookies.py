"""A game in a browser that keeps no cookie, then does, then loses it again."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.hands import DESKTOP
from tests.browser.server import Server

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


def _turn(page: Page, moves: int) -> None:
    page.locator("#s1 .place").click()
    expect(page.locator("#s1 .count")).to_have_text(str(52 - moves))
