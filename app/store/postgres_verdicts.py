"""Verdicts in the PostgreSQL database that the plays are in; every method is one statement."""

from collections.abc import AsyncIterator, Sequence

from app.store.postgres_pool import PostgresPool
from app.store.protocol import PAGE
from app.store.verdicts import StoredVerdict

_COLUMNS = ", ".join(StoredVerdict._fields)
_TYPES = "text bytea text bigint float8 float8 text"
_ARRAYS = ", ".join(f"${n}::{of}[]" for n, of in enumerate(_TYPES.split(), 1))
_PLACES = ", ".join(f"${n}" for n in range(1, len(StoredVerdict._fields) + 1))

_FIND = f"SELECT {_COLUMNS} FROM verdicts WHERE slug = $1 AND key = ANY($2::bytea[])"
_KEEP = f"""
INSERT INTO verdicts ({_COLUMNS}) VALUES ({_PLACES})
ON CONFLICT (slug, key) DO UPDATE SET kind = excluded.kind, effort = excluded.effort,
    seconds = excluded.seconds, found = excluded.found, line = excluded.line
WHERE verdicts.kind = 'unknown'
    AND (excluded.kind <> 'unknown' OR excluded.seconds > verdicts.seconds)
RETURNING kind"""
_AFTER = f"""
SELECT {_COLUMNS} FROM verdicts WHERE (slug COLLATE "C", key) > ($1, $2)
ORDER BY slug COLLATE "C", key LIMIT {PAGE}"""
_ADD = f"""
INSERT INTO verdicts ({_COLUMNS}) SELECT * FROM unnest({_ARRAYS})
ON CONFLICT (slug, key) DO NOTHING"""
_PRUNE = f"""
WITH pruned AS (
    DELETE FROM verdicts WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM verdicts WHERE found < $1 LIMIT {PAGE} FOR UPDATE SKIP LOCKED
    )) RETURNING 1
)
SELECT count(*) FROM pruned"""


class PostgresVerdicts:
    """OperableVerdicts over a pool that its store opens and closes."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool

    async def find(self, slug: str, keys: Sequence[bytes]) -> list[StoredVerdict]:
        rows = await self._pool.fetch(_FIND, slug, list(keys))
        return [StoredVerdict(*row) for row in rows]

    async def keep(self, verdict: StoredVerdict) -> bool:
        return bool(await self._pool.fetch(_KEEP, *verdict))

    async def all(self) -> AsyncIterator[StoredVerdict]:
        after = ("", b"")
        while page := await self._pool.fetch(_AFTER, *after):
            for row in page:
                yield StoredVerdict(*row)
            after = StoredVerdict(*page[-1])[:2]

    async def add(self, verdicts: Sequence[StoredVerdict]) -> None:
        await self._pool.fetch(_ADD, *zip(*verdicts, strict=True))

    async def prune(self, before: float) -> AsyncIterator[int]:
        while pruned := await self._prune(before):
            yield pruned

    async def _prune(self, before: float) -> int:
        ((pruned,),) = await self._pool.fetch(_PRUNE, before)
        return int(pruned)
