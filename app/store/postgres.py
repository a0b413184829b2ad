"""Plays and wins in PostgreSQL: for more servers than one.

Every method is one statement that commits by itself, so a move costs two round trips.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Self

from app.store.postgres_pool import PATIENCE, PostgresPool
from app.store.protocol import BEFORE_ALL, FORGOTTEN, PAGE, StoredPlay, Win


def _places(count: int, *, after: int = 0) -> str:
    return ", ".join(f"${n}" for n in range(after + 1, after + count + 1))


_PLAY = ", ".join(StoredPlay._fields)
_WIN = ", ".join(Win._fields)
_KEY = "player = $1 AND slug = $2 AND number = $3"
_HAS_BEGUN = "NOT won AND log <> ''"

_LOAD = f"SELECT {_PLAY} FROM plays WHERE {_KEY}"
# $1 ... $14 are the fields of a StoredPlay, in order: $6 is the version
_BEGIN_PLAY = f"""
INSERT INTO plays ({_PLAY}) VALUES ({_places(14)})
ON CONFLICT (player, slug, number) DO NOTHING RETURNING version"""
# the same version may be of another game, begun after this one was pruned
_GO_ON = f"""
UPDATE plays SET log = $4, ply = $5, version = $6, last = $7, position = $8, won = $9,
    started = $10, moved = $11, seconds = $12, undos = $13, hints = $14
WHERE {_KEY} AND version = $6 - 1 AND (started = $10 OR log = '') RETURNING version"""
_LATEST = f"""
SELECT {_PLAY} FROM plays WHERE player = $1 AND slug = $2 AND {_HAS_BEGUN}
ORDER BY moved DESC LIMIT 1"""
_UNFINISHED = f"""
SELECT {_PLAY} FROM plays WHERE player = $1 AND {_HAS_BEGUN}
ORDER BY moved DESC LIMIT $2"""
_FORGET = f"""
UPDATE plays SET log = '', ply = 0, version = version + 1, last = '{FORGOTTEN}', position = NULL,
    seconds = 0, undos = 0, hints = 0
WHERE {_KEY} AND {_HAS_BEGUN} RETURNING version"""
_ONE_WIN = f"SELECT {_WIN} FROM wins WHERE {_KEY}"
_WINS = f"SELECT {_WIN} FROM wins WHERE player = $1 ORDER BY won_at DESC"


def _and_keep_win(save: str) -> str:
    return f"""
WITH saved AS ({save}), kept AS (
    INSERT INTO wins ({_WIN}) SELECT {_places(9, after=14)} FROM saved
    ON CONFLICT (player, slug, number) DO NOTHING)
SELECT version FROM saved"""


_BEGIN_WON = _and_keep_win(_BEGIN_PLAY)
_GO_ON_WON = _and_keep_win(_GO_ON)

# in the order of bytes, whatever the language of the database; the first condition is for the index
_NEXT_PAGE = f"""
WHERE player >= $1 AND (player, slug COLLATE "C", number) > ($1, $2, $3)
ORDER BY player, slug COLLATE "C", number LIMIT {PAGE}"""
_PLAYS_AFTER = f"SELECT {_PLAY} FROM plays {_NEXT_PAGE}"
_WINS_AFTER = f"SELECT {_WIN} FROM wins {_NEXT_PAGE}"


def _add(table: str, columns: str, types: str) -> str:
    """Takes one array a column."""
    arrays = ", ".join(f"${n}::{of}[]" for n, of in enumerate(types.split(), 1))
    return f"""
INSERT INTO {table} ({columns}) SELECT * FROM unnest({arrays})
ON CONFLICT (player, slug, number) DO NOTHING"""


_ADD_PLAYS = _add(
    "plays", _PLAY, "bytea text bigint text int int text text boolean float8 float8 float8 int int"
)
_ADD_WINS = _add("wins", _WIN, "bytea text bigint text int float8 int int float8")

# From player to player. The last of a page is known even if nothing of it is deleted. A subquery
# that is compared, not NOT EXISTS: that may become a join with the whole table, for every page.
_PRUNE = f"""
WITH page AS (
    SELECT player FROM plays WHERE player > $1 ORDER BY player LIMIT {PAGE}
), ending AS (
    SELECT player FROM page ORDER BY player DESC LIMIT 1
), pruned AS (
    DELETE FROM plays AS old
    WHERE player > $1 AND player <= (SELECT player FROM ending) AND moved < $2
        AND (SELECT max(moved) FROM plays AS every WHERE every.player = old.player) < $2
    RETURNING 1
)
SELECT (SELECT player FROM ending), (SELECT count(*) FROM pruned)"""


class PostgresStore:
    """A Store over the database that a URL names; made by `open`."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool

    @classmethod
    async def open(cls, url: str, *, connections: int, patience: float = PATIENCE) -> Self:
        """`patience`: seconds that a call waits, for a connection and for its answer."""
        pool = PostgresPool(url, size=connections, patience=patience)
        await pool.migrate()
        return cls(pool)

    async def load(self, player: bytes, slug: str, number: int) -> StoredPlay | None:
        rows = await self._pool.fetch(_LOAD, player, slug, number)
        return StoredPlay(*rows[0]) if rows else None

    async def save(self, play: StoredPlay, win: Win | None = None) -> bool:
        begins = play.version == 1
        if win is None:
            rows = await self._pool.fetch(_BEGIN_PLAY if begins else _GO_ON, *play)
        else:
            rows = await self._pool.fetch(_BEGIN_WON if begins else _GO_ON_WON, *play, *win)
        return bool(rows)

    async def latest(self, player: bytes, slug: str) -> StoredPlay | None:
        rows = await self._pool.fetch(_LATEST, player, slug)
        return StoredPlay(*rows[0]) if rows else None

    async def unfinished(self, player: bytes, limit: int = 100) -> list[StoredPlay]:
        return [StoredPlay(*row) for row in await self._pool.fetch(_UNFINISHED, player, limit)]

    async def forget(self, player: bytes, slug: str, number: int) -> bool:
        return bool(await self._pool.fetch(_FORGET, player, slug, number))

    async def win(self, player: bytes, slug: str, number: int) -> Win | None:
        rows = await self._pool.fetch(_ONE_WIN, player, slug, number)
        return Win(*rows[0]) if rows else None

    async def wins(self, player: bytes) -> list[Win]:
        return [Win(*row) for row in await self._pool.fetch(_WINS, player)]

    async def all_plays(self) -> AsyncIterator[StoredPlay]:
        after = BEFORE_ALL
        while page := await self._pool.fetch(_PLAYS_AFTER, *after):
            for row in page:
                yield StoredPlay(*row)
            after = StoredPlay(*page[-1])[:3]

    async def all_wins(self) -> AsyncIterator[Win]:
        after = BEFORE_ALL
        while page := await self._pool.fetch(_WINS_AFTER, *after):
            for row in page:
                yield Win(*row)
            after = Win(*page[-1])[:3]

    async def add_plays(self, plays: Sequence[StoredPlay]) -> None:
        await self._pool.fetch(_ADD_PLAYS, *zip(*plays, strict=True))

    async def add_wins(self, wins: Sequence[Win]) -> None:
        await self._pool.fetch(_ADD_WINS, *zip(*wins, strict=True))

    async def prune(self, before: float) -> AsyncIterator[int]:
        after: bytes | None = b""
        while after is not None:
            ((after, pruned),) = await self._pool.fetch(_PRUNE, after, before)
            if pruned:
                yield pruned

    async def close(self) -> None:
        await self._pool.close()
