"""Brings SQLite's write-ahead log back into the file from a thread, so that no move waits."""

import logging
import sqlite3
import threading
from pathlib import Path

CHECKPOINT_EVERY = 200
"""Writes: about 2 MB of log."""

_log = logging.getLogger(__name__)


class Checkpoints:
    """Made at the start and every CHECKPOINT_EVERY writes, over a connection of their own."""

    def __init__(self, path: Path) -> None:
        # opened once: if another file takes the place of this one, the log is not that one's
        self._connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, check_same_thread=False
        )
        self._checkpoint()
        self._writes = 0
        self._is_due = threading.Event()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def count_write(self) -> None:
        self._writes += 1
        if self._writes % CHECKPOINT_EVERY == 0:
            self._is_due.set()

    def close(self) -> None:
        self._is_closed = True
        self._is_due.set()
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while self._is_due.wait() and not self._is_closed:
            self._is_due.clear()
            self._checkpoint()

    def _checkpoint(self) -> None:
        try:
            # PASSIVE: whoever writes meanwhile does not wait
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as fault:
            # the log only grows a little longer, and the next checkpoint takes it all
            _log.warning("checkpoint put off: %s", fault)
