"""What programs get of the games and their rules."""

from typing import Annotated

from pydantic import Field

from app.howto import Part
from app.rules import Base, Empty, Match, Unit
from app.web.api.models.fields import PileKind, Slug, Told


class Build(Told):
    """How cards follow one another, bottom to top."""

    step: Annotated[int, Field(description="1: each card one rank higher; -1: one lower.")]
    match: Annotated[
        Match,
        Field(
            description="any: whatever the suits; suit: all of one suit; alternate: red on black "
            "and black on red."
        ),
    ]
    wrap: Annotated[bool, Field(description="Whether king and ace follow one another.")]


class Foundations(Told):
    """The piles that all cards are to be brought to, each of thirteen in the end."""

    count: int
    build: Build
    base: Annotated[
        Base,
        Field(
            description="What an empty foundation takes. ace: an ace; first played: any card at "
            "first, then the rank that the first foundation was begun with."
        ),
    ]


class Tableau(Told):
    """The columns."""

    deal: Annotated[
        list[str],
        Field(
            description="One text a column: the cards as they are dealt, the first card at the "
            "bottom, `U` face up, `d` face down.",
            examples=[["U", "dU"]],
        ),
    ]
    build: Build
    unit: Annotated[
        Unit,
        Field(
            description="What moves from column to column. one card: the top card; run: any number "
            "of top cards that lie as the column is built."
        ),
    ]
    empty: Annotated[
        Empty,
        Field(
            description="What may be laid on an empty column. It can only be empty where `refill` "
            "has nothing left."
        ),
    ]
    refill: Annotated[
        list[PileKind],
        Field(
            description="What a column that becomes empty is filled from by itself, with one "
            "card, as part of the move; the first of these piles that has one gives it.",
            examples=[["waste", "stock"]],
        ),
    ]


class Reserve(Told):
    """One pile, face up, whose top card can be played. Nothing is ever laid on it."""

    cards: int
    plays_to: Annotated[list[PileKind], Field(description="Where its top card may go.")]


class Stock(Told):
    """The cards that are left when all else is dealt."""

    per_turn: Annotated[int, Field(description="How many cards one turn lays on the waste.")]
    passes: Annotated[
        int | None,
        Field(
            description="How often the stock may be gone through; `null`: without limit. Between "
            "two passes the waste is turned over, and not shuffled."
        ),
    ]


class RulesSection(Told):
    """One part of the rules, in sentences."""

    part: Part
    heading: str
    sentences: list[str]


class GameInList(Told):
    """A game of the house."""

    game: Slug
    title: Annotated[str, Field(examples=["Roman"])]
    packs: Annotated[int, Field(description="Of 52 cards each.", examples=[2])]


class Game(GameInList):
    """A game and its rules: as data, and in sentences that are made from that data."""

    foundations: Foundations
    tableau: Tableau
    reserve: Reserve | None
    stock: Stock
    how_to_play: Annotated[
        list[RulesSection],
        Field(description="The same rules in the language that `Accept-Language` asks for."),
    ]


class Games(Told):
    """Every game of the house."""

    games: list[GameInList]
