"""What differs between two games, in sentences, and which games are nearest to one."""

from collections.abc import Callable, Iterator
from functools import cache
from gettext import NullTranslations

from app.games import GAMES, draw_variants
from app.howto import phrases
from app.rules import GameRules
from app.words import Tongue, as_sentence

MOST_RELATIVES = 3
MOST_DIFFERENCES = 5
"""Who differs in more is no relative."""


def differences(rules: GameRules, other: GameRules, tongue: Tongue) -> tuple[str, ...]:
    """What is otherwise in `rules` than in `other`; nothing where both play alike.

    Raises NoWords.
    """
    return tuple(map(as_sentence, _differences(rules, other, tongue)))


@cache
def relatives(rules: GameRules) -> tuple[GameRules, ...]:
    """The games of the house that differ in a few things from `rules`, the nearest first.

    Its own draw variants are left out; of those of another game, the nearest stands for all.
    """
    left_out = {rules.slug, *(variant.slug for variant in draw_variants(rules))}
    apart = {
        other.slug: len(differences(rules, other, NullTranslations()))
        for other in GAMES.values()
        if other.slug not in left_out
    }
    nearest: dict[str, GameRules] = {}
    for slug in sorted(apart, key=apart.__getitem__):
        if apart[slug] <= MOST_DIFFERENCES:
            nearest.setdefault(GAMES[slug].name, GAMES[slug])
    return tuple(nearest.values())[:MOST_RELATIVES]


def _differences(rules: GameRules, other: GameRules, tongue: Tongue) -> Iterator[str]:
    faces = {*rules.tableau.deal, *other.tableau.deal}
    is_variant = rules.name == other.name
    for sentence, phrase in _aspects(tongue, counts_only=len(faces) == 1, is_variant=is_variant):
        here, there = phrase(rules), phrase(other)
        if here != there:
            yield sentence % {"here": here, "other": other.name, "there": there}
    yield from _reserves(rules, other, tongue)


def _aspects(
    tongue: Tongue, *, counts_only: bool, is_variant: bool
) -> Iterator[tuple[str, Callable[[GameRules], str]]]:
    """What is told of both games in one sentence, and what each has to say to it.

    `counts_only`: all columns of both games are dealt alike, and only their numbers are told.
    `is_variant`: both games bear one name, and differ in the turn of the stock alone.
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
        _("A turn of the stock brings %(here)s in place of %(there)s.")
        if is_variant
        else _("A turn of the stock brings %(here)s; in %(other)s, %(there)s."),
        lambda rules: phrases.turned(tongue, rules.stock.per_turn),
    )
    yield (
        _("You go through the stock %(here)s; in %(other)s, %(there)s."),
        lambda rules: phrases.times(tongue, rules.stock.passes),
    )


def _reserves(rules: GameRules, other: GameRules, tongue: Tongue) -> Iterator[str]:
    _ = tongue.gettext
    names = {"other": other.name}
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
