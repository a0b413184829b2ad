"""Every game in every size and language, as pictures to look at: `make screenshots`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from app.games import GAMES
from app.web.i18n import LANGUAGES
from tests.browser.server import Server
from tests.chromium import FLAGS, find_chromium

FOLDER = Path(__file__).parent.parent / "var" / "screenshots"
SIZES = {"phone": (360, 740), "landscape": (740, 360), "desktop": (1280, 720)}
DEAL = 1


def take_all(browser: Browser, address: str, folder: Path) -> int:
    """Saves `game-size-language.png` for each; returns how many."""
    taken = 0
    for size, (width, height) in SIZES.items():
        context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=1 if size == "desktop" else 2,
            has_touch=size != "desktop",
        )
        page = context.new_page()
        for language in LANGUAGES:
            for slug in GAMES:
                page.goto(f"{address}/{language}/{slug}/{DEAL}", wait_until="networkidle")
                page.screenshot(path=folder / f"{slug}-{size}-{language}.png")
                taken += 1
        context.close()
    return taken


def main() -> int:
    chromium = find_chromium()
    if chromium is None:
        sys.stderr.write("no Chromium here: no screenshots\n")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, sync_playwright() as playwright:
        server = Server(Path(room) / "patience.db")
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
            taken = take_all(browser, server.url, FOLDER)
            browser.close()
        finally:
            server.stop()
    sys.stdout.write(f"{taken} pictures in {FOLDER}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
