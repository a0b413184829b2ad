"""Puts the deck together from the parts in tools/deck_parts.svg.

static/img/cards.svg is for the tables, hand.svg for the list of games: four cards, a third of it.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

PARTS = Path(__file__).with_name("deck_parts.svg").read_text(encoding="utf-8")
PARTS = re.sub(r"<!--.*?-->|\n *", "", PARTS, flags=re.DOTALL)
LINES: dict[str, str] = dict(re.findall(r'<path id="([^"]+)" d="([^"]+)"/>', PARTS))
DRAWINGS: dict[str, str] = dict(re.findall(r'<g id="([^"]+)">(.*?)</g>', PARTS))
IMAGES = Path(__file__).parent.parent / "static" / "img"
SPRITE = IMAGES / "cards.svg"
HAND_SPRITE = IMAGES / "hand.svg"
HAND = ("TS", "QH", "KC", "AD")

RED = "var(--ink-red,#c21d2f)"
BLACK = "var(--ink-black,#1c1b20)"
PAPER = "var(--paper,#fffdf7)"
BRASS = "var(--brass,oklch(80% .12 85))"
BACK = "var(--back,#6d2740)"
THREAD = "var(--back-thread,#a05a72)"

SUITS = "SHDC"
PEN_HEIGHT = 0.75
TALL = 1.26
"""How much higher the index of the small drawing is in large print: the suit below stays whole."""
RANKS = "A23456789TJQK"
FRENCH = {"J": "V", "Q": "D", "K": "R"}
INKS = {
    "S": f"var(--spades,{BLACK})",
    "H": f"var(--hearts,{RED})",
    "D": f"var(--diamonds,{RED})",
    "C": f"var(--clubs,{BLACK})",
}
OTHER_INKS = {"S": RED, "H": BLACK, "D": BLACK, "C": RED}
WIDTHS = (66, 60, 60, 64, 60, 62, 58, 62, 62, 74, 56, 66, 68, 66, 64, 66)
GLYPH_WIDTHS = dict(zip(RANKS + "RDV", WIDTHS, strict=True))
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

FINE = 0.25

Places = tuple[tuple[float, float], ...]
L, M, R = 28.0, 50.0, 72.0
# As high as the strip of a fan lets them stand without showing their tips in it.
CORNERS: Places = ((L, 44), (R, 44))
SIDES: Places = ((L, 42), (R, 42), (L, 60.7), (R, 60.7))
# Pips of the upper half, turned for the lower one, and those that stand for themselves.
TURNED: dict[str, Places] = {
    "2": ((M, 44),),
    "3": ((M, 44),),
    "4": CORNERS,
    "5": CORNERS,
    "6": CORNERS,
    "7": CORNERS,
    "8": (*CORNERS, (M, 57)),
    "9": SIDES,
    "T": (*SIDES, (M, 51.3)),
}
UPRIGHT: dict[str, Places] = {
    "3": ((M, 70),),
    "5": ((M, 70),),
    "6": ((L, 70), (R, 70)),
    "7": ((L, 70), (R, 70), (M, 57)),
    "8": ((L, 70), (R, 70)),
    "9": ((M, 70),),
}
SQUARE = "0 0 100 100"
STROKE = (
    'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"'
    ' stroke-linejoin="round"'
)
OUTLINE = (
    'fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round"'
    ' stroke-linejoin="round"'
)


def sprite() -> str:
    return image(["<defs>", *courts(HAIR_AND_HELD), "</defs>", *faces(), *extras()])


def hand() -> str:
    """Four cards of it, in their large drawing alone."""
    courts_held = [name for name in HAND if name in HAIR_AND_HELD]
    return image(["<defs>", *courts(courts_held), "</defs>", *large_faces(HAND)])


def image(parts: Iterable[str]) -> str:
    """Nothing of it shows by itself: else a browser lays all cards out before the page uses one."""
    body = "\n".join(parts)
    # the outermost element, and groups, are laid out even so
    return f'<svg xmlns="http://www.w3.org/2000/svg"><svg display="none">\n{body}\n</svg></svg>\n'


def courts(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        hair, held = HAIR_AND_HELD[name]
        yield (
            f'<g id="court-{name}" stroke="{BLACK}" stroke-width="1" stroke-linejoin="round">'
            f"{drawing(f'robe-{name[0]}')}{drawing(held)}"
            f'<g color="{hair}">{drawing(f"head-{name[0]}")}</g></g>'
        )


def drawing(name: str) -> str:
    """A part with the parts it uses put in: the fewer references, the faster the page."""
    return re.sub(r'<use href="#([^"]+)"/>', lambda use: drawing(use[1]), DRAWINGS[name])


def faces() -> Iterator[str]:
    # rank by rank, so that what is alike lies near for the compression
    for rank in RANKS:
        for suit in SUITS:
            yield face(rank + suit, rank, suit, glyph=rank)
            if rank in FRENCH:
                yield face(f"fr-{rank}{suit}", rank, suit, glyph=FRENCH[rank])


def large_faces(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        rank, suit = name[0], name[1]
        yield large_face(name, rank, suit, glyph=rank)
        if rank in FRENCH:
            yield large_face(f"fr-{name}", rank, suit, glyph=FRENCH[rank])


def large_face(name: str, rank: str, suit: str, *, glyph: str) -> str:
    return symbol(name, f'<g stroke-width="15">{large(rank, suit, glyph)}</g>', inks(suit))


def face(name: str, rank: str, suit: str, *, glyph: str) -> str:
    """Three drawings of a card: the page shows one of them by setting properties."""
    return symbol(
        name,
        f'<g display="var(--large-face,inline)" stroke-width="15">{large(rank, suit, glyph)}</g>'
        f'<g display="var(--middle-face,none)" stroke-width="16">{middle(rank, suit, glyph)}</g>'
        f'<g display="var(--small-face,none)" stroke-width="17">{small(rank, suit, glyph)}</g>',
        inks(suit),
    )


def large(rank: str, suit: str, glyph: str) -> str:
    index = ranked(glyph, 5.5, 5.5, 0.255)
    suit_at = 14.7 + GLYPH_WIDTHS[glyph] * 0.255
    outlines = stamped(suit, suit_at, 19, 0.16) + stamped(suit, 100 - suit_at, 121, -0.16)
    if rank == "A":
        rest = filled(stamped(suit, 50, 70, 0.6))
        paint = f'fill="{BRASS}" stroke="{PAPER}" stroke-width="1.2"'
        rest += f'<path {paint} d="{stamped(suit, 50, 69, 0.2)}"/>'
    elif rank in FRENCH:
        figure = f'<use href="#court-{rank}{suit}"/>'
        rest = figure + turned(figure) + drawing("sash")
    else:
        rest = filled(pips(rank, suit))
    return index + turned(index) + signed(suit, outlines, "hollow-fine-pen") + rest


def middle(rank: str, suit: str, glyph: str) -> str:
    index = ranked(glyph, 4.5, 4, 0.42) + signed(suit, stamped(suit, 80, 21, 0.3))
    return index + below(rank, suit, stamped(suit, 50, 92, 0.7), "translate(-18 53)scale(1.3)")


def small(rank: str, suit: str, glyph: str) -> str:
    index = ranked(glyph, 3.5, 1.4, 0.6) + signed(suit, stamped(suit, 73, 31, 0.42))
    return (
        f'<g display="var(--usual-index,inline)">{index}</g>'
        f'<g display="var(--tall-index,none)" transform="scale(1 {TALL})">{index}</g>'
        + below(rank, suit, stamped(suit, 50, 108, 0.54), "translate(-11 70)scale(1.15)")
    )


def below(rank: str, suit: str, outline: str, place: str) -> str:
    """What a card that has room for one drawing shows under its index."""
    if rank in FRENCH:
        return f'<use href="#court-{rank}{suit}" transform="{place}"/>'
    return filled(outline)


def signed(suit: str, outlines: str, pen: str = "hollow-pen") -> str:
    """The suit beside a rank: a red one can be hollow, so that colour is not the only sign."""
    if suit in "SC":
        return filled(outlines)
    paint = f'fill="var(--hollow,{INKS[suit]})" stroke-width="var(--{pen},0)"'
    return f'<path {paint} d="{outlines}"/>'


def pips(rank: str, suit: str) -> str:
    size = 0.15 if rank in "9T" else 0.19
    above = "".join(stamped(suit, x, y, size) for x, y in TURNED.get(rank, ()))
    below = "".join(stamped(suit, 100 - x, 140 - y, -size) for x, y in TURNED.get(rank, ()))
    return above + below + "".join(stamped(suit, x, y, size) for x, y in UPRIGHT.get(rank, ()))


def extras() -> Iterator[str]:
    for glyph, width in GLYPH_WIDTHS.items():
        paint = 'stroke="currentColor" stroke-width="15"'
        yield symbol(f"rank-{glyph}", ranked(glyph, 50 - width / 2, 0, 1), paint, box=SQUARE)
    four = (("S", 33, 33), ("H", 67, 33), ("D", 33, 69), ("C", 67, 69))
    any_suit = "".join(stamped(suit, x, y, 0.26) for suit, x, y in four)
    yield symbol("any", filled(any_suit), 'fill="currentColor"', box=SQUARE)
    yield symbol("cross", '<path d="M30 50L70 90M70 50L30 90"/>', OUTLINE)
    yield symbol("turn", '<path d="M76 62A27 27 0 1 0 77 76M78 46V63H61"/>', OUTLINE)
    yield symbol("back", back())
    for name, line in LINES.items():
        if name.startswith("icon-"):
            yield symbol(name, f'<path d="{line}"/>', STROKE, box="0 0 24 24")


def back() -> str:
    """Three backs, of which the page shows one."""
    field = '<svg x="9" y="9" width="82" height="122">'
    turned_weave = f'<g transform="translate(41 61)rotate(45)">{weave()}</g>'
    return (
        f'<path fill="{PAPER}" d="M0 0H100V140H0Z"/>'
        f'<rect x="6" y="6" width="88" height="128" rx="3" fill="{BACK}"/>'
        f'<g fill="none" stroke="{THREAD}"><g display="var(--back-weave,inline)"'
        f' stroke-width="1.1" stroke-dasharray="6">{field}{turned_weave}</svg></g>'
        f'<g display="var(--back-lattice,none)" stroke-width=".9">{field}{lattice()}</svg></g>'
        f'<g display="var(--back-plain,none)" stroke-width="1.4">{plain()}</g></g>'
    )


def lattice() -> str:
    """Threads from corner to corner, a bead where two windows meet."""
    falling = "".join(f"M{x} 0l84 126" for x in range(-79, 82, 10))
    rising = "".join(f"M{x} 0l-84 126" for x in range(1, 162, 10))
    beads = "".join(f"M{x} {'-7.5' if x % 20 == 6 else '0'}V130" for x in range(6, 80, 10))
    dots = 'stroke-width="3" stroke-linecap="round" stroke-dasharray="0 15"'
    return f'<path d="M1 1H81V121H1Z{falling}{rising}"/><path {dots} d="{beads}"/>'


def plain() -> str:
    """A thin frame and one diamond."""
    return '<path d="M11 11H89V129H11ZM50 48L64 70L50 92L36 70ZM50 58L57.5 70L50 82L42.5 70Z"/>'


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


def inks(suit: str) -> str:
    return f'fill="{INKS[suit]}" stroke="{INKS[suit]}" color="{OTHER_INKS[suit]}"'


def symbol(name: str, content: str, paint: str = "", *, box: str = "0 0 100 140") -> str:
    attributes = f'id="{name}" viewBox="{box}" {paint}'.rstrip()
    return f"<symbol {attributes}>{content}</symbol>"


def turned(content: str) -> str:
    return f'<g transform="rotate(180 50 70)">{content}</g>'


def ranked(glyph: str, x: float, y: float, size: float) -> str:
    pen = f"translate({x:g} {y:g})scale({size:g} {size * PEN_HEIGHT:g})"
    return f'<path fill="none" transform="{pen}" d="{LINES[f"glyph-{glyph}"]}"/>'


def filled(outlines: str) -> str:
    return f'<path stroke="none" fill-rule="evenodd" d="{outlines}"/>'


def stamped(suit: str, x: float, y: float, size: float) -> str:
    """The suit's outline around a place; a negative size turns it upside down."""

    # the larger the outline, the less a rounded number bends it
    digits = 2 if abs(size) < FINE else 1

    def scaled(number: re.Match[str]) -> str:
        return f"{round(float(number[0]) * size, digits):+g}".replace("+", " ")

    return f"M{x:g} {y:g}" + re.sub(r"-?[.\d]+", scaled, LINES[f"shape-{suit}"])


if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
    HAND_SPRITE.write_text(hand(), encoding="utf-8")
