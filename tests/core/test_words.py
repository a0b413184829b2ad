"""Cards with their articles, in both languages."""

import pytest

from app.cards import Card
from app.web.i18n import catalog
from app.words import any_of_rank, both, card_words, either, the_card_words
from tests.core.lab import cards
from tests.core.telling import TONGUES


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("AS", "the ace of spades", "l’as de pique"),
        ("8D", "the 8 of diamonds", "le 8 de carreau"),
        ("TC", "the 10 of clubs", "le 10 de trèfle"),
        ("JH", "the jack of hearts", "le valet de cœur"),
        ("QS", "the queen of spades", "la dame de pique"),
        ("KH", "the king of hearts", "le roi de cœur"),
    ],
)
def test_a_card_with_its_article(name: str, english: str, french: str) -> None:
    (card,) = cards(name)
    assert the_card_words(TONGUES["en"], card) == english
    assert the_card_words(TONGUES["fr"], card) == french


@pytest.mark.parametrize("language", TONGUES)
def test_all_faces_differ_and_copies_do_not(language: str) -> None:
    tongue = TONGUES[language]
    assert len({the_card_words(tongue, Card(n)) for n in range(52)}) == 52
    for n in range(52):
        assert the_card_words(tongue, Card(n)) == the_card_words(tongue, Card(n + 52))
        assert the_card_words(tongue, Card(n)).endswith(card_words(tongue, Card(n))[1:])


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (1, "any ace", "n’importe quel as"),
        (7, "any 7", "n’importe quel 7"),
        (12, "any queen", "n’importe quelle dame"),
        (13, "any king", "n’importe quel roi"),
    ],
)
def test_any_card_of_a_rank(number: int, english: str, french: str) -> None:
    assert any_of_rank(TONGUES["en"], number) == english
    assert any_of_rank(catalog("fr"), number) == french


def test_lists() -> None:
    assert [either(TONGUES["en"], list("abc")[:n]) for n in (1, 2, 3)] == [
        "a",
        "a or b",
        "a, b or c",
    ]
    assert both(TONGUES["fr"], ["a", "b", "c"]) == "a, b et c"
