"""What a player is told when something cannot be had, in their language, with a way back."""

import re
from functools import lru_cache

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException

from app.web.api.problems import fault_problem
from app.web.astray import Astray, astray
from app.web.cookies import Cookie
from app.web.embed import fault_body
from app.web.house import READ, house_of
from app.web.i18n import LANGUAGES, N_, catalog, wanted_language
from app.web.meaning import straight
from app.web.rendering import Renderer
from app.web.tables import NO_STORE, twins
from app.web.visits import Door, visit_of

_FAULTS = {
    400: (N_("Refused"), N_("That could not be understood; nothing has changed.")),
    403: (N_("Refused"), N_("That came from another site; nothing has changed.")),
    404: (N_("Not found"), N_("There is no such page, game or deal.")),
    405: (N_("Refused"), N_("That address cannot be used like this.")),
    411: (N_("Refused"), N_("That could not be understood; nothing has changed.")),
    413: (N_("Too large"), N_("That was too large; nothing has changed.")),
    414: (N_("Too large"), N_("That address is too long.")),
    429: (
        N_("One moment"),
        N_("That was too fast; nothing has changed. Try again in a few seconds."),
    ),
    503: (
        N_("Not now"),
        N_("The games cannot be reached at the moment; nothing is lost. Try again shortly."),
    ),
}
_ANY_FAULT = (N_("Something went wrong"), N_("The fault is ours; nothing is lost. Try again."))
_DEAL = re.compile(rf"/(?:{'|'.join(LANGUAGES)})/[a-z0-9-]+/[1-9][0-9]{{0,9}}(?=/|$)", re.ASCII)


async def fault_page(request: Request, fault: Exception) -> Response:
    """Any fault, in the language of the address, with a way back; programs get a problem."""
    door = visit_of(request.scope).door
    if door is Door.API:
        return fault_problem(request, fault)
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    path = request.scope["path"]
    is_lost = status == 404 and door is Door.SITE
    if is_lost and request.method in READ and (right := straight(path)):
        query = request.scope["query_string"].decode("latin-1")
        return RedirectResponse(f"{right}?{query}" if query else right, 308)
    headers = (fault.headers if isinstance(fault, HTTPException) else None) or {}
    renderer = house_of(request).renderer(language_of(request), door)
    if status == 429 and "hx-request" in request.headers:
        line = catalog(renderer.language).gettext(_FAULTS[429][1])
        body = renderer.line(line) + renderer.spoken(line)
    else:
        deal = _deal(request) if status != 404 else ""
        reference = request.scope["request_id"] if status >= 500 else ""
        page = _page if reference else _kept_page
        lost = astray(renderer.language, path) if is_lost else None
        body = page(renderer, status, deal, reference, lost)
    return HTMLResponse(body, status, headers={**NO_STORE, **headers})


def language_of(request: Request) -> str:
    """Of the address, else the one that the browser wants."""
    first = request.scope["path"].split("/")[1:2]
    if first and first[0] in LANGUAGES:
        return str(first[0])
    # what is shown in another site's frame does not depend on whose browser it is
    is_framed = visit_of(request.scope).door is Door.EMBED
    chosen = None if is_framed else request.cookies.get(Cookie.LANGUAGE)
    return wanted_language(chosen, request.headers.get("accept-language", ""))


def _deal(request: Request) -> str:
    found = _DEAL.match(request.scope["path"])
    return found[0] if found else ""


def _page(renderer: Renderer, status: int, deal: str, reference: str, lost: Astray | None) -> str:
    """`reference`: what the log knows a fault of ours by, for the player to quote."""
    heading, line = _FAULTS.get(status, _ANY_FAULT)
    if renderer.under:
        return fault_body(renderer, line)
    words = catalog(renderer.language).gettext
    return renderer.page(
        "pages/message.html",
        heading=words(heading),
        line=lost.line if lost else words(line),
        offers=lost.offers if lost else (),
        deal=deal,
        reference=reference,
        canonical="",
        page=f"/{renderer.language}/",
        twins=twins("/"),
    )


# turning a flood away must cost less than serving it
_kept_page = lru_cache(maxsize=256)(_page)
