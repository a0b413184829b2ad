"""What only SQLite can suffer: crashes, locks, files that are read-only, full, moved or newer."""

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.settings import Durability
from app.store import NewerDatabase, StoredPlay, StoreUnavailable, sqlite_file
from app.store.checkpoints import CHECKPOINT_EVERY
from app.store.schema import MIGRATIONS
from app.store.sqlite import _LATEST, _UNFINISHED, SqliteStore
from app.store.sqlite_file import LONGEST_WAL, SqliteFile
from tests.store.disks import no_file_longer_than
from tests.store.examples import after, first_play, key, won

FRAME = 4096 + 24
"""Bytes of one page in the write-ahead log."""
NOBODY = 65534


def open_sqlite(
    path: Path, *, durability: Durability = Durability.NORMAL, patience: float = 0.05
) -> SqliteStore:
    return SqliteStore(path, durability=durability, patience=patience)


@pytest.fixture(autouse=True)
def _always_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a file out of its place, with every write."""
    monkeypatch.setattr(sqlite_file, "LOOK_EVERY", 0.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "patience.db"


@pytest.fixture(params=Durability)
async def store(path: Path, request: pytest.FixtureRequest) -> AsyncIterator[SqliteStore]:
    opened = open_sqlite(path, durability=request.param)
    yield opened
    await opened.close()


class TestCrashes:
    @pytest.mark.parametrize("durability", Durability)
    def test_keeps_every_acknowledged_save_of_a_killed_server(
        self, path: Path, durability: Durability
    ) -> None:
        for number, acknowledged in enumerate((1, 2, 60, CHECKPOINT_EVERY + 1, 700), 1):
            last = kill_writer_after(path, durability, number, acknowledged)
            play, win_log = asyncio.run(read_back(path, number))
            # the save that the kill interrupted may or may not have been made
            assert play.version in {last, last + 1}
            assert play.log.count(".") + 1 == play.ply == play.version + 1
            assert (win_log is None) == (play.version < 10)


def kill_writer_after(path: Path, durability: Durability, number: int, acknowledged: int) -> int:
    """The last version that a writer, killed after `acknowledged` saves, said it had saved."""
    command = [sys.executable, "-m", "tests.store.writer", str(path), durability, str(number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(acknowledged)]
        writer.kill()
        said += writer.stdout.readlines()
    # the kill may have cut off the last line
    return int([line for line in said if line.endswith("\n")][-1])


async def read_back(path: Path, number: int) -> tuple[StoredPlay, str | None]:
    store = open_sqlite(path)
    play = await store.load(bytes(32), "roman", number)
    win = await store.win(bytes(32), "roman", number)
    await store.close()
    assert integrity_of(path) == "ok"
    assert play is not None
    return play, win and win.log


def integrity_of(path: Path) -> str:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (found,) = connection.execute("PRAGMA integrity_check").fetchone()
    return str(found)


class TestWriters:
    @pytest.mark.parametrize("durability", Durability)
    def test_of_many_that_race_one_wins_each_version(
        self, path: Path, durability: Durability
    ) -> None:
        asyncio.run(make_database(path))
        versions, writers = 40, 4

        async def race() -> int:
            store = open_sqlite(path, durability=durability, patience=60)
            saved = 0
            play = first_play(bytes(32))
            while play.version <= versions:
                saved += await store.save(play)
                play = after(await store.load(*key(play)) or play)
            await store.close()
            return saved

        with ThreadPoolExecutor(writers) as threads:
            saves = list(threads.map(lambda _: asyncio.run(race()), range(writers)))
        assert sum(saves) == versions

    async def test_waits_for_a_lock_no_longer_than_its_patience(
        self, store: SqliteStore, path: Path, first: StoredPlay
    ) -> None:
        await store.save(first)
        play, win = won(first)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailable, match="locked"):
                await store.save(after(first))
            with pytest.raises(StoreUnavailable, match="locked"):
                await store.save(play, win)
            assert await store.load(*key(first)) == first
            other.execute("ROLLBACK")
        assert await store.save(play, win)


async def make_database(path: Path) -> None:
    await open_sqlite(path).close()


class TestFiles:
    async def test_makes_the_folder(self, tmp_path: Path) -> None:
        path = tmp_path / "a" / "b" / "patience.db"
        await open_sqlite(path).close()
        assert path.exists()

    def test_says_which_folder_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(StoreUnavailable, match="file"):
            open_sqlite(tmp_path / "file" / "patience.db")

    def test_says_which_file_is_no_database(self, path: Path) -> None:
        path.write_bytes(b"not a database, but long enough to look like one" * 100)
        with pytest.raises(StoreUnavailable, match=r"patience\.db.*not a database"):
            open_sqlite(path)

    async def test_refuses_a_read_only_file_until_it_can_be_written(
        self, first: StoredPlay
    ) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "patience.db"
            store = open_sqlite(path)
            await store.save(first)
            await store.close()
            set_modes(path, file=0o444, folder=0o555)
            with whom_modes_bind(), pytest.raises(StoreUnavailable, match=r"patience\.db"):
                open_sqlite(path)
            set_modes(path, file=0o644, folder=0o755)
            store = open_sqlite(path)
            assert await store.load(*key(first)) == first
            assert await store.save(after(first))
            await store.close()

    @pytest.mark.parametrize("durability", Durability)
    async def test_goes_on_when_a_file_that_came_back_read_only_can_be_written(
        self, durability: Durability, first: StoredPlay
    ) -> None:
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "patience.db"
            store = open_sqlite(path, durability=durability)
            await store.save(first)
            set_modes(path, file=0o444, folder=0o555)
            elsewhere = path.with_name("elsewhere")
            move(path, elsewhere)
            with pytest.raises(StoreUnavailable, match="gone"):
                await store.save(after(first))
            move(elsewhere, path)
            with whom_modes_bind(), pytest.raises(StoreUnavailable, match="readonly"):
                await store.save(after(first))
            set_modes(path, file=0o644, folder=0o755)
            assert await store.save(after(first))
            await store.close()
            assert integrity_of(path) == "ok"

    async def test_saves_again_when_a_full_disk_has_room(
        self, store: SqliteStore, path: Path, first: StoredPlay
    ) -> None:
        await store.save(first)
        with no_file_longer_than(size_of(wal_of(path))):
            saved = await save_until_refused(store, first)
            assert await store.load(*key(first)) == saved
            play, win = won(saved)
            with pytest.raises(StoreUnavailable):
                await store.save(play, win)
        assert await store.load(*key(first)) == saved
        assert await store.win(*key(first)) is None
        assert await store.save(play, win)
        assert await store.win(*key(first)) == win
        assert integrity_of(path) == "ok"

    async def test_looks_for_its_file_now_and_then(
        self,
        store: SqliteStore,
        path: Path,
        first: StoredPlay,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(sqlite_file, "LOOK_EVERY", 0.05)
        await store.save(first)
        move(path, path.with_name("elsewhere"))
        play = first
        deadline = time.monotonic() + 10
        try:
            while time.monotonic() < deadline:
                assert await store.save(after(play))
                play = after(play)
            pytest.fail("wrote for ever to a file that was gone")
        except StoreUnavailable:
            move(path.with_name("elsewhere"), path)
        # what was written in between went where the file was, and came back with it
        assert await store.load(*key(first)) == play
        assert await store.save(after(play))

    async def test_saves_nothing_while_the_file_is_away(
        self, store: SqliteStore, path: Path, first: StoredPlay
    ) -> None:
        await store.save(first)
        away = path.with_name("elsewhere")
        move(path, away)
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="gone"):
                await store.save(after(first))
        move(away, path)
        assert await store.load(*key(first)) == first
        assert await store.save(after(first))
        assert integrity_of(path) == "ok"

    async def test_saves_nothing_into_another_file_put_in_its_place(
        self, store: SqliteStore, path: Path, first: StoredPlay
    ) -> None:
        await store.save(first)
        other = open_sqlite(path.with_name("other"))
        await other.close()
        move(path.with_name("other"), path)
        content = content_of(path)
        with pytest.raises(StoreUnavailable, match="another file is in its place"):
            await store.save(after(first))
        await store.close()
        assert content_of(path) == content


async def save_until_refused(store: SqliteStore, play: StoredPlay) -> StoredPlay:
    """The last of the plays after `play` that the store took."""
    for _ in range(1000):
        try:
            assert await store.save(after(play))
        except StoreUnavailable:
            return play
        play = after(play)
    raise AssertionError("the disk is never full")


def move(path: Path, to: Path) -> None:
    assert path.exists()
    path.replace(to)
    assert not path.exists()


def content_of(path: Path) -> bytes:
    return path.read_bytes()


def size_of(path: Path) -> int:
    return path.stat().st_size


def set_modes(path: Path, *, file: int, folder: int) -> None:
    path.parent.chmod(0o755)
    path.chmod(file)
    path.parent.chmod(folder)


@contextlib.contextmanager
def whom_modes_bind() -> Iterator[None]:
    """As somebody for whom a read-only file is one, which it is not for root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


