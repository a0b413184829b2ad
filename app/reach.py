"""What can be lifted and laid, and what of it a move has changed: mostly little."""

from typing import NamedTuple

from app.engine import Engine, Lifts, Offer, Position, Takers


class Reach(NamedTuple):
    """What the piles of a position let go and take."""

    takers: Takers
    lifts: Lifts
    offers: list[Offer]
    """The lifts that another pile takes, in no order."""


Since = tuple[Position, set[int]]
"""The position that another came of, and the places where a move has touched that."""


def since(before: Position, after: Position) -> Since:
    known = before.piles
    # a position shares with the one before it what a move did not touch
    return before, {place for place, pile in enumerate(after.piles) if pile is not known[place]}


def reach_of(engine: Engine, position: Position) -> Reach:
    takers, lifts = engine.takers(position), engine.lifts(position, engine.sources)
    return Reach(takers, lifts, engine.laid(lifts, takers))


def reach_after(
    engine: Engine, known: Reach, came_of: Since, position: Position
) -> tuple[Reach, set[int], list[Offer]]:
    """By the reach `known` of the position before; also the sources where that is no longer true,
    and what they offer now.

    Both wait for the same rank on an empty foundation: another one changes everything.
    """
    before, touched = came_of
    takers, lifts = known.takers.copy(), known.lifts.copy()
    stale = touched - {engine.stock}
    for card in engine.lifts(before, stale):
        del lifts[card]
    for place in touched:
        if place < engine.columns.stop:
            took, takes = engine.takes_at(before, place), engine.takes_at(position, place)
            others = takers.pop(took).copy()
            others.remove(place)
            if others:
                takers[took] = others
            takers[takes] = [*takers.get(takes, ()), place]
            for card in took | takes:
                if card in lifts:
                    stale.add(lifts[card][0])
    fresh = engine.lifts(position, stale)
    lifts |= fresh
    found = engine.laid(fresh, takers)
    offers = [offer for offer in known.offers if offer[0] not in stale]
    return Reach(takers, lifts, offers + found), stale, found
