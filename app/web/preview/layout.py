"""Where the cards of an opening table lie in a picture of 1200 by 630; draws nothing.

The piles stand as on the page: stock and waste, foundations at the right, columns below, a reserve
at the left, which has the whole height where foundations take two rows. All is in whole pixels.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.cards import Card
from app.rules import GameRules, Kind
from app.web.views import PileView

WIDTH, HEIGHT = 1200, 630
"""What link previews are made for."""
RATIO = 1.4
"""Of a card's height to its width."""

_EDGE_ASIDE, _EDGE_ABOVE = 40, 30
_GAP = 0.09
_WIDEST = 122
_IN_A_ROW = 8
# a face-up card shows its index, a covered back its border
_STRIP_UP, _STRIP_DOWN = 0.31, 0.13
_CAPTION = 96
"""Height that the words below the columns need."""


_INDENT = 14
"""Of the words beside a reserve."""


class Laid(NamedTuple):
    """A card by its upper left corner."""

    x: int
    y: int
    card: Card | None
    """None: face down."""


class Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


class Layout:
    """Every pile of a table at its place."""

    def __init__(self, rules: GameRules, views: Sequence[PileView]) -> None:
        self._columns = [view for view in views if view.kind is Kind.TABLEAU]
        self._reserve = [view for view in views if view.kind is Kind.RESERVE]
        self._foundations = rules.foundations.count
        self._in_a_row = min(self._foundations, _IN_A_ROW)
        self._rows = -(-self._foundations // self._in_a_row)
        self._is_high = bool(self._reserve) and self._rows > 1
        self._across = max(
            len(self._reserve) + len(self._columns), self._is_high + 2 + self._in_a_row
        )
        self.card = int(min(_WIDEST, self._widest(), self._highest()))
        """The width of one."""
        self._pitch = round(self.card * (1 + _GAP))
        self._left = (WIDTH - self._across * self._pitch + self._pitch - self.card) // 2
        self._top = round((HEIGHT - self._high()) / 2)
        self._below = self._top + round(self.card * self._top_units())
        self._bottom = HEIGHT - self._top

    def places(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """The corners of the waste and of the foundations, all of them empty."""
        first = self._across - self._in_a_row
        down = round(self.card * (RATIO + _GAP))
        foundations = [
            (self._x(first + number % self._in_a_row), self._top + number // self._in_a_row * down)
            for number in range(self._foundations)
        ]
        return [(self._x(self._is_high + 1), self._top)], foundations

    def cards(self) -> Iterator[Laid]:
        """What lies below comes first."""
        yield Laid(self._x(self._is_high), self._top, None)
        for view in self._reserve:
            top = self._top if self._is_high else self._below
            yield from self._fan(view, self._x(0), top)
        for slot, view in enumerate(self._columns, self._across - len(self._columns)):
            yield from self._fan(view, self._x(slot), self._below)

    def caption(self) -> Box:
        """The felt that is left for words."""
        top = self._below + round(_longest(self._columns) * self.card)
        left = self._x(1) + _INDENT if self._reserve else self._x(0)
        return Box(left, top, self._x(self._across - 1) + self.card, self._bottom)

    def _widest(self) -> float:
        return (WIDTH - 2 * _EDGE_ASIDE) / (self._across * (1 + _GAP) - _GAP)

    def _highest(self) -> float:
        room = HEIGHT - 2 * _EDGE_ABOVE
        if not self._reserve:
            return (room - _CAPTION) / (self._top_units() + _longest(self._columns))
        reserve = _longest(self._reserve)
        return room / (reserve if self._is_high else self._top_units() + reserve)

    def _high(self) -> float:
        if self._is_high:
            return self.card * _longest(self._reserve)
        if self._reserve:
            return self.card * (self._top_units() + _longest(self._reserve))
        return self.card * (self._top_units() + _longest(self._columns)) + _CAPTION

    def _top_units(self) -> float:
        """In widths of a card, like all units."""
        return self._rows * (RATIO + _GAP)

    def _x(self, slot: int) -> int:
        return self._left + slot * self._pitch

    def _fan(self, view: PileView, x: int, top: int) -> Iterator[Laid]:
        down = 0.0
        for card in view.cards:
            yield Laid(x, top + round(down * self.card), card.card)
            down += _strip(card.card)


def _longest(views: Sequence[PileView]) -> float:
    return max(map(_fan_units, views))


def _fan_units(view: PileView) -> float:
    return sum(_strip(card.card) for card in view.cards[:-1]) + RATIO


def _strip(card: Card | None) -> float:
    return _STRIP_DOWN if card is None else _STRIP_UP
