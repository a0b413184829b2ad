"""Which deals are proved to be lost, whoever plays them."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from app.engine import engine_for
from app.solver.asking.verdicts import Kind, digest
from app.store import Verdicts

Deal = tuple[str, int]
"""Slug and number."""


async def lost_deals(verdicts: Verdicts, deals: Sequence[Deal]) -> set[Deal]:
    """Those of `deals` that nobody can win, as far as searches have found out.

    Raises KeyError for an unknown game, NoSuchDeal and StoreUnavailable.
    """
    # a tenth of a millisecond a deal, in a thread: nobody's move waits for a thousand of them
    by_game = await asyncio.to_thread(_by_key, deals)
    return {
        (slug, by_key[found.key])
        for slug, by_key in by_game.items()
        for found in await verdicts.find(slug, list(by_key))
        if found.kind == Kind.LOST
    }


def _by_key(deals: Sequence[Deal]) -> dict[str, dict[bytes, int]]:
    """The numbers of each game by what their opening tables are known by."""
    numbers: dict[str, dict[bytes, int]] = defaultdict(dict)
    for slug, number in deals:
        numbers[slug][_key(slug, number)] = number
    return numbers


# of some 250 bytes each; the same deals are asked for with every look
@lru_cache(maxsize=10_000)
def _key(slug: str, number: int) -> bytes:
    return digest(engine_for(slug).deal(number))
