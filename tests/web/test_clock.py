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
    assert clock_fields(int(seconds), 1) == (int(seconds), text)
    # the script lets it run from the first move on
    assert clock_fields(int(seconds), 0) == ("", text)


def told(html: str) -> tuple[str, str]:
    """What the status says to the script, and to the player."""
    status = html.partition('<p id="status"')[2].partition("</p>")[0]
    seconds = status.partition('data-seconds="')[2].partition('"')[0]
    return seconds, status.partition('id="clock" class="clock">')[2].partition("<")[0]


async def have_played(
    browser: Browser, slug: str, seconds: float, *, ago: float = 0, number: int = NUMBER
) -> None:
    """Makes the stored game that many seconds old, moved last just now or so long ago."""
    stored = await browser.stored(slug, number)
    assert stored
    played = stored._replace(version=stored.version + 1, seconds=seconds, moved=stored.moved - ago)
    assert await browser.site.house.store.save(played)


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_page_and_answer_tell_what_is_stored(browser: Browser, lang: str) -> None:
    deal = f"/{lang}/bureau/{NUMBER}"
    assert told((await browser.get(deal)).text) == ("", "0:00")
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


async def pressed(browser: Browser, deal: str, action: str, *, htmx: bool, **form: str) -> None:
    """Presses a button of the page as it stands."""
    fields = (await browser.table(deal)).fields
    answer = await browser.post(f"{deal}/{action}", {**fields, **form}, htmx=htmx)
    assert answer.status_code == (200 if htmx else 303)
    page = (await browser.get(deal)).text
    if htmx:
        # within a second of each other, or so
        assert told(read_table(answer.text).parts["status"])[1][:-1] == told(page)[1][:-1]


TAKE_ALL_BACK = pytest.mark.parametrize("back", [["restart"], ["undo", "undo"], ["back"]])


@pytest.mark.parametrize("htmx", [True, False])
@TAKE_ALL_BACK
async def test_it_begins_anew_with_a_new_first_move(
    browser: Browser, back: list[str], *, htmx: bool
) -> None:
    deal = f"/en/bureau/{NUMBER}"
    await browser.play(deal, "d.d")
    await have_played(browser, "bureau", 300.5)
    for action in back:
        await pressed(browser, deal, action, htmx=htmx, to="0")
    # it stands while no move lies on the table
    assert told((await browser.get(deal)).text) == ("", "0:00")
    await have_played(browser, "bureau", 300.5, ago=100)
    await pressed(browser, deal, "move", htmx=htmx, move="d")
    seconds, text = told((await browser.get(deal)).text)
    assert (int(seconds) < 2, text[:3]) == (True, "0:0")
    stored = await browser.stored("bureau", NUMBER)
    # what was learned of the deal stays learned
    assert stored
    assert stored.undos == sum(action != "restart" for action in back)


@pytest.mark.parametrize("forth", ["redo", "redo-all", "back"])
@TAKE_ALL_BACK
async def test_moves_that_are_redone_bring_their_time_back(
    browser: Browser, back: list[str], forth: str
) -> None:
    deal = f"/fr/bureau/{NUMBER}"
    await browser.play(deal, "d.d")
    await have_played(browser, "bureau", 300.5)
    for action in back:
        await pressed(browser, deal, action, htmx=False, to="0")
    await have_played(browser, "bureau", 300.5, ago=100)
    await pressed(browser, deal, forth, htmx=True, to="2")
    assert told((await browser.get(deal)).text) == ("300", "5:00")


ORDERS = {"the same": ["t2f2", "t6f3"], "another": ["t6f3", "t2f2"]}


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("order", ORDERS)
async def test_a_win_takes_the_time_of_the_first_by_the_same_moves(
    browser: Browser, order: str, *, htmx: bool
) -> None:
    slug, number, log = "klondike", WINS["klondike"]["number"], WINS["klondike"]["log"]
    deal = f"/en/{slug}/{number}"
    assert log.split(".")[-2:] == ORDERS["the same"]
    await browser.play(deal, log)
    await have_played(browser, slug, 75.5, number=number)
    for _ in range(2):
        await pressed(browser, deal, "undo", htmx=htmx)
    for move in ORDERS[order]:
        await pressed(browser, deal, "move", htmx=htmx, move=move)
    assert browser.token
    win = await browser.site.house.store.win(player_of(browser.token), slug, number)
    assert win
    assert win.log == log
    time = clock_text(win.seconds) if order == "the same" else "1:1"
    page = (await browser.get(deal)).text
    assert told(page)[1].startswith(time)
    assert f"{win.moves} moves in {time}" in page
    assert f", {time}" in (await browser.get(f"{deal}/share")).text


@pytest.mark.parametrize("slug", ["bureau", "klondike"])
async def test_hints_and_undos_stay_with_a_deal_that_is_removed(
    browser: Browser, slug: str
) -> None:
    deal = f"/en/{slug}/{NUMBER}"
    await browser.play(deal, "d.d")
    await browser.press(deal, "undo")
    await browser.post(f"{deal}/hint", (await browser.table(deal)).fields, htmx=True)
    await browser.post(f"{deal}/forget")
    await browser.post(f"{deal}/hint", (await browser.table(deal)).fields, htmx=True)
    table = await browser.table(deal)
    await browser.post(f"{deal}/move", {**table.fields, "move": "d", "hints": "1"})
    begun = await browser.stored(slug, NUMBER)
    assert begun
    assert (begun.undos, begun.hints, begun.seconds) == (1, 2, 0)
    # and are counted but once
    await browser.press(deal, "undo")
    begun = await browser.stored(slug, NUMBER)
    assert begun
    assert (begun.undos, begun.hints) == (2, 2)
