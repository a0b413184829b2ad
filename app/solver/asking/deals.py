"""Which deals are proved to be lost, whoever plays them."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from app.engine import engine_for
from app.solver.asking.verdicts import Kind, digest
from app.store import Verdicts

Deal = tuple[str, int]
"""Slug and number."""


async def lost_deals(verdicts: Verdicts, deals: Iterable[Deal]) -> set[Deal]:
    """Those of `deals` that nobody can win, as far as searches have found out.

    Raises KeyError for an unknown game, NoSuchDeal and StoreUnavailable.
    """
    numbers: dict[str, list[int]] = defaultdict(list)
    for slug, number in deals:
        numbers[slug].append(number)
    lost: set[Deal] = set()
    for slug, dealt in numbers.items():
        # a tenth of a millisecond a deal, in a thread: nobody's move waits for a thousand of them
        by_key = await asyncio.to_thread(_by_key, slug, dealt)
        found = await verdicts.find(slug, list(by_key))
        lost.update((slug, by_key[one.key]) for one in found if one.kind == Kind.LOST)
    return lost


def _by_key(slug: str, numbers: Sequence[int]) -> dict[bytes, int]:
    return {_key(slug, number): number for number in numbers}


# of some 250 bytes each; the same deals are asked for with every look
@lru_cache(maxsize=10_000)
def _key(slug: str, number: int) -> bytes:
    return digest(engine_for(slug).deal(number))
