"""A hint in the player's words, step by step: is there one, which card, where and why."""

from typing import NamedTuple

from app.cards import face
from app.engine import Engine, Move
from app.hints.advice import Advice, Knowledge, Prospect
from app.hints.effects import Effect, Reason
from app.play import Play
from app.rules import Kind
from app.web.asked_hint import MOST_STEPS, NO_HINT, AskedHint
from app.web.i18n import N_, catalog, pile_words, rank_words
from app.web.spoken import move_words
from app.web.views import Marks
from app.words import as_sentence, the_card_words


class Hint(NamedTuple):
    """What a page shows of one."""

    text: str
    marks: Marks | None
    asked: AskedHint


NOTHING_TOLD = Hint("", None, NO_HINT)
WHETHER, WHICH, WHERE = range(1, MOST_STEPS + 1)


def told_hint(language: str, play: Play, told: Advice, asked: AskedHint) -> Hint:
    """`told` as far as the step of `asked`; what leads nowhere has the first alone."""
    engine, move = play.engine, told.move
    if move is None or asked.step == WHETHER:
        text = _whether(language, told)
        return Hint(text, None, asked._replace(step=WHETHER, marks=()))
    is_turn = move == engine.turn
    marks = Marks(move.source, move.cards, None if is_turn else move.target)
    if asked.step == WHICH:
        marks = marks._replace(target=None)
        text = _which(language, play, move)
    else:
        text = _where(language, play, move, told)
    names = tuple(engine.texts[place] for place in marks.places)
    return Hint(text, marks, asked._replace(marks=names))


def _whether(language: str, told: Advice) -> str:
    _ = catalog(language).gettext
    text = _from_sight(language, told.prospect)
    match told.knowledge:
        case Knowledge.PROVED:
            return _("Yes: a win is proved from here, by a search that knows the hidden cards.")
        case Knowledge.NO_WIN_KNOWN:
            unknown = _("%(hint)s This goes by what you have seen: no win is known from here.")
            return unknown % {"hint": text}
        case Knowledge.LOST:
            lost = _("%(hint)s This goes by what you have seen: no win is left from here.")
            return lost % {"hint": text}
        case Knowledge.SIGHT:
            return text


def _from_sight(language: str, prospect: Prospect) -> str:
    _ = catalog(language).gettext
    match prospect:
        case Prospect.MOVE:
            return _("Yes, there is something useful to play.")
        case Prospect.STOCK:
            return _("Nothing on the table looks better than the stock.")
        case Prospect.PASSED:
            return _("A whole pass brought nothing to play – undo, or start again.")
        case Prospect.NOTHING:
            return _("No useful move left – undo, or start again.")
        case Prospect.WON:
            return _("Won!")


def _which(language: str, play: Play, move: Move) -> str:
    words = catalog(language)
    _ = words.gettext
    if move == play.engine.turn:
        return _("Look at the stock.")
    place = pile_words(language, play.engine.names[move.source])
    card = the_card_words(words, play.position.piles[move.source][-move.cards])
    if move.cards > 1:
        card = _("%(card)s and %(count)d more") % {"card": card, "count": move.cards - 1}
    return _("Look at %(card)s, %(pile)s.") % {"card": card, "pile": place}


def _where(language: str, play: Play, move: Move, told: Advice) -> str:
    _ = catalog(language).gettext
    engine = play.engine
    if move == engine.turn:
        what = _next_turn(language, play)
    else:
        card = play.position.piles[move.source][-move.cards]
        what = move_words(language, face(card), move.cards, engine.names[move.target])
    why = _why(language, engine, move, told.reason)
    if told.knowledge is Knowledge.PROVED and told.reason.effect is Effect.NONE:
        why = _("the proved win goes on this way")
    return as_sentence(_("%(move)s: %(why)s.") % {"move": what, "why": why})


def _next_turn(language: str, play: Play) -> str:
    _ = catalog(language).gettext
    has_stock = bool(play.position.piles[play.engine.stock])
    return _("turn the stock") if has_stock else _("begin the next pass")


def _why(language: str, engine: Engine, move: Move, reason: Reason) -> str:
    """A clause for what the move does, to stand behind a colon."""
    words = catalog(language)
    if reason.card is not None:
        card = the_card_words(words, reason.card)
        return words.gettext(_ABOUT_A_CARD[reason.effect]) % {"card": card}
    match reason.effect:
        case Effect.SETS_BASE:
            return _why_base(language, reason)
        case Effect.RESERVE_RUN:
            text = words.ngettext(
                "%(count)d card of the reserve goes up in a row",
                "%(count)d cards of the reserve go up in a row",
                reason.cards,
            )
            return text % {"count": reason.cards}
        case Effect.NONE if engine.names[move.source].kind is Kind.FOUNDATION:
            return words.gettext("from there it serves the columns")
        case effect:
            return words.gettext(_PLAIN[effect])


_ABOUT_A_CARD = {
    Effect.COMES_UP: N_("%(card)s comes up again, and has a place"),
    Effect.REFILLS_FROM_WASTE: N_("that empties the column, which takes %(card)s from the waste"),
    Effect.LETS_UP: N_("then %(card)s can go up"),
    Effect.FREES: N_("that frees %(card)s"),
    Effect.LETS_FOLLOW: N_("then %(card)s can follow"),
}
_PLAIN = {
    Effect.WINS: N_("and that is the win"),
    Effect.ONLY_STOCK: N_("nothing on the table looks better"),
    Effect.TURNS_UP: N_("that turns a card over"),
    Effect.REFILLS_FROM_STOCK: N_("that empties the column, and the stock refills it"),
    Effect.SPACE: N_("the column is then free for any card"),
    Effect.SPACE_FOR_KING: N_("the column is then free for a king"),
    Effect.NOT_MISSED: N_("no column can need it any more"),
    Effect.UP: N_("one card more where it belongs"),
    Effect.OFF_WASTE: N_("the waste is one card shorter"),
    Effect.NONE: N_("that leads furthest, as far as can be seen"),
}


def _why_base(language: str, reason: Reason) -> str:
    words = catalog(language)
    rank = rank_words(language, reason.rank)
    if not reason.cards:
        text = words.gettext("with %(rank)s as the base rank, the reserve lies well")
        return text % {"rank": rank}
    text = words.ngettext(
        "with %(rank)s as the base rank, %(count)d card of the reserve can go up at once",
        "with %(rank)s as the base rank, %(count)d cards of the reserve can go up in a row",
        reason.cards,
    )
    return text % {"rank": rank, "count": reason.cards}
