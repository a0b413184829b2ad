"""The colours of a preview: those of the page's tokens, and all that their edges can be.

So few that a picture needs no more than one byte a pixel.
"""

from collections.abc import Iterator

PAPER, BLACK, RED, BRASS = "#fffdf7", "#1a191e", "#c8202f", "#e0b95f"
BACK, THREAD = "#6d2740", "#b0687f"
ON_FELT = "#f3efe3"
LIT, FELT, DEEP = "#2b6049", "#1d4636", "#123024"
"""The felt under the light, beside it and in the corners."""
OF_DECK = {
    "paper": PAPER,
    "ink-black": BLACK,
    "ink-red": RED,
    "brass": BRASS,
    "back": BACK,
    "back-thread": THREAD,
}
"""By the names that the sprite has for them."""
_STEPS = (
    (PAPER, FELT, 14),
    (PAPER, BLACK, 14),
    (PAPER, RED, 14),
    (PAPER, BRASS, 8),
    (PAPER, BACK, 8),
    (RED, BLACK, 8),
    (BRASS, BLACK, 8),
    (BRASS, RED, 6),
    (BACK, THREAD, 10),
    (BRASS, FELT, 10),
    (FELT, BLACK, 8),
    (DEEP, BLACK, 6),
    (LIT, PAPER, 10),
    (DEEP, PAPER, 10),
)

Colour = tuple[int, int, int]


def felt_shades() -> list[Colour]:
    """From the corners to the light, in steps that nobody sees."""
    return list(dict.fromkeys([*ramp(DEEP, FELT, 16), *ramp(FELT, LIT, 16)]))


def palette() -> list[Colour]:
    """At most 256, each once, the shades of the felt first."""
    mixed = (colour for one, other, steps in _STEPS for colour in ramp(one, other, steps))
    return list(dict.fromkeys([*felt_shades(), *mixed]))


def ramp(one: str, other: str, steps: int) -> Iterator[Colour]:
    """From one colour to the other, both included."""
    begin, end = levels(one), levels(other)
    for step in range(steps):
        share = step / (steps - 1)
        red, green, blue = (
            round(level + (last - level) * share) for level, last in zip(begin, end, strict=True)
        )
        yield red, green, blue


def levels(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue
