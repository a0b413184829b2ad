"""The kernel against the engine, move by move: same moves, same positions, for every game."""

from dataclasses import replace
from random import Random

import pytest

from app.cards import Card
from app.engine import UNLIMITED, Engine, Position
from app.games import GAMES
from app.games.klondike import KLONDIKE
from app.games.roman import COLONEL, ROMAN
from app.rules import (
    Base,
    Empty,
    Foundations,
    GameRules,
    Kind,
    Match,
    Reserve,
    Stock,
    Unit,
    build_down,
    build_up,
    triangle,
)
from app.solver import layout
from app.solver.compiled import Numbers, zeros
from app.solver.kernel import legal_moves, play_move
from app.solver.tables import TooLarge, compile_game, move_of, packed_of, table_of
from tests.core.test_reference import nearly_won
from tests.core.test_reference import position_of as position_of_layout
from tests.reference import HOUSES

ODD = {
    "two packs in stairs": replace(
        KLONDIKE,
        decks=2,
        foundations=replace(KLONDIKE.foundations, count=8),
        tableau=replace(KLONDIKE.tableau, deal=triangle(9)),
        stock=Stock(per_turn=1, passes=2),
    ),
    "kings on aces, five a turn": replace(
        ROMAN,
        tableau=replace(ROMAN.tableau, build=build_down(Match.SAME_SUIT, wrap=True), unit=Unit.RUN),
        stock=Stock(per_turn=5, passes=3),
    ),
    "a reserve that plays to columns": replace(
        COLONEL, reserve=Reserve(7, (Kind.FOUNDATION, Kind.TABLEAU))
    ),
    "refilled from the stock alone, for ever": replace(
        COLONEL,
        tableau=replace(COLONEL.tableau, refill=(Kind.STOCK,), empty=Empty.KING),
        stock=Stock(per_turn=2, passes=None),
    ),
    "any suit goes up": replace(
        ROMAN, foundations=Foundations(8, build_up(Match.ANY_SUIT, wrap=True), Base.ACE)
    ),
    "any suit in runs on free columns": replace(
        KLONDIKE,
        tableau=replace(
            KLONDIKE.tableau,
            deal=("dUdUU",) * 4,
            build=build_down(Match.ANY_SUIT),
            empty=Empty.ANY,
        ),
    ),
}
RULES: dict[str, GameRules] = {**GAMES, **ODD}


def play_side_by_side(
    engine: Engine, game: Numbers, position: Position, moves: int, random: Random
) -> int:
    """Random moves on both; upward ones are preferred, so that games go far. Positions compared."""
    table, found = table_of(engine, position), zeros(layout.ROOM)
    for made in range(moves):
        legal = sorted(engine.legal_moves(position))
        count = legal_moves(game, table, found)
        assert sorted(move_of(int(found[n])) for n in range(count)) == legal
        if not legal:
            return made
        upward = [move for move in legal if move.target in engine.foundations]
        move = random.choice(upward if upward and random.random() < 0.5 else legal)
        position = engine.apply(position, move)
        play_move(game, table, packed_of(move))
        assert position_of(engine, table) == position
        assert _summary(engine, table) == _summary(engine, table_of(engine, position))
    return moves


def position_of(engine: Engine, table: Numbers) -> Position:
    """The position that a table tells."""
    face_down = sum(1 << n for n in range(engine.rules.cards) if table[layout.DOWN + n])
    piles = tuple(_pile(table, pile) for pile in range(len(engine.names)))
    return Position(piles, face_down, table[layout.PASSES])


def _pile(table: Numbers, pile: int) -> tuple[Card, ...]:
    cards = []
    card = table[layout.TOP + pile]
    while card >= 0:
        cards.append(Card(int(card)))
        card = table[layout.UNDER + card]
    return tuple(cards[::-1])


def _summary(engine: Engine, table: Numbers) -> list[int]:
    """What a table says of itself, kept up from move to move; the piles are compared as cards."""
    columns = [table[layout.RUN + column] for column in engine.columns]
    return columns + [
        table[place]
        for place in (*range(layout.TAKERS, layout.TOP), *range(layout.EMPTY, layout.TABLE))
    ]


@pytest.mark.parametrize("name", RULES)
def test_same_moves_from_the_deal(name: str) -> None:
    random = Random(name)
    engine = Engine(RULES[name])
    game = compile_game(engine)
    for _ in range(2):
        position = engine.deal(random.randrange(1, 2**32))
        play_side_by_side(engine, game, position, 150, random)


@pytest.mark.parametrize("slug", GAMES)
def test_same_moves_near_the_end(slug: str) -> None:
    random = Random(slug)
    engine = Engine(GAMES[slug])
    game = compile_game(engine)
    for _ in range(6):
        layout_drawn = nearly_won(HOUSES[slug], random)
        position = position_of_layout(engine, layout_drawn)
        play_side_by_side(engine, game, position, 25, random)


@pytest.mark.soak
@pytest.mark.parametrize("name", RULES)
def test_same_moves_a_hundred_thousand_times(name: str) -> None:
    random = Random(name)
    engine = Engine(RULES[name])
    game = compile_game(engine)
    compared = 0
    while compared < 100_000:
        position = engine.deal(random.randrange(1, 2**32))
        compared += play_side_by_side(engine, game, position, 400, random)


def test_turns_before_a_move_are_made_with_it() -> None:
    engine = Engine(KLONDIKE)
    game, position = compile_game(engine), engine.deal(3)
    table, turned = table_of(engine, position), engine.apply(position, engine.turn)
    play_move(game, table, packed_of(engine.turn) | 2 << layout.TURNS_SHIFT)
    assert position_of(engine, table) == engine.apply(
        engine.apply(turned, engine.turn), engine.turn
    )
    assert position.passes_left == UNLIMITED


def test_a_game_that_does_not_fit_is_refused() -> None:
    wide = replace(KLONDIKE, tableau=replace(KLONDIKE.tableau, deal=("U",) * 40))
    with pytest.raises(TooLarge):
        compile_game(Engine(wide))
