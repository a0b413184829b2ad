"""What the servers of one PostgreSQL have counted, told to each other. Knows not whom or what."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

# One statement for all: what this server has counted, what is over, what the others have counted.
# Each server writes rows of its own and passes by those that another is deleting: none waits.
_EXCHANGE = """
WITH told AS (
    INSERT INTO counts (name, ends, server, hits)
    SELECT name, ends, $1, hits
    FROM unnest($2::text[], $3::bigint[], $4::integer[]) AS ours (name, ends, hits)
    ON CONFLICT (name, ends, server) DO UPDATE SET hits = excluded.hits
), gone AS (
    DELETE FROM counts WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM counts WHERE ends <= $5 LIMIT 10000 FOR UPDATE SKIP LOCKED
    ))
)
SELECT name, ends, sum(hits)::integer FROM counts
WHERE server <> $1 AND ends > $5
GROUP BY name, ends
LIMIT 100000"""


class Count(NamedTuple):
    name: str
    ends: int
    """Unix time: of the window that was counted in."""
    hits: int


class SharedCounts:
    """One server's part, over a connection of its own: no move waits for it."""

    def __init__(self, database_url: str) -> None:
        # as in `open_store`: not for a server on SQLite
        from app.store.postgres_pool import PostgresPool  # noqa: PLC0415

        self._pool = PostgresPool(database_url, size=1)
        self._server = secrets.token_hex(8)

    async def exchange(self, ours: Sequence[Count], now: float) -> list[Count]:
        """Tells the others `ours`; returns theirs, added up. Raises StoreUnavailable."""
        columns = (
            [count.name for count in ours],
            [count.ends for count in ours],
            [count.hits for count in ours],
        )
        rows = await self._pool.fetch(_EXCHANGE, self._server, *columns, int(now))
        return [Count(*row) for row in rows]

    async def close(self) -> None:
        await self._pool.close()
