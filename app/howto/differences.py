"""What differs between two games, in sentences, and which games are nearest to one."""

from collections.abc import Callable, Iterator
from functools import cache
from gettext import NullTranslations

from app.games import GAMES, draw_variants
from app.howto import phrases
from app.rules import GameRules
from app.words import Tongue, as_sentence, game_title

RELATIVES = 3


def differences(rules: GameRules, other: GameRules, tongue: Tongue) -> tuple[str, ...]:
    """What is otherwise in `rules` than in `other`; nothing where both play alike.

    Raises NoWords.
    """
    return tuple(map(as_sentence, _differences(rules, other, tongue)))


@cache
def relatives(rules: GameRules) -> tuple[GameRules, ...]:
    """The games of the house that differ least from `rules`, the nearest first.

    Its own draw variants are left out; of those of another game, the nearest stands for all.
    """
    left_out = {rules.slug, *(variant.slug for variant in draw_variants(rules))}
    others = [other for slug, other in GAMES.items() if slug not in left_out]
    nearest: dict[str, GameRules] = {}
    for other in sorted(others, key=lambda other: _distance(rules, other)):
        nearest.setdefault(other.name, other)
    return tuple(nearest.values())[:RELATIVES]


def _distance(rules: GameRules, other: GameRules) -> int:
    return len(differences(rules, other, NullTranslations()))


def _differences(rules: GameRules, other: GameRules, tongue: Tongue) -> Iterator[str]:
    title = _name(rules, other, tongue)
    faces = {*rules.tableau.deal, *other.tableau.deal}
    for sentence, phrase in _aspects(tongue, counts_only=len(faces) == 1):
        here, there = phrase(rules), phrase(other)
        if here != there:
            yield sentence % {"here": here, "other": title, "there": there}
    yield from _reserves(rules, other, tongue)


def _aspects(
    tongue: Tongue, *, counts_only: bool
) -> Iterator[tuple[str, Callable[[GameRules], str]]]:
    """What is told of both games in one sentence, and what each has to say to it.

    `counts_only`: all columns of both games are dealt alike, and only their numbers are told.
    """
    _ = tongue.gettext
    yield (
        _("It is played with %(here)s; %(other)s, with %(there)s."),
        lambda rules: phrases.packs(tongue, rules.decks),
    )
    yield (
        _("The tableau is %(here)s; in %(other)s, %(there)s."),
        lambda rules: (
            phrases.column_count(tongue, len(rules.tableau.deal))
            if counts_only
            else phrases.columns(tongue, rules.tableau.deal)
        ),
    )
    yield (
        _("Foundations begin with %(here)s; in %(other)s, with %(there)s."),
        lambda rules: phrases.base(tongue, rules.foundations.base),
    )
    yield (
        _("Foundations are built up %(here)s; in %(other)s, %(there)s."),
        lambda rules: phrases.manner(tongue, rules.foundations.build.match),
    )
    yield (
        _("Columns are built down %(here)s; in %(other)s, %(there)s."),
        lambda rules: phrases.manner(tongue, rules.tableau.build.match),
    )
    yield (
        _("From column to column moves %(here)s; in %(other)s, %(there)s."),
        lambda rules: phrases.unit(tongue, rules.tableau.unit),
    )
    yield (
        _("A column that is emptied %(here)s; in %(other)s, it %(there)s."),
        lambda rules: phrases.emptied(tongue, rules.tableau),
    )
    yield (
        _("A turn of the stock brings %(here)s; in %(other)s, %(there)s."),
        lambda rules: phrases.turned(tongue, rules.stock.per_turn),
    )
    yield (
        _("You go through the stock %(here)s; in %(other)s, %(there)s."),
        lambda rules: phrases.times(tongue, rules.stock.passes),
    )


def _reserves(rules: GameRules, other: GameRules, tongue: Tongue) -> Iterator[str]:
    _ = tongue.gettext
    names = {"other": _name(rules, other, tongue)}
    match rules.reserve, other.reserve:
        case (None, None):
            return
        case (None, there):
            yield _("It has no reserve; %(other)s has one.") % names
        case (here, None):
            yield tongue.ngettext(
                "It has a reserve of one card; %(other)s has none.",
                "It has a reserve of %(count)d cards; %(other)s has none.",
                here.cards,
            ) % {"count": here.cards, **names}
        case (here, there) if here != there:
            text = _("Its reserve holds %(here)s; that of %(other)s, %(there)s.")
            cards = [phrases.turned(tongue, reserve.cards) for reserve in (here, there)]
            yield text % {"here": cards[0], "there": cards[1], **names}


def _name(rules: GameRules, other: GameRules, tongue: Tongue) -> str:
    """What `other` is called within a sentence: short, unless both bear the same name."""
    return game_title(tongue, other) if other.name == rules.name else other.name
