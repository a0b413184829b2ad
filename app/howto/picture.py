"""The table before the first move as a small picture, drawn from the declaration; knows no card.

A card is ten units wide. Colours are the page's: each kind of shape has its class. Of a covered
card only the strip is drawn that shows, so no shape lies on another.
"""

from collections.abc import Iterator
from typing import NamedTuple

from app.howto import phrases
from app.rules import GameRules
from app.words import Tongue, both, game_title

PLACE, DOWN, UP = "layout-place", "layout-down", "layout-up"

_WIDE, _HIGH = 10, 14
_PITCH = 12
_ROW = 16
_APART = 3
_EDGE = 1
_STRIPS = {"U": 4, "d": 3}
_RESERVE_STRIP = 3
_LONGEST_RESERVE = 42
_FOUNDATIONS_IN_A_ROW = 8


class _Shape(NamedTuple):
    css: str
    slot: int
    top: int
    high: int = _HIGH


def layout_picture(rules: GameRules, label: str) -> str:
    """An SVG with the text alternative `label`, whose special characters must be escaped."""
    shapes = [*_top_row(rules), *_reserve(rules), *_columns(rules)]
    width = _PITCH * _slots(rules) - (_PITCH - _WIDE) + 2 * _EDGE
    height = max(shape.top + shape.high for shape in shapes) + 2 * _EDGE
    paths = "".join(
        f'<path class="{css}" d="{"".join(_outline(s) for s in shapes if s.css == css)}"/>'
        for css in (PLACE, DOWN, UP)
    )
    return (
        f'<svg class="layout" viewBox="{-_EDGE} {-_EDGE} {width} {height}" '
        f'role="img" aria-label="{label}">{paths}</svg>'
    )


def layout_words(rules: GameRules, tongue: Tongue) -> str:
    """The text alternative of the picture; raises NoWords."""
    _ = tongue.gettext
    foundations = rules.foundations.count
    parts = [
        _("stock and waste"),
        tongue.ngettext("%(count)d foundation", "%(count)d foundations", foundations)
        % {"count": foundations},
    ]
    if rules.reserve:
        cards = phrases.turned(tongue, rules.reserve.cards)
        parts.append(_("a reserve of %(cards)s") % {"cards": cards})
    parts.append(phrases.columns(tongue, rules.tableau.deal))
    return _("%(game)s: %(piles)s.") % {
        "game": game_title(tongue, rules),
        "piles": both(tongue, parts),
    }


def _outline(shape: _Shape) -> str:
    return f"M{shape.slot * _PITCH} {shape.top}h{_WIDE}v{shape.high}h-{_WIDE}z"


def _slots(rules: GameRules) -> int:
    """How many piles stand side by side."""
    foundations = min(rules.foundations.count, _FOUNDATIONS_IN_A_ROW)
    return max(2 + foundations, bool(rules.reserve) + len(rules.tableau.deal))


def _top_row(rules: GameRules) -> Iterator[_Shape]:
    """Stock and waste at the left, foundations at the right, as on the table."""
    yield _Shape(DOWN, 0, 0)
    yield _Shape(PLACE, 1, 0)
    in_a_row = min(rules.foundations.count, _FOUNDATIONS_IN_A_ROW)
    first = _slots(rules) - in_a_row
    for number in range(rules.foundations.count):
        row, place = divmod(number, in_a_row)
        yield _Shape(PLACE, first + place, row * _ROW)


def _below(rules: GameRules) -> int:
    rows = -(-rules.foundations.count // _FOUNDATIONS_IN_A_ROW)
    return rows * _ROW + _APART


def _reserve(rules: GameRules) -> Iterator[_Shape]:
    """At the left of the columns."""
    if rules.reserve:
        cards = rules.reserve.cards
        strip = max(1, min(_RESERVE_STRIP, _LONGEST_RESERVE // cards))
        yield from _fan(0, _below(rules), [(UP, strip)] * cards)


def _columns(rules: GameRules) -> Iterator[_Shape]:
    first = _slots(rules) - len(rules.tableau.deal)
    for slot, column in enumerate(rules.tableau.deal, first):
        cards = [(UP if face == "U" else DOWN, _STRIPS[face]) for face in column]
        yield from _fan(slot, _below(rules), cards)


def _fan(slot: int, top: int, cards: list[tuple[str, int]]) -> Iterator[_Shape]:
    """Cards by class and strip; the last lies open."""
    *covered, (last, _strip) = cards
    for css, strip in covered:
        yield _Shape(css, slot, top, strip)
        top += strip
    yield _Shape(last, slot, top)
