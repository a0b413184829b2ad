"""Positions, plays and declarations as the models that programs get.

For programs it is what `views` is for pages: the only door between them and the cards.
"""

from functools import lru_cache

from app import play
from app.cards import RANK_LETTERS, Card, face_name
from app.engine import UNLIMITED, Engine, Move, Position
from app.games import GAMES
from app.howto import how_to_play
from app.notation import move_text
from app.rules import GameRules, Kind
from app.web.api import models
from app.web.i18n import catalog, game_title
from app.web.seats import Seat
from app.web.standing import seconds_played


def shown_deal(slug: str, number: int) -> models.Deal:
    """Raises KeyError and NoSuchDeal."""
    return models.Deal(game=slug, number=number, table=shown_table(play.Play.start(slug, number)))


def shown_play(seat: Seat) -> models.Play:
    game = seat.play
    return models.Play(
        game=game.slug,
        number=game.number,
        version=seat.version,
        log=game.log,
        steps=game.ply,
        moves=game.moves,
        seconds=seconds_played(seat) or 0,
        can_undo=game.ply > 0,
        can_redo=game.ply < game.steps,
        table=shown_table(game),
    )


def shown_table(game: play.Play) -> models.Table:
    engine, position = game.engine, game.position
    base = engine.base_rank(position)
    return models.Table(
        piles=_piles(engine, position),
        base=RANK_LETTERS[base - 1] if base else None,
        passes_left=None if position.passes_left == UNLIMITED else position.passes_left,
        legal_moves=[_legal_move(engine, position, move) for move in engine.legal_moves(position)],
        won=game.is_won,
        stuck=game.is_stuck,
    )


# a declaration never changes while the program runs
@lru_cache(maxsize=64)
def shown_game(slug: str, language: str) -> models.Game:
    """Raises KeyError."""
    rules = GAMES[slug]
    tableau = rules.tableau
    return models.Game(
        **_listed(slug, language).model_dump(),
        foundations=models.Foundations.model_validate(rules.foundations),
        tableau=models.Tableau(
            deal=list(tableau.deal),
            build=models.Build.model_validate(tableau.build),
            unit=tableau.unit,
            empty=tableau.empty,
            refill=_kinds(tableau.refill),
        ),
        reserve=_reserve(rules),
        stock=models.Stock.model_validate(rules.stock),
        how_to_play=_sections(rules, language),
    )


def shown_games(language: str) -> models.Games:
    return models.Games(games=[_listed(slug, language) for slug in GAMES])


def _listed(slug: str, language: str) -> models.GameInList:
    rules = GAMES[slug]
    return models.GameInList(game=slug, title=game_title(language, rules), packs=rules.decks)


def _sections(rules: GameRules, language: str) -> list[models.RulesSection]:
    return [
        models.RulesSection(
            part=section.part, heading=section.heading, sentences=list(section.sentences)
        )
        for section in how_to_play(rules, catalog(language))
    ]


def _reserve(rules: GameRules) -> models.Reserve | None:
    if not rules.reserve:
        return None
    return models.Reserve(cards=rules.reserve.cards, plays_to=_kinds(rules.reserve.plays_to))


def _kinds(kinds: tuple[Kind, ...]) -> list[models.PileKind]:
    return [_kind(kind) for kind in kinds]


def _kind(kind: Kind) -> models.PileKind:
    return models.PileKind[kind.name]


def _piles(engine: Engine, position: Position) -> list[models.Pile]:
    return [
        models.Pile(
            name=text,
            kind=_kind(name.kind),
            cards=[None if card is None else face_name(card) for card in seen],
        )
        for text, name, seen in zip(engine.texts, engine.names, _seen_piles(position), strict=True)
    ]


def _seen_piles(position: Position) -> list[list[Card | None]]:
    """Every pile whole, in the engine's order; None: it lies face down.

    What has been turned up and covered again, in waste or foundation, has been seen.
    """
    *seen, stock = [
        [None if position.face_down >> card & 1 else card for card in pile]
        for pile in position.piles
    ]
    return [*seen, [None] * len(stock)]


def _legal_move(engine: Engine, position: Position, move: Move) -> models.LegalMove:
    source, target, cards = move
    if move == engine.turn:
        cards = min(engine.rules.stock.per_turn, len(position.piles[engine.stock]))
    return models.LegalMove(
        move=move_text(engine, move),
        source=engine.texts[source],
        target=engine.texts[target],
        cards=cards,
    )
