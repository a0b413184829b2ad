"""The folder of a language: what it must say, and what is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.cards import RANK_LETTERS, Card
from app.web import vocabulary
from app.web.i18n import LANGUAGE_NAMES, LANGUAGES, court_prefix, face_symbol, rank_letter
from app.web.languages import FOLDERS, Language, read_language

ENGLISH = (FOLDERS / "en/language.toml").read_text("utf-8")
KING_OF_CLUBS, TEN_OF_SPADES = Card(51), Card(9)
Each = pytest.mark.parametrize("lang", LANGUAGES)


def read(folder: Path, text: str) -> Language:
    (folder / "language.toml").write_text(text, "utf-8")
    return read_language(folder)


@pytest.mark.parametrize(
    ("lang", "name", "prefix", "letters"),
    [("en", "English", "", RANK_LETTERS), ("fr", "Français", "fr-", "A23456789TVDR")],
)
def test_a_language_tells_its_name_and_its_indices(
    lang: str, name: str, prefix: str, letters: str
) -> None:
    assert LANGUAGE_NAMES[lang] == name
    assert court_prefix(lang) == prefix
    assert face_symbol(lang, KING_OF_CLUBS) == f"{prefix}KC"
    assert face_symbol(lang, TEN_OF_SPADES) == "TS"
    assert "".join(rank_letter(lang, rank) for rank in range(1, 14)) == letters


@Each
def test_no_typed_text_means_two_things(lang: str) -> None:
    known: dict[str, str] = {}
    for kind, texts in meanings(lang):
        for text in texts:
            assert known.setdefault(text, kind) == kind, text


def meanings(lang: str) -> Iterator[tuple[str, set[str]]]:
    yield "card", set(vocabulary.faces(lang))
    yield "pile", set(vocabulary.piles(lang))
    yield "command", set(vocabulary.commands(lang))


@Each
def test_words_are_written_as_typed_texts_are_read(lang: str) -> None:
    texts = {text for _, texts in meanings(lang) for text in texts} | {*vocabulary.joints(lang)}
    assert {text for text in texts if text != text.lower() or " " in text} == set()


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ('name = "English"', ""),
        ('name = "English"', 'name = "English"\ncolour = "red"'),
        ('undo = ["undo", "u", "z"]', ""),
        ('waste = ["w", "waste", "thewaste"]', 'waste = "w"'),
        ('indices = "AKQJ"', 'indices = "AKDB"'),
    ],
    ids=["missing", "unknown", "missing word", "no list", "not drawn"],
)
def test_what_is_wrong_is_refused(now: str, then: str, tmp_path: Path) -> None:
    assert read(tmp_path, ENGLISH).name == "English"
    assert ENGLISH.count(now) == 1
    with pytest.raises(ValidationError):
        read(tmp_path, ENGLISH.replace(now, then))
