"""Declarations that are no game of the house, and tongues to tell games in, for the tests."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from gettext import NullTranslations
from typing import Any, NamedTuple, cast

from app.games import GAMES
from app.games.klondike import BUREAU, KLONDIKE_3
from app.games.roman import COLONEL, ROMAN
from app.howto import Part, how_to_play
from app.rules import BadRules, Base, Empty, GameRules, Kind, Match, Reserve, Unit, triangle
from app.web.i18n import catalog
from app.words import Tongue

ENGLISH = NullTranslations()
# what a French text must not hold
ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|or|to|a card|cards|is|from|waste|stock|column)\b", re.IGNORECASE
)
WRONG_SPACE = re.compile(r"(?<!\u00a0)[;:!?»]|«(?!\u00a0)")

TONGUES: dict[str, Tongue] = {"en": ENGLISH, "fr": catalog("fr")}


class Listener(NullTranslations):
    """English that remembers which whole sentences were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.sentences: set[str] = set()

    def gettext(self, message: str) -> str:
        if message.endswith("."):
            self.sentences.add(message)
        return message

    def ngettext(self, one: str, many: str, count: int) -> str:
        if one.endswith("."):
            self.sentences.add(one)
        return one if count == 1 else many


@cache
def told(rules: GameRules, language: str = "en") -> dict[Part, str]:
    sections = how_to_play(rules, TONGUES[language])
    return {section.part: " ".join(section.sentences) for section in sections}


Change = Callable[[GameRules], GameRules]

_VALUES: dict[str, list[object]] = {
    "tableau.deal": [
        ("U",) * 9,
        ("U",) * 8,
        ("UU",) * 9,
        ("dU",) * 7,
        ("UdU",) * 7,
        ("dUdU",) * 7,
        ("dUdU",) * 6,
        triangle(7),
        triangle(6),
    ],
    "tableau.build.match": list(Match),
    "tableau.build.wrap": [True, False],
    "tableau.unit": list(Unit),
    "tableau.empty": list(Empty),
    "tableau.refill": [
        (),
        (Kind.WASTE,),
        (Kind.STOCK,),
        (Kind.WASTE, Kind.STOCK),
        (Kind.STOCK, Kind.WASTE),
    ],
    "foundations.build.match": list(Match),
    "foundations.build.wrap": [True, False],
    "reserve": [
        None,
        *(
            Reserve(cards, kinds)
            for cards in (1, 2, 11, 12)
            for kinds in ((Kind.FOUNDATION,), (Kind.TABLEAU,), (Kind.FOUNDATION, Kind.TABLEAU))
        ),
    ],
    "stock.per_turn": [1, 2, 3],
    "stock.passes": [1, 2, 3, None],
}


@cache
def vocabulary() -> tuple[GameRules, ...]:
    """The games of the house, and what the flips make of some."""
    return (*GAMES.values(), *(flip.after for flip in flips()))


class Flip(NamedTuple):
    field: str
    before: GameRules
    after: GameRules


@cache
def flips() -> tuple[Flip, ...]:
    """Every value of the vocabulary put into games that have another."""
    return tuple(
        Flip(field, rules, flipped)
        for rules in (ROMAN, COLONEL, BUREAU, KLONDIKE_3)
        for field, change in _changes()
        if (flipped := _or_none(change, rules)) and flipped != rules
    )


def _or_none(change: Change, rules: GameRules) -> GameRules | None:
    try:
        return change(rules)
    except BadRules:
        return None


def _changes() -> Iterator[tuple[str, Change]]:
    for name, values in _VALUES.items():
        for value in values:
            yield name, partial(changed, path=name, value=value)
    for base in Base:
        yield "foundations.base", partial(_based, base=base)
    for decks in (1, 2, 3, 4):
        yield "decks", partial(_packed, decks=decks)


def changed(rules: GameRules, path: str, value: object) -> GameRules:
    """`rules` with another value in the field at `path`: `tableau.build.match`."""
    return cast(GameRules, _changed(rules, path.split("."), value))


def _changed(holder: Any, path: list[str], value: object) -> object:  # noqa: ANN401 - of any declaration
    first, *rest = path
    inner = _changed(getattr(holder, first), rest, value) if rest else value
    return replace(holder, **{first: inner})


def _based(rules: GameRules, base: Base) -> GameRules:
    wrap = base is Base.FIRST_PLAYED
    build = replace(rules.foundations.build, wrap=wrap)
    return replace(rules, foundations=replace(rules.foundations, base=base, build=build))


def _packed(rules: GameRules, decks: int) -> GameRules:
    foundations = replace(rules.foundations, count=4 * decks)
    return replace(rules, decks=decks, foundations=foundations)
