"""The page of a game's rules: its own words, how it is played, and what others do otherwise."""

from functools import lru_cache

from markupsafe import Markup, escape

from app.games import GAMES
from app.howto import layout_picture, layout_words
from app.rules import GameRules
from app.web.head import rules_head
from app.web.i18n import catalog, game_title
from app.web.rendering import Renderer
from app.web.shells import Shell, trusted
from app.web.tables import twins
from app.web.told_game import told_game


# what is told of a game never changes while the program runs
@lru_cache(maxsize=64)
def rules_shell(renderer: Renderer, slug: str) -> Shell:
    """The page with a hole for the reader's choices; rendering it is most of its cost."""
    language, rules = renderer.language, GAMES[slug]
    head = rules_head(language, renderer.site, rules)
    return renderer.shell(
        "pages/rules.html",
        ("choices",),
        slug=slug,
        title=game_title(language, rules),
        head=head,
        data=head.data,
        picture=picture(language, rules),
        **told_game(language, rules),
        canonical=f"/{language}/{slug}/rules",
        page=f"/{language}/{slug}/rules",
        twins=twins(f"/{slug}/rules"),
    )


def picture(language: str, rules: GameRules) -> Markup:
    """The layout as an SVG, with its text alternative."""
    return trusted(layout_picture(rules, str(escape(layout_words(rules, catalog(language))))))
