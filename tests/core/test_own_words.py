"""Each game's own words are there in both languages, and the figures in them are the deal's."""

import re

import pytest

from app.games import GAMES, draw_variants
from app.howto import own_words
from tests.core.lab import lab_of
from tests.core.telling import ENGLISH_WORDS, TONGUES, WRONG_SPACE


@pytest.mark.parametrize("language", TONGUES)
@pytest.mark.parametrize("slug", GAMES)
def test_two_or_three_paragraphs_and_five_sentences(slug: str, language: str) -> None:
    words = own_words(GAMES[slug], TONGUES[language])
    assert len(words.paragraphs) in {2, 3}
    assert len(words.strategy) == 5
    for sentence in words.strategy:
        assert re.fullmatch(r"[A-ZÀÉ][^.!?]*\.", sentence), sentence
    for text in (*words.paragraphs, *words.strategy):
        assert text.endswith(".")
        assert "'" not in text
        assert "  " not in text


@pytest.mark.parametrize("slug", GAMES)
def test_french_is_french(slug: str) -> None:
    english, french = (own_words(GAMES[slug], tongue) for tongue in TONGUES.values())
    for here, there in zip(english, french, strict=True):
        assert not set(here) & set(there)
        assert len(here) == len(there)
        for text in there:
            assert not ENGLISH_WORDS.search(text)
            assert not WRONG_SPACE.search(text)


def test_draw_variants_alone_share_their_words() -> None:
    for rules in GAMES.values():
        alike = [
            other
            for other in GAMES.values()
            if own_words(other, TONGUES["en"]) == own_words(rules, TONGUES["en"])
        ]
        assert set(alike) == {rules, *draw_variants(rules)}


@pytest.mark.parametrize("language", TONGUES)
def test_figures_are_those_of_the_deal(language: str) -> None:
    def said(slug: str) -> str:
        return " ".join(own_words(GAMES[slug], TONGUES[language]).paragraphs)

    def hidden(slug: str) -> int:
        return lab_of(GAMES[slug]).engine.deal(1).face_down.bit_count()

    def in_view(slug: str) -> int:
        return GAMES[slug].cards_dealt - hidden(slug)

    assert f" {hidden('bureau')} " in said("bureau")
    assert f" {hidden('klondike')} " in said("klondike")
    assert f" {in_view('athena')} " in said("athena")
    signora, double = GAMES["signora"].reserve, GAMES["double-signora"].reserve
    assert signora
    assert double
    for count in (signora.cards, double.cards, GAMES["double-signora"].foundations.count):
        assert re.search(rf"\b{count}\b", said("double-signora"))
    assert f" {GAMES['double-signora'].cards} " in said("double-signora")
    assert f" {GAMES['colonel'].cards}" in said("colonel")
