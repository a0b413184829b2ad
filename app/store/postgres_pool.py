"""Connections to one PostgreSQL database; knows nothing of plays."""

import asyncio
from urllib.parse import parse_qs, urlsplit

import asyncpg

from app.store import schema
from app.store.protocol import StoreUnavailable

PATIENCE = 3.0
"""Seconds that a call waits for a connection and its answer, all in all."""
MIGRATION_PATIENCE = 600.0
"""Seconds for all migrations, and for another server that makes them just now."""
MIGRATION_LOCK = 7_224_168_355
"""An advisory lock's number: whoever holds it may migrate."""

_SESSION = {
    "application_name": "patience",
    # keeps firewalls from forgetting idle connections, and lets the server notice dead ones
    "tcp_keepalives_idle": "60",
    "tcp_keepalives_interval": "10",
}
# whatever DURABILITY says: an answered move is on disk; stricter values than "on" stay
_COMMIT_ON_DISK = """
SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') = 'off'"""

_DRIVER = (asyncpg.InterfaceError, asyncpg.InternalClientError)
_PASSING = (
    OSError,  # refused, reset
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


class _FoundLost(StoreUnavailable):
    """The server had ended the connection while it lay idle: nothing was asked of it."""


class PostgresPool:
    """At most `size` connections, opened as they are needed and kept until one breaks.

    Not asyncpg's own pool: that resets a connection with one more statement and starts a task
    whenever one is given back, which costs as much again as the statement. Nothing needs a reset
    here, because no statement leaves anything behind in its session.
    """

    def __init__(self, url: str, *, size: int, patience: float = PATIENCE) -> None:
        self._url = url
        self._place = place_of(url)
        self._patience = patience
        # before our own patience ends: the server stops and says what it waited for
        self._session = {**_SESSION, "statement_timeout": str(int(patience * 800))}
        self._free = asyncio.Semaphore(size)
        self._idle: list[asyncpg.Connection] = []
        self._is_closed = False

    async def fetch(self, statement: str, *values: object) -> list[asyncpg.Record]:
        """Runs one statement, committed when it returns.

        Raises StoreUnavailable for what the database cannot do now. If the connection was lost
        while the statement committed, nobody knows whether it did; compare-and-set makes it safe
        to send again, and the repeat is recognised by what made the version.
        """
        try:
            async with asyncio.timeout(self._patience), self._free:
                while (connection := self._take_idle()) is not None:
                    try:
                        return await self._run(connection, statement, values)
                    except _FoundLost:
                        continue
                return await self._run(await self._open(), statement, values)
        except TimeoutError as fault:
            raise self._too_late(self._patience) from fault
        except _PASSING as fault:
            raise self._unavailable(fault) from fault

    async def _run(
        self, connection: asyncpg.Connection, statement: str, values: tuple[object, ...]
    ) -> list[asyncpg.Record]:
        try:
            rows = await connection.fetch(statement, *values)
        except BaseException as fault:
            self._give_up(connection, fault)
            raise
        self._give_back(connection)
        return rows

    async def migrate(self) -> None:
        """Raises StoreUnavailable if the database cannot be opened and written; NewerDatabase."""
        try:
            async with asyncio.timeout(MIGRATION_PATIENCE):
                connection = await self._open()
                try:
                    async with connection.transaction():
                        await _migrate(connection)
                except BaseException:
                    connection.terminate()
                    raise
                self._give_back(connection)
        except TimeoutError as fault:
            raise self._too_late(MIGRATION_PATIENCE) from fault
        # any error: tables that are not ours, a server that does not know the statements
        except (OSError, asyncpg.PostgresError) as fault:
            raise self._unavailable(fault) from fault

    async def close(self) -> None:
        self._is_closed = True
        idle, self._idle = self._idle, []
        # a server that does not say goodbye in a second is left without
        closing = [connection.close(timeout=1) for connection in idle]
        await asyncio.gather(*closing, return_exceptions=True)

    def _take_idle(self) -> asyncpg.Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    async def _open(self) -> asyncpg.Connection:
        if self._is_closed:
            raise StoreUnavailable(f"{self._place}: the store is closed")
        try:
            connection = await asyncpg.connect(
                self._url, timeout=self._patience, server_settings=self._session
            )
            try:
                await connection.execute(_COMMIT_ON_DISK)
            except BaseException:
                connection.terminate()
                raise
        except TimeoutError as fault:
            raise self._too_late(self._patience) from fault
        # ValueError: an option of the URL that is none
        except (OSError, asyncpg.PostgresError, *_DRIVER, ValueError) as fault:
            raise self._unavailable(fault) from fault
        return connection

    def _give_back(self, connection: asyncpg.Connection) -> None:
        if self._is_closed:
            connection.terminate()
        else:
            self._idle.append(connection)

    def _give_up(self, connection: asyncpg.Connection, fault: BaseException) -> None:
        is_lost = connection.is_closed()
        # whatever state it is in, amid a cancelled statement perhaps: nobody inherits it
        connection.terminate()
        if isinstance(fault, (OSError, asyncpg.PostgresConnectionError)):
            self._drop_idle()
        elif is_lost and isinstance(fault, _DRIVER):
            # elsewhere these are mistakes of the program
            raise _FoundLost(f"{self._place}: {fault}") from fault

    def _drop_idle(self) -> None:
        # what broke one has most likely broken all: they would fail one after the other
        for connection in self._idle:
            connection.terminate()
        self._idle.clear()

    def _too_late(self, patience: float) -> StoreUnavailable:
        self._drop_idle()
        all_busy = ", all connections are busy" if self._free.locked() else ""
        return StoreUnavailable(f"{self._place}: no answer within {patience:g} s{all_busy}")

    def _unavailable(self, fault: BaseException) -> StoreUnavailable:
        # the first line alone: what follows may quote values
        return StoreUnavailable(f"{self._place}: {str(fault).partition(chr(10))[0]}")


def place_of(url: str) -> str:
    """Host and database of a URL, without user and password."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2] or parse_qs(parts.query).get("host", ["local"])[-1]
    return f"PostgreSQL at {host}{parts.path}"


async def _migrate(connection: asyncpg.Connection) -> None:
    await connection.execute("SET LOCAL statement_timeout = 0")
    # several servers may start at once: all but one wait here, and then find nothing to do
    await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
    await connection.execute(schema.CREATE_APPLIED)
    applied = {row["number"] for row in await connection.fetch(schema.APPLIED)}
    for migration in schema.pending(applied):
        await connection.execute(migration.sql)
        await connection.execute(
            "INSERT INTO migrations (number, name) VALUES ($1, $2)",
            migration.number,
            migration.name,
        )
