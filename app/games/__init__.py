"""The games of the house: slug -> declaration, in the order of the home page."""

from dataclasses import replace
from functools import cache
from types import MappingProxyType

from app.games.klondike import ATHENA, ATHENA_1, BUREAU, KLONDIKE, KLONDIKE_3
from app.games.roman import COLONEL, DOUBLE_SIGNORA, ROMAN, SIGNORA
from app.rules import GameRules

GAMES: MappingProxyType[str, GameRules] = MappingProxyType(
    {
        rules.slug: rules
        for rules in (
            ROMAN,
            BUREAU,
            SIGNORA,
            COLONEL,
            DOUBLE_SIGNORA,
            ATHENA,
            ATHENA_1,
            KLONDIKE,
            KLONDIKE_3,
        )
    }
)


@cache
def draw_variants(rules: GameRules) -> tuple[GameRules, ...]:
    """The games that differ from `rules` only in how many cards a turn of the stock brings."""
    return tuple(
        other
        for other in GAMES.values()
        if other.slug != rules.slug
        and rules
        == replace(
            other,
            slug=rules.slug,
            stock=replace(other.stock, per_turn=rules.stock.per_turn),
        )
    )
