"""A hint by HTTP: step by step, marked and said, and the game stays as it is."""

from html import unescape
from itertools import islice
from urllib.parse import parse_qs, urlsplit

import pytest

from app.engine import engine_for
from app.hints.advice import Knowledge, Prospect, advice
from app.notation import move_text
from app.play import Play
from app.solver.asking.verdicts import Kind, position_key
from app.solver.proofs import proofs
from app.store import StoredVerdict
from app.web.game import Outcome
from app.web.hints import solved_advice
from app.web.i18n import catalog
from tests.test_golden_wins import WINS
from tests.web.players import LANGS, SLUGS, legal_texts, random_play
from tests.web.serving import Browser, Site
from tests.web.table import Table, board, read_table

DEAL = "/en/klondike/7"
"""Its first hint is a move that turns a card over."""


async def asked(browser: Browser, deal: str, fields: dict[str, str]) -> Table:
    """The answer to one press of the button, by script."""
    answer = await browser.post(f"{deal}/hint", fields, htmx=True)
    assert answer.status_code == 200
    return read_table(answer.text)


async def begun(browser: Browser, deal: str, log: str) -> dict[str, str]:
    """A game that is stored, and the fields of its form."""
    await browser.play(deal, log)
    return (await browser.table(deal)).fields


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_three_steps(browser: Browser, lang: str, slug: str) -> None:
    """Whether, which, where and why; only what is marked comes with it."""
    number = next(n for n in range(1, 99) if advice(Play.start(slug, n)).prospect is Prospect.MOVE)
    deal, play = f"/{lang}/{slug}/{number}", Play.start(slug, number)
    move = advice(play).move
    assert move is not None
    source, target = play.engine.texts[move.source], play.engine.texts[move.target]
    fields = (await browser.table(deal)).fields
    texts = []
    for step, piles in enumerate([set(), {source}, {source, target}], 1):
        answer = await asked(browser, deal, fields)
        assert set(answer.parts) == {"fields", "status", "live", *piles}
        assert answer.version == 0
        assert answer.fields["hint"] == str(step)
        assert answer.parts["live"] in answer.parts["status"]
        texts.append(answer.parts["live"])
        fields = answer.fields
    assert len(set(texts)) == 3
    assert catalog(lang).gettext("Yes, there is something useful to play.") == texts[0]
    again = await asked(browser, deal, fields)
    assert again.fields == fields
    assert again.parts["live"] == texts[-1]
    assert " data-hint" in again.parts[source]
    assert "hint-to" in again.parts[target]


async def test_a_hint_changes_nothing_but_its_count(browser: Browser) -> None:
    fields = await begun(browser, DEAL, "d")
    before = await browser.stored("klondike", 7)
    assert before is not None
    for _ in range(3):
        fields = (await asked(browser, DEAL, fields)).fields
    assert await browser.stored("klondike", 7) == before._replace(hints=1)
    await asked(browser, DEAL, {"version": "1"})
    assert await browser.stored("klondike", 7) == before._replace(hints=2)


async def test_a_move_begins_the_steps_anew_and_wipes_the_marks_off(browser: Browser) -> None:
    play = Play.start("klondike", 7)
    move = advice(play).move
    assert move is not None
    source = play.engine.texts[move.source]
    fields = (await browser.table(DEAL)).fields
    for _ in range(3):
        fields = (await asked(browser, DEAL, fields)).fields
    answer = await browser.post(f"{DEAL}/move", {**fields, "move": "d"}, htmx=True)
    table = read_table(answer.text)
    assert "hint" not in table.fields
    assert "hinting" not in table.parts["status"]
    assert {source, play.engine.texts[move.target]} <= set(table.parts)
    assert "data-hint" not in answer.text
    assert "hint-to" not in answer.text
    stored = await browser.stored("klondike", 7)
    assert stored is not None
    assert stored.hints == 1


async def test_undo_after_a_hint(browser: Browser) -> None:
    fields = await begun(browser, DEAL, "d")
    for _ in range(2):
        fields = (await asked(browser, DEAL, fields)).fields
    answer = await browser.post(f"{DEAL}/undo", fields, htmx=True)
    assert "data-hint" not in answer.text
    stored = await browser.stored("klondike", 7)
    assert stored is not None
    assert (stored.version, stored.hints, stored.undos) == (2, 1, 1)


