"""What an address that leads nowhere means, as far as it can be understood. Says nothing of it."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from app.deals import FIRST_DEAL, LAST_DEAL
from app.games import GAMES
from app.web.i18n import LANGUAGES, game_title
from app.web.languages import folder_of

SITE_PAGES = ("about", "contact", "privacy", "settings", "statistics")
GAME_PAGES = ("daily", "rules")
DEAL_PAGES = ("share", "table")

_LONGEST, _LONGEST_WORD = 200, 40
"""Characters of an address, and of a word, that are looked at."""
_NEAR = 0.7
"""How much alike a word and a name are, of 1, where one is meant by the other."""
_NEARER = 0.85
_MOST_GAMES = 3
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_][a-z]{2,4})?", re.ASCII | re.IGNORECASE)
_FILE = re.compile(r"(?<=.)\.(?:html?|php\d?|aspx?|jsp|cgi)$", re.IGNORECASE)
_HOMES = ("default", "home", "index")
_NUMBERED = re.compile(r"(.*?)[\W_]*(\d+)", re.DOTALL)
_NUMBER = re.compile(r"\d+(?:[\s.,'’_]+\d{3}(?!\d))*")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class Meaning(NamedTuple):
    language: str | None = None
    """One of ours."""
    is_foreign: bool = False
    """Whether it asks for a language that is none of ours."""
    games: tuple[str, ...] = ()
    """The slugs that may be meant, the nearest first."""
    stranger: str = ""
    """A word that stands where a game should, and names none."""
    number: int | None = None
    """As it is written, whether or not there is such a deal."""
    is_number_odd: bool = False
    """Whether what stands in its place is none, or is not written plainly."""
    page: str = ""
    """The end of the address of a page of the site, the game or the deal."""
    is_exact: bool = True
    """Whether nothing had to be guessed."""

    @property
    def is_out_of_range(self) -> bool:
        return self.number not in (None, self.deal)

    @property
    def deal(self) -> int | None:
        """The nearest that there is."""
        return None if self.number is None else max(FIRST_DEAL, min(self.number, LAST_DEAL))

    def address(self, language: str, slug: str = "") -> str:
        """The page that is meant, or the nearest there is."""
        number = str(self.deal) if slug and self.deal else ""
        below = "/".join(filter(None, (slug, number, self.page)))
        return f"/{language}/{below}"


def meaning(path: str) -> Meaning:
    names = [_FILE.sub("", part) for part in _parts(path[:_LONGEST])]
    meant, parts = _with_language([name for name in names if name.casefold() not in _HOMES])
    meant, parts = _with_game(meant, parts)
    if meant.games:
        return _with_deal(meant, parts)
    return meant._replace(is_exact=meant.is_exact and not parts)


def straight(path: str) -> str | None:
    """The right address where one is wrong in its slashes alone."""
    meant = meaning(path)
    if not (meant.is_exact and meant.language) or meant.is_out_of_range:
        return None
    right = meant.address(meant.language, *meant.games)
    is_same = "/".join(_parts(path)) == right.strip("/")
    return right if is_same and right != path else None


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _with_language(parts: list[str]) -> tuple[Meaning, list[str]]:
    found = _LANGUAGE.fullmatch(parts[0]) if parts else None
    if not found:
        return Meaning(), parts
    code = found[1].casefold()
    if code in LANGUAGES:
        return Meaning(code, is_exact=parts[0].casefold() == code), parts[1:]
    return Meaning(is_foreign=True, is_exact=False), parts[1:]


def _with_game(meant: Meaning, parts: list[str]) -> tuple[Meaning, list[str]]:
    """The first part that names one, or a page of the site; else what the first is near to."""
    page = _pages().get(_plain(parts[0])) if parts else None
    if page in SITE_PAGES:
        is_exact = meant.is_exact and parts[0].casefold() == page
        return meant._replace(page=page, is_exact=is_exact), parts[1:]
    for at, part in enumerate(parts):
        if slug := _names().get(_plain(part)):
            is_exact = meant.is_exact and at == 0 and part.casefold() == slug
            # other sites have it the other way round: `rules/roman`
            before = [page] if at and page else []
            return meant._replace(games=(slug,), is_exact=is_exact), [*parts[at + 1 :], *before]
    return _with_near(meant, parts) if parts else (meant, parts)


def _with_near(meant: Meaning, parts: list[str]) -> tuple[Meaning, list[str]]:
    first, *rest = parts
    numbered = None if _is_near_a_numbered_name(first) else _NUMBERED.fullmatch(first)
    name, number = (numbered[1], [numbered[2]]) if numbered else (first, [])
    near = get_close_matches(_plain(name), [*_names(), *_pages()], _MOST_GAMES + 1, _NEAR)
    page = _pages().get(near[0], "") if near else ""
    if page in SITE_PAGES:
        return meant._replace(page=page, is_exact=False), []
    if page in GAME_PAGES:
        # which game's is not said
        return meant._replace(games=tuple(GAMES), is_exact=False), [page]
    slugs = tuple(dict.fromkeys(_names()[one] for one in near if one in _names()))
    # a file that somebody looks for is no game
    stranger = name if _plain(name) not in _names() and "." not in name else ""
    guessed = meant._replace(games=slugs[:_MOST_GAMES], stranger=stranger, is_exact=False)
    return guessed, [*number, *rest]


def _is_near_a_numbered_name(word: str) -> bool:
    """Whether the digit that it ends in is part of a game's name: `klondik-3`."""
    plain = _plain(word)
    numbered = [name for name in _names() if name[-1].isdigit() and name[-1] == plain[-1:]]
    return bool(get_close_matches(plain, numbered, 1, _NEARER))


