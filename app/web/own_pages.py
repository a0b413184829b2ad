"""The addresses that a form may name for the way back: ours alone."""

import re

from app.web.i18n import LANGUAGES

# a plain path below a language, with the game that it may carry, the page to go back to from
# there, or what games are wanted: no one is sent elsewhere by it
_QUERY = (
    "(log|ply|version)=[a-z0-9.-]*|page=[a-zA-Z0-9.%/-]*|packs=[0-9]{1,2}|difficulty=[a-z]{1,9}"
)
_OWN_PAGE = re.compile(rf"/({'|'.join(LANGUAGES)})/[a-z0-9/-]*(\?(&?({_QUERY}))+)?", re.ASCII)


def own_page(address: str, language: str) -> str:
    """A page of ours in this language; the list of games where `address` is none."""
    if not _OWN_PAGE.fullmatch(address):
        return f"/{language}/"
    _, _, rest = address.removeprefix("/").partition("/")
    return f"/{language}/{rest}"
