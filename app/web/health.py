"""Whether this server can serve players now, and the line in the log when that changes."""

import asyncio
import logging
from contextvars import Context
from time import monotonic

from app.store import Store, StoreUnavailable

ANSWER_WITHIN = 1.0
"""Seconds that the store may take."""
CALM = 10.0
"""Seconds without a refusal after which the store counts as back."""

_log = logging.getLogger(__name__)
_NOBODY = bytes(32)


class Health:
    """Asks the store at most once a second, however often it is asked itself.

    That the migrations are applied need not be asked: no store opens without them.
    """

    def __init__(self, *, calm: float = CALM) -> None:
        self._calm = calm
        self._store: Store | None = None
        self._question: asyncio.Task[bool] | None = None
        self._asked = 0.0
        self._recovery: asyncio.Task[None] | None = None
        self._refusals = 0
        self._last_refusal = 0.0

    def open(self, store: Store) -> None:
        self._store = store

    def stop(self) -> None:
        """From now on not ready; what is running is still answered."""
        self._store = None

    async def is_ready(self) -> bool:
        if self._store is None:
            return False
        if self._question is None or self._is_stale(self._question):
            self._asked = monotonic()
            self._question = asyncio.create_task(_answers(self._store), context=Context())
        # shielded: who waits for the same answer does not lose it when one client goes away
        return await asyncio.shield(self._question)

    def store_refused(self, fault: StoreUnavailable) -> None:
        """Warns of the first refusal, and says when there have been none for a while."""
        self._refusals += 1
        self._last_refusal = monotonic()
        if self._recovery is None and self._store is not None:
            _log.warning("store unavailable: %s", fault)
            # not in the context of the request that happened to be the first
            self._recovery = asyncio.create_task(self._recover(), context=Context())

    async def close(self) -> None:
        self.stop()
        tasks = [task for task in (self._question, self._recovery) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _recover(self) -> None:
        began = self._last_refusal
        while True:
            rest = self._last_refusal + self._calm - monotonic()
            if rest <= 0 and await self.is_ready():
                break
            await asyncio.sleep(max(rest, self._calm / 10))
        _log.warning(
            "store back after %.0f s, refused requests: %d",
            self._last_refusal - began,
            self._refusals,
        )
        self._refusals = 0
        self._recovery = None

    def _is_stale(self, question: "asyncio.Task[bool]") -> bool:
        return question.done() and monotonic() - self._asked >= ANSWER_WITHIN


async def _answers(store: Store) -> bool:
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            await store.load(_NOBODY, "", 0)
    except (StoreUnavailable, TimeoutError):
        return False
    return True
