"""What programs send and get. The words that describe it are all that their writers read."""

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from app.deals import FIRST_DEAL, LAST_DEAL
from app.games import GAMES
from app.howto import Part
from app.rules import Base, Empty, Match, Unit
from app.web.api.kinds import KINDS, type_of
from app.web.press import LONGEST_LOG, MOST_VERSION
from app.web.security import KEY_FORM

EXAMPLE_KEY = "patience_3q2-7wEjRWeJq83vEjRWeAEXAMPL"
"""Has the form of a key and is none: else all who copy it would share their plays."""


def _of_the_house(slug: str) -> str:
    if slug not in GAMES:
        raise PydanticCustomError("enum", "Input should be the name of a game")
    return slug


def _asked(**example: str | int) -> ConfigDict:
    """Nothing is guessed: a field too many or of another type is refused."""
    return ConfigDict(
        extra="forbid", frozen=True, strict=True, json_schema_extra={"examples": [{**example}]}
    )


class _Told(BaseModel):
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


class StartAsked(BaseModel):
    """Which deal to play."""

    model_config = _asked(game="roman", number=48213)

    game: Annotated[Slug, AfterValidator(_of_the_house)]
    number: Annotated[
        Number | None, Field(description="The deal; left out, any deal will do.", examples=[48213])
    ] = None


class PressAsked(BaseModel):
    """What each change of a play is sent with."""

    model_config = _asked(version=12)

    version: Version


class MoveAsked(PressAsked):
    """One move."""

    model_config = _asked(version=12, move="t3f1")

    move: MoveText


class BackAsked(PressAsked):
    """Where to go."""

    model_config = _asked(version=12, to=3)

    to: Annotated[
        int,
        Field(
            ge=0,
            le=LONGEST_LOG,
            description="How many steps of the `log` are to be made: 0 is the deal before its "
            "first move, and more than there are is refused.",
            examples=[3],
        ),
    ]


class Pile(_Told):
    """A pile as a player sees it."""

    name: PileText
    kind: PileKind
    cards: Annotated[
        list[CardText | None],
        Field(
            description="From the bottom up, so that the last card is the one on top. `null` is a "
            "card that lies face down; the stock has no others.",
            examples=[[None, "KS", "QH"]],
        ),
    ]


class LegalMove(_Told):
    """A move that can be made now."""

    move: MoveText
    source: Annotated[
        PileText,
        Field(
            description="The pile that the cards are lifted from; for `d` the stock, `s1`, also "
            "where the next pass begins."
        ),
    ]
    target: Annotated[
        PileText, Field(description="The pile that they are laid on; for `d` the waste, `w1`.")
    ]
    cards: Annotated[
        int,
        Field(
            ge=0,
            description="How many cards are lifted; for `d` how many are turned up, and 0 where "
            "the next pass begins.",
            examples=[1],
        ),
    ]


class Table(_Told):
    """All that a player sees, and may do."""

    piles: Annotated[
        list[Pile],
        Field(description="Foundations, columns, reserve (in some games), waste, stock."),
    ]
    base: Annotated[
        str | None,
        Field(
            description="The rank that an empty foundation takes; `null`: any, and the first card "
            "that is laid on one sets it for all.",
            examples=["A"],
        ),
    ]
    passes_left: Annotated[
        int | None,
        Field(
            description="How often the waste may still be turned over to be the stock again; "
            "`null`: without limit.",
            examples=[0],
        ),
    ]
    legal_moves: Annotated[
        list[LegalMove],
        Field(
            description="Every move that there is, the turn of the stock last. Empty once the "
            "game is won, and where nothing can be moved any more."
        ),
    ]
    won: Annotated[bool, Field(description="Whether all cards lie on the foundations.")]
    stuck: Annotated[
        bool,
        Field(
            description="Whether no series of legal moves can help any more, for certain. Such a "
            "game may still have legal moves, for ever: end here, undo, or restart."
        ),
    ]


class Deal(_Told):
    """A deal before its first move."""

    game: Slug
    number: Number
    table: Table


class Play(_Told):
    """One key's play of one deal, as it stands."""

    game: Slug
    number: Number
    version: Annotated[
        int,
        Field(
            description="Grows by one with each change, undo and redo included. Send the newest.",
            examples=[12],
        ),
    ]
    log: Annotated[
        str,
        Field(
            description="All moves in order, joined by `.`; what one `up` has made is joined by "
            "`-`, and is undone as one. The last of them may be undone: see `steps`.",
            examples=["d.t3f1.d"],
        ),
    ]
    steps: Annotated[
        int,
        Field(
            description="How many steps of the log are made; the rest can be redone until the "
            "next move, whichever it is."
        ),
    ]
    moves: Annotated[
        int, Field(description="How many moves are made, turns of the stock included.")
    ]
    seconds: Annotated[
        int, Field(description="Played so far; a pause counts as five minutes at the most.")
    ]
    can_undo: bool
    can_redo: bool
    table: Table


class StartedPlay(_Told):
    """A play, and the key to it."""

    key: Annotated[
        str,
        Field(
            pattern=f"^{KEY_FORM}$",
            description="Send it with every request about this play: `Authorization: Bearer` and "
            "the key. It does not expire. Keep it: we keep only its hash, and cannot give it to "
            "you again.",
            examples=[EXAMPLE_KEY],
        ),
    ]
    play: Play


class Build(_Told):
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


class Foundations(_Told):
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


class Tableau(_Told):
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


class Reserve(_Told):
    """One pile, face up, whose top card can be played. Nothing is ever laid on it."""

    cards: int
    plays_to: Annotated[list[PileKind], Field(description="Where its top card may go.")]


class Stock(_Told):
    """The cards that are left when all else is dealt."""

    per_turn: Annotated[int, Field(description="How many cards one turn lays on the waste.")]
    passes: Annotated[
        int | None,
        Field(
            description="How often the stock may be gone through; `null`: without limit. Between "
            "two passes the waste is turned over, and not shuffled."
        ),
    ]


class RulesSection(_Told):
    """One part of the rules, in sentences."""

    part: Part
    heading: str
    sentences: list[str]


class GameInList(_Told):
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


class Games(_Told):
    """Every game of the house."""

    games: list[GameInList]


class FieldFault(_Told):
    """What is wrong with one field."""

    pointer: Annotated[
        str, Field(description="Where, as a JSON Pointer into the body.", examples=["/version"])
    ]
    detail: Annotated[
        str, Field(description="What, for whoever writes the program: always in English.")
    ]


class Problem(_Told):
    """Why a request was not carried out (RFC 9457). Nothing has changed."""

    type: Annotated[
        str,
        Field(
            description="Tells one kind of problem from another, and never changes. Its address "
            "says what it means. Kinds may be added: of one that you do not know, go by `status`.",
            json_schema_extra={"enum": [*map(type_of, KINDS)]},
            examples=["/api/v1/problems/stale"],
        ),
    ]
    title: str
    status: int
    detail: Annotated[str, Field(description="What to do, for people.")]
    errors: Annotated[
        list[FieldFault] | None,
        Field(
            description="The fields that were not understood, where the body is JSON and not what "
            "is asked for. Then there is no `play`."
        ),
    ] = None
    play: Annotated[
        Play | None,
        Field(
            description="How the play truly stands, where a change of it was understood and not "
            "made: go on from here. Then there are no `errors`."
        ),
    ] = None


class ProblemKind(_Told):
    """A kind of problem."""

    type: str
    title: str
    detail: str


class ProblemKinds(_Told):
    """Every kind of problem that there is."""

    problems: list[ProblemKind]
