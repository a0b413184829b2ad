"""A hint for a seat, and the small answer that shows it: no board, and no change of the game."""

from fastapi import Response

from app.hints.advice import Advice, Knowledge, advice, proved_advice
from app.play import Play
from app.solver.asking.service import Solver
from app.solver.asking.turns import ANYONE, Asker
from app.solver.asking.verdicts import Kind
from app.web.asked_hint import MOST_STEPS, AskedHint
from app.web.choices import Hints
from app.web.hint_words import Hint, told_hint
from app.web.rendering import Renderer
from app.web.responses import Fragment
from app.web.seats import Seat
from app.web.standing import seconds_played
from app.web.views import pile_views

SOLVED_WITHIN = 2.0
"""Seconds."""
LONG_LOG = 255
"""Characters beyond which a log counts as the many requests that replaying it costs."""


def next_step(asked: AskedHint) -> AskedHint:
    """What is told when a hint is asked for once more."""
    return asked._replace(step=min(asked.step + 1, MOST_STEPS))


async def hint_for(
    solver: Solver,
    language: str,
    seat: Seat,
    asked: AskedHint,
    source: Hints,
    asker: Asker = ANYONE,
) -> Hint:
    """As far as `asked.step`."""
    play = seat.play
    is_sight = source is Hints.SIGHT
    told = advice(play) if is_sight else await solved_advice(solver, play, asker)
    return told_hint(language, play, told, asked)


async def solved_advice(solver: Solver, play: Play, asker: Asker = ANYONE) -> Advice:
    """From a win that is known, or found within SOLVED_WITHIN; else from sight, which it says."""
    if play.is_won:
        return advice(play)
    verdict = await solver.ask(
        play.slug, play.position, play.number, wait=SOLVED_WITHIN, asker=asker
    )
    if verdict and verdict.line:
        return proved_advice(play, verdict.line)
    is_lost = verdict is not None and verdict.kind is Kind.LOST
    knowledge = Knowledge.LOST if is_lost else Knowledge.NO_WIN_KNOWN
    return advice(play)._replace(knowledge=knowledge)


def hint_answer(renderer: Renderer, seat: Seat, shown: AskedHint, hint: Hint) -> Response:
    """The htmx answer; `shown`: the hint that the page shows now."""
    play = seat.play
    engine = play.engine
    deal = renderer.deal(play.slug, play.number)
    views = pile_views(engine, play.position, marks=hint.marks)
    places = {*shown.places(engine), *(hint.marks.places if hint.marks else ())}
    carried = play.log if seat.is_carried else None
    fields = renderer.fields(seat.version, carried, play.ply, hint.asked)
    status = renderer.status(seat.version, play.moves, seconds_played(seat), "", hint.text)
    parts = renderer.changed_piles([views[place] for place in sorted(places)], deal)
    parts += [
        renderer.part("fields", fields),
        renderer.part("status", status),
        renderer.spoken(hint.text),
    ]
    return Fragment("".join(parts).encode())
