"""Lost is said where everything was looked at, and nowhere else."""

from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from app.cards import Card, face_name
from app.engine import Engine, Position, engine_for
from app.games import GAMES
from app.solver.exhaustive import Finding, Verdict, exhaust
from app.solver.proofs import line_of, proofs
from app.solver.searching import checked
from app.solver.tables import first_alike
from tests.core.test_reference import position_of
from tests.core.test_stuck import small_layout
from tests.positions import draw, narrow_engine
from tests.reference import HOUSES
from tests.solver.test_searching import golden_line

BOUND = 3000


def can_be_won(engine: Engine, position: Position) -> bool | None:
    """By looking at every position, each card told from its copy; None beyond the bound."""
    known = {position}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        if engine.is_won(here):
            return True
        for move in engine.legal_moves(here):
            there = engine.apply(here, move)
            if there not in known:
                known.add(there)
                waiting.append(there)
        if len(known) > BOUND:
            return None
    return False


@pytest.mark.parametrize("slug", GAMES)
def test_as_the_engine_says(slug: str) -> None:
    random = Random(slug)
    decided = 0
    for _ in range(12 if GAMES[slug].decks < 4 else 4):
        house = replace(HOUSES[slug], columns=HOUSES[slug].columns[:1] * 2, click=1)
        engine = narrow_engine(slug, 2)
        position = position_of(engine, small_layout(house, random))
        truth = can_be_won(engine, position)
        found = exhaust(engine, position, BOUND)
        if truth is not None:
            assert found.verdict == (Verdict.WON if truth else Verdict.LOST)
            decided += 1
        if found.verdict is Verdict.WON:
            assert checked(engine, position, found.line) == found.line
    assert decided


@pytest.mark.parametrize("slug", GAMES)
def test_a_position_of_a_won_game_is_never_lost(slug: str) -> None:
    engine = engine_for(slug)
    position, line = golden_line(slug)
    for left in 0, 1, 3, 6, 10, 15:
        here = reduce(engine.apply, line[: len(line) - left], position)
        found = exhaust(engine, here, 300)
        assert found.verdict is not Verdict.LOST
        if left <= 3:
            assert found.verdict is Verdict.WON


@pytest.mark.parametrize(
    ("slug", "position", "positions"),
    [
        # nothing can be done
        ("bureau", "F1=AS; T1=5D; T2=6D; W=9H; S=-; p=2", 1),
        # a card turned, and then nothing
        ("bureau", "F1=AS; T1=5D; T2=6D; W=9H; S=9D; p=2", 2),
        # the five lies on one black six or the other: the same by colour
        ("bureau", "F1=AS; T1=5D; T2=6S; T3=6C; S=-; p=2", 2),
        ("klondike", "F1=AC; T1=5D; T2=6S; T3=6C; T4=9H; W=-", 3),
    ],
)
def test_lost(slug: str, position: str, positions: int) -> None:
    table = draw(slug, position)
    assert exhaust(table.engine, table.position, BOUND) == Finding(Verdict.LOST, positions)


def test_a_bound_ends_it_without_a_verdict() -> None:
    engine = engine_for("klondike")
    found = exhaust(engine, engine.deal(1), 50)
    assert found.verdict is Verdict.NOT_KNOWN
    assert found.positions == 51


def test_cards_are_alike_where_no_rule_tells_them_apart() -> None:
    def alike(slug: str, name: str) -> str:
        card = next(Card(n) for n in range(52) if face_name(Card(n)) == name)
        return face_name(Card(first_alike(engine_for(slug), card)))

    assert alike("bureau", "7C") == "7S"
    assert alike("bureau", "7D") == "7H"
    assert alike("klondike", "7C") == "7C"
    assert alike("roman", "7C") == "7C"


@pytest.mark.soak
def test_two_thousand_positions_of_stored_wins_are_not_lost() -> None:
    random = Random(2)
    stored = [(slug, proof) for slug in GAMES for proof in proofs(slug) if proof.choices]
    for _ in range(2000):
        slug, proof = random.choice(stored)
        engine = engine_for(slug)
        position = engine.deal(proof.number)
        line = list(line_of(engine, position, proof.choices or ""))
        here = reduce(engine.apply, line[: len(line) - random.randrange(1, 25)], position)
        assert exhaust(engine, here, 500).verdict is not Verdict.LOST
