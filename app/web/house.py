"""What every route needs and nothing of any player: store, renderers, cookies, settings."""

import secrets
from dataclasses import dataclass
from typing import cast

from fastapi import Request

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


def open_house(settings: Settings, assets: Assets, store: Store) -> House:
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
