"""Addresses that are read: pages, languages, deal numbers, faults, static files, headers."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from markupsafe import escape
from starlette.middleware.base import BaseHTTPMiddleware

from app.deals import LAST_DEAL
from app.games import GAMES, draw_variants
from app.web.i18n import catalog, wanted_language
from app.web.security import FRAGMENT_HEADERS, HEADERS
from tests.web.headers import page_headers
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser, Site, serving
from tests.web.table import read_table

MEDIA_TYPES = {
    "css": "text/css",
    "js": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
NO_NUMBER = "A deal is found by its number, written in digits alone, without a zero in front."
LAST = {"en": "4,294,967,295", "fr": "4\u202f294\u202f967\u202f295"}
OTHER = {"en": "fr", "fr": "en"}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_deal_has_a_page_in_each_language(browser: Browser, lang: str, slug: str) -> None:
    answer = await browser.get(f"/{lang}/{slug}/48213")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert {"cookie", "hx-request"} <= set(answer.headers["vary"].lower().split(", "))
    table = read_table(answer.text)
    assert table.lang == lang
    assert table.fields == {"version": "0"}
    assert table.offered
    # of all deals of a game, search engines are led to the game
    site = browser.site.house.settings.site
    twins = {link["hreflang"]: link["href"] for link in table.links if "hreflang" in link}
    named = {**dict(zip(LANGS, LANGS, strict=True)), "x-default": "en"}
    assert twins == {name: f"{site}/{each}/{slug}" for name, each in named.items()}
    assert not re.search(r"\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", answer.text)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_game_deals_a_new_game(browser: Browser, lang: str, slug: str) -> None:
    first, second = [(await browser.get(f"/{lang}/{slug}")).text for _ in range(2)]

    links = [link for link in read_table(first).links if link.get("rel") == "canonical"]
    site = browser.site.house.settings.site
    assert [link["href"] for link in links] == [f"{site}/{lang}/{slug}"]
    assert _deal_of(first) != _deal_of(second)
    assert _deal_of(first).startswith(f"/{lang}/{slug}/")


async def test_a_hundred_new_games_are_a_hundred_deals(browser: Browser) -> None:
    addresses = set()
    tables = set()
    for _ in range(100):
        answer = await browser.post("/en/roman/new")
        assert answer.status_code == 303
        addresses.add(answer.headers["location"])
        page = (await browser.get(answer.headers["location"])).text
        tables.add(page.partition('<div id="board"')[2].partition('<p id="status"')[0])
    assert len(addresses) == len(tables) == 100
    numbers = [int(address.removeprefix("/en/roman/")) for address in addresses]
    assert min(numbers) >= 1
    assert max(numbers) <= LAST_DEAL
    # all 32 bits are used: a hundred below 2**31 happen once in 10**30
    assert max(numbers) > 2**31


async def test_the_same_link_shows_everyone_the_same_cards(site: Site) -> None:
    pages = [(await site.browser().get("/fr/bureau/77")).text for _ in range(2)]

    assert pages[0] == pages[1]


@pytest.mark.each_store
async def test_reading_leaves_neither_row_nor_cookie(
    browser: Browser, rows: Callable[[], int]
) -> None:
    before = rows()
    addresses = ["/", "/static/x/site.css", "/nothing", "/en/roman/0", "/en/roman/5/move"]
    for lang in LANGS:
        addresses += [f"/{lang}/", f"/{lang}/roman/deal?number=abc", f"/{lang}/roman/deal?number=7"]
        for slug in SLUGS:
            addresses += [
                f"/{lang}/{slug}",
                f"/{lang}/{slug}/5",
                f"/{lang}/{slug}/5?pick=t1",
                f"/{lang}/{slug}/5?log=d&version=1",
                f"/{lang}/{slug}/5?log=t99",
            ]
    for address in addresses:
        answer = await browser.get(address)
        assert "set-cookie" not in answer.headers, address
    assert not browser.client.cookies
    assert rows() == before


# -- languages -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept", "lang"),
    [
        ("en-GB,en;q=0.8,de;q=0.4", "en"),
        ("fr-CA", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de,fr;q=0.5,en;q=0.2", "fr"),
        ("fr;q=0,en", "en"),
        ("de", "en"),
        ("", "en"),
        ("*", "en"),
        ("fr;q=x, en;q=0.1", "en"),
        (";;;,,,=;q=1," * 50, "en"),
    ],
)
async def test_the_front_door_follows_the_header(browser: Browser, accept: str, lang: str) -> None:
    answer = await browser.get("/", accept_language=accept)

    assert (answer.status_code, answer.headers["location"]) == (303, f"/{lang}/")
    assert "accept-language" in answer.headers["vary"].lower()


def test_the_choice_beats_the_header() -> None:
    assert wanted_language("fr", "en") == "fr"
    assert wanted_language("xx", "fr") == "fr"


async def test_switching_the_language_keeps_game_and_move(browser: Browser) -> None:
    await browser.press("/en/klondike/12", "move", "d")
    page = (await browser.get("/en/klondike/12")).text
    asked = page.partition('name="page" value="')[2].partition('"')[0]

    answer = await browser.post("/language", {"lang": "fr", "page": asked})

    assert answer.status_code == 303
    assert answer.headers["location"] == "/fr/klondike/12"
    assert (await browser.table("/fr/klondike/12")).version == 1
    front = await browser.get("/", accept_language="en")
    assert front.headers["location"] == "/fr/"


@pytest.mark.parametrize(
    "page",
    [
        "//evil.example/en/",
        "https://evil.example/en/roman",
        "/en//evil.example/../x",
        "/en/../..//evil.example",
        "\\\\evil.example\\en",
        "/en/\\evil.example",
        "/en/roman\r\nLocation: https://evil.example",
        "/en/roman?next=//evil.example",
        "javascript:alert(1)",
        "",
    ],
)
async def test_switching_the_language_sends_no_one_elsewhere(browser: Browser, page: str) -> None:
    answer = await browser.post("/language", {"lang": "fr", "page": page})

    assert answer.status_code == 303
    target = answer.headers["location"]
    assert target.startswith("/fr/")
    assert "\\" not in target
    assert "?" not in target
    assert ".." not in target
    assert not target.startswith("//")


@pytest.mark.parametrize("form", [{}, {"lang": "de", "page": "/en/"}, {"lang": "../en"}])
async def test_an_unknown_language_is_not_chosen(browser: Browser, form: dict[str, str]) -> None:
    answer = await browser.post("/language", form)

    assert answer.status_code == 404
    assert "set-cookie" not in answer.headers


async def test_another_site_cannot_switch_the_language(browser: Browser) -> None:
    answer = await browser.post(
        "/language", {"lang": "fr", "page": "/en/"}, headers={"sec_fetch_site": "cross-site"}
    )

    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


# -- deal numbers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("48213", 48213),
        (" 48 213 ", 48213),
        ("48\u00a0213", 48213),
        ("4\u202f294\u202f967\u202f295", 4294967295),
        ("1", 1),
        ("0007", 7),
    ],
)
@pytest.mark.parametrize("lang", LANGS)
async def test_a_typed_number_leads_to_its_deal(
    browser: Browser, lang: str, typed: str, number: int
) -> None:
    answer = await browser.client.get(f"/{lang}/athena/deal", params={"number": typed})

    assert (answer.status_code, answer.headers["location"]) == (303, f"/{lang}/athena/{number}")


@pytest.mark.parametrize(
    "typed",
    ["", "  ", "0", "-1", "4294967296", "1.5", "abc", "1e3", "²", "٣", "9" * 5000, "\x00<b>"],
)
@pytest.mark.parametrize("lang", LANGS)
async def test_what_is_no_number_is_said_clearly(browser: Browser, lang: str, typed: str) -> None:
    answer = await browser.client.get(f"/{lang}/athena/deal", params={"number": typed})

    assert answer.status_code == 422
    words = catalog(lang).gettext("A deal number is a whole number from 1 to %(last)s.")
    words %= {"last": LAST[lang]}
    assert words in answer.text
    table = read_table(answer.text)
    assert table.lang == lang
    assert table.offered
    assert "<b>" not in answer.text


@pytest.mark.parametrize(
    "typed", ["\ue000number\ue001", "\ue000x\ue001", "\ufffc", "%s%d", '"><b>']
)
async def test_what_was_typed_is_shown_as_it_was(browser: Browser, typed: str) -> None:
    """Whatever stands for a hole in a template, a player may type it."""
    answer = await browser.client.get("/en/athena/deal", params={"number": typed})

    assert answer.status_code == 422
    assert f'value="{escape(typed)}"' in answer.text
    assert (await browser.get("/en/athena/5")).text.count("<form") == answer.text.count("<form")


# -- faults --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("/nothing", "There is no game called “nothing” here."),
        ("/nothing/5", "There is no game called “nothing” here."),
        ("/roman/0", "Deals are numbered from 1 to %(last)s."),
        ("/roman/4294967296", "Deals are numbered from 1 to %(last)s."),
        ("/roman/99999999999999999999999999", "Deals are numbered from 1 to %(last)s."),
        ("/roman/-1", NO_NUMBER),
        ("/roman/1.5", NO_NUMBER),
        ("/roman/abc", NO_NUMBER),
        ("/roman/5/move/more", "There is no such page, game or deal."),
        ("/ROMAN/5", "There is no such page, game or deal."),
    ],
)
async def test_what_is_not_there_is_said_with_a_way_back(
    browser: Browser, lang: str, path: str, line: str
) -> None:
    answer = await browser.get(f"/{lang}{path}", accept_language=OTHER[lang])

    assert answer.status_code == 404
    table = read_table(answer.text)
    assert table.lang == lang
    assert f"/{lang}/" in [link["href"] for link in table.links]
    said = (line if lang == "en" else _in_french(line)) % {"last": LAST[lang]}
    assert f"<p>{said}</p>" in answer.text


def _in_french(line: str) -> str:
    words = catalog("fr").gettext
    return words(line.replace("nothing", "%(word)s")).replace("%(word)s", "nothing")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("path", ["/de/roman", "/de/roman/5", "/de/", "/de", "/x/y/z/w/v"])
async def test_an_unknown_language_is_answered_in_the_wanted_one(
    browser: Browser, lang: str, path: str
) -> None:
    answer = await browser.client.get(
        path, headers={"Accept-Language": lang}, follow_redirects=True
    )

    assert answer.status_code == 404
    assert read_table(answer.text).lang == lang


@pytest.mark.parametrize(
    "path",
    [
        "/en/roman/0/move",
        "/en/roman/4294967296/undo",
        "/en/chess/5/move",
        "/de/roman/5/move",
        "/en/roman/5/win",
        "/en/roman/5/MOVE",
        "/en/roman/5/forget/x",
        "/en/chess/new",
    ],
)
async def test_presses_that_are_not_there(browser: Browser, path: str) -> None:
    answer = await browser.post(path, {"version": "0", "move": "d"})

    assert answer.status_code == 404
    assert "set-cookie" not in answer.headers


async def test_a_fault_of_ours_is_a_page_in_the_language_with_headers(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db") as site:
        # no table can be shown, the page that says so can
        site.app.house.players = None  # type: ignore[assignment]  # to break it
        for lang in LANGS:
            answer = await site.browser().get(f"/{lang}/roman/5")
            assert answer.status_code == 500
            assert read_table(answer.text).lang == lang
            words = catalog(lang).gettext("The fault is ours; nothing is lost. Try again.")
            assert words in answer.text
            _assert_secure(answer.headers.multi_items())


async def test_a_method_that_an_address_does_not_know(browser: Browser) -> None:
    answer = await browser.post("/fr/roman/5")

    assert answer.status_code == 405
    assert read_table(answer.text).lang == "fr"
    _assert_secure(answer.headers.multi_items())


# -- headers and static files --------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/en/",
        "/fr/roman",
        "/fr/roman/5",
        "/en/roman/0",
        "/nothing",
        "/static/x/site.css",
        "/static/x/none",
        "/en/roman/deal?number=x",
        "/en",
        "/en/roman/5/move",
    ],
)
async def test_every_answer_has_the_security_headers(browser: Browser, path: str) -> None:
    answer = await browser.get(path)

    _assert_secure(answer.headers.multi_items(), tuple(page_headers(path).items()))
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


async def test_presses_have_the_security_headers(browser: Browser) -> None:
    for htmx in (True, False):
        for form in ({"version": "0", "move": "d"}, {"version": "0", "move": "x"}, {}):
            answer = await browser.post("/en/roman/6/move", form, htmx=htmx)
            _assert_secure(answer.headers.multi_items(), FRAGMENT_HEADERS if htmx else HEADERS)


def _assert_secure(
    headers: list[tuple[str, str]], wanted: Sequence[tuple[bytes, bytes]] = HEADERS
) -> None:
    for name, value in wanted:
        assert headers.count((name.decode(), value.decode())) == 1, name


async def test_static_files_are_kept_for_ever(browser: Browser) -> None:
    page = (await browser.get("/en/roman/5")).text
    addresses = set(re.findall(r'"(/static/[^"#]+)', page))

    assert {address.rpartition(".")[2] for address in addresses} == set(MEDIA_TYPES)
    for address in addresses:
        answer = await browser.get(address, accept_encoding="gzip")
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        media_type = MEDIA_TYPES[address.rpartition(".")[2]]
        assert answer.headers["content-type"].partition(";")[0] == media_type
        plain = await browser.get(address, accept_encoding="identity")
        assert "content-encoding" not in plain.headers
        assert plain.content == answer.content
        assert "accept-encoding" in plain.headers["vary"].lower()


async def test_an_older_pages_static_files_are_served_but_not_kept(browser: Browser) -> None:
    answer = await browser.get("/static/0123456789ab/img/cards.svg")

    assert answer.status_code == 200
    assert "immutable" not in answer.headers["cache-control"]


@pytest.mark.parametrize("name", ["none.css", "../app/settings.py", "..%2fapp%2fsettings.py", ""])
async def test_nothing_but_static_files_is_served(browser: Browser, name: str) -> None:
    assert (await browser.get(f"/static/x/{name}")).status_code == 404


async def test_the_sprite_is_sent_compressed(browser: Browser) -> None:
    request = browser.client.build_request(
        "GET", "/static/x/img/cards.svg", headers={"Accept-Encoding": "gzip"}
    )
    answer = await browser.client.send(request, stream=True)
    sent = b"".join([part async for part in answer.aiter_raw()])
    await answer.aclose()

    assert answer.headers["content-encoding"] == "gzip"
    assert len(sent) < 50_000


@pytest.mark.parametrize("slug", SLUGS)
async def test_pages_are_small_and_compressed(browser: Browser, slug: str) -> None:
    request = browser.client.build_request(
        "GET", f"/en/{slug}/5", headers={"Accept-Encoding": "gzip"}
    )
    answer = await browser.client.send(request, stream=True)
    sent = b"".join([part async for part in answer.aiter_raw()])
    await answer.aclose()

    assert answer.headers["content-encoding"] == "gzip"
    assert len(sent) < 8_000


async def test_no_middleware_that_costs_four_floors(site: Site) -> None:
    # the stack is built by the first request
    assert (await site.browser().get("/en/")).status_code == 200
    layer: object = site.app.middleware_stack
    seen = 0
    while layer is not None:
        assert not isinstance(layer, BaseHTTPMiddleware)
        seen += 1
        layer = getattr(layer, "app", None) or getattr(layer, "_app", None)
    assert seen > 5


# -- games that are played with one card a turn and with three ------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_draw_variants_link_to_each_other(browser: Browser, lang: str, slug: str) -> None:
    table = await browser.table(f"/{lang}/{slug}/5")

    others = {other.slug for other in draw_variants(GAMES[slug])}
    linked = {link["href"] for link in table.links if link["href"].startswith(f"/{lang}/")}
    games = {f"/{lang}/{other}" for other in SLUGS if other != slug}
    assert linked & games == {f"/{lang}/{other}" for other in others}
    assert ("klondike-3" in others) == (slug == "klondike")


@pytest.mark.parametrize("lang", LANGS)
async def test_the_home_page_lists_the_games_in_their_order(browser: Browser, lang: str) -> None:
    table = await browser.table(f"/{lang}/")

    listed = [link["href"].removeprefix(f"/{lang}/") for link in table.links]
    assert tuple(slug for slug in listed if slug in GAMES) == SLUGS


def _deal_of(page: str) -> str:
    return page.partition('data-deal="')[2].partition('"')[0]


@pytest.mark.parametrize("path", ["/", "/en/", "/fr/roman", "/en/bureau/7"])
async def test_the_head_of_a_page_can_be_asked_for(site: Site, path: str) -> None:
    response = await site.browser().client.head(path)
    assert response.status_code in (200, 303)


@pytest.mark.parametrize("number", ["0", "01", "007", "4294967296", "9" * 4400, "1.5", "-3", "٣"])
async def test_a_deal_has_one_address(site: Site, number: str) -> None:
    browser = site.browser()
    assert (await browser.get(f"/en/bureau/{number}")).status_code == 404
    answer = await browser.post(f"/fr/bureau/{number}/move", {"version": "0", "move": "d"})
    assert answer.status_code in (404, 405)
    assert 'lang="fr"' in answer.text


@pytest.mark.parametrize(
    ("path", "clean"), [("/en", "/en/"), ("/fr/roman/", "/fr/roman"), ("/en/bureau/", "/en/bureau")]
)
async def test_a_slash_more_or_less_leads_to_the_page(site: Site, path: str, clean: str) -> None:
    answer = await site.browser().get(path, host="elsewhere.test")
    assert (answer.status_code, answer.headers["location"]) == (308, clean)
