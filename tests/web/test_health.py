"""What a load balancer asks, and what the log says when the store goes and comes back."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from app.settings import Durability, Settings
from app.store import StoredPlay, StoreUnavailable
from app.store.sqlite import SqliteStore
from app.web.app import create_app
from app.web.health import ANSWER_WITHIN, Health
from tests.web.serving import Site, serving


class CountingStore(SqliteStore):
    """Counts what it is asked, and answers when it is let."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, durability=Durability.NORMAL)
        self.asked = 0
        self.is_asked = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def load(self, player: bytes, slug: str, number: int) -> StoredPlay | None:
        self.asked += 1
        self.is_asked.set()
        await self.may_answer.wait()
        return await super().load(player, slug, number)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[CountingStore]:
    store = CountingStore(tmp_path / "patience.db")
    yield store
    await store.close()


@pytest.fixture
async def health(store: CountingStore) -> AsyncIterator[Health]:
    health = Health(calm=0.01)
    health.open(store)
    yield health
    await health.close()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_server_that_is_well_says_so(site: Site, path: str, method: str) -> None:
    browser = site.browser(token="x" * 22)
    answer = await browser.client.request(method, path)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_probes_are_only_read(site: Site, path: str) -> None:
    answer = await site.browser().post(path)
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"


async def test_a_server_without_its_store_is_up_and_not_ready(tmp_path: Path) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path}/patience.db"))
    browser = Site(app, "").browser()
    assert (await browser.get("/healthz")).status_code == 200
    answer = await browser.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"status": "not ready"})
    assert answer.headers["cache-control"] == "no-store"


async def test_probes_need_no_name_of_the_site(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db", allowed_hosts="patience.example") as site:
        browser = site.browser()
        assert (await browser.get("/en/")).status_code == 400
        assert (await browser.get("/readyz")).status_code == 200


async def test_many_questions_are_one_to_the_store(health: Health, store: CountingStore) -> None:
    waiting = [asyncio.create_task(health.is_ready()) for _ in range(20)]
    store.may_answer.set()
    assert all(await asyncio.gather(*waiting))
    assert all([await health.is_ready() for _ in range(20)])
    assert store.asked == 1


async def test_a_client_that_goes_away_takes_no_answer_with_it(
    health: Health, store: CountingStore
) -> None:
    gone, waiting = (asyncio.create_task(health.is_ready()) for _ in range(2))
    await store.is_asked.wait()
    gone.cancel()
    store.may_answer.set()
    assert await waiting


async def test_a_store_that_hangs_is_not_waited_for(health: Health) -> None:
    began = asyncio.get_running_loop().time()
    assert not await health.is_ready()
    assert asyncio.get_running_loop().time() - began < ANSWER_WITHIN + 1


async def test_a_closed_store_is_not_ready(health: Health, store: CountingStore) -> None:
    store.may_answer.set()
    await store.close()
    assert not await health.is_ready()


async def test_a_server_that_stops_is_not_ready(health: Health, store: CountingStore) -> None:
    store.may_answer.set()
    assert await health.is_ready()
    health.stop()
    assert not await health.is_ready()


async def test_trouble_is_told_once_and_its_end_once(
    health: Health, store: CountingStore, caplog: pytest.LogCaptureFixture
) -> None:
    store.may_answer.set()
    for _ in range(2):
        for _ in range(3):
            health.store_refused(StoreUnavailable("disk full"))
        assert health._recovery
        await health._recovery
    messages = [record.getMessage() for record in caplog.records]
    assert messages == 2 * [
        "store unavailable: disk full",
        "store back after 0 s, refused requests: 3",
    ]


async def test_a_refused_press_is_such_trouble(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "patience.db"
    async with serving(path) as site:
        browser = site.browser()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            refused = [await press(browser.client) for _ in range(2)]
    assert refused == [503, 503]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert caplog.messages[0].startswith("store unavailable: ")


async def press(client: httpx.AsyncClient) -> int:
    answer = await client.post("/en/roman/5/move", data={"version": "0", "move": "d"})
    return answer.status_code
