"""Deals that can be won: who gets them, what the table says of them, and the page that explains."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest

from app.daily import book
from app.deals import LAST_DEAL
from app.games.grades import Grade
from app.solver.winnable import Deal, graded, winnable
from app.web.choices import DEFAULTS, Choices, Deals
from app.web.dealing import Wish, drawn, following, wish_of
from app.web.proved import NOTHING_PROVED, is_of_today, proved
from app.web.rendering import Renderer
from app.web.winnable_page import winnable_page
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser

ROMAN = winnable("roman")
"""The game whose wins are stored first."""
WON, NOT_WON = 1, 2
FEW = graded([Deal(n, spent=n, wins=9 - n) for n in (2, 4, 6)], 6)
DAY = date(2026, 11, 12)


def test_a_deal_is_drawn_as_it_is_wanted() -> None:
    wanted = Wish(is_winnable=True)
    assert {drawn(FEW, wanted) for _ in range(200)} == {2, 4, 6}
    assert drawn(FEW, wanted._replace(grade=Grade.HARD)) == 6
    assert {drawn(FEW, wanted, begun=(2, 4)) for _ in range(20)} == {6}
    assert {drawn(FEW, wanted, begun=(2, 4, 6)) for _ in range(200)} == {2, 4, 6}


@pytest.mark.parametrize("found", [FEW, graded([], 0)])
def test_else_any_deal_is(found: object) -> None:
    wish = Wish(is_winnable=found is not FEW)
    numbers = [drawn(graded([], 0) if found is not FEW else FEW, wish) for _ in range(20)]
    assert all(1 <= number <= LAST_DEAL for number in numbers)
    assert max(numbers) > 6


def test_a_form_asks_louder_than_a_choice() -> None:
    only = Choices(deals=Deals.WINNABLE)
    assert wish_of({}, DEFAULTS) == Wish()
    assert wish_of({"version": "3"}, only) == Wish(is_winnable=True)
    assert wish_of({"grade": "any"}, DEFAULTS) == Wish(is_winnable=True)
    assert wish_of({"grade": "hard"}, only) == Wish(is_winnable=True, grade=Grade.HARD)
    easy = Choices(deals=Deals.EASY)
    assert wish_of({}, easy) == Wish(is_winnable=True, grade=Grade.EASY)
    assert wish_of({"grade": "hard"}, easy) == Wish(is_winnable=True, grade=Grade.HARD)
    with pytest.raises(ValueError, match="impossible"):
        wish_of({"grade": "impossible"}, only)


def test_the_next_deal_is_one_that_is_wanted() -> None:
    wanted = Wish(is_winnable=True)
    assert [following(FEW, wanted, number) for number in (1, 2, 3, 6, LAST_DEAL)] == [2, 4, 4, 2, 2]
    easy = wanted._replace(grade=Grade.EASY)
    assert following(FEW, easy, 2) == following(FEW, easy, 5) == FEW.numbers(Grade.EASY)[0]
    for wish, found in (Wish(), FEW), (wanted, graded([], 0)):
        assert [following(found, wish, number) for number in (1, LAST_DEAL)] == [2, 1]


@pytest.mark.parametrize("lang", LANGS)
async def test_next_deal_asks_what_is_chosen(browser: Browser, lang: str) -> None:
    async def after(number: int) -> int:
        answer = await browser.get(f"/{lang}/roman/{number}/next")
        assert answer.status_code == 303
        assert answer.headers["cache-control"] == "no-store"
        return int(answer.headers["location"].removeprefix(f"/{lang}/roman/"))

    assert await after(NOT_WON) == NOT_WON + 1
    assert await after(LAST_DEAL) == 1
    for deals, numbers in ("winnable", list(ROMAN.grades)), ("hard", ROMAN.numbers(Grade.HARD)):
        await browser.post(f"/{lang}/settings", {"deals": deals})
        assert [await after(number) for number in numbers[:3]] == numbers[1:4]
        assert await after(numbers[-1]) == numbers[0]
    for path in f"/{lang}/chess/1/next", f"/{lang}/roman/{LAST_DEAL + 1}/next":
        assert (await browser.get(path)).status_code == 404


@pytest.mark.parametrize("grade", Grade)
async def test_a_grade_is_dealt_at_a_press(browser: Browser, grade: Grade) -> None:
    answer = await browser.post("/fr/roman/new", {"grade": grade.value})
    assert answer.status_code == 303
    assert int(answer.headers["location"].removeprefix("/fr/roman/")) in ROMAN.numbers(grade)


async def test_who_has_chosen_so_gets_no_other(browser: Browser) -> None:
    await browser.post("/en/settings", {"deals": "winnable"})
    for form in {}, {"version": "0", "action": "new"}, {"grade": "nonsense"}:
        answer = await browser.post("/en/roman/new", form)
        assert int(answer.headers["location"].removeprefix("/en/roman/")) in ROMAN.grades
    page = (await browser.get("/en/roman")).text
    assert int(re.findall(r'data-deal="/en/roman/([0-9]+)"', page)[0]) in ROMAN.grades


async def test_the_setting_is_asked_for_with_all_others(browser: Browser) -> None:
    page = (await browser.get("/fr/settings")).text
    assert "gagnables seulement" in page
    assert page.count('name="deals"') == len(Deals)


@pytest.mark.parametrize("lang", LANGS)
async def test_a_table_says_what_is_proved_and_nothing_else(browser: Browser, lang: str) -> None:
    said = {
        "en": {Grade.EASY: "winnable: easy", Grade.MEDIUM: "winnable: medium"},
        "fr": {Grade.EASY: "gagnable\N{NO-BREAK SPACE}: facile"},
    }[lang]
    for grade, words in said.items():
        number = ROMAN.numbers(grade)[0]
        page = (await browser.get(f"/{lang}/roman/{number}")).text
        assert f'<a href="/{lang}/roman/winnable">{words}</a>' in page
        assert f'href="/{lang}/roman/{number}/shown"' in page
    for number in NOT_WON, ROMAN.searched + 10**6:
        page = (await browser.get(f"/{lang}/roman/{number}")).text
        assert 'class="proved"' not in page
        assert "/shown" not in page
        assert f'<a class="control" href="/{lang}/roman/winnable">' in page


@pytest.mark.parametrize("lang", LANGS)
def test_a_day_leaves_the_heading_to_itself(lang: str, renderers: dict[str, Renderer]) -> None:
    """The way to its solution stands in the menu, once the day is over."""
    renderer = renderers[lang]
    plain, dated = (proved(renderer, "roman", WON, is_dated=is_dated) for is_dated in (False, True))
    assert plain["proved"]
    assert not dated["proved"]
    assert plain["shown"] == dated["shown"]
    assert f'href="/{lang}/roman/{WON}/shown"' in dated["shown"]
    assert proved(renderer, "roman", NOT_WON) == NOTHING_PROVED


def test_the_deals_that_these_tests_name_are_as_they_say() -> None:
    assert WON in ROMAN.grades
    assert NOT_WON not in ROMAN.grades


@pytest.mark.parametrize("lang", LANGS)
async def test_the_page_counts_and_explains(browser: Browser, lang: str) -> None:
    page = (await browser.get(f"/{lang}/roman/winnable")).text
    for third in ROMAN.thirds:
        assert f'name="grade" value="{third.grade}"' in page
        assert f"<td>{third.deals}</td>" in page
    assert str(len(ROMAN.grades)) in page
    assert f'rel="canonical" href="http://127.0.0.1:8000/{lang}/roman/winnable"' in page
    assert f'href="/{lang}/settings?page=/{lang}/roman/winnable"' in page


async def test_with_a_cookie_the_page_makes_the_choice(browser: Browser) -> None:
    await browser.post("/en/settings", {"deck": "four"})
    page = (await browser.get("/en/klondike/winnable")).text
    if not winnable("klondike").grades:
        assert "No win of this game is stored yet" in page
    page = (await browser.get("/en/roman/winnable")).text
    assert '<button class="control" name="deals" value="winnable">' in page
    answer = await browser.post("/en/settings", {"deals": "winnable", "page": "/en/roman/winnable"})
    page = (await browser.get(answer.headers["location"])).text
    assert '<button class="control" name="deals" value="any">' in page


@pytest.mark.parametrize("lang", LANGS)
def test_where_nothing_is_stored_the_page_says_so(
    lang: str, renderers: dict[str, Renderer]
) -> None:
    page = winnable_page(renderers[lang], "bureau", graded([], 0), DEFAULTS, may_choose=True)
    nobody = {"en": "nobody knows which of its deals", "fr": "nul ne sait lesquelles"}[lang]
    assert nobody in page
    assert 'name="grade"' not in page
    assert f'action="/{lang}/bureau/new"' in page


@pytest.mark.parametrize("path", ["/de/roman/winnable", "/en/spider/winnable"])
async def test_of_what_is_no_game_there_is_no_page(browser: Browser, path: str) -> None:
    assert (await browser.get(path)).status_code == 404


@pytest.mark.parametrize("slug", SLUGS)
def test_a_day_is_secret_as_long_as_it_is_somebodys_today(slug: str) -> None:
    """From its midnight at UTC+14 to its end at UTC-12."""
    number = book().deal_of(slug, DAY)
    begins = datetime(DAY.year, DAY.month, DAY.day, tzinfo=UTC) - timedelta(hours=14)
    ends = begins + timedelta(hours=14 + 24 + 12)
    second = timedelta(seconds=1)
    for moment in begins, begins + timedelta(hours=20), ends - second:
        assert is_of_today(slug, number, moment)
    for moment in begins - second, ends:
        assert not is_of_today(slug, number, moment)
