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
from app.web.statistics_page import MOST_LOOKED_UP, PATH, statistics_page
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
    not_looked_up = 0
    choices = DEFAULTS
    if visit.token:
        player = player_of(visit.token)
        results, not_looked_up = await _counted(house.store, player)
        if kept := await house.store.choices(player):
            choices = Choices.of_text(kept.choices)
    visit.count_list(len(results), 0)
    page = statistics_page(
        house.renderers[lang],
        results,
        choices,
        has_cookie=visit.token is not None,
        are_all_looked_up=not not_looked_up,
    )
    return HTMLResponse(page, headers=NO_STORE)


async def _counted(store: Store, player: bytes) -> tuple[list[Finished], int]:
    """All but losses of deals that nobody can win: those are no one's fault.

    And how many losses, the oldest, were not looked up.
    """
    results = [result for result in await store.finished(player) if result.slug in GAMES]
    losses = [(result.slug, result.number) for result in results if not result.won]
    looked_up = losses[:MOST_LOOKED_UP]
    lost = await lost_deals(store.verdicts, looked_up) if looked_up else set()
    counted = [result for result in results if (result.slug, result.number) not in lost]
    return counted, len(losses) - len(looked_up)
