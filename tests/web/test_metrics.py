"""What is counted: requests, presses, conflicts, the store; never who, and only known labels."""

import asyncio
import re
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from app.games import GAMES
from app.settings import Durability
from app.store.sqlite import SqliteStore
from app.web.game import Outcome
from app.web.metrics import MeasuredStore, Metrics
from tests.store.examples import after, first_choices, first_play, listed, won
from tests.web.serving import Browser, Site, serving

MOVE = "/{lang}/{slug}/{number:deal}/move"


class Figures(dict[tuple[str, ...], float]):
    """Samples by name and label values in the order of the labels' names; 0 for none."""

    def __missing__(self, _: tuple[str, ...]) -> float:
        return 0.0


def read(text: str) -> Figures:
    return Figures(
        {
            (sample.name, *(sample.labels[name] for name in sorted(sample.labels))): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }
    )


async def figures(site: Site) -> Figures:
    answer = await site.browser().get("/metrics")
    assert answer.status_code == 200
    return read(answer.text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "patience.db"


@pytest.fixture
async def measured(path: Path) -> AsyncIterator[Site]:
    async with serving(path, metrics=True, release="2026.11") as site:
        yield site


@pytest.fixture
async def visitor(measured: Site) -> AsyncIterator[Browser]:
    browser = measured.browser()
    yield browser
    await browser.client.aclose()


async def test_no_one_sees_them_unless_wanted(site: Site) -> None:
    assert (await site.browser().get("/metrics")).status_code == 404


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
async def test_who_comes_through_a_proxy_sees_none(measured: Site, header: str) -> None:
    answer = await measured.browser().get("/metrics", **{header: "203.0.113.77"})
    assert answer.status_code == 404


async def test_they_are_told_as_prometheus_reads_them(measured: Site) -> None:
    answer = await measured.browser().get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert answer.headers["cache-control"] == "no-store"
    told = read(answer.text)
    assert told["patience_build_info", "2026.11"] == 1
    assert told["process_resident_memory_bytes",] > 1e7


async def test_requests_are_counted_by_route_method_and_status(
    measured: Site, visitor: Browser
) -> None:
    await visitor.get("/en/roman/5")
    await visitor.get("/fr/bureau/6")
    await visitor.client.head("/en/roman/7")
    await visitor.post("/en/roman/5/move", {"version": "0", "move": "d"})
    told = await figures(measured)
    assert told["patience_requests_total", "GET", "/{lang}/{slug}/{number:deal}", "2xx"] == 2
    assert told["patience_requests_total", "HEAD", "/{lang}/{slug}/{number:deal}", "2xx"] == 1
    assert told["patience_requests_total", "POST", MOVE, "3xx"] == 1
    assert told["patience_request_seconds_count", MOVE] == 1
    assert 0 < told["patience_request_seconds_sum", MOVE] < 5


async def test_what_strangers_invent_makes_no_new_series(measured: Site, visitor: Browser) -> None:
    for number in range(20):
        await visitor.get(f"/a{number}/b{number}/c{number}/d")
        await visitor.get(f"/en/game{number}/{number + 1}")
        await visitor.post(f"/en/game{number}/5/move", {"version": "0", "move": "d"})
        await visitor.client.request(f"VERB{number}", "/en/")
    told = await figures(measured)
    assert told["patience_requests_total", "GET", "none", "4xx"] == 20
    assert told["patience_requests_total", "other", "/{lang}/", "4xx"] == 20
    assert not [key for key in told if any(re.search(r"game\d|VERB|b\d", part) for part in key)]
    assert not [key for key in told if key[0] == "patience_moves_total"]


async def test_who_asks_too_often_is_counted_apart(path: Path) -> None:
    async with serving(path, metrics=True, rate_pages="1/100 years") as site:
        transport = httpx.ASGITransport(site.app, client=("203.0.113.77", 1))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://patience.test"
        ) as client:
            answers = [(await client.get("/en/")).status_code for _ in range(3)]
        told = await figures(site)
    assert answers == [200, 429, 429]
    assert told["patience_requests_total", "GET", "none", "429"] == 2


