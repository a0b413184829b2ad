"""Words drawn with the deck's own pen, so that no font is needed. Capitals alone, without accents.

Ranks are the deck's glyphs; the other letters are drawn here in the same way: centre lines for an
oval pen, a capital 133 high before its heights are scaled by three quarters.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping

PEN_HEIGHT = 0.75
_CAPITAL = 100
"""How high a letter is in the units of its widths."""
_SPACE = 34.0
_APART = 15.0

_LETTERS: dict[str, tuple[int, str]] = {
    "B": (
        64,
        (
            "M14 9.3V124M3 9.3H31C44 9.3 51 18 51 36C51 53 44 63 31 63H14"
            "M31 63C46 63 55 73 55 93C55 113 46 124 31 124H3"
        ),
    ),
    "C": (
        60,
        (
            "M52 38V32C49 17 42 9.3 33 9.3C17 9.3 9 30.7 9 66.7C9 102.7 17 124 33 124"
            "C42 124 49 116 53 99"
        ),
    ),
    "E": (60, "M14 9.3V124M3 9.3H50V32M14 64H37M37 52V76M3 124H53V100"),
    "F": (58, "M14 9.3V124M3 9.3H50V32M14 66H37M37 54V78M3 124H27"),
    "G": (
        66,
        (
            "M52 38V32C49 17 42 9.3 33 9.3C17 9.3 9 30.7 9 66.7C9 102.7 17 124 33 124"
            "C45 124 53 114 53 98V76M39 76H63"
        ),
    ),
    "H": (68, "M14 9.3V124M54 9.3V124M3 9.3H25M43 9.3H65M3 124H25M43 124H65M14 66H54"),
    "I": (30, "M15 9.3V124M4 9.3H26M4 124H26"),
    "L": (58, "M14 9.3V124M3 9.3H27M3 124H51V97"),
    "M": (80, "M15 124V9.3L40 96L65 9.3V124M4 9.3H15M65 9.3H76M4 124H26M54 124H76"),
    "N": (68, "M14 124V9.3L54 124V9.3M3 9.3H14M3 124H25M43 9.3H65"),
    "O": (
        64,
        (
            "M32 9.3C17 9.3 9 30.7 9 66.7C9 102.7 17 124 32 124C47 124 55 102.7 55 66.7"
            "C55 30.7 47 9.3 32 9.3Z"
        ),
    ),
    "P": (60, "M14 9.3V124M3 9.3H31C45 9.3 53 20 53 38C53 57 45 69 31 69H14M3 124H27"),
    "S": (
        60,
        (
            "M49 36V32C46 17 39 9.3 30 9.3C18 9.3 10 20 10 36C10 76 52 56 52 93"
            "C52 113 43 124 30 124C19 124 11 115 8 99"
        ),
    ),
    "T": (60, "M30 9.3V124M5 34V9.3H55V34M18 124H42"),
    "U": (66, "M13 9.3V88C13 112 20 124 33 124C46 124 53 112 53 88V9.3M3 9.3H24M43 9.3H63"),
    "W": (88, "M13 9.3L28 122H30L44 32L58 122H60L75 9.3M3 9.3H24M64 9.3H85"),
    "X": (66, "M12 9.3L54 124M54 9.3L12 124M3 9.3H23M43 9.3H63M3 124H23M43 124H63"),
    "Y": (66, "M12 9.3L33 70L54 9.3M33 70V124M3 9.3H23M43 9.3H63M21 124H45"),
    "Z": (60, "M10 34V9.3H52L9 124H54V98"),
    "0": (
        62,
        (
            "M31 9.3C17 9.3 9 30.7 9 66.7C9 102.7 17 124 31 124C45 124 53 102.7 53 66.7"
            "C53 30.7 45 9.3 31 9.3Z"
        ),
    ),
    "1": (42, "M8 27C16 24 22 17 22 4V124M9 124H35"),
    ",": (22, "M10 118V130L5 146"),
}

_DRAWN = re.compile(
    r'<symbol id="rank-([^"])" viewBox="[^"]*" [^>]*>'
    r'<path [^>]*transform="translate\(([\d.]+) [^"]*" d="([^"]+)"/>'
)


class NoLetter(Exception):
    """A word has a letter that nobody has drawn."""


class Lettering:
    """The pen with all its letters."""

    def __init__(self, sprite: str) -> None:
        """`sprite`: the deck, whose ranks are among the letters."""
        ranks = {name: (100 - 2 * float(at), line) for name, at, line in _DRAWN.findall(sprite)}
        ten = {"T"}
        """Of the deck's glyphs the one that is no letter."""
        self._letters: Mapping[str, tuple[float, str]] = {
            **{name: drawn for name, drawn in ranks.items() if name not in ten},
            **_LETTERS,
        }

    def can_write(self, words: str) -> bool:
        return all(sign == " " or sign in self._letters for sign in _plain(words))

    def width(self, words: str, height: float) -> float:
        """How wide `words` are when capitals are `height` high; raises NoLetter."""
        wide = sum(self._letter(sign)[0] + _APART for sign in _plain(words)) - _APART
        return wide * height / _CAPITAL

    def path(self, words: str, x: float, y: float, height: float, weight: float = 12) -> str:
        """`words` as SVG from their upper left corner; raises NoLetter."""
        size = height / _CAPITAL
        place = f"translate({x:.1f} {y:.1f})scale({size:.4f} {size * PEN_HEIGHT:.4f})"
        return (
            f'<g fill="none" stroke-width="{weight:g}" stroke-linejoin="bevel"'
            f' transform="{place}">{"".join(self._strokes(words))}</g>'
        )

    def _strokes(self, words: str) -> Iterator[str]:
        at = 0.0
        for sign in _plain(words):
            width, line = self._letter(sign)
            if line:
                yield f'<path transform="translate({at:g} 0)" d="{line}"/>'
            at += width + _APART

    def _letter(self, sign: str) -> tuple[float, str]:
        if sign == " ":
            return _SPACE - _APART, ""
        if sign not in self._letters:
            raise NoLetter(sign)
        return self._letters[sign]


def _plain(words: str) -> str:
    """As the pen writes it: in capitals, which do without their accents."""
    parts = unicodedata.normalize("NFKD", words.upper())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))
