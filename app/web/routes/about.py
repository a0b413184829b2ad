"""What the site is, what it stores, and the button that deletes it."""

import hmac

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from app.store import Holdings
from app.web import cookies
from app.web.about_page import about_shell
from app.web.choices import DEFAULTS, Choices, attributes
from app.web.contact import desk_of
from app.web.cookies import Cookie
from app.web.house import READ, House, house_of
from app.web.i18n import LANGUAGES
from app.web.privacy_page import Times, holdings_words, privacy_shell
from app.web.security import player_of
from app.web.shells import Shell, trusted
from app.web.tables import NO_STORE, twins
from app.web.visits import Visit, visit_of

router = APIRouter()

_NOTHING = Holdings(0, 0, 0)
_MOST_COUNTED = 10**9
_SEAL_BYTES = 8


@router.api_route("/{lang}/about", methods=READ)
async def about(request: Request, lang: str) -> Response:
    """Who we are, how deals are numbered, which games there are."""
    _check(lang)
    house = house_of(request)
    return await _filled(request, about_shell(house.renderers[lang]))


@router.api_route("/{lang}/privacy", methods=READ)
async def privacy(request: Request, lang: str) -> Response:
    """Exactly what is stored."""
    _check(lang)
    house = house_of(request)
    times = Times.of(house.settings, request.app.state.limits)
    shell = privacy_shell(house.renderers[lang], house.settings.secure_cookies, times)
    return await _filled(request, shell)


@router.api_route("/{lang}/privacy/delete", methods=READ)
async def confirm(request: Request, lang: str) -> Response:
    """Asks once more, and tells how much there is to delete."""
    _check(lang)
    house, visit = house_of(request), visit_of(request.scope)
    held = await _held(house, visit)
    return await _page(
        request,
        lang,
        "pages/delete.html",
        held=holdings_words(lang, held),
        has_cookie=visit.token is not None or Cookie.LANGUAGE in request.cookies,
    )


@router.post("/{lang}/privacy/delete")
async def delete(request: Request, lang: str) -> Response:
    """Deletes all that is stored under the cookie, and the cookies. Twice is as good as once."""
    _check(lang)
    house, token = house_of(request), visit_of(request.scope).token
    erased = _NOTHING
    if token:
        erased = await house.store.erase(player_of(token))
        house.seats.forget(token)
    counts = "&".join(f"{name}={count}" for name, count in erased._asdict().items())
    sealed = f"&seal={_seal(request, erased)}" if any(erased) else ""
    answer = RedirectResponse(f"/{lang}/privacy/deleted?{counts}{sealed}", 303)
    for cookie in Cookie:
        cookies.take_back(answer, cookie, secure=house.settings.secure_cookies)
    return answer


@router.api_route("/{lang}/privacy/deleted", methods=READ)
async def deleted(
    request: Request, lang: str, plays: str = "", wins: str = "", choices: str = "", seal: str = ""
) -> Response:
    """What was deleted, where the address is one that we have given to whom nothing is left."""
    _check(lang)
    if any(await _held(house_of(request), visit_of(request.scope))):
        return RedirectResponse(f"/{lang}/privacy/delete", 303)
    erased = Holdings(_count(plays), _count(wins), _count(choices))
    if not hmac.compare_digest(_seal(request, erased).encode(), seal.encode()):
        erased = _NOTHING
    return await _page(request, lang, "pages/deleted.html", erased=holdings_words(lang, erased))


def _check(lang: str) -> None:
    if lang not in LANGUAGES:
        raise HTTPException(404)


def _count(text: str) -> int:
    return min(int(text), _MOST_COUNTED) if text.isdecimal() and len(text) < 10 else 0


def _seal(request: Request, erased: Holdings) -> str:
    digest = desk_of(request).stamps.digest("deleted", *map(str, erased))
    return digest[:_SEAL_BYTES].hex()


async def _held(house: House, visit: Visit) -> Holdings:
    return await house.store.holdings(player_of(visit.token)) if visit.token else _NOTHING


async def _choices(request: Request) -> Choices:
    """Of the reader, for the page to look as they want it."""
    token = visit_of(request.scope).token
    kept = await house_of(request).store.choices(player_of(token)) if token else None
    return Choices.of_text(kept.choices) if kept else DEFAULTS


async def _filled(request: Request, shell: Shell) -> Response:
    choices = attributes(await _choices(request))
    return HTMLResponse(shell.filled(choices=choices), headers=NO_STORE)


async def _page(request: Request, lang: str, template: str, **shown: object) -> Response:
    body = (
        house_of(request)
        .renderers[lang]
        .page(
            template,
            **shown,
            choices=trusted(attributes(await _choices(request))),
            canonical="",
            page=f"/{lang}/privacy/delete",
            twins=twins("/privacy/delete"),
        )
    )
    return HTMLResponse(body, headers=NO_STORE)
