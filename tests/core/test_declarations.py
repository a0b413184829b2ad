"""The words a game is declared in: contradictions are refused, and every word does what it says."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.cards import ACE, KING, Card, Pile, fresh_decks, is_red, rank, suit
from app.engine import Engine, Move, Position
from app.games import GAMES, draw_variants
from app.games.klondike import ATHENA, ATHENA_1, BUREAU, KLONDIKE, KLONDIKE_3
from app.games.roman import COLONEL, DOUBLE_SIGNORA, ROMAN, SIGNORA
from app.rules import (
    BadRules,
    Base,
    Build,
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

Change = Callable[[GameRules], GameRules]


def deal(*columns: str) -> Change:
    return lambda rules: replace(rules, tableau=replace(rules.tableau, deal=columns))


def build(how: Build) -> Change:
    return lambda rules: replace(rules, tableau=replace(rules.tableau, build=how))


def refill(*kinds: Kind) -> Change:
    return lambda rules: replace(rules, tableau=replace(rules.tableau, refill=kinds))


BAD: list[tuple[str, Change]] = [
    ("no slug", lambda r: replace(r, slug="")),
    ("no name", lambda r: replace(r, name="")),
    ("too few foundations", lambda r: replace(r, decks=2)),
    ("too many foundations", lambda r: replace(r, foundations=replace(r.foundations, count=5))),
    ("no columns", deal()),
    ("a column without cards", deal("U", "")),
    ("a face that is none", deal("U", "xU")),
    ("a top face down", deal("U", "Ud")),
    ("more cards than there are", deal(*["UUUUUUUUU"] * 6)),
    ("a reserve too many", lambda r: replace(r, reserve=Reserve(25, (Kind.FOUNDATION,)))),
    (
        "foundations down",
        lambda r: replace(r, foundations=Foundations(4, build_down(Match.SAME_SUIT))),
    ),
    (
        "foundations by two",
        lambda r: replace(r, foundations=Foundations(4, Build(2, Match.SAME_SUIT))),
    ),
    ("columns up", build(build_up(Match.SAME_SUIT))),
    ("refill from the reserve", refill(Kind.RESERVE)),
    ("refill from a column", refill(Kind.WASTE, Kind.TABLEAU)),
    ("a turn of no card", lambda r: replace(r, stock=Stock(per_turn=0))),
    ("no pass", lambda r: replace(r, stock=Stock(passes=0))),
    (
        "any base without wrap",
        lambda r: replace(
            r, foundations=Foundations(4, build_up(Match.SAME_SUIT), Base.FIRST_PLAYED)
        ),
    ),
    ("a reserve to the waste", lambda r: replace(r, reserve=Reserve(2, (Kind.WASTE,)))),
]


@pytest.mark.parametrize("change", [pytest.param(change, id=why) for why, change in BAD])
def test_refused(change: Change) -> None:
    with pytest.raises(BadRules, match=r": "):
        change(KLONDIKE)


def test_the_unchanged_is_not_refused() -> None:
    assert replace(KLONDIKE) == KLONDIKE
    assert deal(*KLONDIKE.tableau.deal)(KLONDIKE) == KLONDIKE


# -- the nine games ------------------------------------------------------------------------


def test_the_games_of_the_house() -> None:
    assert list(GAMES) == [
        "roman",
        "bureau",
        "signora",
        "colonel",
        "double-signora",
        "athena",
        "athena-1",
        "klondike",
        "klondike-3",
    ]
    assert all(rules.slug == slug for slug, rules in GAMES.items())


def test_draw_variants() -> None:
    assert draw_variants(KLONDIKE) == (KLONDIKE_3,)
    assert draw_variants(ATHENA_1) == (ATHENA,)
    assert not any(map(draw_variants, (ROMAN, BUREAU, SIGNORA, COLONEL, DOUBLE_SIGNORA)))


DEALS = {
    "roman": (8, ["U"] * 9, 11, 84),
    "bureau": (8, ["dUdU"] * 13, 0, 52),
    "signora": (8, ["U"] * 9, 11, 84),
    "colonel": (8, ["U"] * 10, 11, 83),
    "double-signora": (16, ["U"] * 11, 21, 176),
    "athena": (4, ["dUdU"] * 7, 0, 24),
    "athena-1": (4, ["dUdU"] * 7, 0, 24),
    "klondike": (4, ["U", "dU", "ddU", "dddU", "ddddU", "dddddU", "ddddddU"], 0, 24),
    "klondike-3": (4, ["U", "dU", "ddU", "dddU", "ddddU", "dddddU", "ddddddU"], 0, 24),
}


@pytest.mark.parametrize("slug", GAMES)
def test_x9_the_deal(slug: str) -> None:
    foundations, columns, reserve, stock = DEALS[slug]
    engine = Engine(GAMES[slug])
    position = engine.deal(1)
    assert [position.piles[n] for n in engine.foundations] == [()] * foundations
    faces = [
        "".join("d" if position.face_down >> card & 1 else "U" for card in position.piles[n])
        for n in engine.columns
    ]
    assert faces == columns
    assert sum(len(position.piles[n]) for n in range(engine.columns.stop, engine.waste)) == reserve
    assert position.piles[engine.waste] == ()
    assert len(position.piles[engine.stock]) == stock
    cards = sorted(card for pile in position.piles for card in pile)
    assert cards == fresh_decks(engine.rules.decks)
    assert engine.rules.cards_dealt == engine.rules.cards - stock


def test_dealt_round_after_round() -> None:
    position = Engine(KLONDIKE).lay_out(tuple(fresh_decks(1)))
    assert position.piles[4:7] == ((0,), (1, 7), (2, 8, 13))
    assert position.piles[-1][-1] == 28
    position = Engine(ROMAN).lay_out(tuple(fresh_decks(2)))
    assert position.piles[8:10] == ((0,), (1,))
    assert position.piles[17] == tuple(range(9, 20))
    assert position.piles[-1][-1] == 20


def test_triangle() -> None:
    assert triangle(3) == ("U", "dU", "ddU")


# -- words, one by one ---------------------------------------------------------------------


def lay(
    rules: GameRules, column: Pile, waste: Pile, *, stock: Pile = ()
) -> tuple[Engine, Position]:
    """Two columns, the first as given and the second empty; everything else is empty."""
    engine = Engine(replace(rules, tableau=replace(rules.tableau, deal=("U", "U"))))
    piles: list[Pile] = [() for _ in engine.names]
    piles[engine.columns.start] = column
    piles[engine.waste], piles[engine.stock] = waste, stock
    return engine, Position(tuple(piles), 0, 0)


@pytest.mark.parametrize("match", Match)
@pytest.mark.parametrize("wrap", [True, False])
def test_build_of_columns(match: Match, *, wrap: bool) -> None:
    build = build_down(match, wrap=wrap)
    engine, position = lay(
        replace(KLONDIKE, tableau=replace(KLONDIKE.tableau, build=build)), (), ()
    )
    column = engine.columns.start
    for under in fresh_decks(1):
        piles = (*position.piles[:column], (under,), *position.piles[column + 1 :])
        takes = engine.takes(position._replace(piles=piles))[column]
        assert len(takes) == (
            0
            if rank(under) == ACE and not wrap
            else {Match.ANY_SUIT: 4, Match.SAME_SUIT: 1, Match.ALTERNATE_COLOUR: 2}[match]
        )
        assert all(rank(under) == rank(over) % 13 + 1 for over in takes)
        for over in takes:
            match match:
                case Match.ANY_SUIT:
                    pass
                case Match.SAME_SUIT:
                    assert suit(over) == suit(under)
                case Match.ALTERNATE_COLOUR:
                    assert is_red(over) != is_red(under)


@pytest.mark.parametrize("match", Match)
@pytest.mark.parametrize("wrap", [True, False])
def test_build_of_foundations(match: Match, *, wrap: bool) -> None:
    rules = replace(KLONDIKE, foundations=Foundations(4, build_up(match, wrap=wrap)))
    engine, position = lay(rules, (), ())
    for under in fresh_decks(1):
        takes = engine.takes(position._replace(piles=((under,), *position.piles[1:])))[0]
        assert len(takes) == (
            0
            if rank(under) == KING and not wrap
            else {Match.ANY_SUIT: 4, Match.SAME_SUIT: 1, Match.ALTERNATE_COLOUR: 2}[match]
        )
        assert all(rank(over) == rank(under) % 13 + 1 for over in takes)


@pytest.mark.parametrize(
    ("empty", "ranks"),
    [(Empty.NOTHING, set()), (Empty.KING, {KING}), (Empty.ANY, set(range(1, 14)))],
)
def test_empty(empty: Empty, ranks: set[int]) -> None:
    rules = replace(KLONDIKE, tableau=replace(KLONDIKE.tableau, empty=empty))
    engine, position = lay(rules, (), ())
    taken = engine.takes(position)[engine.columns.start]
    assert {rank(card) for card in taken} == ranks
    assert len(taken) == 4 * len(ranks)


@pytest.mark.parametrize(("unit", "lifted"), [(Unit.ONE, {1}), (Unit.RUN, {1, 2, 3})])
def test_unit(unit: Unit, lifted: set[int]) -> None:
    rules = replace(
        KLONDIKE,
        tableau=replace(
            KLONDIKE.tableau, build=build_down(Match.SAME_SUIT), unit=unit, empty=Empty.ANY
        ),
    )
    engine, position = lay(rules, (Card(30), Card(7), Card(6), Card(5)), ())
    to_second = [m for m in engine.legal_moves(position) if m.target == engine.columns.start + 1]
    assert {move.cards for move in to_second} == lifted


@pytest.mark.parametrize(
    ("refill", "filled"),
    [
        ((), None),
        ((Kind.WASTE,), 21),
        ((Kind.STOCK,), 31),
        ((Kind.WASTE, Kind.STOCK), 21),
        ((Kind.STOCK, Kind.WASTE), 31),
    ],
)
def test_refill_in_order(refill: tuple[Kind, ...], filled: int | None) -> None:
    rules = replace(KLONDIKE, tableau=replace(KLONDIKE.tableau, refill=refill))
    waste, stock = (Card(20), Card(21)), (Card(30), Card(31))
    engine, position = lay(rules, (Card(0),), waste, stock=stock)
    after = engine.apply(position, Move(engine.columns.start, 0))
    assert after.piles[engine.columns.start] == (() if filled is None else (filled,))
    assert after.piles[engine.waste] == (waste[:-1] if filled == 21 else waste)
    assert after.piles[engine.stock] == (stock[:-1] if filled == 31 else stock)


@pytest.mark.parametrize("refill", [(Kind.WASTE, Kind.STOCK), (Kind.STOCK, Kind.WASTE)])
def test_refill_from_what_is_left(refill: tuple[Kind, ...]) -> None:
    rules = replace(KLONDIKE, tableau=replace(KLONDIKE.tableau, refill=refill))
    for waste, stock in (((Card(20),), ()), ((), (Card(20),))):
        engine, position = lay(rules, (Card(0),), waste, stock=stock)
        after = engine.apply(position, Move(engine.columns.start, 0))
        assert after.piles[engine.columns.start] == (20,)
        assert after.piles[engine.waste] == after.piles[engine.stock] == ()


@pytest.mark.parametrize(
    "kinds", [(), (Kind.FOUNDATION,), (Kind.TABLEAU,), (Kind.FOUNDATION, Kind.TABLEAU)]
)
def test_what_a_reserve_plays_to(kinds: tuple[Kind, ...]) -> None:
    rules = replace(KLONDIKE, reserve=Reserve(2, kinds))
    engine, position = lay(rules, (Card(14),), ())
    piles = list(position.piles)
    piles[engine.columns.stop] = (Card(5), Card(0))
    position = position._replace(piles=tuple(piles))
    targets = {
        engine.names[move.target].kind
        for move in engine.legal_moves(position)
        if move.source == engine.columns.stop
    }
    assert targets == set(kinds)


@pytest.mark.parametrize("per_turn", [1, 2, 3, 5])
@pytest.mark.parametrize("passes", [1, 2, 3, None])
def test_turns_and_passes(per_turn: int, passes: int | None) -> None:
    engine = Engine(replace(KLONDIKE, stock=Stock(per_turn, passes)))
    first = position = engine.deal(1)
    for begun in range(1, (passes or 5) + 1):
        turns = 0
        while stock := position.piles[engine.stock]:
            there = engine.apply(position, engine.turn)
            came = there.piles[engine.waste][len(position.piles[engine.waste]) :]
            assert came == stock[::-1][:per_turn]
            position, turns = there, turns + 1
        assert turns == -(-24 // per_turn)
        assert engine.can_turn(position) == (begun != passes)
        if engine.can_turn(position):
            position = engine.apply(position, engine.turn)
            assert position.piles == first.piles
