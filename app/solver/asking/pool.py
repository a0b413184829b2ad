"""Workers that search positions one after another: who is asked, who waits, who is replaced."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from app.solver.asking.process import Question, Worker, WorkerLost, Workplace
from app.solver.asking.turns import Asker, Turns
from app.solver.asking.verdicts import Kind, Verdict

START_WITHIN = 180.0
"""Seconds: a machine that is slow and busy compiles for longer than a minute."""
GRACE = 5.0
"""Seconds beyond its time after which a worker counts as hung."""
LINGER = 5.0
"""Seconds that a search is still wanted after the last who asked has left: pages ask again."""
LOOK_EVERY = 0.25
"""Seconds between two looks at whether a search is still wanted."""
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 60.0
"""Seconds before a worker that does not even start is started again: longer each time."""
MOST_DEATHS = 3
"""Workers that may be lost over one question: it may be what kills them."""

_log = logging.getLogger(__name__)

Key = tuple[str, bytes]


class Job:
    """One position, whoever asks for it."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.outcome: asyncio.Future[Verdict | None] = asyncio.get_running_loop().create_future()
        """None: it was not searched to the end."""
        self._waiting = 0
        self._wanted_until = 0.0

    @property
    def is_wanted(self) -> bool:
        return self._waiting > 0 or monotonic() < self._wanted_until

    async def wait(self, seconds: float) -> Verdict | None:
        """What comes of it within that time; None also when nothing does."""
        self._waiting += 1
        try:
            await asyncio.wait((self.outcome,), timeout=seconds)
        finally:
            self._waiting -= 1
            self._wanted_until = monotonic() + LINGER
        return self.outcome.result() if self.outcome.done() else None

    def settle(self, verdict: Verdict | None) -> None:
        if not self.outcome.done():
            self.outcome.set_result(verdict)


class Pool:
    """`size` workers while `running`; without any, every question is left open."""

    def __init__(self, workplace: Workplace, *, size: int, most_waiting: int) -> None:
        """`most_waiting`: questions at the same time."""
        self._workplace = workplace
        self._size = size
        self._jobs: dict[Key, Job] = {}
        self._turns = Turns[Job](most_waiting)
        self._is_filled = asyncio.Event()
        self._deaths: Counter[Key] = Counter()
        self._has_told_speed = False
        self.searched: Counter[Kind] = Counter()
        """Questions answered, by verdict; for those who watch."""
        self.restarts = 0
        self.pids: set[int] = set()

    @property
    def is_open(self) -> bool:
        """Whether anything is ever searched."""
        return self._size > 0

    @property
    def waiting(self) -> int:
        return len(self._turns)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(self._keep_working()) for _ in range(self._size)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for job in self._jobs.values():
                job.settle(None)

    def running_job(self, question: Question) -> Job | None:
        """The one that somebody has begun for this position."""
        return self._jobs.get((question.slug, question.key))

    def has_room_for(self, question: Question, asker: Asker) -> bool:
        if not self.is_open or self.has_given_up(question):
            return False
        if self._turns.is_full:
            for job in self._turns.drop(lambda job: not job.is_wanted):
                job.settle(None)
        return self._turns.has_room_for(asker.name)

    def job(self, question: Question, asker: Asker) -> Job | None:
        """A new one; None where there is no worker or no room for it.

        Where the queue is full it is one of whoever has most there that is not known yet.
        """
        if not self.has_room_for(question, asker):
            return None
        key = question.slug, question.key
        job = self._jobs[key] = Job(question)
        job.outcome.add_done_callback(lambda _: self._jobs.pop(key, None))
        if gone := self._turns.add(asker.name, job):
            gone.settle(None)
        self._is_filled.set()
        return job

    def has_given_up(self, question: Question) -> bool:
        return self._deaths[question.slug, question.key] >= MOST_DEATHS

    async def _next(self) -> Job:
        while True:
            while job := self._turns.take():
                if job.is_wanted:
                    return job
                job.settle(None)
            self._is_filled.clear()
            await self._is_filled.wait()

    async def _keep_working(self) -> None:
        """For ever: one worker after another, should they be lost."""
        pause = FIRST_PAUSE
        while True:
            try:
                worker = await Worker.started(self._workplace, within=START_WITHIN)
                pause = FIRST_PAUSE
                self._tell_speed(worker)
                await self._work(worker)
            except WorkerLost as loss:
                self.restarts += 1
                _log.warning("solver: worker lost, another is started: %s", loss)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _work(self, worker: Worker) -> None:
        self.pids.add(worker.pid)
        try:
            while True:
                job = await self._next()
                await self._search(worker, job)
        finally:
            self.pids.discard(worker.pid)
            await worker.end()

    async def _search(self, worker: Worker, job: Job) -> None:
        question = job.question
        try:
            verdict = await _answer(worker, job)
        except WorkerLost:
            self._deaths[question.slug, question.key] += 1
            raise
        else:
            # cut short, it says nothing
            is_whole = verdict.kind is not Kind.UNKNOWN or verdict.seconds >= question.seconds
            if is_whole:
                self.searched[verdict.kind] += 1
            job.settle(verdict if is_whole else None)
        finally:
            job.settle(None)

    def _tell_speed(self, worker: Worker) -> None:
        if not worker.is_compiled and not self._has_told_speed:
            self._has_told_speed = True
            _log.warning("solver: runs uncompiled, forty times slower; `make solver` compiles it")


async def _answer(worker: Worker, job: Job) -> Verdict:
    """Raises WorkerLost, also for one that hangs."""
    answer = worker.ask(job.question)
    ends = monotonic() + job.question.seconds + GRACE
    is_dropped = False
    try:
        while not answer.done():
            await asyncio.wait((answer,), timeout=LOOK_EVERY)
            if monotonic() > ends and not answer.done():
                raise WorkerLost("hangs")
            if not is_dropped and not job.is_wanted:
                is_dropped = True
                worker.drop()
        return answer.result()
    finally:
        answer.cancel()
