"""What typed words mean in each language: cards, piles, commands. The words stand in its folder.

They are not gettext's: letters to type, of which a language may need several, are no text.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from app.cards import RANKS
from app.rules import Kind
from app.web.languages import folder_of

MOST_PILES = 16
"""Of one kind; a game that has fewer says that there is no such pile."""


@cache
def faces(language: str) -> Mapping[str, int]:
    """`7h`, `7ofhearts`, `roidecoeur` -> 0 to 51."""
    typed = folder_of(language).typed
    return MappingProxyType(
        {
            f"{rank}{joint}{word}": suit * RANKS + n - 1
            for n in range(1, RANKS + 1)
            for rank in typed.ranks.get(n, (str(n),))
            for joint in typed.of
            for suit, words in typed.suits.by_suit.items()
            for word in words
        }
    )


@cache
def piles(language: str) -> Mapping[str, tuple[Kind, int]]:
    """`3`, `t3`, `column3`, `f`, `waste` -> kind and number; 0: any of its kind."""
    return MappingProxyType(dict(_all_piles(language)))


def joints(language: str) -> tuple[str, ...]:
    """What may stand between the card and where it goes."""
    return folder_of(language).typed.to


@cache
def commands(language: str) -> Mapping[str, str]:
    """`deal`, `undo`, `pioche` -> the turn of the stock in notation, or the name of an action."""
    typed = folder_of(language).typed.commands.by_name
    return MappingProxyType({word: name for name, words in typed.items() for word in words})


def _all_piles(language: str) -> Iterator[tuple[str, tuple[Kind, int]]]:
    for kind, words in folder_of(language).typed.piles.by_kind.items():
        numbers = range(1, MOST_PILES + 1) if kind in (Kind.FOUNDATION, Kind.TABLEAU) else (1,)
        for word in words:
            if kind is not Kind.TABLEAU:
                yield word, (kind, 0)
            yield from ((f"{word}{number}", (kind, number)) for number in numbers)
