"""A value of a declaration is flipped, and the text changes where it speaks of it, nowhere else."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from app.games import GAMES
from app.games.roman import ROMAN
from app.howto import Part
from app.rules import Base
from tests.core.telling import TONGUES, Flip, flips, told

SPEAKS_OF = {
    "decks": {Part.AIM, Part.LAYOUT, Part.FOUNDATIONS, Part.ENDING},
    "foundations.base": {Part.FOUNDATIONS},
    "foundations.build.match": {Part.FOUNDATIONS},
    "foundations.build.wrap": {Part.FOUNDATIONS},
    "tableau.deal": {Part.LAYOUT, Part.TABLEAU},
    "tableau.build.match": {Part.TABLEAU},
    "tableau.build.wrap": {Part.TABLEAU},
    "tableau.unit": {Part.TABLEAU},
    "tableau.empty": {Part.TABLEAU},
    "tableau.refill": {Part.TABLEAU},
    "reserve": {Part.LAYOUT, Part.RESERVE, Part.FOUNDATIONS, Part.TABLEAU},
    "stock.per_turn": {Part.STOCK},
    "stock.passes": {Part.STOCK, Part.ENDING},
}
# a name is no rule, a build by another step is refused, and foundations must hold the packs
HAVE_ONE_VALUE = {"slug", "name", "foundations.count", "foundations.build.step"}
HAVE_ONE_VALUE |= {"tableau.build.step"}


@pytest.mark.parametrize("language", TONGUES)
def test_a_flipped_value_changes_the_text_that_speaks_of_it(language: str) -> None:
    for flip in flips():
        before, after = told(flip.before, language), told(flip.after, language)
        changed = {part for part in Part if before.get(part) != after.get(part)}
        assert changed <= SPEAKS_OF[flip.field], flip
        assert bool(changed) != _plays_alike(flip), flip


def test_two_values_of_a_field_never_read_alike() -> None:
    for field in SPEAKS_OF:
        told_of: dict[str, Flip] = {}
        for flip in flips():
            if flip.field == field and flip.before == ROMAN:
                text = str(told(flip.after))
                assert text not in told_of, (flip, told_of[text])
                told_of[text] = flip


def test_every_field_of_a_declaration_is_flipped() -> None:
    assert {flip.field for flip in flips()} == set(SPEAKS_OF)
    assert set(_fields(ROMAN)) == set(SPEAKS_OF) | HAVE_ONE_VALUE


def test_no_two_games_read_alike() -> None:
    texts = {str(told(rules)) for rules in GAMES.values()}
    assert len(texts) == len(GAMES)


def _plays_alike(flip: Flip) -> bool:
    """From ace to king a foundation is full before it could go round."""
    return flip.field == "foundations.build.wrap" and flip.before.foundations.base is Base.ACE


def _fields(holder: object, prefix: str = "") -> Iterator[str]:
    assert is_dataclass(holder)
    for field in fields(holder):
        value, name = getattr(holder, field.name), f"{prefix}{field.name}"
        # what a reserve is made of is flipped as one, because there may be none
        if is_dataclass(value) and field.name != "reserve":
            yield from _fields(value, f"{name}.")
        else:
            yield name
