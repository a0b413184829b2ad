"""The statistics: what counts, what they come to, and how the page tells it."""

import re
from collections.abc import Sequence
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import engine_for
from app.solver.asking.verdicts import position_key
from app.store import Finished, StoredVerdict, Win
from app.store.protocol import MOST_FINISHED
from app.web.choices import DEFAULTS
from app.web.rendering import Renderer
from app.web.security import player_of
from app.web.statistics import Streaks, figures, streaks
from app.web.statistics_page import MOST_LOOKED_UP, statistics_page
from tests.store.examples import first_play, won
from tests.web.every_page import STUCK, WON
from tests.web.players import LANGS
from tests.web.serving import Browser
from tests.web.told import read_head

PAGE = "/en/statistics"
_ROW = re.compile(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', re.DOTALL)
_CELL = re.compile(r'<td data-words="(.*?)">(.*?)</td>', re.DOTALL)
_TAG = re.compile(r"<span aria-hidden.*?</span>|<[^>]+>")


def result(number: int, *, is_won: bool, slug: str = "roman", **told: float) -> Finished:
    """The game that was the `number`th to end."""
    return Finished(
        slug,
        number,
        float(number),
        is_won,
        int(told.get("moves", 100)),
        told.get("seconds", 60.0),
        int(told.get("undos", 0)),
        int(told.get("hints", 0)),
    )


async def shown(browser: Browser, lang: str = "en") -> dict[str, dict[str, str]]:
    """The figures of each row, by their headings."""
    answer = await browser.get(f"/{lang}/statistics")
    assert answer.status_code == 200
    return {
        _TAG.sub("", heading): {words: _TAG.sub("", cell) for words, cell in _CELL.findall(cells)}
        for heading, cells in _ROW.findall(answer.text)
    }


async def keep(browser: Browser, results: Sequence[Finished]) -> None:
    """Stores games that are over, as if they had been played."""
    if browser.token is None:
        await browser.play("/en/athena/77", "d")
    assert browser.token
    store = browser.site.house.store
    for told in results:
        play = first_play(player_of(browser.token))._replace(
            slug=told.slug, number=told.number, moved=told.ended, stuck=not told.won
        )
        assert await store.save(play)
        if told.won:
            last, win = won(play)
            how = Win(*win[:4], told.moves, told.seconds, told.undos, told.hints, told.ended)
            assert await store.save(last, how)


# what they come to


@given(st.lists(st.booleans(), max_size=12))
def test_streaks_are_the_longest_rows_of_wins(outcomes: list[bool]) -> None:
    rows = [(is_won, len(list(row))) for is_won, row in groupby(outcomes)]
    wins = [length for is_won, length in rows if is_won]
    is_on = bool(outcomes) and outcomes[-1]
    assert streaks(outcomes) == Streaks(
        wins[-1] if is_on else 0, max(wins, default=0), wins[-1] if wins and not is_on else 0
    )


def test_figures_are_taken_in_the_order_in_which_games_ended() -> None:
    told = figures([result(number, is_won=number != 2) for number in (3, 1, 2)])
    assert (told.played, told.won, told.percentage) == (3, 2, 67)
    assert told.streaks == Streaks(1, 1, 0)


def test_records_are_of_wins_without_a_hint() -> None:
    told = figures(
        [
            result(1, is_won=True, seconds=90, moves=120, undos=3),
            result(2, is_won=True, seconds=100, moves=110),
            result(3, is_won=True, seconds=5, moves=20, hints=1),
            result(4, is_won=False, seconds=0, moves=0),
        ]
    )
    assert (told.best_time, told.fewest_moves, told.unaided) == (90, 110, 1)


def test_there_is_no_record_without_such_a_win() -> None:
    told = figures([result(1, is_won=True, hints=1), result(2, is_won=False)])
    assert (told.best_time, told.fewest_moves, told.unaided) == (None, None, 0)
    assert figures([]).percentage == 0


def test_a_hundred_percent_is_said_of_nothing_less() -> None:
    results = [result(number, is_won=number > 1) for number in range(1, 1001)]
    assert figures(results).percentage == 99
    assert figures(results[1:]).percentage == 100


@pytest.mark.parametrize(
    ("won", "played", "percentage"), [(2, 3, 67), (1, 3, 33), (1, 8, 13), (1, 1000, 1), (0, 3, 0)]
)
def test_percentages_are_rounded_but_a_win_is_never_nothing(
    won: int, played: int, percentage: int
) -> None:
    results = [result(number, is_won=number < won) for number in range(played)]
    assert figures(results).percentage == percentage


# what counts


async def test_games_that_were_played(browser: Browser) -> None:
    """Won, stuck, given up; then the stuck one is taken back and the given-up one begun anew."""
    slug, number, log = WON
    await browser.play(f"/en/{slug}/{number}", log)
    slug, number, log = STUCK
    await browser.play(f"/en/{slug}/{number}", log)
    await browser.play("/en/roman/5", "d")
    await browser.play("/en/roman/6", "d")
    await browser.post("/en/roman/5/forget")
    rows = await shown(browser)
    assert list(rows) == ["Roman", "Klondike, draw 1", "Klondike, draw 3", "All games"]
    lost = {"Played": "1", "Won": "0", "Percentage": "0%", "Current streak": "0"}
    nothing = {"Longest streak": "0", "Best time": "none yet", "Fewest moves": "none yet"}
    assert rows["Roman"] == rows["Klondike, draw 3"] == lost | nothing
    assert rows["Klondike, draw 1"]["Percentage"] == "100%"
    assert rows["Klondike, draw 1"]["Fewest moves"] == str(WON[2].replace("-", ".").count(".") + 1)
    assert rows["All games"]["Played"] == "3"
    assert rows["All games"]["Current streak"] == "0 ended at 1"

    await browser.press(f"/en/{STUCK[0]}/{STUCK[1]}", "undo")
    await browser.play("/en/roman/5", "d")
    assert list(await shown(browser)) == ["Klondike, draw 1"]


async def test_won_undone_and_won_again_is_one_win(browser: Browser) -> None:
    slug, number, log = WON
    deal = f"/en/{slug}/{number}"
    await browser.play(deal, log)
    before = await shown(browser)
    await browser.press(deal, "undo")
    assert await shown(browser) == before
    await browser.press(deal, "redo")
    assert await shown(browser) == before


async def test_a_deal_that_nobody_can_win_is_no_loss(browser: Browser) -> None:
    await keep(browser, [result(number, is_won=False) for number in (21, 22)])
    assert (await shown(browser))["Roman"]["Played"] == "2"
    key = position_key(engine_for("roman").deal(21))
    verdicts = browser.site.house.store.verdicts
    for kind, played in (("unknown", "2"), ("lost", "1")):
        await verdicts.keep(StoredVerdict("roman", key, kind, 1, 1.0, 1.0, ""))
        assert (await shown(browser))["Roman"]["Played"] == played


async def test_so_many_losses_are_looked_up_and_that_is_said(browser: Browser) -> None:
    numbers = range(5000, 5001 + MOST_LOOKED_UP)
    await keep(browser, [result(number, is_won=False, slug="bureau") for number in numbers])
    said = "Only your last 1,000 losses are looked up"
    verdicts = browser.site.house.store.verdicts
    # the oldest is beyond them, the newest is not
    for number, played in ((numbers[0], "1,001"), (numbers[-1], "1,000")):
        key = position_key(engine_for("bureau").deal(number))
        await verdicts.keep(StoredVerdict("bureau", key, "lost", 1, 1.0, 1.0, ""))
        assert (await shown(browser))["Bureau"]["Played"] == played
        assert said in (await browser.get(PAGE)).text


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "There is nothing to count yet."), ("fr", "Il n’y a encore rien à compter.")],
)
async def test_where_only_what_does_not_count_is_over(
    browser: Browser, lang: str, told: str
) -> None:
    await keep(browser, [result(23, is_won=False)])
    key = position_key(engine_for("roman").deal(23))
    lost = StoredVerdict("roman", key, "lost", 1, 1.0, 1.0, "")
    await browser.site.house.store.verdicts.keep(lost)
    # nor is a game lost that has no move on the table when it is removed
    await browser.play("/en/roman/5", "d")
    await browser.press("/en/roman/5", "undo")
    await browser.post("/en/roman/5/forget")
    text = (await browser.get(f"/{lang}/statistics")).text
    assert (told in text, "<table" in text) == (True, False)


