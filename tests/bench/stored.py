"""Whether a move costs more where many games are stored: two databases, bursts on each in turn."""

import asyncio
import base64
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path

from app.notation import STEP_MARK, position_text
from app.settings import Settings
from app.store import StoredPlay, open_store
from app.web.security import player_of
from tests.bench import servers
from tests.bench.bursts import BURST, Burst, compare, floor_burst, moves
from tests.bench.engine import random_game
from tests.bench.figures import Figure, Sample, Table, median, tabulated
from tests.bench.players import Game, Player, mixed_games
from tests.bench.servers import Database, Server
from tests.postgres import Postgres, query

FEW, MANY = 100, 100_000
ROUNDS = 5
LIMIT = 1.2
_GAME = 150
_AT_ONCE = 500

Samples = defaultdict[str, list[Sample]]
Stored = tuple[StoredPlay, Game]
"""A row, and the game as it goes on from there."""


def tables(folder: Path, postgres: Postgres) -> list[Table]:
    """Of each kind of database."""
    makers = (partial(servers.new_sqlite, folder), partial(servers.new_postgresql, postgres))
    figures: list[Figure] = []
    with servers.floor() as bare:
        for new_database in makers:
            figures += _figures(new_database, floor_burst(bare))
    return [tabulated("Many stored games", figures)]


def _figures(new_database: Callable[[], Database], floor: Burst) -> Iterator[Figure]:
    few, many = new_database(), new_database()
    kinds = _kinds()
    asyncio.run(_fill(few, kinds, FEW))
    asyncio.run(_fill(many, kinds, MANY))
    with ExitStack() as running:
        among_few, among_many = (
            running.enter_context(servers.product(database)) for database in (few, many)
        )
        samples = list(_beside(among_few, among_many))
        resumed = list(_resumed(among_many, kinds, floor))
    name = few.name
    yield median(f"{name}: a move with {MANY:,} stored games / with {FEW}", samples, LIMIT)
    yield median(f"{name}: one of {MANY:,} stored games taken up, over the floor", resumed)


def _beside(few: Server, many: Server) -> Iterator[Sample]:
    games = mixed_games(_GAME)
    for round_ in range(ROUNDS + 1):
        before, measured, after = (
            Burst(moves(server, *map(Player, islice(games, 2))), server.processes)
            for server in (few, many, few)
        )
        for _ in range(2 * _GAME // BURST):
            sample = compare(measured, before, after)
            if round_:  # the first warms up
                yield sample


def _resumed(server: Server, kinds: list[Stored], floor: Burst) -> Iterator[Sample]:
    """Every move is in another game, which nothing but the database remembers."""
    chosen = random.Random(1).sample(range(MANY), 10 * BURST)
    players = [_owner(kinds, n) for n in chosen]
    burst = Burst(moves(server, *players), server.processes)
    for _ in range(len(players) // BURST):
        yield compare(burst, floor, floor)


def _kinds() -> list[Stored]:
    """Two hundred games somewhere in the middle."""
    chance = random.Random(1)
    return [
        _somewhere(game, chance.randrange(10, _GAME)) for game in islice(mixed_games(_GAME), 200)
    ]


def _somewhere(game: Game, ply: int) -> Stored:
    made, left = game.moves[:ply], game.moves[ply:]
    _, _, positions = random_game(game.slug, _GAME, seed=game.number)
    play = StoredPlay(
        player=b"",
        slug=game.slug,
        number=game.number,
        log=STEP_MARK.join(made),
        ply=ply,
        version=ply,
        last=made[-1],
        position=position_text(positions[ply]),
        won=False,
        started=1_700_000_000.0,
        moved=1_700_000_900.0,
        seconds=900.0,
        undos=0,
        hints=0,
    )
    return play, game._replace(moves=left)


def _token(n: int) -> str:
    return base64.urlsafe_b64encode(sha256(str(n).encode()).digest()[:16]).rstrip(b"=").decode()


def _owner(kinds: list[Stored], n: int) -> Player:
    play, game = kinds[n % len(kinds)]
    return Player(game, cookie=f"__Host-player={_token(n)}", version=play.version)


async def _fill(database: Database, kinds: list[Stored], count: int) -> None:
    store = await open_store(Settings(database_url=database.url))
    for first in range(0, count, _AT_ONCE):
        numbers = range(first, min(first + _AT_ONCE, count))
        plays = [kinds[n % len(kinds)][0]._replace(player=player_of(_token(n))) for n in numbers]
        await store.add_plays(plays)
    await store.close()
    if database.url.startswith("postgresql"):
        # or it would come by itself in the middle
        query(database.url, "VACUUM ANALYZE plays")
