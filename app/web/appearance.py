"""How the browser frames the page: the colours of its bars, and the site as an installed app.

The colours are those of the style sheets' tokens, told to what cannot read these: a test compares.
"""

import json
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from app.web.choices import Choices, Scheme, Table
from app.web.i18n import LANGUAGES, N_, catalog


class Colours(NamedTuple):
    light: str
    dark: str


PAGE = Colours("#fbf8f0", "#1b1d1c")
FELT = {
    Table.GREEN: Colours("#1d4636", "#0a251b"),
    Table.BLUE: Colours("#273c64", "#111f38"),
    Table.SLATE: Colours("#373e44", "#1b2024"),
}
DESCRIPTION = N_(
    "Games of patience in your browser: no account, and every deal is a link that anyone can open."
)
ICONS = (
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
)
"""Drawn by `tools.draw_icons`."""


@lru_cache(maxsize=64)
def theme(colours: Colours, scheme: Scheme = Scheme.SYSTEM) -> Markup:
    """The elements that name the colour around a page."""
    if scheme is not Scheme.SYSTEM:
        return _META.format(colours.light if scheme is Scheme.LIGHT else colours.dark)
    return Markup("\n").join(
        _META_OF_SCHEME.format(name, colour) for name, colour in colours._asdict().items()
    )


def table_theme(choices: Choices) -> Markup:
    return theme(FELT[choices.table], choices.scheme)


def manifests() -> dict[str, bytes]:
    """The file that makes the site installable, for each language."""
    return {f"{language}.webmanifest": _manifest(language) for language in LANGUAGES}


def _manifest(language: str) -> bytes:
    _ = catalog(language).gettext
    felt = FELT[Table.GREEN].light
    content = {
        # one app, whichever language it was installed from
        "id": "/",
        "lang": language,
        "name": _("Patience"),
        "short_name": _("Patience"),
        "description": _(DESCRIPTION),
        "start_url": f"/{language}/",
        "scope": "/",
        "display": "standalone",
        "theme_color": felt,
        "background_color": felt,
        # their addresses begin where the manifest lies
        "icons": [
            {"src": name, "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    return json.dumps(content, ensure_ascii=False).encode()


_META = Markup('<meta name="theme-color" content="{}">')
_META_OF_SCHEME = Markup(
    '<meta name="theme-color" media="(prefers-color-scheme: {})" content="{}">'
)
