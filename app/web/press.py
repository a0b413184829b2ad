"""What a form asks for, read from its fields; says nothing of whether it can be done."""

import re
from collections.abc import Mapping
from enum import Enum
from math import isnan
from typing import NamedTuple

from app.judge import Auto
from app.notation import BadNotation
from app.web.asked_hint import NO_HINT, AskedHint
from app.web.forms import fields_of

LONGEST_LOG = 20_000
"""Characters of a log that a form may carry."""
MOST_VERSION = 2**31 - 1
"""What a database has room for; of a longer number not even the next can always be written."""

# what our pages send for a move, and so nearly all there is: read in one go
_PLAIN = re.compile(
    rb"version=([0-9]{1,9})(?:&auto=(safe|finish))?&move=([a-z0-9]+)(?:&away=([0-9]{1,9}))?"
)

_AUTO = {b"": Auto.NEVER, b"safe": Auto.SAFE, b"finish": Auto.FINISH}


class Action(Enum):
    MOVE = "move"
    UNDO = "undo"
    REDO = "redo"
    REDO_ALL = "redo-all"
    RESTART = "restart"
    BACK = "back"
    """To where the game stood after any of its steps."""
    UP = "up"
    """All that is safe to the foundations."""


class Press(NamedTuple):
    """What a form asks for."""

    action: Action
    version: int
    move: str = ""
    away: float = 0.0
    log: str | None = None
    ply: int | None = None
    auto: Auto = Auto.NEVER
    """What follows a move by itself; an undo or a restart is never followed."""
    asked: AskedHint = NO_HINT
    to: int = 0
    """The ply to go back to."""

    @classmethod
    def of_body(cls, action: Action, body: bytes) -> "Press":
        """From a form as it was sent; raises ValueError and KeyError."""
        if action is Action.MOVE and (plain := _PLAIN.fullmatch(body)):
            version, auto, move, away = plain.groups(b"")
            wish = _AUTO[auto]
            return cls(action, int(version), move.decode(), float(away or 0), auto=wish)
        return cls.read(action, fields_of(body))

    @classmethod
    def read(cls, action: Action, form: Mapping[str, str]) -> "Press":
        """Raises ValueError or KeyError for a field that is missing or is none."""
        log = form.get("log")
        if log is not None and len(log) > LONGEST_LOG:
            raise BadNotation("a log too long")
        version = int(form["version"])
        if not 0 <= version <= MOST_VERSION:
            raise ValueError("a version that cannot be")
        return cls(
            action,
            version,
            form["move"] if action is Action.MOVE else "",
            _seconds(form.get("away") or "0"),
            log,
            int(form["ply"]) if log is not None and "ply" in form else None,
            Auto(form.get("auto", Auto.NEVER)),
            AskedHint.read(form),
            int(form["to"]) if action is Action.BACK else 0,
        )

    @property
    def name(self) -> str:
        """What `StoredPlay.last` says of it."""
        if self.move:
            return self.move
        name: str = self.action.value
        return f"{name}{self.to}" if self.action is Action.BACK else name


def _seconds(text: str) -> float:
    seconds = float(text)
    if isnan(seconds):
        raise ValueError(text)
    return seconds
