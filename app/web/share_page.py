"""The page that hands a deal on: its address to copy, its message, and a code for a camera."""

from functools import lru_cache

import segno
from fastapi import Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from app.games import GAMES
from app.store import Win
from app.web.choices import Choices, attributes
from app.web.rendering import Renderer
from app.web.seats import Seat
from app.web.share_words import Feat, deal_name, message
from app.web.shells import trusted
from app.web.standing import address, seconds_played
from app.web.tables import NO_STORE, twins


def share_page(
    renderer: Renderer, seat: Seat, win: Win | None, site: str, choices: Choices
) -> Response:
    """`win`: the player's first of this deal; `site`: what the address of the deal begins with."""
    language, play = renderer.language, seat.play
    rules, here = GAMES[play.slug], address(language, seat, "/share")
    # the deal alone: whoever opens it plays their own game
    link = f"{site}/{language}/{play.slug}/{play.number}"
    body = renderer.page(
        "pages/share.html",
        name=deal_name(language, rules, play.number),
        message=message(language, rules, play.number, feat(seat, win)),
        link=link,
        code=code(link),
        picture=f"/{language}/{play.slug}/{play.number}/preview.png",
        deal=address(language, seat),
        choices=trusted(attributes(choices)),
        canonical="",
        page=here,
        twins=twins(here.removeprefix(f"/{language}")),
    )
    return HTMLResponse(body, headers=NO_STORE)


def feat(seat: Seat, win: Win | None) -> Feat | None:
    """The win that the player sees now, else the one that is remembered."""
    if seat.play.is_won:
        return Feat(seat.play.moves, seconds_played(seat))
    return Feat(win.moves, win.seconds) if win else None


@lru_cache(maxsize=256)
def code(link: str) -> Markup:
    """A QR code as an SVG with no colour of its own but black."""
    made = segno.make(link, error="m", micro=False)
    return trusted(made.svg_inline(omitsize=True, svgclass="code", lineclass=None))
