"""Draws the deck: writes every symbol of static/img/cards.svg. Knows nothing of games."""

import re
from collections.abc import Iterator
from pathlib import Path

SPRITE = Path(__file__).parent.parent / "static" / "img" / "cards.svg"

RED = "var(--ink-red,#c21d2f)"
BLACK = "var(--ink-black,#1c1b20)"
PAPER = "var(--paper,#fffdf7)"
BRASS = "var(--brass,oklch(80% .12 85))"
WEAVE = "var(--back,#6d2740)"
INKS = {
    "S": f"var(--spades,{BLACK})",
    "H": f"var(--hearts,{RED})",
    "D": f"var(--diamonds,{RED})",
    "C": f"var(--clubs,{BLACK})",
}
SECOND_INKS = {"S": RED, "H": BLACK, "D": BLACK, "C": RED}
RANKS = "A23456789TJQK"
FRENCH = {"J": "V", "Q": "D", "K": "R"}

# Suits fill a box of 100 around their middle.
SUITS = {
    "S": "M0-50C9-33 44-12 44 14C44 28 34 36 23 36C15 36 8 32 4 26C5 37 9 44 17 49H-17"
    "C-9 44-5 37-4 26C-8 32-15 36-23 36C-34 36-44 28-44 14C-44-12-9-33 0-50Z",
    "H": "M0 48C-8 31-47 8-47-19C-47-36-36-46-23-46C-12-46-4-39 0-29C4-39 12-46 23-46"
    "C36-46 47-36 47-19C47 8 8 31 0 48Z",
    "D": "M0-50C9-32 24-13 39 0C24 13 9 32 0 50C-9 32-24 13-39 0C-24-13-9-32 0-50Z",
    "C": "M4 15C5 34 9 43 17 49H-17C-9 43-5 34-4 15C-8 24-16 29-25 29A22 22 0 1 1-17-13"
    "A22 22 0 1 1 17-13A22 22 0 1 1 25 29C16 29 8 24 4 15Z",
}

# Glyphs are centre lines for an oval pen: a capital is 100 high, the pen gives it weight.
PEN_HEIGHT = 0.75
GLYPHS = {
    "A": (66, "M14 93L31 7H35L52 93M20 64H46M3 93H24M42 93H63"),
    "2": (60, "M9 31C9 16 17 7 30 7C43 7 51 15 51 28C51 41 43 50 33 60C20 72 10 82 9 93H53V78"),
    "3": (60, "M9 24C12 13 19 7 30 7C42 7 50 15 50 27C50 40 42 47 31 47H24M31 47C44 47 52 56 52 70C52 84 43 93 30 93C18 93 10 86 8 74"),
    "4": (64, "M46 93V9L9 68H61M33 93H59"),
    "5": (60, "M50 7H15L12 47C17 42 23 39 31 39C44 39 52 49 52 65C52 82 43 93 30 93C18 93 10 86 8 75"),
    "6": (62, "M51 23C48 12 42 7 34 7C17 7 9 25 9 56C9 80 17 93 31 93C44 93 53 83 53 67C53 51 44 41 32 41C20 41 11 50 9 62"),
    "7": (58, "M8 24V7H51C38 33 27 60 25 93"),
    "8": (62, "M31 47C19 47 11 39 11 27C11 15 19 7 31 7C43 7 51 15 51 27C51 39 43 47 31 47C17 47 8 57 8 70C8 84 17 93 31 93C45 93 54 84 54 70C54 57 45 47 31 47Z"),
    "9": (62, "M11 77C14 88 20 93 28 93C45 93 53 75 53 44C53 20 45 7 31 7C18 7 9 17 9 33C9 49 18 59 30 59C42 59 51 50 53 38"),
    "T": (74, "M2 21L14 9V93M3 93H25M51 7C40 7 35 23 35 50C35 77 40 93 51 93C62 93 67 77 67 50C67 23 62 7 51 7Z"),
    "J": (56, "M24 7H55M42 7V70C42 85 35 93 24 93C14 93 8 86 8 74"),
    "Q": (66, "M31 7C17 7 9 23 9 50C9 77 17 93 31 93C45 93 53 77 53 50C53 23 45 7 31 7ZM28 70C40 68 46 90 62 95"),
    "K": (68, "M14 7V93M3 7H25M3 93H25M52 7L15 57M28 42L53 93M41 7H62M43 93H65"),
    "R": (66, "M14 7V93M3 7H30C44 7 51 15 51 28C51 41 44 50 30 50H14M32 50L52 93M3 93H25M42 93H63"),
    "D": (64, "M14 7V93M3 7H26C44 7 54 23 54 50C54 77 44 93 26 93H3"),
    "V": (66, "M13 7L32 92H34L53 7M3 7H24M42 7H63"),
}

# Pips: columns and rows of the upper half, which is turned for the lower, and those on the middle line or single.
LEFT, MIDDLE, RIGHT = 28, 50, 72
TURNED = {
    "2": [(MIDDLE, 45)],
    "3": [(MIDDLE, 45)],
    "4": [(LEFT, 45), (RIGHT, 45)],
    "5": [(LEFT, 45), (RIGHT, 45)],
    "6": [(LEFT, 45), (RIGHT, 45)],
    "7": [(LEFT, 45), (RIGHT, 45)],
    "8": [(LEFT, 45), (RIGHT, 45), (MIDDLE, 57.5)],
    "9": [(LEFT, 43), (RIGHT, 43), (LEFT, 61), (RIGHT, 61)],
    "T": [(LEFT, 43), (RIGHT, 43), (LEFT, 61), (RIGHT, 61), (MIDDLE, 52)],
}
UPRIGHT = {
    "3": [(MIDDLE, 70)],
    "5": [(MIDDLE, 70)],
    "6": [(LEFT, 70), (RIGHT, 70)],
    "7": [(LEFT, 70), (RIGHT, 70), (MIDDLE, 57.5)],
    "8": [(LEFT, 70), (RIGHT, 70)],
    "9": [(MIDDLE, 70)],
}
TURN = "rotate(180 50 70)"

