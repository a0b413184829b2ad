"""What only PostgreSQL can suffer: lost connections, other sessions, timeouts, many servers."""

import asyncio
import os
import signal
import time
import traceback
from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest

from app.settings import Settings
from app.store import NewerDatabase, Store, StoredPlay, StoreUnavailable, open_store
from app.store.postgres import _ARRIVE, _ARRIVE_AT_DEAL, _ARRIVE_AT_GAME, PostgresStore
from app.store.postgres_pool import PostgresPool
from app.store.schema import MIGRATIONS
from tests.postgres import Postgres, StopMode, running_postgres
from tests.store.examples import GIVEN_UP, after, first_play, key, won

PATIENCE = 0.5
PASSWORD = "correct-horse"


async def open_postgres(
    url: str, *, connections: int = 4, patience: float = PATIENCE
) -> PostgresStore:
    return await PostgresStore.open(url, connections=connections, patience=patience)


@pytest.fixture
def url(postgres: Postgres) -> str:
    """Of a new database."""
    return postgres.new_database()


@pytest.fixture
async def store(url: str) -> AsyncIterator[PostgresStore]:
    opened = await open_postgres(url)
    yield opened
    await opened.close()


@pytest.fixture
async def one_connection(url: str) -> AsyncIterator[PostgresStore]:
    """A patient store that has only one."""
    opened = await open_postgres(url, connections=1, patience=60)
    yield opened
    await opened.close()


@pytest.fixture
async def other(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Another session in the same database."""
    connection = await asyncpg.connect(url)
    yield connection
    await connection.close()


@pytest.fixture(scope="module")
def own_server() -> Iterator[Postgres]:
    """For tests that stop it."""
    with running_postgres(tcp=True) as server:
        yield server


class TestLostConnections:
    @pytest.mark.parametrize("mode", ["fast", "immediate"])
    async def test_a_server_that_stops_and_comes_back(
        self, own_server: Postgres, first: StoredPlay, mode: StopMode
    ) -> None:
        store = await open_postgres(own_server.new_database())
        assert await store.save(first)
        own_server.stop(mode)
        try:
            for _ in range(3):
                with pytest.raises(StoreUnavailable):
                    await store.load(*key(first))
                with pytest.raises(StoreUnavailable):
                    await store.save(after(first))
        finally:
            own_server.start()
        assert await store.load(*key(first)) == first
        assert await store.save(after(first))
        await store.close()

    async def test_connections_ended_again_and_again_under_load(
        self, store: PostgresStore, other: asyncpg.Connection
    ) -> None:
        players = [asyncio.create_task(play_through_faults(store, n)) for n in range(1, 9)]
        for _ in range(50):
            await other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "ORDER BY random() LIMIT 1"
            )
        assert sum(await asyncio.gather(*players)) > 0

    async def test_an_idle_connection_whose_end_is_only_half_heard(
        self, store: PostgresStore, other: asyncpg.Connection, first: StoredPlay
    ) -> None:
        await store.save(first)
        (idle,) = store._pool._idle
        transport = idle._transport  # type: ignore[attr-defined]  # the stub leaves it out
        farewell = HearsTheFarewellOnly(transport.get_protocol())
        transport.set_protocol(farewell)
        for pid in await sessions(other):
            await other.fetch("SELECT pg_terminate_backend($1, 10000)", pid)
        await farewell.heard.wait()
        assert not idle.is_closed()
        assert await store.save(after(first))

    async def test_a_connection_that_hangs(
        self, store: PostgresStore, other: asyncpg.Connection, first: StoredPlay
    ) -> None:
        await store.save(first)
        (pid,) = await sessions(other)
        os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(StoreUnavailable, match=r"no answer within 0\.5 s$"):
                await store.load(*key(first))
            # by another connection
            assert await store.load(*key(first)) == first
        finally:
            os.kill(pid, signal.SIGCONT)

    async def test_a_server_that_accepts_and_says_nothing(self) -> None:
        async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as mute:
            port = mute.sockets[0].getsockname()[1]
            with pytest.raises(StoreUnavailable, match=r"no answer within 0\.5 s"):
                await open_postgres(f"postgresql://anna:{PASSWORD}@127.0.0.1:{port}/games")


class HearsTheFarewellOnly(asyncio.Protocol):
    """What a connection's loop has seen between the server's last words and its hanging up."""

    def __init__(self, driver: asyncio.Protocol) -> None:
        self.heard = asyncio.Event()
        self._driver = driver

    def data_received(self, data: bytes) -> None:
        self._driver.data_received(data)
        self.heard.set()

    def eof_received(self) -> bool:
        return True


async def play_through_faults(store: Store, number: int) -> int:
    """Makes 30 moves whatever happens; how often the store was not there."""
    play = first_play(bytes(32))._replace(number=number, version=0)
    faults = 0
    while play.version < 30:
        try:
            if await store.save(after(play)):
                play = after(play)
                continue
        except StoreUnavailable:
            faults += 1
        else:
            assert faults, "refused, though nothing was in doubt"
        play = await load_in_doubt(store, play)
    return faults


async def load_in_doubt(store: Store, acknowledged: StoredPlay) -> StoredPlay:
    while True:
        try:
            stored = await store.load(*key(acknowledged))
        except StoreUnavailable:
            continue
        if stored is None:
            assert acknowledged.version == 0
            return acknowledged
        # the save that the fault interrupted may or may not have been made
        assert stored in (acknowledged, after(acknowledged))
        return stored


async def sessions(other: asyncpg.Connection) -> list[int]:
    """Process ids of the other sessions in the same database."""
    rows = await other.fetch(
        "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' "
        "AND datname = current_database() AND pid <> pg_backend_pid()"
    )
    return [row["pid"] for row in rows]


class TestWaiting:
    async def test_for_a_locked_row_is_given_up(
        self, store: PostgresStore, other: asyncpg.Connection, first: StoredPlay
    ) -> None:
        await store.save(first)
        async with other.transaction():
            await other.execute("SELECT FROM plays FOR UPDATE")
            with pytest.raises(StoreUnavailable, match="statement timeout"):
                await store.save(after(first))
            # what is only read goes on
            assert await store.load(*key(first)) == first
        assert await store.save(after(first))

    async def test_for_a_connection_is_given_up(self, url: str) -> None:
        pool = PostgresPool(url, size=1, patience=PATIENCE)
        async with pool._free:
            with pytest.raises(StoreUnavailable, match="all connections are busy"):
                await pool.fetch("SELECT 1")
        assert await pool.fetch("SELECT 1")
        await pool.close()

    async def test_for_a_connection_is_worth_it(
        self, url: str, other: asyncpg.Connection, first: StoredPlay
    ) -> None:
        store = await open_postgres(url, connections=2, patience=60)
        await store.save(first)
        loads = await asyncio.gather(*(store.load(*key(first)) for _ in range(50)))
        assert loads == [first] * 50
        assert len(await sessions(other)) == 2
        await store.close()

    async def test_that_is_cancelled_leaves_nothing_behind(
        self, one_connection: PostgresStore, other: asyncpg.Connection, first: StoredPlay
    ) -> None:
        store = one_connection
        await store.save(first)
        async with other.transaction():
            await other.execute("SELECT FROM plays FOR UPDATE")
            saving = asyncio.create_task(store.save(after(first)))
            await until_it_waits_for_a_lock(other)
            saving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await saving
            assert await store.load(*key(first)) == first
        # what was cancelled may have been written: so a lost answer looks too
        assert await store.save(after(first)) or await store.load(*key(first)) == after(first)


async def until_it_waits_for_a_lock(other: asyncpg.Connection) -> None:
    deadline = time.monotonic() + 30
    # not pg_stat_activity, which stands still during a transaction
    while not await other.fetch("SELECT FROM pg_locks WHERE NOT granted"):
        assert time.monotonic() < deadline


CANNOT_NOW = {
    "25006": "read-only",
    "40001": "another server wrote",
    "40P01": "deadlock",
    "42501": "no right to",
    "42P01": "a table is not there",
    "53100": "disk full",
    "53200": "out of memory",
    "55P03": "locked",
    "57014": "canceled",
    "57P01": "shut down",
    "58030": "input or output",
    "XX001": "damaged",
}
MISTAKES = {"22003": "out of range", "23514": "a check", "42703": "no such column"}


class TestRefusals:
    @pytest.mark.parametrize("code", CANNOT_NOW)
    async def test_what_the_database_cannot_do_now(
        self, store: PostgresStore, other: asyncpg.Connection, first: StoredPlay, code: str
    ) -> None:
        await fail_every_insert(other, code)
        with pytest.raises(StoreUnavailable, match="as asked"):
            await store.save(first)
        await other.execute("DROP TRIGGER fail ON plays")
        assert await store.save(first)

    @pytest.mark.parametrize("code", MISTAKES)
    async def test_mistakes_of_the_program_are_not_hidden(
        self, store: PostgresStore, other: asyncpg.Connection, first: StoredPlay, code: str
    ) -> None:
        await fail_every_insert(other, code)
        with pytest.raises(asyncpg.PostgresError, match="as asked"):
            await store.save(first)

    async def test_a_wrong_type_is_not_hidden(
        self, store: PostgresStore, first: StoredPlay
    ) -> None:
        with pytest.raises(asyncpg.DataError):
            await store.save(first._replace(ply="one"))  # type: ignore[arg-type]  # on purpose
        assert await store.save(first)

    async def test_a_database_made_read_only_and_back(
        self, store: PostgresStore, other: asyncpg.Connection, first: StoredPlay, url: str
    ) -> None:
        await store.save(first)
        await set_for_all_sessions(other, "default_transaction_read_only = on")
        with pytest.raises(StoreUnavailable, match="read-only"):
            await store.save(after(first))
        with pytest.raises(StoreUnavailable, match="read-only"):
            await open_postgres(url)
        assert await store.load(*key(first)) == first
        await other.execute("SET default_transaction_read_only = off")
        await set_for_all_sessions(other, "default_transaction_read_only = off")
        assert await store.save(after(first))

    async def test_too_many_connections(self, url: str, other: asyncpg.Connection) -> None:
        name = await other.fetchval("SELECT current_database()")
        await other.execute(f"CREATE ROLE {name} LOGIN CONNECTION LIMIT 1")
        await other.execute(f"GRANT ALL ON SCHEMA public TO {name}")
        as_role = url.replace("//postgres:", f"//{name}:")
        holder = await open_postgres(as_role)
        with pytest.raises(StoreUnavailable, match="too many connections"):
            await open_postgres(as_role)
        await holder.close()
        again = await open_postgres(as_role)
        assert await again.load(bytes(32), "roman", 1) is None
        await again.close()


async def fail_every_insert(other: asyncpg.Connection, code: str) -> None:
    await other.execute(f"""
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'as asked' USING ERRCODE = '{code}'; END $$;
        CREATE TRIGGER fail BEFORE INSERT ON plays EXECUTE FUNCTION fail()""")


async def set_for_all_sessions(other: asyncpg.Connection, setting: str) -> None:
    """Ends the other sessions, so that the next ones begin with it."""
    name = await other.fetchval("SELECT current_database()")
    await other.execute(f"ALTER DATABASE {name} SET {setting}")
    for pid in await sessions(other):
        await other.fetch("SELECT pg_terminate_backend($1, 10000)", pid)


class TestManyServers:
    async def test_start_at_once_on_an_empty_database(
        self, url: str, other: asyncpg.Connection
    ) -> None:
        settings = Settings(database_url=url, database_connections=2)
        stores = await asyncio.gather(*(open_store(settings) for _ in range(8)))
        applied = await other.fetch("SELECT number, name FROM migrations ORDER BY number")
        assert [tuple(row) for row in applied] == [(m.number, m.name) for m in MIGRATIONS]
        saved = [
            await store.save(first_play(bytes(32))._replace(number=number))
            for number, store in enumerate(stores, 1)
        ]
        assert all(saved)
        await asyncio.gather(*(store.close() for store in stores))

    async def test_of_many_that_race_one_wins_each_version(self, url: str) -> None:
        versions = 25
        stores = [await open_postgres(url, patience=60) for _ in range(4)]

        async def race(store: PostgresStore) -> int:
            saved = 0
            play = first_play(bytes(32))
            while play.version <= versions:
                _, win = won(play)
                saved += await store.save(play, win if play.version % 5 == 0 else None)
                play = after(await store.load(*key(play)) or play)
            return saved

        assert sum(await asyncio.gather(*map(race, stores))) == versions
        for store in stores:
            await store.close()


class TestSchema:
    async def test_leaves_a_newer_database_alone(
        self, store: PostgresStore, other: asyncpg.Connection, url: str
    ) -> None:
        await store.close()
        await other.execute("INSERT INTO migrations VALUES (9999, 'from_the_future')")
        before = await tables(other)
        with pytest.raises(NewerDatabase, match="9999"):
            await open_postgres(url)
        assert await tables(other) == before
        assert await sessions(other) == []

    async def test_takes_no_other_schema_for_its_own(
        self, url: str, other: asyncpg.Connection
    ) -> None:
        await other.execute("CREATE TABLE wins (games INTEGER)")
        with pytest.raises(StoreUnavailable, match='"wins" already exists'):
            await open_postgres(url)
        # nor keeps the tables made before that one
        assert await tables(other) == ["wins"]

    @pytest.mark.usefixtures("store")
    @pytest.mark.parametrize(
        ("statement", "values"),
        [
            (_ARRIVE, (b"", 10)),
            (_ARRIVE_AT_DEAL, (b"", 10, "", 1)),
            (_ARRIVE_AT_GAME, (b"", 10, "")),
        ],
    )
    async def test_finds_unfinished_plays_by_an_index(
        self, other: asyncpg.Connection, statement: str, values: tuple[object, ...]
    ) -> None:
        # an empty table is read through otherwise
        await other.execute("SET enable_seqscan = off")
        plan = await other.fetch(f"EXPLAIN {statement}", *values)
        assert "unfinished_plays" in str(plan)
        assert "Seq Scan" not in str(plan)

    async def test_rewrites_a_play_in_place(
        self, store: PostgresStore, other: asyncpg.Connection
    ) -> None:
        plays = [first_play(bytes(32))._replace(number=number) for number in range(1, 21)]
        for play in plays:
            await store.save(play)
        for _ in range(50):
            plays = [after(play) for play in plays]
            for play in plays:
                assert await store.save(play)
        # a session hands in its statistics when it ends
        await store.close()
        updates, in_place = await updates_when_counted(other, 1000)
        assert in_place > 0.9 * updates


async def tables(other: asyncpg.Connection) -> list[str]:
    rows = await other.fetch(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
    )
    return [row["tablename"] for row in rows]


async def updates_when_counted(other: asyncpg.Connection, expected: int) -> tuple[int, int]:
    """All updates of plays, and how many needed no change of an index (HOT)."""
    deadline = time.monotonic() + 30
    while True:
        row = await other.fetchrow(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'plays'"
        )
        assert row is not None
        if row["n_tup_upd"] >= expected:
            return row["n_tup_upd"], row["n_tup_hot_upd"]
        assert time.monotonic() < deadline


class TestConnections:
    async def test_take_one_statement_a_call(self, store: PostgresStore, first: StoredPlay) -> None:
        await store.save(first)
        (connection,) = store._pool._idle
        statements: list[str] = []
        connection.add_query_logger(lambda query: statements.append(query.query))
        await store.load(*key(first))
        await store.save(after(first))
        await store.save(*won(after(first)))
        await store.save(first._replace(number=2))
        await store.save(*won(first._replace(number=3, version=0)))
        await store.forget(*key(first._replace(number=2)), GIVEN_UP)
        # loggers are called in the loop's next round
        await asyncio.sleep(0)
        assert len(statements) == 6

    @pytest.mark.parametrize(("setting", "used"), [("off", "on"), ("on", "on"), ("local", "local")])
    async def test_commit_on_disk(
        self, url: str, other: asyncpg.Connection, setting: str, used: str
    ) -> None:
        await set_for_all_sessions(other, f"synchronous_commit = {setting}")
        store = await open_postgres(url)
        (row,) = await store._pool.fetch("SHOW synchronous_commit")
        assert row[0] == used
        await store.close()

    async def test_are_closed_with_the_store(
        self, url: str, other: asyncpg.Connection, first: StoredPlay
    ) -> None:
        store = await open_postgres(url)
        await asyncio.gather(*(store.load(*key(first)) for _ in range(4)))
        assert len(await sessions(other)) == 4
        await store.close()
        deadline = time.monotonic() + 30
        while await sessions(other):
            assert time.monotonic() < deadline


class TestPasswords:
    @pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
    async def test_lets_in_by_password(
        self, own_server: Postgres, first: StoredPlay, scheme: str
    ) -> None:
        own_server.execute(f"ALTER ROLE postgres PASSWORD '{PASSWORD}'")
        url = own_server.tcp_url("postgres", PASSWORD)
        store = await open_postgres(url.replace("postgresql", scheme))
        assert await store.load(*key(first)) is None
        await store.close()

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://postgres:{0}@127.0.0.1:{1}/postgres",
            "postgresql://nobody:{0}@127.0.0.1:{1}/postgres",
            "postgresql://postgres:{0}@127.0.0.1:1/postgres",
            "postgresql://postgres:{0}@127.0.0.1:x/postgres",
            "postgresql://postgres:{0}@nowhere.invalid/postgres",
            "postgresql://postgres:{0}@/postgres?host=/nowhere",
            "postgresql://postgres:{0}@127.0.0.1:{1}/postgres?sslmode=none",
            "postgresql://postgres:{0}@127.0.0.1:{1}/postgres?=",
            "postgresql://postgres@127.0.0.1:{1}/postgres?password={0}",
        ],
    )
    async def test_are_in_no_message(
        self, own_server: Postgres, caplog: pytest.LogCaptureFixture, url: str
    ) -> None:
        wrong = "wrong-horse"
        with pytest.raises(StoreUnavailable) as refused:
            await open_postgres(url.format(wrong, own_server.port))
        assert str(refused.value).startswith("PostgreSQL at ")
        assert str(refused.value).partition("/postgres: ")[2]
        assert wrong not in "".join(traceback.format_exception(refused.value))
        assert wrong not in caplog.text
