"""What a link shows before it is opened: Open Graph in the head, oEmbed for those who frame it."""

import html
import re
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from app.daily import book
from app.deals import LAST_DEAL
from app.games import GAMES
from app.web.days import today_of_utc
from app.web.link_preview import deal_preview
from app.web.share_words import deal_name
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser, serving

HERE = "http://patience.test"
LOCALES = {"en": "en_US", "fr": "fr_FR"}


def properties(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([a-z:_]+)" content="([^"]*)">', page)
    named = [(name, html.unescape(value)) for name, value in found]
    assert len({name for name, _ in named}) == len(named), "each is said once"
    return dict(named)


# -- in the head -----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_deal_shows_its_own_table(browser: Browser, lang: str, slug: str) -> None:
    site = browser.site.house.settings.site
    deal = f"/{lang}/{slug}/{LAST_DEAL}"
    page = (await browser.get(deal)).text
    said = properties(page)
    name = deal_name(lang, GAMES[slug], LAST_DEAL)
    (other,) = set(LANGS) - {lang}
    assert said["og:title"] == name
    assert said["og:url"] == f"{site}{deal}"
    assert said["og:image"] == f"{site}{deal}/preview.png"
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
    assert said["og:image:alt"].startswith(name)
    assert said["og:locale"] == LOCALES[lang]
    assert said["og:locale:alternate"] == LOCALES[other]
    assert said["twitter:card"] == "summary_large_image"
    assert 40 <= len(said["og:description"]) <= 160
    assert (await browser.client.head(f"{deal}/preview.png")).status_code == 200

    found = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)
    assert found
    path = html.unescape(found[1]).removeprefix(site)
    assert path == f"/oembed?url={quote(f'{site}{deal}', safe='')}&format=json"


@pytest.mark.parametrize("lang", LANGS)
async def test_a_game_shows_itself(browser: Browser, lang: str) -> None:
    site = browser.site.house.settings.site
    first, second = [(await browser.get(f"/{lang}/roman")).text for _ in range(2)]
    said = properties(first)
    # whatever deal the page happens to have
    assert said == properties(second)
    assert said["og:url"] == f"{site}/{lang}/roman"
    assert said["og:image"] == f"{site}/{lang}/roman/preview.png"
    assert said["og:title"] == html.unescape(
        first.partition("<title>")[2].partition(" – Patience</title>")[0]
    )
    assert said["og:description"] == said["description"]
    assert (await browser.client.head(f"/{lang}/roman/preview.png")).status_code == 200


async def test_only_what_has_a_picture_promises_one(browser: Browser) -> None:
    for address in ("/en/", "/en/roman/rules", "/en/roman/5/share", "/en/nix"):
        assert "og:image" not in (await browser.get(address)).text


async def test_what_is_told_to_others_is_told_of_the_site_as_it_is_known(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db", public_url="https://patience.example") as site:
        page = (await site.browser().get("/fr/klondike-3/7", host="evil.example")).text
    said = properties(page)
    assert said["og:image"] == "https://patience.example/fr/klondike-3/7/preview.png"
    assert "evil" not in page


def test_nothing_in_it_is_markup() -> None:
    for lang in LANGS:
        for rules in GAMES.values():
            said = deal_preview(lang, HERE, rules, 5)
            assert not re.search(r'[<>"]', "".join(map(str, said)))


# -- oEmbed ----------------------------------------------------------------------------------


async def ask(browser: Browser, url: str, **sizes: str) -> httpx.Response:
    return await browser.client.get("/oembed", params={"url": url, "format": "json", **sizes})


@pytest.mark.parametrize("lang", LANGS)
async def test_a_deal_is_shown_in_a_frame(browser: Browser, lang: str) -> None:
    deal = f"{HERE}/{lang}/klondike-3/48213"
    answer = await ask(browser, deal)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["access-control-allow-origin"] == "*"
    name = deal_name(lang, GAMES["klondike-3"], 48213)
    assert answer.json() == {
        "version": "1.0",
        "type": "rich",
        "title": name,
        "provider_name": "Patience",
        "provider_url": f"{HERE}/{lang}/",
        "cache_age": 86400,
        "thumbnail_url": f"{deal}/preview.png",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
        "html": f'<iframe src="{deal}/embed" width="800" height="640" title="{name}"'
        ' loading="lazy"></iframe>',
        "width": 800,
        "height": 640,
    }
    assert "set-cookie" not in answer.headers

    framed = await browser.get(f"{deal}/embed")
    assert framed.status_code == 200
    assert "frame-ancestors *" in framed.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("sizes", "kind", "size", "has_picture"),
    [
        ({"maxwidth": "2000", "maxheight": "2000"}, "rich", (800, 640), True),
        ({"maxwidth": "500"}, "rich", (500, 640), False),
        ({"maxwidth": "500", "maxheight": "450"}, "rich", (500, 450), False),
        ({"maxheight": "640"}, "rich", (800, 640), True),
        ({"maxheight": "629"}, "rich", (800, 629), False),
        ({"maxwidth": "319"}, "link", None, False),
        ({"maxheight": "399"}, "link", None, False),
        ({"maxwidth": "0"}, "link", None, False),
    ],
)
async def test_it_is_no_larger_than_there_is_room(
    browser: Browser,
    sizes: dict[str, str],
    kind: str,
    size: tuple[int, int] | None,
    *,
    has_picture: bool,
) -> None:
    told = (await ask(browser, f"{HERE}/en/roman/5", **sizes)).json()
    assert told["type"] == kind
    assert ((told["width"], told["height"]) if "width" in told else None) == size
    assert ("html" in told) == (kind == "rich")
    if size:
        assert f'width="{size[0]}" height="{size[1]}"' in told["html"]
    assert ("thumbnail_url" in told) == has_picture


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("http://elsewhere.test/en/roman/5", 403),
        ("http://patience.test.evil.example/en/roman/5", 403),
        ("http://patience.test@evil.example/en/roman/5", 403),
        ("http://patience.test:81/en/roman/5", 403),
        ("javascript://patience.test/en/roman/5", 403),
        ("//[", 404),
        ("", 404),
        ("/en/roman/5", 404),
        (f"{HERE}/", 404),
        (f"{HERE}/en/roman", 404),
        (f"{HERE}/en/romn/5", 404),
        (f"{HERE}/de/roman/5", 404),
        (f"{HERE}/en/roman/0", 404),
        (f"{HERE}/en/roman/{LAST_DEAL + 1}", 404),
        (f"{HERE}/en/roman/5/move", 404),
        (f"{HERE}/en/roman/5?log=d#x", 200),
        (f"{HERE}/en/roman/5/", 200),
        (f"{HERE.upper()}/en/roman/5", 200),
    ],
)
async def test_only_deals_of_ours_are_told_of(browser: Browser, url: str, status: int) -> None:
    answer = await ask(browser, url)
    assert answer.status_code == status
    assert ("error" in answer.json()) == (status != 200)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        (f"{HERE}/en/roman/0", "There is no deal at that address."),
        (f"{HERE}/fr/roman/0", "Il n’y a pas de donne à cette adresse."),
        (f"{HERE}/fr/athena/daily/2026-02-30", "Ce jour n’existe pas dans le calendrier."),
        ("https://elsewhere.example/fr/roman/5", "Cette adresse n’est pas de ce site."),
        ("/de/roman/5", "That address is not of this site."),
        ("//[", "That is not an address."),
    ],
)
async def test_why_not_is_said_in_the_language_of_the_address(
    browser: Browser, url: str, why: str
) -> None:
    assert (await ask(browser, url)).json() == {"error": why}


