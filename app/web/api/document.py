"""The OpenAPI document: all that somebody needs who writes a program and has never seen ours."""

from typing import Any

from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from app.settings import Settings
from app.web.api import models
from app.web.api.guide import guide
from app.web.api.problems import MEDIA_TYPE
from app.web.i18n import LANGUAGES
from app.web.limits import Limits

PREFIX = "/api/v1"
_REF = "#/components/schemas/{model}"

# JSON as the libraries hand it out
Json = dict[str, Any]

_PROBLEMS = {
    400: "Headers that contradict each other, or a name that is not the site's (`not-understood`).",
    401: "No key, or none that can be one of ours (`no-key`).",
    404: "There is no such game, deal or kind of problem (`not-found`).",
    409: "The play is at another version than the request (`stale`), or was never begun with "
    "this key although the request says so (`not-begun`). `play` says how it stands: go on from "
    "there.",
    411: "A body that does not say its length (`not-understood`).",
    413: "A body that is too large (`too-large`).",
    414: "An address that is too long (`too-large`).",
    415: "A body whose `Content-Type` is not `application/json` (`no-json`).",
    422: "JSON, and not what is asked for (`not-understood`): `errors` says where.",
    429: "Too fast (`too-fast`).",
    500: "A fault of ours (`fault`). Nothing has changed that an answer has not told of.",
    503: "The store cannot be reached (`unavailable`). Nothing is lost: try again.",
}
_NO_JSON = "Besides, a body that cannot be read as JSON, an empty one included (`no-json`)."
_REFUSED = (
    "Besides, with `play`: not one of the legal moves, or nothing to undo, redo or send up "
    "(`not-possible`); a game that has become too long (`too-long`)."
)
_NEW_PLAYS = (
    "Besides, with the first move of a play: very many new ones from one network "
    "(`too-many-plays`)."
)
_ANYWHERE = (400, 414, 429, 500)
_OF_BODIES = (411, 413, 415, 422)

_LANGUAGE: Json = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The language of titles, rules and problems: " + " or ".join(LANGUAGES) + ".",
    "schema": {"type": "string"},
    "example": "fr",
}
_HEADERS: dict[str, Json] = {
    "X-Request-Id": {
        "schema": {"type": "string"},
        "description": "Names this request, for you to quote.",
    },
    "Content-Language": {
        "schema": {"type": "string", "enum": [*LANGUAGES]},
        "description": "That of titles and sentences.",
    },
    "Location": {
        "schema": {"type": "string", "format": "uri-reference"},
        "description": "The address of the play.",
    },
    "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."},
    "WWW-Authenticate": {
        "schema": {"type": "string"},
        "description": "That a key is wanted, as `Bearer`.",
    },
}
_BEGUN = "The play as it stands: it was begun before, with this key."


def describe(router: APIRouter, settings: Settings, limits: Limits) -> Json:
    """Of all routes of a router that are to be described."""
    document = get_openapi(
        title="Patience",
        version="1.0.0",
        openapi_version="3.1.0",
        summary="Numbered deals of games of patience, and plays of your own.",
        description=guide(settings, limits),
        license_info={"name": "MIT", "identifier": "MIT"},
        tags=[
            {"name": "games", "description": "The games of the house. No key is needed."},
            {"name": "plays", "description": "Your own plays, by the key."},
            {"name": "problems", "description": "What can go wrong, in words."},
        ],
        routes=router.routes,
    )
    document["servers"] = [{"url": "/"}]
    components = document["components"]
    for unused in ("HTTPValidationError", "ValidationError"):
        components["schemas"].pop(unused, None)
    _, problem = models_json_schema([(models.Problem, "serialization")], ref_template=_REF)
    components["schemas"].update(problem["$defs"])
    components["headers"] = _HEADERS
    components["parameters"] = {"Accept-Language": _LANGUAGE}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _finish(path, method, operation)
    _finish_beginning(document["paths"][f"{PREFIX}/plays"]["post"])
    components["securitySchemes"]["key"]["description"] = (
        "The `key` that `POST /api/v1/plays` gives you."
    )
    return document


def _finish(path: str, method: str, operation: Json) -> None:
    """Adds what can be asked for there, and what can go wrong."""
    accepted = {"$ref": "#/components/parameters/Accept-Language"}
    operation["parameters"] = [*operation.get("parameters", ()), accepted]
    is_told = "security" not in operation
    for response in operation["responses"].values():
        response["headers"] = _named("X-Request-Id", *(["Content-Language"] if is_told else []))
    if path.endswith("/deals/{number}"):
        del operation["responses"]["200"]["headers"]["Content-Language"]
    # what FastAPI says of bodies by itself is not how ours are refused
    operation["responses"].pop("422", None)
    for status in _statuses(path, method, operation):
        operation["responses"][str(status)] = _problem(path, method, status)


def _statuses(path: str, method: str, operation: Json) -> list[int]:
    statuses = [*_ANYWHERE]
    if "{" in path:
        statuses.append(404)
    if "security" in operation:
        statuses += [401, 503]
    if method == "post":
        statuses += [*_OF_BODIES, *([409] if "{" in path else [])]
    return sorted(statuses)


def _problem(path: str, method: str, status: int) -> Json:
    words, headers = [_PROBLEMS[status]], ["X-Request-Id", "Content-Language"]
    is_change = method == "post" and "{" in path
    if status == 400 and method == "post":
        words.append(_NO_JSON)
    if status == 422 and is_change:
        words.append(_REFUSED)
    if status == 429 and is_change:
        words.append(_NEW_PLAYS)
    if status in (429, 503):
        headers.append("Retry-After")
    if status == 401:
        headers.append("WWW-Authenticate")
    return {
        "description": " ".join(words),
        "headers": _named(*headers),
        "content": {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="Problem")}}},
    }


def _finish_beginning(operation: Json) -> None:
    """A play is begun with or without a key, and what was begun before is only shown."""
    responses = operation["responses"]
    responses["201"]["headers"] |= _named("Location")
    responses["200"] = responses["201"] | {"description": _BEGUN}
    operation["security"] = [{}, *operation["security"]]


def _named(*headers: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
