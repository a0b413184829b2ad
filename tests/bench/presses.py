"""What moves and pages cost the server, as multiples of the floor."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from app.web.seats import MOST_REMEMBERED
from tests.bench import servers
from tests.bench.bursts import BURST, Burst, compare, floor_burst, make_move, moves, pages
from tests.bench.figures import Figure, Sample, Table, median, tabulated
from tests.bench.players import Game, Player, mixed_games, random_games
from tests.bench.searching import keep_searching, until_ready
from tests.bench.servers import Processes, Server
from tests.postgres import Postgres

ROUNDS = 7
GAME = 150
LONG_GAME = 500
ROUND_OF_STOCK = 25
"""Turns of 24 cards one by one, and back: LONG_GAME is a multiple of it."""
PAGES_AT_ONCE = 20
CROWD = 300
STRANGERS = MOST_REMEMBERED + 100
"""So many that none is remembered when it is its turn again."""
MOVE, FORM, PAGE = "a move", "a move by a plain form", "a page"
OWN = "a move, PostgreSQL's own processes"
OWN_STRANGE = f"{OWN}, {STRANGERS} players in turn"
LATE = f"a move at {LONG_GAME} moves / at 5"
CROWDED = f"a move, {CROWD} players in turn / one"
STRANGE = f"a move, {STRANGERS} players in turn / one"
PAGES = f"a page, {CROWD} players in turn"
LIMITS = {
    ("SQLite", MOVE): 2.2,
    ("SQLite", FORM): 2.2,
    ("SQLite", PAGE): 4.0,
    ("SQLite", LATE): 1.2,
    ("PostgreSQL", MOVE): 4.0,
    ("PostgreSQL", FORM): 4.0,
    ("PostgreSQL", PAGE): 4.0,
    ("PostgreSQL", LATE): 1.2,
}

Samples = defaultdict[tuple[str, str], list[Sample]]
"""By subject and kind of request."""


class Subject(NamedTuple):
    """A server of the product, and how its players reach it."""

    name: str
    server: Server
    headers: tuple[tuple[str, str], ...] = ()
    postgres: Processes | None = None
    is_plain: bool = True
    """Set up as most are; of others a move is enough."""
    is_searching: bool = False
    """Its worker searches meanwhile, a process whose CPU no player waits for."""

    @property
    def processes(self) -> Processes:
        return self.server.processes._replace(is_alone=self.is_searching)


def tables(folder: Path, postgres: Postgres) -> list[Table]:
    to_floor: Samples = defaultdict(list)
    to_others: Samples = defaultdict(list)
    with servers.floor() as bare:
        floor = floor_burst(bare)
        for starting in _subjects(folder, postgres):
            # one at a time: they would push each other out of the processor's cache
            with starting as subject:
                _play(subject, floor, to_floor)
                if subject.name in ("SQLite", "PostgreSQL"):
                    _grow_long(subject, to_others)
                    _crowd(subject, floor, to_floor, to_others)
        constant = [compare(floor, floor, floor) for _ in range(50)]
    itself = median("the floor, against itself", constant)
    return [
        tabulated("Over the floor", [itself, *_figures(to_floor)]),
        tabulated("Long games and many players", _figures(to_others)),
    ]


def _figures(samples: Samples) -> list[Figure]:
    return [median(": ".join(key), some, LIMITS.get(key)) for key, some in samples.items()]


def _subjects(folder: Path, postgres: Postgres) -> Iterator[AbstractContextManager[Subject]]:
    for durability in ("normal", "full"):
        yield _running(servers.new_sqlite(folder, durability=durability))
    yield _running(servers.new_postgresql(postgres), postgres=Processes(postgres.pid))
    yield _running(
        servers.new_sqlite(folder), "SQLite, METRICS=true", is_plain=False, METRICS="true"
    )
    yield _running(
        servers.new_sqlite(folder),
        "SQLite, behind a trusted proxy",
        headers=(("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Proto", "https")),
        is_plain=False,
        TRUSTED_PROXIES="127.0.0.1",
    )
    yield _searching(folder)


@contextmanager
def _running(
    database: servers.Database,
    name: str = "",
    *,
    headers: tuple[tuple[str, str], ...] = (),
    postgres: Processes | None = None,
    is_plain: bool = True,
    **settings: str,
) -> Iterator[Subject]:
    with servers.product(database, **settings) as server:
        yield Subject(name or database.name, server, headers, postgres, is_plain)


@contextmanager
def _searching(folder: Path) -> Iterator[Subject]:
    """With a worker for which there is always something to search."""
    settings = {"SOLVER_WORKERS": "1", "SOLVER_SECONDS": "600"}
    with servers.product(servers.new_sqlite(folder), **settings) as server:
        until_ready(server)
        yield Subject("SQLite, with the solver busy", server, is_plain=False, is_searching=True)


def _play(subject: Subject, floor: Burst, samples: Samples) -> None:
    """Whole games, a burst here and a burst there."""
    games = mixed_games(GAME)
    for round_ in range(ROUNDS + 1):
        bursts = _bursts(subject, games)
        for _ in range(2 * GAME // BURST):
            if subject.is_searching:
                keep_searching(subject.server)
            for kind, burst in bursts:
                sample = compare(burst, floor, floor)
                if round_:  # the first warms up
                    samples[subject.name, kind].append(sample)


def _bursts(subject: Subject, games: Iterator[Game]) -> list[tuple[str, Burst]]:
    """New players, each pair with games of its own: nobody profits from another's."""

    def pair(*, has_script: bool = True) -> list[Player]:
        return [
            Player(game, has_script=has_script, headers=dict(subject.headers))
            for game in islice(games, 2)
        ]

    server = subject.server
    players = pair()
    bursts = [(MOVE, Burst(moves(server, *players), subject.processes))]
    if not subject.is_plain:
        return bursts
    bursts += [
        (FORM, Burst(moves(server, *pair(has_script=False)), server.processes)),
        (PAGE, Burst(pages(server, *players), server.processes, times=PAGES_AT_ONCE)),
    ]
    if subject.postgres:
        bursts.append((OWN, Burst(moves(server, *pair()), subject.postgres)))
    return bursts