@pytest.mark.parametrize("lang", LANGS)
async def test_without_script(browser: Browser, lang: str) -> None:
    deal = f"/{lang}/klondike/7"
    page = await browser.get(deal)
    for step in (1, 2, 3):
        table = read_table(page.text)
        answer = await browser.post(f"{deal}/hint", table.fields)
        assert answer.status_code == 303
        page = await browser.get(answer.headers["location"])
        assert page.status_code == 200
        assert read_table(page.text).fields["hint"] == str(step)
        assert ('class="status hinting"' in page.text) is True
        assert (" data-hint>" in page.text) is (step > 1)
        assert ("hint-to" in page.text) is (step > 2)
    fields = read_table(page.text).fields
    moved = await browser.post(f"{deal}/move", {**fields, "move": "d"})
    assert "hint" not in moved.headers["location"].replace("hints", "")
    page = await browser.get(moved.headers["location"])
    assert "hinting" not in page.text
    stored = await browser.stored("klondike", 7)
    assert stored is not None
    assert stored.hints == 1


async def test_a_game_without_cookies_counts_them_in_its_forms(site: Site) -> None:
    forgetful = site.browser(keeps_cookies=False)
    page = await forgetful.get(DEAL)
    for action in ("hint", "move", "hint", "move"):
        fields = read_table(page.text).fields
        answer = await forgetful.post(f"{DEAL}/{action}", {**fields, "move": "d"})
        assert answer.status_code == 303
        page = await forgetful.get(answer.headers["location"])
    assert read_table(page.text).fields["hints"] == "2"
    # with the cookie that comes back they are the row's
    keeping = site.browser()
    await keeping.play("/en/roman/5", "d")
    fields = read_table(page.text).fields
    await keeping.post(f"{DEAL}/move", {**fields, "move": "d"}, htmx=True)
    stored = await keeping.stored("klondike", 7)
    assert stored is not None
    assert stored.hints == 2


async def test_a_stale_page_gets_the_true_board(browser: Browser) -> None:
    fields = await begun(browser, DEAL, "d.d")
    answer = await asked(browser, DEAL, {**fields, "version": "1"})
    assert catalog("en").gettext(Outcome.STALE.line) in answer.parts["status"]
    assert "s1" in answer.parts
    stored = await browser.stored("klondike", 7)
    assert stored is not None
    assert stored.hints == 0


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"version": "x"},
        {"version": "0", "hint": "4"},
        {"version": "0", "hint": "-1"},
        {"version": "0", "hint": "x"},
        {"version": "0", "hints": "10000"},
        {"version": "0", "log": "t99t98"},
    ],
)
async def test_what_makes_no_sense_is_refused(browser: Browser, fields: dict[str, str]) -> None:
    answer = await browser.post(f"{DEAL}/hint", fields)
    assert answer.status_code == 422


async def test_marks_that_are_none_mark_nothing(browser: Browser) -> None:
    answer = await browser.post(
        f"{DEAL}/hint", {"version": "0", "hint": "1", "marks": "x9-<b>-t1"}, htmx=True
    )
    assert answer.status_code == 200
    assert "<b>" not in answer.text


