"""Odd and unknown addresses: what is wrong with them is said, and the nearest right one offered."""

import html
import re
from urllib.parse import quote

import pytest

from app.deals import LAST_DEAL
from app.games import GAMES
from app.web.astray import astray
from app.web.i18n import LANGUAGES, catalog, game_title
from app.web.languages import folder_of
from app.web.meaning import DEAL_PAGES, GAME_PAGES, SITE_PAGES, straight
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser

NO_GAME = "There is no game called “{}” here."
NO_NUMBER = "A deal is found by its number, written in digits alone, without a zero in front."
NO_DEAL = "Deals are numbered from 1 to 4,294,967,295."
NO_PAGE = "There is no such page, game or deal."
NO_LANGUAGE = "This site speaks English and French."


def offered(path: str, language: str = "en") -> list[str]:
    return [offer.address for offer in astray(language, path).offers]


# -- what is understood ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "line", "addresses"),
    [
        # games
        ("/en/romn", NO_GAME.format("romn"), ["/en/roman"]),
        ("/en/Romain/48213", NO_GAME.format("Romain"), ["/en/roman/48213"]),
        ("/en/klondyke", NO_GAME.format("klondyke"), ["/en/klondike", "/en/klondike-3"]),
        ("/en/double_signora/7", NO_PAGE, ["/en/double-signora/7"]),
        ("/en/klondike-tirage-par-3/5", NO_PAGE, ["/en/klondike-3/5"]),
        ("/en/roman-48213", NO_PAGE, ["/en/roman/48213"]),
        ("/en/bridge", NO_GAME.format("bridge"), []),
        # numbers
        ("/en/roman/48 213", NO_NUMBER, ["/en/roman/48213"]),
        ("/en/roman/48\xa0213", NO_NUMBER, ["/en/roman/48213"]),
        ("/en/roman/1,234,567", NO_NUMBER, ["/en/roman/1234567"]),
        ("/en/roman/48213abc", NO_NUMBER, ["/en/roman/48213"]),
        ("/en/roman/#48213", NO_NUMBER, ["/en/roman/48213"]),
        ("/en/roman/048213", NO_NUMBER, ["/en/roman/48213"]),
        ("/en/roman/٤٨٢١٣", NO_NUMBER, ["/en/roman/48213"]),
        ("/en/roman/४८२१३", NO_NUMBER, ["/en/roman/48213"]),
        ("/en/roman/abc", NO_NUMBER, ["/en/roman"]),
        ("/en/roman/0", NO_DEAL, ["/en/roman/1", "/en/roman"]),
        (f"/en/roman/{2**40}", NO_DEAL, [f"/en/roman/{LAST_DEAL}", "/en/roman"]),
        (f"/en/roman/{'9' * 500}", NO_DEAL, [f"/en/roman/{LAST_DEAL}", "/en/roman"]),
        # languages
        ("/de/roman/48213", NO_LANGUAGE, ["/en/roman/48213", "/fr/roman/48213"]),
        ("/pt-BR/romn", NO_LANGUAGE, ["/en/roman", "/fr/roman"]),
        ("/de/", NO_LANGUAGE, ["/en/", "/fr/"]),
        ("/de/about", NO_LANGUAGE, ["/en/about", "/fr/about"]),
        ("/fr-CA/roman/5", NO_PAGE, ["/fr/roman/5"]),
        ("/roman/48213", NO_PAGE, ["/en/roman/48213"]),
        ("/roman", NO_PAGE, ["/en/roman"]),
        ("/EN/Roman/48213", NO_PAGE, ["/en/roman/48213"]),
        # pages
        ("/en/contct", NO_PAGE, ["/en/contact"]),
        ("/en/roman/rulez", NO_PAGE, ["/en/roman/rules"]),
        ("/en/romn/rules", NO_GAME.format("romn"), ["/en/roman/rules"]),
        ("/en/roman/5/tables", NO_PAGE, ["/en/roman/5/table"]),
        ("/en/roman/5/foo", NO_PAGE, ["/en/roman/5"]),
        ("/statistics", NO_PAGE, ["/en/statistics"]),
        ("/en/statistcs", NO_PAGE, ["/en/statistics"]),
        ("/fr/statistiques", NO_PAGE, ["/fr/statistics"]),
        ("/en/Statistiques/", NO_PAGE, ["/en/statistics"]),
        ("/de/statistics", NO_LANGUAGE, ["/en/statistics", "/fr/statistics"]),
        ("/fr/a-propos", NO_PAGE, ["/fr/about"]),
        ("/fr/à propos", NO_PAGE, ["/fr/about"]),
        ("/vie-privée", NO_PAGE, ["/en/privacy"]),
        ("/fr/reglages.html", NO_PAGE, ["/fr/settings"]),
        ("/fr/nous-ecrire", NO_PAGE, ["/fr/contact"]),
        ("/en/rules", NO_PAGE, [f"/en/{slug}/rules" for slug in SLUGS]),
        ("/regles", NO_PAGE, [f"/en/{slug}/rules" for slug in SLUGS]),
        ("/fr/daily", NO_PAGE, [f"/fr/{slug}/daily" for slug in SLUGS]),
        ("/fr/roman/règles", NO_PAGE, ["/fr/roman/rules"]),
        ("/en/rules/roman", NO_PAGE, ["/en/roman/rules"]),
        ("/fr/roman/5/partager", NO_PAGE, ["/fr/roman/5/share"]),
        # as other sites have them
        ("/roman.html", NO_PAGE, ["/en/roman"]),
        ("/games/roman/48213", NO_PAGE, ["/en/roman/48213"]),
        ("/en/roman/deal/48213", NO_PAGE, ["/en/roman/48213"]),
        ("/index.php", NO_PAGE, []),
        ("/favicon.ico", NO_PAGE, []),
        ("/", NO_PAGE, []),
        ("", NO_PAGE, []),
    ],
)
def test_what_is_meant(path: str, line: str, addresses: list[str]) -> None:
    assert astray("en", path).line == line
    assert offered(path) == addresses


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_found_by_its_title_in_any_language(slug: str) -> None:
    for language in LANGUAGES:
        title = game_title(language, GAMES[slug])
        assert offered(f"/en/{title}/7") == [f"/en/{slug}/7"]
        assert offered(f"/en/{title.replace(' ', '').upper()}/7") == [f"/en/{slug}/7"]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_found_with_any_letter_left_out(slug: str) -> None:
    for at, letter in enumerate(slug):
        if letter.isalpha():
            typo = slug[:at] + slug[at + 1 :]
            assert f"/en/{slug}/7" in offered(f"/en/{typo}/7"), typo


