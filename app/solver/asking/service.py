"""Whether positions can be won, as this server knows it: from proofs, the store, and its workers.

The contract, for whoever wants to know:

- `seen` says what this process knows now, at once and without a wait: fit for any request.
- `known` also reads the store and the proofs that come with the program, and starts no search.
- `ask` does that too and then has the position searched. It waits `wait` seconds at the most, and
  goes on behind the asker's back for some seconds: who asks again in time finds it still running.
- Each returns None for *not known yet*, and a Verdict otherwise. A verdict is never a guess: the
  line of `won` has been replayed by the engine in this process, from this very position to the
  win; `lost` comes of a complete search; `unknown` of a whole search in vain. No method raises
  for a store that fails, a worker that dies or a queue that is full: that is None, too.
- Who follows a won line stays in the light: each position along it is known. So a hint off a
  verdict is `verdict.line[0]`, and the next one needs no search.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from app.engine import Engine, Move, Position, engine_for
from app.notation import BadNotation
from app.solver.asking.memory import MOST_KNOWN, FalseProof, Memory
from app.solver.asking.pool import Job, Pool
from app.solver.asking.process import Question
from app.solver.asking.turns import ANYONE, Asker
from app.solver.asking.verdicts import Kind, Verdict, line_text, parse_line, position_key
from app.solver.proofs import BadProof, line_of, stored_wins
from app.store import StoredVerdict, StoreUnavailable, Verdicts

MOST_UNWRITTEN = 1000
"""Verdicts that may wait for the store; those beyond are known to this server alone."""
FLUSH_WITHIN = 1.0
"""Seconds that a stop waits for them."""

_log = logging.getLogger(__name__)


class Solver:
    """One a server."""

    def __init__(
        self,
        verdicts: Verdicts,
        pool: Pool,
        *,
        seconds: float,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`seconds`: that a search may take unless it is said otherwise."""
        self.pool = pool
        self._verdicts = verdicts
        self._seconds = seconds
        self._clock = clock
        self._memory = Memory()
        self._looked_up: dict[tuple[str, bytes | int], None] = {}
        self._unwritten: asyncio.Queue[StoredVerdict] = asyncio.Queue(MOST_UNWRITTEN)
        self._is_cut_off = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        writing = asyncio.create_task(self._write_on())
        try:
            async with self.pool.running():
                yield
        finally:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FLUSH_WITHIN):
                    await self._unwritten.join()
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    def seen(self, slug: str, position: Position) -> Verdict | None:
        if engine_for(slug).is_won(position):
            return Verdict(Kind.WON)
        return self._memory.recall(slug, position_key(position))

    async def known(self, slug: str, position: Position, number: int = 0) -> Verdict | None:
        """`number`: the deal that the position comes from, if that is known."""
        if number:
            await self.recall_deal(slug, number)
        await self.recall(slug, [position])
        return self.seen(slug, position)

    async def ask(
        self,
        slug: str,
        position: Position,
        number: int = 0,
        *,
        seconds: float | None = None,
        wait: float = 0.0,
        asker: Asker = ANYONE,
    ) -> Verdict | None:
        wanted = self._seconds if seconds is None else seconds
        if (found := self.seen(slug, position)) and found.settles(wanted):
            return found
        question = Question(slug, position_key(position), position, wanted)
        job = self.pool.running_job(question)
        if job is None:
            if number:
                await self.recall_deal(slug, number)
            await self._read(slug, [position])
            if (found := self.seen(slug, position)) and found.settles(wanted):
                return found
            # somebody else may have begun it while this was read
            job = self.pool.running_job(question) or self._begun(question, asker)
        if job is None:
            has_given_up = self.pool.has_given_up(question)
            return Verdict(Kind.UNKNOWN, seconds=wanted) if has_given_up else found
        await job.wait(wait)
        return self.seen(slug, position) or found

    async def recall(self, slug: str, positions: Sequence[Position]) -> None:
        """Reads once what the store knows of positions that this server knows nothing of."""
        fresh = [
            position
            for position in positions
            if self.seen(slug, position) is None and self._is_new((slug, position_key(position)))
        ]
        await self._read(slug, fresh)

    async def recall_deal(self, slug: str, number: int) -> None:
        """Reads once what comes with the program about a deal."""
        if not self._is_new((slug, number)):
            return
        proof = (await asyncio.to_thread(stored_wins, slug)).get(number)
        if proof is None:
            return
        engine = engine_for(slug)
        position = engine.deal(number)
        try:
            # some ten milliseconds, in a thread: nobody's move waits for it
            line = await asyncio.to_thread(_line, engine, position, proof.choices or "")
            self._memory.learn(engine, position, Verdict(Kind.WON, line, proof.spent))
        except (BadProof, FalseProof) as false:
            _log.error("solver: a proof of ours is refused: %s", false)

    def _begun(self, question: Question, asker: Asker) -> Job | None:
        # what there is no room for is not counted
        if not (self.pool.has_room_for(question, asker) and asker.may_begin()):
            return None
        job = self.pool.job(question, asker)
        if job is not None:
            job.outcome.add_done_callback(partial(self._take, question))
        return job

    def _take(self, question: Question, outcome: "asyncio.Future[Verdict | None]") -> None:
        """What a worker says, before anyone hears of it."""
        if outcome.cancelled() or (told := outcome.result()) is None:
            return
        engine = engine_for(question.slug)
        try:
            verdict = self._memory.learn(engine, question.position, told)
        except FalseProof as false:
            _log.error("solver: a worker's win is refused: %s", false)
            return
        row = StoredVerdict(
            question.slug,
            question.key,
            verdict.kind.value,
            verdict.effort,
            verdict.seconds,
            self._clock(),
            line_text(engine, verdict.line),
        )
        with contextlib.suppress(asyncio.QueueFull):
            self._unwritten.put_nowait(row)

    async def _read(self, slug: str, positions: Sequence[Position]) -> None:
        if not positions:
            return
        by_key = {position_key(position): position for position in positions}
        try:
            rows = await self._verdicts.find(slug, list(by_key))
        except StoreUnavailable:
            return
        for row in rows:
            self._learn_stored(by_key[row.key], row)

    def _learn_stored(self, position: Position, row: StoredVerdict) -> None:
        engine = engine_for(row.slug)
        try:
            line = parse_line(engine, row.line)
            verdict = Verdict(Kind(row.kind), line, row.effort, row.seconds)
            self._memory.learn(engine, position, verdict)
        except (BadNotation, FalseProof) as false:
            _log.error("solver: a stored verdict is refused: %s", false)

    async def _write_on(self) -> None:
        while True:
            row = await self._unwritten.get()
            try:
                await self._verdicts.keep(row)
            except StoreUnavailable as fault:
                # it is known here all the same, and is found again where it is not
                if not self._is_cut_off:
                    _log.warning("solver: verdicts are not stored: %s", fault)
                self._is_cut_off = True
            else:
                self._is_cut_off = False
            finally:
                self._unwritten.task_done()

    def _is_new(self, what: tuple[str, bytes | int]) -> bool:
        """Whether nobody has looked for it lately; somebody has, then."""
        if what in self._looked_up:
            return False
        if len(self._looked_up) >= MOST_KNOWN:
            del self._looked_up[next(iter(self._looked_up))]
        self._looked_up[what] = None
        return True


def _line(engine: Engine, position: Position, choices: str) -> tuple[Move, ...]:
    return tuple(line_of(engine, position, choices))
