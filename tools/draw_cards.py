"""Puts the deck together: static/img/cards.svg from the parts in tools/deck_parts.svg."""

import re
from collections.abc import Iterator
from pathlib import Path

PARTS = Path(__file__).with_name("deck_parts.svg")
SPRITE = Path(__file__).parent.parent / "static" / "img" / "cards.svg"

RED = "var(--ink-red,#c21d2f)"
BLACK = "var(--ink-black,#1c1b20)"
PAPER = "var(--paper,#fffdf7)"
BRASS = "var(--brass,oklch(80% .12 85))"
BACK = "var(--back,#6d2740)"
THREAD = "var(--back-thread,#a05a72)"

SUITS = "SHDC"
RANKS = "A23456789TJQK"
FRENCH = {"J": "V", "Q": "D", "K": "R"}
INKS = {
    "S": f"var(--spades,{BLACK})",
    "H": f"var(--hearts,{RED})",
    "D": f"var(--diamonds,{RED})",
    "C": f"var(--clubs,{BLACK})",
}
OTHER_INKS = {"S": RED, "H": BLACK, "D": BLACK, "C": RED}
GLYPHS = RANKS + "RDV"
WIDTHS = (66, 60, 60, 64, 60, 62, 58, 62, 62, 74, 56, 66, 68, 66, 64, 66)
GLYPH_WIDTHS = dict(zip(GLYPHS, WIDTHS, strict=True))
HAIR_AND_HELD = {
    "KS": (BLACK, "sword"),
    "KH": (BRASS, "sword"),
    "KD": (PAPER, "axe"),
    "KC": (BLACK, "sceptre"),
    "QS": (BLACK, "tulip"),
    "QH": (BRASS, "rose"),
    "QD": (BLACK, "tulip"),
    "QC": (BRASS, "rose"),
    "JS": (BRASS, "halberd"),
    "JH": (BLACK, "pennon"),
    "JD": (BRASS, "halberd"),
    "JC": (BLACK, "pennon"),
}

Places = tuple[tuple[float, float], ...]
L, M, R = 28.5, 50.0, 71.5
CORNERS: Places = ((L, 46), (R, 46))
SIDES: Places = ((L, 44.5), (R, 44.5), (L, 61.5), (R, 61.5))
# Pips of the upper half, turned for the lower one, and those that stand for themselves.
TURNED: dict[str, Places] = {
    "2": ((M, 46),),
    "3": ((M, 46),),
    "4": CORNERS,
    "5": CORNERS,
    "6": CORNERS,
    "7": CORNERS,
    "8": (*CORNERS, (M, 58)),
    "9": SIDES,
    "T": (*SIDES, (M, 53)),
}
UPRIGHT: dict[str, Places] = {
    "3": ((M, 70),),
    "5": ((M, 70),),
    "6": ((L, 70), (R, 70)),
    "7": ((L, 70), (R, 70), (M, 58)),
    "8": ((L, 70), (R, 70)),
    "9": ((M, 70),),
}
OUTLINE = (
    'fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round"'
    ' stroke-linejoin="round"'
)


def sprite() -> str:
    body = "\n".join(["<defs>", *shared(), "</defs>", *faces(), *extras()])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def shared() -> Iterator[str]:
    text = re.sub(r"<!--.*?-->", "", PARTS.read_text(encoding="utf-8"), flags=re.DOTALL)
    drawn = text.partition("<defs>")[2].partition("</defs>")[0]
    yield re.sub(r"\s*\n\s*", "", drawn)
    for suit in SUITS:
        yield f'<use id="pip-{suit}" href="#shape-{suit}" transform="scale(.185)"/>'
        yield f'<use id="small-pip-{suit}" href="#shape-{suit}" transform="scale(.16)"/>'
    for name, (hair, held) in HAIR_AND_HELD.items():
        yield (
            f'<g id="court-{name}" stroke="{BLACK}" stroke-width="1"><use href="#robe-{name[0]}"/>'
            f'<use href="#{held}"/><use href="#head-{name[0]}" color="{hair}"/></g>'
        )


def faces() -> Iterator[str]:
    for suit in SUITS:
        for rank in RANKS:
            yield from face(rank + suit, rank, suit, glyph=rank)
            if rank in FRENCH:
                yield from face(f"fr-{rank}{suit}", rank, suit, glyph=FRENCH[rank])


