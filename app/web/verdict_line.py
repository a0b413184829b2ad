"""The line about a game beside its table: asks what is known, and writes it."""

import time
import zlib
from typing import NamedTuple

from app.solver.asking.trail import look_back
from app.solver.asking.turns import ANYONE, Asker
from app.web.asked_again import NOT_YET, AskedAgain
from app.web.choices import Choices, Verdict
from app.web.house import House
from app.web.seats import Seat
from app.web.standing import address
from app.web.verdict import verdict_view

WAIT = 0.3
"""Seconds that a page waits for a search: most wins are found in less."""


class Line(NamedTuple):
    html: str
    name: str
    """The same for the same line: who names it is not sent it again."""


async def line_beside(
    house: House, language: str, seat: Seat, asker: Asker = ANYONE, ends: float = 0
) -> Line:
    """What is said of the game now; asks for more where more may be known.

    `ends`: when script stops asking for that; 0: it asks no more.
    """
    play = seat.play
    trail = await look_back(house.solver, play, play.ply, wait=WAIT, asker=asker)
    view = verdict_view(language, play, trail)
    deal = f"/{language}/{play.slug}/{play.number}"
    asks = view.is_searching and ends > 0
    # of what is said: the links in it name it themselves
    name = f"{zlib.crc32(repr((view, seat.version, asks)).encode()):x}"
    links = (
        deal,
        address(language, seat, "/strip"),
        address(language, seat),
        AskedAgain.poll(f"{deal}/verdict", name, ends) if asks else "",
    )
    return Line(house.renderers[language].verdicts.said(view, links), name)


async def beside(
    house: House,
    language: str,
    seat: Seat,
    choices: Choices,
    *,
    has_cookie: bool,
    asker: Asker,
) -> dict[str, str]:
    """What the page of a game has of it, by hole: the line, if it is wanted, and the way to it."""
    verdicts, play = house.renderers[language].verdicts, seat.play
    if choices.verdict is Verdict.ON:
        line = await line_beside(house, language, seat, asker, NOT_YET.ends(time.time()))
        place = verdicts.beside(line.html, f"/{language}/{play.slug}/{play.number}")
        switch = verdicts.switch(is_on=True, page=address(language, seat))
        return {"verdict": place, "verdictstyle": verdicts.style, "switch": switch}
    # with a cookie alone a choice is kept
    if has_cookie and not seat.is_kept_in_address:
        switch = verdicts.switch(is_on=False, page=address(language, seat))
    else:
        switch = verdicts.ask(address(language, seat, "/strip"))
    return {"verdict": "", "verdictstyle": "", "switch": switch}
