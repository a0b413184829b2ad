"""What programs get of a deal and of their play of it."""

from typing import Annotated

from pydantic import Field

from app.web.api.models.fields import (
    EXAMPLE_KEY,
    CardText,
    MoveText,
    Number,
    PileKind,
    PileText,
    Slug,
    Told,
)
from app.web.security import KEY_FORM


class Pile(Told):
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


class LegalMove(Told):
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


class Table(Told):
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


class Deal(Told):
    """A deal before its first move."""

    game: Slug
    number: Number
    table: Table


class Play(Told):
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


class StartedPlay(Told):
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
