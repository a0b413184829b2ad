"""Safe to send to a foundation: what the button may do, and what it must leave to the player."""

import pytest

from app.engine import Move, engine_for
from app.games import GAMES
from app.judge import safe_moves
from tests.positions import action, draw

KLONDIKES = ["klondike", "klondike-3", "athena", "athena-1"]
ALTERNATE_FAMILY = ["signora", "double-signora"]
FAMILY = ["roman", "colonel", *ALTERNATE_FAMILY]


def safe(slug: str, position: str) -> list[Move]:
    table = draw(slug, position if "T1" in position else f"{position}; T1=KD")
    here = table.position
    moves = safe_moves(table.engine, here)
    for move in moves:
        assert table.engine.is_legal(here, move)
        assert move.target in table.engine.foundations
        here = table.engine.apply(here, move)
    return list(moves)


def moves(slug: str, position: str, actions: str) -> list[Move]:
    engine = draw(slug, position).engine
    return [action(engine, text) for text in actions.split(", ")] if actions else []


CASES = [
    # an ace is safe: nothing lies on it
    (KLONDIKES, "T1=9D AC; T2=KD", "T1>F1"),
    (["bureau"], "T1=9D AC; W=AC", "T1>F1, W>F2"),
    (KLONDIKES, "T1=9D; W=3D AH", "W>F1"),
    # a two of an opened suit: only aces lie on it, and they are up or ready
    (KLONDIKES, "F1=AH; F2=AS; F3=AC; W=2H", "W>F1"),
    (KLONDIKES, "F1=AH; F2=AS; T1=9D AC; W=2H", "T1>F3, W>F1"),
    (KLONDIKES, "F1=AH; F2=AS; T1=AC 9D; W=2H", ""),
    (KLONDIKES, "F1=AH; F2=AS; W=2H; S=AC", ""),
    # every black two up, so red threes are safe; one of them down, so they are not
    (KLONDIKES, "F1=AH 2H; F2=AS 2S; F3=AC 2C; T1=9D 3H", "T1>F1"),
    (KLONDIKES, "F1=AH 2H; F2=AS 2S; F3=AC; T1=2C 3H", ""),
    # one press goes on as long as it can
    (KLONDIKES, "F1=AH 2H; F2=AS 2S; F3=AC; T1=9D 2C; W=3H; F4=AD", "T1>F3, W>F1"),
    # red aces up and black ones not: a red two may still be needed for a black ace
    (KLONDIKES, "F1=AH; F4=AD; W=2H", ""),
    # two decks: both copies of both black aces
    (["bureau"], "F1=AS; F2=AS; F3=AC; F4=AC; W=2H", "W>F1"),
    (["bureau"], "F1=AS; F2=AS; F3=AC; W=2H", ""),
    (["bureau"], "F1=AS; F2=AS; F3=AC; T1=9D AC; W=2H", "T1>F4, W>F1"),
    # a column emptied where nothing refills it is no choice of cards
    (KLONDIKES, "T1=AC; T2=9D", "T1>F1"),
    (["bureau"], "T1=AC; T2=9D", "T1>F1"),
    # the base is never chosen, though anything might go up
    (FAMILY, "T1=9D AC; R=AC; W=AD", ""),
    (FAMILY, "R=2D 5H; T1=KD", ""),
    # once it is, the reserve top is always safe, and so is an ace
    (FAMILY, "F1=7C; R=2D 7H; T1=KD", "R>F2"),
    (["roman", "colonel"], "F1=7C; R=8H 8C; T1=KD", "R>F1"),
    (["roman", "colonel"], "F1=QC KC; T1=KD AC", "T1>F1"),
    (ALTERNATE_FAMILY, "F1=QC KH; W=AC", "W>F1"),
    # the reserve goes on as far as it goes
    (["roman", "colonel"], "F1=7C; R=2D 9C 8C; T1=KD", "R>F1, R>F1"),
    # a column's only card is never safe: what comes after it is a choice
    (["roman", "colonel"], "F1=QC KC; T1=AC; W=5D", ""),
    (["roman", "colonel"], "F1=QC KC; T1=AC", ""),
    (["roman", "colonel"], "F1=QC KC; T1=5D AC; W=5D", "T1>F1"),
    (FAMILY, "F1=7C; T1=7D; W=5D; S=6D", ""),
    # in suit: the one lower neighbour, both copies; any suit: eight lower neighbours
    (["colonel"], "F1=5C 6C 7C; F2=5C 6C 7C; W=8C", "W>F1"),
    (["colonel"], "F1=5C 6C 7C; F2=5C 6C; W=8C", ""),
    (["roman"], "F1=5C 6C 7C; F2=5C 6C 7C; W=8C", ""),
    (
        ["roman"],
        "F1=7C; F2=7C; F3=7D; F4=7D; F5=7H; F6=7H; F7=7S; F8=7S; W=8C",
        "W>F1",
    ),
    (["roman"], "F1=7C; F2=7C; F3=7D; F4=7D; F5=7H; F6=7H; F7=7S; W=8C", ""),
    # safe but not wanted by any foundation
    (KLONDIKES, "F1=AH; F2=AS; F3=AC; W=2D", ""),
    (KLONDIKES, "T1=9D; W=4C", ""),
]


@pytest.mark.parametrize(
    ("slug", "position", "expected"),
    [
        pytest.param(slug, position, expected, id=f"{slug}: {position}")
        for slugs, position, expected in CASES
        for slug in slugs
    ],
)
def test_safe(slug: str, position: str, expected: str) -> None:
    assert safe(slug, position) == moves(slug, position, expected)


@pytest.mark.parametrize("slug", GAMES)
def test_no_hidden_card_changes_what_is_safe(slug: str) -> None:
    """The stock and what lies face down are not looked at."""
    engine = engine_for(slug)
    position = engine.deal(6)
    for _ in range(10):
        position = engine.apply(position, engine.turn)
    here = safe_moves(engine, position)[:1]
    piles = (*position.piles[:-1], position.piles[-1][::-1])
    assert safe_moves(engine, position._replace(piles=piles))[:1] == here


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_safe_when_won(slug: str) -> None:
    engine = engine_for(slug)
    position = engine.deal(1)
    # thirteen cards each, whichever: a won table has nothing left to send
    cards = [card for pile in position.piles for card in pile]
    count = engine.rules.foundations.count
    piles = [tuple(cards[n * 13 : n * 13 + 13]) for n in range(count)]
    won = position._replace(piles=(*piles, *(() for _ in engine.names[count:])), face_down=0)
    assert engine.is_won(won)
    assert safe_moves(engine, won) == ()
