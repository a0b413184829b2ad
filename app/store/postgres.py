"""Plays and wins in PostgreSQL: for more servers than one.

Every method is one statement that commits by itself, so a move costs two round trips.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Self

from app.store.postgres_messages import PostgresMessages
from app.store.postgres_pool import PATIENCE, PostgresPool
from app.store.postgres_verdicts import PostgresVerdicts
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


def _places(count: int, *, after: int = 0) -> str:
    return ", ".join(f"${n}" for n in range(after + 1, after + count + 1))


_PLAY = ", ".join(StoredPlay._fields)
_WIN = ", ".join(Win._fields)
_CHOSEN = ", ".join(StoredChoices._fields)
_KEY = "player = $1 AND slug = $2 AND number = $3"
_HAS_BEGUN = "NOT won AND log <> ''"

_LOAD = f"SELECT {_PLAY} FROM plays WHERE {_KEY}"
# $1 ... $15 are the fields of a StoredPlay, in order: $6 is the version
_BEGIN_PLAY = f"""
INSERT INTO plays ({_PLAY}) VALUES ({_places(15)})
ON CONFLICT (player, slug, number) DO NOTHING RETURNING version"""
# the same version may be of another game, begun after this one was pruned
_GO_ON = f"""
UPDATE plays SET log = $4, ply = $5, version = $6, last = $7, position = $8, won = $9,
    started = $10, moved = $11, seconds = $12, undos = $13,
    hints = greatest(plays.hints, $14), stuck = $15
WHERE {_KEY} AND version = $6 - 1 AND (started = $10 OR log = '') RETURNING version"""
_COUNT_HINT = f"UPDATE plays SET hints = hints + 1 WHERE {_KEY} AND log <> ''"
_CHOICES = f"SELECT {_CHOSEN} FROM choices WHERE player = $1"
_KEEP_CHOICES = f"""
INSERT INTO choices ({_CHOSEN}) VALUES ($1, $2, $3)
ON CONFLICT (player) DO UPDATE SET moved = excluded.moved, choices = excluded.choices"""
_FORGET = f"""
UPDATE plays SET log = '', ply = 0, version = version + 1, position = NULL,
    last = CASE WHEN ply > 0 THEN '{FORGOTTEN}' ELSE '{PUT_AWAY}' END,
    moved = $4, seconds = 0, stuck = FALSE
WHERE {_KEY} AND {_HAS_BEGUN} RETURNING version"""
_ONE_WIN = f"SELECT {_WIN} FROM wins WHERE {_KEY}"
_WINS = f"SELECT {_WIN} FROM wins WHERE player = $1 ORDER BY won_at DESC"
# a deal that was won stays won, whatever became of it later
_FINISHED = f"""
SELECT slug, number, won_at AS ended, TRUE, moves, seconds, undos, hints
FROM wins WHERE player = $1
UNION ALL
SELECT slug, number, moved, FALSE, 0, 0.0::float8, 0, 0
FROM plays WHERE player = $1 AND NOT won AND (stuck OR last = '{FORGOTTEN}') AND NOT EXISTS
    (SELECT 1 FROM wins WHERE player = $1 AND slug = plays.slug AND number = plays.number)
ORDER BY ended DESC LIMIT $2"""

_OF_PLAYERS = Holdings._fields
_HOLDINGS = "SELECT " + ", ".join(
    f"(SELECT count(*) FROM {table} WHERE player = $1)" for table in _OF_PLAYERS
)
_ERASE = f"""
WITH {", ".join(f"of_{t} AS (DELETE FROM {t} WHERE player = $1 RETURNING 1)" for t in _OF_PLAYERS)}
SELECT {", ".join(f"(SELECT count(*) FROM of_{t})" for t in _OF_PLAYERS)}"""


def _part(number: int, rest: str, columns: Mapping[str, str]) -> str:
    """Rows with the columns of a play, of which only some say something."""
    told = {**dict.fromkeys(StoredPlay._fields, "NULL"), **columns}
    listed = ", ".join(f"{value} AS {name}" for name, value in told.items())
    return f"SELECT {number} AS part, {listed} FROM {rest}"


def _arrive(asked: str) -> str:
    """All that a page reads, as one statement; `asked`: which play it is about, if any.

    The first part is that play, the second the list, the third the choices.
    """
    begun = _part(
        2,
        f"plays WHERE player = $1 AND {_HAS_BEGUN} ORDER BY moved DESC LIMIT $2",
        {name: name for name in (*Begun._fields, "moved")},
    )
    parts = [f"({begun})"]
    if asked:
        parts.insert(0, f"(SELECT 1 AS part, {_PLAY} FROM plays {asked})")
    parts.append(_part(3, "choices WHERE player = $1", {"log": "choices"}))
    return f"{' UNION ALL '.join(parts)} ORDER BY part, moved DESC"


_ARRIVE = _arrive("")
_ARRIVE_AT_DEAL = _arrive("WHERE player = $1 AND slug = $3 AND number = $4")
_ARRIVE_AT_GAME = _arrive(
    f"WHERE player = $1 AND slug = $3 AND {_HAS_BEGUN} ORDER BY moved DESC LIMIT 1"
)


def _and_keep_win(save: str) -> str:
    # $16 ... $24 are the fields of a Win; of the hints the row may know more
    fields = [f"${n}" for n in range(16, 25)]
    fields[Win._fields.index("hints")] = "greatest(saved.hints, $23)"
    return f"""
