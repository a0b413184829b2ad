"""Figures with their limits, and the tables that they stand in."""

import statistics
from collections.abc import Sequence
from typing import NamedTuple

FIRST_VISIT_KB = 45.0
"""The most that all that comes with it may weigh, compressed."""


class Figure(NamedTuple):
    name: str
    value: float
    unit: str
    limit: float | None = None
    """The most that `value` may be."""
    quartiles: tuple[float, float] | None = None
    cpu: float | None = None
    """Seconds that one request takes."""

    @property
    def is_too_much(self) -> bool:
        return self.limit is not None and self.value > self.limit


class Sample(NamedTuple):
    """One burst of requests beside another."""

    ratio: float
    cpu: float
    """Seconds that one request takes."""


def median(name: str, samples: Sequence[Sample], limit: float | None = None) -> Figure:
    ratios = [sample.ratio for sample in samples]
    low, middle, high = statistics.quantiles(ratios, n=4)
    cpu = statistics.median(sample.cpu for sample in samples)
    return Figure(name, middle, "x", limit, (low, high), cpu)


class Table(NamedTuple):
    title: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    breaches: tuple[str, ...] = ()
    """The names of figures above their limits."""


def tabulated(title: str, figures: Sequence[Figure]) -> Table:
    """A column that no figure has anything for is left out."""
    head = ("", "figure", "middle half", "CPU", "limit")
    rows = [_row(figure) for figure in figures]
    wanted = [n for n in range(len(head)) if any(row[n] for row in rows)]
    return Table(
        title,
        tuple(head[n] for n in wanted),
        [tuple(row[n] for n in wanted) for row in rows],
        tuple(figure.name for figure in figures if figure.is_too_much),
    )


def markdown(table: Table) -> str:
    """With its columns in line, so that a terminal may show it as well."""
    rows = [table.head, *table.rows]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    # names to the left, figures to the right
    ruler = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = [_line(row, widths) for row in (table.head, ruler, *table.rows)]
    return "\n".join([f"## {table.title}", "", *lines, ""])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return f"| {' | '.join(padded)} |"


def _row(figure: Figure) -> tuple[str, ...]:
    quartiles = "–".join(f"{end:.2f}" for end in figure.quartiles or ())
    cpu = f"{figure.cpu * 1e6:.0f} µs" if figure.cpu else ""
    limit = "" if figure.limit is None else f"{figure.limit:g}"
    if figure.is_too_much:
        limit += ", TOO MUCH"
    return figure.name, f"{figure.value:.2f} {figure.unit}", quartiles, cpu, limit
