"""The deals of a game that can be won for certain."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from app.solver.winnable import winnable
from app.web.house import READ, house_of
from app.web.routes.table import known
from app.web.tables import NO_STORE
from app.web.visits import visit_of
from app.web.winnable_page import winnable_page

router = APIRouter()


@router.api_route("/{lang}/{slug}/winnable", methods=READ)
async def deals_that_can_be_won(request: Request, lang: str, slug: str) -> Response:
    known(lang, slug)
    house, token = house_of(request), visit_of(request.scope).token
    guest = await house.arrive(token, lang)
    page = winnable_page(
        house.renderers[lang], slug, winnable(slug), guest.choices, may_choose=token is not None
    )
    return HTMLResponse(page, headers=NO_STORE)
