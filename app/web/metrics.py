"""What is counted and timed for those who run the server: nothing of any player or deal."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager
from functools import cache
from time import monotonic, perf_counter
from typing import TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector
from starlette.types import Scope

from app.logs import route_of
from app.solver.asking.pool import Pool
from app.solver.asking.verdicts import Kind
from app.store import (
    Arrival,
    Finished,
    Holdings,
    Messages,
    Store,
    StoredChoices,
    StoredPlay,
    StoreUnavailable,
    Verdicts,
    Win,
)
from app.store.protocol import MOST_FINISHED, MOST_LISTED

FINE = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0)
"""Seconds: a move takes a quarter of a millisecond, a lock is waited for up to a second."""

# when a series began is a second series for each
disable_created_metrics()  # type: ignore[no-untyped-call]  # as the library left it

T = TypeVar("T")
_METHODS = frozenset({"GET", "HEAD", "POST"})


class Metrics:
    """One registry an application; every label has a few values that are known beforehand."""

    def __init__(self, release: str) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        Info("patience_build", "What runs", registry=registry).info({"release": release})
        # series are remembered: looking labels up costs as much as counting
        self._requests = cache(
            Counter(
                "patience_requests", "Answered", ["route", "method", "status"], registry=registry
            ).labels
        )
        self._seconds = cache(
            Histogram(
                "patience_request_seconds", "To answer", ["route"], buckets=FINE, registry=registry
            ).labels
        )
        self._presses = cache(
            Counter(
                "patience_moves", "Presses of players", ["game", "outcome"], registry=registry
            ).labels
        )
        self.store_seconds = cache(
            Histogram(
                "patience_store_seconds", "In the store", ["call"], buckets=FINE, registry=registry
            ).labels
        )
        self.store_refusals = Counter(
            "patience_store_refusals", "Not available", ["call"], registry=registry
        )
        self.conflicts = Counter(
            "patience_conflicts", "Saves that another save had overtaken", registry=registry
        )
        self._lag = Histogram(
            "patience_event_loop_lag_seconds", "Woken late", buckets=FINE, registry=registry
        )

    def watch_solver(self, pool: Pool) -> None:
        """Reads the pool's own counts whenever they are asked for."""
        self.registry.register(_PoolCollector(pool))

    def record(self, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        # turned away for asking too often: nothing else that goes wrong with a 4xx is like it
        self._requests(route, method, "429" if status == 429 else f"{status // 100}xx").inc()
        self._seconds(route).observe(seconds)
        if outcome := scope.get("outcome"):
            params = scope["path_params"]
            # the addresses for programs call it otherwise
            game = params["game"] if "game" in params else params["slug"]
            self._presses(game, outcome.name.lower()).inc()

    def text(self, accept: str) -> tuple[bytes, str]:
        """All of it, and its content type."""
        encode, content_type = choose_encoder(accept)
        return encode(self.registry), content_type

    async def watch_lag(self, every: float = 1.0) -> None:
        """For ever: how much later than asked the event loop comes back to a task."""
        while True:
            due = monotonic() + every
            await asyncio.sleep(every)
            self._lag.observe(max(monotonic() - due, 0.0))


class _PoolCollector(Collector):
    """What the solver's pool has counted itself."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def collect(self) -> Iterator[Metric]:
        pool = self._pool
        jobs = CounterMetricFamily("patience_solver_jobs", "Searched", labels=["verdict"])
        for kind in Kind:
            jobs.add_metric([kind.value], pool.searched[kind])
        yield jobs
        yield CounterMetricFamily("patience_solver_restarts", "Lost", value=pool.restarts)
        yield GaugeMetricFamily("patience_solver_waiting", "Queue", value=pool.waiting)
        yield GaugeMetricFamily("patience_solver_workers", "Ready", value=len(pool.pids))


@asynccontextmanager
async def measuring(store: Store, metrics: Metrics | None) -> AsyncIterator[Store]:
    """The store to use: with metrics each of its calls is timed, and the event loop is watched."""
    if metrics is None:
        yield store
        return
    lag = asyncio.create_task(metrics.watch_lag())
    yield MeasuredStore(store, metrics)
    lag.cancel()


class MeasuredStore:
    """A Store that times every call of another, but those about messages and verdicts: few."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics

    async def load(self, player: bytes, slug: str, number: int) -> StoredPlay | None:
        return await self._timed("load", self._store.load(player, slug, number))

    async def save(self, play: StoredPlay, win: Win | None = None) -> bool:
        is_saved = await self._timed("save", self._store.save(play, win))
        if not is_saved:
            self._metrics.conflicts.inc()
        return is_saved

    async def count_hint(self, player: bytes, slug: str, number: int) -> None:
        await self._timed("count_hint", self._store.count_hint(player, slug, number))

    async def arrive(
        self, player: bytes, slug: str = "", number: int = 0, *, most: int = MOST_LISTED
    ) -> Arrival:
        return await self._timed("arrive", self._store.arrive(player, slug, number, most=most))

    async def choices(self, player: bytes) -> StoredChoices | None:
        return await self._timed("choices", self._store.choices(player))

    async def keep_choices(self, chosen: StoredChoices) -> None:
        await self._timed("keep_choices", self._store.keep_choices(chosen))

    async def forget(self, player: bytes, slug: str, number: int, now: float) -> bool:
        return await self._timed("forget", self._store.forget(player, slug, number, now))

    async def win(self, player: bytes, slug: str, number: int) -> Win | None:
        return await self._timed("win", self._store.win(player, slug, number))

    async def wins(self, player: bytes) -> list[Win]:
        return await self._timed("wins", self._store.wins(player))

    async def finished(self, player: bytes, *, most: int = MOST_FINISHED) -> list[Finished]:
        return await self._timed("finished", self._store.finished(player, most=most))

    async def holdings(self, player: bytes) -> Holdings:
        return await self._timed("holdings", self._store.holdings(player))

    async def erase(self, player: bytes) -> Holdings:
        return await self._timed("erase", self._store.erase(player))

    @property
    def messages(self) -> Messages:
        return self._store.messages

    @property
    def verdicts(self) -> Verdicts:
        return self._store.verdicts

    async def close(self) -> None:
        await self._store.close()

    async def _timed(self, call: str, answer: Awaitable[T]) -> T:
        began = perf_counter()
        try:
            return await answer
        except StoreUnavailable:
            self._metrics.store_refusals.labels(call).inc()
            raise
        finally:
            self._metrics.store_seconds(call).observe(perf_counter() - began)
