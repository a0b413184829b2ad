"""The picture of a layout shows what is dealt, each card once, and its words say the same."""

import re
from xml.etree import ElementTree

import pytest

from app.games import GAMES
from app.howto import layout_picture, layout_words
from app.rules import GameRules
from tests.core.lab import lab_of
from tests.core.telling import ENGLISH, TONGUES, vocabulary

SVG = "{http://www.w3.org/2000/svg}"
SHAPE = re.compile(r"M(\d+) (\d+)h(\d+)v(\d+)h-\3z")

Box = tuple[int, int, int, int]


def shapes(rules: GameRules) -> dict[str, list[Box]]:
    """By class: left, top, width, height."""
    drawn: dict[str, list[Box]] = {}
    for path in ElementTree.fromstring(picture(rules)):
        assert SHAPE.sub("", path.attrib["d"]) == ""
        boxes = [tuple(map(int, box)) for box in SHAPE.findall(path.attrib["d"])]
        drawn[path.attrib["class"]] = [(x, y, wide, high) for x, y, wide, high in boxes]
    return drawn


def picture(rules: GameRules) -> str:
    return layout_picture(rules, "as dealt")


def test_every_pile_and_every_card_is_drawn() -> None:
    for rules in vocabulary():
        position, drawn = lab_of(rules).engine.deal(1), shapes(rules)
        hidden = position.face_down.bit_count()
        # the stock is one back; foundations and waste are places
        assert len(drawn["layout-down"]) == hidden + 1
        assert len(drawn["layout-up"]) == rules.cards_dealt - hidden
        assert len(drawn["layout-place"]) == rules.foundations.count + 1


def test_nothing_lies_on_another_or_outside() -> None:
    for rules in vocabulary():
        boxes = [box for drawn in shapes(rules).values() for box in drawn]
        assert len(set(boxes)) == len(boxes)
        for at, one in enumerate(boxes):
            assert not any(_overlap(one, other) for other in boxes[at + 1 :]), rules
        left, top, wide, high = map(
            int, ElementTree.fromstring(picture(rules)).attrib["viewBox"].split()
        )
        assert left < min(x for x, _, _, _ in boxes)
        assert top < min(y for _, y, _, _ in boxes)
        assert left + wide > max(x + w for x, _, w, _ in boxes)
        assert top + high > max(y + h for _, y, _, h in boxes)


def test_columns_stand_side_by_side_each_with_one_open_card() -> None:
    for rules in vocabulary():
        whole = [box for box in shapes(rules)["layout-up"] if box[3] == 14]
        assert len(whole) == len(rules.tableau.deal) + bool(rules.reserve)
        assert len({x for x, _, _, _ in whole}) == len(whole)


@pytest.mark.parametrize("slug", GAMES)
def test_it_needs_no_style_and_is_small(slug: str) -> None:
    drawn = picture(GAMES[slug])
    root = ElementTree.fromstring(drawn)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == "as dealt"
    assert root.attrib["class"] == "layout"
    assert not re.search(r"style|fill=|stroke|<text|xlink|http|id=", drawn)
    assert len(drawn) < 1500


def test_sixteen_foundations_stand_in_two_rows() -> None:
    places = shapes(GAMES["double-signora"])["layout-place"]
    rows = [top for _, top, _, _ in places]
    assert sorted(map(rows.count, set(rows))) == [8, 9]


@pytest.mark.parametrize(
    ("slug", "language", "words"),
    [
        (
            "roman",
            "en",
            (
                "Roman: stock and waste, 8 foundations, a reserve of 11 cards and 9 columns of one "
                "card, all face up."
            ),
        ),
        (
            "signora",
            "fr",
            (
                "Signora\u00a0: la pioche et la défausse, 8 fondations, une réserve de 11 cartes "
                "et 9 colonnes d’une carte, toutes visibles."
            ),
        ),
    ],
)
def test_the_words_of_a_picture(slug: str, language: str, words: str) -> None:
    assert layout_words(GAMES[slug], TONGUES[language]) == words


def test_the_words_differ_where_the_pictures_do() -> None:
    said = {layout_words(rules, ENGLISH).partition(":")[2] for rules in GAMES.values()}
    drawn = {picture(rules) for rules in GAMES.values()}
    assert len(said) == len(drawn) == len(GAMES) - 3


def _overlap(one: Box, other: Box) -> bool:
    return all(
        one[side] < other[side] + other[side + 2] and other[side] < one[side] + one[side + 2]
        for side in (0, 1)
    )
