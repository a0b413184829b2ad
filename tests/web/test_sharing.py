"""Two servers of one PostgreSQL that limit as one."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import cast

import asyncpg
import httpx
import pytest

from app.store import StoreUnavailable
from app.store.shared_counts import Count, SharedCounts
from app.web.limits import Limits
from app.web.sharing import Exchange
from tests.web.serving import Site, serving

RATES = {"rate_moves": "20/day", "rate_pages": "20/day", "rate_player_moves": "20/day"}
FAR = int(time.time()) + 1000


@pytest.fixture
def url(new_database_url: Callable[[str], str]) -> str:
    return new_database_url("postgresql")


class Server:
    """An application that tells the others when the test says so, not by the second."""

    def __init__(self, site: Site, shared: SharedCounts) -> None:
        self.limits = cast(Limits, site.app.state.limits)
        self.exchange = Exchange(self.limits, shared)
        self._site = site

    async def pages(self, address: str, number: int) -> list[int]:
        transport = httpx.ASGITransport(self._site.app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://a.test") as client:
            return [(await client.get("/en/")).status_code for _ in range(number)]


@pytest.fixture
async def servers(url: str) -> AsyncIterator[tuple[Server, Server]]:
    async with (
        serving(url, rate_limit_store="database", **RATES) as one,
        serving(url, rate_limit_store="database", **RATES) as other,
    ):
        stop_exchanges()
        shared = [SharedCounts(url), SharedCounts(url)]
        yield Server(one, shared[0]), Server(other, shared[1])
        for counts in shared:
            await counts.close()


def stop_exchanges() -> None:
    """Those of the applications, which would tell in between where a test takes a second."""
    for task in asyncio.all_tasks():
        if getattr(task.get_coro(), "__qualname__", "") == Exchange.run.__qualname__:
            task.cancel()


async def test_what_one_has_counted_the_other_heeds(servers: tuple[Server, Server]) -> None:
    one, other = servers
    assert await one.pages("203.0.113.7", 15) == [200] * 15
    assert await other.pages("203.0.113.7", 2) == [200] * 2

    await one.exchange.once()
    await other.exchange.once()

    assert await other.pages("203.0.113.7", 5) == [200] * 3 + [429] * 2
    assert await other.pages("203.0.113.8", 1) == [200]
    # told twice is not counted twice
    await other.exchange.once()
    await one.exchange.once()
    await one.exchange.once()
    assert await one.pages("203.0.113.7", 1) == [429]


async def test_neither_address_nor_cookie_leaves_the_server(
    servers: tuple[Server, Server], url: str
) -> None:
    one, _ = servers
    await one.pages("203.0.113.7", 10)
    for _ in range(10):
        one.limits.wait_for_press("203.0.113.7", "a" * 22)
    await one.exchange.once()
    connection = await asyncpg.connect(url)
    rows = [str(row) for row in await connection.fetch("SELECT * FROM counts")]
    await connection.close()
    assert len(rows) == 3
    assert not any("203.0.113" in row or "aaaa" in row for row in rows)


async def test_who_asks_little_is_not_told_of(servers: tuple[Server, Server], url: str) -> None:
    one, _ = servers
    await one.pages("203.0.113.7", 1)
    await one.exchange.once()
    connection = await asyncpg.connect(url)
    assert await connection.fetchval("SELECT count(*) FROM counts") == 0
    await connection.close()


async def test_they_tell_each_other_by_themselves(url: str) -> None:
    async with (
        serving(url, rate_limit_store="database", **RATES) as one,
        serving(url, rate_limit_store="database", **RATES) as other,
        asyncio.timeout(30),
    ):
        shared = SharedCounts(url)
        here, there = Server(one, shared), Server(other, shared)
        await here.pages("203.0.113.7", 19)
        await there.pages("203.0.113.7", 1)
        counts = there.limits.rules[2].counts
        while not counts.elsewhere:  # noqa: ASYNC110 - it is told by the second, and tells nobody
            await asyncio.sleep(0.05)
        assert await there.pages("203.0.113.7", 1) == [429]
        await shared.close()


async def test_a_server_that_cannot_tell_goes_on_alone(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(url, rate_limit_store="database", **RATES) as site:
        shared = SharedCounts(url)
        await shared.close()
        server = Server(site, shared)
        running = asyncio.create_task(server.exchange.run(every=0))
        async with asyncio.timeout(30):
            while not caplog.records:  # noqa: ASYNC110 - a log calls nobody back
                await asyncio.sleep(0)
        assert await server.pages("203.0.113.7", 21) == [200] * 20 + [429]
        running.cancel()
        # said once, not once a second
        assert [record.getMessage() for record in caplog.records if "alone" in record.message] == [
            caplog.records[0].getMessage()
        ]


# -- the store alone -------------------------------------------------------------------------


@pytest.fixture
async def shared(
    servers: tuple[Server, Server],  # noqa: ARG001 - they have made the table
    url: str,
) -> AsyncIterator[list[SharedCounts]]:
    opened = [SharedCounts(url) for _ in range(3)]
    yield opened
    for counts in opened:
        await counts.close()


async def test_others_are_added_up_and_oneself_left_out(shared: list[SharedCounts]) -> None:
    now = time.time()
    for hits, counts in enumerate(shared, start=1):
        await counts.exchange([Count("pages/x", FAR, hits), Count(f"own/{hits}", FAR, 9)], now)
    theirs = await shared[0].exchange([Count("pages/x", FAR, 100)], now)
    assert Count("pages/x", FAR, 2 + 3) in theirs
    assert Count("own/1", FAR, 9) not in theirs
    assert Count("pages/x", FAR, 100 + 3) in await shared[1].exchange([], now)


async def test_what_is_over_is_gone(shared: list[SharedCounts], url: str) -> None:
    await shared[0].exchange([Count("pages/x", FAR, 5)], FAR - 1)
    assert await shared[1].exchange([], FAR - 1) == [Count("pages/x", FAR, 5)]
    assert await shared[1].exchange([], FAR) == []
    connection = await asyncpg.connect(url)
    assert await connection.fetchval("SELECT count(*) FROM counts") == 0
    await connection.close()


async def test_a_database_that_is_gone_stops_no_one(shared: list[SharedCounts]) -> None:
    await shared[0].close()
    with pytest.raises(StoreUnavailable):
        await shared[0].exchange([], 0)
