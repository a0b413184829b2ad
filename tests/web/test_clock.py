"""The seconds played, as the page and each answer to a move tell them."""

import pytest

from app.web.clock import clock_fields, clock_text
from app.web.security import player_of
from tests.test_golden_wins import WINS
from tests.web.serving import Browser
from tests.web.table import read_table

NUMBER = 21


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59.9, "0:59"), (61, "1:01"), (3599, "59:59"), (3600, "1:00:00")],
)
def test_is_written_as_on_a_watch(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text
    assert clock_fields(int(seconds)) == (int(seconds), text)


def told(html: str) -> tuple[str, str]:
    """What the status says to the script, and to the player."""
    status = html.partition('<p id="status"')[2].partition("</p>")[0]
    seconds = status.partition('data-seconds="')[2].partition('"')[0]
    return seconds, status.partition('id="clock" class="clock">')[2].partition("<")[0]


async def have_played(browser: Browser, slug: str, seconds: float) -> None:
    """Makes the stored game that many seconds old, moved last just now."""
    assert browser.token
    store = browser.site.house.store
    stored = await store.load(player_of(browser.token), slug, NUMBER)
    assert stored
    assert await store.save(stored._replace(version=stored.version + 1, seconds=seconds))


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_page_and_answer_tell_what_is_stored(browser: Browser, lang: str) -> None:
    deal = f"/{lang}/bureau/{NUMBER}"
    assert told((await browser.get(deal)).text) == ("0", "0:00")
    await browser.play(deal, "d.d")
    await have_played(browser, "bureau", 3725.9)
    assert told((await browser.get(deal)).text) == ("3725", "1:02:05")
    answer = await browser.post(f"{deal}/move", {"version": "3", "move": "d"}, htmx=True)
    # the two requests are made within a second of each other, or so
    assert told(read_table(answer.text).parts["status"])[1].startswith("1:02:0")
    refused = await browser.post(f"{deal}/redo", {"version": "4"}, htmx=True)
    assert told(read_table(refused.text).parts["status"])[1].startswith("1:02:0")


async def test_a_game_that_nobody_counts_tells_nothing(browser: Browser) -> None:
    page = (await browser.get(f"/en/bureau/{NUMBER}?log=d.d&version=2")).text
    assert told(page) == ("", "")


async def test_after_a_win_it_is_the_time_of_the_win(browser: Browser) -> None:
    won = WINS["klondike"]
    deal = f"/en/klondike/{won['number']}"
    before, _, last = won["log"].rpartition(".")
    await browser.play(deal, before)
    version = before.count(".") + 1
    await browser.post(f"{deal}/move", {"version": str(version), "move": last})
    assert browser.token
    win = await browser.site.house.store.win(player_of(browser.token), "klondike", won["number"])
    assert win
    page = (await browser.get(deal)).text
    assert told(page) == (str(int(win.seconds)), clock_text(win.seconds))
    assert f"in {clock_text(win.seconds)}." in page
