"""Mails what the store has to be mailed, and tries again what could not be."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from app.post.mailer import NotMailed
from app.store import Messages, StoredMessage, StoreUnavailable

LEASE = 120.0
"""Seconds that a claimed message is one server's: more than a mail may take. If that server dies,
another one has the message then.
"""
FIRST_PAUSE = 60.0
LONGEST_PAUSE = 6 * 3600.0
"""Seconds from one attempt to the next: twice as long each time, up to this. It is never given up:
the message stays due until it is mailed or answered.
"""
LOOK_EVERY = 30.0
"""Seconds: for what is due again, and for what another server has left."""

Mail = Callable[[StoredMessage], Awaitable[None]]

_log = logging.getLogger(__name__)


class Outbox:
    """Of one server. The store is the outbox: nothing is kept here, so nothing is lost here."""

    def __init__(
        self, messages: Messages, mail: Mail, clock: Callable[[], float] = time.time
    ) -> None:
        self._messages = messages
        self._mail = mail
        self._clock = clock
        self._is_wanted = asyncio.Event()
        self._is_cut_off = False
        self._is_stopping = False

    def wake(self) -> None:
        """There is something new."""
        self._is_wanted.set()

    @asynccontextmanager
    async def running(self, look_every: float = LOOK_EVERY) -> AsyncIterator[None]:
        """Sends what is due, now and as it becomes so; a mail on its way at the end is cut off."""
        task = asyncio.create_task(self._run(look_every))
        try:
            yield
        finally:
            # a cancel alone may be lost: wait_for swallows one that comes with the answer
            self._is_stopping = True
            self.wake()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def send_due(self) -> None:
        """All that is due now, one after the other; raises StoreUnavailable."""
        while not self._is_stopping and (
            claimed := await self._messages.claim(self._clock(), self._clock() + LEASE)
        ):
            await self._send(claimed)

    async def _run(self, look_every: float) -> None:
        while not self._is_stopping:
            self._is_wanted.clear()
            await self._try_to_send()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(look_every):
                    await self._is_wanted.wait()

    async def _try_to_send(self) -> None:
        try:
            await self.send_due()
        except StoreUnavailable as fault:
            if not self._is_cut_off:
                _log.warning("outbox cannot be read: %s", fault)
            self._is_cut_off = True
        else:
            self._is_cut_off = False

    async def _send(self, claimed: StoredMessage) -> None:
        reference = claimed.reference
        try:
            await self._mail(claimed)
        except NotMailed as fault:
            pause = pause_after(claimed.attempts)
            _log.warning("not mailed: %s, again in %.0f s: %s", reference, pause, fault)
        except Exception:  # noqa: BLE001 - a mistake about one message: the others are mailed
            pause = LONGEST_PAUSE
            _log.exception("not mailed: %s, again in %.0f s", reference, pause)
        else:
            await self._messages.settle(claimed, due=None, mailed=self._clock())
            _log.info("mailed: %s", reference)
            return
        await self._messages.settle(claimed, due=self._clock() + pause, mailed=None)


def pause_after(attempts: int) -> float:
    """Seconds to wait after so many attempts that have failed."""
    return min(FIRST_PAUSE * 2.0 ** min(attempts - 1, 20), LONGEST_PAUSE)
