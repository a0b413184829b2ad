"""What programs are told when something cannot be had or done: problem details (RFC 9457)."""

from collections.abc import Mapping

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.web.api import models
from app.web.api.kinds import KINDS, type_of
from app.web.game import Outcome
from app.web.i18n import catalog, wanted_language

MEDIA_TYPE = "application/problem+json"
NO_STORE = {"Cache-Control": "no-store"}
_ASK_FOR_A_KEY = {"WWW-Authenticate": 'Bearer realm="patience"'}

_BY_STATUS = {
    400: "not-understood",
    401: "no-key",
    404: "not-found",
    405: "wrong-method",
    411: "not-understood",
    413: "too-large",
    414: "too-large",
    422: "not-understood",
    429: "too-fast",
    503: "unavailable",
}
_BY_OUTCOME = {
    Outcome.STALE: "stale",
    Outcome.LOST: "not-begun",
    Outcome.REFUSED: "not-possible",
    # its form is looked at before: it names a pile that this game has not
    Outcome.MALFORMED: "not-possible",
    Outcome.TOO_LONG: "too-long",
}


class Trouble(HTTPException):
    """A problem of a kind that its status alone does not tell."""

    def __init__(self, status: int, kind: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, kind, headers)
        self.kind = kind


def no_key() -> HTTPException:
    return HTTPException(401)


def fault_problem(request: Request, fault: Exception) -> Response:
    """Any fault, as the API tells of it."""
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    headers = (fault.headers if isinstance(fault, HTTPException) else None) or {}
    kind = fault.kind if isinstance(fault, Trouble) else _BY_STATUS.get(status, "fault")
    return problem(request, status, kind, headers=headers)


def invalid_problem(request: Request, fault: RequestValidationError) -> Response:
    """A body that is not what was asked for. What was sent in it is not repeated."""
    errors = [
        models.FieldFault(pointer=_pointer(error["loc"]), detail=error["msg"])
        for error in fault.errors()
    ]
    return problem(request, 422, "not-understood", errors=errors)


def outcome_problem(request: Request, outcome: Outcome, play: models.Play) -> Response:
    """A press that was not made, with the true state."""
    return problem(request, outcome.status, _BY_OUTCOME[outcome], play=play)


def problem(
    request: Request,
    status: int,
    kind: str,
    *,
    headers: Mapping[str, str] | None = None,
    errors: list[models.FieldFault] | None = None,
    play: models.Play | None = None,
) -> Response:
    language = language_of(request)
    told = told_kind(kind, language)
    content = models.Problem(**told.model_dump(), status=status, errors=errors, play=play)
    extra = {"errors": errors, "play": play}
    body = content.model_dump_json(exclude={name for name in extra if extra[name] is None})
    asked = _ASK_FOR_A_KEY if status == 401 else {}
    return Response(
        body,
        status,
        media_type=MEDIA_TYPE,
        headers={**NO_STORE, **in_language(language), **asked, **(headers or {})},
    )


def told_kind(kind: str, language: str) -> models.ProblemKind:
    """Raises KeyError."""
    words = catalog(language).gettext
    title, detail = KINDS[kind]
    return models.ProblemKind(type=type_of(kind), title=words(title), detail=words(detail))


def language_of(request: Request) -> str:
    """As the header asks; the choice that a cookie keeps is none of a program's."""
    return wanted_language(None, request.headers.get("accept-language", ""))


def in_language(language: str) -> dict[str, str]:
    return {"Content-Language": language, "Vary": "Accept-Language"}


def _pointer(places: tuple[int | str, ...]) -> str:
    """RFC 6901; what stands outside the body has no place in it."""
    inside = places[1:] if places[:1] == ("body",) else places
    return "".join(f"/{_escaped(str(place))}" for place in inside)


def _escaped(place: str) -> str:
    # the name of a field that is none comes from whoever sent it
    return place[:40].replace("~", "~0").replace("/", "~1")
