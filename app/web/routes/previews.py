"""Pictures of opening tables, for those who see a link before they open it."""

from typing import cast

from fastapi import APIRouter, HTTPException, Request, Response

from app.web.house import READ
from app.web.preview.studio import Studio, TooBusy
from app.web.routes.table import known
from app.web.visits import visit_of

router = APIRouter()

_FOR_EVER = "public, max-age=31536000, immutable"


@router.api_route("/{lang}/{slug}/preview.png", methods=READ)
async def of_game(request: Request, lang: str, slug: str) -> Response:
    known(lang, slug)
    return await _preview(request, lang, slug, None)


@router.api_route("/{lang}/{slug}/{number:deal}/preview.png", methods=READ)
async def of_deal(request: Request, lang: str, slug: str, number: int) -> Response:
    known(lang, slug, number)
    return await _preview(request, lang, slug, number)


async def _preview(request: Request, lang: str, slug: str, number: int | None) -> Response:
    studio = cast(Studio, request.app.state.studio)
    sketch = studio.sketch(lang, slug, number)
    headers = {"Cache-Control": _FOR_EVER, "ETag": f'"{sketch.tag}"'}
    if sketch.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if request.method == "HEAD":
        # who asks for the head alone may never want the picture, whose length is not known yet
        head = Response(media_type="image/png", headers=headers)
        del head.headers["content-length"]
        return head
    if not (picture := studio.kept(sketch)):
        _admit(request)
        try:
            picture = await studio.picture(sketch)
        except TooBusy:
            return Response(status_code=503, headers={"Retry-After": "5"})
    return Response(picture, media_type="image/png", headers=headers)


def _admit(request: Request) -> None:
    if wait := visit_of(request.scope).wait_for_preview():
        raise HTTPException(429, headers={"Retry-After": str(wait)})
