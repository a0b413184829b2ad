"""Short bursts of requests, each measured between two bursts of what it is compared with.

The cores are shared, and how fast one is changes from second to second; neighbours in time meet the
same machine.
"""

import time
from collections.abc import Callable
from itertools import cycle
from typing import NamedTuple

from tests.bench.figures import Sample
from tests.bench.players import Player
from tests.bench.servers import Processes, Server
from tests.bench.wire import request

BURST = 60
"""Requests: some thirty milliseconds."""
PAUSE = 0.0002
"""Seconds after each, in which the server goes to sleep: the next one wakes it.

Without it a quick client meets a server that is still awake, or is put on its core, and what is
measured is the luck of the scheduler; the floor, being short, has most of it.
"""
CONSTANT = request("GET", "/", {})


class Burst(NamedTuple):
    """One kind of request, and whose CPU it costs."""

    request: Callable[[], None]
    processes: Processes
    times: int = BURST

    def cpu(self) -> float:
        """Seconds a request."""
        before = self.processes.cpu_seconds
        for _ in range(self.times):
            self.request()
            time.sleep(PAUSE)
        return (self.processes.cpu_seconds - before) / self.times


def compare(measured: Burst, before: Burst, after: Burst) -> Sample:
    first = before.cpu()
    cpu = measured.cpu()
    last = after.cpu()
    return Sample(2 * cpu / (first + last), cpu)


def floor_burst(bare: Server) -> Burst:
    def constant() -> None:
        assert bare.ask(CONSTANT).status == 200

    return Burst(constant, bare.processes, times=BURST // 2)


def moves(server: Server, *players: Player) -> Callable[[], None]:
    """The players move in turn, for ever."""
    turns = cycle(players)
    return lambda: make_move(server, next(turns))


def pages(server: Server, *players: Player) -> Callable[[], None]:
    turns = cycle(players)

    def read_page() -> None:
        player = next(turns)
        player.check_page(server.ask(player.page()))

    return read_page


def make_move(server: Server, player: Player, times: int = 1) -> None:
    for _ in range(times):
        answer = server.ask(player.move())
        player.keep_cookie(answer)
        player.check(answer, player.version)
