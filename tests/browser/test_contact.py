"""The contact form in a browser: without script, by keyboard, from the board and back to it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import follow
from tests.browser.conftest import NewContext
from tests.browser.guard import Guard
from tests.browser.hands import DESKTOP
from tests.browser.server import Server

pytestmark = pytest.mark.browser

PHONE = (360, 740)
NARROW = (320, 640)
SENT = re.compile(r"/en/contact/thanks/[0-9A-Z]{5}-[0-9A-Z]{5}\?page=/en/roman/48213$")


def rows(server: Server) -> int:
    ((count,),) = server.rows("SELECT count(*) FROM messages")
    return int(str(count))


def test_a_message_is_sent_without_script_once(
    new_context: NewContext, server: Server, guard: Guard
) -> None:
    guard.expect_failed_requests()
    page = new_context(PHONE, script=False).new_page()
    page.goto("/en/roman/48213")
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Something odd here?").click()

    # too little: said beside the field, which has the focus, and the text is kept
    before = rows(server)
    page.get_by_label("Your message").fill("Odd!")
    page.get_by_role("button", name="Send it").click()
    message = page.get_by_label("Your message")
    expect(message).to_have_value("Odd!")
    expect(message).to_be_focused()
    expect(message).to_have_attribute("aria-invalid", "true")
    expect(message).to_have_accessible_description(re.compile("at least 10 characters"))
    expect(page).to_have_title(re.compile("^Not sent yet"))

    message.fill("The seven of clubs\ndoes not go up.")
    page.get_by_label("An idea").check()
    page.get_by_label("Send my game along").check()
    page.get_by_role("button", name="Show what will be sent").click()
    shown = page.get_by_role("region", name="This is what will be sent")
    expect(shown).to_contain_text("/en/roman/48213, 0 moves")
    assert rows(server) == before

    shown.get_by_role("button", name="Send it").click()
    expect(page).to_have_url(SENT)
    reference = page.locator(".reference").inner_text()
    page.reload()
    page.reload()
    ((text, kind, slug),) = server.rows(
        "SELECT text, kind, slug FROM messages WHERE reference = ?", reference
    )
    assert (text, kind, slug) == ("The seven of clubs\ndoes not go up.", "idea", "roman")
    assert rows(server) == before + 1
    follow(page.get_by_role("link", name="Back to the game"), re.compile("/en/roman/48213$"))


def test_tab_goes_from_field_to_field_and_never_into_the_trap(new_context: NewContext) -> None:
    page = new_context(DESKTOP).new_page()
    page.goto("/fr/contact?page=/fr/roman/5")
    page.locator("[name=kind]").first.focus()
    names = []
    for _ in range(6):
        names.append(page.evaluate("document.activeElement.name + document.activeElement.value"))
        page.keyboard.press("Tab")
    assert names == ["kindfault", "message", "email", "gameyes", "stepsend", "steppreview"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("viewport", [NARROW, PHONE, (740, 360)])
def test_nothing_is_wider_than_the_screen(
    new_context: NewContext, lang: str, viewport: tuple[int, int]
) -> None:
    page = new_context(viewport).new_page()
    page.goto(f"/{lang}/contact?page=/{lang}/double-signora/4294967295")
    assert is_within(page)
    page.locator("#message").fill("x" * 400)
    page.locator("[name=step][value=preview]").click()
    expect(page.locator(".preview")).to_contain_text("x" * 400)
    assert is_within(page)


def test_on_paper_it_is_what_was_written(new_context: NewContext) -> None:
    page = new_context(DESKTOP).new_page()
    page.emulate_media(media="print")
    page.goto("/en/contact")
    expect(page.get_by_label("Your message")).to_be_visible()
    expect(page.locator("button:visible")).to_have_count(0)


def is_within(page: Page) -> bool:
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return int(width) <= 0
