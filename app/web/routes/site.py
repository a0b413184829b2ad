"""The pages around the tables: languages, the list of games, static files."""

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app.cards import Card
from app.games import GAMES
from app.web import cookies
from app.web.choices import attributes
from app.web.cookies import Cookie
from app.web.faults import language_of
from app.web.forms import fields_of, read_body
from app.web.house import READ, house_of
from app.web.i18n import LANGUAGES, face_symbol, game_title
from app.web.own_pages import own_page
from app.web.rendering import trusted
from app.web.routes.table import known
from app.web.tables import NO_STORE, twins
from app.web.visits import visit_of

_HAND = (Card(9), Card(24), Card(51), Card(26))
"""Shown on the list of games: 10 of spades, queen of hearts, king of clubs, ace of diamonds."""

router = APIRouter()


@router.api_route("/", methods=READ)
async def front_door(request: Request) -> Response:
    return RedirectResponse(
        f"/{language_of(request)}/", 303, headers={"Vary": "Accept-Language, Cookie"}
    )


@router.api_route("/static/{tree}/{name:path}", methods=READ)
async def static_file(request: Request, tree: str, name: str) -> Response:
    return house_of(request).assets.answer(request, tree, name)


@router.post("/language")
async def choose_language(request: Request) -> Response:
    """Remembers the language and shows the same page in it."""
    try:
        form = fields_of(await read_body(request))
    except ValueError:
        raise HTTPException(404) from None
    lang = form.get("lang", "")
    if lang not in LANGUAGES:
        raise HTTPException(404)
    response = RedirectResponse(own_page(form.get("page", ""), lang), 303)
    secure = house_of(request).settings.secure_cookies
    cookies.give(response, Cookie.LANGUAGE, lang, secure=secure)
    return response


@router.api_route("/{lang}", methods=READ)
async def without_slash(lang: str) -> Response:
    if lang not in LANGUAGES:
        raise HTTPException(404)
    return RedirectResponse(f"/{lang}/", 308)


@router.api_route("/{lang}/{slug}/", methods=READ)
async def with_slash(lang: str, slug: str) -> Response:
    known(lang, slug)
    return RedirectResponse(f"/{lang}/{slug}", 308)


@router.api_route("/{lang}/", methods=READ)
async def home(request: Request, lang: str) -> Response:
    if lang not in LANGUAGES:
        raise HTTPException(404)
    house = house_of(request)
    guest = await house.arrive(house.players.token(request), lang)
    guest.count_for(visit_of(request.scope))
    body = house.renderers[lang].page(
        "pages/home.html",
        games=[
            {"slug": slug, "title": game_title(lang, rules), "decks": rules.decks}
            for slug, rules in GAMES.items()
        ],
        hand=[face_symbol(lang, card) for card in _HAND],
        unfinished=house.renderers[lang].unfinished(guest.listed),
        choices=trusted(attributes(guest.choices)),
        canonical=f"/{lang}/",
        page=f"/{lang}/",
        twins=twins("/"),
    )
    return HTMLResponse(body, headers=NO_STORE)
