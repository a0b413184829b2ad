"""A stored win on the board, step by step: what a page of it says and shows."""

import logging
from functools import lru_cache, reduce
from typing import NamedTuple

from app.engine import Move, engine_for
from app.games import GAMES
from app.notation import STEP_MARK, count_moves, move_text
from app.play import Play, dealt
from app.solver.proofs import BadProof, check, line_of, stored_wins
from app.store import StoredPlay
from app.web.choices import Choices, attributes
from app.web.game import Outcome, Result
from app.web.i18n import catalog, court_prefix, game_title
from app.web.press import Action
from app.web.rendering import Renderer
from app.web.seats import Seat
from app.web.shells import trusted
from app.web.spoken import sentence
from app.web.tables import grouped, twins
from app.web.views import still_views

_log = logging.getLogger(__name__)


class Step(NamedTuple):
    """How a stored win stands after some of its moves."""

    play: Play
    made: Move | None
    """The last of them."""
    of: int
    """How many moves the win has."""


# some ten milliseconds to find out and two kilobytes to keep
@lru_cache(maxsize=256)
def win_of(slug: str, number: int) -> tuple[Move, ...]:
    """The stored win of a deal, replayed; empty where there is none."""
    proof = stored_wins(slug).get(number)
    if proof is None or not proof.choices:
        return ()
    try:
        check(slug, proof)
    except BadProof as false:
        _log.error("shown: a proof of ours is refused: %s", false)
        return ()
    engine = engine_for(slug)
    return tuple(line_of(engine, engine.deal(number), proof.choices))


def step_of(slug: str, number: int, win: tuple[Move, ...], step: int) -> Step:
    """After `step` moves of a win, 0 to all."""
    engine, made = engine_for(slug), win[:step]
    position = reduce(engine.apply, made, dealt(slug, number))
    log = STEP_MARK.join([move_text(engine, move) for move in made])
    play = Play.resume(slug, number, log, step, position)
    return Step(play, made[-1] if made else None, len(win))


def said(language: str, step: Step) -> str:
    """What the last move did, in the words of the table."""
    if step.made is None:
        return catalog(language).gettext("The deal, before the first move.")
    play = step.play
    result = Result(Outcome.DONE, Seat(play), play.undo(), step.made)
    return sentence(language, result, Action.MOVE, has_ended=play.is_won)


def shown_page(renderer: Renderer, step: Step, own: StoredPlay | None, choices: Choices) -> str:
    """`own`: the reader's game of this deal, which going on would replace."""
    language, play = renderer.language, step.play
    rules, deal = GAMES[play.slug], renderer.deal(play.slug, play.number)
    here = f"{deal}/shown?step={play.ply}"
    views = still_views(play.engine, play.position, step.made.target if step.made else None)
    piles = grouped(renderer, views, deal)
    return renderer.page(
        "pages/shown.html",
        **_named(language, play.slug, play.number),
        slug=play.slug,
        deal=deal,
        step=play.ply,
        of=step.of,
        sentence=said(language, step),
        own_moves=count_moves(own.log) if own else 0,
        version=own.version if own else 0,
        courts=court_prefix(language),
        columns=len(rules.tableau.deal),
        foundations=rules.foundations.count,
        reserve_cards=rules.reserve.cards if rules.reserve else 0,
        has_passes=rules.stock.passes is not None,
        **{group: trusted(html) for group, html in piles.items()},
        **_around(language, here, choices),
    )


def question_page(
    renderer: Renderer, slug: str, number: int, moves: int, choices: Choices, why_not: str = ""
) -> str:
    """Asks whether all is to be shown, or says `why_not`, untranslated."""
    language, deal = renderer.language, renderer.deal(slug, number)
    return renderer.page(
        "pages/shown_first.html",
        **_named(language, slug, number),
        deal=deal,
        moves=moves,
        why_not=catalog(language).gettext(why_not) if why_not else "",
        **_around(language, f"{deal}/shown", choices),
    )


def _named(language: str, slug: str, number: int) -> dict[str, object]:
    return {"title": game_title(language, GAMES[slug]), "number": number}


def _around(language: str, here: str, choices: Choices) -> dict[str, object]:
    """What every page needs; no search engine should lead here."""
    return {
        "choices": trusted(attributes(choices)),
        "canonical": "",
        "page": here,
        "twins": twins(here.removeprefix(f"/{language}")),
    }
