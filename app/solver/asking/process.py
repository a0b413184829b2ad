"""One worker as the server holds it: started, asked, and ended whatever it does."""

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import NamedTuple, Self

from app.engine import Position, engine_for
from app.notation import BadNotation, position_text
from app.solver.asking.frames import BadFrame, Frame, framed, receive
from app.solver.asking.verdicts import Kind, Verdict, parse_line
from app.solver.environment import CACHE, COMPILED

PROGRAM = ("-m", "app.solver.worker")
ROOT = Path(__file__).parent.parent.parent.parent
# not what else the server has in its environment: passwords are none of a worker's business
_PASSED_ON = ("PATH", "HOME", "TMPDIR", "SYSTEMROOT", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
_PASSED_ON_PREFIXES = ("NUMBA_", "PYTHON", "LC_", "LANG")


class WorkerLost(Exception):
    """It has ended, hangs, or talks nonsense; the argument says which."""


class Workplace(NamedTuple):
    """How a worker runs."""

    memory: int
    """MB that it may fill."""
    cache: str = ""
    """The folder that its compiled code is kept in; empty: beside the sources."""
    compiles: bool = True
    """Where there is a compiler."""


class Question(NamedTuple):
    slug: str
    key: bytes
    position: Position
    seconds: float
    """The search may take so long."""


class Worker:
    """Made by `started`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._questions = process.stdin
        self._answers = process.stdout
        self._job = 0
        self.is_compiled = False

    @classmethod
    async def started(cls, workplace: Workplace, *, within: float) -> Self:
        """Once it has compiled the search; raises WorkerLost."""
        spawning = asyncio.create_task(_spawned(workplace))
        try:
            worker = cls(await asyncio.shield(spawning))
        except asyncio.CancelledError:
            # a process that is half begun would be nobody's
            await cls(await spawning).end()
            raise
        except OSError as fault:
            raise WorkerLost(str(fault)) from fault
        try:
            async with asyncio.timeout(within):
                hello = await worker._receive()
        except TimeoutError:
            await worker.end()
            raise WorkerLost(f"not ready within {within:.0f} s") from None
        except BaseException:
            await worker.end()
            raise
        worker.is_compiled = bool(hello.get("compiled"))
        return worker

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, question: Question) -> "asyncio.Task[Verdict]":
        """The task raises WorkerLost. One question at a time."""
        self._job += 1
        self._send(
            {
                "job": self._job,
                "slug": question.slug,
                "position": position_text(question.position),
                "seconds": question.seconds,
            }
        )
        return asyncio.create_task(self._answer(question))

    def drop(self) -> None:
        """Nobody wants to know any more: it answers soon, whatever it has found."""
        self._send({"drop": self._job})

    async def end(self) -> None:
        """At once: it has nothing to lose."""
        self._questions.close()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        # to the end of its output, which closes that
        await self._process.communicate()

    def _send(self, frame: Frame) -> None:
        try:
            self._questions.write(framed(frame))
        except (OSError, RuntimeError) as fault:
            raise WorkerLost(str(fault)) from fault

    async def _receive(self) -> Frame:
        try:
            return await receive(self._answers)
        except asyncio.IncompleteReadError as fault:
            raise WorkerLost("ended") from fault
        except (BadFrame, OSError) as fault:
            raise WorkerLost(str(fault)) from fault

    async def _answer(self, question: Question) -> Verdict:
        frame = await self._receive()
        if frame.get("job") != self._job:
            raise WorkerLost("answers what it was not asked")
        if "fault" in frame:
            raise WorkerLost(str(frame["fault"]))
        try:
            return Verdict(
                Kind(str(frame["kind"])),
                parse_line(engine_for(question.slug), str(frame["line"])),
                int(frame["effort"]),
                float(frame["seconds"]),
            )
        except (KeyError, ValueError, BadNotation) as fault:
            raise WorkerLost(f"no verdict: {fault}") from fault


async def _spawned(workplace: Workplace) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *PROGRAM,
        str(workplace.memory),
        cwd=ROOT,
        env=environment_of(workplace),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        # what a terminal sends to the server is not meant for it
        start_new_session=True,
    )


def environment_of(workplace: Workplace) -> dict[str, str]:
    """All that a worker finds in its environment."""
    passed_on = {
        name: value
        for name, value in os.environ.items()
        if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)
    }
    told = {CACHE: workplace.cache, COMPILED: "yes" if workplace.compiles else "no"}
    return passed_on | told
