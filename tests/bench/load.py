"""Many players at once: moves a second, and how long an answer takes."""

import asyncio
import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple, cast

import uvloop

from tests.bench import servers
from tests.bench.figures import Table
from tests.bench.players import Game, Player, mixed_games
from tests.bench.servers import Database, Server
from tests.bench.wire import Answer, Incoming
from tests.postgres import Postgres

ROUNDS = 5
CONNECTIONS = (1, 32)
MOVES = 150
_HEAD = ("", "connections", "moves/s", "p50", "p99", "server's CPU", "client's CPU")


class Run(NamedTuple):
    """Some games played at once."""

    rate: float
    """Moves a second."""
    p50: float
    p99: float
    server_cpu: float
    """Of one core, like `client_cpu`."""
    client_cpu: float


class Line(asyncio.Protocol):
    """One connection that is kept, and one request at a time on it."""

    def __init__(self) -> None:
        self._incoming = Incoming()
        self._answer: asyncio.Future[Answer] = asyncio.Future()
        self._transport = asyncio.Transport()

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
    rows = [row for database in databases for row in _rows(database)]
    return [Table("Moves a second", _HEAD, rows)]


def play_at_once(server: Server, games: Sequence[Game]) -> Run:
    """Each over a connection of its own."""
    return uvloop.run(_play_at_once(server, games))


def _rows(database: Database) -> Iterator[tuple[str, ...]]:
    games = mixed_games(MOVES)
    with servers.product(database) as server:
        play_at_once(server, list(islice(games, 32)))  # warms up
        runs = {
            connections: [play_at_once(server, list(islice(games, connections)))]
            for connections in CONNECTIONS
        }
        for _ in range(ROUNDS - 1):
            for connections in CONNECTIONS:
                runs[connections].append(play_at_once(server, list(islice(games, connections))))
    for connections in CONNECTIONS:
        middle = Run(*map(statistics.median, zip(*runs[connections], strict=True)))
        yield database.name, str(connections), *_cells(middle)


def _cells(run: Run) -> tuple[str, ...]:
    return (
        f"{run.rate:,.0f}",
        f"{run.p50 * 1e3:.2f} ms",
        f"{run.p99 * 1e3:.2f} ms",
        f"{run.server_cpu:.0%}",
        f"{run.client_cpu:.0%}",
    )


async def _play_at_once(server: Server, games: Sequence[Game]) -> Run:
    players = [Player(game) for game in games]
    loop = asyncio.get_running_loop()
    lines = [(await loop.create_connection(Line, "127.0.0.1", server.port))[1] for _ in players]
    for player, line in zip(players, lines, strict=True):
        # the first move brings the cookie
        answer = await line.ask(player.move())
        player.keep_cookie(answer)
        player.check(answer, player.version)
    begun, client, served = time.perf_counter(), time.process_time(), server.processes.cpu_seconds
    books = await asyncio.gather(*map(_play_on, players, lines, games))
    seconds = time.perf_counter() - begun
    client = time.process_time() - client
    served = server.processes.cpu_seconds - served
    for line in lines:
        line.close()
    for player, book in zip(players, books, strict=True):
        for version, (_, answer) in enumerate(book, 2):
            player.check(answer, version)
    waits = sorted(wait for book in books for wait, _ in book)
    return Run(
        len(waits) / seconds,
        waits[len(waits) // 2],
        waits[len(waits) * 99 // 100],
        served / seconds,
        client / seconds,
    )


async def _play_on(player: Player, line: Line, game: Game) -> list[tuple[float, Answer]]:
    """How long each answer took, and the answer, to be read when nobody waits for the next."""
    book = []
    for _ in game.moves[1:]:
        asked = player.move()
        begun = time.perf_counter()
        answer = await line.ask(asked)
        book.append((time.perf_counter() - begun, answer))
    return book
