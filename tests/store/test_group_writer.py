"""Full durability: moves that wait for the disk share one transaction, and stand on it together."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.settings import Durability
from app.store import Store, StoredPlay, StoreUnavailable, Win
from app.store.sqlite import SqliteStore, _save
from tests.store.examples import after, first_play, key, won

CROWD = 64


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "patience.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(path, durability=Durability.FULL, patience=60)
    yield opened
    await opened.close()


@pytest.fixture
def crowd() -> list[StoredPlay]:
    """First moves of many players."""
    return [first_play(bytes([number]) * 32) for number in range(CROWD)]


@contextlib.asynccontextmanager
async def busy(store: SqliteStore, play: StoredPlay | None = None) -> AsyncIterator[None]:
    """While the thread is inside a transaction: whatever is to be saved waits for the next.

    `play` is saved in that transaction, before the wait.
    """
    is_inside, may_end = threading.Event(), threading.Event()

    def stay(connection: sqlite3.Connection) -> bool:
        if play:
            assert _save(connection, play, None)
        is_inside.set()
        return may_end.wait(60)

    assert store._group is not None
    write = asyncio.create_task(store._group.write(stay))
    assert await asyncio.to_thread(is_inside.wait, 60)
    yield
    may_end.set()
    assert await write


async def begin(
    store: Store, *plays: StoredPlay, win: Win | None = None
) -> list[asyncio.Task[bool]]:
    """Saves that wait for their answer."""
    saves = [asyncio.create_task(store.save(play, win)) for play in plays]
    await asyncio.sleep(0)
    assert not any(save.done() for save in saves)
    return saves


def commits_of(store: SqliteStore) -> list[str]:
    """Grows with every transaction that the store makes from now on."""
    assert store._group is not None
    commits: list[str] = []
    with store._group._file as connection:
        connection.set_trace_callback(
            lambda statement: commits.append(statement) if statement == "COMMIT" else None
        )
    return commits


async def test_many_saves_that_wait_are_one_transaction(
    store: SqliteStore, crowd: list[StoredPlay]
) -> None:
    async with busy(store):
        saves = await begin(store, *crowd)
        commits = commits_of(store)
    assert await asyncio.gather(*saves) == [True] * CROWD
    assert len(commits) == 2


async def test_an_acknowledged_save_is_seen_by_every_reader(
    store: SqliteStore, path: Path, crowd: list[StoredPlay]
) -> None:
    with contextlib.closing(sqlite3.connect(path)) as reader:
        for save in asyncio.as_completed([save_and_tell(store, play) for play in crowd]):
            play = await save
            found = reader.execute("SELECT log FROM plays WHERE player = ?", (play.player,))
            assert found.fetchone() == (play.log,)
            assert await store.load(*key(play)) == play


async def save_and_tell(store: Store, play: StoredPlay) -> StoredPlay:
    assert await store.save(play)
    return play


async def test_every_transaction_waits_for_the_disk(store: SqliteStore) -> None:
    assert store._group is not None
    with store._group._file as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_nothing_is_read_before_it_is_committed(
    store: SqliteStore, first: StoredPlay
) -> None:
    async with busy(store, first):
        assert await store.load(*key(first)) is None
    assert await store.load(*key(first)) == first


async def test_of_two_saves_of_a_version_in_one_transaction_one_is_made(
    store: SqliteStore, first: StoredPlay
) -> None:
    await store.save(first)
    async with busy(store):
        saves = await begin(store, after(first, "w1f1"), after(first, "w1f2"))
    assert await asyncio.gather(*saves) == [True, False]
    assert await store.load(*key(first)) == after(first, "w1f1")


async def test_a_win_is_made_with_its_play_or_not_at_all(
    store: SqliteStore, first: StoredPlay
) -> None:
    await store.save(first)
    play, win = won(first)
    async with busy(store):
        (made,) = await begin(store, play, win=win)
        (stale,) = await begin(store, play, win=win._replace(number=1))
    assert (await made, await stale) == (True, False)
    assert await store.wins(first.player) == [win]


async def test_a_player_who_goes_away_takes_nobody_along(
    store: SqliteStore, crowd: list[StoredPlay]
) -> None:
    async with busy(store):
        saves = await begin(store, *crowd)
        saves[1].cancel()
        saves[-1].cancel()
        await asyncio.wait([saves[1], saves[-1]])
    left = [saves[0], *saves[2:-1]]
    assert await asyncio.wait_for(asyncio.gather(*left), 60) == [True] * (CROWD - 2)
    assert saves[-1].cancelled()


async def test_closing_makes_what_still_waits(path: Path, crowd: list[StoredPlay]) -> None:
    store = SqliteStore(path, durability=Durability.FULL, patience=60)
    saves = [asyncio.create_task(store.save(play)) for play in crowd]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.wait_for(asyncio.gather(*saves), 60) == [True] * CROWD
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.save(after(crowd[0]))


async def test_a_fault_is_told_to_all_who_wait_and_leaves_nothing(
    store: SqliteStore, path: Path, crowd: list[StoredPlay]
) -> None:
    bulky = [play._replace(position="x" * 1000) for play in crowd]
    async with busy(store):
        saves = await begin(store, *bulky)
        full_at(store, pages=12)
    told = await asyncio.gather(*saves, return_exceptions=True)
    assert [str(fault) for fault in told] == [f"{path}: database or disk is full"] * CROWD
    assert {type(fault) for fault in told} == {StoreUnavailable}
    assert [await store.load(*key(play)) for play in bulky] == [None] * CROWD
    full_at(store, pages=1_000_000)
    assert await asyncio.gather(*(store.save(play) for play in bulky)) == [True] * CROWD


def full_at(store: SqliteStore, *, pages: int) -> None:
    """Lets the database grow to a size and no further."""
    assert store._group is not None
    with store._group._file as connection:
        connection.execute(f"PRAGMA max_page_count = {pages}")


async def test_a_write_that_cannot_be_made_spoils_no_other(
    store: SqliteStore, crowd: list[StoredPlay]
) -> None:
    async with busy(store):
        before, after_it = crowd[0], crowd[1:]
        saves = await begin(store, before, before._replace(number=0), *after_it)
    told = await asyncio.gather(*saves, return_exceptions=True)
    assert isinstance(told.pop(1), sqlite3.IntegrityError)
    assert told == [True] * CROWD
