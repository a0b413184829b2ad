"""How the words of each language are set: quotes, dashes, dots, and the spaces of French."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from tools.catalogs import ROOT

_NO_BREAK = "\N{NO-BREAK SPACE}"
_TO_COPY = re.compile(r"Authorization: Bearer|%\(\w+\)[a-z]")
"""What is typed or filled in, and is set as it is."""

ANY = {
    "a straight quote": r"['\"]",
    "three dots for one sign": r"\.\.\.",
    "a hyphen for a dash": r" - ",
    "a space too many": r"^\s|\s$|  ",
}
FRENCH = {
    "no no-break space before a tall sign": rf"[^{_NO_BREAK}?!][:;?!»]",
    "no no-break space after a guillemet": rf"«(?!{_NO_BREAK})",
    "an English quote": r"[“”]",
    "two letters for a ligature": r"(?i)coeur|oeuvre",
}
ENGLISH = {
    "a word as Americans spell it": r"(?i)\b(colors?|gray|favors?|centers?)\b",
    "a French quote": r"[«»]",
}
RULES = [
    *(("en", fault, pattern) for fault, pattern in {**ANY, **ENGLISH}.items()),
    *(("fr", fault, pattern) for fault, pattern in {**ANY, **FRENCH}.items()),
]


@pytest.mark.parametrize(("language", "fault", "pattern"), RULES)
def test_words_are_set_as_their_language_is(language: str, fault: str, pattern: str) -> None:
    found = [text for text in texts(language) if re.search(pattern, text)]
    assert not found, fault


def texts(language: str) -> Iterator[str]:
    path = ROOT / "app" / "locale" / language / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    for message in catalog:
        several = [message.string] if isinstance(message.string, str) else message.string or ()
        if message.id:
            yield from (_TO_COPY.sub("X", form) for form in several if form)
