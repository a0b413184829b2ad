"""What search engines ask for: which pages there are, and which are none of their business."""

from functools import lru_cache

from fastapi import APIRouter, Request, Response

from app.games import GAMES
from app.web.house import READ, house_of
from app.web.i18n import LANGUAGES
from app.web.rendering import Renderer

PAGES = (
    "/",
    *(f"/{slug}{page}" for slug in GAMES for page in ("", "/rules", "/winnable")),
    "/about",
    "/privacy",
    "/contact",
)
"""Below each language. A deal is no page of its own: there are thousands of millions of a game."""
_KEPT_OUT = (
    # the same pages with a game, a pick or a way back in their address
    "/*?",
    # a deal once more: in words, in a frame
    "/*/table$",
    "/*/share$",
    "/*/embed$",
    # what is searched for whoever asks
    "/*/strip$",
    "/*/verdict$",
    # a win, which nobody should come upon
    "/*/shown$",
    "/api/",
)
_LET_IN = ("/oembed?",)
_A_DAY = {"Cache-Control": "public, max-age=86400"}

router = APIRouter()


@router.api_route("/robots.txt", methods=READ)
async def robots(request: Request) -> Response:
    site = house_of(request).settings.site
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in _KEPT_OUT),
        *(f"Allow: {path}" for path in _LET_IN),
        "",
        f"Sitemap: {site}/sitemap.xml",
    ]
    return Response("\n".join([*lines, ""]), media_type="text/plain", headers=_A_DAY)


@router.api_route("/sitemap.xml", methods=READ)
async def sitemap(request: Request) -> Response:
    text = _sitemap(house_of(request).renderers[LANGUAGES[0]])
    return Response(text, media_type="application/xml", headers=_A_DAY)


@lru_cache(maxsize=8)
def _sitemap(renderer: Renderer) -> str:
    return renderer.page("pages/sitemap.xml", pages=PAGES, languages=LANGUAGES)
