"""What a browser really keeps of us is what the privacy page says, until it is deleted there."""

import pytest
from playwright.sync_api import Page, expect

from app.web.cookies import Cookie
from tests.browser.axe import faults
from tests.browser.conftest import NewContext
from tests.browser.hands import PHONE
from tests.browser.server import Server
from tests.browser.table import Table, player_of

pytestmark = pytest.mark.browser

# all places besides cookies where a page may leave something
_KEPT = """async () => [
  ...Object.keys(localStorage),
  ...Object.keys(sessionStorage),
  ...(await indexedDB.databases()).map(one => one.name),
  ...await caches.keys(),
  ...(await navigator.serviceWorker.getRegistrations()).map(one => one.scope),
  ...document.cookie.split('; ').filter(Boolean),
]"""


def names_of_cookies(page: Page) -> set[str]:
    return {cookie.get("name", "") for cookie in page.context.cookies()}


def play_choose_and_write(page: Page, server: Server) -> None:
    table = Table(page, server.url, "klondike", 12).open()
    page.locator("#s1 .place").click()
    table.answered(1)
    page.goto("/en/settings")
    page.get_by_role("radio", name="four colours").check()
    page.get_by_role("button", name="Keep these settings").click()
    page.goto("/en/contact")
    page.get_by_label("Your message").fill("I like the four colours.")
    page.get_by_role("button", name="Send it").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    page.locator(".languages button").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_nothing_is_kept_but_what_is_told_and_all_of_it_goes(
    new_context: NewContext, server: Server
) -> None:
    page = new_context(PHONE, touch=True).new_page()
    page.goto("/en/roman")
    assert names_of_cookies(page) == set()
    play_choose_and_write(page, server)
    assert names_of_cookies(page) == set(Cookie)
    page.goto("/en/klondike/12")
    assert page.evaluate(_KEPT) == []
    player = player_of(page.context)

    page.goto("/en/")
    page.get_by_role("link", name="Privacy").click()
    for name in Cookie:
        expect(page.get_by_text(f"The cookie {name}")).to_be_visible()
    page.get_by_role("link", name="Delete everything …").click()
    expect(page.get_by_text("Stored for you: 1 game and your settings")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.get_by_text("Deleted for good: 1 game and your settings")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Deleted for good: 1 game and your settings")).to_be_visible()
    assert names_of_cookies(page) == set()
    assert faults(page) == []
    for table in ("plays", "choices"):
        assert server.rows(f"SELECT 1 FROM {table} WHERE player = ?", player) == []
