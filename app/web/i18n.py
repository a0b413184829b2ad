"""Languages: which one a request wants, and the player's words for cards and piles."""

from collections.abc import Callable
from functools import cache

from babel.core import negotiate_locale
from babel.support import Translations

from app import words
from app.cards import RANK_LETTERS, Card, face, face_name, rank
from app.engine import PileName
from app.rules import GameRules, Kind
from app.web.languages import FOLDERS, INDICES, folder_of

LANGUAGES = ("en", "fr")
"""Each has a folder in `app/locale`. The first is for whoever wants none of them."""
LANGUAGE_NAMES = {language: folder_of(language).name for language in LANGUAGES}
_LETTERS = "AKQJ"
"""As the sprite calls the cards whose letters differ from language to language."""


def N_(message: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Marks a message that is translated where it is shown."""
    return message


@cache
def catalog(language: str) -> Translations:
    """Raises FileNotFoundError: uncompiled, every language would be English, and no one told."""
    found = Translations.load(FOLDERS, [language])
    if not isinstance(found, Translations):
        raise FileNotFoundError(f"{FOLDERS / language}: not compiled; `make build` does it")
    return found


def wanted_language(cookie: str | None, accept: str) -> str:
    """The cookie's language if there is one, else the best that Accept-Language names."""
    if cookie in LANGUAGES:
        return cookie
    wishes = sorted(_wishes(accept), key=lambda wish: -wish[1])
    named = [tag.replace("-", "_") for tag, quality in wishes if quality > 0]
    return (negotiate_locale(named, LANGUAGES) or LANGUAGES[0])[:2]


def _wishes(accept: str) -> list[tuple[str, float]]:
    wishes = []
    for part in accept.split(",")[:20]:
        tag, _, parameters = part.strip().partition(";")
        quality = parameters.strip().removeprefix("q=") or "1"
        try:
            wishes.append((tag, float(quality)))
        except ValueError:
            continue
    return wishes


@cache
def card_words(language: str, card: Card) -> str:
    return words.card_words(catalog(language), card)


def rank_words(language: str, rank: int) -> str:
    return words.rank_words(catalog(language), rank)


def rank_letter(language: str, number: int) -> str:
    """The index on a card, as the sprite names it: `7`, `T`, `K`, and `R` for a French king."""
    return _indices(language).get(RANK_LETTERS[number - 1], RANK_LETTERS[number - 1])


def face_symbol(language: str, card: Card) -> str:
    """The sprite's symbol for a card's face."""
    name = face_name(Card(face(card)))
    is_drawn_anew = rank_letter(language, rank(card)) != name[0]
    return f"{court_prefix(language)}{name}" if is_drawn_anew else name


def court_prefix(language: str) -> str:
    """What stands before the name of a court card in the sprite: `fr-`, or nothing."""
    return INDICES[folder_of(language).indices]


@cache
def _indices(language: str) -> dict[str, str]:
    return dict(zip(_LETTERS, folder_of(language).indices, strict=True))


@cache
def pile_words(language: str, name: PileName) -> str:
    _ = catalog(language).gettext
    names: dict[Kind, Callable[[], str]] = {
        Kind.FOUNDATION: lambda: _("foundation %(number)d"),
        Kind.TABLEAU: lambda: _("column %(number)d"),
        Kind.RESERVE: lambda: _("reserve"),
        Kind.WASTE: lambda: _("waste"),
        Kind.STOCK: lambda: _("stock"),
    }
    text = names[name.kind]()
    return text % {"number": name.number} if "%" in text else text


def passes_words(language: str, passes_left: int) -> str:
    """`1 more pass`, `last pass`; of a stock that has a limit."""
    words = catalog(language)
    if not passes_left:
        return words.gettext("last pass")
    return words.ngettext("%(count)d more pass", "%(count)d more passes", passes_left) % {
        "count": passes_left
    }


@cache
def game_title(language: str, rules: GameRules) -> str:
    return words.game_title(catalog(language), rules)
