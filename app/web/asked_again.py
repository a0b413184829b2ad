"""What script says when it asks again for what may be known soon; for how long it does."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

ASKS_FOR = 120
"""Seconds after which script asks no more by itself: far beyond what a search back takes."""


class AskedAgain(NamedTuple):
    seen: str = ""
    """The name of what is on the page."""
    until: float | None = None
    """When it stops; None: it has only just come."""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "AskedAgain":
        """From an address; nothing where that makes no sense."""
        try:
            until = int(query["until"]) if "until" in query else None
        except ValueError:
            return NOT_YET
        return cls(query.get("seen", ""), until)

    def ends(self, now: float) -> float:
        """When script stops asking; 0: it has asked for long enough."""
        until = now + ASKS_FOR if self.until is None else self.until
        return until if now < until else 0

    @staticmethod
    def poll(address: str, name: str, until: float) -> str:
        """Where to ask next, from a page that shows what is called `name`."""
        mark = "&" if "?" in address else "?"
        return f"{address}{mark}{urlencode({'seen': name, 'until': int(until)})}"


NOT_YET = AskedAgain()
