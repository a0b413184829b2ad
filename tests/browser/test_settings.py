"""The settings in a browser: each holds at once, is there again, and needs no script."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from app.web.choices import VALUES
from tests.browser.browsing import intercept
from tests.browser.conftest import NewContext, SitDown
from tests.browser.guard import Guard
from tests.browser.scripts import log_of
from tests.browser.server import Server
from tests.browser.table import player_of
from tests.browser.test_cookies import NewBlocker, new_blocker  # noqa: F401 - a fixture
from tests.test_golden_wins import WINS

pytestmark = pytest.mark.browser

PATH = "/en/klondike/7"
ALL_OTHERS = {name: [*values][-1] for name, values in VALUES.items()}
"""Of every choice one that is not the default."""


def open_settings(page: Page) -> None:
    page.locator("#open-menu").click()
    page.locator("#open-settings").click()
    expect(page.locator("dialog#settings")).to_be_visible()


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f'.settings [name="{name}"][value="{value}"]').check()


def said_by_root(page: Page) -> dict[str, str]:
    """The attributes of the root that tell choices."""
    told: dict[str, str] = page.evaluate("() => ({...document.documentElement.dataset})")
    return {name: value for name, value in told.items() if name in VALUES}


def kept(server: Server, page: Page) -> object:
    rows = server.rows("SELECT choices FROM choices WHERE player = ?", player_of(page.context))
    return rows[0][0] if rows else None


@contextmanager
def posted(page: Page) -> Iterator[None]:
    """Waits until a choice that is made within has been answered."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        yield


def test_each_holds_at_once_and_is_there_again(page: Page, server: Server) -> None:
    page.goto(PATH)
    page.evaluate("() => { window.stayed = true; window.told = []; }")
    page.evaluate(
        "() => document.addEventListener('settings:change', e => window.told.push(e.detail))"
    )
    open_settings(page)
    chosen: dict[str, str] = {}
    for name, value in ALL_OTHERS.items():
        with posted(page):
            choose(page, name, value)
            chosen[name] = value
            # before any answer
            assert said_by_root(page) == chosen
    assert page.evaluate("window.stayed")
    assert page.evaluate("window.told") == [
        {"name": name, "value": value} for name, value in ALL_OTHERS.items()
    ]
    expect(page.locator("#auto")).to_have_value(ALL_OTHERS["auto"])
    page.locator("#settings .done button").click()
    expect(page.locator("dialog#settings")).to_be_hidden()
    expect(page).to_have_url(server.url + PATH)

    page.reload()
    assert said_by_root(page) == ALL_OTHERS
    open_settings(page)
    for name, value in ALL_OTHERS.items():
        expect(page.locator(f'.settings [name="{name}"][value="{value}"]')).to_be_checked()
    with posted(page):
        choose(page, "auto", "never")
        assert "auto" not in said_by_root(page)
    expect(page.locator("#auto")).to_have_count(0)


def test_nothing_is_kept_by_looking(page: Page) -> None:
    page.goto(PATH)
    open_settings(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog#settings")).to_be_hidden()
    assert page.context.cookies() == []


def test_by_keyboard_alone(page: Page, server: Server) -> None:
    page.goto(PATH)
    page.locator("#open-menu").focus()
    page.keyboard.press("Enter")
    page.locator("#open-settings").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog#settings")).to_be_visible()
    page.locator('.settings [name="table"]:checked').focus()
    with posted(page):
        page.keyboard.press("ArrowRight")
    assert said_by_root(page) == {"table": "blue"}
    # no letter presses a button of the table behind it
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    expect(page.locator("dialog#settings")).to_be_hidden()
    assert kept(server, page) == "table=blue"
    expect(page.locator("#status")).to_have_attribute("data-version", "0")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_without_script_they_are_a_form(new_context: NewContext, server: Server, lang: str) -> None:
    page = new_context(script=False).new_page()
    page.goto(f"/{lang}/klondike/7")
    link = page.locator("#open-settings").get_attribute("href")
    assert link
    page.goto(link)
    for name, value in ALL_OTHERS.items():
        choose(page, name, value)
    page.locator(".settings .done button").click()
    expect(page).to_have_url(f"{server.url}/{lang}/klondike/7")
    for name, value in ALL_OTHERS.items():
        expect(page.locator("html")).to_have_attribute(f"data-{name}", value)
    expect(page.locator("#auto")).to_have_value(ALL_OTHERS["auto"])


def test_a_choice_that_is_lost_is_sent_with_the_next(
    page: Page, server: Server, guard: Guard
) -> None:
    guard.expect_failed_requests()
    page.goto(PATH)
    open_settings(page)

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    intercept(page, "**/settings*", lose)
    choose(page, "deck", "four")
    expect(page.locator("#settings .outcome")).to_contain_text("not kept yet")
    assert said_by_root(page) == {"deck": "four"}
    page.unroute("**/settings*")
    with posted(page):
        choose(page, "hand", "left")
    expect(page.locator("#settings .outcome")).to_be_empty()
    assert kept(server, page) == "deck=four&hand=left"


def test_the_last_of_many_quick_choices_stays(page: Page, server: Server) -> None:
    page.goto(PATH)
    open_settings(page)
    for _ in range(4):
        for value in ("blue", "slate", "green", "slate"):
            choose(page, "table", value)
    with posted(page):
        choose(page, "back", "plain")
    page.wait_for_load_state("networkidle")
    page.reload()
    assert said_by_root(page) == {"table": "slate", "back": "plain"}
    assert kept(server, page) == "back=plain&table=slate"


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "form"])
def test_where_nothing_may_be_kept_it_is_said(
    new_blocker: NewBlocker,  # noqa: F811
    *,
    has_script: bool,
) -> None:
    context = new_blocker(has_script=has_script)
    page = context.new_page()
    page.goto(PATH)
    if has_script:
        open_settings(page)
        choose(page, "deck", "four")
        expect(page.locator("#settings .outcome")).to_contain_text("keeps no cookies")
        assert said_by_root(page) == {"deck": "four"}
        # the table plays on
        page.locator("#settings .done button").click()
        page.locator("#s1 .place").click()
        expect(page.locator("#status")).to_have_attribute("data-version", "1")
    else:
        page.goto(f"/en/settings?page={PATH}")
        choose(page, "deck", "four")
        page.locator(".settings .done button").click()
        expect(page.locator("[role=alert]")).to_contain_text("keeps no cookies")
        page.get_by_role("link", name="Back").click()
        expect(page).to_have_url(re.compile(f"{PATH}$"))
    assert context.cookies() == []


def test_cards_follow_a_move_from_the_moment_that_it_is_chosen(
    sit_down: SitDown, server: Server
) -> None:
    table = sit_down("klondike", WINS["klondike"]["number"])
    page = table.page
    open_settings(page)
    with posted(page):
        choose(page, "auto", "safe")
    page.locator("#settings .done button").click()
    version = table.version
    # the stock is turned until a card comes up that goes on by itself
    while "-" not in str(log_of(server, table) if version else ""):
        table.stock.click()
        version += 1
        table.answered(version)
    assert table.board() == table.fresh_board()
    assert table.moves == version + 1
    table.control("undo").click()
    table.answered(version + 1)
    assert table.board() == table.fresh_board()
    assert table.moves == version - 1
