"""Handing a deal on."""

from fastapi import APIRouter, Request, Response

from app.web.house import READ, house_of
from app.web.routes.table import asked_seat, known
from app.web.security import player_of
from app.web.share_page import share_page

router = APIRouter()


@router.api_route("/{lang}/{slug}/{number:deal}/share", methods=READ)
async def share(request: Request, lang: str, slug: str, number: int) -> Response:
    """For everybody; who has won the deal finds it in the message."""
    known(lang, slug, number)
    house = house_of(request)
    token = house.players.token(request)
    guest = await house.arrive(token, lang, slug, number)
    seat, _ = asked_seat(request, guest.play, slug, number)
    win = await house.store.win(player_of(token), slug, number) if token else None
    return share_page(house.renderers[lang], seat, win, site_of(request), guest.choices)


def site_of(request: Request) -> str:
    """What our addresses begin with; where nobody has set that, as the reader has found us."""
    settings = house_of(request).settings
    if settings.public_url or settings.allowed_hosts:
        return settings.site
    return str(request.base_url).rstrip("/")
