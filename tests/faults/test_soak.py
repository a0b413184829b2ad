"""Mixed play by many over a bad network while servers die: nothing lost, doubled or wrong."""

import asyncio
import os
import random
import time
from collections.abc import Callable

import pytest

from tests.browser.server import AppServer
from tests.faults.books import audit
from tests.faults.company import acknowledged, company, playing
from tests.faults.conftest import StartServer
from tests.faults.players import Player, Tally
from tests.faults.proxy import Proxy

SECONDS = float(os.environ.get("SOAK_SECONDS", "600"))
PLAYERS = 200
THINK = 1.5
"""Seconds between two presses of one player: what two cores take together."""
CALM = (4.0, 12.0)
"""Seconds between one kill and the next."""


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "servers"), [("sqlite", 1), ("postgresql", 2)])
async def test_mixed_play(
    kind: str,
    servers: int,
    start_server: StartServer,
    new_database_url: Callable[[str], str],
    record_property: Callable[[str, object], None],
) -> None:
    database_url = new_database_url(kind)
    running = [start_server(database_url) for _ in range(servers)]
    tally, chance = Tally(), random.Random(f"{kind} {SECONDS}")
    with Proxy(*(server.url for server in running), seed=kind) as proxy:
        players = company(proxy.url, PLAYERS, tally, chance)
        async with playing(players, chance, _live):
            kills = await _kill_now_and_then(running, proxy, chance)
            await acknowledged(tally, PLAYERS)
    record_property(
        f"soak on {kind}",
        f"{SECONDS:.0f} s, moves acknowledged {tally.acknowledged}, lost {tally.lost}, "
        f"doubled {tally.doubled}, wrong boards {tally.wrong_boards}, "
        f"faults injected {proxy.faults}, kills {kills}",
    )
    assert not tally.complaints, "\n".join(tally.complaints)
    assert tally == Tally(tally.acknowledged)
    assert await audit(database_url, players) == []
    assert proxy.faults > 0.1 * tally.acknowledged
    assert kills


async def _live(player: Player, chance: random.Random) -> None:
    await player.live(chance, THINK)


async def _kill_now_and_then(servers: list[AppServer], proxy: Proxy, chance: random.Random) -> int:
    """Until the time is over; how often. The servers are all up again at the end."""
    end = time.monotonic() + SECONDS
    kills = 0
    while True:
        await asyncio.sleep(chance.uniform(*CALM))
        if kills and time.monotonic() > end:
            return kills
        server = chance.choice(servers)
        server.kill()
        kills += 1
        # beside the players, who go on asking meanwhile
        await asyncio.to_thread(server.start)
        proxy.targets = [server.url for server in servers]