class TestCheckpoints:
    async def test_bring_the_log_into_the_file_beside_the_writes(
        self, store: SqliteStore, path: Path, first: StoredPlay
    ) -> None:
        size = size_of(path)
        for number in range(1, CHECKPOINT_EVERY + 1):
            await store.save(first._replace(number=number))
        deadline = time.monotonic() + 60
        while size_of(path) == size:
            assert await store.load(*key(first._replace(number=1))) is not None
            assert time.monotonic() < deadline

    def test_are_made_by_the_writer_when_the_log_is_too_long(self, path: Path) -> None:
        file = SqliteFile(path, durability=Durability.NORMAL, patience=0.05)
        with file as connection:
            connection.execute("CREATE TABLE filler (bytes BYTEA)")
            connection.execute("INSERT INTO filler VALUES (randomblob(400000))")
        longest = 0
        for _ in range(2 * LONGEST_WAL // 100):
            with file as connection:
                connection.execute("UPDATE filler SET bytes = randomblob(400000)")
            longest = max(longest, size_of(wal_of(path)))
        file.close()
        assert 0.9 * LONGEST_WAL * FRAME < longest < 1.1 * LONGEST_WAL * FRAME

    async def test_leave_no_log_when_closed(
        self, store: SqliteStore, path: Path, first: StoredPlay
    ) -> None:
        await store.save(first)
        assert wal_of(path).exists()
        await store.close()
        assert not wal_of(path).exists()


def wal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


class TestSchema:
    def test_migrations_are_numbered_from_1(self) -> None:
        assert [migration.number for migration in MIGRATIONS] == [*range(1, len(MIGRATIONS) + 1)]

    async def test_is_made_once(self, path: Path, first: StoredPlay) -> None:
        schemas = []
        for version in (1, 2):
            store = open_sqlite(path)
            assert await store.save(first._replace(version=version))
            await store.close()
            schemas.append(schema_of(path))
        assert schemas[0] == schemas[1]

    async def test_leaves_a_newer_database_alone(self, path: Path) -> None:
        await open_sqlite(path).close()
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("INSERT INTO migrations VALUES (9999, 'from_the_future')")
        before = schema_of(path)
        with pytest.raises(NewerDatabase, match="9999"):
            open_sqlite(path)
        assert schema_of(path) == before

    async def test_takes_no_other_schema_for_its_own(self, path: Path) -> None:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE wins (games INTEGER)")
        before = schema_of(path)
        with pytest.raises(StoreUnavailable, match="wins already exists"):
            open_sqlite(path)
        # nor keeps the tables made before that one
        assert schema_of(path) == before

    @pytest.mark.usefixtures("store")
    @pytest.mark.parametrize("statement", [_LATEST, _UNFINISHED])
    async def test_finds_unfinished_plays_by_an_index(self, path: Path, statement: str) -> None:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            plan = connection.execute(
                f"EXPLAIN QUERY PLAN {statement}", ("",) * statement.count("?")
            ).fetchall()
        assert "unfinished_plays" in str(plan)


def schema_of(path: Path) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        if not any(name == "migrations" for name, _ in tables):
            return tables
        return [*tables, *connection.execute("SELECT number, name FROM migrations")]
