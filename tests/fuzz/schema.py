"""The forms and addresses as an OpenAPI schema for schemathesis alone: none is published."""

from collections.abc import Sequence

from app.web.choices import VALUES
from app.web.press import Action

JSON = dict[str, object]

_TEXT: JSON = {"type": "string"}
_NUMBER: JSON = {"type": "integer", "minimum": 0}
_PRESS: JSON = {
    "version": _NUMBER,
    "auto": {"enum": ["never", "safe", "finish", "always"]},
    "move": _TEXT,
    "away": _NUMBER,
    "log": _TEXT,
    "ply": _NUMBER,
}
_TYPED: JSON = {"anyOf": [_TEXT, {"enum": ["deal", "3 f", "7h 8s", "undo", "1 2 x3", "t1t2"]}]}
_CHOICES: JSON = {
    **{name: {"enum": [*values, "none"]} for name, values in VALUES.items()},
    "page": _TEXT,
}
_MESSAGE: JSON = {
    "kind": {"enum": ["fault", "idea", "praise"]},
    "message": {"type": "string", "maxLength": 6000},
    "email": _TEXT,
    "page": _TEXT,
    "game": {"enum": ["yes", "no"]},
    "stamp": _TEXT,
    "subject": _TEXT,
    "step": {"enum": ["send", "preview"]},
}
_LANGUAGE: JSON = {"lang": {"enum": ["en", "fr"]}, "page": _TEXT}


def _parameter(name: str, schema: JSON, *, place: str) -> JSON:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def _operation(path: str, fields: JSON | None = None, query: Sequence[str] = ()) -> JSON:
    known: dict[str, JSON] = {
        "lang": {"enum": ["en", "fr"]},
        "slug": {"enum": ["roman", "klondike"]},
        "number": {"type": "integer", "minimum": 1, "maximum": 4294967295},
    }
    parameters = [
        _parameter(name, schema, place="path")
        for name, schema in known.items()
        if f"{{{name}}}" in path
    ]
    parameters += [_parameter(name, _TEXT, place="query") for name in query]
    operation: JSON = {
        "parameters": parameters,
        "responses": {"default": {"description": "a page"}},
    }
    if fields is not None:
        form = {"schema": {"type": "object", "properties": fields}}
        operation["requestBody"] = {"content": {"application/x-www-form-urlencoded": form}}
    return {"get" if fields is None else "post": operation}


_SETTINGS = "/{lang}/settings"
_DEAL = "/{lang}/{slug}/{number}"
SCHEMA: JSON = {
    "openapi": "3.1.0",
    "info": {"title": "Patience", "version": "1"},
    "paths": {
        "/": _operation("/"),
        "/{lang}/": _operation("/{lang}/"),
        _SETTINGS: _operation(_SETTINGS, query=("page", "saved"))
        | _operation(_SETTINGS, fields=_CHOICES),
        "/{lang}/statistics": _operation("/{lang}/statistics"),
        "/{lang}/{slug}": _operation("/{lang}/{slug}"),
        "/{lang}/{slug}/deal": _operation("/{lang}/{slug}/deal", query=("number",)),
        "/{lang}/{slug}/new": _operation("/{lang}/{slug}/new", fields={}),
        "/language": _operation("/language", fields=_LANGUAGE),
        "/{lang}/contact": {
            **_operation("/{lang}/contact", query=("page",)),
            **_operation("/{lang}/contact", fields=_MESSAGE),
        },
        _DEAL: _operation(_DEAL, query=("pick", "log", "ply", "version")),
        f"{_DEAL}/embed": _operation(_DEAL, query=("pick", "log", "ply", "version")),
        **{f"{_DEAL}/embed/{action.value}": _operation(_DEAL, fields=_PRESS) for action in Action},
        f"{_DEAL}/forget": _operation(_DEAL, fields={}),
        f"{_DEAL}/table": _operation(_DEAL, query=("log", "ply", "version")),
        f"{_DEAL}/verdict": _operation(_DEAL, query=("log", "ply", "version", "seen")),
        f"{_DEAL}/strip": _operation(_DEAL, query=("log", "ply", "version")),
        f"{_DEAL}/typed": _operation(_DEAL, fields={**_PRESS, "typed": _TYPED}),
        **{f"{_DEAL}/{action.value}": _operation(_DEAL, fields=_PRESS) for action in Action},
    },
}