@pytest.mark.parametrize("wins", [2, 7])
async def test_a_loss_ends_a_streak_and_says_at_what(browser: Browser, wins: int) -> None:
    await keep(browser, [result(number, is_won=True) for number in range(1, wins + 1)])
    assert (await shown(browser))["Roman"]["Current streak"] == str(wins)
    await keep(browser, [result(wins + 1, is_won=False)])
    row = (await shown(browser))["Roman"]
    assert (row["Current streak"], row["Longest streak"]) == (f"0 ended at {wins}", str(wins))


async def test_games_of_the_house_alone_are_told(browser: Browser) -> None:
    await keep(browser, [result(1, is_won=False, slug="sold"), result(2, is_won=True)])
    assert list(await shown(browser)) == ["Roman"]
    assert "Games won: 1 of 1" in (await browser.get(PAGE)).text


# how it is told


@pytest.mark.parametrize("lang", LANGS)
async def test_who_has_no_cookie_is_told_when_figures_begin(browser: Browser, lang: str) -> None:
    answer = await browser.get(f"/{lang}/statistics")
    assert "<table" not in answer.text
    assert "cookie" in answer.text
    assert "set-cookie" not in answer.headers
    without = answer.text
    await browser.play(f"/{lang}/roman/5", "d")
    answer = await browser.get(f"/{lang}/statistics")
    assert "<table" not in answer.text
    assert answer.text != without


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["1,200", "99%", "1,199", "20:34", "1,042", "ended at 1,199"]),
        ("fr", ["1\u202f200", "99\u00a0%", "1\u202f199", "20:34", "1\u202f042", "arrêtée à"]),
    ],
)
async def test_figures_are_written_as_the_language_does(
    browser: Browser, lang: str, told: list[str]
) -> None:
    wins = [
        result(number, is_won=True, seconds=1234.9, moves=1042, undos=number % 2)
        for number in range(1, 1200)
    ]
    await keep(browser, [*wins, result(1200, is_won=False)])
    text = (await browser.get(f"/{lang}/statistics")).text
    assert [each for each in told if each not in text] == []


