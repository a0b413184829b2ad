"""Moves typed in words: the field keeps the focus, with script and without."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext, SitDown
from tests.browser.guard import Guard
from tests.browser.server import Server
from tests.browser.table import Table

pytestmark = pytest.mark.browser


def test_moves_are_typed_one_after_another(sit_down: SitDown) -> None:
    table = sit_down("roman", 12)
    page = table.page
    field = page.locator("#typed")
    page.keyboard.press("m")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    for version, text in enumerate(("4c 5c", "r f", "deal", "undo"), 1):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        table.answered(version)
        expect(field).to_have_value("")
        expect(field).to_be_focused()
    assert table.moves == 2
    assert table.board() == table.fresh_board()
    page.keyboard.press("Escape")
    assert page.evaluate("() => Boolean(document.activeElement.closest('.pile'))")


def test_what_is_not_understood_stays_to_be_mended(sit_down: SitDown) -> None:
    table = sit_down("roman", 12)
    page = table.page
    board = table.board()
    page.keyboard.press("m")
    page.keyboard.type("4c 5h")
    page.keyboard.press("Enter")
    expect(table.line).to_have_text("Not in sight: 5 of hearts.")
    expect(page.locator("#live")).to_have_text("Not in sight: 5 of hearts.")
    expect(page.locator("#typed")).to_have_value("4c 5h")
    expect(page.locator("#typed")).to_be_focused()
    assert table.board() == board
    page.keyboard.press("Backspace")
    page.keyboard.type("c")
    page.keyboard.press("Enter")
    table.answered(1)
    expect(table.line).to_have_text("")


def test_typed_moves_are_queued_with_all_others(sit_down: SitDown) -> None:
    table = sit_down("bureau", 48213)
    for key in ("d", "m"):
        table.page.keyboard.press(key)
    for text in ("deal", "deal", "undo"):
        table.page.keyboard.type(text)
        table.page.keyboard.press("Enter")
        table.page.locator("#typed").fill("")
    table.answered(4)
    assert table.moves == 2
    assert table.board() == table.fresh_board()


def test_the_menu_leads_to_the_field(sit_down: SitDown) -> None:
    table = sit_down("roman", 12)
    table.page.locator("#open-menu").click()
    table.page.locator("#type").click()
    expect(table.page.locator("#typed")).to_be_focused()
    expect(table.page.locator("#menu")).to_be_hidden()


@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=["upright", "sideways"])
@pytest.mark.parametrize(("lang", "text"), [("en", "4c 5h"), ("fr", "abc abc abc abc abc")])
def test_on_a_phone_the_answer_stands_with_the_question(
    lang: str, text: str, size: tuple[int, int], new_context: NewContext, server: Server
) -> None:
    page = new_context(size, touch=True).new_page()
    Table(page, server.url, "roman", 12, lang).open()
    page.locator("#open-menu").tap()
    page.locator("#type").tap()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator("#live")).not_to_be_empty()
    expect(page.locator("#live")).to_be_in_viewport(ratio=1)
    assert page.evaluate(_OVERLAPS) == {"inside": True, "above": True}
    # seen once, heard once
    expect(page.locator("#status .line")).to_be_hidden()
    expect(page.locator("[aria-live], [role=status], [role=log]")).to_have_count(1)


# the answer within its panel, all of its lines; the panel above stock, foundations and columns
_OVERLAPS = """() => {
  const text = document.createRange();
  text.selectNodeContents(document.getElementById('live'));
  const [panel, examples] = ['typing', 'typed-examples'].map(id => document.getElementById(id));
  const [answer, box, below] = [text, panel, examples].map(one => one.getBoundingClientRect());
  const tops = [...document.querySelectorAll('.pile')].map(one => one.getBoundingClientRect().top);
  return {
    inside: answer.top >= box.top && answer.right <= box.right
      && answer.bottom <= below.top + 1 && below.bottom <= box.bottom,
    above: Math.min(...tops) >= box.bottom,
  };
}"""


def test_a_tap_on_the_table_ends_the_typing_and_counts(
    new_context: NewContext, server: Server
) -> None:
    page = new_context((360, 740), touch=True).new_page()
    table = Table(page, server.url, "roman", 12).open()
    lift = table.offer().lifts[0]
    page.locator("#open-menu").tap()
    page.locator("#type").tap()
    expect(page.locator("#typed")).to_be_focused()
    page.touchscreen.tap(*table.grip(f"#{lift.id}"))
    expect(page.locator(f"#{lift.id}")).to_have_attribute("aria-pressed", "true")


def test_without_javascript(new_context: NewContext, server: Server, guard: Guard) -> None:
    guard.expect_failed_requests()
    page = new_context(script=False).new_page()
    table = Table(page, server.url, "roman", 12, "fr", has_script=False).open()
    field = page.locator("#typed")
    page.locator("#open-menu").click()
    page.locator("#type").click()
    expect(field).to_be_focused()
    page.keyboard.type("4t 5t")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert table.moves == 1
    expect(field).to_be_focused()
    page.keyboard.type("abc")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(table.line).to_contain_text("n’a pas été compris")
    expect(field).to_be_focused()
    expect(field).to_have_value("abc")
