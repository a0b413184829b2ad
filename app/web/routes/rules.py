"""The rules of a game as a page of text."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from app.web.choices import DEFAULTS, Choices, attributes
from app.web.house import READ, house_of
from app.web.routes.table import known
from app.web.rules_page import rules_shell
from app.web.security import player_of
from app.web.tables import NO_STORE
from app.web.visits import visit_of

router = APIRouter()


@router.api_route("/{lang}/{slug}/rules", methods=READ)
async def rules(request: Request, lang: str, slug: str) -> Response:
    """In the reader's own look, if one was chosen."""
    known(lang, slug)
    house, token = house_of(request), visit_of(request.scope).token
    kept = await house.store.choices(player_of(token)) if token else None
    choices = Choices.of_text(kept.choices) if kept else DEFAULTS
    shell = rules_shell(house.renderers[lang], slug)
    return HTMLResponse(shell.filled(choices=attributes(choices)), headers=NO_STORE)
