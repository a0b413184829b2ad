"""axe finds nothing: on any page, in both languages and schemes, whatever lies open."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.notation import split_log
from tests.browser.axe import faults
from tests.browser.conftest import NewContext, give_cookie
from tests.browser.guard import Guard
from tests.browser.server import Server
from tests.browser.table import Table
from tests.browser.test_promises import STUCK
from tests.browser.test_wins import WINS

pytestmark = pytest.mark.browser

Scheme = pytest.mark.parametrize("scheme", ["light", "dark"])
Language = pytest.mark.parametrize("lang", ["en", "fr"])
PAGES = (
    "/{lang}/",
    "/{lang}/settings",
    "/{lang}/contact",
    "/{lang}/about",
    "/{lang}/privacy",
    "/{lang}/statistics",
    "/{lang}/athena",
    "/{lang}/bureau/rules",
    "/{lang}/roman/12/table",
    "/{lang}/roman/12/share",
    "/{lang}/roman/1/strip",
    "/{lang}/roman/winnable",
    "/{lang}/roman/1/shown?step=41",
    "/{lang}/no-such-page",
)
STATES = (
    "as dealt",
    "picked",
    "menu",
    "keys",
    "settings",
    "sharing",
    "in words",
    "typing",
    "won",
    "stuck",
)
OPENED_BY = {"keys": "?", "in words": "t", "typing": "m"}


@pytest.fixture
def visit(new_context: NewContext, server: Server) -> Callable[[str, str], Page]:
    """A page of a new player whose system asks for this scheme."""

    def open_page(path: str, scheme: str) -> Page:
        page = new_context().new_page()
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.goto(server.url + path, wait_until="load")
        return page

    return open_page


def test_a_fault_is_found(visit: Callable[[str, str], Page]) -> None:
    page = visit("/en/klondike/12", "light")
    page.evaluate("() => document.getElementById('typed').labels[0].remove()")
    page.evaluate("() => document.getElementById('undo').replaceChildren()")
    assert {fault.partition(":")[0] for fault in faults(page)} >= {"button-name", "label"}


@Scheme
@Language
@pytest.mark.parametrize("path", PAGES)
def test_pages(
    path: str, lang: str, scheme: str, visit: Callable[[str, str], Page], guard: Guard
) -> None:
    guard.expect_failed_requests()
    assert faults(visit(path.format(lang=lang), scheme)) == []


@Scheme
@Language
@pytest.mark.parametrize("state", STATES)
def test_a_table(
    state: str, lang: str, scheme: str, new_context: NewContext, server: Server
) -> None:
    page = new_context().new_page()
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    bring_to(state, lang, page, server)
    assert faults(page) == []


@pytest.mark.parametrize("path", PAGES)
def test_the_tab_key_leads_to_all_that_can_be_used(
    path: str, visit: Callable[[str, str], Page], guard: Guard
) -> None:
    """In the order of the page and out of it again; what has the focus is to be seen."""
    guard.expect_failed_requests()
    page = visit(path.format(lang="en"), "light")
    wanted: int = page.evaluate(_COUNT_STOPS)
    seen: list[int] = []
    for _ in range(wanted):
        page.keyboard.press("Tab")
        at, outline = page.evaluate(_FOCUSED)
        assert outline, f"{at} of {wanted} shows no focus"
        seen.append(at)
    assert seen == list(range(wanted))


# all that is to be seen and used; of radio buttons of one name the tab key takes one
_STOPS = """
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter(one => one.checkVisibility() && one.tabIndex >= 0 && one.type !== 'hidden')
    .filter(one => one.type !== 'radio' || one.checked);"""
_COUNT_STOPS = f"() => {{ {_STOPS} return stops.length; }}"
# a radio button may leave it to its label to show the focus
_FOCUSED = f"""() => {{
  {_STOPS}
  const at = document.activeElement;
  const drawn = [at, at.nextElementSibling, at.closest('label')].filter(Boolean);
  return [stops.indexOf(at), drawn.some(one => getComputedStyle(one).outlineStyle !== 'none')];
}}"""


@pytest.mark.parametrize("slug", ["bureau", "double-signora", "athena"])
def test_a_crowded_table_on_a_phone(slug: str, new_context: NewContext, server: Server) -> None:
    page = new_context((360, 740), touch=True).new_page()
    give_cookie(page, server)
    steps = split_log(WINS[slug]["log"])
    table = Table(page, server.url, slug, WINS[slug]["number"])
    table.open(".".join(steps[: len(steps) // 2]))
    assert faults(page) == []


def bring_to(state: str, lang: str, page: Page, server: Server) -> None:
    """A table where this is to be seen."""
    slug, number, log = "klondike", WINS["klondike"]["number"], ""
    if state == "won":
        log = WINS["klondike"]["log"]
    elif state == "stuck":
        slug, number, log = STUCK[0], STUCK[1], f"{STUCK[2]}.d"
    if log:
        give_cookie(page, server)
    table = Table(page, server.url, slug, number, lang).open(log)
    if state == "picked":
        lift = table.offer().lifts[0]
        page.locator(f"#{lift.id}").click()
        expect(page.locator(f"#{lift.id}")).to_have_attribute("aria-pressed", "true")
    elif state == "menu":
        page.locator("#open-menu").click()
        expect(page.locator("#menu")).to_be_visible()
    elif state == "settings":
        page.locator("#open-menu").click()
        page.locator("#open-settings").click()
        expect(page.locator("#settings")).to_be_visible()
    elif state == "sharing":
        page.locator("#open-menu").click()
        page.locator("#share").click()
        expect(page.locator("#said .code")).to_be_visible()
    elif key := OPENED_BY.get(state):
        page.keyboard.press(key)
        opened = {"keys": "#keys", "in words": "#said", "typing": "#typed"}[state]
        expect(page.locator(opened)).to_be_visible()
    elif log:
        expect(table.ending).to_be_visible()
