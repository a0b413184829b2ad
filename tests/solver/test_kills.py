"""Workers killed at random while people play and ask: no request fails, and no verdict is wrong."""

import asyncio
import contextlib
import os
import signal
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from app.solver.asking import pool as pool_module
from app.solver.asking.pool import Pool
from app.solver.asking.verdicts import Kind
from tests.solver.test_asking import STUCK
from tests.test_golden_wins import WINS
from tests.web.serving import HX, Browser, Site, serving

SAID = ("won", "lost", "unknown", "searching", "over")


async def test_killed_for_a_few_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "FIRST_PAUSE", 0.05)
    told, kills = await play_on(tmp_path, seconds=5.0, pause=0.6)
    assert kills >= 3
    assert told["won"] > 0


@pytest.mark.soak
async def test_killed_for_minutes(tmp_path: Path) -> None:
    told, kills = await play_on(
        tmp_path, seconds=float(os.environ.get("SOAK_SECONDS", "300")), pause=2.0
    )
    print(f"workers killed: {kills}; told: {dict(told)}")
    assert kills >= 10
    assert told["won"] > 0


async def play_on(folder: Path, *, seconds: float, pause: float) -> tuple[Counter[str], int]:
    """What was told how often, and how many workers were killed meanwhile."""
    told: Counter[str] = Counter()
    until = time.monotonic() + seconds
    async with serving(folder / "patience.db", solver_workers=2, solver_seconds=1.0) as site:
        pool = site.house.solver.pool
        async with asyncio.timeout(180):
            while not pool.pids:  # noqa: ASYNC110 - a pid comes from another process
                await asyncio.sleep(0.05)
        # the same question may fall to one dying worker after another: that is the test's doing
        asking = [ask(site, Random(seed), until, told) for seed in range(6)]
        results = await asyncio.gather(kill(pool, until, pause), stuck(site, until), *asking)
    return told, int(results[0] or 0)


async def ask(site: Site, random: Random, until: float, told: Counter[str]) -> None:
    """Plays a deal with a cookie, and asks about games whose win is known."""
    browser = site.browser()
    version, deal = 0, f"/en/klondike/{random.randrange(1, 10**6)}"
    while time.monotonic() < until:
        form = {"version": str(version), "move": "d"}
        answer = await browser.post(f"{deal}/move", form, htmx=True)
        assert answer.status_code == 200, answer.status_code
        version += 1
        told[await asked(browser, f"{deal}/verdict")] += 1
        slug = random.choice(list(WINS))
        steps = WINS[slug]["log"].split(".")
        log = ".".join(steps[: len(steps) - random.randrange(1, 40)])
        number = WINS[slug]["number"]
        said = await asked(browser, f"/en/{slug}/{number}/verdict?log={log}&version=1")
        assert said != "lost", (slug, log)
        told[said] += 1
        page = await browser.get(f"/en/{slug}/{number}/strip?log={log}&version=1")
        assert page.status_code == 200
    await browser.client.aclose()


async def asked(browser: Browser, address: str) -> str:
    answer = await browser.get(address, **HX)
    assert answer.status_code == 200, address
    return next(kind for kind in SAID if f'class="said {kind}"' in answer.text)


async def stuck(site: Site, until: float) -> None:
    """Of what is lost nobody is ever told that it is won."""
    while time.monotonic() < until:
        verdict = await site.house.solver.ask("bureau", STUCK, wait=0.2)
        assert verdict is None or verdict.kind is not Kind.WON
        await asyncio.sleep(0.05)


async def kill(pool: Pool, until: float, pause: float) -> int:
    random, killed = Random(7), 0
    while time.monotonic() < until:
        await asyncio.sleep(random.uniform(0.2, 1.8) * pause)
        if pool.pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(random.choice(sorted(pool.pids)), signal.SIGKILL)
                killed += 1
    return killed
