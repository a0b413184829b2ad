"""What the reader's own games come to."""

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from app.games import GAMES
from app.solver.asking.deals import lost_deals
from app.store import Finished, Store
from app.web.choices import DEFAULTS, Choices
from app.web.house import READ, house_of
from app.web.i18n import LANGUAGES
from app.web.security import player_of
from app.web.statistics_page import PATH, statistics_page
from app.web.tables import NO_STORE
from app.web.visits import visit_of

router = APIRouter()


@router.api_route(f"/{{lang}}{PATH}", methods=READ)
async def statistics(request: Request, lang: str) -> Response:
    """Of games that are over; who has none is told when there will be some."""
    if lang not in LANGUAGES:
        raise HTTPException(404)
    house, visit = house_of(request), visit_of(request.scope)
    results: list[Finished] = []
    choices = DEFAULTS
    if visit.token:
        player = player_of(visit.token)
        results = await _counted(house.store, player)
        if kept := await house.store.choices(player):
            choices = Choices.of_text(kept.choices)
    visit.count_list(len(results), 0)
    page = statistics_page(
        house.renderers[lang], results, choices, has_cookie=visit.token is not None
    )
    return HTMLResponse(page, headers=NO_STORE)


async def _counted(store: Store, player: bytes) -> list[Finished]:
    """All but losses of deals that nobody can win: those are no one's fault."""
    results = [result for result in await store.finished(player) if result.slug in GAMES]
    losses = [(result.slug, result.number) for result in results if not result.won]
    lost = await lost_deals(store.verdicts, losses) if losses else set()
    return [result for result in results if (result.slug, result.number) not in lost]
