"""The settings that a player chooses: a page, and a form that may be sent choice by choice."""

import time
from urllib.parse import quote

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import escape

from app.store import StoredChoices
from app.web.choice_words import questions
from app.web.choices import DEFAULTS, Choices, attributes
from app.web.forms import fields_of, read_body
from app.web.house import READ, House, house_of
from app.web.i18n import LANGUAGES, N_, catalog
from app.web.own_pages import own_page
from app.web.security import player_of
from app.web.shells import trusted
from app.web.tables import NO_STORE, twins
from app.web.visits import Visit, visit_of

router = APIRouter()

_NOT_UNDERSTOOD = N_("That could not be understood; nothing has changed.")
_NOT_KEPT = N_("Your browser keeps no cookies, so your choice could not be kept.")


@router.api_route("/{lang}/settings", methods=READ)
async def settings(request: Request, lang: str, page: str = "", saved: str = "") -> Response:
    """All choices; for script without the page around them. `page`: the way back."""
    _check(lang)
    house, visit = house_of(request), visit_of(request.scope)
    back = own_page(page, lang)
    if saved and visit.token:
        return RedirectResponse(back, 303)
    kept = await _kept(house, visit)
    choices = _read(kept)
    if visit.is_script:
        form = house.renderers[lang].settings(questions(lang, choices), back)
        return HTMLResponse(form, headers=NO_STORE)
    answer = _page(house, lang, choices, back, _NOT_KEPT if saved else "")
    if visit.token and kept:
        house.players.give(answer, visit.token)
    return answer


@router.post("/{lang}/settings")
async def choose(request: Request, lang: str) -> Response:
    """Keeps the choices that the form names and leaves the others as they are."""
    _check(lang)
    house, visit = house_of(request), visit_of(request.scope)
    body = await read_body(request)
    kept = await _kept(house, visit)
    try:
        form = fields_of(body)
        back = own_page(form.pop("page", ""), lang)
        choices = _read(kept).with_form(form)
    except ValueError:
        return _refused(house, visit, lang, _read(kept))
    if kept is None and choices == DEFAULTS:
        # nothing was chosen, so nothing is to be kept
        return _done(visit, back)
    token = await _keep(house, visit, choices, is_first=kept is None)
    # whether a cookie comes back shows with the next request
    answer = _done(visit, back if visit.token else f"/{lang}/settings?saved=1&page={quote(back)}")
    house.players.give(answer, token)
    return answer


async def _keep(house: House, visit: Visit, choices: Choices, *, is_first: bool) -> str:
    """Gives the cookie that they are kept under; raises a 429 where too many are new."""
    if is_first and not visit.may_store_new_game():
        raise HTTPException(429, headers={"Retry-After": "60"})
    token = visit.token or house.players.new_token()
    await house.store.keep_choices(StoredChoices(player_of(token), time.time(), choices.text))
    return token


def _check(lang: str) -> None:
    if lang not in LANGUAGES:
        raise HTTPException(404)


async def _kept(house: House, visit: Visit) -> StoredChoices | None:
    return await house.store.choices(player_of(visit.token)) if visit.token else None


def _read(kept: StoredChoices | None) -> Choices:
    return Choices.of_text(kept.choices) if kept else DEFAULTS


def _done(visit: Visit, to: str) -> Response:
    return Response(status_code=204) if visit.is_script else RedirectResponse(to, 303)


def _refused(house: House, visit: Visit, lang: str, choices: Choices) -> Response:
    if visit.is_script:
        line = catalog(lang).gettext(_NOT_UNDERSTOOD)
        return HTMLResponse(str(escape(line)), 422, headers=NO_STORE)
    return _page(house, lang, choices, f"/{lang}/", _NOT_UNDERSTOOD, status=422)


def _page(
    house: House, lang: str, choices: Choices, back: str, line: str, *, status: int = 200
) -> Response:
    body = house.renderers[lang].page(
        "pages/settings.html",
        groups=questions(lang, choices),
        back=back,
        line=catalog(lang).gettext(line) if line else "",
        choices=trusted(attributes(choices)),
        canonical=f"/{lang}/settings",
        page=f"/{lang}/settings?page={quote(back)}",
        twins=twins("/settings"),
    )
    return HTMLResponse(body, status, headers=NO_STORE)
