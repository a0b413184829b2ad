"""What is measured besides the proofs: speed, simple players, deals looked at to the last position.

Each step ends in a line of the ledger, and what stands there is not measured again.
"""

import os
import platform
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from app.engine import engine_for
from app.solver.exhaustive import Verdict, exhaust
from app.solver.proofs import FOLDER
from app.solver.searching import SLICE
from tools.winnability.ledger import End, Entry, Plays, Speed, entries
from tools.winnability.players import Chair, Player, players_of
from tools.winnability.sums import studied

SLICE_OF_PLAYS = 1000
COSTLIER = 10
"""A play that looks ahead takes longer than ten others: so many times fewer are made."""
TIMED_DEALS = range(1, 11)
TIMED_MOVES = 300_000
"""Playout moves a deal, at most."""
BOUND = 200_000
"""Positions of a deal that are looked at, at most."""


def trials(
    games: Iterable[str], plays: int, path: Path, folder: Path = FOLDER, bound: int = BOUND
) -> Iterator[Entry]:
    """Makes what is missing in the ledger at `path`, of all games in turn."""
    known = entries(path)
    waiting = [trials_of(slug, known, plays, folder, bound) for slug in games]
    while waiting:
        for one in tuple(waiting):
            if entry := next(one, None):
                yield entry
            else:
                waiting.remove(one)


def trials_of(
    slug: str, known: list[Entry], plays: int, folder: Path, bound: int
) -> Iterator[Entry]:
    if not any(isinstance(one, Speed) and one.game == slug for one in known):
        yield speed(slug)
    slices = [
        (player, numbers)
        for player in players_of(engine_for(slug))
        for numbers in missing_plays(known, slug, player, plays)
    ]
    # a little of everything first
    for player, numbers in sorted(slices, key=lambda one: one[1].start):
        yield played(slug, player, numbers)
    for number in missing_ends(known, slug, folder):
        yield ended(slug, number, bound)


def missing_plays(known: Iterable[Entry], slug: str, player: Player, plays: int) -> Iterator[range]:
    """Slices of deals that the player has not played yet."""
    size = SLICE_OF_PLAYS // COSTLIER if player is Player.ALL else SLICE_OF_PLAYS
    wanted = plays // COSTLIER if player is Player.ALL else plays
    done = sum(
        one.deals
        for one in known
        if isinstance(one, Plays) and (one.game, one.player) == (slug, player)
    )
    for first in range(done + 1, wanted + 1, size):
        yield range(first, min(first + size, wanted + 1))


def missing_ends(known: Iterable[Entry], slug: str, folder: Path) -> list[int]:
    """Deals without a proved win that nobody has looked at to the end."""
    seen = {one.deal for one in known if isinstance(one, End) and one.game == slug}
    return [
        proof.number
        for proof in studied(slug, folder)
        if proof.choices is None and proof.number not in seen
    ]


def speed(slug: str, deals: Iterable[int] = TIMED_DEALS, moves: int = TIMED_MOVES) -> Speed:
    chair = chair_of(slug)
    # compiles or loads what the search must not pay for
    chair.begin(chair.engine.deal(1))
    chair.go_on(1)
    spent, seconds = 0, 0.0
    for number in deals:
        chair.begin(chair.engine.deal(number))
        began = time.process_time()
        while chair.spent < moves and not chair.go_on(min(SLICE, moves - chair.spent)):
            pass
        seconds += time.process_time() - began
        spent += chair.spent
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}"
    return Speed(slug, spent, round(seconds, 3), round(os.getloadavg()[0], 1), machine)


def played(slug: str, player: Player, numbers: range) -> Plays:
    chair = chair_of(slug)
    wins = sum(chair.wins(player, number) for number in numbers)
    return Plays(slug, player.value, numbers.start, len(numbers), wins)


def ended(slug: str, number: int, bound: int = BOUND) -> End:
    engine = engine_for(slug)
    found = exhaust(engine, engine.deal(number), bound)
    return End(slug, number, found.positions, found.verdict is Verdict.LOST)


@cache
def chair_of(slug: str) -> Chair:
    return Chair(engine_for(slug))
