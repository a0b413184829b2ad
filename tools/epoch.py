"""Lets the deals of the day be drawn from all wins that are stored by now, from a day on.

python -m tools.epoch 2027-01-15
"""

import argparse
import json
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from app import daily
from app.daily import Book, Epoch
from app.games import GAMES
from app.solver.proofs import FOLDER, proofs

AHEAD = timedelta(days=2)
"""The days before that are some player's today or tomorrow already."""


class TooEarly(ValueError):
    """A day whose deals somebody may have seen."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("day", type=date.fromisoformat)
    parser.add_argument("--book", type=Path, default=daily.BOOK)
    parser.add_argument("--proofs", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    try:
        longer = with_epoch(
            daily.book(options.book), options.day, datetime.now(UTC).date(), options.proofs
        )
    except TooEarly as fault:
        print(fault, file=sys.stderr)
        return 1
    options.book.write_text(text(longer), encoding="ascii")
    return 0


def with_epoch(book: Book, day: date, today: date, folder: Path = FOLDER) -> Book:
    """The book with one more epoch, of all that is stored in `folder`; raises TooEarly.

    What an earlier epoch took for searched in vain stays so, though a win was found since.
    """
    first = max(today + AHEAD, *(epoch.begins + timedelta(days=1) for epoch in book.epochs))
    if day < first:
        raise TooEarly(f"An epoch may begin on {first} or later.")
    found = {slug: list(proofs(slug, folder)) for slug in GAMES}
    searched = {slug: len(stored) for slug, stored in found.items() if stored}
    before = {slug: max(epoch.searched.get(slug, 0) for epoch in book.epochs) for slug in searched}
    in_vain = book.in_vain | {
        slug: book.in_vain.get(slug, ())
        + tuple(
            proof.number
            for proof in found[slug]
            if proof.choices is None and proof.number > before[slug]
        )
        for slug in searched
    }
    return Book((*book.epochs, Epoch(day, searched)), in_vain)


def text(book: Book) -> str:
    """As the file holds it: a line a game and an epoch, so that a history of it is easily read."""
    epochs = [{"from": str(epoch.begins), "searched": epoch.searched} for epoch in book.epochs]
    lines = ",\n".join(f"  {json.dumps(epoch)}" for epoch in epochs)
    games = ",\n".join(
        f"  {json.dumps(slug)}: {json.dumps(numbers)}" for slug, numbers in book.in_vain.items()
    )
    return f'{{"epochs": [\n{lines}\n],\n"in_vain": {{\n{games}\n}}}}\n'


if __name__ == "__main__":
    sys.exit(main())
