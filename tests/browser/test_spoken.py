"""What is heard and where the focus is: jumps, the table in words, a game by the keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, SitDown
from tests.browser.guard import Guard
from tests.browser.hands import Keys
from tests.browser.server import Server
from tests.browser.table import Table

pytestmark = pytest.mark.browser

each_language = pytest.mark.parametrize("lang", ["en", "fr"])
LONGEST = 130
HEARD = {"en": "Each pile from its top card down.", "fr": "Chaque pile depuis sa carte du dessus."}


@each_language
@pytest.mark.parametrize("slug", ["roman", "bureau", "klondike-3"])
def test_twenty_moves_by_keyboard(
    slug: str, lang: str, new_context: NewContext, server: Server
) -> None:
    table = Table(new_context().new_page(), server.url, slug, 48213, lang).open()
    keys = Keys()
    keys.enter_board(table)
    for n in range(20):
        offer = table.offer()
        if offer.lifts and n % 3:
            lift = offer.lifts[n % len(offer.lifts)]
            keys.move(table, lift, lift.targets[0])
            table.answered(offer.version + 1)
            assert table.page.evaluate("() => document.activeElement.id") == lift.id
        elif offer.can_turn:
            keys.turn(table)
            table.answered(offer.version + 1)
        else:
            keys.press(table, "undo")
            table.answered(offer.version + 1)
        assert table.page.evaluate("() => document.activeElement.matches('.card, .place')")
        said = table.page.locator("#live").text_content() or ""
        assert re.fullmatch(r"[A-ZÉ0-9].*[.!]", said)
        assert len(said) <= LONGEST


def test_undo_redo_and_restart_keep_the_focus_on_the_table(sit_down: SitDown) -> None:
    table = sit_down("roman", 48213)
    keys = Keys()
    keys.enter_board(table)
    offer = table.offer()
    keys.move(table, offer.lifts[0], offer.lifts[0].targets[0])
    table.answered(1)
    for version, (key, said) in enumerate(
        [("z", "Undone: "), ("Shift+Z", "Redone: "), ("Shift+N", "Back to the deal.")], 2
    ):
        table.page.keyboard.press(key)
        table.answered(version)
        expect(table.page.locator("#live")).to_contain_text(said)
        assert table.page.evaluate("() => document.activeElement.matches('.card, .place')")


def test_keys_lead_to_each_pile(sit_down: SitDown) -> None:
    table = sit_down("bureau", 48213)
    jumps = [
        ("1", "t1"),
        ("1", "t11"),
        ("1", "t1"),
        ("3", "t3"),
        ("3", "t13"),
        ("0", "t10"),
        ("f", "f1"),
        ("f", "f2"),
        ("w", "w1"),
        ("s", "s1"),
        ("r", "s1"),
    ]
    for key, pile in jumps:
        table.page.keyboard.press(key)
        assert _pile(table.page) == pile, key
    table.page.keyboard.press("4")
    top = table.page.locator("#t4 li:last-child .card")
    expect(top).to_be_focused()
    # the digits of a French keyboard, which types them with Shift alone
    table.page.evaluate(
        "() => document.activeElement.dispatchEvent(new KeyboardEvent("
        "'keydown', {key: 'é', code: 'Digit2', bubbles: true}))"
    )
    assert _pile(table.page) == "t2"
    table.settled()
    assert table.version == 0


@each_language
def test_the_table_is_said(lang: str, new_context: NewContext, server: Server) -> None:
    page = new_context().new_page()
    table = Table(page, server.url, "athena", 48213, lang).open()
    page.keyboard.press("d")
    page.keyboard.press("t")
    said = page.locator("#said")
    expect(said).to_be_visible()
    expect(said).to_contain_text(HEARD[lang])
    # as after the move that was made just before
    expect(said).to_contain_text("1 move." if lang == "en" else "1 coup.")
    sentences = said.locator("li").all_text_contents()
    assert len(sentences) == 1 + 7 + 2
    assert all(one.endswith(".") for one in sentences)
    assert page.evaluate("() => document.activeElement.closest('#said') !== null")
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()
    assert table.version == 1


def test_the_table_in_words_without_javascript(new_context: NewContext, server: Server) -> None:
    page = new_context(script=False).new_page()
    table = Table(page, server.url, "athena", 48213, has_script=False).open()
    page.locator("#open-menu").click()
    page.locator("#say").click()
    expect(page).to_have_url(f"{table.url}/table")
    expect(page.get_by_role("listitem").first).to_have_text(
        "4 empty foundations, waiting for: ace."
    )
    expect(page.get_by_role("listitem").nth(1)).to_contain_text("Column 1: ")
    expect(page.get_by_role("listitem").nth(1)).to_contain_text(", 1 face down.")
    page.get_by_role("link", name="Back to the game").click()
    expect(page).to_have_url(table.url)


def test_a_game_in_the_address_is_said_as_it_stands(
    new_context: NewContext, server: Server, guard: Guard
) -> None:
    guard.expect_failed_requests()
    page = new_context(script=False).new_page()
    page.goto(f"{server.url}/en/klondike/15/table?log=d.t7t1&version=2", wait_until="load")
    expect(page.locator("#told")).to_contain_text("2 moves.")
    page.goto(f"{server.url}/en/klondike/15/table?log=t1t1&version=2", wait_until="load")
    expect(page.locator("#told")).to_contain_text("That could not be understood")
    expect(page.locator("#told")).to_contain_text("0 moves.")


def _pile(page: Page) -> str | None:
    found: str | None = page.evaluate("() => document.activeElement.closest('.pile')?.id ?? null")
    return found
