"""The page of a game's rules: its own words, how it is played, and what others do otherwise."""

from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from app.games import GAMES, draw_variants
from app.howto import (
    OwnWords,
    Section,
    differences,
    how_to_play,
    layout_picture,
    layout_words,
    own_words,
    relatives,
)
from app.rules import GameRules
from app.web.i18n import catalog, game_title
from app.web.rendering import Renderer, Shell, trusted
from app.web.tables import twins


class Relative(NamedTuple):
    slug: str
    title: str
    differences: tuple[str, ...]


# what is told of a game never changes while the program runs
@lru_cache(maxsize=64)
def rules_shell(renderer: Renderer, slug: str) -> Shell:
    """The page with a hole for the reader's choices; rendering it is most of its cost."""
    language, rules = renderer.language, GAMES[slug]
    return renderer.shell(
        "pages/rules.html",
        ("choices",),
        slug=slug,
        title=game_title(language, rules),
        description=layout_words(rules, catalog(language)),
        picture=picture(language, rules),
        own=_own(language, rules),
        sections=_sections(language, rules),
        relatives=_relatives(language, rules),
        canonical=f"/{language}/{slug}/rules",
        page=f"/{language}/{slug}/rules",
        twins=twins(f"/{slug}/rules"),
    )


def picture(language: str, rules: GameRules) -> Markup:
    """The layout as an SVG, with its text alternative."""
    return trusted(layout_picture(rules, str(escape(layout_words(rules, catalog(language))))))


def _own(language: str, rules: GameRules) -> OwnWords:
    return own_words(rules, catalog(language))


def _sections(language: str, rules: GameRules) -> tuple[Section, ...]:
    return how_to_play(rules, catalog(language))


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
