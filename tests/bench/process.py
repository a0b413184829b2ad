"""What a server of the product weighs, and how soon it answers."""

import statistics
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from tests.bench import servers
from tests.bench.bursts import make_move
from tests.bench.figures import Figure, Table, tabulated
from tests.bench.load import play_at_once
from tests.bench.players import Player, mixed_games, random_games
from tests.bench.servers import Database, Server
from tests.bench.wire import request
from tests.postgres import Postgres

STARTS = 3
START_LIMIT = 1.0
MEMORY_LIMIT = 90.0
GROWTH_LIMIT = 3.0
"""Megabytes between EARLY and LATE moves: rare forms of piles are still met, and are kept."""
EARLY, LATE = 20_000, 100_000
_GAMES_AT_ONCE = 32
_SHORT, _LONG = 15, 100
"""Moves of a game: by EARLY so many are begun that the server remembers all that it ever will."""
_TABLE = request("GET", "/en/roman", {})


def tables(folder: Path, postgres: Postgres, *, is_long: bool) -> list[Table]:
    """With `is_long` over LATE moves too, which takes a minute."""
    figures: list[Figure] = []
    for database in (servers.new_sqlite(folder), servers.new_postgresql(postgres)):
        figures.append(_start(database))
        figures += _memory(database, is_long=is_long)
    return [tabulated("The process", figures)]


def _start(database: Database) -> Figure:
    seconds = [_first_answer(database) for _ in range(STARTS + 1)][1:]  # the first sets up
    name = f"{database.name}: start to first answer"
    return Figure(name, statistics.median(seconds), "s", START_LIMIT)


def _first_answer(database: Database) -> float:
    begun = time.perf_counter()
    with servers.product(database) as server:
        assert server.ask(_TABLE).status == 200
        return time.perf_counter() - begun


def _memory(database: Database, *, is_long: bool) -> Iterator[Figure]:
    figure = partial(Figure, unit="MB", limit=MEMORY_LIMIT)
    with servers.product(database) as server:
        server.ask(_TABLE)
        yield figure(f"{database.name}: resident after the start", server.processes.resident_mb)
        for game in islice(random_games("klondike", 1), 1000):
            make_move(server, Player(game))
        yield figure(f"{database.name}: after 1,000 games", server.processes.resident_mb)
        if is_long:
            early, late = _resident_after_moves(server)
            yield figure(f"{database.name}: after {LATE:,} moves more", late)
            name = f"{database.name}: growth from {EARLY:,} to {LATE:,} moves"
            yield Figure(name, late - early, "MB", GROWTH_LIMIT)


def _resident_after_moves(server: Server) -> tuple[float, float]:
    _play(server, EARLY, _SHORT)
    early = server.processes.resident_mb
    _play(server, LATE - EARLY, _LONG)
    return early, server.processes.resident_mb


def _play(server: Server, moves: int, moves_a_game: int) -> None:
    games = mixed_games(moves_a_game)
    for _ in range(0, moves, _GAMES_AT_ONCE * moves_a_game):
        play_at_once(server, list(islice(games, _GAMES_AT_ONCE)))
