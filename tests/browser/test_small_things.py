"""What surrounds a game: its name in the tab, the installed app, full screen, sharing, paper."""

import json
import re
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from app.games import GAMES
from app.web.appearance import FELT, PAGE
from app.web.choices import Table as TableColour
from tests.browser.conftest import NewContext, SitDown
from tests.browser.hands import Clicks
from tests.browser.server import Server
from tests.browser.table import Table
from tests.browser.test_wins import WINS, make

pytestmark = pytest.mark.browser

ELEVEN_POINTS = 11 * 96 / 72
TOKEN = """name => {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const canvas = document.createElement('canvas').getContext('2d');
  canvas.fillStyle = getComputedStyle(probe).color;
  canvas.fillRect(0, 0, 1, 1);
  const [...channels] = canvas.getImageData(0, 0, 1, 1).data;
  return '#' + channels.slice(0, 3).map((one) => one.toString(16).padStart(2, '0')).join('');
}"""
SHEET = """() => {
  window.shared = [];
  navigator.share = async (what) => { window.shared.push(what); };
}"""
PRINTED = """() => [...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && !one.closest('.sr, #live')
    && [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()))
  .map((one) => [one.textContent.trim(), parseFloat(getComputedStyle(one).fontSize)])"""


# ---- the tab


def test_the_tab_names_the_game(sit_down: SitDown) -> None:
    table = sit_down("bureau", 48213)
    title = "Bureau – deal 48213 – Patience"
    expect(table.page).to_have_title(title)
    Clicks().turn(table)
    table.answered(1)
    expect(table.page).to_have_title(title)


# ---- the app


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_can_be_installed(lang: str, page: Page, server: Server) -> None:
    page.goto(f"{server.url}/{lang}/roman/5")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert not found["errors"]
    manifest = json.loads(found["data"])
    assert manifest["lang"] == lang
    assert manifest["start_url"] == f"/{lang}/"
    assert page.request.get(f"{server.url}{manifest['start_url']}").ok
    answer = page.request.get(found["url"])
    assert answer.headers["content-type"] == "application/manifest+json"
    for icon in manifest["icons"]:
        picture = page.request.get(found["url"].rpartition("/")[0] + "/" + icon["src"])
        assert picture.headers["content-type"] == icon["type"]
    hindrances = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # a test's profile is a private one, which installs nothing
    assert {one["errorId"] for one in hindrances} <= {"in-incognito"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_around_the_page_are_those_of_the_tokens(
    scheme: str, page: Page, server: Server
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(f"{server.url}/en/")
    assert page.evaluate(TOKEN, "--page") == getattr(PAGE, scheme) == around(page)
    page.goto(f"{server.url}/en/roman/5")
    assert page.evaluate(TOKEN, "--felt") == around(page)
    for colour, felt in FELT.items():
        page.evaluate("name => { document.documentElement.dataset.table = name; }", colour)
        assert page.evaluate(TOKEN, "--felt") == getattr(felt, scheme)


def test_a_chosen_table_has_its_colour_around_it(page: Page, server: Server) -> None:
    page.emulate_media(color_scheme="light")
    page.request.post(f"{server.url}/en/settings", form={"table": "blue", "scheme": "dark"})
    page.goto(f"{server.url}/en/roman/5")
    assert around(page) == FELT[TableColour.BLUE].dark


def around(page: Page) -> str:
    """The colour that applies now."""
    colour: str = page.evaluate(
        """() => [...document.querySelectorAll('meta[name=theme-color]')]
          .find((meta) => !meta.media || matchMedia(meta.media).matches).content"""
    )
    return colour


# ---- full screen, sharing


def test_full_screen_and_back(sit_down: SitDown) -> None:
    page = sit_down("roman", 48213).page
    button = page.locator("#full")
    for is_full in (True, False):
        page.locator("#open-menu").click()
        button.click()
        page.wait_for_function("is => Boolean(document.fullscreenElement) === is", arg=is_full)
        expect(button).to_have_attribute("aria-pressed", str(is_full).lower())
        page.keyboard.press("Escape")


def test_what_a_browser_cannot_do_is_not_offered(sit_down: SitDown, page: Page) -> None:
    page.add_init_script(
        "Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: false });"
        "delete Navigator.prototype.share;"
    )
    table = sit_down("roman", 48213)
    table.page.locator("#open-menu").click()
    expect(table.page.get_by_role("button", name="Pause")).to_be_visible()
    expect(table.page.get_by_role("link", name="Copy link")).to_be_visible()
    expect(table.page.locator("#full")).to_be_hidden()
    table.page.locator("#share").click()
    expect(table.page.locator("#shared-link")).to_be_visible()
    expect(table.page.locator("#send-on")).to_be_hidden()


def test_a_deal_is_shared(sit_down: SitDown, page: Page) -> None:
    page.add_init_script(f"({SHEET})()")
    table = sit_down("roman", 48213)
    assert share(table) == {"text": "Roman 48213: can you win it?", "url": table.url}

    # over the table, with what it is drawn with, and gone again
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator("#said-title")).to_have_text("Share Roman 48213")
    expect(page.locator("#said .code")).to_have_css("inline-size", "176px")
    page.locator("[data-copies=shared-message]").click()
    expect(page.locator("#said .outcome")).to_have_text("Copied.")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == f"Roman 48213: can you win it? {table.url}"
    page.keyboard.press("Escape")
    expect(page.locator("#said")).to_be_hidden()
    page.keyboard.press("t")
    expect(page.locator("#said-title")).to_have_text("The table in words")


def test_the_page_that_shares_a_deal_does_so_by_itself(page: Page) -> None:
    page.add_init_script(f"({SHEET})()")
    page.goto("/fr/roman/48213/share")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copies=shared-link]").click()
    expect(page.locator(".outcome")).to_have_text("C’est copié.")
    link = page.locator("#shared-link").input_value()
    assert page.evaluate("() => navigator.clipboard.readText()") == link
    page.locator("#send-on").click()
    shared = page.evaluate("() => window.shared")
    assert shared == [{"text": "Roman\u00a048213\u00a0: à vous de jouer\u00a0!", "url": link}]


