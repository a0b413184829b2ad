"""The words a game is declared in. Nothing here knows how to play."""

from dataclasses import dataclass
from enum import Enum, StrEnum

from app.cards import DECK_SIZE, RANKS


class BadRules(ValueError):
    """A declaration that contradicts itself; raised when it is imported."""


class Kind(StrEnum):
    """The kinds of pile; the value is the letter that names one in notation."""

    FOUNDATION = "f"
    TABLEAU = "t"
    RESERVE = "r"
    WASTE = "w"
    STOCK = "s"


class Match(Enum):
    """Which suits may lie on one another."""

    ANY_SUIT = "any"
    SAME_SUIT = "suit"
    ALTERNATE_COLOUR = "alternate"


class Base(Enum):
    """What an empty foundation takes."""

    ACE = "ace"
    FIRST_PLAYED = "first played"
    """Any card at first; then the rank that the other foundations began with."""


class Unit(Enum):
    """What moves from column to column."""

    ONE = "one card"
    RUN = "run"
    """Any number of top cards that lie as the column is built."""


class Empty(Enum):
    """What an empty column takes."""

    NOTHING = "nothing"
    KING = "king"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Build:
    """How cards follow one another: one rank up or down, in these suits."""

    step: int
    match: Match
    wrap: bool = False
    """Whether king and ace are neighbours."""


def build_up(match: Match, *, wrap: bool = False) -> Build:
    return Build(1, match, wrap)


def build_down(match: Match, *, wrap: bool = False) -> Build:
    return Build(-1, match, wrap)


@dataclass(frozen=True, slots=True)
class Foundations:
    count: int
    build: Build
    base: Base = Base.ACE


Column = str
"""The faces of one column as it is dealt, first card first: `U` up, `d` down, as in `dUdU`."""


def triangle(columns: int) -> tuple[Column, ...]:
    """One card in the first column, one more in each that follows, only the last face up."""
    return tuple("d" * below + "U" for below in range(columns))


@dataclass(frozen=True, slots=True)
class Tableau:
    deal: tuple[Column, ...]
    build: Build
    unit: Unit = Unit.ONE
    empty: Empty = Empty.ANY
    refill: tuple[Kind, ...] = ()
    """Where an emptied column is filled from at once, first choice first; only then `empty`."""


@dataclass(frozen=True, slots=True)
class Reserve:
    """One pile, all face up, whose top card plays; nothing is ever laid on it."""

    cards: int
    plays_to: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Stock:
    per_turn: int = 1
    passes: int | None = 1
    """How often the stock may be gone through; None = without limit."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """A game: what is dealt where, what lies on what, and how often the stock comes round."""

    slug: str
    name: str
    decks: int
    foundations: Foundations
    tableau: Tableau
    stock: Stock
    reserve: Reserve | None = None

    def __post_init__(self) -> None:
        for is_wrong, why in self._contradictions():
            if is_wrong:
                raise BadRules(f"{self.slug}: {why}")

    @property
    def cards(self) -> int:
        return self.decks * DECK_SIZE

    @property
    def cards_dealt(self) -> int:
        """How many cards lie in columns and reserve when play begins; the rest are the stock."""
        return sum(map(len, self.tableau.deal)) + (self.reserve.cards if self.reserve else 0)

    def _contradictions(self) -> tuple[tuple[bool, str], ...]:
        faces = set("".join(self.tableau.deal))
        return (
            (not self.slug or not self.name, "a game needs a slug and a name"),
            (self.foundations.count * RANKS != self.cards, "the foundations must hold the pack"),
            (not self.tableau.deal or not all(self.tableau.deal), "a column is dealt no card"),
            (not faces <= {"U", "d"}, "a column is dealt in U and d"),
            (not all(c.endswith("U") for c in self.tableau.deal), "a column's top lies face up"),
            (self.cards_dealt > self.cards, "more cards are dealt than there are"),
            (self.foundations.build.step != 1, "foundations are built up by one"),
            (self.tableau.build.step != -1, "columns are built down by one"),
            (not set(self.tableau.refill) <= {Kind.WASTE, Kind.STOCK}, "refill: waste or stock"),
            (self.stock.per_turn < 1, "a turn of the stock is at least one card"),
            (self.stock.passes is not None and self.stock.passes < 1, "passes: at least one"),
            (
                self.foundations.base is Base.FIRST_PLAYED and not self.foundations.build.wrap,
                "foundations that begin anywhere must wrap from king to ace",
            ),
            (
                self.reserve is not None
                and not set(self.reserve.plays_to) <= {Kind.FOUNDATION, Kind.TABLEAU},
                "a reserve plays to foundations or columns",
            ),
        )
