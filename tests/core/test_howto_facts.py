"""Each fact of the table of rules stands in the text of its game, in both languages."""

import pytest

from app.games import GAMES
from tests.core.telling import told

ROMANS = ("roman", "signora", "colonel", "double-signora")
ACES = ("bureau", "athena", "athena-1", "klondike", "klondike-3")
KINGS = ("athena", "athena-1", "klondike", "klondike-3")
ALTERNATE_UP = ("signora", "double-signora", "bureau")
ALTERNATE_DOWN = ("signora", "double-signora", *ACES)
RUNS = ("colonel", *ACES)
ONE_BY_ONE = ("roman", "signora", "double-signora")
TWO_PACKS = ("roman", "bureau", "signora", "colonel")
ALL = tuple(GAMES)

Fact = tuple[tuple[str, ...], str, str]


def _deal(slug: str, columns: str, columns_fr: str, stock: int, foundations: int) -> list[Fact]:
    return [
        ((slug,), f"The tableau is {columns}.", f"Le tableau compte {columns_fr}."),
        ((slug,), f"The other {stock} cards are the stock", f"Les {stock} autres cartes forment"),
        ((slug,), f"to the {foundations} foundations.", f"sur les {foundations} fondations."),
    ]


FACTS: dict[str, list[Fact]] = {
    "decks": [
        (("double-signora",), "all 208 cards of 4 packs", "les 208 cartes de 4 jeux"),
        (TWO_PACKS, "all 104 cards of 2 packs", "les 104 cartes de 2 jeux"),
        (KINGS, "all 52 cards of a pack", "les 52 cartes d’un jeu"),
    ],
    "the deal": [
        *_deal(
            "roman",
            "9 columns of one card, all face up",
            "9 colonnes d’une carte, toutes visibles",
            84,
            8,
        ),
        *_deal(
            "signora",
            "9 columns of one card, all face up",
            "9 colonnes d’une carte, toutes visibles",
            84,
            8,
        ),
        *_deal(
            "colonel",
            "10 columns of one card, all face up",
            "10 colonnes d’une carte, toutes visibles",
            83,
            8,
        ),
        *_deal(
            "double-signora",
            "11 columns of one card, all face up",
            "11 colonnes d’une carte, toutes visibles",
            176,
            16,
        ),
        *_deal(
            "bureau",
            "13 columns of 4 cards, dealt face down, face up, face down, face up",
            "13 colonnes de 4 cartes, distribuées ainsi : cachée, visible, cachée, visible",
            52,
            8,
        ),
        *_deal(
            "athena",
            "7 columns of 4 cards, dealt face down, face up, face down, face up",
            "7 colonnes de 4 cartes, distribuées ainsi : cachée, visible, cachée, visible",
            24,
            4,
        ),
        *_deal(
            "athena-1",
            "7 columns of 4 cards, dealt face down, face up, face down, face up",
            "7 colonnes de 4 cartes, distribuées ainsi : cachée, visible, cachée, visible",
            24,
            4,
        ),
        *_deal(
            "klondike",
            "7 columns of 1, 2, 3, 4, 5, 6 and 7 cards, only the last of each face up",
            (
                "7 colonnes de 1, 2, 3, 4, 5, 6 et 7 cartes, seule la dernière de chacune "
                "étant visible"
            ),
            24,
            4,
        ),
        *_deal(
            "klondike-3",
            "7 columns of 1, 2, 3, 4, 5, 6 and 7 cards, only the last of each face up",
            (
                "7 colonnes de 1, 2, 3, 4, 5, 6 et 7 cartes, seule la dernière de chacune "
                "étant visible"
            ),
            24,
            4,
        ),
    ],
    "base": [
        (
            ROMANS,
            "The first card played to a foundation sets the base",
            "La première carte posée sur une fondation fixe le rang de base",
        ),
        (
            ACES,
            "An empty foundation takes any ace, and nothing else.",
            "Une fondation vide accepte n’importe quel as, et rien d’autre.",
        ),
    ],
    "which card may be the first": [
        (
            ROMANS,
            "the top card of a column, of the waste or of the reserve: the choice is yours",
            "la carte du dessus d’une colonne, de la défausse ou de la réserve : à vous de choisir",
        ),
    ],
    "foundation build": [
        (
            ALTERNATE_UP,
            "Foundations are built up in alternate colours",
            "Les fondations montent en alternant les couleurs",
        ),
        (
            ("roman", "colonel", *KINGS),
            "Foundations are built up in suit",
            "Les fondations montent dans la même enseigne",
        ),
    ],
    "foundation wrap": [
        (
            ROMANS,
            "The ranks go round: on the king of hearts goes",
            "Les rangs s’enchaînent en boucle : sur le roi de cœur se pose",
        ),
        (ACES, "from ace to king", "de l’as au roi"),
    ],
    "pile complete at 13": [
        (ALL, "complete with 13 cards", "complète avec 13 cartes"),
    ],
    "top card back to the tableau": [
        (ALL, "may return to a column that takes it", "peut revenir sur une colonne qui l’accepte"),
        (ALL, "but never go to another foundation", "mais jamais passer sur une autre fondation"),
    ],
    "base once all piles are empty again": [
        (
            ROMANS,
            "When all foundations are empty again, the base is open again.",
            (
                "Quand toutes les fondations sont de nouveau vides, le rang de base est de "
                "nouveau libre."
            ),
        ),
    ],
    "tableau build": [
        (
            ("roman",),
            "Columns are built down whatever the suit",
            "Les colonnes descendent sans tenir compte de l’enseigne",
        ),
        (
            ("colonel",),
            "Columns are built down in suit",
            "Les colonnes descendent dans la même enseigne",
        ),
        (
            ALTERNATE_DOWN,
            "Columns are built down in alternate colours",
            "Les colonnes descendent en alternant les couleurs",
        ),
    ],
    "no king on an ace in the tableau": [
        (ALL, "Nothing goes on an ace.", "Rien ne se pose sur un as."),
    ],
    "what moves": [
        (
            ONE_BY_ONE,
            "Cards move one at a time, never as a run",
            "Les cartes se déplacent une à une, jamais en séquence",
        ),
        (
            RUNS,
            "A run moves from column to column, whole or only some cards from its top.",
            (
                "Une séquence passe d’une colonne à une autre, entière ou quelques cartes "
                "seulement, prises sur le dessus."
            ),
        ),
        (
            RUNS,
            "To a foundation goes one card at a time.",
            "Sur une fondation, on ne pose qu’une carte à la fois.",
        ),
    ],
    "played onto a column from": [
        (
            ALL,
            "A column takes the top card of another column, of the waste or of a foundation.",
            (
                "Une colonne accepte la carte du dessus d’une autre colonne, de la défausse ou "
                "d’une fondation."
            ),
        ),
        (
            ROMANS,
            "It never goes to a column, not even to an empty one.",
            "Elle ne va jamais sur une colonne, même vide.",
        ),
    ],
    "emptied column": [
        (
            ROMANS,
            (
                "filled at once, in the same move, with the top card of the waste or, if there "
                "is none, the next card of the stock, face up"
            ),
            (
                "se remplit aussitôt, dans le même coup, avec la carte du dessus de la "
                "défausse ou, à défaut, la prochaine carte de la pioche, face visible"
            ),
        ),
        (ROMANS, "one undo takes back both", "une seule annulation défait les deux"),
        (
            ("bureau",),
            "An empty column stays empty: nothing may go there, not even a king.",
            "Une colonne vide le reste : rien ne s’y pose, pas même un roi.",
        ),
        (
            KINGS,
            "An empty column takes any king, with or without a run on it.",
            "Une colonne vide accepte n’importe quel roi, avec ou sans séquence à la suite.",
        ),
    ],
    "waste and stock both empty": [
        (
            ROMANS,
            "It stays empty only when nothing is left to fill it.",
            "Elle ne reste vide que s’il n’y a plus rien pour la remplir.",
        ),
        (
            ONE_BY_ONE,
            "An empty column takes any card.",
            "Une colonne vide accepte n’importe quelle carte.",
        ),
        (
            ("colonel",),
            "An empty column takes any card, with or without a run on it.",
            "Une colonne vide accepte n’importe quelle carte, avec ou sans séquence à la suite.",
        ),
    ],
    "reserve": [
        (
            ("roman", "signora", "colonel"),
            "a reserve of 11 cards, all face up",
            "une réserve de 11 cartes, toutes visibles",
        ),
        (
            ("double-signora",),
            "a reserve of 21 cards, all face up",
            "une réserve de 21 cartes, toutes visibles",
        ),
        (
            ROMANS,
            "The top card of the reserve, the last dealt, may be played to a foundation.",
            (
                "La carte du dessus de la réserve, distribuée la dernière, peut se jouer sur "
                "une fondation."
            ),
        ),
        (ROMANS, "it is never filled up", "elle n’est jamais complétée"),
    ],
    "per click": [
        (("athena", "klondike-3"), "brings 3 cards to the waste", "amène 3 cartes sur la défausse"),
        (
            ("roman", "bureau", "signora", "colonel", "double-signora", "athena-1", "klondike"),
            "brings one card to the waste",
            "amène une carte sur la défausse",
        ),
    ],
    "passes": [
        (ONE_BY_ONE, "You go through the stock once.", "Vous parcourez la pioche une seule fois."),
        (
            ONE_BY_ONE,
            "The waste is never turned over.",
            "La défausse n’est jamais remise en pioche.",
        ),
        (
            ("bureau", "colonel"),
            "You go through the stock twice.",
            "Vous parcourez la pioche deux fois.",
        ),
        (
            KINGS,
            "You go through the stock as often as you like.",
            "Vous parcourez la pioche autant de fois que vous le voulez.",
        ),
        (
            RUNS,
            "the cards keep their order, and that turn brings none",
            "les cartes gardent leur ordre, et ce coup n’en amène aucune",
        ),
    ],
    "waste": [
        (
            ALL,
            "Only the top card of the waste may be played, to a foundation or to a column.",
            (
                "Seule la carte du dessus de la défausse peut se jouer, sur une fondation ou "
                "sur une colonne."
            ),
        ),
        (
            ALL,
            "foundations and the waste are empty at the start.",
            "fondations et la défausse sont vides.",
        ),
        (
            ALL,
            "Cards come to the waste from the stock alone.",
            "La défausse ne reçoit de cartes que de la pioche.",
        ),
    ],
    "sent by the program": [
        (
            ALL,
            "sends up every card that you are certain never to need again",
            "envoie d’un coup toutes les cartes dont vous n’aurez certainement plus besoin",
        ),
        (
            ROMANS,
            "It never chooses the base for you.",
            "Il ne choisit jamais le rang de base à votre place.",
        ),
    ],
    "a face-down card uncovered": [
        (
            ACES,
            "once uncovered, it turns face up in the same move",
            "dès qu’elle est découverte, elle se retourne, dans le même coup",
        ),
    ],
    "win": [
        (
            KINGS,
            "the last of the 52 cards lies on a foundation",
            "la dernière des 52 cartes est sur une fondation",
        ),
        (
            TWO_PACKS,
            "the last of the 104 cards lies on a foundation",
            "la dernière des 104 cartes est sur une fondation",
        ),
        (
            ("double-signora",),
            "the last of the 208 cards lies on a foundation",
            "la dernière des 208 cartes est sur une fondation",
        ),
    ],
}


@pytest.mark.parametrize("fact", FACTS)
def test_told_where_it_holds_and_nowhere_else(fact: str) -> None:
    for slugs, english, french in FACTS[fact]:
        for language, words in (("en", english), ("fr", french)):
            words_of = words.replace(" :", "\u00a0:")
            telling = {
                slug
                for slug, rules in GAMES.items()
                if words_of in " ".join(told(rules, language).values())
            }
            # other games may be dealt alike
            assert set(slugs) <= telling if len(slugs) == 1 else set(slugs) == telling, words


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_its_facts(slug: str) -> None:
    known = {fact for fact, rows in FACTS.items() if any(slug in slugs for slugs, *_ in rows)}
    only_romans = {"which card may be the first", "base once all piles are empty again"}
    only_romans |= {"waste and stock both empty", "reserve"}
    missing = {"a face-down card uncovered"} if slug in ROMANS else only_romans
    assert known == set(FACTS) - missing
