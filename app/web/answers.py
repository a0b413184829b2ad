"""What htmx is answered: the changes that a press has made to the page."""

from functools import lru_cache

from fastapi import Response

from app.play import Play
from app.reach import since
from app.web.asked_hint import NO_HINT, AskedHint
from app.web.game import Outcome, Result
from app.web.press import Action
from app.web.rendering import Renderer
from app.web.responses import Fragment
from app.web.sight import MOST_SEEN
from app.web.spoken import line_of, sentence
from app.web.standing import ControlsView, controls_view, seconds_played, table_view
from app.web.views import changed_views, pile_views


def changes(renderer: Renderer, result: Result, action: Action) -> Response:
    """The htmx answer: what looks different now, what was made, and the version."""
    language = renderer.language
    seat, before = result.seat, result.before
    play = seat.play
    deal = renderer.deal(play.slug, play.number)
    line = line_of(language, result)
    if result.outcome in _LINE_ALONE:
        return Fragment((renderer.line(line) + renderer.spoken(line)).encode())
    if before:
        came_of = _, touched = since(before.position, play.position)
        piles = changed_views(play.engine, came_of, play.position, result.marked)
        moved = [play.engine.texts[place] for place in touched]
        parts = renderer.changed_piles(piles, deal, moved)
    else:
        parts = renderer.changed_piles(pile_views(play.engine, play.position), deal)
    carried = play.log if seat.is_carried else None
    played = seconds_played(seat)
    hints = seat.counted_hints
    counted = AskedHint(hints=hints) if hints else NO_HINT
    parts.append(
        renderer.standing(seat.version, play.moves, played, line, carried, play.ply, asked=counted)
    )
    controls, has_ended = _around(play)
    controls_before, had_ended = _around(before) if before else (None, True)
    if controls != controls_before:
        parts.append(renderer.part("controls", renderer.controls(controls, deal)))
    if controls_before is None or controls.can_undo != controls_before.can_undo:
        parts.append(renderer.part("again", renderer.again(deal, can_restart=controls.can_undo)))
    is_news = (seat.is_carried and result.outcome is Outcome.DONE) or seat.version == 1
    if is_news and not renderer.under:
        kept = renderer.kept(is_kept_in_address=seat.is_kept_in_address)
        parts.append(renderer.part("kept", kept))
    if has_ended or had_ended:
        end = table_view(language, seat, under=renderer.under) if has_ended else None
        parts.append(renderer.part("ending", renderer.ending(end), is_first=True))
    parts.append(renderer.spoken(sentence(language, result, action, has_ended=has_ended)))
    return Fragment("".join(parts).encode())


_LINE_ALONE = (Outcome.LOST, Outcome.UNCLEAR)
"""After these the board on the page is the right one."""


# like the sight of a position: what a move leads to is where the next one starts
@lru_cache(maxsize=MOST_SEEN)
def _around(play: Play) -> tuple[ControlsView, bool]:
    """The controls, and whether the game is won or stuck."""
    return controls_view(play), play.is_won or play.is_stuck