WITH saved AS ({save}, hints), kept AS (
    INSERT INTO wins ({_WIN}) SELECT {", ".join(fields)} FROM saved
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


_CHOICES_AFTER = f"SELECT {_CHOSEN} FROM choices WHERE player > $1 ORDER BY player LIMIT {PAGE}"


def _add(table: str, key: str, columns: str, types: str) -> str:
    """Takes one array a column."""
    arrays = ", ".join(f"${n}::{of}[]" for n, of in enumerate(types.split(), 1))
    return f"""
INSERT INTO {table} ({columns}) SELECT * FROM unnest({arrays})
ON CONFLICT ({key}) DO NOTHING"""


_ADD_PLAYS = _add(
    "plays",
    "player, slug, number",
    _PLAY,
    "bytea text bigint text int int text text boolean float8 float8 float8 int int boolean",
)
_ADD_WINS = _add(
    "wins", "player, slug, number", _WIN, "bytea text bigint text int float8 int int float8"
)
_ADD_CHOICES = _add("choices", "player", _CHOSEN, "bytea float8 text")


# From player to player. The last of a page is known even if nothing of it is deleted. A subquery
# that is compared, not NOT EXISTS: that may become a join with the whole table, for every page.
def _prune(table: str) -> str:
    return f"""
WITH page AS (
    SELECT player FROM {table} WHERE player > $1 ORDER BY player LIMIT {PAGE}
), ending AS (
    SELECT player FROM page ORDER BY player DESC LIMIT 1
), pruned AS (
    DELETE FROM {table} AS old
    WHERE player > $1 AND player <= (SELECT player FROM ending) AND moved < $2
        AND coalesce((SELECT max(moved) FROM plays WHERE plays.player = old.player) < $2, true)
    RETURNING 1
)
SELECT (SELECT player FROM ending), (SELECT count(*) FROM pruned)"""


_PRUNE_PLAYS = _prune("plays")
_PRUNE_CHOICES = _prune("choices")


class PostgresStore:
    """A Store over the database that a URL names; made by `open`."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool
        self.messages = PostgresMessages(pool)
        self.verdicts = PostgresVerdicts(pool)

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

    async def count_hint(self, player: bytes, slug: str, number: int) -> None:
        await self._pool.fetch(_COUNT_HINT, player, slug, number)

    async def arrive(
        self, player: bytes, slug: str = "", number: int = 0, *, most: int = MOST_LISTED
    ) -> Arrival:
        if not slug:
            rows = await self._pool.fetch(_ARRIVE, player, most)
        elif number:
            rows = await self._pool.fetch(_ARRIVE_AT_DEAL, player, most, slug, number)
        else:
            rows = await self._pool.fetch(_ARRIVE_AT_GAME, player, most, slug)
        play = choices = None
        unfinished = []
        for part, *columns in rows:
            row = StoredPlay(*columns)
            match part:
                case 1:
                    play = row
                case 2:
                    unfinished.append(Begun(row.slug, row.number, row.log, row.ply, row.stuck))
                case _:
                    choices = row.log
        return Arrival(play, unfinished, choices)

    async def choices(self, player: bytes) -> StoredChoices | None:
        rows = await self._pool.fetch(_CHOICES, player)
        return StoredChoices(*rows[0]) if rows else None

    async def keep_choices(self, chosen: StoredChoices) -> None:
        await self._pool.fetch(_KEEP_CHOICES, *chosen)

    async def forget(self, player: bytes, slug: str, number: int, now: float) -> bool:
        return bool(await self._pool.fetch(_FORGET, player, slug, number, now))

    async def win(self, player: bytes, slug: str, number: int) -> Win | None:
        rows = await self._pool.fetch(_ONE_WIN, player, slug, number)
        return Win(*rows[0]) if rows else None

    async def wins(self, player: bytes) -> list[Win]:
        return [Win(*row) for row in await self._pool.fetch(_WINS, player)]

    async def finished(self, player: bytes, *, most: int = MOST_FINISHED) -> list[Finished]:
        return [Finished(*row) for row in await self._pool.fetch(_FINISHED, player, most)]

    async def holdings(self, player: bytes) -> Holdings:
        (row,) = await self._pool.fetch(_HOLDINGS, player)
        return Holdings(*row)

    async def erase(self, player: bytes) -> Holdings:
        (row,) = await self._pool.fetch(_ERASE, player)
        return Holdings(*row)

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

    async def all_choices(self) -> AsyncIterator[StoredChoices]:
        after = b""
        while page := await self._pool.fetch(_CHOICES_AFTER, after):
            for row in page:
                yield StoredChoices(*row)
            after = StoredChoices(*page[-1]).player

    async def add_plays(self, plays: Sequence[StoredPlay]) -> None:
        await self._pool.fetch(_ADD_PLAYS, *zip(*plays, strict=True))

    async def add_wins(self, wins: Sequence[Win]) -> None:
        await self._pool.fetch(_ADD_WINS, *zip(*wins, strict=True))

    async def add_choices(self, choices: Sequence[StoredChoices]) -> None:
        await self._pool.fetch(_ADD_CHOICES, *zip(*choices, strict=True))

    async def prune(self, before: float) -> AsyncIterator[int]:
        async for pruned in self._pruned(_PRUNE_PLAYS, before):
            yield pruned

    async def prune_choices(self, before: float) -> AsyncIterator[int]:
        async for pruned in self._pruned(_PRUNE_CHOICES, before):
            yield pruned

    async def _pruned(self, statement: str, before: float) -> AsyncIterator[int]:
        after: bytes | None = b""
        while after is not None:
            ((after, pruned),) = await self._pool.fetch(statement, after, before)
            if pruned:
                yield pruned

    async def close(self) -> None:
        await self._pool.close()
