"""What is stored and what the privacy page says are the same, and one button deletes all of it."""

import ast
import re
from itertools import chain
from pathlib import Path

import pytest

from app.store import Holdings
from app.web.cookies import COOKIE_DAYS, Cookie
from app.web.i18n import LANGUAGES, catalog
from app.web.privacy_page import Times, cookies_told, days_words, holdings_words, table_told
from app.web.security import player_of
from app.web.stored import COOKIES, OWN, TABLES
from tests.store.columns import columns
from tests.web.serving import Browser, Site, count_rows
from tests.web.table import read_table

APP = Path(__file__).parents[2] / "app"
TIMES = Times(play=400, message=180, counted=3600)
LANG = pytest.mark.parametrize("lang", LANGUAGES)
SETTERS = {"set_cookie", "delete_cookie"}
DELETE = "/en/privacy/delete"


# the page


@pytest.mark.each_store
async def test_every_column_of_the_database_is_told(site: Site) -> None:
    told = [(kept.table, name) for kept in TABLES for fact in kept.facts for name in fact.columns]
    own = {(table, name) for table, names in OWN.items() for name in names}
    assert len(told) == len(set(told))
    assert set(told) | own == columns(site.database_url)


def test_every_cookie_is_told() -> None:
    assert [given.cookie for given in COOKIES] == list(Cookie)


def test_cookies_are_set_in_one_place() -> None:
    """What is told is the list of that place: nothing else may set one, by any name."""
    setting = {
        path.relative_to(APP).as_posix()
        for path in APP.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if sets_a_cookie(node)
    }
    assert setting == {"web/cookies.py"}


def sets_a_cookie(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr=name):
            return name in SETTERS
        case ast.Constant(value=str() | bytes() as value):
            text = value if isinstance(value, str) else value.decode("latin-1")
            return text.lower() == "set-cookie"
        case _:
            return False


@pytest.mark.parametrize(
    "code", ["answer.set_cookie('a')", "{'Set-Cookie': 'a=1'}", "b'set-cookie'"]
)
def test_a_cookie_set_elsewhere_would_be_found(code: str) -> None:
    assert any(map(sets_a_cookie, ast.walk(ast.parse(code))))


@LANG
async def test_the_page_says_it_all(lang: str, browser: Browser) -> None:
    page = await browser.get(f"/{lang}/privacy")
    assert page.status_code == 200
    for table in (table_told(lang, kept, TIMES) for kept in TABLES):
        section = page.text.partition(f'<h2 id="{table.name}">')[2].partition("</section>")[0]
        assert table.heading in section
        for words in (*table.facts, table.until):
            assert words in section
    for cookie in cookies_told(lang, secure=False):
        assert f"<code>{cookie.name}</code>" in page.text
        assert cookie.purpose in page.text
        assert cookie.comes in page.text


async def test_the_page_says_how_long(browser: Browser) -> None:
    english, french = [(await browser.get(f"/{lang}/privacy")).text for lang in ("en", "fr")]
    for text in (
        "for 400 days.",
        "180 days after we have dealt with it",
        "after 1 hour at the most",
    ):
        assert text in english
    for text in (
        "depuis 400 jours.",
        "180 jours après que nous l’avons traité",
        "au bout de 1 heure",
    ):
        assert text in french.replace("\N{NO-BREAK SPACE}", " ")


def test_what_is_told_follows_the_settings() -> None:
    until = {kept.table: table_told("en", kept, Times(7, 1, 90)).until for kept in TABLES}
    assert "for 7 days." in until["plays"]
    assert "1 day after" in until["messages"]
    assert "after 2 minutes" in until["counts"]
    assert days_words("en", COOKIE_DAYS) == "400 days"


def test_a_cookie_is_told_by_the_name_that_the_browser_shows() -> None:
    names = [cookie.name for cookie in cookies_told("en", secure=True)]
    assert names == ["__Host-player", "lang"]


