"""How many moves, pairs and triples of moves ten deals of each game begin with."""

import json

import pytest

from app.cards import DECK_SIZE, face_name
from app.deals import shuffled
from app.engine import engine_for
from app.games import GAMES
from tests.core.perft import DEALS, DEPTH, GOLDEN, Counts, divide, perft
from tests.reference import HOUSES, House, Layout, choices, deal, play

GOLDEN_COUNTS: Counts = json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("depth", range(1, DEPTH + 1))
@pytest.mark.parametrize("slug", GAMES)
def test_perft(slug: str, depth: int) -> None:
    engine = engine_for(slug)
    for number in DEALS:
        position = engine.deal(number)
        expected = GOLDEN_COUNTS[slug][str(number)][depth - 1]
        assert perft(engine, position, depth) == expected, (
            f"{slug} deal {number}, by first move: {divide(engine, position, depth)}"
        )


def test_divide_adds_up() -> None:
    engine = engine_for("bureau")
    counts = divide(engine, engine.deal(1), 3)
    assert sum(counts.values()) == GOLDEN_COUNTS["bureau"]["1"][2]
    assert set(divide(engine, engine.deal(1), 1).values()) == {1}


def reference_perft(house: House, layout: Layout, depth: int) -> int:
    moves = list(choices(house, layout))
    if depth == 1:
        return len(moves)
    return sum(reference_perft(house, play(house, layout, move), depth - 1) for move in moves)


def reference_deal(slug: str, number: int) -> Layout:
    house = HOUSES[slug]
    pack = shuffled(house.packs, number)
    return deal(house, [face_name(card) + "abcd"[card // DECK_SIZE] for card in pack])


@pytest.mark.parametrize("slug", GAMES)
def test_the_reference_counts_the_same(slug: str) -> None:
    layout = reference_deal(slug, 1)
    counts = [reference_perft(HOUSES[slug], layout, 1)]
    if slug != "double-signora":
        counts.append(reference_perft(HOUSES[slug], layout, 2))
    assert counts == GOLDEN_COUNTS[slug]["1"][: len(counts)]


@pytest.mark.soak
@pytest.mark.parametrize("number", DEALS[:3])
@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "double-signora"])
def test_the_reference_counts_the_same_to_depth_three(slug: str, number: int) -> None:
    counts = reference_perft(HOUSES[slug], reference_deal(slug, number), 3)
    assert counts == GOLDEN_COUNTS[slug][str(number)][2]
