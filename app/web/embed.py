"""A board for the pages of other sites: the table alone. It reads no cookie and keeps nothing.

The game goes along in its forms, as in a browser that blocks cookies.
"""

import re
from functools import lru_cache

from fastapi import Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup, escape

from app.games import GAMES
from app.web.assets import Assets
from app.web.i18n import catalog, game_title
from app.web.rendering import FACE, SPRITE, Renderer
from app.web.seats import Seat
from app.web.shells import Shell, hole, trusted
from app.web.spoken import line_for
from app.web.standing import table_view
from app.web.tables import NOTHING_ASKED, PILE_GROUPS, Asked, grouped_piles

_HEADERS = {"Cache-Control": "no-store", "Vary": "HX-Request"}
_HOLES = ("next", "fields", "message", "status", "controls", "again", "ending", *PILE_GROUPS)


def embed_page(renderer: Renderer, seat: Seat, asked: Asked = NOTHING_ASKED) -> Response:
    """`renderer`: one for embedded boards."""
    line = asked.line or line_for(renderer.language, asked.outcome)
    hint = asked.hint
    counted = hint.asked._replace(hints=hint.asked.hints or seat.counted_hints)
    view = table_view(renderer.language, seat, line, renderer.under)
    body = _shell(renderer, view.slug).filled(
        number=str(view.number),
        next=view.next_deal,
        message=str(escape(line or hint.text)),
        fields=renderer.fields(view.version, view.carried, view.ply, counted),
        status=renderer.status(view.version, view.moves, view.seconds, line, hint.text),
        controls=renderer.controls(view.controls, view.deal),
        again=renderer.again(view.deal, can_restart=view.controls.can_undo),
        ending=renderer.ending(view if view.is_won or view.is_stuck else None),
        **grouped_piles(renderer, seat.play, asked),
    )
    return HTMLResponse(body, asked.status, headers=_HEADERS)


def fault_body(renderer: Renderer, line: str) -> str:
    """What stands in the frame where there is no board to be shown."""
    words = catalog(renderer.language).gettext
    return renderer.page("pages/embed_fault.html", line=words(line))


@lru_cache(maxsize=32)
def _shell(renderer: Renderer, slug: str) -> Shell:
    rules = GAMES[slug]
    number = hole("number")
    return renderer.shell(
        "pages/embed.html",
        _HOLES,
        number=number,
        deal=trusted(f"/{renderer.language}/{slug}/{number}"),
        slug=slug,
        title=game_title(renderer.language, rules),
        sprite=_sprite(renderer.assets),
        columns=len(rules.tableau.deal),
        foundations=rules.foundations.count,
        reserve_cards=rules.reserve.cards if rules.reserve else 0,
        has_passes=rules.stock.passes is not None,
    )


@lru_cache(maxsize=1)
def _sprite(assets: Assets) -> Markup:
    """All drawings, to stand in the page itself.

    HTML knows no variable in an attribute, and no name that begins with a digit: embed.css says the
    one, FACE mends the other.
    """
    drawn = re.sub(r"^<svg [^>]*>", '<svg class="sr" aria-hidden="true">', assets.text(SPRITE))
    drawn = re.sub(r'display="var\(--([a-z-]+),[a-z]+\)"', r'class="\1"', drawn)
    return trusted(re.sub(r'id="((?:fr-)?[2-9TJQKA][CDHS])"', rf'id="{FACE}\1"', drawn))
