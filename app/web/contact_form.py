"""What the contact form asks for, and in which words it asks again; keeps and sends nothing."""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from babel.numbers import format_decimal

from app.mail_address import is_any_address
from app.web.i18n import N_, catalog

SHORTEST, LONGEST = 10, 5_000
"""Characters of a message, without the blank ones around it."""

TRAP = "subject"
"""A field that nobody sees: who fills it in is no one."""


class Kind(StrEnum):
    FAULT = "fault"
    IDEA = "idea"
    RULES = "rules"
    OTHER = "other"


KIND_WORDS = {
    Kind.FAULT: N_("Something is wrong"),
    Kind.IDEA: N_("An idea"),
    Kind.RULES: N_("The rules"),
    Kind.OTHER: N_("Something else"),
}
_TURNS = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
"""Classes of https://www.unicode.org/reports/tr9/: a mark of direction turns nothing else."""

_MISSING = N_("Please write your message here.")
_TOO_SHORT = N_("A little more, please: at least %(least)s characters.")
_TOO_LONG = N_("This is %(count)s characters long; at most %(most)s can be sent.")
_NO_ADDRESS = N_(
    "This does not look like an e-mail address, such as name@example.org. Leave it empty if you "
    "want no answer."
)
_NO_KIND = N_("Please choose one of these.")


class ContactForm(NamedTuple):
    """As it was filled in, but cleaned: what is kept is what can be shown again."""

    kind: str = Kind.FAULT
    text: str = ""
    email: str = ""
    page: str = ""
    """The address of the game that was left for the form; empty: none was."""
    with_game: bool = False
    """Whether the writer wants that game to be sent along."""
    stamp: str = ""
    trap: str = ""
    shown: str = ""
    """The version of the game that the preview has shown; empty: none was."""
    is_preview: bool = False
    """Whether it is to be shown before it is sent."""

    @classmethod
    def of_fields(cls, given: Mapping[str, str]) -> "ContactForm":
        return cls(
            kind=clean(given.get("kind", "")),
            text=clean(given.get("message", "")),
            email=clean(given.get("email", "")),
            page=given.get("page", ""),
            with_game=given.get("game") == "yes",
            stamp=given.get("stamp", ""),
            trap=given.get(TRAP, ""),
            shown=given.get("shown", ""),
            is_preview=given.get("step") == "preview",
        )

    def faults(self, lang: str) -> dict[str, str]:
        """What is to be mended, in words, by the name of the field."""
        found = {
            "kind": "" if self.kind in set(Kind) else _words(lang, _NO_KIND),
            "message": self._fault_of_text(lang),
            "email": "" if self._has_good_email else _words(lang, _NO_ADDRESS),
        }
        return {name: words for name, words in found.items() if words}

    @property
    def _has_good_email(self) -> bool:
        return not self.email or is_any_address(self.email)

    def _fault_of_text(self, lang: str) -> str:
        length = len(self.text)
        if not any(map(_is_visible, self.text)):
            return _words(lang, _MISSING)
        if length < SHORTEST:
            return _words(lang, _TOO_SHORT, least=SHORTEST)
        if length > LONGEST:
            return _words(lang, _TOO_LONG, count=length, most=LONGEST)
        return ""


def clean(text: str) -> str:
    """Line ends as one character, nothing blank around, and no control characters.

    A database may refuse them, and a terminal obeys them. What turns the order of the signs around
    goes too: it would turn those that stand behind a message as well.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(sign for sign in lines if sign in "\n\t" or not _is_obeyed(sign)).strip()


def _is_obeyed(sign: str) -> bool:
    return unicodedata.category(sign) == "Cc" or unicodedata.bidirectional(sign) in _TURNS


def _is_visible(sign: str) -> bool:
    # neither a blank nor a sign that only tells how others are shown
    return unicodedata.category(sign)[0] not in "CZ"


@cache
def kind_words(lang: str) -> dict[Kind, str]:
    return {kind: _words(lang, words) for kind, words in KIND_WORDS.items()}


def _words(lang: str, words: str, **numbers: int) -> str:
    shown = {name: format_decimal(number, locale=lang) for name, number in numbers.items()}
    return catalog(lang).gettext(words) % shown if shown else catalog(lang).gettext(words)
