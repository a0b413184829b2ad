"""The page of a game in a browser: the table as on the page of its deal, and the text below it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SCREENS = [(360, 740), (740, 360), (820, 1180), (1280, 720)]

_SHIFTED = """() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, { value }) => sum + value, 0);
}"""
_PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll('.pile, .site, .status, .controls, .more')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.id || one.className, [x, y, width, height]];
  }),
)"""


def deal_of(page: Page) -> str:
    return page.locator("#table").get_attribute("data-deal") or ""


@pytest.mark.parametrize("screen", SCREENS)
def test_the_text_moves_nothing_on_the_table(
    screen: tuple[int, int], new_context: NewContext
) -> None:
    page = new_context(screen).new_page()
    for path in ("/fr/double-signora", "/en/klondike-3"):
        page.goto(path)
        places = page.evaluate(_PLACES)
        assert len(places) > 10
        assert page.evaluate(_SHIFTED) == 0
        text = page.locator(".sheet").bounding_box()
        assert text
        assert text["y"] >= screen[1]
        assert text["width"] == screen[0]
        page.locator(".invitation a").scroll_into_view_if_needed()
        assert page.evaluate("document.documentElement.scrollWidth") <= screen[0]
        assert page.evaluate(_SHIFTED) == 0

        page.goto(deal_of(page))
        assert page.evaluate(_PLACES) == places
        assert page.locator(".sheet").count() == 0


def test_many_unfinished_games_leave_the_text_within_reach(page: Page, server: Server) -> None:
    for number in range(1, 31):
        page.context.request.post(
            f"{server.url}/en/klondike/{number}/move", form={"version": "0", "move": "d"}
        )
    for path in ("/en/roman", "/en/"):
        page.goto(path)
        entries = page.locator(".unfinished li")
        expect(entries).to_have_count(30)
        box = page.locator(".unfinished").bounding_box()
        assert box
        assert box["height"] < 400, path
        entries.last.get_by_text("Remove", exact=True).focus()
        expect(entries.last).to_be_in_viewport()


def test_keys_and_the_pause_work_from_the_text(page: Page) -> None:
    page.goto("/en/roman")
    deal = deal_of(page)
    page.locator(".sheet dt a").first.focus()

    page.keyboard.press("d")
    expect(page.locator("#w1 .card")).to_have_count(1)
    # from the first move on, the bar names the deal
    expect(page).to_have_url(f"{page.url.partition('/en/')[0]}{deal}")
    page.keyboard.press("p")
    expect(page.locator("#paused")).to_be_visible()


def test_the_text_is_not_on_the_sheet_of_a_position(page: Page) -> None:
    page.goto("/en/roman")
    page.emulate_media(media="print")

    assert not page.locator(".below").is_visible()
    assert page.locator("#t1 .card").is_visible()
