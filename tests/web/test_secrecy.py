"""What the player has not seen leaves no trace: not one byte tells of a hidden card."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from app.cards import Card
from app.engine import Engine, Position
from app.hints.advice import Prospect, advice
from app.hints.looking import best_plan
from app.hints.seen import remembered
from app.play import Play
from app.web.answers import changes
from app.web.api.shown import shown_play
from app.web.appearance import manifests
from app.web.assets import Assets
from app.web.embed import embed_page
from app.web.game import Outcome, Result, carry_out
from app.web.press import Action, Press
from app.web.rendering import Renderer
from app.web.seats import Seat
from app.web.tables import NOTHING_ASKED, table_page
from app.web.views import Pick, pile_views
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Site

POSITIONS = 1000


def hidden_cards(engine: Engine, position: Position, *, with_stock: bool = True) -> list[Card]:
    """Face-down cards of the columns, and the stock."""
    down = [
        card
        for place in engine.columns
        for card in position.piles[place]
        if position.face_down >> card & 1
    ]
    return down + list(position.piles[engine.stock]) if with_stock else down


def permuted(
    engine: Engine, position: Position, chance: random.Random, *, with_stock: bool = True
) -> Position:
    """The same table for the player's eyes: its hidden cards have changed places."""
    hidden = hidden_cards(engine, position, with_stock=with_stock)
    shuffled = hidden[:]
    chance.shuffle(shuffled)
    swap = dict(zip(hidden, shuffled, strict=True))
    piles = tuple(tuple(swap.get(card, card) for card in pile) for pile in position.piles)
    face_down = 0
    for place in engine.columns:
        for card in position.piles[place]:
            if position.face_down >> card & 1:
                face_down |= 1 << swap[card]
    return Position(piles, face_down, position.passes_left)


def walk(slug: str, wanted: int) -> Iterator[Play]:
    """Positions of random play, deal after deal."""
    chance = random.Random(slug)
    number = 0
    seen = 0
    while seen < wanted:
        number += 1
        play = Play.start(slug, number)
        for _ in range(chance.randrange(10, 160)):
            moves = list(play.engine.legal_moves(play.position))
            if not moves:
                break
            turn = play.engine.turn
            move = turn if turn in moves and chance.random() < 0.3 else chance.choice(moves)
            play = play.make((move,))
            if chance.random() < 0.1:
                yield play
                seen += 1
                if seen == wanted:
                    return


def first_pick(play: Play) -> Pick | None:
    """A run that can be lifted, with all the piles that take it."""
    engine = play.engine
    moves = [move for move in engine.legal_moves(play.position) if move != engine.turn]
    if not moves:
        return None
    source, _, cards = moves[0]
    return Pick(source, cards, tuple(m.target for m in moves if m[::2] == (source, cards)))


@cache
def embedded(language: str) -> Renderer:
    return Renderer(language, Assets(manifests()), is_embedded=True)


def shown(renderer: Renderer, play: Play) -> list[bytes]:
    """What can be sent: pages, with a run picked, embedded; htmx answer, piles; to a program."""
    seat = Seat(play, 7)
    asked = replace(NOTHING_ASKED, pick=first_pick(play))
    answers = [
        table_page(renderer, seat, []),
        table_page(renderer, seat, [], asked),
        embed_page(embedded(renderer.language), seat, asked),
        changes(renderer, Result(Outcome.STALE, seat), Action.MOVE),
    ]
    piles = [
        renderer.piles.pile(view, "/en/x/1").encode()
        for view in pile_views(play.engine, play.position)
    ]
    told = shown_play(seat).model_dump_json().encode()
    return [*(bytes(answer.body) for answer in answers), *piles, told]


def leaks(
    renderer: Renderer, play: Play, look: Callable[[Renderer, Play], list[bytes]], seed: int
) -> bool:
    other = permuted(play.engine, play.position, random.Random(seed))
    return look(renderer, play) != look(renderer, replace(play, position=other))


