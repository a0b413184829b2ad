"""What every route needs and nothing of any player: store, renderers, cookies, settings."""

import secrets
from dataclasses import dataclass
from typing import cast
from urllib.parse import parse_qsl

from fastapi import Request
from starlette.requests import ClientDisconnect

from app.deals import FIRST_DEAL, LAST_DEAL
from app.games import GAMES
from app.notation import count_moves, first_steps
from app.settings import Settings
from app.store import Store
from app.web.assets import Assets
from app.web.i18n import LANGUAGES, game_title
from app.web.rendering import Renderer
from app.web.seats import Seats
from app.web.security import Players, player_of
from app.web.tables import ListedPlay

READ = ["GET", "HEAD"]
"""The methods of a page: link previews and monitors ask for the head alone."""
MOST_BYTES = 64 * 1024
"""Of a form."""
MOST_FIELDS = 20


@dataclass(slots=True)
class House:
    """Made once an application; routes reach it through `house_of`."""

    settings: Settings
    assets: Assets
    renderers: dict[str, Renderer]
    players: Players
    store: Store
    seats: Seats

    async def listed(self, token: str | None, language: str) -> list[ListedPlay]:
        """The player's unfinished games, newest first."""
        if not token:
            return []
        return [
            ListedPlay(
                play.slug,
                game_title(language, GAMES[play.slug]),
                play.number,
                count_moves(first_steps(play.log, play.ply)),
            )
            for play in await self.store.unfinished(player_of(token))
            if play.slug in GAMES
        ]


def open_house(settings: Settings, store: Store) -> House:
    assets = Assets()
    return House(
        settings,
        assets,
        {language: Renderer(language, assets) for language in LANGUAGES},
        Players(secure=settings.secure_cookies),
        store,
        Seats(store),
    )


def house_of(request: Request) -> House:
    return cast(House, request.scope["app"].state.house)


def any_deal() -> int:
    """The number of a new deal, each as likely as any other."""
    return FIRST_DEAL + secrets.randbelow(LAST_DEAL)


async def read_form(request: Request) -> dict[str, str]:
    """The fields of an urlencoded form, the last of each name; raises ValueError.

    By hand: on the move path this is a quarter of the cost of a parser that also takes files. The
    doors have seen to it that the form is small.
    """
    body = b""
    more = True
    while more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    if b"%" in body or b"+" in body:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    # what the forms of a game send needs no decoding
    fields = body.decode().split("&", MOST_FIELDS)
    if len(fields) > MOST_FIELDS:
        raise ValueError("too many fields")
    return dict([field.partition("=")[::2] for field in fields if field])
