"""The home page: every game with its facts, what is wanted, what is begun, today's deals."""

import gzip
import re
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
from markupsafe import escape

from app.games import GAMES
from app.games.grades import MEASURED, Grade
from app.howto import layout_picture, layout_words, own_line
from app.store.protocol import MOST_LISTED
from app.web.assets import BUILT
from app.web.gallery import PACKS, Wanted
from app.web.i18n import catalog, game_title
from app.web.own_pages import own_page
from app.web.security import player_of
from tests.store.examples import first_play
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser

MOST_BYTES = 25 * 1024
"""Of a page of text with all that comes with it, compressed."""
GRADE_WORDS = {
    "en": {Grade.EASY: "Easy", Grade.MEDIUM: "Medium", Grade.HARD: "Hard"},
    "fr": {Grade.EASY: "Facile", Grade.MEDIUM: "Moyenne", Grade.HARD: "Difficile"},
}
MINUTES = {"en": "about %d min", "fr": "environ %d\u00a0min"}
PACK_WORDS = {
    "en": {1: "1 pack", 2: "2 packs", 4: "4 packs"},
    "fr": {1: "1 jeu de cartes", 2: "2 jeux de cartes", 4: "4 jeux de cartes"},
}


def cards(html: str) -> dict[str, str]:
    """The card of each game that a page shows, by slug."""
    parts = html.split('<li class="game">')[1:]
    return {re.findall(r'<h3><a href="/../([a-z0-9-]+)"', part)[0]: part for part in parts}


def current(html: str) -> list[str]:
    return [
        unescape(words) for words in re.findall(r'<a href="[^"]*" aria-current="true">(.*?)<', html)
    ]


def today() -> date:
    return datetime.now(UTC).date()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_card_says_what_the_declaration_says(
    browser: Browser, lang: str, slug: str
) -> None:
    rules, measured = GAMES[slug], MEASURED[slug]
    card = cards((await browser.get(f"/{lang}/")).text)[slug]

    assert layout_picture(rules, str(escape(layout_words(rules, catalog(lang))))) in card
    facts = unescape(re.sub(r"<[^>]*>", "|", card)).split("|")
    assert {
        game_title(lang, rules),
        own_line(rules, catalog(lang)),
        PACK_WORDS[lang][rules.decks],
        MINUTES[lang] % measured.minutes,
    } <= set(facts)
    assert f" {GRADE_WORDS[lang][measured.grade]}" in facts
    assert f'href="/{lang}/{slug}/rules"' in card


@pytest.mark.parametrize("lang", LANGS)
async def test_all_games_are_shown_in_their_order(browser: Browser, lang: str) -> None:
    answer = await browser.get(f"/{lang}/")

    assert tuple(cards(answer.text)) == SLUGS
    lines = [own_line(rules, catalog(lang)) for rules in GAMES.values()]
    assert len(set(lines)) == len(lines)
    assert not re.search(r"\sstyle=|\son[a-z]+=|<script(?![^>]*(\ssrc=|ld.json))", answer.text)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("lang", LANGS)
async def test_every_question_is_answered_with_those_games(browser: Browser, lang: str) -> None:
    for packs in (None, *PACKS):
        for grade in (None, *Grade):
            wanted = Wanted(packs, grade)
            page = (await browser.get(f"/{lang}/{wanted.query}")).text

            shown = [
                slug
                for slug, rules in GAMES.items()
                if packs in {None, rules.decks} and grade in {None, MEASURED[slug].grade}
            ]
            assert list(cards(page)) == shown
            assert len(current(page)) == 2
            assert (f'<a href="/{lang}/#games">' in page.partition("</nav>")[2]) != bool(shown)
            # from each answer the next one is a link away, and the other question stays answered
            for other in (wanted._replace(packs=2), wanted._replace(grade=Grade.HARD)):
                assert f'href="/{lang}/{escape(other.query)}#games"' in page


@pytest.mark.parametrize(
    "query",
    [
        "packs=3",
        "packs=02",
        "packs=",
        "difficulty=HARD",
        "difficulty=%00",
        "packs=" + "9" * 5000,
        "packs=²&difficulty=<script>",
        "a=b&packs",
        "%ff=%ff",
    ],
)
async def test_what_makes_no_sense_is_no_wish(browser: Browser, query: str) -> None:
    answer = await browser.get(f"/en/?{query}")

    assert answer.status_code == 200
    assert answer.text == (await browser.get("/en/")).text