@pytest.mark.parametrize("slug", SLUGS)
def test_hidden_cards_leave_no_trace(renderers: dict[str, Renderer], slug: str) -> None:
    share = -(-POSITIONS // len(SLUGS))
    permutations = 0
    for n, play in enumerate(walk(slug, share)):
        renderer = renderers[LANGS[n % 2]]
        assert not leaks(renderer, play, shown, n), play
        permutations += len(hidden_cards(play.engine, play.position)) > 1
    assert permutations > share // 3


@pytest.mark.parametrize("slug", SLUGS)
def test_a_hint_knows_no_card_that_was_never_seen(slug: str) -> None:
    """A stock that has come round was seen card by card, whoever remembers it."""
    hints = 0
    for n, play in enumerate(walk(slug, 40)):
        has_seen_stock = remembered(play).has_seen_stock
        other = permuted(
            play.engine, play.position, random.Random(n), with_stock=not has_seen_stock
        )
        # without what is remembered of the same log
        told = advice.__wrapped__(play)
        assert advice.__wrapped__(replace(play, position=other)) == told, play
        hints += told.prospect is Prospect.MOVE
    assert hints > 5


def test_a_hint_that_peeps_is_found_out() -> None:
    def peeping(play: Play) -> object:
        memory = remembered(play)._replace(has_seen_stock=True)
        return best_plan(play.engine, play.position, memory)

    plays = list(walk("klondike", 30))
    swapped = [
        replace(play, position=permuted(play.engine, play.position, random.Random(n)))
        for n, play in enumerate(plays)
    ]
    assert any(peeping(a) != peeping(b) for a, b in zip(plays, swapped, strict=True))


def test_the_test_can_fail(renderers: dict[str, Renderer]) -> None:
    """Renderings that give one hidden thing away are found out."""
    renderer = renderers["en"]

    def with_next_card(renderer: Renderer, play: Play) -> list[bytes]:
        stock = play.position.piles[play.engine.stock]
        return [*shown(renderer, play), f"next: {stock[-1:]}".encode()]

    def with_identity(renderer: Renderer, play: Play) -> list[bytes]:
        return [*shown(renderer, play), str(play.position.face_down).encode()]

    def with_turned_up(renderer: Renderer, play: Play) -> list[bytes]:
        return shown(renderer, replace(play, position=play.position._replace(face_down=0)))

    for look in (with_next_card, with_identity, with_turned_up):
        plays = list(walk("klondike", 20))
        assert any(leaks(renderer, play, look, n) for n, play in enumerate(plays)), look


@pytest.mark.parametrize("slug", SLUGS)
async def test_an_answer_to_a_press_leaves_no_trace_of_the_rest(site: Site, slug: str) -> None:
    """Undo and moves that reveal nothing: the answer is the same whatever lies hidden."""
    house = site.house
    for n, play in enumerate(walk(slug, 12)):
        engine = play.engine
        other = replace(play, position=permuted(engine, play.position, random.Random(n)))
        renderer = house.renderers[LANGS[n % 2]]
        for move in list(engine.legal_moves(play.position))[:6]:
            if move == engine.turn or _reveals(engine, play.position, move.source, move.cards):
                continue
            text = engine.texts[move.source] + engine.texts[move.target]
            text += f"x{move.cards}" if move.cards > 1 else ""
            answers = []
            for each in (play, other):
                seat = Seat(each, 7, is_carried=True)
                press = Press(Action.MOVE, 7, text)
                result = await carry_out(house.seats, house.players, None, seat, press, 0.0)
                assert result.outcome is Outcome.DONE
                answers.append(bytes(changes(renderer, result, Action.MOVE).body))
                answers.append(shown_play(result.seat).model_dump_json().encode())
            assert answers[:2] == answers[2:]


def _reveals(engine: Engine, position: Position, source: int, cards: int) -> bool:
    """Whether a move turns up a card or draws one from the stock."""
    left = position.piles[source][:-cards]
    if source not in engine.columns:
        return False
    return bool(position.face_down >> left[-1] & 1) if left else bool(engine.rules.tableau.refill)
