"""What was measured, as lines of a file: kept as it comes, so that the next run goes on there.

Proved wins are kept elsewhere, see `app.solver.proofs`.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Speed(NamedTuple):
    """How fast a game is searched by one core."""

    game: str
    playout_moves: int
    seconds: float
    """Of the CPU."""
    load: float
    """Processes that wanted a core meanwhile, on average."""
    machine: str


class Plays(NamedTuple):
    """Deals one after another, each played once by a simple player."""

    game: str
    player: str
    first: int
    deals: int
    wins: int


class End(NamedTuple):
    """A deal without a known win, looked at position by position."""

    game: str
    deal: int
    positions: int
    """How many were seen: all there are, where it is lost."""
    is_lost: bool


Entry = Speed | Plays | End
READERS: dict[str, Callable[..., Entry]] = {"speed": Speed, "plays": Plays, "end": End}
KINDS = {reader: kind for kind, reader in READERS.items()}


def entries(path: Path) -> list[Entry]:
    """All that is kept; a last line that was cut off counts for nothing."""
    found = []
    for line in _whole(path).splitlines():
        told = json.loads(line)
        found.append(READERS[told.pop("kind")](**told))
    return found


def keep(path: Path, entry: Entry) -> None:
    """Adds a line; mends the end of the file first, where it was cut off."""
    told = {"kind": KINDS[type(entry)], **entry._asdict()}
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = _whole(path)
    written = path.with_suffix(".new")
    written.write_text(f"{whole}{json.dumps(told)}\n", encoding="ascii")
    written.replace(path)


def _whole(path: Path) -> str:
    text = path.read_text(encoding="ascii") if path.exists() else ""
    return text[: text.rfind("\n") + 1]
