"""Players at random and the tables they come to; chance is seeded, so that a failure comes back."""

import random
from collections.abc import Iterator

from app.engine import engine_for
from app.games import GAMES
from app.notation import move_text
from app.play import Play

SLUGS = tuple(GAMES)
LANGS = ("en", "fr")


def random_play(slug: str, number: int, moves: int, *, seed: int = 0) -> Play:
    """A deal after `moves` moves of a player without a plan, or fewer where none is left."""
    chance = random.Random(f"{slug} {number} {seed}")
    play = Play.start(slug, number)
    for _ in range(moves):
        legal = list(play.engine.legal_moves(play.position))
        if not legal:
            break
        # the turn of the stock is one move among many: a player makes it more often
        turn = play.engine.turn
        move = turn if turn in legal and chance.random() < 0.3 else chance.choice(legal)
        play = play.make((move,))
    return play


def legal_texts(play: Play) -> set[str]:
    engine = play.engine
    return {move_text(engine, move) for move in engine.legal_moves(play.position)}


def all_texts(slug: str) -> Iterator[str]:
    """Every move that notation can write for a game, legal or not, of up to three cards."""
    texts = engine_for(slug).texts
    for source in texts[:-1]:
        for target in texts:
            if source != target and target[0] in "ft":
                yield source + target
                yield f"{source}{target}x2"
                yield f"{source}{target}x3"
    yield "d"
