"""Proved wins as files beside the code: one a game, read and written here, believed after a replay.

A file is a row of xz streams, each some deals as JSON lines: `{"deal": 7, "spent": 51234,
"choices": "0410"}`, without `choices` where no win was found with so many playout moves. A choice
is the place of a move among the legal ones: a third of what its notation takes. New deals are a
new stream at the end, so a history of the file grows by no more than what is new.
"""

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from app.engine import Engine, Move, Position, engine_for
from app.games import GAMES

FIRST, BEYOND = ord("0"), "~"
PLACES = ord(BEYOND) - FIRST

FOLDER = Path(__file__).parent / "proved"


class BadProof(ValueError):
    """A stored win that the engine refuses; the argument says which and why."""


class Proof(NamedTuple):
    """What a search found out about a deal."""

    number: int
    spent: int
    """Playout moves until the win, or in vain."""
    choices: str | None
    """A win from the first card on, see `choices_of`; None where none was found."""


def proofs(slug: str, folder: Path = FOLDER) -> Iterator[Proof]:
    """All that is stored of a game, unchecked, in the order of its numbers."""
    path = path_of(slug, folder)
    if not path.exists():
        return
    with lzma.open(path, "rt", encoding="ascii") as lines:
        for line in lines:
            found = json.loads(line)
            yield Proof(found["deal"], found["spent"], found.get("choices"))


@cache
def stored_wins(slug: str) -> dict[int, Proof]:
    """By number, what comes with the program; read once."""
    return {proof.number: proof for proof in proofs(slug) if proof.choices}


def append(slug: str, found: Iterable[Proof], folder: Path = FOLDER) -> None:
    """Stores more deals of a game, as one more stream; whole or, if interrupted, not at all."""
    path = path_of(slug, folder)
    before = path.read_bytes() if path.exists() else b""
    _write(path, before + _stream(found))


def replace(slug: str, found: Mapping[int, Proof], folder: Path = FOLDER) -> None:
    """Stores what was found out later about deals, by number, in the place of what is there."""
    all_now = [found.get(proof.number, proof) for proof in proofs(slug, folder)]
    _write(path_of(slug, folder), _stream(all_now))


def path_of(slug: str, folder: Path = FOLDER) -> Path:
    return folder / f"{slug}.jsonl.xz"


def choices_of(engine: Engine, position: Position, line: Iterable[Move]) -> str:
    """`line` as one character a move: its place among the legal moves, see `in_order`.

    Places count from `0` on through ASCII; each `~` before a character adds PLACES.
    """
    written = []
    for move in line:
        beyond, place = divmod(in_order(engine, position).index(move), PLACES)
        written.append(BEYOND * beyond + chr(FIRST + place))
        position = engine.apply(position, move)
    return "".join(written)


def line_of(engine: Engine, position: Position, choices: str) -> Iterator[Move]:
    """The moves that `choices` tell; raises BadProof for a place where no legal move is."""
    return (move for move, _ in _followed(engine, position, choices))


def _followed(engine: Engine, position: Position, choices: str) -> Iterator[tuple[Move, Position]]:
    """Each move that `choices` tell, and where it leads; raises BadProof."""
    place = 0
    for character in choices:
        if character == BEYOND:
            place += PLACES
            continue
        move = nth_move(engine, position, place + ord(character) - FIRST)
        position = engine.apply(position, move)
        yield move, position
        place = 0


def nth_move(engine: Engine, position: Position, place: int) -> Move:
    """The same as `in_order(engine, position)[place]`, in half the time; raises BadProof."""
    if engine.is_won(position) or place < 0:
        raise BadProof(f"{engine.rules.slug}: no move {place}")
    first_column, offers = engine.columns.start, engine.offers(position)
    # what goes up is one card at a time
    moves = sorted(
        (source, target, 1)
        for source, _, targets in offers
        for target in targets
        if target < first_column
    )
    if engine.can_turn(position):
        moves.append(engine.turn)
    if place >= len(moves):
        place -= len(moves)
        moves = sorted(
            (source, target, cards)
            for source, cards, targets in offers
            for target in targets
            if target >= first_column
        )
    if place >= len(moves):
        raise BadProof(f"{engine.rules.slug}: no move {place}")
    return Move(*moves[place])


def in_order(engine: Engine, position: Position) -> list[Move]:
    """The legal moves in an order that stored choices rely on, for ever: upward and turns first."""
    columns = engine.columns
    return sorted(
        engine.legal_moves(position),
        key=lambda move: (move.target in columns, move.source, move.target, move.cards),
    )


def check(slug: str, proof: Proof) -> int:
    """Replays a stored win, won by its last move alone, and returns its moves; raises BadProof."""
    if proof.choices is None:
        return 0
    engine = engine_for(slug)
    count, end = 0, engine.deal(proof.number)
    # a won table has no legal move: what goes on behind the win is refused
    for _, after in _followed(engine, end, proof.choices):
        count, end = count + 1, after
    if not engine.is_won(end):
        raise BadProof(f"{slug} {proof.number}: not won after {count} moves")
    return count


def check_all(folder: Path = FOLDER) -> dict[str, tuple[int, int]]:
    """Replays every stored win; for each game how many deals were searched, how many are won.

    Raises BadProof, also where numbers are not one after another from 1.
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


def _write(path: Path, content: bytes) -> None:
    """Whole or, if interrupted, not at all."""
    path.parent.mkdir(exist_ok=True)
    written = path.with_suffix(".new")
    written.write_bytes(content)
    written.replace(path)


def _stream(found: Iterable[Proof]) -> bytes:
    lines = "".join(_line(proof) for proof in found)
    return lzma.compress(lines.encode("ascii"), preset=6 | lzma.PRESET_EXTREME)


def _line(proof: Proof) -> str:
    told: dict[str, int | str] = {"deal": proof.number, "spent": proof.spent}
    if proof.choices is not None:
        told["choices"] = proof.choices
    return json.dumps(told, separators=(",", ":")) + "\n"
