"""The search as the server asks for it: with real workers, killed, hung and asked for nonsense."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import reduce

import pytest

from app.cards import Card
from app.engine import Engine, Position, engine_for
from app.games import GAMES
from app.settings import Settings
from app.solver.asking import pool as pool_module
from app.solver.asking.memory import FalseProof, Memory
from app.solver.asking.pool import Pool
from app.solver.asking.process import Question, Workplace, environment_of
from app.solver.asking.service import Solver
from app.solver.asking.turns import Asker
from app.solver.asking.verdicts import Kind, Verdict, line_text, parse_line, position_key
from app.solver.environment import CACHE, COMPILED, NO
from app.store import OperableStore, StoredVerdict, StoreUnavailable, open_store
from tests.positions import draw
from tests.solver.test_searching import golden_line

LONG = 60.0
"""Seconds to wait for what takes one at the most on a machine that is free."""
STUCK = draw("bureau", "F1=AS; T1=5D; T2=6D; W=9H; S=-; p=2").position


def near_win(slug: str, left: int = 3) -> tuple[Engine, Position]:
    engine = engine_for(slug)
    position, line = golden_line(slug)
    return engine, reduce(engine.apply, line[: len(line) - left], position)


class Shelf:
    """Verdicts in memory, for those who test no store."""

    def __init__(self, *rows: StoredVerdict) -> None:
        self.rows = list(rows)
        self.asked = 0

    async def find(self, slug: str, keys: Sequence[bytes]) -> list[StoredVerdict]:
        self.asked += 1
        return [row for row in self.rows if row.slug == slug and row.key in keys]

    async def keep(self, verdict: StoredVerdict) -> bool:
        self.rows.append(verdict)
        return True


class Closed(Shelf):
    async def find(self, slug: str, keys: Sequence[bytes]) -> list[StoredVerdict]:
        raise StoreUnavailable(f"{slug}: {len(keys)}")

    async def keep(self, verdict: StoredVerdict) -> bool:
        raise StoreUnavailable(verdict.slug)


def pool_of(size: int, *, waiting: int = 8) -> Pool:
    return Pool(Workplace(400, compiles=False), size=size, most_waiting=waiting)


@asynccontextmanager
async def solving(
    size: int = 1, shelf: Shelf | None = None, *, seconds: float = 5.0, waiting: int = 8
) -> AsyncIterator[Solver]:
    solver = Solver(shelf or Shelf(), pool_of(size, waiting=waiting), seconds=seconds)
    async with solver.running():
        yield solver


async def until_ready(pool: Pool, after: int = 0) -> int:
    """The pid of a worker that is another one than `after`."""
    async with asyncio.timeout(LONG):
        while not pool.pids - {after}:  # noqa: ASYNC110 - a pid comes from another process
            await asyncio.sleep(0.05)
    return next(iter(pool.pids - {after}))


def question(slug: str, position: Position, seconds: float = 5.0) -> Question:
    return Question(slug, position_key(position), position, seconds)


async def test_a_worker_is_told_by_the_settings_alone_how_it_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What its server found in its environment went into them."""
    monkeypatch.setenv("SOLVER_CACHE", "/elsewhere")
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:secret@here/games")
    told = environment_of(Workplace(400, cache="/here"))
    assert (told[CACHE], told[COMPILED]) == ("/here", "yes")
    assert environment_of(Workplace(400, compiles=False))[COMPILED] == "no"
    assert "DATABASE_URL" not in told
    assert Settings().solver_cache == "/elsewhere"
    for no in NO:
        monkeypatch.setenv("SOLVER_COMPILED", no.title())
        assert not Settings().solver_compiled


