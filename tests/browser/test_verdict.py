"""The verdict in a browser: said without disturbing, and left again by mouse, keys or no script."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from app.solver.proofs import proofs
from tests.browser.axe import faults_in_any_scheme
from tests.browser.conftest import NewContext
from tests.browser.guard import Guard
from tests.browser.hands import PHONE
from tests.browser.server import AppServer

pytestmark = pytest.mark.browser

PROOF = next(proof for proof in proofs("roman") if proof.choices)
DEAL = f"roman/{PROOF.number}"
OFF_THE_LINE = 4


@pytest.fixture
def searching_server(tmp_path: Path) -> Iterator[AppServer]:
    """One that searches, slowly and not for long."""
    # uncompiled, it is ready soon; in its way it finds nothing, or not more than it is given
    settings = {"solver_workers": "1", "solver_seconds": "0.2", "solver_compiled": "no"}
    server = AppServer(f"sqlite:///{tmp_path / 'patience.db'}", **settings)
    server.start()
    yield server
    server.stop()


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
    assert faults_in_any_scheme(page) == []
    back.focus()
    back.press("Enter")
    expect(said).to_have_class("said won")
    expect(back).to_be_focused()
    expect(page.locator("#status .moves")).to_contain_text("0")
    expect(page.locator("#redo")).to_have_attribute("value", "redo")
    page.locator("#redo-all").click()
    expect(said).to_have_class("said unknown")
    with page.expect_navigation():
        page.locator("#open-strip").click()
    assert faults_in_any_scheme(page) == []


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


@pytest.mark.parametrize("script", [True, False])
def test_the_strip_asks_by_itself_until_there_is_no_more_to_know(
    searching_server: AppServer, browser: Browser, *, script: bool
) -> None:
    """What the reader has chosen and where the focus is stays; without script there is a link."""
    guard = Guard(searching_server.url)
    context = browser.new_context(java_script_enabled=script)
    guard.watch(context)
    page = context.new_page()
    page.goto(f"{searching_server.url}/en/{DEAL}/strip?log=d.d&version=2")
    said, again = page.locator(".verdict .said"), page.locator("#ask-again")
    expect(said).to_have_class("said searching")
    cell = page.locator(".cells input[value='2']")
    cell.check()
    cell.focus()
    for _ in range(0 if script else 30):
        if again.count() == 0:
            break
        # each waits for the search for a moment
        again.click()
        page.wait_for_load_state()
    expect(said).to_have_class("said unknown", timeout=20_000)
    expect(again).to_have_count(0, timeout=20_000)
    expect(page.locator(".stretches li").last).to_have_class("unknown")
    expect(page.locator(".verdict .ago")).to_be_visible()
    if script:
        expect(cell).to_be_checked()
        expect(cell).to_be_focused()
        expect(page.locator("[data-hx-trigger]")).to_have_count(0)
        heard = page.locator(".strip-page [role=status]")
        expect(heard).to_have_text(re.compile(r"^Not known\. It could be won \d moves? ago\.$"))
        assert faults_in_any_scheme(page) == []
    context.close()
    guard.check()


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
