"""The pages around the tables: languages, the list of games, static files."""

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app.web import cookies
from app.web.choices import attributes
from app.web.cookies import Cookie
from app.web.days import today_of_utc
from app.web.faults import language_of
from app.web.forms import fields_of, read_body
from app.web.gallery import Wanted, home_shell
from app.web.house import READ, house_of
from app.web.i18n import LANGUAGES
from app.web.own_pages import own_page
from app.web.routes.table import known
from app.web.tables import NO_STORE
from app.web.visits import visit_of

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
    """All games, or those that the query wants."""
    if lang not in LANGUAGES:
        raise HTTPException(404)
    house = house_of(request)
    guest = await house.arrive(house.players.token(request), lang)
    guest.count_for(visit_of(request.scope))
    renderer = house.renderers[lang]
    shell = home_shell(renderer, Wanted.read(request.query_params), today_of_utc())
    body = shell.filled(
        choices=attributes(guest.choices),
        unfinished=renderer.unfinished(guest.listed, guest.listed_at_most),
    )
    return HTMLResponse(body, headers=NO_STORE)
