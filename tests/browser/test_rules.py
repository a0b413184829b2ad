"""The rules of a game on paper and on small screens."""

import re

import pytest

from app.games import GAMES
from app.web.i18n import LANGUAGES
from tests.browser.conftest import NewContext

pytestmark = pytest.mark.browser

LEAST_POINTS = 11
POINTS_A_PIXEL = 72 / 96


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_game_fits_on_one_sheet(new_context: NewContext, paper: str) -> None:
    page = new_context().new_page()
    for language in LANGUAGES:
        for slug in GAMES:
            page.goto(f"/{language}/{slug}/rules")
            sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))
            assert len(sheets) == 1, (language, slug)


def test_paper_is_white_without_menus_and_large_enough(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.emulate_media(media="print", color_scheme="dark")
    page.goto("/fr/colonel/rules")

    for ground in ("html", "body", "article"):
        colour = page.locator(ground).evaluate("it => getComputedStyle(it).backgroundColor")
        assert colour == "rgba(0, 0, 0, 0)"
    for shown in page.locator("h1, h2, p, li, dt, dd").all():
        if shown.is_visible():
            size, colour = shown.evaluate(
                "it => [parseFloat(getComputedStyle(it).fontSize), getComputedStyle(it).color]"
            )
            assert size * POINTS_A_PIXEL >= LEAST_POINTS
            assert colour == "rgb(0, 0, 0)"
    assert not page.locator("header.site").is_visible()
    assert not page.locator(".play").is_visible()
    assert page.locator("article > h1").is_visible()
    assert page.locator("svg.layout").is_visible()


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_nothing_is_wider_than_the_screen(new_context: NewContext, width: int) -> None:
    page = new_context((width, 740)).new_page()
    for language in LANGUAGES:
        for slug in GAMES:
            page.goto(f"/{language}/{slug}/rules")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (language, slug)


def test_the_picture_is_named(new_context: NewContext) -> None:
    page = new_context().new_page()
    page.goto("/en/roman/rules")

    picture = page.get_by_role("img")
    assert picture.count() == 1
    assert (picture.get_attribute("aria-label") or "").startswith("Roman: stock and waste, ")
