"""A declaration told to people: how to play, what differs between two games, what is dealt where.

Reads declarations and asks the engine; knows no page and loads no catalog.
"""

from app.howto.differences import differences, relatives
from app.howto.own_lines import own_line
from app.howto.own_words import OwnWords, own_words
from app.howto.picture import layout_picture, layout_words
from app.howto.sections import Part, Section, how_to_play

__all__ = [
    "OwnWords",
    "Part",
    "Section",
    "differences",
    "how_to_play",
    "layout_picture",
    "layout_words",
    "own_line",
    "own_words",
    "relatives",
]
