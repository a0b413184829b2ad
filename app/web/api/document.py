"""The OpenAPI document: all that somebody needs who writes a program and has never seen ours."""

from typing import Any

from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from app.web.api import models
from app.web.api.problems import MEDIA_TYPE

PREFIX = "/api/v1"
_REF = "#/components/schemas/{model}"

# JSON as the libraries hand it out
Json = dict[str, Any]

_DESCRIPTION = """\
Games of patience (solitaire) for programs: every deal, every rule, and a play of your own. The \
server knows the rules and lists the legal moves; a program needs only to choose.

## A whole game in four steps

1. `GET /api/v1/games` lists the games.
2. `POST /api/v1/plays` with `{"game": "roman", "number": 48213}` gives you a `key` and the `play` \
at `version` 0. Send the key with all that follows, as `Authorization: Bearer` and the key.
3. `POST /api/v1/plays/roman/48213/moves` with `{"version": 0, "move": "d"}`, where `version` is \
that of the newest play you were given and `move` is the `move` of one of its \
`table.legal_moves`. The answer is the whole play after it, with the next version and the next \
legal moves.
4. Repeat until `table.won` or `table.stuck` is true, or `table.legal_moves` is empty: there the \
game has come to its end.

## What can end a game

`won`: all cards lie on the foundations. `stuck`: nothing that can be done helps, for certain; \
that is not said of a game that could perhaps still be won. A game that is not stuck may have \
moves for ever, for cards can go from column to column and back, and in some games the stock comes \
round without limit. A program that is to come to an end needs a rule of its own. This one is \
enough, and simple; take the first that there is:

1. a move whose `target` is a foundation (its name begins with `f`);
2. a move whose `source` is the waste or the reserve (`w`, `r`);
3. a move from a column (`t`) that lifts all the cards above one that is `null`;
4. `d`, unless the stock has been turned, since the last other move, once more often than there \
are cards in stock and waste together;
5. none: here the game ends.

## What is seen

What a player sees, and nothing else: cards that lie face down are `null`, wherever they lie.

## Versions

Each change carries the `version` it was decided on. If the play has another one by now, nothing \
is changed: the answer is 409 with the problem `stale`, and in its `play` how it truly stands. \
The same request sent twice in a row is carried out once and answered both times, so whatever got \
lost may simply be sent again.

## Limits

A body has at most 64 KiB, and an unknown field in it is refused. Whoever is too fast is answered \
429 with `Retry-After` in seconds; requests are counted by network address and by key.

## Browsers

Any page may call this from its script: there is no cookie, none is read and none is set, so the \
answers allow every origin. The key is in your hands.
"""

_PROBLEMS = {
    "400": "Not understood: no JSON, or a request that is none (`not-understood`).",
    "401": "No key, or one that is none of ours (`no-key`).",
    "404": "There is no such game, deal or address (`not-found`).",
    "409": "The play is at another version than the request (`stale`), or was never begun with "
    "this key although the request says so (`not-begun`). `play` says how it stands: go on from "
    "there.",
    "413": "More than 64 KiB (`too-large`).",
    "422": "Not one of the legal moves, nothing to undo or redo (`not-possible`), not in the form "
    "that is asked for (`not-understood`, with `errors` or `play`), or a game of many thousand "
    "moves (`too-long`).",
    "429": "Too fast (`too-fast`), or very many new plays from one network (`too-many-plays`). "
    "`Retry-After` says how many seconds to wait.",
    "503": "The store cannot be reached (`unavailable`). Nothing is lost: try again.",
}


def describe(router: APIRouter) -> Json:
    """Of all routes of a router that are to be described."""
    document = get_openapi(
        title="Patience",
        version="1.0.0",
        openapi_version="3.1.0",
        summary="Numbered deals of games of patience, and plays of your own.",
        description=_DESCRIPTION,
        license_info={"name": "MIT", "identifier": "MIT"},
        tags=[
            {"name": "games", "description": "The games of the house. No key is needed."},
            {"name": "plays", "description": "Your own plays, by the key."},
            {"name": "problems", "description": "What can go wrong, in words."},
        ],
        routes=router.routes,
    )
    document["servers"] = [{"url": "/"}]
    schemas = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    _, problem = models_json_schema([(models.Problem, "serialization")], ref_template=_REF)
    schemas.update(problem["$defs"])
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _finish(path, method, operation)
    document["components"]["securitySchemes"]["key"]["description"] = (
        "The `key` that `POST /api/v1/plays` gives you."
    )
    return document


def _finish(path: str, method: str, operation: Json) -> None:
    """Adds what can go wrong there."""
    is_press = method == "post"
    statuses = ["404", "429"]
    if "security" in operation:
        statuses += ["401", "503"]
    if is_press:
        statuses += ["400", "413", "422"]
    if is_press and "{number}" in path:
        statuses.append("409")
    responses = operation["responses"]
    responses.pop("422", None)
    content = {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="Problem")}}}
    for status in sorted(statuses):
        responses[status] = {"description": _PROBLEMS[status], "content": content}
    if "429" in responses:
        seconds = {"schema": {"type": "integer"}, "description": "Seconds to wait."}
        responses["429"]["headers"] = {"Retry-After": seconds}
