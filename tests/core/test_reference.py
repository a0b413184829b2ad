"""The engine against the reference engine of `tests/reference.py`, move by move."""

from random import Random

import pytest

from app.cards import DECK_SIZE, Card, face_name, fresh_decks
from app.deals import shuffled
from app.engine import UNLIMITED, Engine, Move, Position, engine_for
from app.games import GAMES
from tests.reference import HOUSES, RANKS, Choice, House, Layout, choices, deal, empty_layout, play

SUITS = "SHDC"


def name_of(card: Card) -> str:
    return face_name(card) + "abcd"[card // DECK_SIZE]


CARDS = {name_of(card): card for card in fresh_decks(4)}


def layout_of(engine: Engine, position: Position) -> Layout:
    passes = engine.rules.stock.passes
    return Layout(
        {
            text: [name_of(card) for card in pile]
            for text, pile in zip(engine.texts, position.piles, strict=True)
        },
        {name for name, card in CARDS.items() if position.face_down >> card & 1},
        1 if passes is None else passes - position.passes_left,
    )


def position_of(engine: Engine, layout: Layout) -> Position:
    passes = engine.rules.stock.passes
    return Position(
        tuple(tuple(CARDS[name] for name in layout.piles[text]) for text in engine.texts),
        sum(1 << CARDS[name] for name in layout.hidden),
        UNLIMITED if passes is None else passes - layout.passes,
    )


def choice_of(engine: Engine, move: Move) -> Choice:
    return engine.texts[move.source], engine.texts[move.target], move.cards


def move_of(engine: Engine, choice: Choice) -> Move:
    source, target, cards = choice
    return Move(engine.texts.index(source), engine.texts.index(target), cards)


def play_side_by_side(
    engine: Engine, house: House, layout: Layout, moves: int, random: Random
) -> None:
    """Random moves on both tables; prefers what is not a turn of the stock, but turns often."""
    position = position_of(engine, layout)
    for _ in range(moves):
        legal = list(choices(house, layout))
        found = list(engine.legal_moves(position))
        assert sorted(choice_of(engine, move) for move in found) == sorted(legal)
        if not legal:
            return
        upward = [choice for choice in legal if choice[1][0] == "f"]
        choice = random.choice(upward if upward and random.random() < 0.4 else legal)
        layout = play(house, layout, choice)
        position = engine.apply(position, move_of(engine, choice))
        if house.passes is None:
            layout.passes = 1
        assert layout_of(engine, position) == layout


def won_layout(house: House, random: Random) -> Layout:
    """Every card on a foundation, in an order that the game allows."""
    layout = empty_layout(house)
    start = random.randrange(13) if house.base == "first" else 0
    pairs = [SUITS, SUITS] if house.up == "suit" else ["SHDC", "HSCD"]
    for number in range(house.packs * 4):
        pack = "abcd"[number // 4]
        even, odd = pairs[0][number % 4], pairs[1][number % 4]
        for step in range(13):
            rank = RANKS[(start + step) % 13]
            layout.piles[f"f{number + 1}"].append(f"{rank}{(even, odd)[step % 2]}{pack}")
    return layout


def nearly_won(house: House, random: Random) -> Layout:
    """A won table from which some cards have come back, to anywhere."""
    layout = won_layout(house, random)
    foundations = [name for name in layout.piles if name[0] == "f"]
    elsewhere = [name for name in layout.piles if name[0] != "f"]
    for _ in range(random.randrange(1, 25)):
        if pile := layout.piles[random.choice(foundations)]:
            name = random.choice(elsewhere)
            layout.piles[name].append(pile.pop())
    for name, pile in layout.piles.items():
        if name[0] == "t" and house.columns[0] != "U":
            layout.hidden |= {card for card in pile[:-1] if random.random() < 0.3}
    if house.empty == "refill":
        for name, pile in layout.piles.items():
            for giver in "w1", "s1":
                if name[0] == "t" and not pile and layout.piles[giver]:
                    pile.append(layout.piles[giver].pop())
    return layout


def test_both_know_the_same_games() -> None:
    assert set(HOUSES) == set(GAMES)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("number", [1, 20, 4_000_000_000])
def test_same_moves_from_the_deal(slug: str, number: int) -> None:
    engine, house = engine_for(slug), HOUSES[slug]
    layout = deal(house, [name_of(card) for card in shuffled(house.packs, number)])
    assert layout_of(engine, engine.deal(number)) == layout
    play_side_by_side(engine, house, layout, 50, Random(number))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_same_moves_near_the_end(slug: str, seed: int) -> None:
    random = Random(seed)
    house = HOUSES[slug]
    play_side_by_side(engine_for(slug), house, nearly_won(house, random), 25, random)


@pytest.mark.parametrize("slug", GAMES)
def test_no_moves_when_won(slug: str) -> None:
    engine, house = engine_for(slug), HOUSES[slug]
    layout = won_layout(house, Random(5))
    position = position_of(engine, layout)
    assert engine.is_won(position)
    assert not list(choices(house, layout))
    assert not list(engine.legal_moves(position))


@pytest.mark.parametrize("slug", GAMES)
def test_only_listed_moves_are_legal(slug: str) -> None:
    """`is_legal` agrees with the list for every triple of numbers, nonsense included."""
    engine, house = engine_for(slug), HOUSES[slug]
    layout = nearly_won(house, Random(3))
    position = position_of(engine, layout)
    listed = {move_of(engine, choice) for choice in choices(house, layout)}
    numbers = range(-1, len(engine.names) + 1)
    for source in numbers:
        for target in numbers:
            for cards in range(-1, 5):
                move = Move(source, target, cards)
                assert engine.is_legal(position, move) == (move in listed), move
