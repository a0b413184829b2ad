"""A deal's board for a frame in another site's page."""

from dataclasses import replace

from fastapi import APIRouter, Request, Response

from app.web.choices import DEFAULTS
from app.web.embed import embed_page
from app.web.hints import hint_for
from app.web.house import READ, house_of
from app.web.routes.hints import hint_route
from app.web.routes.presses import embedded_routes
from app.web.routes.table import asked_hint, asked_seat, known, picked_run
from app.web.tables import Asked
from app.web.visits import visit_of

router = APIRouter()
router.routes.extend([*embedded_routes(), hint_route("/embed")])


@router.api_route("/{lang}/{slug}/{number:deal}/embed", methods=READ)
async def board(request: Request, lang: str, slug: str, number: int, pick: str = "") -> Response:
    """The deal, or the game that the address carries. Nobody's own: whoever asks gets the same."""
    known(lang, slug, number)
    house = house_of(request)
    seat, outcome = asked_seat(request, None, slug, number)
    asked = Asked(outcome, pick=picked_run(seat, pick))
    if (told := asked_hint(request.query_params)).step:
        visit = visit_of(request.scope)
        visit.count_replay(seat.play.log)
        source, asker = DEFAULTS.hints, visit.asker
        hint = await hint_for(house.solver, lang, seat, told, source, asker)
        asked = replace(asked, hint=hint)
    return embed_page(house.embedded[lang], seat, asked)


@router.options("/{lang}/{slug}/{number:deal}/embed/{action}")
async def preflight() -> Response:
    """A frame without an origin has to ask before its script may press: it brings no cookie."""
    allowed = {
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": "*",
        "Access-Control-Max-Age": "86400",
    }
    return Response(status_code=204, headers=allowed)
