"""What search engines are told: titles, descriptions, addresses, data; the map of the site."""

import itertools
import re
from typing import cast
from xml.etree import ElementTree

import pytest

from app.deals import LAST_DEAL
from app.web.rendering import Renderer
from app.web.routes.found import PAGES
from tests.web.contact import send
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser
from tests.web.told import Data, read_head

NAMED = {**{lang: lang for lang in LANGS}, "x-default": LANGS[0]}
"""Each hreflang, and the language of its page."""
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


async def test_each_page_says_what_it_is_and_where_its_twin_is(browser: Browser) -> None:
    site, said = browser.site.house.settings.site, []
    for lang, page in itertools.product(LANGS, (*PAGES, "/settings")):
        answer = await browser.get(f"/{lang}{page}")
        assert answer.status_code == 200, page
        head = read_head(answer.text)
        said += [head.title, head.description]
        assert 12 <= len(head.title) <= 70, head.title
        assert 50 <= len(head.description) <= 230, head.description
        assert head.canonical == f"{site}/{lang}{page}"
        assert head.alternates == {each: f"{site}/{of}{page}" for each, of in NAMED.items()}
        assert head.robots == ""
    assert sorted(set(said)) == sorted(said)


@pytest.mark.parametrize("page", ["", "/table", "?pick=t1", "?log=d&version=1"])
async def test_every_page_of_a_deal_leads_to_its_game(browser: Browser, page: str) -> None:
    head = read_head((await browser.get(f"/fr/athena/{LAST_DEAL}{page}")).text)

    site = browser.site.house.settings.site
    assert head.canonical == f"{site}/fr/athena"
    assert head.alternates == {each: f"{site}/{of}/athena" for each, of in NAMED.items()}
    assert head.data == []
    assert str(LAST_DEAL) in head.title


@pytest.mark.parametrize("path", ["/en/nothing", "/en/roman/0", "/fr/roman/5/move"])
async def test_no_one_is_to_find_a_fault(browser: Browser, path: str) -> None:
    head = read_head((await browser.get(path)).text)

    assert (head.robots, head.canonical, head.alternates) == ("noindex", "", {})


async def test_no_one_is_to_find_a_thank_you(browser: Browser) -> None:
    sent = await send(browser)
    head = read_head((await browser.get(f"/en/contact/thanks/{sent.reference}")).text)

    assert (head.robots, head.canonical, head.alternates) == ("noindex", "", {})


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_game_is_told_as_data(browser: Browser, lang: str, slug: str) -> None:
    head = read_head((await browser.get(f"/{lang}/{slug}")).text)

    (data,) = head.data
    assert data["@context"] == "https://schema.org"
    game, trail = cast(list[Data], data["@graph"])
    assert game["@type"] == ["VideoGame", "WebApplication"]
    assert game["url"] == head.canonical
    assert game["inLanguage"] == lang
    assert game["description"] == head.description
    assert str(game["name"]).partition(",")[0] in head.title
    assert game["offers"] == {"@type": "Offer", "price": 0, "priceCurrency": "EUR"}
    home = head.canonical.removesuffix(slug)
    assert places(trail) == [home, head.canonical]


@pytest.mark.parametrize("lang", LANGS)
async def test_rules_stand_below_their_game(browser: Browser, lang: str) -> None:
    head = read_head((await browser.get(f"/{lang}/bureau/rules")).text)

    site = browser.site.house.settings.site
    assert places(*head.data) == [f"{site}/{lang}/", f"{site}/{lang}/bureau", None]


@pytest.mark.parametrize("lang", LANGS)
async def test_the_list_of_games_is_the_site(browser: Browser, lang: str) -> None:
    (data,) = read_head((await browser.get(f"/{lang}/")).text).data

    assert data["@type"] == "WebSite"
    assert data["url"] == f"{browser.site.house.settings.site}/{lang}/"


def places(trail: Data) -> list[object]:
    """Where the steps of a breadcrumb trail lead."""
    assert trail["@type"] == "BreadcrumbList"
    steps = cast(list[Data], trail["itemListElement"])
    assert [step["position"] for step in steps] == list(range(1, len(steps) + 1))
    assert all(step["@type"] == "ListItem" and step["name"] for step in steps)
    return [step.get("item") for step in steps]


def test_no_data_ends_its_own_element(renderers: dict[str, Renderer]) -> None:
    told = {"name": "</script><script>alert(1)</script><!--"}
    page = renderers["en"].page(
        "pages/message.html",
        heading="",
        line="",
        deal="",
        reference="",
        canonical="",
        page="/",
        twins=[],
        data=told,
    )

    assert page.count("<script") == 1
    assert "<!--" not in page
    assert read_head(page).data == [told]


async def test_the_map_names_every_page_in_every_language(browser: Browser) -> None:
    answer = await browser.get("/sitemap.xml")

    assert answer.headers["content-type"].startswith("application/xml")
    found = ElementTree.fromstring(answer.text).findall(f"{MAP}url")
    site = browser.site.house.settings.site
    pages = [f"/{lang}/{slug}{page}" for lang in LANGS for slug in SLUGS for page in ("", "/rules")]
    named = {element.findtext(f"{MAP}loc", ""): element for element in found}
    assert {site + page for page in pages} | {f"{site}/{lang}/" for lang in LANGS} <= set(named)
    for address, element in named.items():
        head = read_head((await browser.get(address.removeprefix(site))).text)
        assert head.canonical == address
        twins = [dict(link.attrib) for link in element if link.tag.endswith("}link")]
        assert {twin["hreflang"]: twin["href"] for twin in twins} == head.alternates


@pytest.mark.parametrize(
    ("path", "is_open"),
    [
        ("/en/", True),
        ("/fr/roman", True),
        ("/fr/roman/rules", True),
        ("/en/roman/48213", True),
        ("/en/contact", True),
        ("/static/0/site.css", True),
        ("/en/roman/48213?log=d&version=1", False),
        ("/en/roman/48213/table", False),
        ("/en/contact?page=/en/roman/5", False),
    ],
)
async def test_robots_are_led_past_what_is_no_page_of_its_own(
    browser: Browser, path: str, *, is_open: bool
) -> None:
    answer = await browser.get("/robots.txt")

    assert answer.headers["content-type"].startswith("text/plain")
    lines = [line.split(": ", 1) for line in answer.text.splitlines() if line]
    assert lines[0] == ["User-agent", "*"]
    assert lines[-1] == ["Sitemap", f"{browser.site.house.settings.site}/sitemap.xml"]
    matching = [(len(rule), word == "Allow") for word, rule in lines[1:-1] if matches(rule, path)]
    # the longest rule counts, and of equal ones the kinder: RFC 9309
    assert (not matching or max(matching)[1]) == is_open


def matches(rule: str, path: str) -> bool:
    pattern = re.escape(rule).replace(r"\*", ".*").replace(r"\$", "$")
    return re.match(pattern, path) is not None
