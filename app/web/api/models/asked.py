"""What programs send."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from app.games import GAMES
from app.web.api.models.fields import MoveText, Number, Slug, Version, asked
from app.web.press import LONGEST_LOG


def _of_the_house(slug: str) -> str:
    if slug not in GAMES:
        raise PydanticCustomError("enum", "Input should be the name of a game")
    return slug


class StartAsked(BaseModel):
    """Which deal to play."""

    model_config = asked(game="roman", number=48213)

    game: Annotated[Slug, AfterValidator(_of_the_house)]
    number: Annotated[
        Number | None, Field(description="The deal; left out, any deal will do.", examples=[48213])
    ] = None


class PressAsked(BaseModel):
    """What each change of a play is sent with."""

    model_config = asked(version=12)

    version: Version


class MoveAsked(PressAsked):
    """One move."""

    model_config = asked(version=12, move="t3f1")

    move: MoveText


class BackAsked(PressAsked):
    """Where to go."""

    model_config = asked(version=12, to=3)

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
