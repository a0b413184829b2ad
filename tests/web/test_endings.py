"""How games end: won once and for all, or stuck and said at once."""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from app.notation import parse_step
from app.play import Play
from app.web.i18n import catalog
from app.web.rendering import Renderer
from app.web.seats import Seat
from app.web.security import player_of
from app.web.tables import table_page
from tests.web.players import LANGS, SLUGS, random_play
from tests.web.serving import Browser
from tests.web.table import read_table

STUCK = "No useful move left – undo, or start again."


class WonGame(TypedDict):
    number: int
    log: str


WINS: dict[str, WonGame] = json.loads(
    (Path(__file__).parent.parent / "golden" / "wins.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("slug", WINS)
async def test_a_win_through_the_move_route(browser: Browser, slug: str) -> None:
    """Won, undone and won again: one win, one time."""
    number, log = WINS[slug]["number"], WINS[slug]["log"]
    lang = LANGS[len(slug) % 2]
    _ = catalog(lang).gettext
    deal = f"/{lang}/{slug}/{number}"
    before, _mark, last = log.rpartition(".")
    await browser.play(deal, before)
    steps = log.count(".") + 1

    form = {"version": str(steps - 1), "move": last}
    answer = await browser.post(f"{deal}/move", form, htmx=True)

    parts = read_table(answer.text).parts
    assert _("Won!") in parts["ending"]
    assert _("Won!") in parts["live"]
    assert _("Next deal") in parts["ending"]
    assert _("Same deal again") in parts["ending"]
    assert f'href="{deal}"' in parts["ending"]
    page = (await browser.get(deal)).text
    assert _("Won!") in page
    table = read_table(page)
    assert not table.offered
    token = browser.token
    assert token
    store, player = browser.site.house.store, player_of(token)
    win = await store.win(player, slug, number)
    assert win
    assert (win.log, win.moves, win.undos) == (log, steps, 0)
    assert (await store.arrive(player)).unfinished == []
    # a won game is no longer gone on with
    other = (await browser.get(f"/{lang}/{slug}")).text
    assert f'data-deal="{deal}"' not in other

    assert (await browser.press(deal, "undo")).status_code == 303
    assert _("Won!") not in (await browser.get(deal)).text
    unfinished = (await store.arrive(player)).unfinished
    assert [play.number for play in unfinished] == [number]
    assert (await browser.press(deal, "redo")).status_code == 303
    assert (await browser.press(deal, "undo")).status_code == 303
    assert (await browser.press(deal, "move", last)).status_code == 303

    assert await store.wins(player) == [win]
    assert _("Won!") in (await browser.get(deal)).text
    # what was doubled changes nothing either
    await browser.post(f"{deal}/move", {"version": str(steps + 3), "move": last})
    assert await store.wins(player) == [win]
    assert (await browser.press(deal, "restart")).status_code == 303
    assert await store.wins(player) == [win]


async def test_a_win_that_is_carried_is_shown_and_not_recorded(browser: Browser) -> None:
    number, log = WINS["klondike"]["number"], WINS["klondike"]["log"]
    before, _mark, last = log.rpartition(".")
    form = {"version": "99", "log": before, "move": last}

    answer = await browser.post(f"/en/klondike/{number}/move", form)

    assert answer.status_code == 303
    page = (await browser.get(answer.headers["location"])).text
    assert "Won!" in page
    assert not read_table(page).offered


def stuck_game(slug: str) -> Play | None:
    """A game at random that comes to its end without a win."""
    for number in range(1, 12):
        play = random_play(slug, number, 900, seed=1)
        if play.is_stuck:
            steps = play.log.split(".")
            # its first moment: the move that made it so
            low, high = 0, len(steps)
            while low < high:
                middle = (low + high) // 2
                if play.rewound_to(middle).is_stuck:
                    high = middle
                else:
                    low = middle + 1
            found = Play.replay(slug, number, ".".join(steps[:low]))
            if found.is_stuck and not found.undo().is_stuck:
                return found
    return None


@pytest.mark.parametrize("slug", ["roman", "bureau", "signora", "colonel"])
async def test_stuck_is_said_in_that_same_answer(browser: Browser, slug: str) -> None:
    play = stuck_game(slug)
    assert play
    lang = LANGS[len(slug) % 2]
    _ = catalog(lang).gettext
    deal = f"/{lang}/{slug}/{play.number}"
    before, _mark, last = play.log.rpartition(".")
    await browser.play(deal, before)
    assert _(STUCK) not in (await browser.get(deal)).text
    version = play.ply - 1

    answer = await browser.post(f"{deal}/move", {"version": str(version), "move": last}, htmx=True)

    parts = read_table(answer.text).parts
    assert _(STUCK) in parts["live"]
    for html in (parts["ending"], (await browser.get(deal)).text):
        assert _(STUCK) in html
        buttons = read_table(html).buttons
        pressed = {button.get("formaction") for button in buttons}
        assert {f"{deal}/undo", f"{deal}/restart", f"/{lang}/{slug}/new"} <= pressed
    undone = await browser.press(deal, "undo")
    assert undone.status_code == 303
    assert _(STUCK) not in (await browser.get(deal)).text


@pytest.mark.parametrize("slug", SLUGS)
def test_stuck_is_never_said_on_the_way_to_a_win(renderers: dict[str, Renderer], slug: str) -> None:
    """A recorded win proves that progress can be reached from each of its positions."""
    log = WINS[slug]["log"]
    play = Play.start(slug, WINS[slug]["number"])
    for n, text in enumerate(log.split(".")):
        assert not play.is_stuck, play
        if n % 10 == 0:
            page = bytes(table_page(renderers["en"], Seat(play), []).body).decode()
            assert STUCK not in page
        play = play.make(parse_step(play.engine, text))
    assert play.is_won
    assert not play.is_stuck


async def test_nothing_to_do_but_undo_works_back_to_the_deal(browser: Browser) -> None:
    play = stuck_game("roman")
    assert play
    deal = f"/en/roman/{play.number}"
    dealt = (await browser.get(deal)).text.partition('id="board"')[2].partition('id="status"')[0]
    await browser.play(deal, play.log)
    for version in range(play.ply, 2 * play.ply):
        answer = await browser.post(f"{deal}/undo", {"version": str(version)}, htmx=True)
        assert read_table(answer.text).version == version + 1
    undone = (await browser.get(deal)).text.partition('id="board"')[2].partition('id="status"')[0]
    assert undone == dealt
    refused = await browser.post(f"{deal}/undo", {"version": str(2 * play.ply)})
    assert refused.status_code == 422
