"""One short sentence for what a press did, to be read aloud."""

from collections.abc import Iterator
from functools import cache

from app.cards import Card
from app.engine import Engine, Move, PileName, Position
from app.web.game import Outcome, Result
from app.web.i18n import N_, card_words, catalog, pile_words
from app.web.press import Action

_ACTIONS = {
    Action.UNDO: N_("Undone."),
    Action.REDO: N_("Redone."),
    Action.REDO_ALL: N_("Redone."),
    Action.RESTART: N_("Back to the deal."),
    Action.UP: N_("Sent to the foundations."),
}


def sentence(language: str, result: Result, action: Action, *, has_ended: bool) -> str:
    """What happened and what followed from it; empty for a repeat, which was told before.

    `has_ended`: the game is won or stuck.
    """
    if result.outcome is not Outcome.DONE:
        return catalog(language).gettext(result.outcome.line) if result.outcome.line else ""
    play = result.seat.play
    parts = []
    if result.made is None or result.before is None:
        parts.append(catalog(language).gettext(_ACTIONS[action]))
    else:
        parts += _made(language, play.engine, result.before.position, result.made, result.sent)
    if has_ended:
        _ = catalog(language).gettext
        stuck = _("No useful move left – undo, or start again.")
        parts.append(_("Won!") if play.is_won else stuck)
    return " ".join(parts)


def _made(language: str, engine: Engine, before: Position, move: Move, sent: int) -> Iterator[str]:
    # told as it was before more went to the foundations
    after = engine.apply(before, move)
    if move == engine.turn:
        yield _turned(language, engine, after)
    else:
        yield from _moved(language, engine, before, after, move)
    if sent:
        told = catalog(language).ngettext(
            "%(count)d card to the foundations.", "%(count)d cards to the foundations.", sent
        )
        yield told % {"count": sent}


def _turned(language: str, engine: Engine, after: Position) -> str:
    _ = catalog(language).gettext
    if waste := after.piles[engine.waste]:
        return _("Waste: %(card)s.") % {"card": card_words(language, waste[-1])}
    return _("The waste is the stock again.")


def _moved(
    language: str, engine: Engine, before: Position, after: Position, move: Move
) -> list[str]:
    card = before.piles[move.source][-move.cards]
    told = [_to(language, card, engine.names[move.target])]
    left = after.piles[move.source]
    if left and move.cards == len(before.piles[move.source]):
        told.append(_refilled(language, left[-1], engine.names[move.source]))
    elif before.face_down != after.face_down:
        told.append(_turned_up(language, left[-1]))
    return told


# each is one of some thousand sentences


@cache
def _to(language: str, card: Card, pile: PileName) -> str:
    text = catalog(language).gettext("%(card)s to %(pile)s.")
    return _sentence(text, card=card_words(language, card), pile=pile_words(language, pile))


@cache
def _refilled(language: str, card: Card, pile: PileName) -> str:
    text = catalog(language).gettext("%(pile)s refilled: %(card)s.")
    return _sentence(text, card=card_words(language, card), pile=pile_words(language, pile))


@cache
def _turned_up(language: str, card: Card) -> str:
    text = catalog(language).gettext("Turned up: %(card)s.")
    return _sentence(text, card=card_words(language, card))


def _sentence(text: str, **words: str) -> str:
    said = text % words
    return said[:1].upper() + said[1:]
