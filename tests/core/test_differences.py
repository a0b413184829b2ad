"""What differs between two games is told, all of it and nothing else."""

from collections.abc import Callable
from itertools import permutations

import pytest

from app.games import GAMES, draw_variants
from app.howto import differences, relatives
from app.rules import GameRules
from tests.core.telling import ENGLISH, ENGLISH_WORDS, TONGUES, WRONG_SPACE

STEMS: dict[str, Callable[[GameRules], object]] = {
    "It is played with ": lambda rules: rules.decks,
    "The tableau is ": lambda rules: rules.tableau.deal,
    "Foundations begin with ": lambda rules: rules.foundations.base,
    "Foundations are built up ": lambda rules: rules.foundations.build.match,
    "Columns are built down ": lambda rules: rules.tableau.build.match,
    "From column to column moves ": lambda rules: rules.tableau.unit,
    "A column that is emptied ": lambda rules: (rules.tableau.empty, rules.tableau.refill),
    "A turn of the stock brings ": lambda rules: rules.stock.per_turn,
    "You go through the stock ": lambda rules: rules.stock.passes,
    "It": lambda rules: rules.reserve,
}

PAIRS = list(permutations(GAMES.values(), 2))


def test_all_that_differs_is_told_in_the_order_of_the_rules() -> None:
    for rules, other in PAIRS:
        stems = [stem for stem, value in STEMS.items() if value(rules) != value(other)]
        told = differences(rules, other, ENGLISH)
        assert len(told) == len(stems), (rules.slug, other.slug, told)
        for sentence, stem in zip(told, stems, strict=True):
            assert sentence.startswith(stem)


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_does_not_differ_from_itself(slug: str) -> None:
    assert differences(GAMES[slug], GAMES[slug], ENGLISH) == ()


def test_here_and_there_change_places_with_the_games() -> None:
    for rules, other in PAIRS:
        for here, there in zip(
            differences(rules, other, ENGLISH), differences(other, rules, ENGLISH), strict=True
        ):
            assert here != there


@pytest.mark.parametrize(
    ("slug", "other", "told"),
    [
        (
            "signora",
            "roman",
            (
                "Foundations are built up in alternate colours; in Roman, in suit.",
                "Columns are built down in alternate colours; in Roman, whatever the suit.",
            ),
        ),
        (
            "double-signora",
            "signora",
            (
                "It is played with 4 packs; Signora, with 2 packs.",
                "The tableau is 11 columns; in Signora, 9 columns.",
                "Its reserve holds 21 cards; that of Signora, 11 cards.",
            ),
        ),
        (
            "colonel",
            "roman",
            (
                "The tableau is 10 columns; in Roman, 9 columns.",
                "Columns are built down in suit; in Roman, whatever the suit.",
                (
                    "From column to column moves a run, whole or in part; in Roman, one card at a "
                    "time."
                ),
                "You go through the stock twice; in Roman, once.",
            ),
        ),
        (
            "klondike-3",
            "klondike",
            ("A turn of the stock brings 3 cards in place of one card.",),
        ),
        (
            "athena",
            "klondike-3",
            (
                (
                    "The tableau is 7 columns of 4 cards, dealt face down, face up, face down, "
                    "face up; in Klondike, 7 columns of 1, 2, 3, 4, 5, 6 and 7 cards, only the "
                    "last of each face up."
                ),
            ),
        ),
        (
            "bureau",
            "athena-1",
            (
                "It is played with 2 packs; Athena, with one pack.",
                "The tableau is 13 columns; in Athena, 7 columns.",
                "Foundations are built up in alternate colours; in Athena, in suit.",
                "A column that is emptied stays empty; in Athena, it takes only kings.",
                "You go through the stock twice; in Athena, as often as you like.",
            ),
        ),
        (
            "roman",
            "klondike",
            (
                "It is played with 2 packs; Klondike, with one pack.",
                (
                    "The tableau is 9 columns of one card, all face up; in Klondike, 7 columns of "
                    "1, 2, 3, 4, 5, 6 and 7 cards, only the last of each face up."
                ),
                (
                    "Foundations begin with the rank of the first card played to one; in Klondike, "
                    "with an ace."
                ),
                "Columns are built down whatever the suit; in Klondike, in alternate colours.",
                (
                    "From column to column moves one card at a time; in Klondike, a run, whole or "
                    "in part."
                ),
                (
                    "A column that is emptied is filled at once from the waste or the stock; in "
                    "Klondike, it takes only kings."
                ),
                "You go through the stock once; in Klondike, as often as you like.",
                "It has a reserve of 11 cards; Klondike has none.",
            ),
        ),
    ],
)
def test_in_words(slug: str, other: str, told: tuple[str, ...]) -> None:
    assert differences(GAMES[slug], GAMES[other], ENGLISH) == told


def test_a_reserve_that_only_the_other_has() -> None:
    told = differences(GAMES["klondike"], GAMES["roman"], ENGLISH)
    assert told[-1] == "It has no reserve; Roman has one."


def test_french_is_whole_and_french() -> None:
    for rules, other in PAIRS:
        french = differences(rules, other, TONGUES["fr"])
        assert len(french) == len(differences(rules, other, ENGLISH))
        for sentence in french:
            assert sentence.endswith(".")
            assert sentence[0].isupper()
            assert not ENGLISH_WORDS.search(sentence)
            assert not WRONG_SPACE.search(sentence)


# -- relatives -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "nearest"),
    [
        ("roman", ["signora", "colonel", "double-signora"]),
        ("bureau", ["athena-1", "klondike"]),
        ("signora", ["roman", "double-signora", "colonel"]),
        ("colonel", ["roman", "signora"]),
        ("double-signora", ["signora", "roman"]),
        ("athena", ["klondike-3"]),
        ("athena-1", ["klondike", "bureau"]),
        ("klondike", ["athena-1", "bureau"]),
        ("klondike-3", ["athena"]),
    ],
)
def test_the_nearest_relatives(slug: str, nearest: list[str]) -> None:
    assert [other.slug for other in relatives(GAMES[slug])] == nearest


@pytest.mark.parametrize("slug", GAMES)
def test_relatives_are_other_games_and_none_is_nearer(slug: str) -> None:
    rules = GAMES[slug]
    named = relatives(rules)
    assert not {rules, *draw_variants(rules)} & set(named)
    assert len({other.name for other in named}) == len(named)
    apart = [len(differences(rules, other, ENGLISH)) for other in named]
    assert apart == sorted(apart)
    left_out = [
        other
        for other in GAMES.values()
        if other.name not in {rules.name, *(each.name for each in named)}
    ]
    for other in left_out:
        count = len(differences(rules, other, ENGLISH))
        assert count > 5 or (len(named) == 3 and count >= apart[-1])
