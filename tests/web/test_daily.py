"""Addresses with a date: that day's table, the days beside it, and what is no such day."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from app.daily import book
from app.web.days import NO_DATE, NOT_IN_CALENDAR, TOO_EARLY, TOO_LATE, BadDay, day_in, day_words
from app.web.i18n import catalog
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser, Site
from tests.web.table import board, read_table

DAY = date(2026, 11, 12)
ONE = timedelta(days=1)


def today() -> date:
    return datetime.now(UTC).date()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_day_is_the_table_of_its_deal(browser: Browser, lang: str, slug: str) -> None:
    number = book().deal_of(slug, DAY)
    answer = await browser.get(f"/{lang}/{slug}/daily/{DAY}")

    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert f'data-deal="/{lang}/{slug}/{number}"' in answer.text
    deal = (await browser.get(f"/{lang}/{slug}/{number}")).text
    assert board(answer.text) == board(deal)
    when = "12 November, deal" if lang == "en" else "12 novembre, donne"
    assert f"– {when} {number} –" in answer.text
    assert f'<p class="deal-number">{when} <a' in answer.text
    links = [link["href"] for link in read_table(answer.text).links]
    assert f"/{lang}/{slug}/daily/{DAY - ONE}" in links
    assert f"/{lang}/{slug}/daily/{DAY + ONE}" in links
    assert not re.search(r"daily/[0-9-]+", deal)


async def test_its_play_is_the_ordinary_one(browser: Browser) -> None:
    number = book().deal_of("klondike", DAY)
    table = await browser.table(f"/en/klondike/daily/{DAY}")
    assert "d" in table.offered

    answer = await browser.post(f"/en/klondike/{number}/move", table.press("d"))

    assert answer.headers["location"].partition("?")[0] == f"/en/klondike/{number}"
    # who comes back by the date finds the game
    assert (await browser.table(f"/fr/klondike/daily/{DAY}")).version == 1


async def test_looking_at_a_day_keeps_nothing(browser: Browser, rows: Callable[[], int]) -> None:
    before = rows()
    for path in (f"/en/roman/daily/{DAY}", "/en/roman/daily", "/en/roman/daily/2026-02-30"):
        assert "set-cookie" not in (await browser.get(path)).headers
    assert rows() == before


async def test_the_same_day_is_the_same_for_everyone(site: Site) -> None:
    pages = [(await site.browser().get(f"/fr/bureau/daily/{DAY}")).text for _ in range(2)]
    assert pages[0] == pages[1]


async def test_the_language_is_switched_with_the_day(browser: Browser) -> None:
    page = (await browser.get(f"/en/roman/daily/{DAY}")).text
    asked = page.partition('name="page" value="')[2].partition('"')[0]

    answer = await browser.post("/language", {"lang": "fr", "page": asked})

    assert answer.headers["location"] == f"/fr/roman/daily/{DAY}"


async def test_without_a_day_it_is_today(browser: Browser) -> None:
    days = {str(today())}
    answer = await browser.get("/en/roman/daily")
    days.add(str(today()))

    assert answer.status_code == 303
    assert answer.headers["location"].removeprefix("/en/roman/daily/") in days


async def test_the_first_day_has_none_before_it_and_tomorrow_none_behind(browser: Browser) -> None:
    first = (await browser.get(f"/en/roman/daily/{book().first_day}")).text
    assert f"daily/{book().first_day - ONE}" not in first
    assert f"daily/{book().first_day + ONE}" in first
    tomorrow = today() + ONE
    page = (await browser.get(f"/en/roman/daily/{tomorrow}")).text
    assert f"daily/{tomorrow - ONE}" in page
    # a test that ends after midnight sees the day after in the menu, too
    assert f"daily/{tomorrow + ONE}" not in page or today() == tomorrow


WRONG = {
    "2026-02-30": NOT_IN_CALENDAR,
    "2026-13-01": NOT_IN_CALENDAR,
    "2026-00-00": NOT_IN_CALENDAR,
    "0000-01-01": NOT_IN_CALENDAR,
    "2025-12-31": TOO_EARLY,
    "0001-01-01": TOO_EARLY,
    "9999-12-31": TOO_LATE,
    "2026-1-1": NO_DATE,
    "20261130": NO_DATE,
    "tomorrow": NO_DATE,
    "٢٠٢٦-١١-٣٠": NO_DATE,
    "2026-11-30T00:00": NO_DATE,
    "<b>": NO_DATE,
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("text", WRONG)
async def test_what_is_no_day_is_said_and_today_offered(
    browser: Browser, lang: str, text: str
) -> None:
    answer = await browser.get(f"/{lang}/colonel/daily/{text}")

    assert answer.status_code == 404
    assert f'lang="{lang}"' in answer.text
    assert catalog(lang).gettext(WRONG[text]) in answer.text
    offered = re.findall(rf'href="/{lang}/colonel/daily/([0-9-]+)"', answer.text)
    assert len(offered) == 1
    assert today() - date.fromisoformat(offered[0]) <= ONE


def test_a_day_is_shown_once_it_may_be_somebodys_tomorrow() -> None:
    now = date(2026, 12, 31)
    assert day_in("2027-01-01", now) == now + ONE
    with pytest.raises(BadDay, match="secret"):
        day_in("2027-01-02", now)


@pytest.mark.parametrize("path", ["/de/roman/daily", "/en/spider/daily/2026-11-12", "/en/daily"])
async def test_days_of_what_is_not_there(browser: Browser, path: str) -> None:
    assert (await browser.get(path)).status_code == 404


def test_days_in_words() -> None:
    assert day_words("en", date(2026, 12, 1)) == "1 December 2026"
    assert day_words("fr", date(2026, 12, 1)) == "1er décembre 2026"
    assert day_words("fr", date(2027, 8, 21)) == "21 août 2027"
