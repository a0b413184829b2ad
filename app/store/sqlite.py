"""Plays and wins in one SQLite file, called directly from the event loop.

A read or a write takes some ten microseconds, less than handing it to a thread; only a write
that waits for the disk itself, of full durability, goes to one. One server process a file.
"""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Self

from app.settings import Durability
from app.store.checkpoints import Checkpoints
from app.store.group_writer import GroupWriter
from app.store.protocol import (
    BEFORE_ALL,
    FORGOTTEN,
    MOST_FINISHED,
    MOST_LISTED,
    PAGE,
    PUT_AWAY,
    Arrival,
    Begun,
    Finished,
    Holdings,
    StoredChoices,
    StoredPlay,
    Win,
)
from app.store.sqlite_erasing import Erasing, holdings
from app.store.sqlite_file import SqliteFile
from app.store.sqlite_finished import finished
from app.store.sqlite_messages import SqliteMessages
from app.store.sqlite_verdicts import SqliteVerdicts

_PlayRow = tuple[
    bytes, str, int, str, int, int, str, str | None, int, float, float, float, int, int, int
]

_PLAY = ", ".join(StoredPlay._fields)
_WIN = ", ".join(Win._fields)
_BEGUN = ", ".join(Begun._fields)
_CHOSEN = ", ".join(StoredChoices._fields)
_KEY = "player = ? AND slug = ? AND number = ?"
_HAS_BEGUN = "NOT won AND log <> ''"

_LOAD = f"SELECT {_PLAY} FROM plays WHERE {_KEY}"
_BEGIN_PLAY = f"""
INSERT INTO plays ({_PLAY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (player, slug, number) DO NOTHING"""
# the same version may be of another game, begun after this one was pruned
_GO_ON = f"""
UPDATE plays SET log = ?, ply = ?, version = ?, last = ?, position = ?, won = ?,
    started = ?, moved = ?, seconds = ?, undos = ?, hints = max(hints, ?), stuck = ?
WHERE {_KEY} AND version = ? - 1 AND (started = ? OR log = '')"""
# what most moves leave as it is, "won" above all, is not written: the index that it belongs to then
# need not follow, and one page less goes into the log
_PLAY_ON = f"""
UPDATE plays SET log = ?, ply = ?, version = ?, last = ?, position = ?,
    moved = ?, seconds = ?, undos = ?, hints = max(hints, ?)
WHERE {_KEY} AND version = ? - 1 AND NOT won AND NOT stuck AND started = ?"""
_LATEST = f"""
SELECT {_PLAY} FROM plays WHERE player = ? AND slug = ? AND {_HAS_BEGUN}
ORDER BY moved DESC LIMIT 1"""
_UNFINISHED = f"""
SELECT {_BEGUN} FROM plays WHERE player = ? AND {_HAS_BEGUN}
ORDER BY moved DESC LIMIT ?"""
_CHOICES = f"SELECT {_CHOSEN} FROM choices WHERE player = ?"
_KEEP_CHOICES = f"""
INSERT INTO choices ({_CHOSEN}) VALUES (?, ?, ?)
ON CONFLICT (player) DO UPDATE SET moved = excluded.moved, choices = excluded.choices"""
_ADD_CHOICES = f"""
INSERT INTO choices ({_CHOSEN}) VALUES (?, ?, ?)
ON CONFLICT (player) DO NOTHING"""
_FORGET = f"""
UPDATE plays SET log = '', ply = 0, version = version + 1, position = NULL,
    last = CASE WHEN ply > 0 THEN '{FORGOTTEN}' ELSE '{PUT_AWAY}' END,
    moved = ?, seconds = 0, stuck = FALSE
WHERE {_KEY} AND {_HAS_BEGUN}"""
_COUNT_HINT = f"UPDATE plays SET hints = hints + 1 WHERE {_KEY} AND log <> ''"
_HINTS = f"SELECT hints FROM plays WHERE {_KEY}"
_KEEP_WIN = f"""
INSERT INTO wins ({_WIN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (player, slug, number) DO NOTHING"""
_ONE_WIN = f"SELECT {_WIN} FROM wins WHERE {_KEY}"
_WINS = f"SELECT {_WIN} FROM wins WHERE player = ? ORDER BY won_at DESC"

_NEXT_PAGE = f"""
WHERE (player, slug, number) > (?, ?, ?) ORDER BY player, slug, number LIMIT {PAGE}"""
_PLAYS_AFTER = f"SELECT {_PLAY} FROM plays {_NEXT_PAGE}"
_WINS_AFTER = f"SELECT {_WIN} FROM wins {_NEXT_PAGE}"
_CHOICES_AFTER = f"""
SELECT {_CHOSEN} FROM choices
WHERE player > ? ORDER BY player LIMIT {PAGE}"""