async def test_a_day_is_told_of_by_its_deal(browser: Browser) -> None:
    today = today_of_utc()
    number = book().deal_of("athena", today)
    told = (await ask(browser, f"{HERE}/fr/athena/daily/{today}")).json()
    assert told == (await ask(browser, f"{HERE}/fr/athena/{number}")).json()
    assert f"{HERE}/fr/athena/{number}/embed" in told["html"]


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("1999-01-01", "before the first deal of the day"),
        ("2999-01-01", "still a secret"),
        ("2026-02-30", "no such day"),
        ("2026-1-1-1", "not a date"),
        ("2026-12-1/", "no deal"),
    ],
)
async def test_what_is_no_day_is_told_of_as_such(browser: Browser, day: str, why: str) -> None:
    answer = await ask(browser, f"{HERE}/en/athena/daily/{day}")
    assert answer.status_code == 404
    assert why in answer.json()["error"]


async def test_what_is_not_understood_is_said(browser: Browser) -> None:
    deal = f"{HERE}/en/roman/5"
    for wrong in ("-1", "wide", "1.5", "٣٠٠", "9" * 30):
        assert (await ask(browser, deal, maxwidth=wrong)).status_code == 400
    xml = await browser.client.get("/oembed", params={"url": deal, "format": "xml"})
    assert xml.status_code == 501
    assert (await browser.client.get("/oembed", params={"url": deal})).status_code == 200