async def test_presses_are_counted_by_game_and_outcome(measured: Site, visitor: Browser) -> None:
    await visitor.play("/en/roman/5", "d.d")
    for version, move in (("2", "d"), ("1", "t1t2"), ("3", "t1t1"), ("x", "d")):
        await visitor.post("/en/roman/5/move", {"version": version, "move": move}, htmx=True)
    told = await figures(measured)
    counted = {key[1:]: count for key, count in told.items() if key[0] == "patience_moves_total"}
    assert counted == {
        ("roman", "done"): 3,
        ("roman", "stale"): 1,
        ("roman", "refused"): 1,
        ("roman", "malformed"): 1,
    }
    assert {game for game, _ in counted} <= set(GAMES)
    assert {outcome.upper() for _, outcome in counted} <= set(Outcome.__members__)


async def test_presses_of_programs_are_counted_too(measured: Site, visitor: Browser) -> None:
    start = {"game": "roman", "number": 5}
    begun = (await visitor.client.post("/api/v1/plays", json=start)).json()
    headers = {"Authorization": f"Bearer {begun['key']}"}
    for move in ("d", "t1t1"):
        pressed = {"version": 0, "move": move}
        await visitor.client.post("/api/v1/plays/roman/5/moves", json=pressed, headers=headers)
    told = await figures(measured)
    assert told["patience_moves_total", "roman", "done"] == 1
    assert told["patience_moves_total", "roman", "stale"] == 1


async def test_calls_of_the_store_are_timed(measured: Site, visitor: Browser) -> None:
    await visitor.play("/en/roman/5", "d.d")
    await visitor.get("/en/roman/6")
    told = await figures(measured)
    assert told["patience_store_seconds_count", "save"] == 2
    assert told["patience_store_seconds_count", "arrive"] == 1
    assert 0 < told["patience_store_seconds_sum", "save"] < 5
    assert told["patience_store_refusals_total", "save"] == 0


async def test_refusals_of_the_store_are_counted(
    measured: Site, visitor: Browser, path: Path
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await visitor.post("/en/roman/5/move", {"version": "0", "move": "d"})
    told = await figures(measured)
    assert told["patience_store_refusals_total", "save"] == 1
    assert told["patience_requests_total", "POST", MOVE, "5xx"] == 1


async def test_a_measured_store_is_the_store_it_measures(path: Path) -> None:
    metrics = Metrics("test")
    store = SqliteStore(path, durability=Durability.NORMAL)
    measured = MeasuredStore(store, metrics)
    play = first_play(bytes(32))
    last, win = won(after(play))
    player, slug, number = play[:3]
    assert [await measured.save(row) for row in (play, play, after(play))] == [True, False, True]
    assert (await measured.arrive(player, slug)).play == after(play)
    assert (await measured.arrive(player)).unfinished == listed(after(play))
    assert (await measured.arrive(player, most=0)).unfinished == []
    await measured.keep_choices(first_choices(player))
    assert await measured.choices(player) == first_choices(player)
    assert await measured.save(last, win)
    assert await measured.load(player, slug, number) == last
    assert await measured.win(player, slug, number) == win
    assert await measured.wins(player) == [win]
    assert [told.won for told in await measured.finished(player)] == [True]
    assert not await measured.forget(player, slug, number, now=1.0)
    await measured.close()
    text, _ = metrics.text("")
    told = read(text.decode())
    assert told["patience_conflicts_total",] == 1
    calls = {
        "save": 4,
        "arrive": 3,
        "keep_choices": 1,
        "choices": 1,
        "load": 1,
        "win": 1,
        "wins": 1,
        "forget": 1,
        "finished": 1,
    }
    assert {call: told["patience_store_seconds_count", call] for call in calls} == calls


async def test_a_busy_event_loop_is_seen() -> None:
    metrics = Metrics("test")
    watch = asyncio.create_task(metrics.watch_lag(every=0.001))
    await asyncio.sleep(0)
    busy_until = time.monotonic() + 0.06
    while time.monotonic() < busy_until:
        pass
    told = read("")
    while not told["patience_event_loop_lag_seconds_count",]:
        await asyncio.sleep(0)
        told = read(metrics.text("")[0].decode())
    watch.cancel()
    assert told["patience_event_loop_lag_seconds_sum",] > 0.05
