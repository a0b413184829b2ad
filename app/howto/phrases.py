"""The parts of sentences that say one thing of a declaration each; knows no whole sentence."""

from collections.abc import Iterable

from app.cards import DECK_SIZE, Card, Suit, face, rank
from app.rules import Base, Column, Empty, Kind, Match, Tableau, Unit
from app.words import Tongue, any_of_rank, both, either, the_card_words


class NoWords(ValueError):
    """A declaration says what no game of the house has needed words for yet."""


def cards_words(tongue: Tongue, cards: Iterable[Card]) -> str:
    """What may lie somewhere: `any queen`, `the queen of spades or the queen of clubs`."""
    faces = sorted({face(card) for card in cards})
    if len(faces) == DECK_SIZE:
        return tongue.gettext("any card")
    if len(faces) == len(Suit):
        return any_of_rank(tongue, rank(Card(faces[0])))
    return either(tongue, [the_card_words(tongue, Card(each)) for each in faces])


def manner(tongue: Tongue, match: Match) -> str:
    """How suits follow one another: `in suit`."""
    _ = tongue.gettext
    match match:
        case Match.ANY_SUIT:
            return _("whatever the suit")
        case Match.SAME_SUIT:
            return _("in suit")
        case Match.ALTERNATE_COLOUR:
            return _("in alternate colours")


def packs(tongue: Tongue, count: int) -> str:
    return tongue.ngettext("one pack", "%(count)d packs", count) % {"count": count}


def columns(tongue: Tongue, deal: tuple[Column, ...]) -> str:
    """What is dealt to the columns: `9 columns of one card, all face up`; raises NoWords."""
    _ = tongue.gettext
    number = column_count(tongue, len(deal))
    sizes = [len(faces) for faces in deal]
    if len(set(deal)) == 1:
        each = tongue.ngettext("of one card", "of %(count)d cards", sizes[0]) % {"count": sizes[0]}
        text = _("%(columns)s %(of_cards)s, %(faces)s")
        return text % {"columns": number, "of_cards": each, "faces": _faces(tongue, deal[0])}
    if all(faces == "d" * (size - 1) + "U" for faces, size in zip(deal, sizes, strict=True)):
        text = _("%(columns)s of %(sizes)s cards, only the last of each face up")
        return text % {"columns": number, "sizes": both(tongue, [str(size) for size in sizes])}
    raise NoWords(deal)


def column_count(tongue: Tongue, count: int) -> str:
    return tongue.ngettext("%(count)d column", "%(count)d columns", count) % {"count": count}


def _faces(tongue: Tongue, column: Column) -> str:
    _ = tongue.gettext
    if "d" not in column:
        return _("all face up")
    words = {"U": _("face up"), "d": _("face down")}
    return _("dealt %(faces)s") % {"faces": ", ".join(words[each] for each in column)}


def base(tongue: Tongue, which: Base) -> str:
    """What foundations begin with: `an ace`."""
    _ = tongue.gettext
    match which:
        case Base.ACE:
            return _("an ace")
        case Base.FIRST_PLAYED:
            return _("the rank of the first card played to one")


def unit(tongue: Tongue, which: Unit) -> str:
    """What moves from column to column: `one card at a time`."""
    _ = tongue.gettext
    match which:
        case Unit.ONE:
            return _("one card at a time")
        case Unit.RUN:
            return _("a run, whole or in part")


def emptied(tongue: Tongue, tableau: Tableau) -> str:
    """What becomes of a column without cards: `takes only kings`; raises NoWords."""
    _ = tongue.gettext
    match tableau:
        case Tableau(refill=(Kind.WASTE, Kind.STOCK)):
            return _("is filled at once from the waste or the stock")
        case Tableau(empty=Empty.NOTHING, refill=()):
            return _("stays empty")
        case Tableau(empty=Empty.KING, refill=()):
            return _("takes only kings")
        case _:
            raise NoWords(tableau)


def fillers(tongue: Tongue, kinds: tuple[Kind, ...]) -> str:
    """What fills a column that was emptied, first choice first."""
    _ = tongue.gettext
    words = {
        Kind.WASTE: _("the top card of the waste"),
        Kind.STOCK: _("the next card of the stock, face up"),
    }
    first, *others = [words[kind] for kind in kinds]
    for other in others:
        first = _("%(first)s or, if there is none, %(other)s") % {"first": first, "other": other}
    return first


def times(tongue: Tongue, passes: int | None) -> str:
    """How often the stock is gone through: `once`."""
    _ = tongue.gettext
    if passes is None:
        return _("as often as you like")
    if passes == 2:
        return _("twice")
    return tongue.ngettext("once", "%(count)d times", passes) % {"count": passes}


def turned(tongue: Tongue, cards: int) -> str:
    return tongue.ngettext("one card", "%(count)d cards", cards) % {"count": cards}


def destinations(tongue: Tongue, kinds: Iterable[Kind]) -> str:
    """Where a card may be played: `to a foundation or to a column`."""
    _ = tongue.gettext
    words = {Kind.FOUNDATION: _("to a foundation"), Kind.TABLEAU: _("to a column")}
    return either(tongue, [words[kind] for kind in kinds])


def origins(tongue: Tongue, kinds: Iterable[Kind], target: Kind) -> str:
    """Whose top card a `target` takes: `of a column, of the waste or of the reserve`."""
    _ = tongue.gettext
    words = {
        Kind.TABLEAU: _("of another column") if target is Kind.TABLEAU else _("of a column"),
        Kind.WASTE: _("of the waste"),
        Kind.RESERVE: _("of the reserve"),
        Kind.FOUNDATION: _("of a foundation"),
    }
    return either(tongue, [words[kind] for kind in kinds])
