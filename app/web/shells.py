"""Pages that are rendered once, with holes for what differs from player to player."""

import re

from markupsafe import Markup


class Shell:
    """What stands between the holes is bytes already: pages are long, and their own parts short."""

    def __init__(self, html: str) -> None:
        # text and names of holes in turn
        parts = re.split("\ue000([a-z]+)\ue001", html)
        self._holes = parts[1::2]
        self._parts = [part.encode() for part in parts]

    def filled(self, **html: str) -> bytes:
        """The page; every hole needs its HTML."""
        parts = self._parts.copy()
        parts[1::2] = [html[name].encode() for name in self._holes]
        return b"".join(parts)


def hole(name: str) -> Markup:
    """Stands in a shell's context for what is filled in later; private characters mark it."""
    return trusted(f"\ue000{name}\ue001")


def trusted(html: str) -> Markup:
    """HTML that the macros have made: what came into them was escaped there."""
    return Markup(html)  # noqa: S704 - as the docstring says
