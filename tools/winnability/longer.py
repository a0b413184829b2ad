"""Searches the deals that are neither won nor lost once more, for as long as the largest budget."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from pathlib import Path

from app.solver.proofs import FOLDER, Proof, replace
from tools.proved import proved, searcher_of
from tools.winnability.ledger import End, Entry
from tools.winnability.sums import BUDGETS, figures, studied

KEPT_AT_ONCE = 20
"""Deals whose searches are lost when a run is cut."""


def searched_longer(
    games: Iterable[str], known: list[Entry], pool: Executor, folder: Path = FOLDER
) -> Iterator[tuple[str, Proof]]:
    """What was found of each deal, stored in the place of the shorter search."""
    for slug in games:
        moves = moves_wanted(slug, known, folder)
        while numbers := not_searched_for(slug, moves, known, folder)[:KEPT_AT_ONCE]:
            searches = [pool.submit(search, slug, number, moves) for number in numbers]
            found = [one.result() for one in searches]
            replace(slug, {proof.number: proof for proof in found}, folder)
            yield from ((slug, proof) for proof in found)


def moves_wanted(slug: str, known: Iterable[Entry], folder: Path = FOLDER) -> int:
    """The largest budget in playout moves, by the speed that was measured."""
    return int(BUDGETS[-1] * figures(slug, studied(slug, folder), known).speed) + 1


def not_searched_for(
    slug: str, moves: int, known: Iterable[Entry], folder: Path = FOLDER
) -> list[int]:
    """Deals that count, of which nothing is proved and which were searched for less."""
    lost = {one.deal for one in known if isinstance(one, End) and one.game == slug and one.is_lost}
    return [
        proof.number
        for proof in studied(slug, folder)
        if proof.choices is None and proof.spent < moves and proof.number not in lost
    ]


def search(slug: str, number: int, playout_moves: int) -> Proof:
    return proved(searcher_of(slug), number, playout_moves)
