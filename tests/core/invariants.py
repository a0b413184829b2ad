"""What holds of every position, whatever was played."""

from app.cards import ACE, RANKS, fresh_decks, is_red, rank, suit
from app.engine import UNLIMITED, Engine, Position
from app.rules import Base, Match


def check_position(engine: Engine, position: Position) -> None:
    check_cards(engine, position)
    check_foundations(engine, position)
    check_columns(engine, position)
    passes = engine.rules.stock.passes
    left = position.passes_left
    assert left == UNLIMITED if passes is None else 0 <= left < passes


def check_cards(engine: Engine, position: Position) -> None:
    """No card is lost or doubled."""
    assert len(position.piles) == len(engine.names)
    cards = sorted(card for pile in position.piles for card in pile)
    assert cards == fresh_decks(engine.rules.decks)


def check_foundations(engine: Engine, position: Position) -> None:
    """At most a suit each, all begun alike, each card one rank above the one below."""
    piles = [position.piles[place] for place in engine.foundations if position.piles[place]]
    bases = {rank(pile[0]) for pile in piles}
    assert len(bases) <= 1
    if engine.rules.foundations.base is Base.ACE:
        assert bases <= {ACE}
        assert engine.base_rank(position) == ACE
    else:
        assert engine.base_rank(position) == next(iter(bases), None)
    for pile in piles:
        assert len(pile) <= RANKS
        for step, card in enumerate(pile):
            assert rank(card) == (rank(pile[0]) - 1 + step) % RANKS + 1
            if engine.rules.foundations.build.match is Match.SAME_SUIT:
                assert suit(card) == suit(pile[0])
            else:
                assert is_red(card) == (is_red(pile[0]) ^ (step % 2 == 1))


def check_columns(engine: Engine, position: Position) -> None:
    """Tops lie face up, hidden cards lie in columns, and no column waits for a refill."""
    hidden = {card for card in fresh_decks(engine.rules.decks) if position.face_down >> card & 1}
    assert position.face_down >> engine.rules.cards == 0
    covered = {card for place in engine.columns for card in position.piles[place][:-1]}
    assert hidden <= covered
    if engine.rules.tableau.refill and any(position.piles[engine.waste :]):
        assert all(position.piles[place] for place in engine.columns)
