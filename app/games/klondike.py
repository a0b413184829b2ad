"""Klondike and its relatives: aces up, columns down in alternate colours, runs move."""

from dataclasses import replace

from app.rules import (
    Empty,
    Foundations,
    GameRules,
    Match,
    Stock,
    Tableau,
    Unit,
    build_down,
    build_up,
    triangle,
)

KLONDIKE = GameRules(
    slug="klondike",
    name="Klondike",
    decks=1,
    foundations=Foundations(4, build_up(Match.SAME_SUIT)),
    tableau=Tableau(
        deal=triangle(7),
        build=build_down(Match.ALTERNATE_COLOUR),
        unit=Unit.RUN,
        empty=Empty.KING,
    ),
    stock=Stock(per_turn=1, passes=None),
)

KLONDIKE_3 = replace(KLONDIKE, slug="klondike-3", stock=replace(KLONDIKE.stock, per_turn=3))

ATHENA = replace(
    KLONDIKE_3,
    slug="athena",
    name="Athena",
    tableau=replace(KLONDIKE.tableau, deal=("dUdU",) * 7),
)

ATHENA_1 = replace(ATHENA, slug="athena-1", stock=KLONDIKE.stock)

BUREAU = replace(
    ATHENA,
    slug="bureau",
    name="Bureau",
    decks=2,
    foundations=Foundations(8, build_up(Match.ALTERNATE_COLOUR)),
    tableau=replace(ATHENA.tableau, deal=("dUdU",) * 13, empty=Empty.NOTHING),
    stock=Stock(per_turn=1, passes=2),
)
