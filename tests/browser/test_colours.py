"""Inks, felts and signs: contrast as it is computed, as it is seen without red or green, forced."""

import io
from itertools import product
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.server import Server
from tests.browser.table import Table

pytestmark = pytest.mark.browser

TABLES = ("green", "blue", "slate")
SCHEMES = ("light", "dark")
DECKS = ("two", "four")
TEXT = 4.5
SIGN = 3.0
APART = 3.0

Rgb = tuple[float, float, float]


class Seen(NamedTuple):
    """A kind of sight, as a matrix on linear light (Machado, Oliveira and Fernandes, 2009)."""

    name: str
    rows: tuple[Rgb, Rgb, Rgb]


SIGHTS = (
    Seen("usual", ((1, 0, 0), (0, 1, 0), (0, 0, 1))),
    Seen(
        "protanopia",
        (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
    ),
    Seen(
        "deuteranopia",
        (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
    ),
    Seen("grey", ((0.2126, 0.7152, 0.0722),) * 3),
)
INKS = ("--spades-seen", "--hearts-seen", "--diamonds-seen", "--clubs-seen")
# foreground, background, least contrast
PAIRS = (
    *((ink, "--paper", TEXT) for ink in INKS),
    *(("--paper", felt, SIGN) for felt in ("--felt-lit", "--felt", "--felt-deep")),
    *(("--on-felt", felt, TEXT) for felt in ("--felt-lit", "--felt", "--felt-deep")),
    *(("--on-felt-soft", felt, TEXT) for felt in ("--felt-lit", "--felt", "--felt-deep")),
    *(("--brass", felt, SIGN) for felt in ("--felt-lit", "--felt", "--felt-deep")),
    ("--brass-deep", "--paper", SIGN),
    ("--ink-black", "--brass", TEXT),
    ("--page-ink", "--page", TEXT),
    ("--page-ink-soft", "--page", TEXT),
    ("--page-link", "--page", TEXT),
    ("--page-error", "--page", TEXT),
    ("--box-ink", "--box", TEXT),
    ("--box-ink-soft", "--box", TEXT),
    ("--box-link", "--box", TEXT),
    ("--box-error", "--box", TEXT),
    ("--box-edge", "--box", SIGN),
)


@pytest.fixture
def page(new_context: NewContext, server: Server) -> Page:
    page = new_context((1280, 720)).new_page()
    Table(page, server.url, "bureau", 48213).open()
    return page


def test_contrast_holds_for_every_sight(page: Page) -> None:
    names = {name for pair in PAIRS for name in pair[:2]}
    low = []
    for table, scheme, deck in product(TABLES, SCHEMES, DECKS):
        colours = _colours(page, names, table=table, scheme=scheme, deck=deck)
        low += [
            f"{table} {scheme} {deck} {sight.name}: {ink} on {ground} {found:.2f}"
            for sight, (ink, ground, least) in product(SIGHTS, PAIRS)
            if (found := contrast(seen(colours[ink], sight), seen(colours[ground], sight))) < least
        ]
    assert not low, "\n".join(low)


def test_red_and_black_are_far_apart(page: Page) -> None:
    for scheme in SCHEMES:
        colours = _colours(page, {"--ink-red", "--ink-black"}, scheme=scheme)
        assert contrast(colours["--ink-red"], colours["--ink-black"]) >= APART, scheme


def test_an_outline_of_an_empty_pile_can_be_seen(page: Page) -> None:
    for table, scheme in product(TABLES, SCHEMES):
        names = {"--felt", "--on-felt-mark"}
        colours = _colours(page, names, table=table, scheme=scheme, over="--felt")
        found = contrast(colours["--on-felt-mark"], colours["--felt"])
        assert found >= SIGN, (table, scheme, found)


def test_without_colour_every_suit_has_a_shape_of_its_own(page: Page) -> None:
    drawn = {suit: _drawn(page, f"A{suit}", part=(0.25, 0.3, 0.75, 0.7)) for suit in "SHDC"}
    for one, other in ("SH", "SD", "SC", "HD", "HC", "DC"):
        difference = ImageChops.difference(drawn[one], drawn[other])
        assert ImageStat.Stat(difference).mean[0] > 255 * 0.06, one + other


def test_four_colours_mark_red_by_shape_too(page: Page) -> None:
    """A red suit's sign beside the rank is hollow, a black one's is full."""
    _choose(page, deck="four")
    share = {suit: _inked(_drawn(page, f"7{suit}", part=(0.2, 0.08, 0.42, 0.2))) for suit in "SHDC"}
    assert max(share["H"], share["D"]) < 0.6 * min(share["S"], share["C"]), share


def test_backs_differ(page: Page) -> None:
    drawn = []
    for back in ("weave", "lattice", "plain"):
        _choose(page, back=back)
        drawn.append(_drawn(page, "back"))
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert ImageStat.Stat(ImageChops.difference(drawn[one], drawn[other])).mean[0] > 2


def test_forced_colours_keep_edges_selection_targets_and_focus(
    new_context: NewContext, server: Server
) -> None:
    page = new_context((1280, 720)).new_page()
    page.emulate_media(forced_colors="active", color_scheme="dark")
    Table(page, server.url, "klondike", 1).open()
    page.locator("#t1 .card").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#t1 .card")).to_have_attribute("aria-pressed", "true")
    edges: dict[str, str] = page.evaluate(_FORCED)
    assert edges["card"] == "solid"
    assert edges["place"] == "solid"
    assert edges["picked"] == "solid"
    assert edges["target"] == "dashed"
    assert edges["focus"] == "solid"
    assert edges["control"] == "solid"


def contrast(one: Rgb, other: Rgb) -> float:
    """As WCAG 2 has it, of linear light."""
    lights = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def seen(colour: Rgb, sight: Seen) -> Rgb:
    red, green, blue = (
        min(max(sum(factor * light for factor, light in zip(row, colour, strict=True)), 0.0), 1.0)
        for row in sight.rows
    )
    return red, green, blue


def _colours(page: Page, names: set[str], over: str = "", **choices: str) -> dict[str, Rgb]:
    _choose(page, **choices)
    found: dict[str, list[int]] = page.evaluate(_RESOLVE, [sorted(names), over])
    return {name: _linear(rgb) for name, rgb in found.items()}


def _linear(rgb: list[int]) -> Rgb:
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (value / 255 for value in rgb)
    )
    return red, green, blue


def _choose(page: Page, **choices: str) -> None:
    page.evaluate("choices => Object.assign(document.documentElement.dataset, choices)", choices)


def _drawn(
    page: Page, symbol: str, part: tuple[float, float, float, float] = (0, 0, 1, 1)
) -> Image.Image:
    """A symbol of the sprite as it looks in grey, drawn where the stock lies."""
    box: list[float] = page.evaluate(_DRAW, symbol)
    clip = {
        "x": box[0] + part[0] * box[2],
        "y": box[1] + part[1] * box[3],
        "width": (part[2] - part[0]) * box[2],
        "height": (part[3] - part[1]) * box[3],
    }
    page.wait_for_function(_PAINTED)
    return Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("L")  # type: ignore[arg-type]  # the keys of a FloatRect


def _inked(image: Image.Image) -> float:
    """The share of the picture that is nearer to black than to white."""
    dark = image.point(lambda value: 255 if value < 140 else 0)
    return ImageStat.Stat(dark).mean[0] / 255


_RESOLVE = """([names, over]) => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const probe = document.createElement('p');
  const seen = {
    '--spades-seen': 'var(--spades, var(--ink-black))',
    '--hearts-seen': 'var(--hearts, var(--ink-red))',
    '--diamonds-seen': 'var(--diamonds, var(--ink-red))',
    '--clubs-seen': 'var(--clubs, var(--ink-black))',
  };
  const fill = name => {
    probe.style.color = seen[name] ?? `var(${name})`;
    pen.fillStyle = getComputedStyle(probe).color;
    pen.fillRect(0, 0, 1, 1);
  };
  // beside the body: the page's own inks, not those that a table sets for its surroundings
  document.documentElement.append(probe);
  const found = Object.fromEntries(names.map(name => {
    pen.clearRect(0, 0, 1, 1);
    if (over) fill(over);
    fill(name);
    return [name, [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)];
  }));
  probe.remove();
  return found;
}"""

_DRAW = """symbol => {
  const svg = document.querySelector('#s1 svg');
  const use = svg.querySelector('use');
  use.setAttribute('href', `${use.getAttribute('href').split('#')[0]}#${symbol}`);
  const { x, y, width, height } = svg.getBoundingClientRect();
  return [x, y, width, height];
}"""

_PAINTED = """() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""

_FORCED = """() => {
  const edge = (selector, pseudo = null) =>
    getComputedStyle(document.querySelector(selector), pseudo).borderTopStyle;
  return {
    card: edge('#t2 .card'),
    place: edge('#f1 > .place', '::before'),
    picked: edge('#t1 .card', '::after'),
    target: edge('.pile.target li:last-child .card', '::after'),
    focus: getComputedStyle(document.activeElement).outlineStyle,
    control: edge('#undo'),
  };
}"""
