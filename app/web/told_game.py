"""All that is told of a game, below its table and on the page of its rules, for templates."""

from typing import NamedTuple, TypedDict

from app.games import draw_variants
from app.howto import OwnWords, Section, differences, how_to_play, own_words, relatives
from app.rules import GameRules
from app.web.i18n import catalog, game_title


class Relative(NamedTuple):
    slug: str
    title: str
    differences: tuple[str, ...]


class ToldGame(TypedDict):
    name: str
    """Without what distinguishes it from its variants, which share its words."""
    own: OwnWords
    sections: tuple[Section, ...]
    relatives: list[Relative]


def told_game(language: str, rules: GameRules) -> ToldGame:
    tongue = catalog(language)
    return ToldGame(
        name=rules.name,
        own=own_words(rules, tongue),
        sections=how_to_play(rules, tongue),
        relatives=_relatives(language, rules),
    )


def _relatives(language: str, rules: GameRules) -> list[Relative]:
    """What differs only in the turn of the stock first, then the nearest."""
    return [
        Relative(
            other.slug,
            game_title(language, other),
            differences(rules, other, catalog(language)),
        )
        for other in (*draw_variants(rules), *relatives(rules))
    ]