class _Pruning(NamedTuple):
    """The statements that prune a table."""

    last_row: str
    is_abandoned: str
    delete: str

    @classmethod
    def of(cls, table: str) -> Self:
        # by rowid, the order in which they lie in the file, and not by key, which is all over it
        abandoned = f"""
FROM {table} AS old WHERE rowid > ?1 AND rowid <= ?2 AND moved < ?3 AND NOT EXISTS
    (SELECT 1 FROM plays AS newer WHERE newer.player = old.player AND newer.moved >= ?3)"""
        return cls(
            f"SELECT coalesce(max(rowid), 0) FROM {table}",
            f"SELECT 1 {abandoned} LIMIT 1",
            f"DELETE {abandoned}",
        )


_PRUNE_PLAYS = _Pruning.of("plays")
_PRUNE_CHOICES = _Pruning.of("choices")


class SqliteStore:
    """A Store over the file at `path`, which is made with its folder if it is not there."""

    def __init__(self, path: Path, *, durability: Durability, patience: float = 1.0) -> None:
        """`patience`: seconds that one call waits, and all others with it, for a locked file."""
        self._file = SqliteFile(path, durability=durability, patience=patience)
        self._group: GroupWriter | None = None
        if durability is Durability.FULL:
            file = SqliteFile(path, durability=durability, patience=patience)
            self._group = GroupWriter(file)
        self._checkpoints = Checkpoints(path)
        self.messages = SqliteMessages(self._file, self._group)
        self.verdicts = SqliteVerdicts(self._file, self._group)

    async def load(self, player: bytes, slug: str, number: int) -> StoredPlay | None:
        with self._file as connection:
            row = connection.execute(_LOAD, (player, slug, number)).fetchone()
        return _play(row) if row else None

    async def save(self, play: StoredPlay, win: Win | None = None) -> bool:
        if self._group:
            is_saved = await self._group.write(lambda connection: _save(connection, play, win))
        elif win:
            with self._file.in_place() as connection:
                connection.execute("BEGIN IMMEDIATE")
                is_saved = _save(connection, play, win)
                connection.execute("COMMIT")
        else:
            with self._file.in_place() as connection:
                is_saved = _write(connection, play)
        self._checkpoints.count_write()
        return is_saved

    async def count_hint(self, player: bytes, slug: str, number: int) -> None:
        key = player, slug, number
        if self._group:
            await self._group.write(lambda connection: _count_hint(connection, key))
        else:
            with self._file.in_place() as connection:
                _count_hint(connection, key)
        self._checkpoints.count_write()

    async def arrive(
        self, player: bytes, slug: str = "", number: int = 0, *, most: int = MOST_LISTED
    ) -> Arrival:
        with self._file as connection:
            # one after the other: that costs less than to join them
            row = _asked_for(connection, player, slug, number)
            listed = connection.execute(_UNFINISHED, (player, most)).fetchall()
            chosen = connection.execute(_CHOICES, (player,)).fetchone()
        return Arrival(
            _play(row) if row else None,
            [begun._replace(stuck=begun.stuck == 1) for begun in map(Begun._make, listed)],
            StoredChoices(*chosen).choices if chosen else None,
        )

    async def choices(self, player: bytes) -> StoredChoices | None:
        with self._file as connection:
            row = connection.execute(_CHOICES, (player,)).fetchone()
        return StoredChoices(*row) if row else None

    async def keep_choices(self, chosen: StoredChoices) -> None:
        if self._group:
            await self._group.write(lambda connection: _keep_choices(connection, chosen))
        else:
            with self._file.in_place() as connection:
                _keep_choices(connection, chosen)
        self._checkpoints.count_write()

    async def forget(self, player: bytes, slug: str, number: int, now: float) -> bool:
        key = player, slug, number
        if self._group:
            return await self._group.write(lambda connection: _forget(connection, key, now))
        with self._file.in_place() as connection:
            return _forget(connection, key, now)

    async def win(self, player: bytes, slug: str, number: int) -> Win | None:
        with self._file as connection:
            row = connection.execute(_ONE_WIN, (player, slug, number)).fetchone()
        return Win(*row) if row else None

    async def wins(self, player: bytes) -> list[Win]:
        with self._file as connection:
            return [Win(*row) for row in connection.execute(_WINS, (player,))]

    async def finished(self, player: bytes, *, most: int = MOST_FINISHED) -> list[Finished]:
        with self._file as connection:
            return finished(connection, player, most)

    async def holdings(self, player: bytes) -> Holdings:
        with self._file as connection:
            return holdings(connection, player)

    async def erase(self, player: bytes) -> Holdings:
        erasing = Erasing(player)
        if self._group:
            await self._group.write(erasing)
        else:
            with self._file.in_place() as connection:
                connection.execute("BEGIN IMMEDIATE")
                erasing(connection)
                connection.execute("COMMIT")
        self._checkpoints.count_write()
        return erasing.erased

    async def all_plays(self) -> AsyncIterator[StoredPlay]:
        after = BEFORE_ALL
        while page := self._plays_after(after):
            for play in page:
                yield play
            after = page[-1][:3]

    async def all_wins(self) -> AsyncIterator[Win]:
        after = BEFORE_ALL
        while page := self._wins_after(after):
            for win in page:
                yield win
            after = page[-1][:3]

    async def all_choices(self) -> AsyncIterator[StoredChoices]:
        after = b""
        while page := self._choices_after(after):
            for chosen in page:
                yield chosen
            after = page[-1].player

    async def add_plays(self, plays: Sequence[StoredPlay]) -> None:
        self._add(_BEGIN_PLAY, plays)

    async def add_wins(self, wins: Sequence[Win]) -> None:
        self._add(_KEEP_WIN, wins)

    async def add_choices(self, choices: Sequence[StoredChoices]) -> None:
        self._add(_ADD_CHOICES, choices)

    async def prune(self, before: float) -> AsyncIterator[int]:
        for pruned in self._pruned(_PRUNE_PLAYS, before):
            yield pruned

    async def prune_choices(self, before: float) -> AsyncIterator[int]:
        for pruned in self._pruned(_PRUNE_CHOICES, before):
            yield pruned

    async def close(self) -> None:
        if self._group:
            await self._group.close()
        self._checkpoints.close()
        self._file.close()

    def _plays_after(self, after: tuple[bytes, str, int]) -> list[StoredPlay]:
        with self._file as connection:
            return [_play(row) for row in connection.execute(_PLAYS_AFTER, after)]

    def _wins_after(self, after: tuple[bytes, str, int]) -> list[Win]:
        with self._file as connection:
            return [Win(*row) for row in connection.execute(_WINS_AFTER, after)]

    def _choices_after(self, after: bytes) -> list[StoredChoices]:
        with self._file as connection:
            return [StoredChoices(*row) for row in connection.execute(_CHOICES_AFTER, (after,))]

    def _add(
        self, statement: str, rows: Sequence[StoredPlay] | Sequence[Win] | Sequence[StoredChoices]
    ) -> None:
        with self._file.in_place() as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(statement, rows)
            connection.execute("COMMIT")

    def _pruned(self, pruning: _Pruning, before: float) -> Iterator[int]:
        with self._file as connection:
            (last,) = connection.execute(pruning.last_row).fetchone()
        for first in range(0, last, PAGE):
            if pruned := self._prune(pruning, first, first + PAGE, before):
                yield pruned

    def _prune(self, pruning: _Pruning, after: int, last: int, before: float) -> int:
        with self._file.in_place() as connection:
            # reads first, because whoever deletes locks the others out, be it nothing
            if connection.execute(pruning.is_abandoned, (after, last, before)).fetchone():
                return connection.execute(pruning.delete, (after, last, before)).rowcount
        return 0


