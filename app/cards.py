"""Playing cards as small integers with an identity; knows no game."""

from enum import IntEnum
from typing import NewType

Card = NewType("Card", int)
"""0..51 is the first deck, 52..103 the second, and so on: two copies of a face are two cards."""

Pile = tuple[Card, ...]
"""Bottom card first; the last card is the one on top."""

DECK_SIZE = 52
RANKS = 13
ACE, JACK, QUEEN, KING = 1, 11, 12, 13


class Suit(IntEnum):
    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"


def rank(card: Card) -> int:
    """1 (ace) to 13 (king)."""
    return card % RANKS + 1


def suit(card: Card) -> Suit:
    return Suit(card % DECK_SIZE // RANKS)


def is_red(card: Card) -> bool:
    return suit(card) in (Suit.HEARTS, Suit.DIAMONDS)


def face(card: Card) -> int:
    """0 to 51: the same for every copy of a card, whatever its deck."""
    return card % DECK_SIZE


def face_name(card: Card) -> str:
    """Rank and suit as two letters: `7C`, `TS`, `KH`."""
    return RANK_LETTERS[card % RANKS] + SUIT_LETTERS[card % DECK_SIZE // RANKS]


def fresh_decks(decks: int) -> list[Card]:
    """The cards of `decks` packs in order: spades, hearts, diamonds, clubs, each ace to king."""
    return [Card(n) for n in range(decks * DECK_SIZE)]
