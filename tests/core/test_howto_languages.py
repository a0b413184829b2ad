"""What is told of a game is whole and well set in both languages."""

import re

import pytest

from app.games import GAMES
from app.howto import how_to_play
from tests.core.telling import ENGLISH_WORDS, TONGUES, WRONG_SPACE


@pytest.mark.parametrize("slug", GAMES)
def test_sentences_are_whole_in_both_languages(slug: str) -> None:
    english, french = (how_to_play(GAMES[slug], tongue) for tongue in TONGUES.values())
    for here, there in zip(english, french, strict=True):
        assert here.part == there.part
        assert len(here.sentences) == len(there.sentences)
        for sentence in (*here.sentences, *there.sentences):
            assert re.fullmatch(r"[A-ZÀÉ0-9][^.%]*\.", sentence), sentence
            assert "'" not in sentence
            assert "  " not in sentence


@pytest.mark.parametrize("slug", GAMES)
def test_french_is_french(slug: str) -> None:
    for section in how_to_play(GAMES[slug], TONGUES["fr"]):
        text = " ".join((section.heading, *section.sentences))
        assert not ENGLISH_WORDS.search(text)
        assert not WRONG_SPACE.search(text)
        # a suit is an enseigne; red and black alone are colours
        assert not re.search(r"même couleur|couleurs? de (pique|cœur)", text)
        assert not re.search(r"\b(de|le|la|que) (un|une|as|autre|elle|il)\b", text)
