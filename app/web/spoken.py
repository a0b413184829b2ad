"""One short sentence for what a press did and what followed from it, to be read aloud."""

from collections.abc import Iterator
from functools import lru_cache, reduce

from app.cards import Card, face
from app.engine import UNLIMITED, Engine, Move, PileName, Position
from app.notation import JOIN_MARK, STEP_MARK, Step, parse_step
from app.play import Play
from app.rules import Kind
from app.web.game import Outcome, Result
from app.web.i18n import card_words, catalog, passes_words, rank_words
from app.web.press import Action

MOST_FOLLOWED = 3
"""Consequences that are told of the cards that went up by themselves: no one listens to ten."""


def sentence(language: str, result: Result, action: Action, *, has_ended: bool) -> str:
    """What happened and what followed from it; empty for a repeat, which was told before.

    `has_ended`: the game is won or stuck.
    """
    if result.outcome is not Outcome.DONE:
        return line_of(language, result)
    parts = _told(language, result, action)
    if has_ended:
        parts.append(ending_words(language, result.seat.play))
    return " ".join(parts)


def ending_words(language: str, play: Play) -> str:
    """Empty while the game goes on."""
    _ = catalog(language).gettext
    if play.is_won:
        return _("Won!")
    return _("No useful move left – undo, or start again.") if play.is_stuck else ""


def line_of(language: str, result: Result) -> str:
    """What the line of the status says of a press that was not carried out."""
    return result.line or line_for(language, result.outcome)


def line_for(language: str, outcome: Outcome) -> str:
    return catalog(language).gettext(outcome.line) if outcome.line else ""


def _told(language: str, result: Result, action: Action) -> list[str]:
    play, before = result.seat.play, result.before
    if result.made and before:
        return _made(language, result, before, action)
    _ = catalog(language).gettext
    if action is Action.RESTART or (action is Action.BACK and not play.ply):
        return [_("Back to the deal.")]
    if action in (Action.REDO_ALL, Action.BACK):
        return [_("At move %(number)d again.") % {"number": play.moves}]
    if before is None:
        return []
    if action is Action.UNDO:
        what = _clause(language, play.engine, play.position, _last_step(before))
        return [_("Undone: %(what)s.") % {"what": what}]
    return _made(language, result, before, action)


def _made(language: str, result: Result, before: Play, action: Action) -> list[str]:
    """What was made, or made again, and what followed from it."""
    play = result.seat.play
    engine, position = play.engine, before.position
    step = (result.made,) if result.made and not _is_joined(play) else _last_step(play)
    chosen = 1 if result.made else len(step)
    first, up = step[:chosen], step[chosen:]
    between = reduce(engine.apply, first, position) if up else play.position
    told = []
    if action is Action.REDO:
        what = _clause(language, engine, position, step)
        told.append(catalog(language).gettext("Redone: %(what)s.") % {"what": what})
    elif first[0] != engine.turn:
        told.append(f"{_begun(_clause(language, engine, position, first))}.")
    told += _followed(language, engine, position, between, first)
    if up:
        what = _clause(language, engine, between, up)
        told.append(catalog(language).gettext("And %(what)s.") % {"what": what})
        told += _followed(language, engine, between, play.position, up)
    return told


def _clause(language: str, engine: Engine, before: Position, step: Step) -> str:
    """A step in a few words, no capital and no full stop: `8 of clubs to column 2`."""
    words = catalog(language)
    if step[0] == engine.turn:
        return words.gettext("turn of the stock")
    source, target, cards = step[0]
    card = before.piles[source][-cards]
    first = move_words(language, face(card), cards, engine.names[target])
    if len(step) == 1:
        return first
    rises = all(move.target in engine.foundations for move in step)
    more = len(step) - (not rises)
    up = words.ngettext(
        "%(count)d card to the foundations", "%(count)d cards to the foundations", more
    ) % {"count": more}
    both = words.gettext("%(move)s, and %(more)s")
    return up if rises else both % {"move": first, "more": up}


def _followed(
    language: str, engine: Engine, before: Position, end: Position, step: Step
) -> list[str]:
    """What each move of a step has brought about besides, of those that follow a few."""
    told: list[str] = []
    position = before
    for n, move in enumerate(step):
        after = end if n == len(step) - 1 else engine.apply(position, move)
        if n == 0 or len(told) < MOST_FOLLOWED:
            told += _consequences(language, engine, position, after, move)
        position = after
    return told


