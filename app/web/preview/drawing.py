"""Makes a PNG of a scene, in a process of its own: drawing holds Python up as long as it takes.

python -m app.web.preview.drawing reads scenes from standard input, each a line of JSON, and answers
each with the length of its picture, in four bytes, and the picture. A scene on which nothing lies
has no picture: what is drawn for it is kept for later ones.
"""

import json
import os
import sys
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

import resvg_py
from PIL import Image, ImageDraw

from app.web.preview.inks import FELT, felt_shades, palette
from app.web.preview.layout import HEIGHT, WIDTH
from app.web.preview.pipe import LENGTH

Drawings = list[str]
Laid = list[tuple[int, int, int]]

_FAINTEST = 24
"""Of the 255 steps to opaque: what is fainter leaves the felt as it is."""
_MOST_TILES = 1024


class _Tile(NamedTuple):
    picture: Image.Image
    mask: Image.Image


def main() -> None:
    # a move comes first where they share a processor
    os.nice(10)
    for line in sys.stdin.buffer:
        drawings, laid = json.loads(line)
        picture = draw(drawings, laid) if laid else prepare(drawings)
        sys.stdout.buffer.write(len(picture).to_bytes(LENGTH, "big") + picture)
        sys.stdout.buffer.flush()


def draw(drawings: Drawings, laid: Laid) -> bytes:
    """A PNG of the felt with what lies on it, as `scene.Scene` has it."""
    picture = _felt().copy()
    for number, x, y in laid:
        tile = _tile(drawings[number])
        picture.paste(tile.picture, (x, y), tile.mask)
    body = BytesIO()
    picture.save(body, "PNG")
    return body.getvalue()


def prepare(drawings: Drawings) -> bytes:
    """No picture; those with the same drawings take a tenth of the time from now on."""
    _felt()
    for svg in drawings:
        _tile(svg)
    return b""


@lru_cache(maxsize=1)
def _felt() -> Image.Image:
    """Lit from above: rings, each a little lighter than the one around it."""
    picture = _blank(WIDTH, HEIGHT)
    pen = ImageDraw.Draw(picture)
    shades = len(felt_shades())
    for shade in range(1, shades):
        size = 1 - shade / shades
        across, down = WIDTH * 0.8 * size, HEIGHT * 0.85 * size
        x, y = WIDTH / 2, HEIGHT * 0.3
        pen.ellipse((x - across, y - down, x + across, y + down), fill=shade)
    return picture


# a card looks the same in every deal of a game
@lru_cache(maxsize=_MOST_TILES)
def _tile(svg: str) -> _Tile:
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    drawn = Image.open(BytesIO(png)).convert("RGBA")
    on_felt = Image.alpha_composite(Image.new("RGBA", drawn.size, FELT), drawn).convert("RGB")
    mask = drawn.getchannel("A").point(lambda alpha: 255 if alpha > _FAINTEST else 0)
    return _Tile(on_felt.quantize(palette=_blank(1, 1), dither=Image.Dither.NONE), mask)


def _blank(wide: int, high: int) -> Image.Image:
    image = Image.new("P", (wide, high))
    image.putpalette(bytes(level for colour in palette() for level in colour))
    return image


if __name__ == "__main__":
    main()
