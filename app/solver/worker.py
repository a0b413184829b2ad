"""The program that searches, a process of its own: asked and answered in frames over its pipes.

`python -m app.solver.worker MEGABYTES`. It says that it is ready once it is compiled, and ends with
its input: no server leaves one behind.
"""

import contextlib
import os
import queue
import resource
import signal
import sys
import threading
from functools import cache
from typing import BinaryIO

from app.engine import engine_for
from app.notation import parse_position
from app.solver.asking.frames import BadFrame, Frame, framed, read
from app.solver.asking.verdicts import Kind, line_text
from app.solver.compiled import IS_COMPILED
from app.solver.searching import Searcher
from app.solver.solving import solve, warm_up

LEAST_PRIORITY = 19
WARMED_ON = "klondike"


class Wishes:
    """What the server wants, read by a thread while the search runs."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._questions: queue.SimpleQueue[Frame] = queue.SimpleQueue()
        self._dropped = -1

    def read_on(self) -> None:
        """To the end, and then ends the process, in the midst of compiling even."""
        with contextlib.suppress(BadFrame, OSError):
            while (frame := read(self._stream)) is not None:
                if "drop" in frame:
                    self._dropped = int(frame["drop"])
                else:
                    self._questions.put(frame)
        os._exit(0)

    def next(self) -> Frame:
        return self._questions.get()

    def is_wanted(self, job: int) -> bool:
        return job > self._dropped


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # players come first; where a service may not say so, the system shares fairly
    with contextlib.suppress(OSError):
        os.nice(LEAST_PRIORITY)
    _bound_memory(int(sys.argv[1]))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # nothing that a library prints gets between the frames
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    wishes = Wishes(sys.stdin.buffer)
    threading.Thread(target=wishes.read_on, daemon=True).start()
    warm_up(_searcher(WARMED_ON))
    _say(answers, {"ready": True, "compiled": IS_COMPILED})
    while True:
        question = wishes.next()
        try:
            answer = _answer(question, wishes)
        except MemoryError:
            answer = {"fault": "out of memory"}
        except Exception as mistake:  # noqa: BLE001 - told to the server, which has a log
            answer = {"fault": f"{type(mistake).__name__}: {mistake}"}
        _say(answers, {"job": question["job"], **answer})


def _answer(question: Frame, wishes: Wishes) -> Frame:
    job = int(question["job"])
    if not wishes.is_wanted(job):
        return {"kind": Kind.UNKNOWN, "line": "", "effort": 0, "seconds": 0.0}
    slug = str(question["slug"])
    verdict = solve(
        _searcher(slug),
        parse_position(str(question["position"])),
        float(question["seconds"]),
        lambda: wishes.is_wanted(job),
    )
    return {
        "kind": verdict.kind,
        "line": line_text(engine_for(slug), verdict.line),
        "effort": verdict.effort,
        "seconds": verdict.seconds,
    }


@cache
def _searcher(slug: str) -> Searcher:
    return Searcher(engine_for(slug))


def _bound_memory(megabytes: int) -> None:
    """Of what it writes to; a request for more fails, and the answer says so."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    # some systems know the limit and let nobody set it
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, most))


def _say(answers: BinaryIO, frame: Frame) -> None:
    answers.write(framed(frame))
    answers.flush()


if __name__ == "__main__":
    main()