def test_a_win_is_shared_with_its_moves_and_time(sit_down: SitDown, page: Page) -> None:
    page.add_init_script(f"({SHEET})()")
    won = WINS["klondike"]
    *moves, last = re.split(r"[.-]", won["log"])
    table = sit_down("klondike", won["number"], ".".join(moves))
    make(table, Clicks(), last)
    expect(table.ending).to_contain_text("Won!")
    shared = share(table, "#share-win")
    assert shared["url"] == table.url
    assert re.fullmatch(
        rf"Klondike, draw 1, deal {won['number']} in {len(moves) + 1} moves, \d+:\d\d: can you\?",
        shared["text"],
    )


def test_the_link_of_a_deal_is_copied(sit_down: SitDown) -> None:
    table = sit_down("roman", 48213)
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#open-menu").click()
    page.locator("#menu").get_by_role("link", name="Copy link").click()
    expect(page.locator("#live")).to_have_text("Link copied.")
    expect(page.locator("#copy-deal")).to_have_text("Link copied.")
    expect(page.locator("#copy-deal svg")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == table.url


def share(table: Table, where: str = "#share") -> dict[str, str]:
    table.page.locator(where).evaluate("button => button.click()")
    table.page.locator("#send-on").click()
    table.page.wait_for_function("() => window.shared.length")
    shared: list[dict[str, str]] = table.page.evaluate("() => window.shared")
    return shared[-1]


# ---- paper


@pytest.mark.parametrize("slug", GAMES)
def test_a_position_prints_white_on_one_page(slug: str, new_context: NewContext) -> None:
    page = new_context().new_page()
    page.emulate_media(color_scheme="dark")
    page.goto(f"/en/{slug}/48213")
    page.keyboard.press("d")
    page.locator('#status[data-version="1"]').wait_for()
    for paper in ("A4", "Letter"):
        for is_landscape in (False, True):
            pdf = page.pdf(format=paper, landscape=is_landscape, print_background=True)
            assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    page.emulate_media(media="print")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundImage") == "none"
    ground = page.screenshot(clip={"x": 2, "y": 2, "width": 1, "height": 1})
    assert pixel(ground) == (255, 255, 255)
    for what in (".controls", ".more", ".languages", ".home"):
        expect(page.locator(what)).to_be_hidden()
    words = page.evaluate(PRINTED)
    assert {"48213", "1 move"} <= {text for text, _ in words}
    assert [(text, size) for text, size in words if size < ELEVEN_POINTS] == []


def pixel(png: bytes) -> tuple[int, ...]:
    image = Image.open(BytesIO(png)).convert("RGB")
    return tuple(image.tobytes()[:3])