@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("/en/roman/48213/", "/en/roman/48213"),
        ("/en//roman///48213", "/en/roman/48213"),
        ("/en/roman/48213/share/", "/en/roman/48213/share"),
        ("/en/klondike-3/rules/", "/en/klondike-3/rules"),
        ("/en/roman/daily/2026-11-30/", "/en/roman/daily/2026-11-30"),
        ("/fr/about/", "/fr/about"),
        ("/en/statistics/", "/en/statistics"),
        ("/fr//statistics", "/fr/statistics"),
        ("/fr/statistiques/", None),
        ("/fr", "/fr/"),
        # nothing is guessed
        ("/en/romn/", None),
        ("/EN/Roman/48213/", None),
        ("/en/roman/048213/", None),
        ("/en/roman/0/", None),
        ("/en/roman/٤٨٢١٣/", None),
        ("/de/roman/5/", None),
        ("/roman/5/", None),
        ("/en/roman/5/foo/", None),
        # and nothing leads to itself
        ("/en/roman/5", None),
        ("/en/", None),
        ("//evil.example/", None),
    ],
)
def test_slashes_are_put_right(path: str, right: str | None) -> None:
    assert straight(path) == right
    assert right is None or straight(right) is None


@pytest.mark.parametrize("page", [*SITE_PAGES, *GAME_PAGES])
def test_every_page_is_found_by_its_name_in_any_language(page: str) -> None:
    for language in LANGUAGES:
        for word in getattr(folder_of(language).pages, page):
            for path in (f"/{word}", f"/fr/{word.upper()}/"):
                assert {address.rpartition("/")[2] for address in offered(path)} == {page}, path


