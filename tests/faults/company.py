"""Many players at once, who play on and on while something is done to the servers."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager

from app.deals import LAST_DEAL
from app.games import GAMES
from app.play import Play
from tests.faults.players import Player, Tally

LONGEST = 120
"""Seconds in which a machine that is busy otherwise, too, gets anywhere."""
LOOK_EVERY = 0.005
_SLUGS = tuple(GAMES)


def company(url: str, count: int, tally: Tally, chance: random.Random) -> list[Player]:
    """Players of all games, in both languages, by script and by forms, one in eight cookieless."""
    return [
        Player(
            url,
            Play.start(_SLUGS[place % len(_SLUGS)], chance.randint(1, LAST_DEAL)),
            tally,
            lang=("en", "fr")[place // 2 % 2],
            has_script=place % 2 == 0,
            keeps_cookies=place % 8 != 7,
        )
        for place in range(count)
    ]


Life = Callable[[Player, random.Random], Coroutine[None, None, None]]


@asynccontextmanager
async def playing(
    players: Sequence[Player], chance: random.Random, life: Life = Player.play_on
) -> AsyncIterator[None]:
    """They play while the block runs. After it, each may have one press without an answer."""
    tasks = [
        asyncio.create_task(life(player, random.Random(chance.random()))) for player in players
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        for player in players:
            player.leave()
    for end in ends:
        if not isinstance(end, asyncio.CancelledError) and end is not None:
            raise end


async def acknowledged(tally: Tally, count: int) -> None:
    """Returns once so many presses more have been answered."""
    goal = tally.acknowledged + count
    async with asyncio.timeout(LONGEST):
        while tally.acknowledged < goal:  # noqa: ASYNC110 - an event would cost each press
            await asyncio.sleep(LOOK_EVERY)
