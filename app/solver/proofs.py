"""Proved wins as files beside the code: one a game, read and written here, believed after a replay.

A file is a row of xz streams, each some deals as JSON lines: `{"deal": 7, "spent": 51234,
"log": "t4f1.d.w1t3"}`, without `log` where no win was found with so many playout moves. New deals
are a new stream at the end, so a history of the file grows by no more than what is new.
"""

import json
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from app.engine import Engine, engine_for
from app.games import GAMES
from app.notation import parse_move, split_log

FOLDER = Path(__file__).parent / "proved"


class BadProof(ValueError):
    """A stored win that the engine refuses; the argument says which and why."""


class Proof(NamedTuple):
    """What a search found out about a deal."""

    number: int
    spent: int
    """Playout moves until the win, or in vain."""
    log: str | None
    """A win from the first card on, one move a step; None where none was found."""


def proofs(slug: str, folder: Path = FOLDER) -> Iterator[Proof]:
    """All that is stored of a game, unchecked, in the order of its numbers."""
    path = path_of(slug, folder)
    if not path.exists():
        return
    with lzma.open(path, "rt", encoding="ascii") as lines:
        for line in lines:
            found = json.loads(line)
            yield Proof(found["deal"], found["spent"], found.get("log"))


def append(slug: str, found: Iterable[Proof], folder: Path = FOLDER) -> None:
    """Stores more deals of a game, as one more stream; whole or, if interrupted, not at all."""
    lines = "".join(_line(proof) for proof in found)
    stream = lzma.compress(lines.encode("ascii"), preset=6 | lzma.PRESET_EXTREME)
    folder.mkdir(exist_ok=True)
    path = path_of(slug, folder)
    before = path.read_bytes() if path.exists() else b""
    written = path.with_suffix(".new")
    written.write_bytes(before + stream)
    written.replace(path)


def path_of(slug: str, folder: Path = FOLDER) -> Path:
    return folder / f"{slug}.jsonl.xz"


def check(slug: str, proof: Proof) -> int:
    """Replays a stored win and returns its moves; raises BadProof, or BadNotation."""
    if proof.log is None:
        return 0
    return check_log(engine_for(slug), proof.number, proof.log)


def check_log(engine: Engine, number: int, log: str) -> int:
    """Replays a win of deal `number`, won by its last move alone; returns how many moves it has."""
    position = engine.deal(number)
    where = f"{engine.rules.slug} {number}"
    count = 0
    for text in split_log(log):
        move = parse_move(engine, text)
        # a won table has no legal move: what goes on behind the win is refused here
        if not engine.is_legal(position, move):
            raise BadProof(f"{where}: move {count + 1}, {text}, is refused")
        position = engine.apply(position, move)
        count += 1
    if not engine.is_won(position):
        raise BadProof(f"{where}: not won after {count} moves")
    return count


def check_all(folder: Path = FOLDER) -> dict[str, tuple[int, int]]:
    """Replays every stored win; for each game how many deals were searched, how many are won.

    Raises BadProof, also when numbers are not one after another from 1.
    """
    counts = {}
    for slug in GAMES:
        searched = won = 0
        for proof in proofs(slug, folder):
            searched += 1
            if proof.number != searched:
                raise BadProof(f"{slug}: {proof.number} stands in the place of {searched}")
            won += check(slug, proof) > 0
        counts[slug] = searched, won
    return counts


def _line(proof: Proof) -> str:
    told: dict[str, int | str] = {"deal": proof.number, "spent": proof.spent}
    if proof.log is not None:
        told["log"] = proof.log
    return json.dumps(told, separators=(",", ":")) + "\n"
