"""What a player may choose, and how that is written down; the words for it stand elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode

from app.judge import Auto


class BadChoice(ValueError):
    """A choice that there is none of; the argument is its name."""


class Tap(StrEnum):
    """What a tap on a card does: it selects the card, or sends it to its best place."""

    SELECT = "select"
    SEND = "send"


class Motion(StrEnum):
    SYSTEM = "system"
    ON = "on"
    OFF = "off"


class Sound(StrEnum):
    OFF = "off"
    ON = "on"


class Deck(StrEnum):
    """How many colours the suits have."""

    TWO = "two"
    FOUR = "four"


class Back(StrEnum):
    WEAVE = "weave"
    LATTICE = "lattice"
    PLAIN = "plain"


class Table(StrEnum):
    GREEN = "green"
    BLUE = "blue"
    SLATE = "slate"


class Scheme(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Print(StrEnum):
    NORMAL = "normal"
    LARGE = "large"


class Hand(StrEnum):
    RIGHT = "right"
    LEFT = "left"


class Clock(StrEnum):
    SHOWN = "shown"
    HIDDEN = "hidden"


class Counts(StrEnum):
    SHOWN = "shown"
    HIDDEN = "hidden"


class Letters(StrEnum):
    """Whether letters press buttons."""

    ON = "on"
    OFF = "off"


class Hints(StrEnum):
    """What hints are told from: what the player has seen, or a win that knows the hidden cards."""

    SIGHT = "sight"
    SOLVER = "solver"


class Deals(StrEnum):
    """What new deals are drawn from: all, those whose wins are stored, or those of one grade."""

    ANY = "any"
    WINNABLE = "winnable"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Verdict(StrEnum):
    """Whether it is said that a game can still be won: that tells of hidden cards."""

    OFF = "off"
    ON = "on"


@dataclass(frozen=True, slots=True)
class Choices:
    """One of each; what nobody has chosen is the default."""

    tap: Tap = Tap.SELECT
    auto: Auto = Auto.NEVER
    motion: Motion = Motion.SYSTEM
    sound: Sound = Sound.OFF
    deck: Deck = Deck.TWO
    back: Back = Back.WEAVE
    table: Table = Table.GREEN
    scheme: Scheme = Scheme.SYSTEM
    print: Print = Print.NORMAL
    hand: Hand = Hand.RIGHT
    clock: Clock = Clock.SHOWN
    counts: Counts = Counts.SHOWN
    letters: Letters = Letters.ON
    hints: Hints = Hints.SIGHT
    verdict: Verdict = Verdict.OFF
    deals: Deals = Deals.ANY

    @classmethod
    def of_form(cls, given: Mapping[str, str]) -> "Choices":
        """Raises BadChoice for a name or a value that there is none of."""
        chosen = {name: VALUES.get(name, {}).get(value) for name, value in given.items()}
        for name, value in chosen.items():
            if value is None:
                raise BadChoice(name)
        return cls(**chosen)  # type: ignore[arg-type]  # each is of the kind that its name asks for

    @classmethod
    def of_text(cls, text: str) -> "Choices":
        """As it was kept; what only another version of the program knows is left out."""
        return _kept(text)

    def with_form(self, given: Mapping[str, str]) -> "Choices":
        """With what a form has chosen anew; raises BadChoice."""
        return Choices.of_form({**self.made, **given})

    @property
    def made(self) -> dict[str, str]:
        """Those that differ from the default, by name."""
        chosen = {name: getattr(self, name) for name in VALUES}
        return {name: value for name, value in chosen.items() if value != getattr(DEFAULTS, name)}

    @property
    def text(self) -> str:
        """`tap=send&deck=four`: those that differ from the default."""
        return urlencode(self.made)


DEFAULTS = Choices()
VALUES: dict[str, dict[str, StrEnum]] = {
    each.name: {value.value: value for value in type(getattr(DEFAULTS, each.name))}
    for each in fields(Choices)
}
"""By the name of each choice, what it may be, as it is written."""


@lru_cache(maxsize=4096)
def attributes(choices: Choices) -> str:
    """What a page's root says of them, which is all that style and script read."""
    return "".join(f' data-{name}="{value}"' for name, value in choices.made.items())


@lru_cache(maxsize=4096)
def _kept(text: str) -> Choices:
    given = parse_qsl(text)
    return Choices.of_form({name: value for name, value in given if value in VALUES.get(name, {})})
