"""What is said of a game by those who know every card: the line beside the table, and the strip."""

from itertools import pairwise
from typing import NamedTuple

from app.notation import JOIN_MARK, split_log
from app.play import Play
from app.solver.asking.trail import NONE, Trail
from app.solver.asking.verdicts import Kind
from app.web.i18n import catalog


class VerdictView(NamedTuple):
    """One line, and where it leads back to."""

    kind: str
    """`won`, `lost`, `unknown`, `searching`, or `over` for a game that is won."""
    words: str
    ago: str
    """When it could be won; empty: it can be now, or nobody knows."""
    back: int
    """The ply to go back to, where there is an `ago`."""
    is_searching: bool
    """Whether more may be known soon, if only of earlier moves."""


class Cell(NamedTuple):
    """One step in the strip."""

    ply: int
    moves: int
    """How many moves are made after it."""
    kind: str
    is_chosen: bool


class Stretch(NamedTuple):
    """Steps one after another of which the same is known, in words."""

    kind: str
    words: str


def verdict_view(language: str, play: Play, trail: Trail) -> VerdictView:
    kind, words = _said(language, play, trail)
    if kind in {"won", "over"} or trail.last_won == NONE:
        return VerdictView(kind, words, "", 0, trail.is_searching)
    made = moves_by_ply(play.log)
    count = made[play.ply] - made[trail.last_won]
    ago = catalog(language).ngettext(
        "It could be won %(count)d move ago.", "It could be won %(count)d moves ago.", count
    )
    ago %= {"count": count}
    return VerdictView(kind, words, ago, trail.last_won, trail.is_searching)


def _said(language: str, play: Play, trail: Trail) -> tuple[str, str]:
    _ = catalog(language).gettext
    if play.is_won:
        return "over", _("Won!")
    match trail.kind(play.ply):
        case Kind.WON:
            at_deal, later = _("This deal can be won: proved."), _("Still winnable: proved.")
            return "won", later if play.ply else at_deal
        case Kind.LOST:
            stuck, lost = _("No useful move left."), _("Lost: proved.")
            return "lost", stuck if play.is_stuck else lost
        case Kind.UNKNOWN:
            searching = "searching", _("Not known yet.")
            return searching if trail.is_searching else ("unknown", _("Not known."))


def cells(play: Play, trail: Trail, chosen: int = NONE) -> list[Cell]:
    """The whole log, the deal first.

    `chosen`: the ply that the reader has chosen; NONE: where it could last be won, else where the
    game stands.
    """
    if not 0 <= chosen <= play.steps:
        is_behind = NONE < trail.last_won < play.ply
        chosen = trail.last_won if is_behind else play.ply
    return [
        Cell(ply, moves, trail.kind(ply).value, ply == chosen)
        for ply, moves in enumerate(moves_by_ply(play.log))
    ]


def stretches(language: str, strip: list[Cell]) -> list[Stretch]:
    """The strip in sentences: three at the most."""
    told = []
    starts = [n for n, cell in enumerate(strip) if not n or strip[n - 1].kind != cell.kind]
    for first, end in pairwise([*starts, len(strip)]):
        kind = strip[first].kind
        numbers = strip[first].moves, strip[end - 1].moves
        told.append(Stretch(kind, _stretch_words(language, Kind(kind), *numbers)))
    return told


def _stretch_words(language: str, kind: Kind, first: int, last: int) -> str:
    _ = catalog(language).gettext
    told = {
        Kind.WON: _("%(moves)s it can be won: proved."),
        Kind.LOST: _("%(moves)s it is lost: proved."),
        Kind.UNKNOWN: _("%(moves)s nobody knows."),
    }[kind]
    return told % {"moves": _moves_words(language, first, last)}


def _moves_words(language: str, first: int, last: int) -> str:
    """No move is made yet at the deal."""
    _ = catalog(language).gettext
    if first == last:
        text = _("At move %(first)d") if first else _("At the deal")
    else:
        to_move, from_deal = (
            _("From move %(first)d to move %(last)d"),
            _("From the deal to move %(last)d"),
        )
        text = to_move if first else from_deal
    return text % {"first": first, "last": last}


def kind_words(language: str) -> dict[str, str]:
    """What a reader hears of each step."""
    _ = catalog(language).gettext
    return {"won": _("can be won"), "lost": _("lost"), "unknown": _("not known")}


def moves_by_ply(log: str) -> list[int]:
    """How many moves are made after each step, 0 at the deal."""
    made = [0]
    for text in split_log(log):
        made.append(made[-1] + text.count(JOIN_MARK) + 1)
    return made
