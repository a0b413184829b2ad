"""The plots of docs/WINNABILITY.md as small SVG files, each marked with what it was drawn from."""

from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator, PercentFormatter

from tools.winnability.page import NAMES
from tools.winnability.players import Player
from tools.winnability.sums import Figures, Share, fingerprint, quartiles

INK, SOFT, LINE, FILL = "#1f2933", "#6b7780", "#d5dade", "#cfe3d8"
GREEN = "#1b7f4d"
COLOURS = {
    Player.HASTY: "#8a5a00",
    Player.SIGHT: "#b3261e",
    Player.STOCK: "#7b3fa0",
    Player.ALL: "#1f5fa8",
}
MARKS = {Player.HASTY: "v", Player.SIGHT: "o", Player.STOCK: "s", Player.ALL: "D"}
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "winnability",
    "font.family": "sans-serif",
    "font.sans-serif": ["Helvetica", "Arial", "Liberation Sans", "sans-serif"],
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "figure.facecolor": "white",
}
STEPS = 60
"""Points of a curve: enough for its width, few enough for a small file."""
SHORTEST = 0.01
"""Seconds at which the curves begin."""


def draw(folder: Path, found: list[Figures]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    mark = fingerprint(found)
    with mpl.rc_context(STYLE):
        for name, figure in (
            ("proved", proved([one for one in found if one.deals and one.speed])),
            ("lengths", lengths([one for one in found if len(one.lengths) > 1])),
            ("players", players([one for one in found if one.players])),
        ):
            figure.savefig(
                folder / f"{name}.svg",
                metadata={"Date": None, "Creator": None, "Description": f"figures {mark}"},
            )


def proved(found: list[Figures]) -> Figure:
    """Share proved over seconds of search, a small plot a game; the band is the interval."""
    rows = max(1, -(-len(found) // 3))
    figure = Figure(figsize=(9, 0.7 + 2 * rows), layout="constrained")
    grid = figure.subplots(rows, 3, sharex=True, sharey=True, squeeze=False)
    most = max((one.most_seconds for one in found if one.most_seconds != float("inf")), default=10)
    for axes, one in zip(grid.flat, found, strict=False):
        draw_curve(axes, one, most)
    for axes in list(grid.flat)[len(found) :]:
        axes.set_visible(False)
    figure.supxlabel("seconds of CPU a deal", size=10, color=SOFT)
    return figure


def draw_curve(axes: Axes, one: Figures, most: float) -> None:
    last = min(one.most_seconds, most)
    seconds = [SHORTEST * (last / SHORTEST) ** (n / (STEPS - 1)) for n in range(STEPS)]
    # the last point is where the searches ended, whatever rounding makes of it
    seconds[-1] = last
    shares = [share for at in seconds if (share := one.won_within(at))]
    low, high = zip(*(share.interval for share in shares), strict=True)
    axes.fill_between(seconds, low, high, color=FILL, linewidth=0)
    axes.plot(seconds, [share.value for share in shares], color=GREEN, linewidth=1.6)
    axes.set_title(NAMES[one.slug])
    axes.annotate(
        f"{shares[-1].value:.0%}",
        (seconds[-1], shares[-1].value),
        xytext=(0, -14),
        textcoords="offset points",
        ha="right",
        color=GREEN,
        weight="bold",
    )
    axes.set_xscale("log")
    axes.set_ylim(0, 1.02)
    axes.xaxis.set_major_locator(FixedLocator([0.01, 0.1, 1, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda at, _: f"{at:g}"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
    axes.yaxis.set_major_formatter(PercentFormatter(1))


def lengths(found: list[Figures]) -> Figure:
    """A box a game: quartiles and median, and a line from the shortest to the longest."""
    figure = Figure(figsize=(9, 0.9 + 0.4 * len(found)), layout="constrained")
    axes = figure.subplots()
    for place, one in enumerate(found):
        low, middle, high = quartiles(one.lengths)
        axes.plot(one.lengths[:: len(one.lengths) - 1], [place] * 2, color=SOFT, linewidth=1)
        axes.barh(place, high - low, left=low, height=0.55, color=FILL, edgecolor=GREEN)
        axes.plot([middle] * 2, [place - 0.275, place + 0.275], color=GREEN, linewidth=2)
    name_rows(axes, found)
    axes.set_xlim(0)
    axes.set_xlabel("moves of a stored win")
    return figure


def players(found: list[Figures]) -> Figure:
    """A row a game: what each player wins of it, and what is proved."""
    figure = Figure(figsize=(9, 1.3 + 0.42 * len(found)), layout="constrained")
    axes = figure.subplots()
    for place, one in enumerate(found):
        for player, share in one.players:
            draw_share(axes, place, share, COLOURS[player], MARKS[player])
        if one.deals:
            draw_share(axes, place, one.won, GREEN, "|")
    for player in Player:
        axes.plot([], [], MARKS[player], color=COLOURS[player], label=player.value)
    axes.plot([], [], "|", color=GREEN, markersize=13, markeredgewidth=2.5, label="proved won")
    figure.legend(loc="outside upper left", ncols=5, frameon=False, handletextpad=0.2)
    name_rows(axes, found)
    axes.set_xlim(0, 1.01)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.set_xlabel("share of deals")
    return figure


def draw_share(axes: Axes, place: int, share: Share, colour: str, mark: str) -> None:
    axes.plot(share.interval, [place] * 2, color=colour, linewidth=1.2, alpha=0.6)
    size, edge = (13, 2.5) if mark == "|" else (6, 0)
    axes.plot(share.value, place, mark, color=colour, markersize=size, markeredgewidth=edge)


def name_rows(axes: Axes, found: list[Figures]) -> None:
    axes.set_yticks(range(len(found)), [NAMES[one.slug] for one in found], color=INK)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
