"""The page's deck for a program that knows no custom properties: inks put in, one face chosen."""

import re
from collections.abc import Iterable, Mapping

_NAMED = re.compile(r'^<(?:symbol|g) id="([^"]+)".*$', re.MULTILINE)
_FACES = re.compile(r'(?=<g display="var\(--(?:large|middle|small)-face)')
_INNERMOST = re.compile(r"var\(--([a-z-]+),((?:[^()]|\([^()]*\))*)\)")
_COURT = re.compile(r'href="#(court-[^"]+)"')


class Deck:
    """The sprite's symbols as a page shows them that sets `properties`."""

    def __init__(self, sprite: str, face: str, properties: Mapping[str, str]) -> None:
        """`face`: which drawing of a card, `large`, `middle` or `small`."""
        self._symbols = {
            found[1]: _inked(_with_one_face(found[0], face), properties)
            for found in _NAMED.finditer(sprite)
        }

    def symbols(self, names: Iterable[str]) -> str:
        """Each once, in order, after what it is made of; raises KeyError."""
        wanted = dict.fromkeys(names)
        courts = dict.fromkeys(court for name in wanted for court in _COURT.findall(self[name]))
        return "".join(self[name] for name in (*courts, *wanted))

    def __getitem__(self, name: str) -> str:
        return self._symbols[name]


def _with_one_face(symbol: str, face: str) -> str:
    head, *faces = _FACES.split(symbol)
    if not faces:
        return symbol
    (chosen,) = (drawing for drawing in faces if f"--{face}-face" in drawing)
    return f"{head}{chosen.removesuffix('</symbol>')}</symbol>".replace(
        f"var(--{face}-face,none)", "inline"
    )


def _inked(text: str, properties: Mapping[str, str]) -> str:
    """From the inside: what stands behind a property may be one itself."""
    while True:
        text, count = _INNERMOST.subn(lambda found: properties.get(found[1], found[2]), text)
        if not count:
            return text