async def test_one_wish_in_order_and_one_not(browser: Browser) -> None:
    page = (await browser.get("/fr/?packs=4&difficulty=impossible")).text

    assert list(cards(page)) == ["double-signora"]
    assert current(page) == ["4 jeux", "Toutes"]


async def test_the_language_is_switched_with_the_wishes(browser: Browser) -> None:
    page = (await browser.get("/en/?packs=1&difficulty=easy")).text
    asked = unescape(page.partition('name="page" value="')[2].partition('"')[0])

    answer = await browser.post("/language", {"lang": "fr", "page": asked})

    assert answer.headers["location"] == "/fr/?packs=1&difficulty=easy"
    assert re.search(r'<link rel="canonical" href="[^"?]*/en/">', page)


@pytest.mark.parametrize("query", ["?packs=", "?packs=999", "?difficulty=a-b", "?packs=1#games"])
def test_only_a_wish_is_taken_along(query: str) -> None:
    assert own_page("/en/?packs=2", "fr") == "/fr/?packs=2"
    assert own_page(f"/en/{query}", "fr") in {"/fr/", "/fr/?packs=", "/fr/?packs=999"}


@pytest.mark.parametrize("lang", LANGS)
async def test_the_deals_of_three_days_are_offered_without_script(
    browser: Browser, lang: str
) -> None:
    before = today()
    page = (await browser.get(f"/{lang}/")).text
    if today() != before:
        before = today()
        page = (await browser.get(f"/{lang}/")).text

    days = re.findall(r'<details name="day" data-day="([0-9-]+)"( open)?>', page)
    around = [before + timedelta(days=number) for number in (-1, 0, 1)]
    assert days == [(str(day), " open" if day == before else "") for day in around]
    for day in around:
        for slug in SLUGS:
            assert f'href="/{lang}/{slug}/daily/{day}"' in page


@pytest.mark.parametrize("lang", LANGS)
async def test_what_is_begun_is_gone_on_with_from_here(browser: Browser, lang: str) -> None:
    await browser.play(f"/{lang}/klondike/6", "d.d.d")
    page = (await browser.get(f"/{lang}/?packs=4")).text

    entry = page.partition('class="unfinished"')[2].partition("</ul>")[0]
    assert f'<a href="/{lang}/klondike/6">' in entry
    assert ("3 moves" if lang == "en" else "3 coups") in entry
    assert f'action="/{lang}/klondike/6/forget"' in entry


@pytest.mark.parametrize("lang", LANGS)
async def test_a_list_that_is_full_says_so(browser: Browser, lang: str) -> None:
    await browser.play(f"/{lang}/klondike/6", "d")
    assert browser.token
    player = player_of(browser.token)
    said = {
        "en": "These are your 100 most recent ones.",
        "fr": "Voici les 100 plus récentes.",
    }[lang]
    store = browser.site.house.store
    for number in range(1, MOST_LISTED - 1):
        assert await store.save(first_play(player)._replace(number=number))
    assert said not in (await browser.get(f"/{lang}/")).text
    for number in (MOST_LISTED, MOST_LISTED + 1):
        assert await store.save(first_play(player)._replace(number=number))
    page = (await browser.get(f"/{lang}/")).text
    assert said in page
    assert page.count("/forget") == MOST_LISTED


@pytest.mark.parametrize("lang", LANGS)
async def test_it_says_what_the_site_is_not(browser: Browser, lang: str) -> None:
    page = (await browser.get(f"/{lang}/")).text

    said = page.partition('<p class="promise">')[2].partition("</p>")[0]
    words = {
        "en": ("account", "ads", "trackers", "cookie"),
        "fr": ("compte", "publicité", "pisteur", "cookie"),
    }
    assert all(word in said for word in words[lang])


@pytest.mark.parametrize("lang", LANGS)
async def test_all_that_comes_with_it_is_small(browser: Browser, lang: str) -> None:
    await browser.play(f"/{lang}/klondike/6", "d")
    page = (await browser.get(f"/{lang}/")).text

    files = set(re.findall(r'(?:src|href)="/static/[0-9a-f]+/([^"#]+)', page))
    manifest = f"{lang}.webmanifest"
    assert {"site.css", "pages.css", "home.js", "img/hand.svg", manifest} <= files
    assert "img/cards.svg" not in files
    built = sum(len(_gzipped((BUILT / name).read_bytes())) for name in files - {manifest})
    assert len(_gzipped(page.encode())) + built < MOST_BYTES


def _gzipped(body: bytes) -> bytes:
    """As the server does it for whoever takes nothing better."""
    return gzip.compress(body, 4)
