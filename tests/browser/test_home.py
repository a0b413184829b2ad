"""The home page in a browser: whose today it is, keys alone, no script, small screens."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from app.daily import book
from app.games import GAMES
from app.web.i18n import LANGUAGES
from tests.browser.axe import faults
from tests.browser.browsing import follow
from tests.browser.conftest import NewContext, give_cookie
from tests.browser.hands import PHONE
from tests.browser.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_players_reach_their_own_today(new_context: NewContext, zone: str) -> None:
    """At UTC+14 and UTC-11, where it is hardly ever the same day."""
    page = new_context(timezone=zone).new_page()
    days = {datetime.now(ZoneInfo(zone)).date()}
    page.goto("/en/")
    opened = page.locator(".days details[open]")
    expect(opened.locator(".today")).to_be_visible()
    days.add(datetime.now(ZoneInfo(zone)).date())

    assert opened.count() == 1
    assert page.locator(".today:visible").count() == 1
    (day,) = [day for day in days if str(day) == opened.get_attribute("data-day")]
    follow(opened.get_by_role("link", name="Roman"), re.compile(f"/en/roman/daily/{day}$"))
    assert page.locator(".deal-number a").inner_text() == str(book().deal_of("roman", day))
    # the first move is made at the deal itself, which then stands in the bar
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile(f"/en/roman/{book().deal_of('roman', day)}"))


def test_without_script_the_days_beside_utcs_are_a_press_away(new_context: NewContext) -> None:
    page = new_context(script=False, timezone="Pacific/Kiritimati").new_page()
    page.goto("/fr/")
    today = datetime.now(UTC).date()

    for day in (today, today + timedelta(days=1), today - timedelta(days=1)):
        link = page.locator(f'a[href="/fr/bureau/daily/{day}"]')
        if day != today:
            expect(link).to_be_hidden()
            page.locator(f'[data-day="{day}"] summary').click()
        expect(link).to_be_visible()
    assert page.locator(".today:visible").count() == 0


def test_games_are_chosen_by_keys_alone(new_context: NewContext) -> None:
    page = new_context(script=False).new_page()
    page.goto("/en/")
    for name, left in (("4 packs", 1), ("Hard", 0)):
        focus(page, page.get_by_role("link", name=name, exact=True).get_attribute("href") or "")
        page.keyboard.press("Enter")
        expect(page.locator(".game")).to_have_count(left)
    focus(page, "/en/#games")
    page.keyboard.press("Enter")
    expect(page.locator(".game")).to_have_count(len(GAMES))
    focus(page, "/en/signora")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Signora")


def focus(page: Page, address: str) -> None:
    """Presses the tab key until a link has the focus."""
    page.keyboard.press("Tab")
    for _ in range(60):
        at = page.evaluate("document.activeElement.getAttribute('href')")
        if at == address:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the tab key does not lead to {address}")


@pytest.mark.parametrize("width", [320, 360, 740])
def test_it_is_no_wider_than_the_screen_and_without_fault(
    new_context: NewContext, server: Server, width: int
) -> None:
    """With a game begun, every day opened in turn."""
    page = new_context((width, 740)).new_page()
    give_cookie(page, server)
    for language in LANGUAGES:
        page.goto(f"/{language}/")
        expect(page.locator(".unfinished li")).to_have_count(1)
        for summary in page.locator(".days summary").all():
            summary.click()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, language
    assert faults(page) == []


def test_the_whole_card_leads_to_its_game(new_context: NewContext) -> None:
    page = new_context(PHONE, touch=True).new_page()
    page.goto("/en/")
    picture = page.locator(".game", has_text="Bureau").locator(".layout")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    expect(page).to_have_url(re.compile("/en/bureau"))
