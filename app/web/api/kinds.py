"""Every kind of problem that programs can meet, in words."""

from typing import NamedTuple

from app.web.game import Outcome
from app.web.i18n import N_

PROBLEMS = "/api/v1/problems"


class Kind(NamedTuple):
    title: str
    detail: str


KINDS = {
    "not-understood": Kind(N_("Refused"), N_("That could not be understood; nothing has changed.")),
    "no-json": Kind(
        N_("Not JSON"),
        N_(
            "The body has to be JSON, sent with “Content-Type: application/json”; nothing has "
            "changed."
        ),
    ),
    "no-key": Kind(
        N_("A key is needed"),
        N_(
            "Send the key that you were given at the start, as “Authorization: Bearer” and the key."
        ),
    ),
    "not-found": Kind(N_("Not found"), N_("There is no such page, game or deal.")),
    "wrong-method": Kind(N_("Refused"), N_("That address cannot be used like this.")),
    "stale": Kind(N_("The game has gone on"), Outcome.STALE.line),
    "not-begun": Kind(
        N_("Not begun"),
        N_("Nothing of this deal has been played with this key: begin with version 0."),
    ),
    "not-possible": Kind(N_("Not possible"), N_("That cannot be done now; nothing has changed.")),
    "too-long": Kind(N_("Too long"), Outcome.TOO_LONG.line),
    "too-large": Kind(N_("Too large"), N_("That was too large; nothing has changed.")),
    "too-fast": Kind(
        N_("One moment"),
        N_("That was too fast; nothing has changed. Try again in a few seconds."),
    ),
    "too-many-plays": Kind(
        N_("One moment"),
        N_(
            "A great many games have been begun from your network. Nothing is lost: try again in a "
            "minute."
        ),
    ),
    "unavailable": Kind(
        N_("Not now"),
        N_("The games cannot be reached at the moment; nothing is lost. Try again shortly."),
    ),
    "fault": Kind(N_("Something went wrong"), N_("The fault is ours; nothing is lost. Try again.")),
}
"""By the end of the address that is its type; none is ever renamed."""


def type_of(kind: str) -> str:
    """The address that tells a kind apart."""
    return f"{PROBLEMS}/{kind}"
