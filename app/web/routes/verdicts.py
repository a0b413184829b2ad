"""What is known of a game: the line beside the table, asked for again and again, and the strip."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app.games import GAMES
from app.solver.asking.trail import Trail, look_back
from app.web.choices import Choices, Verdict, attributes
from app.web.house import READ, House, house_of
from app.web.i18n import game_title
from app.web.routes.table import asked_seat, known
from app.web.seats import Seat
from app.web.shells import trusted
from app.web.standing import address
from app.web.tables import NO_STORE, twins
from app.web.verdict import cells, kind_words, stretches, verdict_view
from app.web.verdict_line import WAIT, line_beside
from app.web.visits import visit_of

router = APIRouter()


@router.api_route("/{lang}/{slug}/{number:deal}/verdict", methods=READ)
async def verdict(request: Request, lang: str, slug: str, number: int, seen: str = "") -> Response:
    """The line as it is now; 204 if it is the one that was `seen`. Without script, the strip."""
    known(lang, slug, number)
    house, visit = house_of(request), visit_of(request.scope)
    guest = await house.arrive(visit.token, lang, slug, number)
    seat, _ = asked_seat(request, guest.play, slug, number)
    if not visit.is_script:
        return RedirectResponse(address(lang, seat, "/strip"), 303)
    visit.count_replay(seat.play.log)
    line = await line_beside(house, lang, seat, visit.may_search)
    if line.name == seen:
        return Response(status_code=204, headers=NO_STORE)
    return HTMLResponse(line.html, headers=NO_STORE)


@router.api_route("/{lang}/{slug}/{number:deal}/strip", methods=READ)
async def strip(request: Request, lang: str, slug: str, number: int) -> Response:
    """Every move of the game, and where it could be won; a press goes on from any of them."""
    known(lang, slug, number)
    house, visit = house_of(request), visit_of(request.scope)
    guest = await house.arrive(visit.token, lang, slug, number)
    seat, outcome = asked_seat(request, guest.play, slug, number)
    play = seat.play
    visit.count_replay(play.log)
    trail = await look_back(house.solver, play, play.steps, wait=WAIT, may_begin=visit.may_search)
    body = _page(house, lang, seat, trail, guest.choices)
    return HTMLResponse(body, outcome.status, headers=NO_STORE)


def _page(house: House, lang: str, seat: Seat, trail: Trail, choices: Choices) -> str:
    renderer, play = house.renderers[lang], seat.play
    deal = f"/{lang}/{play.slug}/{play.number}"
    game, here = address(lang, seat), address(lang, seat, "/strip")
    said = verdict_view(lang, play, trail)
    shown = cells(play, trail)
    return renderer.page(
        "pages/strip.html",
        title=game_title(lang, GAMES[play.slug]),
        number=play.number,
        verdict=trusted(renderer.verdicts.said(said, (deal, "", here, ""), form="back")),
        is_on=choices.verdict is Verdict.ON,
        # with a cookie alone a choice is kept
        may_choose=not seat.is_kept_in_address,
        stretches=stretches(lang, shown),
        cells=shown,
        kinds=kind_words(lang),
        version=seat.version,
        carried=play.log if seat.is_carried else None,
        ply=play.ply,
        deal=deal,
        game=game,
        here=here,
        choices=trusted(attributes(choices)),
        canonical="",
        page=here,
        twins=twins(here.removeprefix(f"/{lang}")),
    )
