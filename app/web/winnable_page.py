"""The page that says which deals of a game can be won, what their grades mean, and deals one."""

from typing import NamedTuple
from urllib.parse import quote

from babel.numbers import format_decimal

from app.games import GAMES
from app.solver.winnable import PLAYOUTS, Third, Winnable
from app.web.choices import Choices, Deals, attributes
from app.web.i18n import catalog, game_title
from app.web.proved import GRADES
from app.web.rendering import Renderer
from app.web.shells import trusted
from app.web.tables import twins


class Row(NamedTuple):
    """A grade, its numbers in the reader's digits."""

    grade: str
    words: str
    deals: str
    wins: str
    spent: str


def winnable_page(
    renderer: Renderer, slug: str, found: Winnable, choices: Choices, *, may_choose: bool
) -> str:
    """`may_choose`: a cookie is there to keep a choice under."""
    language = renderer.language
    address = f"/{language}/{slug}/winnable"
    return renderer.page(
        "pages/winnable.html",
        slug=slug,
        title=game_title(language, GAMES[slug]),
        rows=[_row(language, third) for third in found.thirds],
        count=len(found.grades),
        searched=_number(language, found.searched),
        playouts=_number(language, PLAYOUTS),
        is_chosen=choices.deals is not Deals.ANY,
        may_choose=may_choose,
        choices=trusted(attributes(choices)),
        canonical=address,
        back=quote(address),
        page=address,
        twins=twins(f"/{slug}/winnable"),
    )


def _row(language: str, third: Third) -> Row:
    return Row(
        third.grade.value,
        catalog(language).gettext(GRADES[third.grade]),
        *(_number(language, number) for number in (third.deals, third.wins, third.spent)),
    )


def _number(language: str, number: int) -> str:
    return str(format_decimal(number, locale=language))
