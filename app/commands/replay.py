"""A game as text for a terminal: its moves, and the table that they lead to."""

from collections.abc import Iterator

from app.cards import Card, face_name
from app.deals import NoSuchDeal
from app.engine import Engine, Position
from app.notation import BadNotation, split_log
from app.play import IllegalMove, Play

PER_LINE = 10
"""Steps of a log in one line."""


def replayed(slug: str, number: int, log: str, ply: int) -> Iterator[str]:
    """Line by line. A log that the rules refuse is told up to where they do."""
    steps = split_log(log)
    yield f"{slug} {number}: steps made: {ply} of {len(steps)}"
    for first in range(0, len(steps), PER_LINE):
        yield f"{first + 1:5}  " + " ".join(steps[first : first + PER_LINE])
    try:
        play = Play.replay(slug, number, log, ply)
    except IllegalMove as refused:
        yield f"The rules refuse {refused}."
        return
    except (BadNotation, KeyError, NoSuchDeal):
        yield "This is no game that this version knows."
        return
    yield from table(play.engine, play.position)
    yield _ending(play)


def table(engine: Engine, position: Position) -> Iterator[str]:
    """A pile a line, bottom card first, what lies face down in brackets.

    Of the stock the last card is turned next.
    """
    for text, pile in zip(engine.texts, position.piles, strict=True):
        cards = " ".join(_card(card, position.face_down) for card in pile)
        yield f"{text:>4}  {cards or '-'}"


def _card(card: Card, face_down: int) -> str:
    return f"[{face_name(card)}]" if face_down >> card & 1 else face_name(card)


def _ending(play: Play) -> str:
    if play.is_won:
        return "Won."
    return "No useful move is left." if play.is_stuck else "It goes on."
