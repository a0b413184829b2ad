"""What every route needs and nothing of any player: store, renderers, cookies, settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastapi import Request

from app.games import GAMES
from app.notation import count_moves, first_steps
from app.settings import Settings
from app.solver.asking.service import Solver
from app.store import Store, StoredPlay
from app.store.protocol import MOST_LISTED
from app.web.assets import Assets
from app.web.choices import DEFAULTS, Choices
from app.web.i18n import LANGUAGES, game_title
from app.web.rendering import Renderer
from app.web.seats import Seats
from app.web.security import Players, player_of
from app.web.tables import ListedPlay
from app.web.visits import Door, Visit

READ = ["GET", "HEAD"]
"""The methods of a page: link previews and monitors ask for the head alone."""
MOST_BYTES = 64 * 1024
"""Of a form."""


class Guest(NamedTuple):
    """Who a page is for, as far as it is known."""

    play: StoredPlay | None = None
    """The one that was asked for."""
    listed: Sequence[ListedPlay] = ()
    """The unfinished games, newest first."""
    kept: str | None = None
    """What was chosen, as it is stored."""

    @property
    def listed_at_most(self) -> int:
        """Where the list is full, how many that are; else 0."""
        return MOST_LISTED if len(self.listed) >= MOST_LISTED else 0

    @property
    def choices(self) -> Choices:
        return Choices.of_text(self.kept) if self.kept else DEFAULTS

    def count_for(self, visit: Visit) -> None:
        """Makes a page with a list count as the many that it costs."""
        visit.count_list(len(self.listed), sum(play.moves for play in self.listed))


@dataclass(slots=True)
class House:
    """Made once an application; routes reach it through `house_of`."""

    settings: Settings
    assets: Assets
    renderers: dict[str, Renderer]
    embedded: dict[str, Renderer]
    """Those of boards in the pages of other sites."""
    players: Players
    store: Store
    seats: Seats
    solver: Solver

    def renderer(self, language: str, door: Door) -> Renderer:
        return (self.embedded if door is Door.EMBED else self.renderers)[language]

    async def arrive(
        self, token: str | None, language: str, slug: str = "", number: int = 0
    ) -> Guest:
        """What the store knows of whoever comes with this cookie; as `Store.arrive`."""
        if not token:
            return Guest()
        play, unfinished, choices = await self.store.arrive(player_of(token), slug, number)
        listed = [
            ListedPlay(
                begun.slug,
                game_title(language, GAMES[begun.slug]),
                begun.number,
                count_moves(first_steps(begun.log, begun.ply)),
                begun.stuck,
            )
            for begun in unfinished
            if begun.slug in GAMES
        ]
        return Guest(play, listed, choices)


def open_house(settings: Settings, assets: Assets, store: Store, solver: Solver) -> House:
    return House(
        settings,
        assets,
        {language: Renderer(language, assets, settings.site) for language in LANGUAGES},
        {
            language: Renderer(language, assets, settings.site, is_embedded=True)
            for language in LANGUAGES
        },
        Players(secure=settings.secure_cookies),
        store,
        Seats(store),
        solver,
    )


def house_of(request: Request) -> House:
    house: House = request.scope["app"].house
    return house