async def test_another_site_gets_no_hint(browser: Browser) -> None:
    answer = await browser.post(
        f"{DEAL}/hint", {"version": "0"}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403


@pytest.mark.parametrize("query", ["hint=2", "hint=3&pick=t7", "hint=1&hints=5&marks=t1"])
async def test_an_address_shows_a_hint_and_creates_nothing(browser: Browser, query: str) -> None:
    page = await browser.get(f"{DEAL}?{query}")
    assert page.status_code == 200
    assert "hinting" in page.text
    assert browser.token is None


@pytest.mark.parametrize("slug", SLUGS)
async def test_hints_marks_and_what_is_accepted_agree(browser: Browser, slug: str) -> None:
    """What a hint means is offered by the page and taken by the server."""
    for number in range(1, 5):
        play = random_play(slug, number, 12 * number)
        move = advice(play).move
        if move is None:
            continue
        text = move_text(play.engine, move)
        assert text in legal_texts(play)
        deal = f"/en/{slug}/{number}"
        page = await browser.get(f"{deal}?log={play.log}&version=9")
        assert text in read_table(page.text).offered
        answer = await browser.post(
            f"{deal}/move", {"version": "9", "log": play.log, "move": text}, htmx=True
        )
        assert read_table(answer.text).version > 0
        assert catalog("en").gettext(Outcome.REFUSED.line) not in answer.text


async def test_a_whole_pass_without_a_play_is_said(browser: Browser) -> None:
    play = Play.start("klondike", 1)
    while (told := advice(play)).move is not None:
        play = play.make((told.move,))
    assert told.prospect is Prospect.PASSED
    answer = await browser.post("/en/klondike/1/hint", {"version": "5", "log": play.log}, htmx=True)
    live = read_table(answer.text).parts["live"]
    assert live == "A whole pass brought nothing to play – undo, or start again."
    again = await browser.post(
        "/en/klondike/1/hint", {"version": "5", "log": play.log, "hint": "1"}, htmx=True
    )
    assert read_table(again.text).parts["live"] == live


async def test_a_won_game_has_no_hint_to_give(browser: Browser) -> None:
    win = WINS["klondike"]
    deal = f"/en/klondike/{win['number']}"
    page = await browser.get(f"{deal}?log={win['log']}")
    button = next(one for one in read_table(page.text).buttons if one.get("id") == "hint")
    assert button["type"] == "button"
    answer = await browser.post(f"{deal}/hint", {"version": "9", "log": win["log"]}, htmx=True)
    assert read_table(answer.text).parts["live"] == "Won!"


async def test_an_address_carries_the_log_along(site: Site) -> None:
    forgetful = site.browser(keeps_cookies=False)
    answer = await forgetful.post(f"{DEAL}/hint", {"version": "1", "log": "d"})
    query = parse_qs(urlsplit(answer.headers["location"]).query)
    assert query == {"log": ["d"], "version": ["1"], "hint": ["1"], "hints": ["1"]}
    page = await forgetful.get(answer.headers["location"])
    assert board(page.text)


def shipped(slug: str, count: int) -> list[int]:
    """Deals whose win comes with the program."""
    return [proof.number for proof in islice(proofs(slug), 200) if proof.choices][:count]


async def follow(site: Site, slug: str, number: int) -> Play:
    """The game in which every hint of the solver is followed."""
    play = Play.start(slug, number)
    known = {play.position}
    while (told := await solved_advice(site.house.solver, play)).move is not None:
        assert told.knowledge is Knowledge.PROVED
        play = play.make((told.move,))
        assert play.position not in known
        known.add(play.position)
    return play


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if shipped(slug, 1)])
async def test_who_follows_the_solver_wins(site: Site, slug: str) -> None:
    for number in shipped(slug, 2):
        assert (await follow(site, slug, number)).is_won


@pytest.mark.soak
async def test_who_follows_the_solver_wins_every_deal_that_is_proved(site: Site) -> None:
    """Three hundred, or as many as come with the program."""
    share = -(-300 // len(SLUGS))
    deals = [(slug, number) for slug in SLUGS for number in shipped(slug, share)]
    for slug, number in deals:
        assert (await follow(site, slug, number)).is_won, (slug, number)
    print(f"{len(deals)} deals won by the solver's hints")


@pytest.fixture
async def trusting(browser: Browser) -> Browser:
    """A browser whose player asks for hints of the solver."""
    await browser.post("/en/settings", {"hints": "solver"})
    return browser


async def test_a_proved_hint_is_labelled(trusting: Browser) -> None:
    (number,) = shipped("roman", 1)
    deal = f"/en/roman/{number}"
    fields = (await trusting.table(deal)).fields
    said = []
    for _ in range(3):
        answer = await asked(trusting, deal, fields)
        fields = answer.fields
        said.append(answer.parts["live"])
    assert "a search that knows the hidden cards" in said[0]
    page = await trusting.get(f"{deal}?hint=3")
    assert said[2] in unescape(page.text)


async def test_where_no_win_is_known_the_hint_is_from_sight(trusting: Browser) -> None:
    answer = await asked(trusting, "/en/klondike/4294967295", {"version": "0"})
    said = answer.parts["live"]
    assert said.endswith("This goes by what you have seen: no win is known from here.")
    other = await asked(trusting, "/en/klondike/4294967295", {"version": "0", "hint": "2"})
    move = advice(Play.start("klondike", 4294967295)).move
    assert move is not None
    assert engine_for("klondike").texts[move.source] in other.fields["marks"]


async def test_a_lost_game_is_said_to_be_lost(trusting: Browser) -> None:
    play = Play.start("klondike", 4294967294)
    key = position_key(play.position)
    lost = StoredVerdict("klondike", key, Kind.LOST, 1, 0.1, 1.0, "")
    await trusting.site.house.store.verdicts.keep(lost)
    answer = await asked(trusting, "/en/klondike/4294967294", {"version": "0"})
    said = answer.parts["live"]
    assert said.endswith("This goes by what you have seen: no win is left from here.")


async def test_a_solver_that_is_asked_about_a_won_game(site: Site) -> None:
    win = WINS["klondike"]
    play = Play.replay("klondike", win["number"], win["log"])
    assert (await solved_advice(site.house.solver, play)).prospect is Prospect.WON
