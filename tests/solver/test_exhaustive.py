"""Lost is said where everything was looked at, and nowhere else."""

from collections import Counter
from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from app.cards import Card, face_name, is_red, rank, suit
from app.engine import Engine, Position, engine_for
from app.games import GAMES
from app.solver.compiled import IS_COMPILED
from app.solver.exhaustive import (
    FIRST_FACTOR,
    SECOND_FACTOR,
    THIRD_FACTOR,
    Finding,
    Verdict,
    exhaust,
    fingerprint,
)
from app.solver.proofs import line_of, proofs
from app.solver.searching import checked
from app.solver.tables import compile_game, first_alike, table_of
from tests.core.test_reference import position_of
from tests.core.test_stuck import small_layout
from tests.positions import draw, narrow_engine
from tests.reference import HOUSES
from tests.solver.test_searching import golden_line

BOUND = 3000
FACTORS = FIRST_FACTOR, SECOND_FACTOR, THIRD_FACTOR


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
    assert alike("bureau", "KC") == "KS"
    assert alike("bureau", "7D") == "7H"
    assert alike("klondike", "7C") == "7C"
    assert alike("roman", "7C") == "7C"
    # on kings nothing is built in any suit, and yet each is wanted on its own queen alone
    assert alike("klondike", "KC") == "KC"
    assert alike("klondike", "KD") == "KD"


BY_COLOUR = {"bureau", "signora", "double-signora"}


def pictured(engine: Engine, position: Position) -> tuple[object, ...]:
    """All of a position that matters: not which of two like piles, nor which of two like cards."""

    def seen(pile: tuple[Card, ...]) -> tuple[tuple[int, int, int], ...]:
        by_colour = engine.rules.slug in BY_COLOUR
        return tuple(
            (rank(card), is_red(card) if by_colour else suit(card), position.face_down >> card & 1)
            for card in pile
        )

    piles = [seen(pile) for pile in position.piles]
    first, last = engine.columns.start, engine.columns.stop
    up, columns, rest = sorted(piles[:first]), sorted(piles[first:last]), piles[last:]
    return tuple(up), tuple(columns), tuple(rest), position.passes_left


@pytest.mark.parametrize("slug", GAMES)
def test_a_fingerprint_tells_positions_apart_and_nothing_else(slug: str) -> None:
    random = Random(slug)
    engine = engine_for(slug)
    game = compile_game(engine)
    position, line = golden_line(slug)
    # the last moves of a game, where piles are short, and all that might have been made instead
    places = {len(line) - left for left in range(1, 26)} | set(random.sample(range(len(line)), 10))
    prints: dict[tuple[object, ...], tuple[int, ...]] = {}
    for place in sorted(places):
        here = reduce(engine.apply, line[:place], position)
        for there in (here, *(engine.apply(here, move) for move in engine.legal_moves(here))):
            table = table_of(engine, there)
            found = tuple(int(fingerprint(game, table, factor)) for factor in FACTORS)
            assert prints.setdefault(pictured(engine, there), found) == found
    for lane in zip(*prints.values(), strict=True):
        assert len(set(lane)) == len(prints)


def test_a_turn_of_the_stock_is_another_position() -> None:
    # two in the stock or one, the other turned: nothing else differs
    table = draw("bureau", "F1=AS; T1=5D; S=9H 9D; p=2")
    turned = table.play("S")
    game = compile_game(table.engine)
    for factor in FACTORS:
        assert fingerprint(game, table_of(table.engine, table.position), factor) != fingerprint(
            game, table_of(table.engine, turned.position), factor
        )


@pytest.mark.soak
def test_two_thousand_positions_of_stored_wins_are_not_lost() -> None:
    random = Random(2)
    stored = [(slug, proof) for slug in GAMES for proof in proofs(slug) if proof.choices]
    bound = 20_000 if IS_COMPILED else 500
    verdicts: Counter[Verdict] = Counter()
    for _ in range(2000):
        slug, proof = random.choice(stored)
        engine = engine_for(slug)
        position = engine.deal(proof.number)
        line = list(line_of(engine, position, proof.choices or ""))
        here = reduce(engine.apply, line[: len(line) - random.randrange(1, 25)], position)
        verdicts[exhaust(engine, here, bound).verdict] += 1
    print({verdict.value: count for verdict, count in verdicts.items()})
    assert verdicts[Verdict.LOST] == 0
    assert verdicts[Verdict.WON] > 0
