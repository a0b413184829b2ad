"""A bad network: an HTTP proxy on loopback that delays, cuts, repeats and refuses; and counts it.

Chance is seeded. It stands on a thread of its own, so that tests of any kind can use it.
"""

import asyncio
import contextlib
import random
import re
import socket
import struct
import threading
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from enum import Enum, auto
from functools import partial
from typing import NamedTuple, Self

from tests.faults.wire import Message, read_message

LONGEST_DELAY = 0.05
REFUSED_FOR = 0.05
LONGEST_HOLD = 5.0
"""Seconds for which an answer or a late request waits for the next request that never comes."""
_DEAL = re.compile(rb"/\w\w/[\w-]+/\d+")
# closing with this says "reset" to the other side
_NO_LINGER = struct.pack("ii", 1, 0)


class Fault(Enum):
    DELAY = auto()
    """The answer comes a little later."""
    RESET_BEFORE = auto()
    """The line is cut before the server has heard of it."""
    RESET_AFTER = auto()
    """The server has done it, and the client does not hear."""
    HALF = auto()
    """The line is cut in the middle of the answer."""
    HELD = auto()
    """The answer comes after the next request for the same deal."""
    LATE = auto()
    """The line is cut, and the request reaches the server after the next one's answer."""
    REFUSED = auto()
    """The line is cut, and nobody can connect for a while."""


class Request(NamedTuple):
    method: str
    deal: bytes
    """The deal that it is about; empty for any other page."""
    raw: bytes


class Proxy:
    """Forwards to any of `targets`, which may change; `share` of what `hits` picks out suffers."""

    def __init__(
        self,
        *targets: str,
        seed: str,
        share: float = 0.2,
        hits: Callable[[Request], bool] = lambda _: True,
    ) -> None:
        self.targets = list(targets)
        self.share = share
        self.suffered: Counter[Fault] = Counter()
        self.planned: deque[Fault] = deque()
        """Faults for the next requests that it hits, before chance has a say."""
        self.arrivals = 0
        """How many of the requests that it hits have come."""
        self.url = ""
        self._hits = hits
        self._chance = random.Random(seed)
        self._come: dict[bytes, asyncio.Event] = {}
        self._answered: dict[bytes, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._is_up = threading.Event()

    def __enter__(self) -> Self:
        # bound, not listening: keeps the port while connections are refused
        self._keeper = _bound_socket(0)
        self._port = int(self._keeper.getsockname()[1])
        self.url = f"http://127.0.0.1:{self._port}"
        self._thread.start()
        self._is_up.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._keeper.close()

    @property
    def faults(self) -> int:
        return self.suffered.total()

    # ---- on the thread

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._listen()
        self._is_up.set()
        await self._stop.wait()
        self._stop_listening()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # lines are closed in the loop's next round
        await asyncio.sleep(0)

    def _start(self, work: Coroutine[None, None, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # asyncio's own server loses lines that it has accepted when it is closed

    def _listen(self) -> None:
        self._listener = _bound_socket(self._port)
        self._listener.settimeout(0)
        self._listener.listen()
        self._loop.add_reader(self._listener, self._accept)

    def _stop_listening(self) -> None:
        if self._is_listening:
            self._loop.remove_reader(self._listener)
            self._listener.close()

    @property
    def _is_listening(self) -> bool:
        return self._listener.fileno() != -1

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            line, _ = self._listener.accept()
            # not in the task: one that is cancelled before it has begun runs no line of its own
            self._start(self._serve(line)).add_done_callback(partial(_close, line))

    async def _serve(self, line: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=line)
        try:
            # a client that goes away and a server that is down are what this is for
            with contextlib.suppress(OSError, EOFError):
                while await self._pass_on(reader, writer):
                    pass
        finally:
            # a client that has gone has closed the line already
            with contextlib.suppress(OSError):
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request and what becomes of it; whether the line goes on after it."""
        request = _request(await read_message(reader))
        fault = self._fault_for(request)
        _wake(self._come, request.deal)
        answer = await self._suffer(fault, request)
        is_half = fault is Fault.HALF
        writer.write(answer[: len(answer) // 2] if is_half else answer)
        await writer.drain()
        return bool(answer) and not is_half

    def _fault_for(self, request: Request) -> Fault | None:
        if not self._hits(request):
            return None
        self.arrivals += 1
        fault = None
        if self.planned:
            fault = self.planned.popleft()
        elif self._chance.random() < self.share:
            fault = self._chance.choice(list(Fault))
        if fault:
            self.suffered[fault] += 1
        return fault

    async def _suffer(self, fault: Fault | None, request: Request) -> bytes:
        """What the client is to hear; nothing: its line is cut."""
        if fault is Fault.LATE:
            self._start(self._forward_late(request))
        elif fault is Fault.REFUSED:
            self._start(self._refuse())
        if fault in (Fault.LATE, Fault.REFUSED, Fault.RESET_BEFORE):
            return b""
        answer = await self._forward(request)
        if fault is Fault.DELAY:
            await asyncio.sleep(self._chance.uniform(0, LONGEST_DELAY))
        elif fault is Fault.HELD:
            await _next(self._come, request.deal)
        return b"" if fault is Fault.RESET_AFTER else answer

    async def _forward(self, request: Request) -> bytes:
        target = self._chance.choice(self.targets)
        host, _, port = target.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            writer.write(request.raw)
            answer = await read_message(reader, has_body=request.method != "HEAD")
        finally:
            writer.transport.abort()
        _wake(self._answered, request.deal)
        return answer.head + answer.body

    async def _forward_late(self, request: Request) -> None:
        await _next(self._answered, request.deal)
        with contextlib.suppress(OSError, EOFError):
            await self._forward(request)

    async def _refuse(self) -> None:
        if self._is_listening:
            self._stop_listening()
            await asyncio.sleep(REFUSED_FOR)
            self._listen()


async def _next(events: dict[bytes, asyncio.Event], deal: bytes) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_HOLD):
            await events.setdefault(deal, asyncio.Event()).wait()


def _wake(events: dict[bytes, asyncio.Event], deal: bytes) -> None:
    if event := events.pop(deal, None):
        event.set()


def _request(message: Message) -> Request:
    line = message.head.partition(b"\r\n")[0]
    found = _DEAL.search(line)
    method = line.partition(b" ")[0].decode()
    return Request(method, found[0] if found else b"", message.head + message.body)


def _close(line: socket.socket, _: object) -> None:
    line.close()


def _bound_socket(port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    bound.bind(("127.0.0.1", port))
    return bound