def _consequences(
    language: str, engine: Engine, before: Position, after: Position, move: Move
) -> Iterator[str]:
    if move == engine.turn:
        yield from _turned(language, engine, before, after)
        return
    base = engine.base_rank(after)
    if base is not None and engine.base_rank(before) is None:
        yield _base(language, base)
    left = after.piles[move.source]
    if not engine.is_column[move.source]:
        return
    if before.face_down != after.face_down:
        yield _turned_up(language, face(left[-1]))
    elif move.cards == len(before.piles[move.source]):
        number = engine.names[move.source].number
        if left:
            giver = engine.waste if after.piles[engine.waste] != before.piles[engine.waste] else -1
            kind = Kind.WASTE if giver == engine.waste else Kind.STOCK
            yield _refilled(language, face(left[-1]), number, kind)
        elif not engine.is_won(after):
            yield _emptied(language, number)


def _turned(language: str, engine: Engine, before: Position, after: Position) -> Iterator[str]:
    _ = catalog(language).gettext
    waste = after.piles[engine.waste]
    if not waste:
        yield _("The waste is the stock again.")
        if after.passes_left != UNLIMITED:
            yield f"{_begun(passes_words(language, after.passes_left))}."
        return
    turned = len(waste) - len(before.piles[engine.waste])
    yield _on_waste(language, face(waste[-1]), turned)
    if not after.piles[engine.stock]:
        yield _("The stock is empty.")
        if after.passes_left > 0:
            yield f"{_begun(passes_words(language, after.passes_left))}."


def _is_joined(play: Play) -> bool:
    """Whether the last press made more than one move."""
    return play.ply == play.steps and play.log.rfind(JOIN_MARK) > play.log.rfind(STEP_MARK)


def _last_step(play: Play) -> Step:
    made = play.made
    return parse_step(play.engine, made[made.rfind(STEP_MARK) + 1 :])


# each is one of some thousand words or sentences, and is asked for again and again; by the face of
# a card, which every deck has


@lru_cache(maxsize=2048)
def move_words(language: str, lowest: int, cards: int, target: PileName) -> str:
    """`8 of clubs and 2 more to column 3`: by the face of a run's lowest card, and its length."""
    _ = catalog(language).gettext
    what = card_words(language, Card(lowest))
    if cards > 1:
        what = _("%(card)s and %(count)d more") % {"card": what, "count": cards - 1}
    to_column, to_foundation = (
        _("%(cards)s to column %(number)d"),
        _("%(cards)s to foundation %(number)d"),
    )
    text = to_column if target.kind is Kind.TABLEAU else to_foundation
    return text % {"cards": what, "number": target.number}


@lru_cache(maxsize=2048)
def _refilled(language: str, refill: int, number: int, giver: Kind) -> str:
    _ = catalog(language).gettext
    from_waste, from_stock = (
        _("Column %(number)d refilled from the waste: %(card)s."),
        _("Column %(number)d refilled from the stock: %(card)s."),
    )
    text = from_waste if giver is Kind.WASTE else from_stock
    return text % {"number": number, "card": card_words(language, Card(refill))}


@lru_cache(maxsize=64)
def _emptied(language: str, number: int) -> str:
    return catalog(language).gettext("Column %(number)d is empty.") % {"number": number}


@lru_cache(maxsize=256)
def _turned_up(language: str, turned: int) -> str:
    text = catalog(language).gettext("Turned up: %(card)s.")
    return text % {"card": card_words(language, Card(turned))}


@lru_cache(maxsize=512)
def _on_waste(language: str, top: int, turned: int) -> str:
    words = catalog(language)
    card_name = card_words(language, Card(top))
    if turned == 1:
        return words.gettext("Waste: %(card)s.") % {"card": card_name}
    text = words.gettext("%(count)d cards to the waste, on top: %(card)s.")
    return text % {"count": turned, "card": card_name}


@lru_cache(maxsize=64)
def _base(language: str, base: int) -> str:
    text = catalog(language).gettext("Every foundation begins with: %(rank)s.")
    return text % {"rank": rank_words(language, base)}


def _begun(text: str) -> str:
    """With the capital that a sentence begins with."""
    return text[:1].upper() + text[1:]
