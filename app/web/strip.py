"""Every move of a game and what is known of each: the page, and its part that script asks for."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from app.games import GAMES
from app.solver.asking.trail import NONE, Trail
from app.web.asked_again import AskedAgain
from app.web.choices import Choices, Verdict, attributes
from app.web.i18n import game_title
from app.web.rendering import Renderer
from app.web.seats import Seat
from app.web.shells import trusted
from app.web.standing import address
from app.web.tables import twins
from app.web.verdict import Cell, VerdictView, cells, kind_words, stretches, verdict_view


def chosen_ply(query: Mapping[str, str]) -> int:
    """The ply that the reader has chosen on the page that script asks from."""
    try:
        return int(query.get("to", NONE))
    except ValueError:
        return NONE


@dataclass(frozen=True, slots=True)
class StripView:
    lang: str
    seat: Seat
    choices: Choices
    said: VerdictView
    cells: list[Cell]
    until: float
    """When script stops asking; 0: it need not, or has asked long enough."""

    @classmethod
    def of(
        cls, lang: str, seat: Seat, trail: Trail, choices: Choices, chosen: int, ends: float
    ) -> Self:
        """`ends`: when script stops asking, should there be something to ask for."""
        play = seat.play
        return cls(
            lang,
            seat,
            choices,
            verdict_view(lang, play, trail),
            cells(play, trail, chosen),
            ends if trail.is_searching else 0,
        )

    @property
    def name(self) -> str:
        """The same for what looks the same."""
        # what is chosen is the reader's, and on the page already
        kinds = [cell.kind for cell in self.cells]
        return f"{zlib.crc32(repr((self.said, kinds, self.seat.version)).encode()):x}"

    @property
    def here(self) -> str:
        return address(self.lang, self.seat, "/strip")

    @property
    def poll(self) -> str:
        """Where script asks again; empty: it does not."""
        return AskedAgain.poll(self.here, self.name, self.until) if self.until else ""


def strip_part(renderer: Renderer, view: StripView) -> str:
    """What there is to know, without the page around it; heard when there is no more to come."""
    heard = "" if view.poll else f"{view.said.words} {view.said.ago}"
    return renderer.page("fragments/strip.html", **_part(renderer, view), heard=heard)


def strip_page(renderer: Renderer, view: StripView) -> str:
    return renderer.page(
        "pages/strip.html",
        **_part(renderer, view),
        heard="",
        choices=trusted(attributes(view.choices)),
        canonical="",
        page=view.here,
        twins=twins(view.here.removeprefix(f"/{view.lang}")),
    )


def _part(renderer: Renderer, view: StripView) -> dict[str, object]:
    seat, play = view.seat, view.seat.play
    deal = f"/{view.lang}/{play.slug}/{play.number}"
    links = deal, "", view.here, view.poll
    return {
        "title": game_title(view.lang, GAMES[play.slug]),
        "number": play.number,
        "verdict": trusted(renderer.verdicts.said(view.said, links, form="back")),
        "is_on": view.choices.verdict is Verdict.ON,
        # with a cookie alone a choice is kept
        "may_choose": not seat.is_kept_in_address,
        "stretches": stretches(view.lang, view.cells),
        "cells": view.cells,
        "kinds": kind_words(view.lang),
        "version": seat.version,
        "carried": play.log if seat.is_carried else None,
        "ply": play.ply,
        "deal": deal,
        "game": address(view.lang, seat),
        "poll": view.poll,
    }
