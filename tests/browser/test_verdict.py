"""The verdict in a browser: said without disturbing, and left again by mouse, keys or no script."""

import pytest
from playwright.sync_api import Page, expect

from app.solver.proofs import proofs
from tests.browser.axe import faults
from tests.browser.conftest import NewContext
from tests.browser.hands import PHONE

pytestmark = pytest.mark.browser

PROOF = next(proof for proof in proofs("roman") if proof.choices)
DEAL = f"roman/{PROOF.number}"
OFF_THE_LINE = 4


def turn(page: Page, times: int) -> None:
    for made in range(1, times + 1):
        page.locator(".stock .place").click()
        expect(page.locator("#status .moves")).to_contain_text(str(made))


def sit_down(page: Page, lang: str) -> None:
    """With a cookie, and then the verdict, by one press of the menu."""
    page.goto(f"/{lang}/{DEAL}")
    page.locator(".stock .place").click()
    expect(page.locator("#status .moves")).to_contain_text("1")
    page.goto(f"/{lang}/{DEAL}")
    page.locator("#undo").click()
    page.locator("#open-menu").click()
    page.locator(".switch button").click()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_follows_the_game_and_leads_back(new_context: NewContext, lang: str) -> None:
    page = new_context(PHONE if lang == "fr" else (1280, 720)).new_page()
    sit_down(page, lang)
    said, back = page.locator("#verdict .said"), page.locator("#go-back")
    expect(said).to_have_class("said won")
    page.locator(".stock .place").focus()
    turn(page, OFF_THE_LINE)
    expect(said).to_have_class("said unknown")
    # nothing has taken the focus from the table
    assert page.evaluate("() => document.activeElement.matches('.stock .place')")
    expect(back).to_have_attribute("name", "to")
    assert faults(page) == []
    back.focus()
    back.press("Enter")
    expect(said).to_have_class("said won")
    expect(back).to_be_focused()
    expect(page.locator("#status .moves")).to_contain_text("0")
    expect(page.locator("#redo")).to_have_attribute("value", "redo")
    page.locator("#redo-all").click()
    expect(said).to_have_class("said unknown")
    page.locator("#open-strip").click()
    assert faults(page) == []


@pytest.mark.parametrize("script", [True, False])
def test_the_strip_is_one_stop_and_goes_on_from_anywhere(
    new_context: NewContext, *, script: bool
) -> None:
    page = new_context(PHONE, script=script).new_page()
    page.goto(f"/en/{DEAL}")
    for _ in range(3):
        page.locator(".stock .place").click()
        page.wait_for_load_state()
    expect(page.locator("#status .moves")).to_contain_text("3")
    page.goto(f"/en/{DEAL}/strip")
    cells = page.locator(".cells input")
    expect(cells).to_have_count(4)
    chosen = page.locator(".cells input:checked")
    chosen.focus()
    ply = int(chosen.get_attribute("value") or "")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f".cells input[value='{(ply + 1) % 4}']")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.locator(".strip .choices button")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/en/{DEAL}")
    expect(page.locator("#status .moves")).to_contain_text(str((ply + 1) % 4))


def test_in_the_settings_it_is_there_when_they_close(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto(f"/en/{DEAL}")
    page.locator(".stock .place").click()
    expect(page.locator("#status .moves")).to_contain_text("1")
    page.locator("#open-menu").click()
    page.locator("#open-settings").click()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator('.settings [name="verdict"][value="on"]').check()
    page.locator("dialog#settings .done button").click()
    expect(page.locator("#verdict .said")).to_be_visible()
