"""Letters and arrows beyond a plain move."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext, SitDown
from tests.browser.guard import Guard
from tests.browser.hands import Clicks, Keys
from tests.browser.server import Server
from tests.browser.table import Table
from tests.browser.test_layout import LONG_COLUMN, LONG_COLUMN_LOG

pytestmark = pytest.mark.browser

COMMANDS = ("Control+z", "Control+Shift+Z", "Meta+z", "Meta+Shift+Z")


def test_letters_do_nothing_in_a_field(sit_down: SitDown, guard: Guard) -> None:
    guard.expect_failed_requests()
    table = sit_down("klondike", 48213)
    page = table.page
    page.keyboard.press("g")
    expect(page.locator("#number")).to_be_focused()
    page.keyboard.type("d12n")
    expect(page.locator("#number")).to_have_value("d12n")
    table.settled()
    assert table.version == 0
    page.keyboard.press("Enter")
    expect(page.locator("#number-error")).to_be_visible()


def test_a_deal_number_is_gone_to(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    table.page.keyboard.press("g")
    table.page.keyboard.type(" 12 345 ")
    table.page.keyboard.press("Enter")
    expect(table.page).to_have_url(table.url.replace("48213", "12345"))


def test_the_list_of_keys_opens_and_closes(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    keys = table.page.get_by_role("dialog")
    table.page.keyboard.press("?")
    expect(keys).to_be_visible()
    table.page.keyboard.press("d")
    table.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    table.settled()
    assert table.version == 0


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 720)])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["keys", "said"])
def test_a_dialog_opens_at_its_title(
    name: str, lang: str, size: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(size).new_page()
    warnings: list[str] = []
    page.on("console", lambda message: warnings.append(message.text))
    Table(page, server.url, "double-signora", 48213, lang).open()
    page.locator("#open-menu").click()
    page.locator("#show-keys" if name == "keys" else "#say").click()
    title = page.locator(f"#{name}-title")
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport(ratio=1)
    assert page.evaluate("name => document.getElementById(name).scrollTop", name) == 0
    expect(page.locator(f"#{name} button")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.locator(f"#{name}")).to_be_hidden()
    expect(page.locator("#open-menu")).to_be_focused()
    assert warnings == []


def test_the_list_of_keys_is_for_who_can_use_them(new_context: NewContext, server: Server) -> None:
    page = new_context(script=False).new_page()
    Table(page, server.url, "roman", 12, has_script=False).open()
    page.locator("#open-menu").click()
    expect(page.locator("#type")).to_be_visible()
    expect(page.locator("#show-keys")).to_be_hidden()


def test_the_list_names_what_undoes_without_letters(sit_down: SitDown) -> None:
    page = sit_down("roman", 12).page
    page.keyboard.press("?")
    expect(page.locator("#keys dt", has_text="Ctrl+Z")).to_be_visible()
    expect(page.locator("#keys dt", has_text="Ctrl+Y")).to_be_visible()


def test_keys_pressed_at_once_are_all_played(sit_down: SitDown) -> None:
    table = sit_down("bureau", 48213)
    for key in ("d", "d", "z", "Shift+Z", "d", "Control+z", "Control+y", *COMMANDS):
        table.page.keyboard.press(key)
    table.answered(7 + len(COMMANDS))
    assert table.moves == 3
    assert table.board() == table.fresh_board()


def test_the_board_is_one_tab_stop(sit_down: SitDown) -> None:
    table = sit_down("double-signora", 48213)
    expect(table.page.locator("#board :is(.card, .place)[tabindex='0']")).to_have_count(1)
    Clicks().turn(table)
    table.answered(1)
    expect(table.page.locator("#board :is(.card, .place)[tabindex='0']")).to_have_count(1)


def test_escape_drops_the_selection(sit_down: SitDown) -> None:
    table = sit_down("klondike", 48213)
    lift = table.offer().lifts[0]
    keys = Keys()
    keys.enter_board(table)
    keys.go(table, lift.source, lift.id)
    table.page.keyboard.press("Enter")
    expect(table.page.locator(f"#{lift.id}")).to_have_attribute("aria-pressed", "true")
    table.page.keyboard.press("Escape")
    expect(table.page.locator("[aria-pressed=true], .target")).to_have_count(0)
    expect(table.page.locator(f"#{lift.id}")).to_be_focused()


def test_home_and_end_lead_to_the_ends_of_a_run(sit_down: SitDown) -> None:
    table = sit_down("klondike", LONG_COLUMN, LONG_COLUMN_LOG)
    cards = table.page.locator("#t7 .card")
    cards.nth(3).focus()
    table.page.keyboard.press("Home")
    expect(cards.first).to_be_focused()
    table.page.keyboard.press("End")
    expect(cards.last).to_be_focused()
