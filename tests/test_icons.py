"""The icons are those that the tool draws, and small."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from app.web.appearance import FELT, ICONS
from app.web.choices import Table
from tools.draw_icons import FOLDER, SIZES, SOURCE, picture

MOST_BYTES = 6 * 1024


@pytest.mark.parametrize("name", SIZES)
def test_each_is_as_it_is_drawn(name: str) -> None:
    kept = opened(name)
    assert kept.size == (SIZES[name], SIZES[name])
    assert not ImageChops.difference(kept, picture(name).convert("RGBA")).getbbox(), (
        "run python -m tools.draw_icons"
    )
    assert (FOLDER / f"{name}.png").stat().st_size <= MOST_BYTES


@pytest.mark.parametrize("name", ["icon-maskable-512", "icon-touch"])
def test_what_is_cut_to_shape_has_no_corners_of_its_own(name: str) -> None:
    drawn = opened(name)
    red, green, blue = bytes.fromhex(FELT[Table.GREEN].light[1:])
    assert drawn.getpixel((0, 0)) == (red, green, blue, 255)


def test_a_maskable_one_shows_all_in_its_middle() -> None:
    drawn = opened("icon-maskable-512")
    ground = Image.new("RGBA", drawn.size, drawn.getpixel((0, 0)))
    box = ImageChops.difference(drawn, ground).convert("RGB").getbbox()
    assert box
    # of the corners of what is drawn, none is farther from the middle than two fifths
    for x in (box[0], box[2]):
        for y in (box[1], box[3]):
            assert (x - 256) ** 2 + (y - 256) ** 2 <= (0.4 * 512) ** 2


def test_the_manifest_names_icons_that_are_there() -> None:
    for name, sizes, _ in ICONS:
        assert "x".join(map(str, opened(Path(name).stem).size)) == sizes
    assert f'fill="{FELT[Table.GREEN].light}"' in SOURCE.read_text(encoding="utf-8")


def opened(name: str) -> Image.Image:
    with Image.open(FOLDER / f"{name}.png") as file:
        return file.convert("RGBA")
