"""A hint for a seat, and the small answer that shows it: no board, and no change of the game."""

from fastapi import Response

from app.hints.advice import Advice, advice
from app.web.asked_hint import MOST_STEPS, AskedHint
from app.web.hint_words import Hint, told_hint
from app.web.rendering import Renderer
from app.web.seats import Seat
from app.web.tables import Fragment, seconds_played
from app.web.views import pile_views

LONG_LOG = 255
"""Characters beyond which a log counts as the many requests that replaying it costs."""


def next_step(asked: AskedHint) -> AskedHint:
    """What is told when a hint is asked for once more."""
    return asked._replace(step=min(asked.step + 1, MOST_STEPS))


def hint_for(language: str, seat: Seat, asked: AskedHint, proved: Advice | None = None) -> Hint:
    """As far as `asked.step`; `proved`: from who knows the hidden cards, if that was asked for."""
    return told_hint(language, seat.play, proved or advice(seat.play), asked)


def hint_answer(renderer: Renderer, seat: Seat, shown: AskedHint, hint: Hint) -> Response:
    """The htmx answer; `shown`: the hint that the page shows now."""
    language, play = renderer.language, seat.play
    engine = play.engine
    deal = f"/{language}/{play.slug}/{play.number}"
    views = pile_views(engine, play.position, marks=hint.marks)
    places = {*shown.places(engine), *(hint.marks.places if hint.marks else ())}
    carried = play.log if seat.is_carried else None
    fields = renderer.fields(seat.version, carried, play.ply, hint.asked)
    status = renderer.status(seat.version, play.moves, seconds_played(seat), "", hint.text)
    return Fragment(
        "".join(
            [
                *(renderer.changed_pile(views[place], deal) for place in sorted(places)),
                renderer.part("fields", fields),
                renderer.part("status", status),
                renderer.spoken(hint.text),
            ]
        )
    )
