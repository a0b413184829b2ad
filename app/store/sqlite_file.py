"""A SQLite file kept open; knows nothing of plays."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from app.settings import Durability
from app.store import schema
from app.store.protocol import StoreUnavailable

LONGEST_WAL = 4000
"""Pages of 4 KB after which a write makes a checkpoint itself, should `Checkpoints` lag behind."""

LOOK_EVERY = 0.25
"""Seconds between two looks at whether the file is in its place: each costs a move two percent."""

_SYNCHRONOUS = {Durability.NORMAL: "NORMAL", Durability.FULL: "FULL"}
_PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL}


class SqliteFile:
    """One connection, used as `with file as connection`.

    The block turns what the database cannot do now into StoreUnavailable and rolls back what it
    left open. After a fault that is more than a lock or a full disk the next block opens the file
    anew.
    """

    def __init__(self, path: Path, *, durability: Durability, patience: float) -> None:
        self._path = path.absolute()
        self._durability = durability
        self._patience = patience
        self._is_closed = False
        self._look_at = 0.0
        self._identity: tuple[int, int] | None = None
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise StoreUnavailable(f"{self._path.parent}: {fault.strerror}") from fault
        self._connection: sqlite3.Connection | None = self._open(mode="rwc")

    def in_place(self) -> Self:
        """For a block that writes: not into a file that was moved away or replaced.

        Looks every LOOK_EVERY seconds: what is written in between goes with the rest, to where the
        file now is.
        """
        if (now := time.monotonic()) >= self._look_at:
            self._look_at = now + LOOK_EVERY
            if self._identity_now() != self._identity:
                self._drop()
        return self

    def __enter__(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self._reopen()
        return self._connection

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if fault is not None:
            self._recover(fault)

    def close(self) -> None:
        """Also brings everything from the log into the file, as the last connection to it."""
        self._is_closed = True
        self._drop()

    def _reopen(self) -> sqlite3.Connection:
        if self._is_closed:
            raise StoreUnavailable(f"{self._path}: the store is closed")
        if self._identity_now() != self._identity:
            # an empty file would hide one that comes back, and the log beside it is of that one
            raise StoreUnavailable(
                f"{self._path}: gone, or another file is in its place; put it back, or restart"
            )
        return self._open(mode="rw")

    def _open(self, *, mode: str) -> sqlite3.Connection:
        with contextlib.ExitStack() as undo:
            try:
                connection = sqlite3.connect(
                    f"{self._path.as_uri()}?mode={mode}",
                    uri=True,
                    timeout=self._patience,
                    isolation_level=None,
                    # opened in one thread and used in another, never in two at once
                    check_same_thread=False,
                )
                undo.callback(connection.close)
                self._prepare(connection)
            except sqlite3.Error as fault:
                raise self._unavailable(fault) from fault
            self._identity = self._identity_now()
            undo.pop_all()
            return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {_SYNCHRONOUS[self._durability]}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_WAL}")
        _migrate(connection)

    def _recover(self, fault: BaseException) -> None:
        if self._connection is not None and self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
        # the other kinds of sqlite3.Error are mistakes of the program
        if type(fault) in (sqlite3.OperationalError, sqlite3.DatabaseError):
            if getattr(fault, "sqlite_errorcode", 0) & 0xFF not in _PASSING:
                self._drop()
            raise self._unavailable(fault) from fault

    def _drop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _unavailable(self, fault: BaseException) -> StoreUnavailable:
        return StoreUnavailable(f"{self._path}: {fault}")

    def _identity_now(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


def _migrate(connection: sqlite3.Connection) -> None:
    # this also finds out whether the file can be written
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(schema.CREATE_APPLIED)
    applied = {number for (number,) in connection.execute(schema.APPLIED)}
    for migration in schema.pending(applied):
        for statement in _statements(migration.sql):
            connection.execute(statement)
        connection.execute(
            "INSERT INTO migrations (number, name) VALUES (?, ?)",
            (migration.number, migration.name),
        )
    connection.execute("COMMIT")


def _statements(script: str) -> Iterator[str]:
    # not executescript(): that commits what is open before it begins
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
