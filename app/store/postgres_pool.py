"""Connections to one PostgreSQL database; knows nothing of plays."""

import asyncio
import contextlib
from urllib.parse import parse_qs, urlsplit

import asyncpg

from app.store import schema
from app.store.protocol import StoreUnavailable

PATIENCE = 3.0
"""Seconds that a call waits for a connection and its answer, all in all."""
MIGRATION_PATIENCE = 600.0
"""Seconds for all migrations, and for the other servers that make them just now."""

_SESSION = {
    "application_name": "patience",
    # before our own patience ends: then the server says what it was waiting for, and stops
    "statement_timeout": "2500",
    # keeps firewalls from forgetting idle connections, and lets the server notice dead ones
    "tcp_keepalives_idle": "60",
    "tcp_keepalives_interval": "10",
}
_COMMIT_ON_DISK = """
SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') = 'off'"""

MIGRATIONS_LOCK = 7_224_168_355
"""Of ours alone: whoever holds it may migrate."""

_PASSING = (
    OSError,  # refused, reset, unknown host, timeout
    asyncpg.PostgresConnectionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TransactionRollbackError,
    asyncpg.InsufficientResourcesError,
    asyncpg.ObjectNotInPrerequisiteStateError,  # locked or in use
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    asyncpg.InternalServerError,
    # somebody restores the database, or took our rights away
    asyncpg.UndefinedTableError,
    asyncpg.InsufficientPrivilegeError,
)


class PostgresPool:
    """At most `size` connections, opened as they are needed and kept until one breaks.

    Not asyncpg's own pool: that resets a connection with one more statement and starts a task
    whenever one is given back, which together cost as much as the two statements of a move.
    Nothing needs a reset here, because no statement leaves anything behind in its session.
    """

    def __init__(self, url: str, *, size: int, patience: float = PATIENCE) -> None:
        self._url = url
        self._place = place_of(url)
        self._patience = patience
        self._free = asyncio.Semaphore(size)
        self._idle: list[asyncpg.Connection] = []
        self._is_closed = False

    async def fetch(self, statement: str, *values: object) -> list[asyncpg.Record]:
        """Runs one statement, committed when it returns.

        Raises StoreUnavailable for what the database cannot do now. If the connection was lost
        while it committed, nobody knows whether it did: compare-and-set makes it safe to repeat.
        """
        try:
            async with asyncio.timeout(self._patience), self._free:
                connection = self._take_idle() or await self._open()
                try:
                    rows = await connection.fetch(statement, *values)
                except BaseException as fault:
                    self._give_up(connection, fault)
                    raise
                self._give_back(connection)
                return rows
        except _PASSING as fault:
            raise self._unavailable(fault) from fault

    async def migrate(self) -> None:
        """Raises StoreUnavailable if the database cannot be opened and written; NewerDatabase."""
        try:
            async with asyncio.timeout(self._patience):
                connection = await self._open()
            try:
                async with asyncio.timeout(MIGRATION_PATIENCE), connection.transaction():
                    await _migrate(connection)
            except BaseException:
                connection.terminate()
                raise
            self._give_back(connection)
        # any error of the database: a schema that is not ours, or statements it does not know
        except (OSError, asyncpg.PostgresError) as fault:
            raise self._unavailable(fault) from fault

    async def close(self) -> None:
        self._is_closed = True
        for connection in self._idle:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await connection.close(timeout=self._patience)
        self._idle.clear()

    def _take_idle(self) -> asyncpg.Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    async def _open(self) -> asyncpg.Connection:
        if self._is_closed:
            raise StoreUnavailable(f"{self._place}: the store is closed")
        connection = await asyncpg.connect(self._url, server_settings=_SESSION)
        await connection.execute(_COMMIT_ON_DISK)
        return connection

    def _give_back(self, connection: asyncpg.Connection) -> None:
        if self._is_closed:
            connection.terminate()
        else:
            self._idle.append(connection)

    def _give_up(self, connection: asyncpg.Connection, fault: BaseException) -> None:
        # whatever state it is in, a cancelled statement included, nobody inherits it
        connection.terminate()
        if isinstance(fault, (OSError, asyncpg.PostgresConnectionError)):
            # what broke one has most likely broken all; they would fail one by one
            for idle in self._idle:
                idle.terminate()
            self._idle.clear()

    def _unavailable(self, fault: Exception) -> StoreUnavailable:
        if isinstance(fault, TimeoutError):
            return StoreUnavailable(f"{self._place}: no answer within {self._patience:g} s")
        # the first line alone: the next ones quote values
        return StoreUnavailable(f"{self._place}: {str(fault).partition(chr(10))[0]}")


def place_of(url: str) -> str:
    """Host and database of a URL, without user and password."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2] or parse_qs(parts.query).get("host", ["local"])[-1]
    return f"PostgreSQL at {host}{parts.path}"


async def _migrate(connection: asyncpg.Connection) -> None:
    await connection.execute("SET LOCAL statement_timeout = 0")
    # several servers may start at once: all but one wait here, and then find nothing to do
    await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATIONS_LOCK)
    await connection.execute(schema.CREATE_APPLIED)
    applied = {row["number"] for row in await connection.fetch(schema.APPLIED)}
    for migration in schema.pending(applied):
        await connection.execute(migration.sql)
        await connection.execute(
            "INSERT INTO migrations (number, name) VALUES ($1, $2)",
            migration.number,
            migration.name,
        )
