"""The player's words for cards and games, in the language that is handed in; loads no catalog."""

from typing import Protocol

from app.cards import ACE, JACK, KING, QUEEN, Card, Suit, rank, suit
from app.games import draw_variants
from app.rules import GameRules


class Tongue(Protocol):
    """A language as gettext has it: English goes in, the player's words come out."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, one: str, many: str, count: int, /) -> str: ...


def rank_words(tongue: Tongue, number: int) -> str:
    """`ace`, `7`, `king`; 1 to 13."""
    _ = tongue.gettext
    court = {ACE: _("ace"), JACK: _("jack"), QUEEN: _("queen"), KING: _("king")}
    return court.get(number, str(number))


def suit_words(tongue: Tongue, which: Suit) -> str:
    _ = tongue.gettext
    match which:
        case Suit.SPADES:
            return _("spades")
        case Suit.HEARTS:
            return _("hearts")
        case Suit.DIAMONDS:
            return _("diamonds")
        case Suit.CLUBS:
            return _("clubs")


def card_words(tongue: Tongue, card: Card) -> str:
    """The name of a card's face: `7 of clubs`, `roi de cœur`."""
    return tongue.gettext("%(rank)s of %(suit)s") % {
        "rank": rank_words(tongue, rank(card)),
        "suit": suit_words(tongue, suit(card)),
    }


def the_card_words(tongue: Tongue, card: Card) -> str:
    """The same with its article: `the 7 of clubs`, `l’as de pique`, `la dame de cœur`."""
    _ = tongue.gettext
    articles = {
        ACE: _("the ace of %(suit)s"),
        JACK: _("the jack of %(suit)s"),
        QUEEN: _("the queen of %(suit)s"),
        KING: _("the king of %(suit)s"),
    }
    text = articles.get(rank(card), _("the %(rank)d of %(suit)s"))
    return text % {"rank": rank(card), "suit": suit_words(tongue, suit(card))}


def any_of_rank(tongue: Tongue, number: int) -> str:
    """`any 7`, `n’importe quel roi`, `n’importe quelle dame`."""
    _ = tongue.gettext
    court = {ACE: _("any ace"), JACK: _("any jack"), QUEEN: _("any queen"), KING: _("any king")}
    return court.get(number, _("any %(rank)d")) % {"rank": number}


def game_title(tongue: Tongue, rules: GameRules) -> str:
    """`Roman`, or `Klondike, draw 3` where a game is played with one card a turn and with three."""
    if not draw_variants(rules):
        return rules.name
    return tongue.gettext("%(game)s, draw %(cards)d") % {
        "game": rules.name,
        "cards": rules.stock.per_turn,
    }


def either(tongue: Tongue, items: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return _joined(items, tongue.gettext("%(items)s or %(last)s"))


def both(tongue: Tongue, items: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return _joined(items, tongue.gettext("%(items)s and %(last)s"))


def as_sentence(text: str) -> str:
    """With a capital, whatever word it begins with."""
    return text[:1].upper() + text[1:]


def _joined(items: list[str], pair: str) -> str:
    *most, last = items
    return pair % {"items": ", ".join(most), "last": last} if most else last
