"""Shares, intervals and lengths: computed from what is stored, from nothing else."""

import hashlib
import math
from collections.abc import Iterable
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from app.games import GAMES
from app.solver.proofs import BEYOND, FOLDER, Proof, proofs
from tools.winnability.ledger import End, Entry, Plays, Speed
from tools.winnability.players import Player

BUDGETS = (0.1, 1, 10)
"""Seconds of CPU of one core."""
STUDIED = 1000
"""Deals of a game, those of the numbers from 1 on."""
FEWER_STUDIED = {"colonel": 300, "double-signora": 300}
"""A deal of these takes longest."""
CONFIDENCE = 1.959964
"""Standard deviations to either side that hold 95 %."""


class Share(NamedTuple):
    part: int
    whole: int

    @property
    def value(self) -> float:
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.part, self.whole)


class Figures(NamedTuple):
    """All that is known of a game."""

    slug: str
    deals: int
    efforts: tuple[int, ...]
    """Playout moves until each proved win, fewest first."""
    reach: float
    """Playout moves that every deal was given, unless it was won before or is lost."""
    lengths: tuple[int, ...]
    """Moves of the proved wins, fewest first."""
    ends: int
    """Deals without a known win that were looked at position by position."""
    lost: int
    """Of those, the ones that were looked at to the last position."""
    speed: float
    """Playout moves a second of CPU; 0 while it is not measured."""
    load: float
    """Of the machine when the speed was measured."""
    machine: str
    players: tuple[tuple[Player, Share], ...]

    @property
    def won(self) -> Share:
        return Share(len(self.efforts), self.deals)

    @property
    def not_known(self) -> Share:
        return Share(self.deals - len(self.efforts) - self.lost, self.deals)

    @property
    def most_seconds(self) -> float:
        """The largest budget that the stored searches answer for."""
        return self.reach / self.speed if self.speed else 0.0

    def won_within(self, seconds: float) -> Share | None:
        """None where some deals were not searched for so long."""
        if not self.deals or seconds > self.most_seconds:
            return None
        return Share(sum(spent <= seconds * self.speed for spent in self.efforts), self.deals)


def wilson(part: int, whole: int, deviations: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of Wilson (1927) for a share: sound near 0 and 1, too."""
    if not whole:
        return 0.0, 1.0
    share, square = part / whole, deviations**2
    middle = share + square / (2 * whole)
    half = deviations * math.sqrt(share * (1 - share) / whole + square / (4 * whole**2))
    scale = 1 + square / whole
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def quartiles(values: Iterable[int]) -> tuple[float, float, float]:
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return low, middle, high


def all_figures(ledger: list[Entry], folder: Path = FOLDER) -> list[Figures]:
    return [figures(slug, studied(slug, folder), ledger) for slug in GAMES]


def studied(slug: str, folder: Path = FOLDER) -> list[Proof]:
    """What is stored of the deals that count."""
    last = FEWER_STUDIED.get(slug, STUDIED)
    return [proof for proof in proofs(slug, folder) if proof.number <= last]


def figures(slug: str, stored: list[Proof], ledger: Iterable[Entry]) -> Figures:
    mine = [entry for entry in ledger if entry.game == slug]
    in_vain = {proof.number: proof.spent for proof in stored if proof.choices is None}
    ends = [one for one in mine if isinstance(one, End) and one.deal in in_vain]
    lost = {one.deal for one in ends if one.is_lost}
    speed = next((one for one in mine if isinstance(one, Speed)), None)
    return Figures(
        slug=slug,
        deals=len(stored),
        efforts=tuple(sorted(proof.spent for proof in stored if proof.choices is not None)),
        reach=min((spent for deal, spent in in_vain.items() if deal not in lost), default=math.inf),
        lengths=tuple(sorted(moves_of(proof.choices) for proof in stored if proof.choices)),
        ends=len(ends),
        lost=len(lost),
        speed=speed.playout_moves / speed.seconds if speed else 0.0,
        load=speed.load if speed else 0.0,
        machine=speed.machine if speed else "",
        players=tuple(_shares_of_players(mine)),
    )


def moves_of(choices: str) -> int:
    return len(choices) - choices.count(BEYOND)


def fingerprint(found: list[Figures]) -> str:
    """What tells whether a plot was drawn from these figures."""
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]


def _shares_of_players(mine: Iterable[Entry]) -> list[tuple[Player, Share]]:
    plays = [one for one in mine if isinstance(one, Plays)]
    shares = []
    for player in Player:
        of_player = [one for one in plays if one.player == player]
        if of_player:
            wins, count = sum(one.wins for one in of_player), sum(one.deals for one in of_player)
            shares.append((player, Share(wins, count)))
    return shares
