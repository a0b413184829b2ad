"""Whole games over a bad network, as browsers with and without script play them."""

import asyncio
import secrets
from collections.abc import Iterator
from itertools import islice

import pytest

from app.games import GAMES
from app.notation import parse_step, split_log
from app.play import Play
from tests.browser.server import AppServer
from tests.faults.books import audit
from tests.faults.conftest import StartServer
from tests.faults.players import Player, Press, Tally, script
from tests.faults.proxy import Fault, Proxy
from tests.test_golden_wins import WINS

PRESSES = 100
DEAL = 48213


async def test_a_hundred_presses_of_each_game(database_url: str, start_server: StartServer) -> None:
    server = start_server(database_url)
    tally = Tally()
    with Proxy(server.url, seed="games") as proxy:
        players = [
            Player(proxy.url, Play.start(slug, DEAL), tally, has_script=place % 2 == 0)
            for place, slug in enumerate(GAMES)
        ]
        await asyncio.gather(*map(play_script, players))
    assert not tally.complaints, "\n".join(tally.complaints)
    assert tally == Tally(acknowledged=PRESSES * len(players))
    assert await audit(database_url, players) == []
    assert all(proxy.suffered[fault] > PRESSES / 10 for fault in Fault), proxy.suffered
    assert proxy.faults > 0.15 * tally.acknowledged


@pytest.mark.parametrize(
    ("slug", "has_script"), [("roman", False), ("bureau", True), ("klondike", False)]
)
async def test_a_game_is_won_without_cookies(
    slug: str, *, has_script: bool, one_server: AppServer
) -> None:
    tally = Tally()
    play = Play.start(slug, WINS[slug]["number"])
    with Proxy(one_server.url, seed=slug) as proxy:
        player = Player(proxy.url, play, tally, has_script=has_script, keeps_cookies=False)
        await player.sit_down()
        for text in split_log(WINS[slug]["log"]):
            play = play.make(parse_step(play.engine, text))
            await player.press(Press("move", text, play))
        assert await player.sees("Won!")
        player.leave()
    assert tally == Tally(play.moves)


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "forms"])
@pytest.mark.parametrize("carried", [1, 3])
@pytest.mark.parametrize("lost", [Fault.RESET_AFTER, Fault.LATE, Fault.HALF])
async def test_a_carried_game_that_gets_a_row_is_not_doubled(
    lost: Fault, carried: int, *, has_script: bool, one_server: AppServer
) -> None:
    """The row counts its versions from 1, the carried forms before it have counted their own.

    A cookie from another game makes the row.
    """
    tally = Tally()
    with Proxy(one_server.url, seed="", share=0, hits=lambda one: one.method == "POST") as proxy:
        player = Player(
            proxy.url,
            Play.start("klondike", DEAL),
            tally,
            has_script=has_script,
            keeps_cookies=False,
        )
        presses = iter(turns(player.play, 12))
        await player.sit_down()
        for press in islice(presses, carried):
            await player.press(press)
        player.keeps_cookies = True
        player.client.cookies["player"] = secrets.token_urlsafe(16)
        for press in presses:
            proxy.planned.append(lost)
            await player.press(press)
        player.leave()
    assert tally == Tally(acknowledged=12)
    assert await audit(one_server.database_url, [player]) == []
    assert proxy.suffered == {lost: 12 - carried}


async def test_first_moves_in_two_tabs_at_once(one_server: AppServer) -> None:
    """Each answer brings a cookie, and the browser keeps the one that came last."""
    tally = Tally()
    tabs = [Player(one_server.url, Play.start(slug, DEAL), tally) for slug in ("roman", "klondike")]
    tabs[0].client.cookies = tabs[1].client.cookies
    await asyncio.gather(*(tab.sit_down() for tab in tabs))
    scripts = [script(tab.play.slug, tab.play.number, 6) for tab in tabs]
    for presses in zip(*scripts, strict=True):
        await asyncio.gather(*(tab.press(one) for tab, one in zip(tabs, presses, strict=True)))
    for tab in tabs:
        tab.leave()
    assert not tally.complaints, "\n".join(tally.complaints)
    assert tally == Tally(acknowledged=12)
    assert await audit(one_server.database_url, tabs) == []


def turns(play: Play, count: int) -> Iterator[Press]:
    """The same press again and again: of these, a doubled one looks like the next."""
    for _ in range(count):
        play = play.make((play.engine.turn,))
        yield Press("move", "d", play)


async def play_script(player: Player) -> None:
    await player.sit_down()
    for press in script(player.play.slug, player.play.number, PRESSES):
        await player.press(press)
    player.leave()
