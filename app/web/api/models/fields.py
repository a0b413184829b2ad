"""The fields that many bodies have in common, and what all bodies are like."""

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from app.deals import FIRST_DEAL, LAST_DEAL
from app.games import GAMES
from app.web.press import MOST_VERSION

EXAMPLE_KEY = "patience_3q2-7wEjRWeJq83vEjRWeAEXAMPL"
"""Has the form of a key and is none: else all who copy it would share their plays."""


def asked(**example: str | int) -> ConfigDict:
    """Nothing is guessed: a field too many or of another type is refused."""
    return ConfigDict(
        extra="forbid", frozen=True, strict=True, json_schema_extra={"examples": [{**example}]}
    )


class Told(BaseModel):
    """What is answered, read off whatever has attributes of the same names."""

    model_config = ConfigDict(frozen=True, from_attributes=True)


class PileKind(StrEnum):
    FOUNDATION = "foundation"
    TABLEAU = "tableau"
    RESERVE = "reserve"
    WASTE = "waste"
    STOCK = "stock"


Slug = Annotated[
    str,
    Field(
        description="The game's name in addresses.",
        examples=["roman"],
        json_schema_extra={"enum": [*GAMES]},
    ),
]
Number = Annotated[
    int,
    Field(
        ge=FIRST_DEAL,
        le=LAST_DEAL,
        description="The number of the deal. The same number always deals the same cards.",
        examples=[48213],
    ),
]
Version = Annotated[
    int,
    Field(
        ge=0,
        le=MOST_VERSION,
        description="The `version` of the play that you have decided on: 0 before the first move, "
        "then that of the newest answer.",
        examples=[0],
    ),
]
CardText = Annotated[
    str,
    Field(
        pattern="^[A23456789TJQK][SHDC]$",
        description="A card: its rank, one of A 2 3 4 5 6 7 8 9 T J Q K, then its suit, one of S "
        "(spades), H (hearts), D (diamonds), C (clubs). In a game of several packs there are as "
        "many cards of each face.",
        examples=["TH"],
    ),
]
PileText = Annotated[
    str,
    Field(
        pattern="^[ftrws][1-9][0-9]?$",
        description="A pile: f (foundation), t (column of the tableau), r (reserve), w (waste) or "
        "s (stock), and its number from 1.",
        examples=["t3"],
    ),
]
MoveText = Annotated[
    str,
    Field(
        max_length=16,
        pattern="^(d|[ftrw][1-9][0-9]?[ft][1-9][0-9]?(x([2-9]|1[0-3]))?)$",
        description="A move, as `legal_moves` writes it: the pile that cards are lifted from, the "
        "pile that they are laid on and, if they are more than one, `x` and their number "
        "(`t4t10x3`). `d` turns the stock or, once it is empty, begins the next pass.",
        examples=["t3f1"],
    ),
]
