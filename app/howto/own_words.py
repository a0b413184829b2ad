"""What is said of each game in words of its own: what makes it itself, and how to play it well.

The rules are told from the declaration, not here; figures come from our own solver's study.
"""

from collections.abc import Callable
from typing import NamedTuple

from app.howto import own_klondike, own_roman
from app.rules import GameRules
from app.words import Tongue


class OwnWords(NamedTuple):
    paragraphs: tuple[str, ...]
    strategy: tuple[str, ...]
    """Five sentences."""


Teller = Callable[[Tongue], tuple[tuple[str, ...], tuple[str, ...]]]

# the draw variants of a game bear one name and share its words
_TELLERS: dict[str, Teller] = {
    "Roman": own_roman.roman,
    "Signora": own_roman.signora,
    "Colonel": own_roman.colonel,
    "Double Signora": own_roman.double_signora,
    "Bureau": own_klondike.bureau,
    "Athena": own_klondike.athena,
    "Klondike": own_klondike.klondike,
}


def own_words(rules: GameRules, tongue: Tongue) -> OwnWords:
    """Raises KeyError for a game that nobody has written of."""
    return OwnWords(*_TELLERS[rules.name](tongue))
