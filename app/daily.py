"""The deal of the day: a game and a date name a deal, the same for everyone and for ever.

It is drawn from the deals whose wins are stored, so that it can be won, wherever these are many
enough; else from all. What is stored grows, and a day must keep its deal: `daily.json` says from
which day on how many searched deals of each game count, and which of these were searched in vain.
`python -m tools.epoch` adds to it. Knows no clock.
"""

import json
from bisect import bisect_right
from datetime import date
from functools import cache
from hashlib import sha256
from math import gcd
from pathlib import Path
from typing import NamedTuple

from app.deals import FIRST_DEAL, LAST_DEAL

LEAST = 100
"""Deals with a stored win that a game needs: none comes again within as many days."""
BOOK = Path(__file__).with_suffix(".json")
_GOLDEN = 0.618


class NoSuchDay(ValueError):
    """A day before the first one."""


class Epoch(NamedTuple):
    """From which day on deals are drawn from the first so many that were searched."""

    begins: date
    searched: dict[str, int]
    """By game."""


class Book(NamedTuple):
    epochs: tuple[Epoch, ...]
    """In the order of their days."""
    in_vain: dict[str, tuple[int, ...]]
    """By game, the deals that the search found no win of, in the order of their numbers."""

    @property
    def first_day(self) -> date:
        return self.epochs[0].begins

    def deal_of(self, slug: str, day: date) -> int:
        """The number of the day's deal; raises NoSuchDay."""
        before = bisect_right(self.epochs, day, key=lambda epoch: epoch.begins)
        if not before:
            raise NoSuchDay(day)
        won = _won(self.epochs[before - 1].searched.get(slug, 0), self.in_vain.get(slug, ()))
        if len(won) < LEAST:
            return FIRST_DEAL + _drawn(f"{slug} {day}") % (LAST_DEAL - FIRST_DEAL + 1)
        # each once before one comes again, and neighbours in time far apart
        return won[(_drawn(slug) + day.toordinal() * _stride(len(won))) % len(won)]


@cache
def book(path: Path = BOOK) -> Book:
    """As it is written down; read once."""
    told = json.loads(path.read_text(encoding="ascii"))
    return Book(
        tuple(
            Epoch(date.fromisoformat(epoch["from"]), epoch["searched"]) for epoch in told["epochs"]
        ),
        {slug: tuple(numbers) for slug, numbers in told["in_vain"].items()},
    )


@cache
def _won(searched: int, in_vain: tuple[int, ...]) -> tuple[int, ...]:
    lost = set(in_vain)
    return tuple(number for number in range(FIRST_DEAL, searched + 1) if number not in lost)


def _drawn(text: str) -> int:
    """A number that anyone can work out again: the first eight bytes of the text's SHA-256."""
    return int.from_bytes(sha256(text.encode()).digest()[:8])


def _stride(count: int) -> int:
    """A step that leads through all of `count` places before it comes back to the first."""
    stride = max(1, int(count * _GOLDEN))
    while gcd(stride, count) > 1:
        stride += 1
    return stride
