"""Draws the icons that cannot be an SVG, from the one that is: python -m tools.draw_icons

A home screen cuts its icons to its own shape, so these have no corners of their own; a maskable
one may lose all but its middle.
"""

import re
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

FOLDER = Path(__file__).resolve().parent.parent / "static" / "img"
SOURCE = FOLDER / "icon.svg"
COLOURS = 48
"""Enough for two inks, the felt and the edges between them."""
SIZES = {"icon-192": 192, "icon-512": 512, "icon-maskable-512": 512, "icon-touch": 180}
SQUARE = {"icon-maskable-512", "icon-touch"}
SAFE = {"icon-maskable-512": 0.74}
"""The share of the width that the drawing keeps to."""


def main() -> None:
    for name in SIZES:
        picture(name).save(FOLDER / f"{name}.png", optimize=True)


def picture(name: str) -> Image.Image:
    """An icon as it is to be saved."""
    size = SIZES[name]
    svg = SOURCE.read_text(encoding="utf-8")
    if name in SQUARE:
        svg = _without_corners(_smaller(svg, SAFE.get(name, 1.0)))
    drawn = Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size)))
    # a palette with transparency is what only this method makes
    return drawn.convert("RGBA").quantize(COLOURS, method=Image.Quantize.FASTOCTREE)


def _without_corners(svg: str) -> str:
    return re.sub(r'(<rect width="64" height="64") rx="\d+"', r"\1", svg)


def _smaller(svg: str, share: float) -> str:
    """All but the ground that it stands on, around the same middle."""
    ground = re.search(r"<svg[^>]*><rect[^>]*/>", svg)
    assert ground
    rest = svg[ground.end() :].removesuffix("</svg>\n").removesuffix("</svg>")
    moved = 32 * (1 - share)
    scaled = f'<g transform="translate({moved:g} {moved:g}) scale({share:g})">{rest}</g></svg>'
    return ground[0] + scaled


if __name__ == "__main__":
    main()