@LANG
@pytest.mark.parametrize(
    "path", ["", "settings", "contact", "bureau/rules", "roman/12/table", "no"]
)
async def test_every_page_of_text_leads_there(lang: str, path: str, browser: Browser) -> None:
    page = await browser.get(f"/{lang}/{path}")
    footer = page.text.partition('<footer class="foot">')[2]
    for name in ("about", "privacy", "contact"):
        assert f'href="/{lang}/{name}"' in footer


# deleting


async def play_and_choose(browser: Browser) -> bytes:
    """Two games and a setting, under one cookie."""
    await browser.play("/en/roman/5", "d.d")
    await browser.play("/en/klondike/6", "d")
    await browser.post("/en/settings", {"deck": "four"})
    await browser.post("/language", {"lang": "fr", "page": "/en/"})
    assert browser.token
    return player_of(browser.token)


@pytest.mark.each_store
async def test_two_presses_delete_everything(site: Site, browser: Browser) -> None:
    player = await play_and_choose(browser)
    page = await browser.get("/en/privacy")
    assert any(link.get("href") == DELETE for link in read_table(page.text).links)
    asked = await browser.get(DELETE)
    assert "<strong>2 games and your settings</strong>" in asked.text
    assert DELETE in read_table(asked.text).forms
    assert await site.house.store.holdings(player) == Holdings(2, 0, 1)

    answer = await browser.post(DELETE)
    assert answer.status_code == 303
    assert dict(browser.client.cookies) == {}
    assert await site.house.store.holdings(player) == Holdings(0, 0, 0)
    after = await browser.get(answer.headers["location"])
    assert "<strong>2 games and your settings</strong>" in after.text
    assert "set-cookie" not in after.headers


async def test_a_refresh_and_a_second_press_change_nothing(browser: Browser) -> None:
    await play_and_choose(browser)
    first = await browser.post(DELETE)
    told = first.headers["location"]
    pages = [(await browser.get(told)).text for _ in range(2)]
    assert pages[0] == pages[1]
    # what is told is what was deleted, and nothing that somebody has written
    other = told.replace("plays=2", "plays=20000")
    assert ("<strong>" in pages[0], "<strong>" in (await browser.get(other)).text) == (True, False)
    again = await browser.post(DELETE)
    assert again.headers["location"] == "/en/privacy/deleted?plays=0&wins=0&choices=0"
    assert "<strong>" not in (await browser.get(again.headers["location"])).text


async def test_what_others_have_stays(site: Site, browser: Browser) -> None:
    other = site.browser()
    player = await play_and_choose(other)
    await browser.play("/en/roman/5", "d")
    await browser.post(DELETE)
    assert await site.house.store.holdings(player) == Holdings(2, 0, 1)


async def test_another_site_deletes_nothing(site: Site, browser: Browser) -> None:
    player = await play_and_choose(browser)
    answer = await browser.post(DELETE, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert await site.house.store.holdings(player) == Holdings(2, 0, 1)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?plays=x&wins=-1&choices=",
        "?plays=99999999999",
        "?plays=²",
        "?plays=99999999",
        "?plays=1&seal=é",
        f"?plays=1&wins=0&choices=0&seal={'0' * 16}",
    ],
)
async def test_nonsense_is_no_number(query: str, browser: Browser) -> None:
    page = await browser.get(f"/en/privacy/deleted{query}")
    assert page.status_code == 200
    assert "<strong>" not in page.text


async def test_nobody_is_told_so_who_still_has_something(browser: Browser) -> None:
    await play_and_choose(browser)
    answer = await browser.get("/en/privacy/deleted?plays=9")
    assert (answer.status_code, answer.headers["location"]) == (303, DELETE)


