"""Measures how hard and how long the games are: what `app/games/grades.py` says.

python -m tools.grades
"""

import argparse

from app.engine import engine_for
from app.games import GAMES
from app.games.grades import DEALS, PROVED_DEALS
from app.solver.proofs import check, proofs
from app.solver.searching import Searcher


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=tuple(GAMES))
    parser.add_argument("--deals", type=int, default=DEALS)
    options = parser.parse_args(arguments)
    for slug in options.games:
        wins = wins_by_chance(slug, options.deals)
        searched, moves = proved_moves(slug)
        print(f"{slug}: {wins} of {options.deals} won by chance;", end=" ")
        print(f"{moves} moves in the stored wins of {searched} deals", flush=True)


def wins_by_chance(slug: str, deals: int) -> int:
    """How many of the deals from 1 to `deals` are won by one playout each.

    Its base is the one that the reserve lies best for, as a player would choose it.
    """
    engine = engine_for(slug)
    searcher = Searcher(engine)
    return sum(searcher.is_won_by_chance(engine.deal(n), seed=n) for n in range(1, deals + 1))


def proved_moves(slug: str) -> tuple[int, int]:
    """How many of the first PROVED_DEALS were searched, and the mean moves of the wins, rounded."""
    found = [proof for proof in proofs(slug) if proof.number <= PROVED_DEALS]
    lengths = [check(slug, proof) for proof in found if proof.choices]
    return len(found), round(sum(lengths) / max(1, len(lengths)))


if __name__ == "__main__":
    main()
