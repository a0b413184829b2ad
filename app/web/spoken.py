"""One short sentence for what a press did, to be read aloud."""

from app.engine import Engine, Move, Position
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
    elif result.made == play.engine.turn:
        parts.append(_turned(language, play.engine, play.position))
    else:
        parts += _moved(language, play.engine, result.before.position, play.position, result.made)
    if has_ended:
        _ = catalog(language).gettext
        stuck = _("No useful move left – undo, or start again.")
        parts.append(_("Won!") if play.is_won else stuck)
    return " ".join(parts)


def _turned(language: str, engine: Engine, after: Position) -> str:
    _ = catalog(language).gettext
    if waste := after.piles[engine.waste]:
        return _("Waste: %(card)s.") % {"card": card_words(language, waste[-1])}
    return _("The waste is the stock again.")


def _moved(
    language: str, engine: Engine, before: Position, after: Position, move: Move
) -> list[str]:
    _ = catalog(language).gettext
    source = pile_words(language, engine.names[move.source])
    card = before.piles[move.source][-move.cards]
    told = [
        _("%(card)s to %(pile)s.")
        % {
            "card": card_words(language, card),
            "pile": pile_words(language, engine.names[move.target]),
        }
    ]
    left = after.piles[move.source]
    if left and move.cards == len(before.piles[move.source]):
        told.append(
            _("%(pile)s refilled: %(card)s.")
            % {"pile": source, "card": card_words(language, left[-1])}
        )
    elif before.face_down != after.face_down:
        told.append(_("Turned up: %(card)s.") % {"card": card_words(language, left[-1])})
    return [part[:1].upper() + part[1:] for part in told]
