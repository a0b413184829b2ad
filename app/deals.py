"""Numbered deals: the same number shuffles the same pack, for ever and in every program.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", 2014); the shuffle is Fisher-Yates from the last place down (Durstenfeld, 1964), each
place drawn without bias by rejecting what lies beyond the last whole multiple.
"""

from collections.abc import Iterator

from app.cards import Card, Pile, fresh_decks

FIRST_DEAL = 1
LAST_DEAL = 2**32 - 1

_MASK = 2**64 - 1


class NoSuchDeal(ValueError):
    """A deal number outside 1 to 2**32 - 1."""


def shuffled(decks: int, number: int) -> Pile:
    """The pack of deal `number`, in the order in which its cards are dealt.

    Raises NoSuchDeal when `number` is not 1 to 2**32 - 1.
    """
    if not FIRST_DEAL <= number <= LAST_DEAL:
        raise NoSuchDeal(number)
    cards: list[Card] = fresh_decks(decks)
    draws = _splitmix64(number)
    for last in range(len(cards) - 1, 0, -1):
        place = _below(last + 1, draws)
        cards[last], cards[place] = cards[place], cards[last]
    return tuple(cards)


def _splitmix64(seed: int) -> Iterator[int]:
    """Unsigned 64-bit numbers, without end."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        yield mixed ^ (mixed >> 31)


def _below(bound: int, draws: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each as likely as any other."""
    limit = 2**64 - 2**64 % bound
    while (draw := next(draws)) >= limit:
        pass
    return draw % bound
