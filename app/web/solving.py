"""The solver of one server, with its workers: begun behind the first pages, gone with the last."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.settings import Settings
from app.solver.asking.pool import Pool
from app.solver.asking.process import Workplace
from app.solver.asking.service import Solver
from app.store import Verdicts
from app.web.metrics import Metrics


@asynccontextmanager
async def open_solver(
    settings: Settings, verdicts: Verdicts, metrics: Metrics | None
) -> AsyncIterator[Solver]:
    """For as long as the server runs; no page waits until a worker has compiled its search."""
    workplace = Workplace(
        memory=settings.solver_memory,
        cache=settings.solver_cache,
        compiles=settings.solver_compiled,
    )
    pool = Pool(workplace, size=settings.solver_workers, most_waiting=settings.solver_waiting)
    if metrics:
        metrics.watch_solver(pool)
    solver = Solver(verdicts, pool, seconds=settings.solver_seconds)
    async with solver.running():
        yield solver
