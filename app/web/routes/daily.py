"""The deals of the day: addresses that name a date, and show the deal that is its."""

from datetime import date

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app.daily import book
from app.games import GAMES
from app.web.days import BadDay, day_address, day_in, day_words, today_of_utc
from app.web.house import READ, house_of
from app.web.i18n import catalog, game_title
from app.web.rendering import Renderer
from app.web.routes.table import game_page, known
from app.web.tables import NO_STORE, Asked, twins

router = APIRouter()


@router.api_route("/{lang}/{slug}/daily", methods=READ)
async def todays_deal(lang: str, slug: str) -> Response:
    """Today is UTC's: whose it is else, the page's script knows."""
    known(lang, slug)
    return RedirectResponse(day_address(lang, slug, today_of_utc()), 303, headers=NO_STORE)


@router.api_route("/{lang}/{slug}/daily/{day}", methods=READ)
async def deal_of_the_day(request: Request, lang: str, slug: str, day: str) -> Response:
    """The table of that day's deal, whose forms post to the deal itself."""
    known(lang, slug)
    house, today = house_of(request), today_of_utc()
    try:
        found = day_in(day, today)
    except BadDay as fault:
        page = _no_deal(house.renderers[lang], slug, str(fault), today)
        return HTMLResponse(page, 404, headers=NO_STORE)
    number = book().deal_of(slug, found)
    guest = await house.arrive(house.players.token(request), lang, slug, number)
    seat = house.seats.at(house.players.token(request), guest.play, slug, number)
    return await game_page(request, lang, seat, guest, Asked(day=found))


def _no_deal(renderer: Renderer, slug: str, why: str, today: date) -> str:
    """Says what is wrong with an address, and offers today's deal."""
    language = renderer.language
    return renderer.page(
        "pages/no_deal.html",
        line=catalog(language).gettext(why),
        title=game_title(language, GAMES[slug]),
        today=day_address(language, slug, today),
        today_words=day_words(language, today),
        canonical="",
        page=f"/{language}/",
        twins=twins("/"),
    )