def _with_deal(meant: Meaning, rest: Sequence[str]) -> Meaning:
    days = [part for part in rest if _DATE.fullmatch(part)]
    numbers = [part for part in rest if _NUMBER.search(part) and part not in days]
    number = _number_in(numbers[0]) if numbers and not days else None
    words = [part for part in rest if part not in (*days, *numbers)]
    page = _near_page(words, GAME_PAGES if number is None else DEAL_PAGES)
    understood = [str(number)] * (number is not None) + [page] * bool(page) + days
    is_plain = [part.casefold() for part in rest] == understood
    return meant._replace(
        number=number,
        is_number_odd=numbers[:1] != [str(number)] if numbers else bool(words and not page),
        page="/".join([page, *days]) if page == "daily" else page,
        is_exact=meant.is_exact and is_plain,
    )


def _near_page(words: Sequence[str], pages: Sequence[str]) -> str:
    names = [name for name, page in _pages().items() if page in pages]
    near = get_close_matches(_plain(words[-1]), names, 1, _NEAR) if words else []
    return _pages()[near[0]] if near else ""


def _number_in(text: str) -> int:
    """Whatever the script of its digits, and however they are grouped."""
    found = _NUMBER.search(text)
    assert found
    return int("".join(filter(str.isdecimal, found[0])))


@cache
def _names() -> dict[str, str]:
    """The slugs, by what a game is called in any of our languages."""
    names: dict[str, str] = {}
    for slug, rules in GAMES.items():
        for name in (slug, rules.name, *(game_title(each, rules) for each in LANGUAGES)):
            names.setdefault(_plain(name), slug)
    return names


@cache
def _pages() -> dict[str, str]:
    """The ends of addresses, by what such a page is called in any of our languages."""
    return {
        word: page for each in LANGUAGES for word, page in folder_of(each).pages.by_word.items()
    }


def _plain(text: str) -> str:
    """Without accents, capitals and signs."""
    parts = unicodedata.normalize("NFKD", text[:_LONGEST_WORD].casefold())
    return "".join(filter(str.isalnum, parts))
