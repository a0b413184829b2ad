"""The pages around the tables: languages, the list of games, static files, what is not there."""

import re

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

from app.games import GAMES
from app.web.house import READ, house_of, read_form
from app.web.i18n import LANGUAGES, N_, catalog, game_title, wanted_language
from app.web.routes.table import known
from app.web.security import COOKIE_DAYS, HEADERS, is_forged
from app.web.tables import NO_STORE, twins

LANGUAGE_COOKIE = "lang"
# a plain path below a language, with the game that it may carry: no one is sent elsewhere by it
_OWN_PAGE = re.compile(
    rf"/({'|'.join(LANGUAGES)})/[a-z0-9/-]*(\?(&?(log|ply|version)=[a-z0-9.-]*)+)?", re.ASCII
)

router = APIRouter()

_FAULTS = {
    404: (N_("Not found"), N_("There is no such page, game or deal.")),
    403: (N_("Refused"), N_("That came from another site; nothing has changed.")),
    405: (N_("Refused"), N_("That address cannot be used like this.")),
    413: (N_("Too large"), N_("That was too large; nothing has changed.")),
    503: (
        N_("Not now"),
        N_("The games cannot be reached at the moment; nothing is lost. Try again shortly."),
    ),
}
_ANY_FAULT = (N_("Something went wrong"), N_("The fault is ours; nothing is lost. Try again."))


@router.api_route("/", methods=READ)
async def front_door(request: Request) -> Response:
    return RedirectResponse(
        f"/{_language(request)}/", 303, headers={"Vary": "Accept-Language, Cookie"}
    )


@router.api_route("/static/{tree}/{name:path}", methods=READ)
async def static_file(request: Request, tree: str, name: str) -> Response:
    return house_of(request).assets.answer(request, tree, name)


@router.post("/language")
async def choose_language(request: Request) -> Response:
    """Remembers the language and shows the same page in it."""
    if is_forged(request):
        raise HTTPException(403)
    try:
        form = await read_form(request)
    except ValueError:
        raise HTTPException(404) from None
    lang = form.get("lang", "")
    page = form.get("page", "")
    if lang not in LANGUAGES:
        raise HTTPException(404)
    _, _, rest = page.removeprefix("/").partition("/")
    twin = f"/{lang}/{rest}" if _OWN_PAGE.fullmatch(page) else f"/{lang}/"
    response = RedirectResponse(twin, 303)
    response.set_cookie(
        LANGUAGE_COOKIE,
        lang,
        max_age=COOKIE_DAYS * 86400,
        httponly=True,
        samesite="lax",
        secure=house_of(request).settings.secure_cookies,
    )
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
    body = house.renderers[lang].page(
        "pages/home.html",
        games=[
            {"slug": slug, "title": game_title(lang, rules), "decks": rules.decks}
            for slug, rules in GAMES.items()
        ],
        unfinished=await house.listed(house.players.token(request), lang),
        canonical=f"/{lang}/",
        page=f"/{lang}/",
        twins=twins("/"),
    )
    return HTMLResponse(body, headers=NO_STORE)


async def fault_page(request: Request, fault: Exception) -> Response:
    """Any fault, in the language of the address, with a way back."""
    status = fault.status_code if isinstance(fault, StarletteHTTPException) else 500
    lang = _language(request)
    _ = catalog(lang).gettext
    heading, line = _FAULTS.get(status, _ANY_FAULT)
    body = (
        house_of(request)
        .renderers[lang]
        .page(
            "pages/message.html",
            heading=_(heading),
            line=_(line),
            back=f"/{lang}/",
            canonical="",
            page=f"/{lang}/",
            twins=twins("/"),
        )
    )
    response = HTMLResponse(body, status, headers=NO_STORE)
    if status == 500:
        # such an answer is made outside the middleware that adds them
        response.raw_headers.extend(HEADERS)
    return response


def _language(request: Request) -> str:
    first = request.url.path.split("/")[1]
    if first in LANGUAGES:
        return first
    return wanted_language(
        request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language", "")
    )