async def test_every_page_that_is_offered_is_there(browser: Browser) -> None:
    site = [f"/en/{page}" for page in SITE_PAGES]
    games = [f"/en/roman/{page}" for page in GAME_PAGES]
    deals = [f"/en/roman/5/{page}" for page in DEAL_PAGES]
    for address in (*site, *games, *deals):
        assert (await browser.get(address)).status_code in {200, 303}, address
        assert (offer := astray("en", f"{address}/x").offers) or address in site
        assert all(one.words for one in offer)


# -- what is answered ------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
async def test_the_page_says_it_in_the_language_of_the_address(browser: Browser, lang: str) -> None:
    answer = await browser.get(f"/{lang}/romn/48213")
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-store"
    assert f'<html lang="{lang}"' in answer.text
    line = catalog(lang).gettext("There is no game called “%(word)s” here.") % {"word": "romn"}
    assert f"<p>{line}</p>" in answer.text
    assert f'href="/{lang}/roman/48213">Roman' in answer.text
    assert f'href="/{lang}/"' in answer.text
    assert '<meta name="robots" content="noindex">' in answer.text


async def test_without_a_language_the_browser_has_one(browser: Browser) -> None:
    answer = await browser.get("/roman/48213", accept_language="fr-CA,fr;q=0.9")
    assert (answer.status_code, '<html lang="fr"' in answer.text) == (404, True)
    assert 'href="/fr/roman/48213"' in answer.text

    foreign = await browser.get("/de/roman/48213", accept_language="de,fr;q=0.5")
    assert "Ce site parle anglais et français." in foreign.text
    assert 'href="/en/roman/48213" lang="en" hreflang="en">Roman 48213 – English<' in foreign.text
    assert re.search(r'href="/fr/roman/48213">Roman\s48213 – Français<', foreign.text)


async def test_a_slash_too_many_leads_on(browser: Browser) -> None:
    answer = await browser.get("/en/roman/48213/?log=d&version=1")
    assert answer.status_code == 308
    assert answer.headers["location"] == "/en/roman/48213?log=d&version=1"
    assert (await browser.client.head("/en//roman/")).headers["location"] == "/en/roman"
    # nobody is sent to another site, and a press goes nowhere
    for away in (
        "http://patience.test//evil.example/",
        "/%2F%2Fevil.example/en/roman/",
        "/en/roman/5/%0d%0aX: y/",
    ):
        assert (await browser.get(away)).status_code == 404, away
    assert (await browser.post("/en/roman/48213/share/")).status_code in {404, 405}


@pytest.mark.parametrize(
    "word",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{{7*7}}",
        "%00%0a",
        "\u202enamor",
        "a" * 5000,
        "'; DROP TABLE plays; --",
    ],
)
async def test_what_stands_in_an_address_is_no_markup(browser: Browser, word: str) -> None:
    for path in (
        f"/en/{quote(word, safe='')}",
        f"/en/roman/{quote(word, safe='')}",
        f"/{quote(word)}",
    ):
        answer = await browser.get(path)
        assert answer.status_code == 404
        page = answer.text
        # as the page of an address that is not odd, but for the words
        assert set(re.findall(r"<([a-z]+)", page)) <= KNOWN_TAGS
        assert "onerror" not in re.sub(r">[^<]*<", "><", page)
        assert "{{" not in page
        assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in html.unescape(page)
        assert len(page) < 6000


KNOWN_TAGS = {
    *("html", "head", "meta", "title", "link", "body", "header", "form", "input", "button"),
    *("main", "div", "h1", "p", "ul", "li", "a", "footer", "h"),
}
