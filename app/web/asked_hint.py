"""What a page has told of a hint, as its forms say it on; a hint changes no game."""

from collections.abc import Mapping
from typing import NamedTuple

from app.engine import Engine

MOST_STEPS = 3
MOST_COUNTED = 9999
MOST_MARKS = 2


class AskedHint(NamedTuple):
    step: int = 0
    """How much was told: whether there is something, which card, where and why; 0: nothing."""
    hints: int = 0
    """Hints of a game that has no row, so that nothing but its forms counts them."""
    marks: tuple[str, ...] = ()
    """The piles that are marked on the page."""

    @classmethod
    def read(cls, form: Mapping[str, str]) -> "AskedHint":
        """Raises ValueError for a field that is none."""
        step, hints = int(form.get("hint") or 0), int(form.get("hints") or 0)
        if not (0 <= step <= MOST_STEPS and 0 <= hints <= MOST_COUNTED):
            raise ValueError("a hint that cannot be")
        marks = form.get("marks", "")
        return cls(step, hints, tuple(marks.split("-")[:MOST_MARKS]) if marks else ())

    @property
    def fields(self) -> dict[str, str]:
        """As a form carries it: what is nothing is left out."""
        told = {
            "hint": str(self.step or ""),
            "hints": str(self.hints or ""),
            "marks": "-".join(self.marks),
        }
        return {name: value for name, value in told.items() if value}

    def places(self, engine: Engine) -> tuple[int, ...]:
        """Of the marks, as far as a form can be believed."""
        return tuple(engine.places[mark] for mark in self.marks if mark in engine.places)

    @property
    def with_one_more(self) -> "AskedHint":
        return self._replace(hints=min(self.hints + 1, MOST_COUNTED))

    @property
    def counted(self) -> "AskedHint":
        """What is left of it once something else was done."""
        return AskedHint(hints=self.hints)


NO_HINT = AskedHint()
