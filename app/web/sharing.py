"""Lets several servers limit as one: each tells the others, once a second, who asks it for much.

Not a move waits for that: it is counted here, and judged by what the others said last.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.settings import RateLimitStore, Settings
from app.store import StoreUnavailable
from app.store.shared_counts import Count, SharedCounts
from app.web.limits import Limits

EVERY = 1.0
"""Seconds."""
WORTH_TELLING = 10
"""A tenth of a rate: most players never come near, and are not told of. On ten servers or fewer
nobody exceeds a rate unnoticed.
"""

_log = logging.getLogger(__name__)


class Exchange:
    """This server's part of it."""

    def __init__(self, limits: Limits, shared: SharedCounts) -> None:
        self._limits = limits
        self._shared = shared
        self._is_alone = False

    async def once(self) -> None:
        """Raises StoreUnavailable; then what others said last stays true until its window ends."""
        ours = [
            Count(name, int(rule.counts.ends), hits)
            for rule in self._limits.rules
            for name, hits in rule.counts.here.items()
            if hits * WORTH_TELLING >= rule.most
        ]
        theirs = await self._shared.exchange(ours, time.time())
        for rule in self._limits.rules:
            rule.counts.elsewhere = {
                count.name: count.hits
                for count in theirs
                if count.ends == rule.counts.ends and count.name.startswith(f"{rule.name}/")
            }

    async def run(self, every: float = EVERY) -> None:
        while True:
            await asyncio.sleep(every)
            try:
                await self.once()
            except StoreUnavailable as fault:
                if not self._is_alone:
                    _log.warning("rates are limited by this server alone: %s", fault)
                self._is_alone = True
            else:
                self._is_alone = False


@asynccontextmanager
async def sharing(settings: Settings, limits: Limits) -> AsyncIterator[None]:
    """For as long as the server runs, if RATE_LIMIT_STORE says so."""
    if settings.rate_limit_store is RateLimitStore.MEMORY:
        yield
        return
    shared = SharedCounts(settings.database_url)
    exchanging = asyncio.create_task(Exchange(limits, shared).run())
    try:
        yield
    finally:
        exchanging.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await exchanging
        await shared.close()
