"""How other pages show a deal that they link to: https://oembed.com."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from markupsafe import Markup

from app.daily import book
from app.deals import FIRST_DEAL, LAST_DEAL
from app.games import GAMES
from app.web.days import BadDay, day_in, today_of_utc
from app.web.house import READ
from app.web.i18n import LANGUAGES, N_, catalog
from app.web.preview.layout import HEIGHT, WIDTH
from app.web.routes.share import site_of
from app.web.share_words import deal_name

router = APIRouter()

USUAL = (800, 640)
"""Of a frame with a table in it, in pixels."""
LEAST = (320, 400)
"""A smaller frame has no room to play in: a link is offered instead."""
_UNLIMITED = 10**9
_NO_DEAL = N_("There is no deal at that address.")
_A_DAY = 86400
_FRAME = Markup('<iframe src="{}/embed" width="{}" height="{}" title="{}" loading="lazy"></iframe>')
_DEAL = re.compile(r"/([a-z]+)/([a-z0-9-]+)/(?:([1-9][0-9]{0,9})/?|daily/([0-9-]{10}))", re.ASCII)

_IN_LANGUAGE = re.compile(r"(?:https?://[^/]*)?/([a-z]+)(?=/|$)", re.ASCII | re.IGNORECASE)


class Deal(NamedTuple):
    language: str
    slug: str
    number: int


class Refused(Exception):
    """Why, untranslated, and the status that says so."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@router.api_route("/oembed", methods=READ)
async def oembed(request: Request) -> JSONResponse:
    """A frame with the table, or a link where there is no room for one."""
    site, asked = site_of(request), request.query_params
    try:
        if asked.get("format", "json") != "json":
            raise Refused(501, N_("Only JSON is spoken here."))
        deal = _deal_at(asked.get("url", ""), site)
        room = _room(asked.get("maxwidth", "")), _room(asked.get("maxheight", ""))
    except Refused as fault:
        language = _language_in(asked.get("url", ""))
        return _answer({"error": catalog(language).gettext(str(fault))}, fault.status)
    return _answer(_told(site, deal, room))


def _language_in(url: str) -> str:
    """Of an address, whatever else is wrong with it."""
    found = _IN_LANGUAGE.match(url)
    return found[1] if found and found[1] in LANGUAGES else LANGUAGES[0]


def _deal_at(url: str, site: str) -> Deal:
    """Raises Refused."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Refused(404, N_("That is not an address.")) from None
    # capitals make no other name
    is_ours = parts.netloc.lower() == urlsplit(site).netloc.lower()
    if parts.scheme not in ("http", "https") or not is_ours:
        raise Refused(404 if not parts.netloc else 403, N_("That address is not of this site."))
    found = _DEAL.fullmatch(parts.path)
    if not found or found[1] not in LANGUAGES or found[2] not in GAMES:
        raise Refused(404, _NO_DEAL)
    number = _number_of_day(found[2], found[4]) if found[4] else int(found[3])
    if not FIRST_DEAL <= number <= LAST_DEAL:
        raise Refused(404, _NO_DEAL)
    return Deal(found[1], found[2], number)


def _number_of_day(slug: str, written: str) -> int:
    """Raises Refused."""
    try:
        return book().deal_of(slug, day_in(written, today_of_utc()))
    except BadDay as fault:
        raise Refused(404, str(fault)) from None


def _room(most: str) -> int:
    """Raises Refused."""
    if not most:
        return _UNLIMITED
    if not (most.isascii() and most.isdigit() and len(most) < 10):
        raise Refused(400, N_("A size is a whole number of pixels."))
    return int(most)


def _told(site: str, deal: Deal, room: tuple[int, int]) -> dict[str, object]:
    address = f"{site}/{deal.language}/{deal.slug}/{deal.number}"
    title = deal_name(deal.language, GAMES[deal.slug], deal.number)
    told: dict[str, object] = {
        "version": "1.0",
        "type": "link",
        "title": title,
        "provider_name": catalog(deal.language).gettext("Patience"),
        "provider_url": f"{site}/{deal.language}/",
        "cache_age": _A_DAY,
    }
    if room[0] >= WIDTH and room[1] >= HEIGHT:
        told["thumbnail_url"] = f"{address}/preview.png"
        told |= {"thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    if room[0] >= LEAST[0] and room[1] >= LEAST[1]:
        width, height = min(USUAL[0], room[0]), min(USUAL[1], room[1])
        frame = _FRAME.format(address, width, height, title)
        told |= {"type": "rich", "html": frame, "width": width, "height": height}
    return told


def _answer(told: dict[str, object], status: int = 200) -> JSONResponse:
    lasts = f"public, max-age={_A_DAY}" if status == 200 else "no-store"
    # read by the scripts of any page: it tells nothing of anybody
    headers = {"Cache-Control": lasts, "Access-Control-Allow-Origin": "*"}
    return JSONResponse(told, status, headers=headers)
