"""What those who are sent a link see of its page before they open it."""

from typing import NamedTuple
from urllib.parse import quote

from babel.core import get_global

from app.howto import layout_words
from app.rules import GameRules
from app.web.head import Head
from app.web.i18n import LANGUAGES, catalog
from app.web.preview.layout import HEIGHT, WIDTH
from app.web.share_words import deal_name


class LinkPreview(NamedTuple):
    title: str
    description: str
    address: str
    """The page's; the picture's begins with it."""
    alternative: str
    """The picture in words."""
    locales: tuple[str, ...]
    """The page's own first."""
    embedded: str = ""
    """Where other pages are told how to show it."""
    width: int = WIDTH
    height: int = HEIGHT


def game_preview(language: str, site: str, rules: GameRules, head: Head) -> LinkPreview:
    return LinkPreview(
        title=head.title,
        description=head.description,
        address=f"{site}/{language}/{rules.slug}",
        alternative=layout_words(rules, catalog(language)),
        locales=_locales(language),
    )


def deal_preview(language: str, site: str, rules: GameRules, number: object) -> LinkPreview:
    """`number` may be the hole where it comes to stand."""
    _ = catalog(language).gettext
    name = deal_name(language, rules, number)
    game = f"{site}/{language}/{rules.slug}/"
    return LinkPreview(
        title=name,
        description=_(
            "The same cards for whoever opens the link: free in your browser, with no account and "
            "no ads."
        ),
        address=f"{game}{number}",
        alternative=_("%(deal)s: the table before the first move") % {"deal": name},
        locales=_locales(language),
        embedded=f"{site}/oembed?url={quote(game, safe='')}{number}&format=json",
    )


def _locales(language: str) -> tuple[str, ...]:
    others = [other for other in LANGUAGES if other != language]
    return tuple(map(_locale, (language, *others)))


def _locale(language: str) -> str:
    """With the country where most who speak it live: `fr_FR`. A language alone is none."""
    name, *_script, country = get_global("likely_subtags")[language].split("_")
    return f"{name}_{country}"
