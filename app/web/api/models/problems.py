"""What programs get where a request was not carried out."""

from typing import Annotated

from pydantic import Field

from app.web.api.kinds import KINDS, type_of
from app.web.api.models.fields import Told
from app.web.api.models.tables import Play


class FieldFault(Told):
    """What is wrong with one field."""

    pointer: Annotated[
        str, Field(description="Where, as a JSON Pointer into the body.", examples=["/version"])
    ]
    detail: Annotated[
        str, Field(description="What, for whoever writes the program: always in English.")
    ]


class Problem(Told):
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


class ProblemKind(Told):
    """A kind of problem."""

    type: str
    title: str
    detail: str


class ProblemKinds(Told):
    """Every kind of problem that there is."""

    problems: list[ProblemKind]
