"""What others have found out about the same games, under the same rules as far as they say."""

from typing import NamedTuple


class Published(NamedTuple):
    slug: str
    source: str
    knows: str
    """What the one who plays knows."""
    says: str
    low: float
    high: float
    player: str = ""
    """Whose single plays stand beside it; without one, the proved wins."""


PUBLISHED = (
    Published(
        "klondike-3",
        "C. Blake and I. P. Gent, *The Winnability of Klondike Solitaire and Many Other Patience"
        " Games*, 2019, arXiv:1906.12314",
        "every card",
        "81.945 % (81.956 % ± 0.096 in the first version)",
        0.8186,
        0.82052,
    ),
    Published(
        "klondike-3",
        "R. Bjarnason, P. Tadepalli and A. Fern, *Searching Solitaire in Real Time*, ICGA Journal,"
        " 2007",
        "every card",
        "from 82 % to 91.44 %",
        0.82,
        0.9144,
    ),
    Published(
        "klondike-3",
        "R. Bjarnason, A. Fern and P. Tadepalli, *Lower Bounding Klondike Solitaire with"
        " Monte-Carlo Planning*, ICAPS, 2009",
        "what lies face up",
        "more than 35 % by planning, at every move anew",
        0.35,
        1.0,
        "sight",
    ),
)
