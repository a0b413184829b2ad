"""Messages in the PostgreSQL database that the plays are in; every method is one statement."""

import secrets
from collections.abc import AsyncIterator, Sequence

from app.store.messages import KEY_BYTES, StoredMessage
from app.store.postgres_pool import PostgresPool
from app.store.protocol import PAGE

_COLUMNS = ", ".join(StoredMessage._fields)
_PLACES = ", ".join(f"${n}" for n in range(1, len(StoredMessage._fields) + 1))
_TYPES = "text float8 text text text text bytea float8 int float8 float8 text bigint int text text"
_ARRAYS = ", ".join(f"${n}::{of}[]" for n, of in enumerate(_TYPES.split(), 1))

# whoever loses the race reads what the winner has made
_KEY = "SELECT value FROM keys WHERE name = 'forms'"
_MAKE_KEY = "INSERT INTO keys (name, value) VALUES ('forms', $1) ON CONFLICT (name) DO NOTHING"
_PUT = f"""
INSERT INTO messages ({_COLUMNS}) VALUES ({_PLACES})
ON CONFLICT (reference) DO NOTHING RETURNING reference"""
_FIND = f"SELECT {_COLUMNS} FROM messages WHERE reference = $1"
_COUNT_ALIKE = "SELECT count(*) FROM messages WHERE likeness = $1 AND written >= $2 AND held = ''"
# who claims at the same time takes the next one, and nobody waits
_CLAIM = f"""
UPDATE messages SET due = $2, attempts = attempts + 1
WHERE reference = (
    SELECT reference FROM messages WHERE due <= $1
    ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING {_COLUMNS}"""
_SETTLE = """
UPDATE messages SET due = $1, mailed = $2 WHERE reference = $3 AND due = $4 RETURNING reference"""
_AFTER = f"""
SELECT {_COLUMNS} FROM messages WHERE reference COLLATE "C" > $1
ORDER BY reference COLLATE "C" LIMIT {PAGE}"""
_ADD = f"""
INSERT INTO messages ({_COLUMNS}) SELECT * FROM unnest({_ARRAYS})
ON CONFLICT (reference) DO NOTHING"""
_ANSWER = """
UPDATE messages SET answered = $1, due = NULL WHERE reference = $2 RETURNING reference"""
_PRUNE = """
WITH pruned AS (
    DELETE FROM messages WHERE answered < $1 OR (held <> '' AND written < $1) RETURNING 1
)
SELECT count(*) FROM pruned"""


class PostgresMessages:
    """OperableMessages over a pool that its store opens and closes."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool

    async def key(self) -> bytes:
        await self._pool.fetch(_MAKE_KEY, secrets.token_bytes(KEY_BYTES))
        ((made,),) = await self._pool.fetch(_KEY)
        return bytes(made)

    async def put(self, message: StoredMessage) -> bool:
        return bool(await self._pool.fetch(_PUT, *message))

    async def find(self, reference: str) -> StoredMessage | None:
        rows = await self._pool.fetch(_FIND, reference)
        return StoredMessage(*rows[0]) if rows else None

    async def count_alike(self, likeness: bytes, since: float) -> int:
        ((count,),) = await self._pool.fetch(_COUNT_ALIKE, likeness, since)
        return int(count)

    async def claim(self, now: float, until: float) -> StoredMessage | None:
        rows = await self._pool.fetch(_CLAIM, now, until)
        return StoredMessage(*rows[0]) if rows else None

    async def settle(
        self, claimed: StoredMessage, *, due: float | None, mailed: float | None
    ) -> bool:
        return bool(await self._pool.fetch(_SETTLE, due, mailed, claimed.reference, claimed.due))

    async def all(self) -> AsyncIterator[StoredMessage]:
        after = ""
        while page := await self._pool.fetch(_AFTER, after):
            for row in page:
                yield StoredMessage(*row)
            after = StoredMessage(*page[-1]).reference

    async def add(self, messages: Sequence[StoredMessage]) -> None:
        await self._pool.fetch(_ADD, *zip(*messages, strict=True))

    async def answer(self, reference: str, at: float) -> bool:
        return bool(await self._pool.fetch(_ANSWER, at, reference))

    async def prune(self, before: float) -> int:
        ((pruned,),) = await self._pool.fetch(_PRUNE, before)
        return int(pruned)