class TestMemory:
    def test_a_win_is_known_all_along_its_line(self) -> None:
        memory = Memory()
        for slug in GAMES:
            engine = engine_for(slug)
            position, line = golden_line(slug)
            memory.learn(engine, position, Verdict(Kind.WON, tuple(line)))
            for made in (0, 1, len(line) // 2, len(line) - 1):
                here = reduce(engine.apply, line[:made], position)
                known = memory.recall(slug, position_key(here))
                assert known is not None
                assert known.line == tuple(line[made:])

    def test_a_line_that_does_not_win_teaches_nothing(self) -> None:
        memory = Memory()
        engine, position = near_win("roman", 4)
        line = tuple(golden_line("roman")[1])[-4:]
        for forged in (line[:-1], line[1:], (engine.turn, *line[1:]), ()):
            with pytest.raises(FalseProof):
                memory.learn(engine, position, Verdict(Kind.WON, forged))
        assert memory.recall("roman", position_key(position)) is None

    def test_a_search_in_vain_takes_nothing_back(self) -> None:
        memory = Memory()
        engine, position = near_win("roman")
        vain = Verdict(Kind.UNKNOWN, seconds=2.0)
        memory.learn(engine, position, vain)
        assert memory.learn(engine, position, vain._replace(seconds=1.0)) == vain
        line = tuple(golden_line("roman")[1])[-3:]
        won = memory.learn(engine, position, Verdict(Kind.WON, line))
        assert memory.learn(engine, position, vain._replace(seconds=99.0)) == won

    def test_holds_no_more_than_it_may(self) -> None:
        memory = Memory(most=10)
        engine = engine_for("roman")
        deals = [engine.deal(number) for number in range(1, 21)]
        for deal in deals:
            memory.learn(engine, deal, Verdict(Kind.UNKNOWN))
        known = [memory.recall("roman", position_key(deal)) is not None for deal in deals]
        assert known == [False] * 10 + [True] * 10


async def test_a_worker_says_what_is_won_and_what_is_lost() -> None:
    shelf = Shelf()
    async with solving(shelf=shelf) as solver:
        engine, position = near_win("bureau")
        won = await solver.ask("bureau", position, wait=LONG)
        lost = await solver.ask("bureau", STUCK, wait=LONG)
        after = engine.apply(position, won.line[0]) if won else position
        assert won is not None
        assert won.kind is Kind.WON
        assert engine.is_won(reduce(engine.apply, won.line, position))
        assert lost is not None
        # a card goes from one empty column to another, and that is all
        assert (lost.kind, lost.line, lost.effort) == (Kind.LOST, (), 15)
        assert solver.seen("bureau", after) == won._replace(line=won.line[1:])
        assert solver.pool.searched == {Kind.WON: 1, Kind.LOST: 1}
    assert [row.kind for row in shelf.rows] == ["won", "lost"]
    assert parse_line(engine, shelf.rows[0].line) == won.line


async def test_however_many_ask_it_is_searched_once() -> None:
    async with solving() as solver:
        _, position = near_win("signora")
        asked = [solver.ask("signora", position, wait=LONG) for _ in range(20)]
        found = await asyncio.gather(*asked)
        assert {verdict.kind for verdict in found if verdict} == {Kind.WON}
        assert len(found) == 20
        assert solver.pool.searched.total() == 1
        await solver.ask("signora", position, wait=LONG)
        assert solver.pool.searched.total() == 1


async def test_a_full_queue_is_not_known_yet() -> None:
    async with solving(waiting=2) as solver:
        deals = [engine_for("roman").deal(number) for number in (5_001, 5_002, 5_003)]
        assert [await solver.ask("roman", deal) for deal in deals] == [None] * 3
        assert solver.pool.waiting == 2


async def test_who_asks_for_much_keeps_nobody_out() -> None:
    """The queue is full of one asker's; another's question is searched all the same, and soon."""
    greedy, other = Asker("192.0.2.1"), Asker("192.0.2.2")
    async with solving(waiting=4) as solver:
        await until_ready(solver.pool)
        deals = [engine_for("roman").deal(2**32 - n) for n in range(1, 9)]
        asked = [
            asyncio.create_task(solver.ask("roman", deal, seconds=0.2, asker=greedy, wait=LONG))
            for deal in deals
        ]
        async with asyncio.timeout(LONG):
            while solver.pool.waiting < 4:  # noqa: ASYNC110 - of what others have asked
                await asyncio.sleep(0)
        _, position = near_win("bureau")
        found = await solver.ask("bureau", position, asker=other, wait=LONG)
        assert found is not None
        assert found.kind is Kind.WON
        assert solver.pool.searched[Kind.UNKNOWN] <= 2
        answers = await asyncio.gather(*asked)
        # what there was no room for, and the one that gave way
        assert answers.count(None) in {4, 5}


async def test_without_workers_only_what_is_found_is_known() -> None:
    engine = engine_for("roman")
    async with solving(size=0) as solver:
        proved = await solver.ask("roman", engine.deal(1), 1)
        assert proved is not None
        assert proved.kind is Kind.WON
        assert await solver.ask("roman", engine.deal(2**32 - 1), 2**32 - 1, wait=LONG) is None
        assert solver.pool.waiting == 0


async def test_what_nobody_waits_for_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "LINGER", 0.0)
    async with solving(seconds=600.0) as solver:
        await until_ready(solver.pool)
        roman, bureau = (engine_for(slug).deal(2**32 - 1) for slug in ("roman", "bureau"))
        begun = asyncio.create_task(solver.ask("roman", roman, wait=LONG))
        waiting = asyncio.create_task(solver.ask("bureau", bureau, wait=LONG))
        await asyncio.sleep(0.5)
        begun.cancel()
        waiting.cancel()
        _, position = near_win("bureau")
        found = await solver.ask("bureau", position, wait=LONG)
        assert found is not None
        # neither of the two was searched to the end, and neither was the worker lost
        assert solver.pool.searched == {Kind.WON: 1}
        assert solver.pool.restarts == 0


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_worker_killed_or_hung_is_replaced(
    stop: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "GRACE", 0.5)
    async with solving() as solver:
        lost = await until_ready(solver.pool)
        deal = engine_for("roman").deal(2**32 - 1)
        asked = asyncio.create_task(solver.ask("roman", deal, seconds=0.5, wait=LONG))
        await asyncio.sleep(0.1)
        os.kill(lost, stop)
        assert await asked is None
        await until_ready(solver.pool, after=lost)
        assert not is_alive(lost)
        _, position = near_win("bureau")
        found = await solver.ask("bureau", position, wait=LONG)
        assert found is not None
        assert found.kind is Kind.WON
        assert solver.pool.restarts == 1


