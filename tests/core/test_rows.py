"""Every row of the rules, and its negative, as `rows.md` draws them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games import GAMES
from app.judge import is_stuck
from tests.positions import Table, draw, read

FAMILY = "roman signora colonel double-signora"
ONE_DECK = "athena athena-1 klondike klondike-3"
GROUPS = {
    "all": " ".join(GAMES),
    "family": FAMILY,
    "signoras": "signora double-signora",
    "one-deck": ONE_DECK,
    "aces": f"bureau {ONE_DECK}",
}


def rows(cells: int) -> Iterator[list[str]]:
    """The rows of `rows.md` with so many cells, once for every game they speak of."""
    for line in (Path(__file__).parent / "rows.md").read_text(encoding="utf-8").splitlines():
        row = [cell.strip(" `") for cell in line.strip("| ").split("|")] if line[:1] == "|" else []
        if len(row) == cells - 1:
            row.append("")
        if len(row) != cells or row[0] in {"row", "---"}:
            continue
        for group in row[1].split():
            for slug in GROUPS.get(group, group).split():
                yield [row[0], slug, *row[2:]]


def params(cells: int) -> list[object]:
    return [pytest.param(*row[1:], id=f"{row[0]}-{row[1]}") for row in rows(cells)]


def cards_of(table: Table) -> list[int]:
    return sorted(card for pile in table.position.piles for card in pile)


@pytest.mark.parametrize(("slug", "position", "actions", "verdict", "after"), params(6))
def test_row(slug: str, position: str, actions: str, verdict: str, after: str) -> None:
    before = draw(slug, position)
    *first, last = actions.split(", ")
    here = before.play(", ".join(first)) if first else before
    if verdict == "illegal":
        assert here.refuses(last), f"{last} allowed in {here}"
        return
    there = here.play(last)
    expected = read(after) if after else {}
    assert there.shown().items() >= expected.items(), str(there)
    assert cards_of(there) == cards_of(before)


@pytest.mark.parametrize(("slug", "position", "verdict"), params(4))
def test_stuck_row(slug: str, position: str, verdict: str) -> None:
    table = draw(slug, position)
    assert is_stuck(table.engine, table.position) == (verdict == "stuck"), str(table)


def test_every_row_of_the_rules_is_there() -> None:
    ids = {row[0] for cells in (4, 6) for row in rows(cells)}
    assert ids >= {f"R{n}" for n in (1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 16, 18, 19)}
    assert ids >= {f"R{n}" for n in (20, 21, 22, 23, 24, 25, 26, 27, 29, 31, 32, 33, 34, 36)}
    assert ids >= {f"R{n}" for n in (37, 38, 40, 42, 43, 44, 45)}
    assert ids >= {f"B{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 16, 17, 19, 20)}
    assert ids >= {f"B{n}" for n in (21, 22, 23, 24, 25, 27, 28, 29, 31, 32, 34, 35, 36, 38, 40)}
    assert ids >= {f"M{n}" for n in (1, 2, 3, 4, 6, 8)}
