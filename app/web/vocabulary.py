"""The words and letters of typed moves in each language: cards, piles, commands."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from app.cards import RANKS, Suit
from app.notation import TURN
from app.rules import Kind
from app.web.press import Action

MOST_PILES = 16
"""Of one kind; a game that has fewer says that there is no such pile."""

# without capitals, accents and spaces, as a typed text is read; not gettext's: these are letters
# to type, of which a language may need several, and no text that is shown

_RANKS: dict[str, dict[int, tuple[str, ...]]] = {
    "en": {
        1: ("a", "1", "ace"),
        10: ("10", "t", "ten"),
        11: ("j", "jack"),
        12: ("q", "queen"),
        13: ("k", "king"),
    },
    "fr": {
        1: ("a", "1", "as"),
        10: ("10", "dix"),
        11: ("v", "valet"),
        12: ("d", "dame"),
        13: ("r", "roi"),
    },
}
_SUITS: dict[str, dict[Suit, tuple[str, ...]]] = {
    "en": {
        Suit.SPADES: ("s", "spade", "spades", "♠"),
        Suit.HEARTS: ("h", "heart", "hearts", "♥"),
        Suit.DIAMONDS: ("d", "diamond", "diamonds", "♦"),
        Suit.CLUBS: ("c", "club", "clubs", "♣"),
    },
    "fr": {
        Suit.SPADES: ("p", "pique", "piques", "♠"),
        Suit.HEARTS: ("c", "co", "coeur", "coeurs", "♥"),
        Suit.DIAMONDS: ("k", "ca", "carreau", "carreaux", "♦"),
        Suit.CLUBS: ("t", "trefle", "trefles", "♣"),
    },
}
_OF = {"en": ("", "of"), "fr": ("", "de")}
_TO = {"en": ("to", "onto", "on"), "fr": ("vers", "versla", "sur", "surla", "surle", "a", "ala")}
_PILES: dict[str, dict[Kind, tuple[str, ...]]] = {
    "en": {
        Kind.FOUNDATION: ("f", "foundation", "foundations", "thefoundations"),
        Kind.TABLEAU: ("", "t", "c", "col", "column"),
        Kind.RESERVE: ("r", "reserve", "thereserve"),
        Kind.WASTE: ("w", "waste", "thewaste"),
    },
    "fr": {
        Kind.FOUNDATION: ("f", "fondation", "fondations", "lafondation", "lesfondations"),
        Kind.TABLEAU: ("", "t", "c", "col", "colonne", "lacolonne"),
        Kind.RESERVE: ("r", "reserve", "lareserve"),
        Kind.WASTE: ("w", "def", "defausse", "ladefausse"),
    },
}
_COMMANDS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        TURN: ("d", "deal", "turn", "stock", "s"),
        Action.UNDO.value: ("undo", "u", "z"),
        Action.REDO.value: ("redo", "y"),
        Action.UP.value: ("up", "all", "tothefoundations"),
        Action.RESTART.value: ("restart",),
    },
    "fr": {
        TURN: ("d", "pioche", "piocher", "retourner", "tirer", "s"),
        Action.UNDO.value: ("annuler", "annule", "z"),
        Action.REDO.value: ("retablir", "retablis", "y"),
        Action.UP.value: ("monter", "tout", "auxfondations"),
        Action.RESTART.value: ("recommencer",),
    },
}


@cache
def faces(language: str) -> Mapping[str, int]:
    """`7h`, `7ofhearts`, `roidecoeur` -> 0 to 51."""
    return MappingProxyType(
        {
            f"{rank}{joint}{word}": suit * RANKS + n - 1
            for n in range(1, RANKS + 1)
            for rank in _RANKS[language].get(n, (str(n),))
            for joint in _OF[language]
            for suit, words in _SUITS[language].items()
            for word in words
        }
    )


@cache
def piles(language: str) -> Mapping[str, tuple[Kind, int]]:
    """`3`, `t3`, `column3`, `f`, `waste` -> kind and number; 0: any of its kind."""
    return MappingProxyType(dict(_all_piles(language)))


def joints(language: str) -> tuple[str, ...]:
    """What may stand between the card and where it goes."""
    return _TO[language]


@cache
def commands(language: str) -> Mapping[str, str]:
    """`deal`, `undo`, `pioche` -> the turn of the stock in notation, or the name of an action."""
    return MappingProxyType(
        {word: name for name, words in _COMMANDS[language].items() for word in words}
    )


def _all_piles(language: str) -> Iterator[tuple[str, tuple[Kind, int]]]:
    for kind, words in _PILES[language].items():
        numbers = range(1, MOST_PILES + 1) if kind in (Kind.FOUNDATION, Kind.TABLEAU) else (1,)
        for word in words:
            if kind is not Kind.TABLEAU:
                yield word, (kind, 0)
            yield from ((f"{word}{number}", (kind, number)) for number in numbers)