def _grow_long(subject: Subject, samples: Samples) -> None:
    """The stock of Klondike turned again and again: the same tables, and only the log is longer."""
    server = subject.server
    turning = ("d",) * (LONG_GAME + 5 + ROUND_OF_STOCK)
    games = (game._replace(moves=turning) for game in random_games("klondike", 0))
    for _ in range(ROUNDS):
        late = _begun(server, next(games), LONG_GAME + 5)
        early = [_begun(server, next(games), 5) for _ in range(2)]
        bursts = [
            Burst(moves(server, player), server.processes, times=ROUND_OF_STOCK)
            for player in (late, *early)
        ]
        samples[subject.name, LATE].append(compare(*bursts))


def _crowd(subject: Subject, floor: Burst, to_floor: Samples, to_others: Samples) -> None:
    """Every move is another player's, so that the last one has left nothing in the caches."""
    server = subject.server
    games = mixed_games(20)
    crowd = _in_midgame(server, games, CROWD)
    samples = to_others[subject.name, CROWDED]
    samples += _beside_one(server, moves(server, *crowd), games, 2 * CROWD // BURST)
    crowd += _in_midgame(server, games, STRANGERS - CROWD)
    samples = to_others[subject.name, STRANGE]
    samples += _beside_one(server, moves(server, *crowd), games, STRANGERS // BURST)
    if subject.postgres:
        own = Burst(moves(server, *crowd), subject.postgres)
        in_turn = [compare(own, floor, floor) for _ in range(STRANGERS // BURST)]
        to_floor[subject.name, OWN_STRANGE] += in_turn
    reading = Burst(pages(server, *crowd), server.processes, times=PAGES_AT_ONCE)
    to_floor[subject.name, PAGES] += [
        compare(reading, floor, floor) for _ in range(CROWD // PAGES_AT_ONCE)
    ]


def _in_midgame(server: Server, games: Iterator[Game], count: int) -> list[Player]:
    return [_begun(server, game, 3 + n % 10) for n, game in enumerate(islice(games, count))]


def _begun(server: Server, game: Game, ply: int) -> Player:
    player = Player(game)
    make_move(server, player, ply)
    return player


def _beside_one(
    server: Server, in_turn: Callable[[], None], games: Iterator[Game], times: int
) -> list[Sample]:
    """Against one player who makes moves as early in a game, one after the other."""

    def alone() -> Burst:
        return Burst(moves(server, _begun(server, next(games), 3)), server.processes, times=12)

    crowd = Burst(in_turn, server.processes)
    return [compare(crowd, alone(), alone()) for _ in range(times)]
