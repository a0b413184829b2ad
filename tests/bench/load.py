"""Many players at once: moves a second, and how long an answer takes."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import NamedTuple, cast

import uvloop

from tests.bench import servers
from tests.bench.bursts import CONSTANT
from tests.bench.figures import Table
from tests.bench.players import Game, Player, mixed_games
from tests.bench.servers import Server
from tests.bench.wire import Answer, Incoming
from tests.postgres import Postgres

ROUNDS = 5
CONNECTIONS = (1, 32)
MOVES = 150
_HEAD = ("", "connections", "a second", "p50", "p99", "CPU", "over the floor", "client's core")


class Run(NamedTuple):
    """Some games played at once."""

    rate: float
    """Moves a second."""
    p50: float
    p99: float
    cpu: float
    """Seconds of the server's for one move."""
    client: float
    """How much of one core the players themselves took."""


Book = list[tuple[float, Answer]]
"""How long each answer took, and the answer, to be read when nobody waits for the next."""


class Line(asyncio.Protocol):
    """One connection that is kept, and one request at a time on it."""

    _transport: asyncio.Transport

    def __init__(self) -> None:
        self._incoming = Incoming()
        self._answer: asyncio.Future[Answer] = asyncio.Future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's own, which the library's class does not know
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if answer := self._incoming.take(data):
            self._answer.set_result(answer)

    def connection_lost(self, fault: Exception | None) -> None:
        if not self._answer.done():
            self._answer.set_exception(fault or ConnectionResetError())

    async def ask(self, asked: bytes) -> Answer:
        self._answer = asyncio.Future()
        self._transport.write(asked)
        return await self._answer

    def close(self) -> None:
        self._transport.close()


def tables(folder: Path, postgres: Postgres) -> list[Table]:
    databases = (
        servers.new_sqlite(folder),
        servers.new_sqlite(folder, durability="full"),
        servers.new_postgresql(postgres),
    )
    with ExitStack() as running:
        bare = running.enter_context(servers.floor())
        products = {
            database.name: running.enter_context(servers.product(database))
            for database in databases
        }
        rows = [row for count in CONNECTIONS for row in _rows(bare, products, count)]
    return [Table("Many at once", _HEAD, rows)]


def play_at_once(server: Server, games: Sequence[Game]) -> Run:
    """Each over a connection of its own."""
    return uvloop.run(_play_at_once(server, games))


def _rows(
    bare: Server, products: Mapping[str, Server], connections: int
) -> Iterator[tuple[str, ...]]:
    """The floor and the products in turn, round after round; the first round warms up."""
    games = mixed_games(MOVES)
    floors: list[Run] = []
    runs: dict[str, list[Run]] = {name: [] for name in products}
    for _ in range(ROUNDS + 1):
        floors.append(uvloop.run(_ask_at_once(bare, connections)))
        for name, server in products.items():
            runs[name].append(play_at_once(server, list(islice(games, connections))))
    yield _row("the floor", connections, floors[1:], floors[1:])
    for name in products:
        yield _row(f"{name}: moves", connections, runs[name][1:], floors[1:])


def _row(
    name: str, connections: int, runs: Sequence[Run], floors: Sequence[Run]
) -> tuple[str, ...]:
    middle = Run(*map(statistics.median, zip(*runs, strict=True)))
    ratio = statistics.median(run.cpu / floor.cpu for run, floor in zip(runs, floors, strict=True))
    return (
        name,
        str(connections),
        f"{middle.rate:,.0f}",
        f"{middle.p50 * 1e3:.2f} ms",
        f"{middle.p99 * 1e3:.2f} ms",
        f"{middle.cpu * 1e6:.0f} µs",
        f"{ratio:.2f} x",
        f"{middle.client:.0%}",
    )


async def _play_at_once(server: Server, games: Sequence[Game]) -> Run:
    players = [Player(game) for game in games]
    lines = [await _connected(server) for _ in players]
    for player, line in zip(players, lines, strict=True):
        # the first move brings the cookie
        answer = await line.ask(player.move())
        player.keep_cookie(answer)
        player.check(answer, player.version)
    forms = [
        [player.move() for _ in game.moves[1:]] for player, game in zip(players, games, strict=True)
    ]
    run, books = await _timed(server, map(_ask_all, lines, forms))
    for line in lines:
        line.close()
    for player, book in zip(players, books, strict=True):
        for version, (_, answer) in enumerate(book, 2):
            player.check(answer, version)
    return run


async def _ask_at_once(bare: Server, connections: int) -> Run:
    lines = [await _connected(bare) for _ in range(connections)]
    run, books = await _timed(bare, [_ask_all(line, [CONSTANT] * MOVES) for line in lines])
    for line in lines:
        line.close()
    assert all(answer.status == 200 for book in books for _, answer in book)
    return run


async def _connected(server: Server) -> Line:
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(Line, "127.0.0.1", server.port)
    return line


async def _timed(server: Server, asking: Iterable[Awaitable[Book]]) -> tuple[Run, list[Book]]:
    cpu, own, begun = server.processes.cpu_seconds, time.process_time(), time.perf_counter()
    books = await asyncio.gather(*asking)
    seconds, own = time.perf_counter() - begun, time.process_time() - own
    cpu = server.processes.cpu_seconds - cpu
    waits = sorted(wait for book in books for wait, _ in book)
    count = len(waits)
    run = Run(
        count / seconds, waits[count // 2], waits[count * 99 // 100], cpu / count, own / seconds
    )
    return run, books


async def _ask_all(line: Line, requests: Iterable[bytes]) -> Book:
    book = []
    for asked in requests:
        begun = time.perf_counter()
        answer = await line.ask(asked)
        book.append((time.perf_counter() - begun, answer))
    return book
