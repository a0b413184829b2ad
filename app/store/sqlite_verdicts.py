"""Verdicts in the SQLite file that the plays are in."""

import sqlite3
from collections.abc import AsyncIterator, Sequence

from app.store.group_writer import GroupWriter
from app.store.protocol import PAGE
from app.store.sqlite_file import SqliteFile
from app.store.verdicts import StoredVerdict

_COLUMNS = ", ".join(StoredVerdict._fields)
_PLACES = ", ".join("?" for _ in StoredVerdict._fields)

_ADD = f"INSERT INTO verdicts ({_COLUMNS}) VALUES ({_PLACES}) ON CONFLICT (slug, key) DO NOTHING"
_KEEP = f"""
INSERT INTO verdicts ({_COLUMNS}) VALUES ({_PLACES})
ON CONFLICT (slug, key) DO UPDATE SET kind = excluded.kind, effort = excluded.effort,
    seconds = excluded.seconds, found = excluded.found, line = excluded.line
WHERE verdicts.kind = 'unknown'
    AND (excluded.kind <> 'unknown' OR excluded.seconds > verdicts.seconds)"""
_AFTER = f"""
SELECT {_COLUMNS} FROM verdicts WHERE (slug, key) > (?, ?) ORDER BY slug, key LIMIT {PAGE}"""
_PRUNE = f"""
DELETE FROM verdicts WHERE rowid IN (SELECT rowid FROM verdicts WHERE found < ? LIMIT {PAGE})"""


class SqliteVerdicts:
    """OperableVerdicts over a file that its store opens and closes."""

    def __init__(self, file: SqliteFile, group: GroupWriter | None) -> None:
        self._file = file
        self._group = group

    async def find(self, slug: str, keys: Sequence[bytes]) -> list[StoredVerdict]:
        found = []
        for first in range(0, len(keys), PAGE):
            page = keys[first : first + PAGE]
            places = ", ".join("?" for _ in page)
            statement = f"SELECT {_COLUMNS} FROM verdicts WHERE slug = ? AND key IN ({places})"
            with self._file as connection:
                rows = connection.execute(statement, (slug, *page)).fetchall()
            found += [StoredVerdict(*row) for row in rows]
        return found

    async def keep(self, verdict: StoredVerdict) -> bool:
        def change(connection: sqlite3.Connection) -> bool:
            return connection.execute(_KEEP, verdict).rowcount == 1

        if self._group:
            return await self._group.write(change)
        with self._file.in_place() as connection:
            return change(connection)

    async def all(self) -> AsyncIterator[StoredVerdict]:
        after = ("", b"")
        while page := self._after(after):
            for verdict in page:
                yield verdict
            after = page[-1][:2]

    async def add(self, verdicts: Sequence[StoredVerdict]) -> None:
        with self._file.in_place() as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_ADD, verdicts)
            connection.execute("COMMIT")

    async def prune(self, before: float) -> AsyncIterator[int]:
        while pruned := self._prune(before):
            yield pruned

    def _after(self, after: tuple[str, bytes]) -> list[StoredVerdict]:
        with self._file as connection:
            return [StoredVerdict(*row) for row in connection.execute(_AFTER, after)]

    def _prune(self, before: float) -> int:
        with self._file.in_place() as connection:
            return connection.execute(_PRUNE, (before,)).rowcount
