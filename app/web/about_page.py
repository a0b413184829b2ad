"""The page about the site: the same for all readers, but for their choices."""

from functools import lru_cache

from babel.numbers import format_decimal

from app.deals import FIRST_DEAL, LAST_DEAL
from app.games import GAMES
from app.web.i18n import game_title
from app.web.rendering import Renderer
from app.web.shells import Shell
from app.web.tables import twins


@lru_cache(maxsize=64)
def about_shell(renderer: Renderer) -> Shell:
    """The page with a hole for the reader's choices."""
    language = renderer.language
    return renderer.shell(
        "pages/about.html",
        ("choices",),
        games=[
            {"slug": slug, "title": game_title(language, rules), "decks": rules.decks}
            for slug, rules in GAMES.items()
        ],
        first=FIRST_DEAL,
        last=format_decimal(LAST_DEAL, locale=language),
        canonical=f"/{language}/about",
        page=f"/{language}/about",
        twins=twins("/about"),
    )
