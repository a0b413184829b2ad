"""Messages in the SQLite file that the plays are in."""

import secrets
import sqlite3
from collections.abc import AsyncIterator, Sequence

from app.store.group_writer import GroupWriter
from app.store.messages import KEY_BYTES, StoredMessage
from app.store.protocol import PAGE
from app.store.sqlite_file import SqliteFile

_COLUMNS = ", ".join(StoredMessage._fields)
_PLACES = ", ".join("?" for _ in StoredMessage._fields)

_KEY = "SELECT value FROM keys WHERE name = 'forms'"
_MAKE_KEY = "INSERT INTO keys (name, value) VALUES ('forms', ?) ON CONFLICT (name) DO NOTHING"
_PUT = f"""
INSERT INTO messages ({_COLUMNS}) VALUES ({_PLACES}) ON CONFLICT (reference) DO NOTHING"""
_FIND = f"SELECT {_COLUMNS} FROM messages WHERE reference = ?"
_COUNT_ALIKE = "SELECT count(*) FROM messages WHERE likeness = ? AND written >= ? AND held = ''"
_DUE = f"SELECT {_COLUMNS} FROM messages WHERE due <= ? ORDER BY due LIMIT 1"
_CLAIM = """
UPDATE messages SET due = ?, attempts = attempts + 1 WHERE reference = ? AND due = ?"""
_SETTLE = "UPDATE messages SET due = ?, mailed = ? WHERE reference = ? AND due = ?"
_AFTER = f"SELECT {_COLUMNS} FROM messages WHERE reference > ? ORDER BY reference LIMIT {PAGE}"
_ANSWER = "UPDATE messages SET answered = ?, due = NULL WHERE reference = ?"
_PRUNE = "DELETE FROM messages WHERE answered < ?1 OR (held <> '' AND written < ?1)"


class SqliteMessages:
    """OperableMessages over a file that its store opens and closes."""

    def __init__(self, file: SqliteFile, group: GroupWriter | None) -> None:
        self._file = file
        self._group = group

    async def key(self) -> bytes:
        if (made := self._key()) is None:
            await self._write(_MAKE_KEY, secrets.token_bytes(KEY_BYTES))
            made = self._key()
        assert made is not None
        return made

    async def put(self, message: StoredMessage) -> bool:
        return await self._write(_PUT, *message) == 1

    async def find(self, reference: str) -> StoredMessage | None:
        with self._file as connection:
            row = connection.execute(_FIND, (reference,)).fetchone()
        return StoredMessage(*row) if row else None

    async def count_alike(self, likeness: bytes, since: float) -> int:
        with self._file as connection:
            (count,) = connection.execute(_COUNT_ALIKE, (likeness, since)).fetchone()
        return int(count)

    async def claim(self, now: float, until: float) -> StoredMessage | None:
        while (found := self._due(now)) is not None:
            if await self._write(_CLAIM, until, found.reference, found.due):
                return found._replace(due=until, attempts=found.attempts + 1)
        return None

    async def settle(
        self, claimed: StoredMessage, *, due: float | None, mailed: float | None
    ) -> bool:
        return await self._write(_SETTLE, due, mailed, claimed.reference, claimed.due) == 1

    async def all(self) -> AsyncIterator[StoredMessage]:
        after = ""
        while page := self._after(after):
            for message in page:
                yield message
            after = page[-1].reference

    async def add(self, messages: Sequence[StoredMessage]) -> None:
        with self._file.in_place() as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_PUT, messages)
            connection.execute("COMMIT")

    async def answer(self, reference: str, at: float) -> bool:
        return await self._write(_ANSWER, at, reference) == 1

    async def prune(self, before: float) -> int:
        return await self._write(_PRUNE, before)

    def _key(self) -> bytes | None:
        with self._file as connection:
            row = connection.execute(_KEY).fetchone()
        return row[0] if row else None

    def _due(self, now: float) -> StoredMessage | None:
        with self._file as connection:
            row = connection.execute(_DUE, (now,)).fetchone()
        return StoredMessage(*row) if row else None

    def _after(self, reference: str) -> list[StoredMessage]:
        with self._file as connection:
            return [StoredMessage(*row) for row in connection.execute(_AFTER, (reference,))]

    async def _write(self, statement: str, *values: object) -> int:
        """How many rows it changed, on disk when it returns."""
        changed: list[int] = []

        def change(connection: sqlite3.Connection) -> bool:
            # anew where the whole transaction is made again
            changed[:] = [connection.execute(statement, values).rowcount]
            return changed[0] > 0

        if self._group:
            await self._group.write(change)
        else:
            with self._file.in_place() as connection:
                change(connection)
        return changed[0]