def face(name: str, rank: str, suit: str, *, glyph: str) -> Iterator[str]:
    """A card three times: large, small (`-s`), and either as the page wishes (`-auto`)."""
    half = corner(glyph, suit) + upper_half(rank, suit)
    turned = f'<use href="#{name}-h" transform="rotate(180 50 70)"/>'
    large = f'<g id="{name}-h">{half}</g>{turned}{middle(rank, suit)}'
    yield symbol(name, large, inks(suit, pen=15))
    small = placed(f"glyph-{glyph}", 3.5, 1.4, 0.6) + placed(f"shape-{suit}", 73, 31, 0.42)
    yield symbol(f"{name}-s", small + below(rank, suit), inks(suit, pen=17))
    either = (
        f'<use href="#{name}" display="var(--large-face,inline)"/>'
        f'<use href="#{name}-s" display="var(--small-face,none)"/>'
    )
    yield symbol(f"{name}-auto", either)


def corner(glyph: str, suit: str) -> str:
    suit_at = 14.9 + GLYPH_WIDTHS[glyph] * 0.255
    return placed(f"glyph-{glyph}", 5.5, 5.5, 0.255) + placed(f"shape-{suit}", suit_at, 19, 0.155)


def upper_half(rank: str, suit: str) -> str:
    if rank in FRENCH:
        return f'<use href="#court-{rank}{suit}"/>'
    return pips(rank, suit, TURNED)


def middle(rank: str, suit: str) -> str:
    if rank in FRENCH:
        return '<use href="#sash"/>'
    if rank == "A":
        return ornate(suit)
    return pips(rank, suit, UPRIGHT)


def pips(rank: str, suit: str, places: dict[str, Places]) -> str:
    pip = "small-pip" if rank in "9T" else "pip"
    return "".join(
        f'<use href="#{pip}-{suit}" x="{x:g}" y="{y:g}"/>' for x, y in places.get(rank, ())
    )


def ornate(suit: str) -> str:
    """The suit within itself, as on an ace."""
    outer, gap, inner, heart = (placed(f"shape-{suit}", 50, 70, s) for s in (0.64, 0.53, 0.49, 0.2))
    return f'{outer}<g fill="{PAPER}">{gap}</g>{inner}<g fill="{BRASS}">{heart}</g>'


def below(rank: str, suit: str) -> str:
    if rank in FRENCH:
        return placed(f"court-{rank}{suit}", -20, 58.3, 1.25)
    return placed(f"shape-{suit}", 50, 100, 0.6)


def extras() -> Iterator[str]:
    for suit in SUITS:
        lone = placed(f"shape-{suit}", 50, 50, 0.96)
        yield symbol(f"suit-{suit}", lone, inks(suit, pen=15), box="0 0 100 100")
    for glyph, width in GLYPH_WIDTHS.items():
        lone = placed(f"glyph-{glyph}", 50 - width / 2, 0, 1)
        paint = 'stroke="currentColor" stroke-width="15"'
        yield symbol(f"rank-{glyph}", lone, paint, box="0 0 100 100")
    yield symbol("cross", '<path d="M30 50L70 90M70 50L30 90"/>', OUTLINE)
    yield symbol("turn", '<path d="M76 62A27 27 0 1 0 77 76M78 46V63H61"/>', OUTLINE)
    yield symbol("back", back())


def back() -> str:
    return (
        f'<path fill="{PAPER}" d="M0 0H100V140H0Z"/>'
        f'<rect x="6" y="6" width="88" height="128" rx="3" fill="{BACK}"/>'
        '<svg x="9" y="9" width="82" height="122">'
        f'<g transform="translate(41 61)rotate(45)" fill="none" stroke="{THREAD}"'
        f' stroke-width="1.1" stroke-dasharray="6">{weave()}</g></svg>'
    )


def weave() -> str:
    """A basket weave: threads in threes, dashed so that they pass over and under."""
    across, down = "", ""
    for parity in (0, 6):
        threads = [row + at for row in range(parity - 84, 84, 12) for at in (1, 3, 5)]
        across_d = "".join(f"M-84 {at}H84" for at in threads)
        down_d = "".join(f"M{at}-84V84" for at in threads)
        across += f'<path stroke-dashoffset="{parity}" d="{across_d}"/>'
        down += f'<path stroke-dashoffset="{6 - parity}" d="{down_d}"/>'
    return across + down


def inks(suit: str, *, pen: int) -> str:
    ink = INKS[suit]
    return f'fill="{ink}" stroke="{ink}" color="{OTHER_INKS[suit]}" stroke-width="{pen}"'


def symbol(name: str, drawing: str, paint: str = "", *, box: str = "0 0 100 140") -> str:
    attributes = f'id="{name}" viewBox="{box}" {paint}'.rstrip()
    return f"<symbol {attributes}>{drawing}</symbol>"


def placed(part: str, x: float, y: float, scale: float) -> str:
    return f'<use href="#{part}" transform="translate({x:g} {y:g})scale({scale:g})"/>'


if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