async def test_what_kills_every_worker_is_left_alone() -> None:
    _, position = near_win("bureau")
    # a card that there is none of
    broken = position._replace(piles=(*position.piles[:-3], (Card(300),), *position.piles[-2:]))
    async with solving() as solver:
        for _ in range(pool_module.MOST_DEATHS):
            lost = await until_ready(solver.pool)
            assert await solver.ask("bureau", broken, wait=LONG) is None
            await until_ready(solver.pool, after=lost)
        assert solver.pool.restarts == pool_module.MOST_DEATHS
        given_up = await solver.ask("bureau", broken)
        assert given_up is not None
        assert given_up.kind is Kind.UNKNOWN
        assert solver.pool.waiting == 0


async def test_the_end_leaves_no_worker_behind() -> None:
    async with solving(size=2, seconds=600.0) as solver:
        first = await until_ready(solver.pool)
        second = await until_ready(solver.pool, after=first)
        deal = engine_for("roman").deal(2**32 - 1)
        asked = asyncio.create_task(solver.ask("roman", deal, wait=LONG))
        await asyncio.sleep(0.2)
    assert not is_alive(first)
    assert not is_alive(second)
    assert await asked is None


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(
    request: pytest.FixtureRequest, new_database_url: Callable[[str], str]
) -> AsyncIterator[OperableStore]:
    opened = await open_store(Settings(database_url=new_database_url(request.param)))
    yield opened
    await opened.close()


async def test_another_server_knows_what_one_has_found(store: OperableStore) -> None:
    _, position = near_win("athena")
    one = Solver(store.verdicts, pool_of(1), seconds=5.0)
    async with one.running():
        found = await one.ask("athena", position, wait=LONG)
    other = Solver(store.verdicts, pool_of(0), seconds=5.0)
    async with other.running():
        assert found is not None
        assert other.seen("athena", position) is None
        assert await other.ask("athena", position) == found


def stored(engine: Engine, position: Position, line: str, kind: str = "won") -> StoredVerdict:
    return StoredVerdict(
        engine.rules.slug, position_key(position), kind, 1, 1.0, 1_700_000_000.0, line
    )


async def test_a_forged_row_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    engine, position = near_win("klondike", 5)
    line = line_text(engine, tuple(golden_line("klondike")[1])[-5:])
    for forged in ("", line[:-5], "t1t1", "nonsense", f"d.{line}"):
        async with solving(0, Shelf(stored(engine, position, forged))) as solver:
            assert await solver.known("klondike", position) is None
    assert len([r for r in caplog.records if "a stored verdict is refused" in r.message]) == 5
    async with solving(0, Shelf(stored(engine, position, line))) as solver:
        known = await solver.known("klondike", position)
        assert known is not None
        assert line_text(engine, known.line) == line


async def test_a_store_that_fails_is_not_known_yet() -> None:
    _, position = near_win("bureau")
    async with solving(0, Closed()) as solver:
        assert await solver.ask("bureau", position) is None
    async with solving(1, Closed()) as solver:
        found = await solver.ask("bureau", position, wait=LONG)
        assert found is not None
        assert found.kind is Kind.WON


async def test_the_store_is_asked_once_for_what_nobody_has_found() -> None:
    shelf = Shelf()
    async with solving(0, shelf) as solver:
        deals = [engine_for("roman").deal(number) for number in range(10_000, 10_050)]
        for _ in range(3):
            await solver.recall("roman", deals)
        assert shelf.asked == 1


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
