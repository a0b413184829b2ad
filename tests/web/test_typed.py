"""Moves in words: what they mean, what is asked back, and that they tell nothing hidden."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cards import Card
from app.notation import move_text, parse_move
from app.play import Play
from app.web.game import Outcome
from app.web.i18n import card_words, catalog, pile_words
from app.web.press import Action
from app.web.typed import Unclear, read_typed
from app.web.views import pile_views
from tests.positions import draw
from tests.web.players import LANGS, SLUGS, legal_texts, random_play
from tests.web.serving import Browser
from tests.web.table import board, read_table
from tests.web.test_secrecy import permuted, walk

NUMBER = 12
RANKS = {"en": "A23456789TJQK", "fr": "A23456789.VDR"}
SUITS = {"en": "SHDC", "fr": "PCKT"}
COMMANDS = {
    "en": {"deal": "d", "D": "d", " turn ": "d", "undo": Action.UNDO, "REDO": Action.REDO},
    "fr": {
        "pioche": "d",
        "d": "d",
        "Piocher": "d",
        "annuler": Action.UNDO,
        "rétablir": Action.REDO,
    },
}

# a drawn table, what is typed in English and in French, and the move
UNDERSTOOD = [
    ("T1=7H; T2=8S", "7h 8s", "7c 8p", "t1t2"),
    ("T1=7H; T2=8S", "7H8S", "7C8P", "t1t2"),
    ("T1=7H; T2=8S", "7 of hearts on 8 of spades", "7 de cœur sur 8 de pique", "t1t2"),
    ("T1=7H; T2=8S", " 7h  2", "7 c 2", "t1t2"),
    ("T1=7H; T2=8S", "1 8s", "1 8p", "t1t2"),
    ("T1=7H; T2=8S", "12", "12", "t1t2"),
    ("T1=7H; T2=8S", "t1t2", "t1t2", "t1t2"),
    ("T1=7H; T2=8S", "column 1 to column 2", "colonne 1 vers la colonne 2", "t1t2"),
    ("T1=7H; T2=8S", "7h", "7c", "t1t2"),
    ("T1=9H 8S 7H; T2=9D", "8s 9d", "8p 9k", "t1t2x2"),
    ("T1=9H 8S 7H; T2=9D", "1 2", "1 2", "t1t2x2"),
    ("T1=9H 8S 7H; T2=9D", "t1t2x2", "t1t2x2", "t1t2x2"),
    ("T1=TD; T2=JC", "10d jc", "10ca vt", "t1t2"),
    ("T1=TD; T2=JC", "td 2", "dix de carreau valet de trèfle", "t1t2"),
    ("T1=QD; T2=KC", "queen of diamonds king of clubs", "dame de carreau roi de trèfle", "t1t2"),
    ("T1=QD; T2=KC", "q♦ k♣", "d♦ r♣", "t1t2"),
    ("F1=AH; T1=2H", "1 f", "1 f", "t1f1"),
    ("F1=AH; T1=2H", "2h f1", "2c f1", "t1f1"),
    ("F1=AH; T1=2H", "2h ah", "2c ac", "t1f1"),
    ("F1=AH 2H; T1=3S", "f 1", "f 1", "f1t1"),
    ("T1=8S; W=7D", "w 1", "w 1", "w1t1"),
    ("T1=8S; W=7D", "waste to 8s", "défausse 8p", "w1t1"),
    ("T1=8S; W=7D", "waste 1", "def 1", "w1t1"),
]


@pytest.mark.parametrize(("drawn", "english", "french", "move"), UNDERSTOOD)
def test_what_is_understood(drawn: str, english: str, french: str, move: str) -> None:
    table = draw("klondike", drawn)
    views = pile_views(table.engine, table.position)
    assert read_typed("en", views, english) == (Action.MOVE, move)
    assert read_typed("fr", views, french) == (Action.MOVE, move)


@pytest.mark.parametrize("lang", LANGS)
def test_commands(lang: str) -> None:
    play = Play.start("klondike", NUMBER)
    views = pile_views(play.engine, play.position)
    for text, wanted in COMMANDS[lang].items():
        expected = (Action.MOVE, wanted) if wanted == "d" else (wanted, "")
        assert read_typed(lang, views, text) == expected


# the game, the table, what is typed, and the answer
DOUBTS = [
    ("bureau", "T1=7H; T2=8S; T3=7H", "en", "7h 8s", "Which 7 of hearts: column 1 or column 3?"),
    (
        "bureau",
        "T1=7H; T2=8S; T3=7H",
        "fr",
        "7c 8p",
        "Quelle carte, 7 de cœur : colonne 1 ou colonne 3 ?",
    ),
    ("bureau", "T1=7H; T2=8S; T3=8S", "en", "7h 8s", "Which 8 of spades: column 2 or column 3?"),
    ("bureau", "T1=7H; T2=8S; T3=8C", "en", "7h", "Where to: column 2 or column 3?"),
    ("bureau", "T1=7H; T2=8S; T3=8C", "fr", "7c", "Vers où : colonne 2 ou colonne 3 ?"),
    (
        "double-signora",
        "T1=7H; T2=8S; T3=8S; T4=8S; T5=8S; T6=8C",
        "en",
        "7h",
        "Where to: column 2, column 3, column 4, column 5 or another?",
    ),
    (
        "double-signora",
        "T1=7H; T2=8S; T3=8S; T4=8S; T5=8S; T6=8C",
        "fr",
        "7c",
        "Vers où : colonne 2, colonne 3, colonne 4, colonne 5 ou un autre choix ?",
    ),
    ("klondike", "T1=7H; T2=8S", "en", "7h 9s", "Not in sight: 9 of spades."),
    ("klondike", "T1=(9S) 7H; T2=8S", "en", "9s 2", "Not in sight: 9 of spades."),
    ("klondike", "T1=(9S) 7H; T2=8S", "fr", "9p 2", "Pas en vue : 9 de pique."),
    ("klondike", "T1=7H; T2=8S", "en", "8s 7h", "Cannot be moved now: 8 of spades."),
    ("klondike", "T1=7H; T2=8S; T3=2D", "en", "7h 3", "7 of hearts cannot go to: column 3."),
    ("klondike", "T1=7H; T2=8S; T3=2D", "fr", "7c 3", "7 de cœur ne peut aller là : colonne 3."),
    ("klondike", "T1=7H; T2=8S", "en", "7h 9", "There is no such pile here: column 9."),
    ("klondike", "T1=7H; T2=8S", "en", "r f", "There is no such pile here: reserve."),
]


@pytest.mark.parametrize(("slug", "drawn", "lang", "text", "said"), DOUBTS)
def test_what_is_asked_or_told(slug: str, drawn: str, lang: str, text: str, said: str) -> None:
    table = draw(slug, drawn)
    with pytest.raises(Unclear) as unclear:
        read_typed(lang, pile_views(table.engine, table.position), text)
    assert str(unclear.value).replace("\N{NO-BREAK SPACE}", " ") == said


@pytest.mark.parametrize(("lang", "text"), [("en", "Kh"), ("fr", "Rc")])
def test_of_piles_that_are_empty_alike_the_first_is_taken(lang: str, text: str) -> None:
    table = draw("roman", "T1=KH; T2=3S; F1=KS")
    views = pile_views(table.engine, table.position)
    assert read_typed(lang, views, text) == (Action.MOVE, "t1f2")
    assert read_typed(lang, views, f"{text} f5") == (Action.MOVE, "t1f5")


def test_all_numbers_of_cards_are_named() -> None:
    table = draw("colonel", "T1=9S 8S 7S 6S 5S 4S; T2=-; S=-; W=-; R=-")
    with pytest.raises(Unclear, match=r"How many cards: 1, 2, 3, 4, 5 or 6\? Add x6\."):
        read_typed("en", pile_views(table.engine, table.position), "1 2")


def test_how_many_cards_is_asked_where_an_empty_column_takes_any() -> None:
    table = draw("colonel", "T1=9S 8S 7S; T2=-; S=-; W=-; R=-")
    views = pile_views(table.engine, table.position)
    with pytest.raises(Unclear, match=r"How many cards: 1, 2 or 3\? Add x3\."):
        read_typed("en", views, "1 2")
    assert read_typed("en", views, "1 2 x2") == (Action.MOVE, "t1t2x2")
    assert read_typed("en", views, "8s 2") == (Action.MOVE, "t1t2x2")


@pytest.mark.parametrize(
    "text", ["", "  ", "zz", "7h 8", "7x 8s", "<b>", "9" * 500, "7h 8s 9d", "é"]
)
@pytest.mark.parametrize("lang", LANGS)
def test_nonsense_is_named(text: str, lang: str) -> None:
    table = draw("klondike", "T1=7H; T2=6S")
    views = pile_views(table.engine, table.position)
    with pytest.raises(Unclear) as unclear:
        read_typed(lang, views, text)
    assert len(str(unclear.value)) < 120
    assert text.strip()[:20] in str(unclear.value) or text == "7h 8"


@given(text=st.text(max_size=80), lang=st.sampled_from(LANGS), slug=st.sampled_from(SLUGS))
def test_whatever_is_typed_is_a_legal_move_or_a_line(text: str, lang: str, slug: str) -> None:
    play = random_play(slug, 5, 12)
    answer = _answer(lang, play, text)
    if isinstance(answer, str):
        assert 0 < len(answer) < 200
    else:
        action, move = answer
        assert action is not Action.MOVE or move in legal_texts(play) or move == "d"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_legal_move_can_be_typed(slug: str, lang: str) -> None:
    """By its piles, with the number of cards; by names of cards it is made or asked back."""
    for n in range(6):
        play = random_play(slug, 70 + n, 12 * n)
        engine, views = play.engine, pile_views(play.engine, play.position)
        for move in engine.legal_moves(play.position):
            text = move_text(engine, move)
            if move != engine.turn and "x" not in text:
                text += "x1"
            assert read_typed(lang, views, text) == (Action.MOVE, move_text(engine, move))
            if move == engine.turn:
                continue
            card = card_words(lang, play.position.piles[move.source][-move.cards])
            named = f"{card} {pile_words(lang, engine.names[move.target])}"
            answer = _answer(lang, play, named)
            if isinstance(answer, str):
                assert "?" in answer
            else:
                assert card == card_words(lang, _lifted(play, answer[1]))


@pytest.mark.parametrize("slug", SLUGS)
def test_no_answer_tells_of_a_hidden_card(slug: str) -> None:
    chance = random.Random(slug)
    for n, play in enumerate(walk(slug, 12)):
        other = replace(play, position=permuted(play.engine, play.position, random.Random(n)))
        for lang in LANGS:
            for _ in range(40):
                text = _any_card(lang, chance)
                if chance.random() < 0.7:
                    text += f" {chance.choice([_any_card(lang, chance), 'f', '3', 'w', '5'])}"
                assert _answer(lang, play, text) == _answer(lang, other, text), text


def _any_card(lang: str, chance: random.Random) -> str:
    rank = chance.choice(RANKS[lang]).replace(".", "10")
    return rank + chance.choice(SUITS[lang])


def _answer(lang: str, play: Play, text: str) -> tuple[Action, str] | str:
    try:
        return read_typed(lang, pile_views(play.engine, play.position), text)
    except Unclear as unclear:
        return str(unclear)


def _lifted(play: Play, text: str) -> Card:
    source, _, cards = parse_move(play.engine, text)
    return play.position.piles[source][-cards]


# -- by HTTP -------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
async def test_a_typed_move_is_made_once(browser: Browser, htmx: bool) -> None:  # noqa: FBT001
    deal = "/en/roman/12"
    form = {**(await browser.table(deal)).fields, "typed": "4c 5c"}

    answer = await browser.post(f"{deal}/typed", form, htmx=htmx)

    if htmx:
        assert read_table(answer.text).version == 1
        assert "4 of clubs to column 7." in read_table(answer.text).parts["live"]
    else:
        assert answer.status_code == 303
        assert answer.headers["location"].endswith("#typed")
    stored = await browser.stored("roman", 12)
    assert stored
    assert (stored.log, stored.version, stored.last) == ("t1t7", 1, "t1t7")
    again = await browser.post(f"{deal}/typed", form, htmx=htmx)
    assert again.status_code == answer.status_code
    assert await browser.stored("roman", 12) == stored


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
async def test_a_doubt_changes_nothing(browser: Browser, htmx: bool) -> None:  # noqa: FBT001
    deal = "/fr/roman/12"
    await browser.play(deal, "t1t7")
    before = (await browser.get(deal)).text
    stored = await browser.stored("roman", 12)
    form = {**read_table(before).fields, "typed": '<b>"9é'}

    answer = await browser.post(f"{deal}/typed", form, htmx=htmx)

    assert "&lt;b&gt;&#34;9é" in answer.text
    assert "n’a pas été compris" in answer.text
    assert await browser.stored("roman", 12) == stored
    if htmx:
        assert set(read_table(answer.text).parts) == {"status .line", "live"}
    else:
        assert answer.status_code == 422
        assert board(answer.text) == board(before)
        assert 'value="&lt;b&gt;&#34;9é" autofocus' in answer.text


async def test_a_stale_one_is_told_where_the_game_stands(browser: Browser) -> None:
    deal = "/en/roman/12"
    form = {**(await browser.table(deal)).fields, "typed": "4c 5c"}
    await browser.play(deal, "t1t7.r1f1")

    answer = await browser.post(f"{deal}/typed", form, htmx=True)

    assert catalog("en").gettext(Outcome.STALE.line) in answer.text
    assert read_table(answer.text).version == 2


async def test_without_cookies_the_log_is_carried(browser: Browser) -> None:
    browser.client.cookies.clear()
    deal = "/en/roman/12"
    form = {"version": "1", "log": "t1t7", "ply": "1", "typed": "r f"}
    answer = await browser.site.browser(keeps_cookies=False).post(f"{deal}/typed", form)
    assert answer.status_code == 303
    assert "log=t1t7.r1f1" in answer.headers["location"]


@pytest.mark.parametrize(
    "form", [{}, {"version": "0"}, {"version": "x", "typed": "d"}, {"version": "-1", "typed": "d"}]
)
async def test_a_form_that_is_none(browser: Browser, form: dict[str, str]) -> None:
    answer = await browser.post("/en/roman/12/typed", form)
    assert answer.status_code == 422
    assert catalog("en").gettext(Outcome.MALFORMED.line) in answer.text


async def test_another_site_presses_nothing(browser: Browser) -> None:
    form = {"version": "0", "typed": "d"}
    answer = await browser.post(
        "/en/roman/12/typed", form, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403
    assert await browser.stored("roman", 12) is None


async def test_typed_commands_by_http(browser: Browser) -> None:
    deal = "/fr/klondike/15"
    for version, (text, log, ply) in enumerate(
        [("pioche", "d", 1), ("annuler", "d", 0), ("rétablir", "d", 1)]
    ):
        form = {"version": str(version), "typed": text}
        assert (await browser.post(f"{deal}/typed", form, htmx=True)).status_code == 200
        stored = await browser.stored("klondike", 15)
        assert stored
        assert (stored.log, stored.ply, stored.version) == (log, ply, version + 1)
