"""What programs send and get. The words that describe it are all that their writers read."""

from app.web.api.models.asked import BackAsked, MoveAsked, PressAsked, StartAsked
from app.web.api.models.fields import EXAMPLE_KEY, PileKind
from app.web.api.models.problems import FieldFault, Problem, ProblemKind, ProblemKinds
from app.web.api.models.rules import (
    Build,
    Foundations,
    Game,
    GameInList,
    Games,
    Reserve,
    RulesSection,
    Stock,
    Tableau,
)
from app.web.api.models.tables import Deal, LegalMove, Pile, Play, StartedPlay, Table

__all__ = [
    "EXAMPLE_KEY",
    "BackAsked",
    "Build",
    "Deal",
    "FieldFault",
    "Foundations",
    "Game",
    "GameInList",
    "Games",
    "LegalMove",
    "MoveAsked",
    "Pile",
    "PileKind",
    "Play",
    "PressAsked",
    "Problem",
    "ProblemKind",
    "ProblemKinds",
    "Reserve",
    "RulesSection",
    "StartAsked",
    "StartedPlay",
    "Stock",
    "Table",
    "Tableau",
]
