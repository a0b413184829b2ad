"""Saves plays until it is killed, and says of each on standard output once it is saved."""

import asyncio
import sys
from pathlib import Path

from app.settings import Durability
from app.store.sqlite import SqliteStore
from tests.store.examples import after, first_play, won


async def write(path: Path, durability: Durability, number: int) -> None:
    store = SqliteStore(path, durability=durability)
    play = first_play(bytes(32))._replace(number=number, version=0)
    while True:
        # every tenth with a win, which is two writes in one transaction
        play, win = won(play) if play.version % 10 == 9 else (after(play), None)
        assert await store.save(play, win)
        print(play.version, flush=True)


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1]), Durability(sys.argv[2]), int(sys.argv[3])))