# The upper half of each court. No fill: the suit's ink; currentColor: the other ink.
COURTS = {
    "K": f'<path d="M14 70V58L40 46H70L88 56V70Z"/>',
    "Q": f'<path d="M14 70V58L40 46H70L88 56V70Z"/>',
    "J": f'<path d="M14 70V58L40 46H70L88 56V70Z"/>',
}


def sprite() -> str:
    body = "\n".join([*shared(), *faces(), *extras()])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def shared() -> Iterator[str]:
    yield "<defs>"
    for suit, outline in SUITS.items():
        yield f'<path id="shape-{suit}" stroke="none" d="{outline}"/>'
        yield f'<use id="pip-{suit}" href="#shape-{suit}" transform="scale(.165)"/>'
    for name, (_, line) in GLYPHS.items():
        yield f'<path id="glyph-{name}" fill="none" transform="scale(1 {PEN_HEIGHT})" d="{flattened(line)}"/>'
    for rank, figure in COURTS.items():
        yield f'<g id="court-{rank}">{figure}</g>'
    yield "</defs>"


def faces() -> Iterator[str]:
    for suit in SUITS:
        for rank in RANKS:
            yield from face(rank + suit, rank, suit, rank)
            if rank in FRENCH:
                yield from face(f"fr-{rank}{suit}", rank, suit, FRENCH[rank])


def face(name: str, rank: str, suit: str, glyph: str) -> Iterator[str]:
    full = doubled(f"{name}-h", index(glyph, suit) + upper(rank, suit)) + whole(rank, suit)
    yield symbol(name, full, paints(suit, 15))
    small = placed(glyph, 4, 2, 58.4) + suit_at(suit, 73, 31, 42) + ground(rank, suit)
    yield symbol(f"{name}-s", small, paints(suit, 16))
    yield symbol(
        f"{name}-auto",
        f'<use href="#{name}" display="var(--full-face,inline)"/>'
        f'<use href="#{name}-s" display="var(--small-face,none)"/>',
    )


def index(glyph: str, suit: str) -> str:
    width = GLYPHS[glyph][0] * 0.235
    return placed(glyph, 6, 6.5, 23.5) + suit_at(suit, 6 + width + 9.5, 19.5, 16)


def upper(rank: str, suit: str) -> str:
    if rank in COURTS:
        return f'<use href="#court-{rank}"/>'
    return "".join(pip(suit, x, y) for x, y in TURNED.get(rank, []))


def whole(rank: str, suit: str) -> str:
    if rank == "A":
        return suit_at(suit, 50, 70, 52)
    return "".join(pip(suit, x, y) for x, y in UPRIGHT.get(rank, []))


def ground(rank: str, suit: str) -> str:
    return suit_at(suit, 50, 100, 60)


def extras() -> Iterator[str]:
    for suit in SUITS:
        yield symbol(f"suit-{suit}", suit_at(suit, 50, 50, 96), paints(suit, 15), box="0 0 100 100")
    for glyph, (width, _) in GLYPHS.items():
        lone = placed(glyph, 50 - width / 2, 0, 100)
        yield symbol(f"rank-{glyph}", lone, 'stroke="currentColor" stroke-width="15"', box="0 0 100 100")
    yield symbol("cross", '<path d="M30 50L70 90M70 50L30 90"/>', OUTLINE)
    yield symbol("turn", '<path d="M76 62A27 27 0 1 0 77 76M78 46V63H61"/>', OUTLINE)
    yield symbol("back", f'<path fill="{PAPER}" d="M0 0H100V140H0Z"/><path fill="{WEAVE}" d="M7 7H93V133H7Z"/>')


OUTLINE = 'fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"'


def paints(suit: str, weight: float) -> str:
    ink = INKS[suit]
    return f'fill="{ink}" stroke="{ink}" color="{SECOND_INKS[suit]}" stroke-width="{weight:g}"'


def symbol(name: str, drawing: str, paint: str = "", *, box: str = "0 0 100 140") -> str:
    return f'<symbol id="{name}" viewBox="{box}" {paint}>{drawing}</symbol>'


def doubled(name: str, drawing: str) -> str:
    return f'<g id="{name}">{drawing}</g><use href="#{name}" transform="{TURN}"/>'


def placed(glyph: str, x: float, y: float, height: float) -> str:
    return f'<use href="#glyph-{glyph}" transform="translate({x:g} {y:g})scale({height / 100:g})"/>'


def suit_at(suit: str, x: float, y: float, size: float) -> str:
    return f'<use href="#shape-{suit}" transform="translate({x:g} {y:g})scale({size / 100:g})"/>'


def pip(suit: str, x: float, y: float) -> str:
    return f'<use href="#pip-{suit}" x="{x:g}" y="{y:g}"/>'


def flattened(line: str) -> str:
    """The line with its heights divided by the pen's, so that the pen's scale restores them."""
    return "".join(map(_flattened_step, re.findall("[A-Z][^A-Z]*", line)))


def _flattened_step(step: str) -> str:
    command, numbers = step[0], [float(number) for number in step[1:].split()]
    across = {"H": len(numbers), "V": 0}.get(command)
    for place, number in enumerate(numbers):
        if place % 2 == 1 if across is None else place >= across:
            numbers[place] = number / PEN_HEIGHT
    return command + " ".join(f"{round(number, 1):g}" for number in numbers)


if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
