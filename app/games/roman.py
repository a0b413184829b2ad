"""Roman and its relatives: the first card played sets the base, an emptied column refills."""

from dataclasses import replace

from app.rules import (
    Base,
    Foundations,
    GameRules,
    Kind,
    Match,
    Reserve,
    Stock,
    Tableau,
    Unit,
    build_down,
    build_up,
)

ROMAN = GameRules(
    slug="roman",
    name="Roman",
    decks=2,
    foundations=Foundations(8, build_up(Match.SAME_SUIT, wrap=True), base=Base.FIRST_PLAYED),
    tableau=Tableau(
        deal=("U",) * 9, build=build_down(Match.ANY_SUIT), refill=(Kind.WASTE, Kind.STOCK)
    ),
    reserve=Reserve(11, plays_to=(Kind.FOUNDATION,)),
    stock=Stock(passes=1),
)

SIGNORA = replace(
    ROMAN,
    slug="signora",
    name="Signora",
    foundations=replace(ROMAN.foundations, build=build_up(Match.ALTERNATE_COLOUR, wrap=True)),
    tableau=replace(ROMAN.tableau, build=build_down(Match.ALTERNATE_COLOUR)),
)

DOUBLE_SIGNORA = replace(
    SIGNORA,
    slug="double-signora",
    name="Double Signora",
    decks=4,
    foundations=replace(SIGNORA.foundations, count=16),
    tableau=replace(SIGNORA.tableau, deal=("U",) * 11),
    reserve=Reserve(21, plays_to=(Kind.FOUNDATION,)),
)

COLONEL = replace(
    ROMAN,
    slug="colonel",
    name="Colonel",
    tableau=replace(
        ROMAN.tableau, deal=("U",) * 10, build=build_down(Match.SAME_SUIT), unit=Unit.RUN
    ),
    stock=Stock(passes=2),
)