def test_only_so_many_games_are_counted_and_that_is_said(renderers: dict[str, Renderer]) -> None:
    results = [result(number, is_won=True) for number in range(MOST_FINISHED)]
    pages = [
        statistics_page(renderers["en"], counted, DEFAULTS, has_cookie=True)
        for counted in (results, results[1:])
    ]
    assert [
        b"Only your last 10,000 games that are over are counted." in page for page in pages
    ] == [True, False]


async def test_no_one_else_finds_it(browser: Browser) -> None:
    answer = await browser.get(PAGE)
    head = read_head(answer.text)
    assert (head.robots, head.canonical) == ("noindex", "")
    assert "no-store" in answer.headers["cache-control"]
    assert (await browser.get("/xx/statistics")).status_code == 404


@pytest.mark.parametrize("path", ["/", "/about", "/roman", f"/{WON[0]}/{WON[1]}?log={WON[2]}"])
async def test_there_are_ways_to_it(browser: Browser, path: str) -> None:
    query = "&version=1" if "?" in path else ""
    assert f'href="{PAGE}"' in (await browser.get(f"/en{path}{query}")).text


async def test_the_language_is_changed_on_the_page_itself(browser: Browser) -> None:
    answer = await browser.post("/language", {"page": PAGE, "lang": "fr"})
    assert answer.headers["location"] == "/fr/statistics"
    assert "Statistiques" in (await browser.get("/fr/statistics")).text
