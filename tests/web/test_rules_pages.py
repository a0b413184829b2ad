"""The rules of each game as a page: all that is told is there, in both languages."""

import re
from html.parser import HTMLParser

import pytest
from markupsafe import escape

from app.games import GAMES
from app.howto import layout_words, relatives
from app.web.choices import Choices
from app.web.i18n import catalog, game_title
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser
from tests.web.told import all_told


class Outline(HTMLParser):
    """Headings, links and ids of a page, and whether what is opened is closed."""

    VOID = frozenset({"meta", "link", "input"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.headings: list[str] = []
        self.hrefs: list[str] = []
        self.ids: list[str] = []
        self.named_by: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.hrefs += [values["href"] or ""] if tag == "a" else []
        self.headings += [tag] if re.fullmatch("h[1-6]", tag) else []
        self.ids += [values["id"] or ""] if "id" in values else []
        self.named_by += [values["aria-labelledby"] or ""] if "aria-labelledby" in values else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A path of the picture."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_all_that_is_told_of_a_game(browser: Browser, lang: str, slug: str) -> None:
    answer = await browser.get(f"/{lang}/{slug}/rules")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    rules, tongue = GAMES[slug], catalog(lang)
    assert [text for text in all_told(slug, lang) if str(escape(text)) not in answer.text] == []
    assert f'aria-label="{escape(layout_words(rules, tongue))}"' in answer.text
    assert f"<h1>{escape(game_title(lang, rules))}" in answer.text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_its_head_and_its_outline(browser: Browser, lang: str, slug: str) -> None:
    text = (await browser.get(f"/{lang}/{slug}/rules")).text

    outline = Outline(text)
    assert outline.open == []
    assert outline.headings[0] == "h1"
    assert set(outline.headings[1:]) == {"h2"}
    assert len(set(outline.ids)) == len(outline.ids)
    assert set(outline.named_by) == set(outline.ids)
    site = browser.site.house.settings.site
    assert f'<link rel="canonical" href="{site}/{lang}/{slug}/rules">' in text
    for twin in LANGS:
        assert f'hreflang="{twin}" href="{site}/{twin}/{slug}/rules"' in text
    # what search engines read is data, not a script
    assert not re.search(r"\sstyle=|\son[a-z]+=|<script(?! type=\"application/ld\+json\")", text)


async def test_no_two_pages_bear_one_title_or_description(browser: Browser) -> None:
    heads = set()
    for lang in LANGS:
        for slug in SLUGS:
            text = (await browser.get(f"/{lang}/{slug}/rules")).text
            title = re.search("<title>(.+?)</title>", text)
            description = re.search('<meta name="description" content="(.+?)">', text)
            assert title
            assert description
            heads |= {title[1], description[1]}
    assert len(heads) == 2 * len(LANGS) * len(SLUGS)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_its_links_lead_somewhere(browser: Browser, lang: str, slug: str) -> None:
    hrefs = Outline((await browser.get(f"/{lang}/{slug}/rules")).text).hrefs

    assert f"/{lang}/{slug}" in hrefs
    assert {f"/{lang}/{other.slug}/rules" for other in relatives(GAMES[slug])} <= set(hrefs)
    for href in hrefs:
        assert (await browser.get(href)).status_code == 200, href


async def test_the_language_switch_stays_with_the_rules(browser: Browser) -> None:
    answer = await browser.post("/language", {"lang": "fr", "page": "/en/roman/rules"})

    assert answer.status_code == 303
    assert answer.headers["location"] == "/fr/roman/rules"


@pytest.mark.parametrize(
    "path", ["/de/roman/rules", "/en/spider/rules", "/en/roman/5/rules", "/en/spider/rules/"]
)
async def test_rules_of_what_is_not_there(browser: Browser, path: str) -> None:
    assert (await browser.get(path)).status_code == 404


async def test_a_slash_too_many_leads_to_the_rules(browser: Browser) -> None:
    answer = await browser.get("/en/roman/rules/")

    assert (answer.status_code, answer.headers["location"]) == (308, "/en/roman/rules")


async def test_reading_rules_makes_no_cookie(browser: Browser) -> None:
    answer = await browser.get("/en/roman/rules")

    assert "set-cookie" not in answer.headers


async def test_rules_are_read_in_the_look_that_was_chosen(browser: Browser) -> None:
    form = {"scheme": "dark"}
    assert Choices().with_form(form) != Choices()
    await browser.post("/en/settings", form)
    text = (await browser.get("/en/roman/rules")).text

    assert 'data-scheme="dark"' in text.partition(">\n<head>")[0]
