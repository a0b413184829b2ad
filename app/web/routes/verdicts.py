"""What is known of a game: the line beside the table, and the strip; script asks for both again."""

import time

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app.solver.asking.trail import look_back
from app.web.asked_again import AskedAgain
from app.web.house import READ, house_of
from app.web.routes.table import asked_seat, known
from app.web.standing import address
from app.web.strip import StripView, chosen_ply, strip_page, strip_part
from app.web.tables import NO_STORE
from app.web.verdict_line import WAIT, line_beside
from app.web.visits import visit_of

router = APIRouter()


@router.api_route("/{lang}/{slug}/{number:deal}/verdict", methods=READ)
async def verdict(request: Request, lang: str, slug: str, number: int) -> Response:
    """The line as it is now; 204 if that is on the page already. Without script, the strip."""
    known(lang, slug, number)
    house, visit = house_of(request), visit_of(request.scope)
    guest = await house.arrive(visit.token, lang, slug, number)
    seat, _ = asked_seat(request, guest.play, slug, number)
    if not visit.is_script:
        return RedirectResponse(address(lang, seat, "/strip"), 303)
    visit.count_replay(seat.play.log)
    asked = AskedAgain.read(request.query_params)
    line = await line_beside(house, lang, seat, visit.asker, asked.ends(time.time()))
    if line.name == asked.seen:
        return Response(status_code=204, headers=NO_STORE)
    return HTMLResponse(line.html, headers=NO_STORE)


@router.api_route("/{lang}/{slug}/{number:deal}/strip", methods=READ)
async def strip(request: Request, lang: str, slug: str, number: int) -> Response:
    """Every move of the game, and where it could be won; a press goes on from any of them.

    Script is answered with the part that may change, and 204 if that is as it was `seen`.
    """
    known(lang, slug, number)
    house, visit = house_of(request), visit_of(request.scope)
    guest = await house.arrive(visit.token, lang, slug, number)
    seat, outcome = asked_seat(request, guest.play, slug, number)
    play, query = seat.play, request.query_params
    asked = AskedAgain.read(query)
    visit.count_replay(play.log)
    trail = await look_back(house.solver, play, play.steps, wait=WAIT, asker=visit.asker)
    ends = asked.ends(time.time())
    found = StripView.of(lang, seat, trail, guest.choices, chosen_ply(query), ends)
    if visit.is_script and found.until and found.name == asked.seen:
        return Response(status_code=204, headers=NO_STORE)
    body = (strip_part if visit.is_script else strip_page)(house.renderers[lang], found)
    return HTMLResponse(body, outcome.status, headers=NO_STORE)