@LANG
async def test_who_has_nothing_is_told_so(lang: str, browser: Browser) -> None:
    words = catalog(lang).gettext
    path = f"/{lang}/privacy/delete"
    page = (await browser.get(path)).text
    assert words("Nothing is stored for you, not even a cookie.") in page
    assert path not in read_table(page).forms
    await browser.post("/language", {"lang": lang, "page": path})
    page = (await browser.get(path)).text
    assert words("Nothing is stored for you but a cookie in your browser.") in page
    assert path in read_table(page).forms


async def test_nothing_is_stored_or_set_by_reading(site: Site, browser: Browser) -> None:
    before = count_rows(site.database_url)
    paths = ("about", "privacy", "privacy/delete", "privacy/deleted?plays=2")
    for path in chain.from_iterable((f"/en/{path}", f"/fr/{path}") for path in paths):
        answer = await browser.get(path)
        assert (answer.status_code, "set-cookie" in answer.headers) == (200, False), path
    assert count_rows(site.database_url) == before


# another tab


@pytest.mark.each_store
@pytest.mark.parametrize("htmx", [True, False], ids=["script", "form"])
async def test_a_move_in_another_tab_is_refused_in_words(
    htmx: bool,  # noqa: FBT001 - a parameter
    site: Site,
    browser: Browser,
) -> None:
    await browser.play("/en/roman/5", "d.d")
    other_tab = await browser.table("/en/roman/5")
    before = count_rows(site.database_url)
    await browser.post(DELETE)
    answer = await browser.post("/en/roman/5/move", other_tab.press("d"), htmx=htmx)
    assert answer.status_code == (200 if htmx else 409)
    assert "no longer sends the cookie" in answer.text
    assert browser.token is None
    assert count_rows(site.database_url) == before - 1


@pytest.mark.each_store
async def test_a_move_that_was_on_its_way_brings_nothing_back(site: Site, browser: Browser) -> None:
    """It still has the cookie, and the server may remember the game that it moves in."""
    await browser.play("/en/roman/5", "d.d")
    token = browser.token
    assert token
    other_tab = await browser.table("/en/roman/5")
    await browser.post(DELETE)
    late = site.browser(token=token)
    answer = await late.post("/en/roman/5/move", other_tab.press("d"), htmx=True)
    assert "no longer sends the cookie" in answer.text
    assert "set-cookie" not in answer.headers
    assert await site.house.store.holdings(player_of(token)) == Holdings(0, 0, 0)
    await late.client.aclose()


async def test_a_new_game_after_that_is_a_new_player_s(site: Site, browser: Browser) -> None:
    old = await play_and_choose(browser)
    await browser.post(DELETE)
    await browser.play("/en/roman/5", "d")
    assert browser.token
    assert player_of(browser.token) != old
    assert await site.house.store.holdings(player_of(browser.token)) == Holdings(1, 0, 0)
    assert await site.house.store.holdings(old) == Holdings(0, 0, 0)


def test_what_is_held_is_told_in_one_breath() -> None:
    assert holdings_words("en", Holdings(0, 0, 0)) == ""
    assert holdings_words("en", Holdings(1, 1, 1)) == "1 game, 1 win and your settings"
    assert holdings_words("fr", Holdings(2, 1, 0)) == "2 parties et 1 victoire"
    assert holdings_words("fr", Holdings(0, 0, 1)) == "vos réglages"


# about


@LANG
async def test_the_page_about_the_site(lang: str, browser: Browser) -> None:
    page = (await browser.get(f"/{lang}/about")).text
    assert re.search(r"4[,\u202f]294[,\u202f]967[,\u202f]295", page)
    links = {link["href"] for link in read_table(page).links}
    assert {f"/{lang}/roman", f"/{lang}/roman/rules", f"/{lang}/privacy"} <= links


@pytest.mark.parametrize("path", ["about", "privacy", "privacy/delete", "privacy/deleted"])
async def test_of_no_other_language(path: str, browser: Browser) -> None:
    assert (await browser.get(f"/xx/{path}")).status_code == 404
