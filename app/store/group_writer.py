"""Makes all writes that wait in one transaction, in a thread: they share one sync of the disk."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import NamedTuple

from app.store.protocol import StoreUnavailable
from app.store.sqlite_file import SqliteFile

Change = Callable[[sqlite3.Connection], bool]
"""A write inside the open transaction; whether it changed anything."""


class _Waiting(NamedTuple):
    change: Change
    answer: asyncio.Future[bool]


class GroupWriter:
    """Writes to a file that it alone uses, and closes with itself."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._is_closed = False
        # None ends it
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="group writer", daemon=True)
        self._thread.start()

    async def write(self, change: Change) -> bool:
        """What `change` said, once it is on disk; raises StoreUnavailable.

        Whoever stops waiting does not stop the write.
        """
        if self._is_closed:
            raise StoreUnavailable("the store is closed")
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put(_Waiting(change, answer))
        return await answer

    async def close(self) -> None:
        """Makes what still waits first."""
        self._is_closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._file.close()

    def _run(self) -> None:
        while batch := self._all_that_wait():
            outcomes = self._commit(batch)
            # unless the event loop is gone, and all who waited with it
            with contextlib.suppress(RuntimeError):
                batch[0].answer.get_loop().call_soon_threadsafe(_answer, batch, outcomes)

    def _all_that_wait(self) -> list[_Waiting]:
        """At least one; none when the writer is closed."""
        batch: list[_Waiting] = []
        while not batch or not self._queue.empty():
            waiting = self._queue.get()
            if waiting is None:
                # to be found again after this batch, as the last
                self._queue.put(None)
                break
            batch.append(waiting)
        return batch

    def _commit(self, batch: list[_Waiting]) -> list[bool | Exception]:
        try:
            with self._file.in_place() as connection:
                connection.execute("BEGIN IMMEDIATE")
                outcomes: list[bool | Exception] = [one.change(connection) for one in batch]
                connection.execute("COMMIT")
            return outcomes
        except StoreUnavailable as fault:
            return [StoreUnavailable(*fault.args) for _ in batch]
        except Exception as mistake:  # noqa: BLE001 - told to the one whose write it was
            if len(batch) == 1:
                return [mistake]
            return [outcome for one in batch for outcome in self._commit([one])]


def _answer(batch: list[_Waiting], outcomes: list[bool | Exception]) -> None:
    for (_, answer), outcome in zip(batch, outcomes, strict=True):
        # a player who went away has cancelled it
        if answer.done():
            continue
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)
