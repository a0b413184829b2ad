"""Sets of the cards of a game's pack, and which cards may follow which. Knows no pile."""

from collections.abc import Iterable

from app.cards import RANKS, Card, fresh_decks, is_red, rank, suit
from app.rules import Build, Match


class CardSets:
    """Equal sets are one object here: as keys they are told apart without being looked through."""

    def __init__(self, decks: int) -> None:
        self._pack = fresh_decks(decks)
        self._sets: dict[frozenset[Card], frozenset[Card]] = {}
        self.nothing = self._one(())
        self.all = self._one(self._pack)
        self.of_rank = {
            one: self._one(card for card in self._pack if rank(card) == one)
            for one in range(1, RANKS + 1)
        }

    def followers(self, build: Build) -> dict[Card, frozenset[Card]]:
        """For each card, the cards that may be laid on it."""
        pack = self._pack
        return {
            under: self._one(over for over in pack if _follows(build, under, over))
            for under in pack
        }

    def holding(self) -> dict[Card, list[frozenset[Card]]]:
        """For each card, those of all sets made so far that it is in: of each game a few."""
        return {card: [one for one in self._sets if card in one] for card in self._pack}

    def _one(self, cards: Iterable[Card]) -> frozenset[Card]:
        found = frozenset(cards)
        return self._sets.setdefault(found, found)


def _follows(build: Build, under: Card, over: Card) -> bool:
    wanted = rank(under) + build.step
    if build.wrap:
        wanted = (wanted - 1) % RANKS + 1
    if rank(over) != wanted:
        return False
    match build.match:
        case Match.ANY_SUIT:
            return True
        case Match.SAME_SUIT:
            return suit(over) == suit(under)
        case Match.ALTERNATE_COLOUR:
            return is_red(over) != is_red(under)