def _asked_for(
    connection: sqlite3.Connection, player: bytes, slug: str, number: int
) -> _PlayRow | None:
    if not slug:
        return None
    found = (
        connection.execute(_LOAD, (player, slug, number))
        if number
        else connection.execute(_LATEST, (player, slug))
    )
    rows: list[_PlayRow] = found.fetchall()
    return rows[0] if rows else None


def _keep_choices(connection: sqlite3.Connection, chosen: StoredChoices) -> bool:
    return connection.execute(_KEEP_CHOICES, chosen).rowcount == 1


def _save(connection: sqlite3.Connection, play: StoredPlay, win: Win | None) -> bool:
    is_saved = _write(connection, play)
    if is_saved and win:
        (hints,) = connection.execute(_HINTS, play[:3]).fetchone()
        connection.execute(_KEEP_WIN, win._replace(hints=max(hints, win.hints)))
    return is_saved


def _write(connection: sqlite3.Connection, play: StoredPlay) -> bool:
    if play.version == 1:
        return connection.execute(_BEGIN_PLAY, play).rowcount == 1
    key, columns = play[:3], play[3:]
    if not (play.won or play.stuck):
        changing = (*play[3:8], *play[10:14], *key, play.version, play.started)
        if connection.execute(_PLAY_ON, changing).rowcount == 1:
            return True
    return connection.execute(_GO_ON, (*columns, *key, play.version, play.started)).rowcount == 1


def _count_hint(connection: sqlite3.Connection, key: tuple[bytes, str, int]) -> bool:
    return connection.execute(_COUNT_HINT, key).rowcount == 1


def _forget(connection: sqlite3.Connection, key: tuple[bytes, str, int], now: float) -> bool:
    return connection.execute(_FORGET, (now, *key)).rowcount == 1


def _play(row: _PlayRow) -> StoredPlay:
    return StoredPlay(*row[:8], row[8] == 1, *row[9:14], row[14] == 1)
