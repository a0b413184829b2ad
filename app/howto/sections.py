"""How a game is played, in sentences: one for each thing that its declaration says.

Examples are asked of the engine, so that what is told and what is allowed cannot disagree. There
is no sentence here that no game of the house needs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.cards import ACE, KING, Card
from app.howto import phrases
from app.howto.questions import Questions, heart, questions_to
from app.rules import Base, Empty, GameRules, Kind, Match, Unit
from app.words import Tongue, as_sentence, both, the_card_words

_EXAMPLE = heart(8)
_FACE_EXAMPLE = heart(KING)
_BASE_EXAMPLE = 7
_RUN_EXAMPLE = 3


class Part(StrEnum):
    """The value names the section in an address."""

    AIM = "aim"
    LAYOUT = "layout"
    FOUNDATIONS = "foundations"
    TABLEAU = "tableau"
    RESERVE = "reserve"
    STOCK = "stock"
    ENDING = "ending"


@dataclass(frozen=True, slots=True)
class Section:
    part: Part
    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Telling:
    """A game that is being told."""

    rules: GameRules
    tongue: Tongue
    asks: Questions


def how_to_play(rules: GameRules, tongue: Tongue) -> tuple[Section, ...]:
    """The sections of a game that have something to say; raises NoWords."""
    _ = tongue.gettext
    telling = _Telling(rules, tongue, questions_to(rules))
    told = {
        Part.AIM: (_("Aim"), _aim),
        Part.LAYOUT: (_("Layout"), _layout),
        Part.FOUNDATIONS: (_("Foundations"), _foundations),
        Part.TABLEAU: (_("Tableau"), _tableau),
        Part.RESERVE: (_("Reserve"), _reserve),
        Part.STOCK: (_("Stock and waste"), _stock),
        Part.ENDING: (_("Ending"), _ending),
    }
    sections = (
        Section(part, heading, tuple(map(as_sentence, sentences(telling))))
        for part, (heading, sentences) in told.items()
    )
    return tuple(section for section in sections if section.sentences)


def _aim(telling: _Telling) -> Iterator[str]:
    rules = telling.rules
    yield telling.tongue.ngettext(
        "Bring all %(cards)d cards of a pack to the %(foundations)d foundations.",
        "Bring all %(cards)d cards of %(packs)d packs, shuffled together, "
        "to the %(foundations)d foundations.",
        rules.decks,
    ) % {"cards": rules.cards, "packs": rules.decks, "foundations": rules.foundations.count}


def _layout(telling: _Telling) -> Iterator[str]:
    rules, tongue = telling.rules, telling.tongue
    _ = tongue.gettext
    yield _("The tableau is %(columns)s.") % {
        "columns": phrases.columns(tongue, rules.tableau.deal)
    }
    if rules.reserve:
        yield tongue.ngettext(
            "Beside it lies a reserve of one card, face up.",
            "Beside it lies a reserve of %(count)d cards, all face up.",
            rules.reserve.cards,
        ) % {"count": rules.reserve.cards}
    left = rules.cards - rules.cards_dealt
    yield tongue.ngettext(
        "The other card is the stock, face down.",
        "The other %(count)d cards are the stock, face down.",
        left,
    ) % {"count": left}
    yield _("The %(count)d foundations and the waste are empty at the start.") % {
        "count": rules.foundations.count
    }


def _foundations(telling: _Telling) -> Iterator[str]:
    rules, tongue, asks = telling.rules, telling.tongue, telling.asks
    _ = tongue.gettext
    match rules.foundations.base:
        case Base.ACE:
            yield _("An empty foundation takes %(cards)s, and nothing else.") % {
                "cards": phrases.cards_words(tongue, asks.on_foundation())
            }
        case Base.FIRST_PLAYED:
            yield from _first_played(telling)
    if rules.decks > 1:
        yield _("Several foundations may begin with the same card.")
    yield _(
        "Foundations are built up %(manner)s, one rank at a time: on %(under)s goes %(over)s."
    ) % _example(telling, rules.foundations.build.match, _EXAMPLE, asks.on_foundation(_EXAMPLE))
    if rules.foundations.base is Base.FIRST_PLAYED:
        yield from _round(telling, heart(KING), asks.on_foundation(heart(KING)))
    yield _complete(telling)
    yield _(
        "The top card of a foundation, even of a complete one, may return to a column that "
        "takes it, but never go to another foundation."
    )
    yield _(
        "The button “%(button)s” sends up every card that you are certain never to need again."
    ) % {"button": _("To the foundations")}
    if rules.foundations.base is Base.FIRST_PLAYED:
        yield _("It never chooses the base for you.")


def _first_played(telling: _Telling) -> Iterator[str]:
    _ = telling.tongue.gettext
    yield _(
        "The first card played to a foundation sets the base: all the others begin with the "
        "same rank, in any suit."
    )
    yield _("It may be the top card %(of_piles)s: the choice is yours.") % {
        "of_piles": phrases.origins(
            telling.tongue, telling.asks.origins(Kind.FOUNDATION), Kind.FOUNDATION
        )
    }
    yield _("When all foundations are empty again, the base is open again.")


def _complete(telling: _Telling) -> str:
    _ = telling.tongue.gettext
    match telling.rules.foundations.base:
        case Base.ACE:
            return _(
                "A foundation is complete with 13 cards, from ace to king, and then takes no more."
            )
        case Base.FIRST_PLAYED:
            text = _(
                "A foundation is complete with 13 cards and then takes no more: "
                "begun with a %(first)d, it ends with a %(last)d."
            )
            last = telling.asks.last_rank(_BASE_EXAMPLE)
            return text % {"first": _BASE_EXAMPLE, "last": last}


def _tableau(telling: _Telling) -> Iterator[str]:
    rules, tongue, asks = telling.rules, telling.tongue, telling.asks
    _ = tongue.gettext
    match = rules.tableau.build.match
    yield _(
        "Columns are built down %(manner)s, one rank at a time: on %(under)s goes %(over)s."
    ) % _example(telling, match, _FACE_EXAMPLE, asks.on_column(_FACE_EXAMPLE))
    if asks.on_column(heart(ACE)):
        yield from _round(telling, heart(ACE), asks.on_column(heart(ACE)))
    else:
        yield _("Nothing goes on an ace.")
    yield _("A column takes the top card %(of_piles)s.") % {
        "of_piles": phrases.origins(tongue, asks.origins(Kind.TABLEAU), Kind.TABLEAU)
    }
    yield from _unit(telling)
    if "d" in "".join(rules.tableau.deal):
        yield _("A face-down card never moves; once uncovered, it turns face up in the same move.")
    yield from _emptied(telling)


def _unit(telling: _Telling) -> Iterator[str]:
    _ = telling.tongue.gettext
    match telling.rules.tableau.unit:
        case Unit.ONE:
            yield _("Cards move one at a time, never as a run, however well they lie.")
        case Unit.RUN:
            run = [the_card_words(telling.tongue, c) for c in telling.asks.run(_RUN_EXAMPLE)]
            yield _("Face-up cards that lie as a column is built form a run: %(cards)s.") % {
                "cards": both(telling.tongue, run)
            }
            yield _("A run moves from column to column, whole or only some cards from its top.")
            yield _("To a foundation goes one card at a time.")


def _emptied(telling: _Telling) -> Iterator[str]:
    tableau, tongue = telling.rules.tableau, telling.tongue
    _ = tongue.gettext
    if tableau.refill:
        yield _(
            "A column that is emptied is filled at once, in the same move, with %(card)s; "
            "one undo takes back both."
        ) % {"card": phrases.fillers(tongue, tableau.refill)}
        yield _("It stays empty only when nothing is left to fill it.")
    if tableau.empty is Empty.NOTHING:
        yield _("An empty column stays empty: nothing may go there, not even a king.")
        return
    text = (
        _("An empty column takes %(cards)s, with or without a run on it.")
        if tableau.unit is Unit.RUN
        else _("An empty column takes %(cards)s.")
    )
    yield text % {"cards": phrases.cards_words(tongue, telling.asks.on_empty_column())}


def _reserve(telling: _Telling) -> Iterator[str]:
    if telling.rules.reserve is None:
        return
    tongue = telling.tongue
    _ = tongue.gettext
    kinds = telling.asks.destinations(Kind.RESERVE)
    yield _("The top card of the reserve, the last dealt, may be played %(to_piles)s.") % {
        "to_piles": phrases.destinations(tongue, kinds)
    }
    if Kind.TABLEAU not in kinds:
        yield _("It never goes to a column, not even to an empty one.")
    yield _("Nothing is ever laid on the reserve, and it is never filled up.")


def _stock(telling: _Telling) -> Iterator[str]:
    stock, tongue = telling.rules.stock, telling.tongue
    _ = tongue.gettext
    yield tongue.ngettext(
        "A turn of the stock brings one card to the waste.",
        "A turn of the stock brings %(count)d cards to the waste, one on another, "
        "or as many as are left.",
        stock.per_turn,
    ) % {"count": stock.per_turn}
    yield _("Cards come to the waste from the stock alone.")
    yield _("Only the top card of the waste may be played, %(to_piles)s.") % {
        "to_piles": phrases.destinations(tongue, telling.asks.destinations(Kind.WASTE))
    }
    yield _("You go through the stock %(times)s.") % {"times": phrases.times(tongue, stock.passes)}
    if stock.passes == 1:
        yield _("The waste is never turned over.")
    else:
        yield _(
            "Between two passes the waste is turned over as it lies: the cards keep their order, "
            "and that turn brings none."
        )


def _ending(telling: _Telling) -> Iterator[str]:
    _ = telling.tongue.gettext
    yield _("The game is won the moment the last of the %(cards)d cards lies on a foundation.") % {
        "cards": telling.rules.cards
    }
    yield _(
        "Nothing else ends it: once it is certain that no useful move is left, the page says so, "
        "and you may undo, as far as the deal, or start again."
    )
    if telling.rules.stock.passes is None:
        yield _(
            "As the stock comes round for ever, the page says so only after a whole pass without "
            "another move."
        )


def _round(telling: _Telling, under: Card, cards: frozenset[Card]) -> Iterator[str]:
    yield telling.tongue.gettext("The ranks go round: on %(under)s goes %(over)s.") % {
        "under": the_card_words(telling.tongue, under),
        "over": phrases.cards_words(telling.tongue, cards),
    }


def _example(
    telling: _Telling, match: Match, under: Card, cards: frozenset[Card]
) -> dict[str, str]:
    return {
        "manner": phrases.manner(telling.tongue, match),
        "under": the_card_words(telling.tongue, under),
        "over": phrases.cards_words(telling.tongue, cards),
    }
