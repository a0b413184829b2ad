"""Numbered deals: the same for ever, fair, and reproducible from twenty lines."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from app.cards import DECK_SIZE, face_name, fresh_decks
from app.deals import FIRST_DEAL, LAST_DEAL, NoSuchDeal, shuffled

PINNED = {
    (1, 1): "7H 9S 4H 8D 8H 5C JH 6H 9C JS 5H KH",
    (1, 2): "QD 3C 4S 5D 7D 2H KD TH AS 6S 7C 3S",
    (1, 617): "4C 5S 6D 7C 8D 7H QS 4D 5H TS 8C AS",
    (1, 4294967295): "6D 2H 8D 3C TS 5C 4D QS 3S JS 8S 5D",
    (2, 1): "6D 7D JS 8S KC 7H 6C 8S 6S 9S 5S TD",
    (2, 2): "TH AD 6D JC 2H QC 5D 3H 7S AS AC 4C",
    (2, 617): "8D 9H 3D QH AH AH 6C TD KH KD QD KC",
    (2, 4294967295): "8H AC QH QD 5D 7S QD 4D 8S KD TC 2H",
    (4, 1): "AS JC KC 9D 6C JS 3C 8C 4S JC AC KH",
    (4, 2): "QD 5D JC AD 9H QS 2S 9S TD JC TD 6H",
    (4, 617): "5S JH QC AS 6S QD 4C 9H 6C 5H 6D 9D",
    (4, 4294967295): "9D 9C 6D TS 9C TH JS 3C TC 8D AD TD",
}


def reproduced(decks: int, number: int) -> list[str]:
    """A deal by its published recipe, from nothing but the number: as anyone could write it."""
    cards = [rank + suit for _ in range(decks) for suit in "SHDC" for rank in "A23456789TJQK"]
    state = number
    for last in range(len(cards) - 1, 0, -1):
        ways = last + 1
        while True:
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            z = state
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
            z ^= z >> 31
            if z < 2**64 // ways * ways:
                break
        place = z % ways
        cards[last], cards[place] = cards[place], cards[last]
    return cards


@pytest.mark.parametrize(("decks", "number"), PINNED)
def test_pinned(decks: int, number: int) -> None:
    first = shuffled(decks, number)[:12]
    assert " ".join(map(face_name, first)) == PINNED[decks, number]


@pytest.mark.parametrize("decks", [1, 2, 4])
@pytest.mark.parametrize("number", [FIRST_DEAL, 2, 77, 100_000, 2**31, LAST_DEAL])
def test_anyone_can_reproduce_a_deal(decks: int, number: int) -> None:
    assert [face_name(card) for card in shuffled(decks, number)] == reproduced(decks, number)


@pytest.mark.parametrize("decks", [1, 2, 4])
def test_every_card_once_a_deck(decks: int) -> None:
    assert sorted(shuffled(decks, 5)) == fresh_decks(decks)


@pytest.mark.parametrize("number", [0, -1, LAST_DEAL + 1, 2**64])
def test_no_such_deal(number: int) -> None:
    with pytest.raises(NoSuchDeal):
        shuffled(1, number)


def test_same_number_same_deal() -> None:
    assert shuffled(2, 9) == shuffled(2, 9)


@pytest.mark.parametrize("decks", [1, 2, 4])
def test_different_numbers_different_deals(decks: int) -> None:
    assert len({shuffled(decks, number) for number in range(1, 1001)}) == 1000


def chi_square(deals: Iterable[int]) -> float:
    """How far single packs stray from every card being as likely in every place.

    Pearson's sum over 52 places by 52 cards. Rows and columns both add up to the number of deals,
    so there are 51 * 51 free counts; as each deal is a permutation, each of them varies by 1/51
    where the sum divides by 1/52, which the factor makes good.
    """
    counts = [0] * DECK_SIZE**2
    number_of_deals = 0
    for number in deals:
        number_of_deals += 1
        for place, card in enumerate(shuffled(1, number)):
            counts[place * DECK_SIZE + card] += 1
    expected = number_of_deals / DECK_SIZE
    total = sum((count - expected) ** 2 for count in counts) / expected
    return total * (DECK_SIZE - 1) / DECK_SIZE


FREEDOM = (DECK_SIZE - 1) ** 2
TOLERANCE = 4 * (2 * FREEDOM) ** 0.5
"""Four standard deviations of chi-square, whatever the number of deals."""


def test_every_card_as_likely_everywhere() -> None:
    assert abs(chi_square(range(1, 10_001)) - FREEDOM) < TOLERANCE


@pytest.mark.soak
def test_every_card_as_likely_everywhere_in_100_000_deals() -> None:
    assert abs(chi_square(range(1, 100_001)) - FREEDOM) < TOLERANCE


@pytest.mark.soak
def test_every_card_as_likely_everywhere_for_the_last_numbers() -> None:
    assert abs(chi_square(range(LAST_DEAL - 99_999, LAST_DEAL + 1)) - FREEDOM) < TOLERANCE


def test_neighbouring_numbers_deal_unlike() -> None:
    """Each place holds the same card in neighbouring deals no oftener than one time in 52."""
    deals = [shuffled(1, number) for number in range(1, 1001)]
    same = sum(a == b for one, other in pairwise(deals) for a, b in zip(one, other, strict=True))
    assert abs(same - 999) < 5 * 999**0.5
