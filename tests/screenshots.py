"""Every game in every size, scheme and language, and what a player may choose: `make screenshots`.

ARGS="roman klondike" takes the pictures of these games alone.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby, product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from app.games import GAMES
from app.web.i18n import LANGUAGES
from tests.browser.conftest import give_cookie
from tests.browser.server import Server
from tests.chromium import FLAGS, find_chromium

FOLDER = Path(__file__).parent.parent / "var" / "screenshots"
SIZES = {
    "phone": (360, 740),
    "landscape": (740, 360),
    "tablet": (820, 1180),
    "desktop": (1280, 720),
    "wide": (1920, 1080),
}
SCHEMES = ("light", "dark")
HANDHELD = {"phone", "landscape"}
WINS = json.loads((Path(__file__).parent / "golden/wins.json").read_text(encoding="utf-8"))
PLAYED = 0.3
"""How much of a recorded game is played before its picture is taken."""
CHOICES: dict[str, dict[str, str]] = {
    "four-colours": {"deck": "four"},
    "four-colours-dark": {"deck": "four", "scheme": "dark"},
    "large-print": {"print": "large"},
    "lattice": {"back": "lattice"},
    "plain": {"back": "plain"},
    "blue": {"table": "blue"},
    "blue-dark": {"table": "blue", "scheme": "dark"},
    "slate": {"table": "slate"},
    "slate-dark": {"table": "slate", "scheme": "dark"},
    "left-hand": {"hand": "left"},
    "bare": {"clock": "hidden", "counts": "hidden"},
}
STATES = {
    "picked": "[data-targets]",
    "menu": "#open-menu",
    "keys": "#open-menu, #show-keys",
    "hint": "#hint",
}
FOLLOWS = {"#show-keys": "#keys[open]", "#hint": ".hinting"}
"""What a press shows only after it has been fetched."""
PAGES = {"home": "/", "settings": "/settings", "missing": "/nothing"}


class Picture(NamedTuple):
    name: str
    path: str
    size: str
    scheme: str = "light"
    choices: dict[str, str] = {}  # noqa: RUF012 - never changed
    clicks: tuple[str, ...] = ()
    is_won: bool = False


def pictures(slugs: set[str]) -> Iterator[Picture]:
    for size, scheme, language, slug in product(SIZES, SCHEMES, LANGUAGES, GAMES):
        if slug in slugs:
            name = f"{slug}-{size}-{scheme}-{language}"
            yield Picture(name, _address(language, slug), size, scheme)
    for slug, size in product(("bureau", "klondike-3", "double-signora"), SIZES):
        if slug not in slugs:
            continue
        for choice, chosen in CHOICES.items():
            name = f"{slug}-{size}-{choice}"
            yield Picture(name, _address("en", slug), size, choices=chosen)
        for (state, clicks), scheme in product(STATES.items(), SCHEMES):
            name, path = f"{slug}-{size}-{state}-{scheme}", _address("fr", slug)
            yield Picture(name, path, size, scheme, clicks=tuple(clicks.split(", ")))
    yield from _endings_and_pages(slugs)


def _endings_and_pages(slugs: set[str]) -> Iterator[Picture]:
    for (slug, won), size, scheme in product(WINS.items(), SIZES, SCHEMES):
        if slug in slugs:
            path = f"/fr/{slug}/{won['number']}"
            yield Picture(f"{slug}-{size}-won-{scheme}", path, size, scheme, is_won=True)
    for (page, path), size, scheme in product(PAGES.items(), SIZES, SCHEMES):
        yield Picture(f"{page}-{size}-{scheme}", f"/fr{path}", size, scheme)


def _address(language: str, slug: str) -> str:
    return f"/{language}/{slug}/{WINS[slug]['number']}"


def take(page: Page, server: Server, picture: Picture, folder: Path) -> None:
    page.emulate_media(color_scheme=picture.scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # one of SCHEMES
    page.goto(server.url + picture.path, wait_until="load")
    page.evaluate(
        "chosen => Object.assign(document.documentElement.dataset, chosen)", picture.choices
    )
    for selector in picture.clicks:
        page.locator(selector).first.click()
        if selector in FOLLOWS:
            page.locator(FOLLOWS[selector]).wait_for()
    page.screenshot(path=folder / f"{picture.name}.png")


def take_all(browser: Browser, server: Server, folder: Path, slugs: set[str]) -> int:
    """Saves one file a picture; returns how many."""
    wanted = sorted(pictures(slugs), key=lambda picture: picture.is_won)
    for is_won, some in groupby(wanted, key=lambda picture: picture.is_won):
        # players of their own: a stored game is not begun anew
        pages = {size: _page(browser, server, size) for size in SIZES}
        for page, slug in product(pages.values(), slugs):
            _play(page, server, slug, share=1 if is_won else PLAYED)
        for picture in some:
            take(pages[picture.size], server, picture, folder)
    return len(wanted)


def _page(browser: Browser, server: Server, size: str) -> Page:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if size in HANDHELD else 1,
        has_touch=size in HANDHELD,
    )
    page = context.new_page()
    give_cookie(page, server)
    # the deck is in the browser's memory from here on
    page.goto(f"{server.url}/en/", wait_until="networkidle")
    return page


def _play(page: Page, server: Server, slug: str, share: float) -> None:
    """Puts the recorded game into the store: carried up to the step before, and a step on."""
    number, log = WINS[slug]["number"], WINS[slug]["log"]
    steps = log.split(".")
    made = steps[: round(len(steps) * share)]
    deal = f"{server.url}/en/{slug}/{number}"
    page.goto(f"{deal}?log={'.'.join(made)}&ply={len(made) - 1}", wait_until="load")
    fields: dict[str, str | float | bool] = page.evaluate(_FIELDS)
    assert page.request.post(f"{deal}/redo", form=fields).ok


def main(arguments: list[str]) -> int:
    chromium = find_chromium()
    if chromium is None:
        sys.stderr.write("no Chromium here: no screenshots\n")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, sync_playwright() as playwright:
        server = Server(Path(room) / "patience.db")
        server.start()
        try:
            launch = playwright.chromium.launch
            with closing(launch(executable_path=chromium, args=list(FLAGS))) as browser:
                taken = take_all(browser, server, FOLDER, set(arguments or GAMES))
        finally:
            server.stop()
    sys.stdout.write(f"{taken} pictures in {FOLDER}\n")
    return 0


_FIELDS = """() => Object.fromEntries(
  [...document.querySelectorAll('#fields input')].map(one => [one.name, one.value]))"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
