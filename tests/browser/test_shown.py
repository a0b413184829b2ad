"""A stored win in a browser: it plays by itself, stops at a press, and lets go at any point."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.engine import engine_for
from app.notation import split_log
from app.solver.proofs import stored_wins
from tests.browser.axe import faults
from tests.browser.browsing import follow
from tests.browser.conftest import NewContext
from tests.browser.hands import PHONE
from tests.proved import log_of

pytestmark = pytest.mark.browser

PROOF = next(iter(stored_wins("roman").values()))
COUNT = len(split_log(log_of(engine_for("roman"), PROOF)))
SHOWN = f"/en/roman/{PROOF.number}/shown"


def at(page: Page, step: int) -> None:
    expect(page.locator("#status .moves")).to_have_text(f"{step} / {COUNT}")


def same_as_loaded(page: Page) -> None:
    """The board is the one that its address shows."""
    piles = "all => all.map(pile => [pile.className, pile.innerText.trim()].join())"
    before = page.locator(".pile").evaluate_all(piles)
    said = page.locator("#said").inner_text()
    page.reload()
    assert page.locator(".pile").evaluate_all(piles) == before
    assert page.locator("#said").inner_text() == said


def test_keys_lead_through_a_win_and_out_of_it(page: Page) -> None:
    page.goto(f"/en/roman/{PROOF.number}")
    page.locator("#open-menu").click()
    page.get_by_role("link", name="Show me how it is won").click()
    follow(page.get_by_role("link", name="Show me", exact=True), re.compile("/shown[?]step=0$"))
    at(page, 0)
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", COUNT),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        at(page, step)
        expect(page).to_have_url(re.compile(rf"shown\?step={step}$"))
    expect(page.locator("#back")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("End")
    expect(page.locator("#said")).to_contain_text("Won!")
    page.locator("#first").click()
    # one step at a time: what is pressed before it has come is not made up for
    at(page, 0)
    page.locator("#next").click()
    at(page, 1)
    same_as_loaded(page)
    assert faults(page) == []
    page.get_by_role("button", name="Go on from here").click()
    expect(page).to_have_url(re.compile(rf"/en/roman/{PROOF.number}(\?|$)"))
    expect(page.locator("#status .moves")).to_have_text("1 move")
    page.locator("#undo").click()
    expect(page.locator("#status .moves")).to_have_text("0 moves")


def test_it_plays_by_itself_until_a_press(new_context: NewContext) -> None:
    """On a phone, with cards that fly; the clock is the test's."""
    page = new_context(PHONE, touch=True, motion=True).new_page()
    page.clock.install()
    page.goto(f"{SHOWN}?step=0")
    button = page.get_by_role("button", name="Play on")
    button.tap()
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_have_attribute("aria-pressed", "true")
    for step in 1, 2:
        page.clock.run_for(1000)
        at(page, step)
    page.locator("#board").tap()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(5000)
    at(page, 2)
    # a space goes on, and stops again
    page.keyboard.press(" ")
    page.clock.run_for(1000)
    at(page, 3)
    page.keyboard.press(" ")
    page.clock.run_for(5000)
    at(page, 3)
    # it ends by itself
    page.goto(f"{SHOWN}?step={COUNT - 1}")
    page.get_by_role("button", name="Play on").tap()
    page.clock.run_for(1000)
    at(page, COUNT)
    expect(page.get_by_role("button", name="Play on")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_without_script_links_do(new_context: NewContext, lang: str) -> None:
    page = new_context(PHONE, script=False).new_page()
    page.goto(f"/{lang}/roman/{PROOF.number}/shown?step=40")
    expect(page.locator("#play")).to_be_hidden()
    page.locator("#next").click()
    at(page, 41)
    page.locator("#back").click()
    at(page, 40)
    page.locator("#go-on").click()
    expect(page.locator("#status .moves")).to_contain_text("40")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
