"""Auto-play by HTTP: what goes up by itself is one step with the move, and nothing but its wish."""

import pytest

from app.judge import Auto
from app.notation import JOIN_MARK, STEP_MARK, parse_move, split_log, step_text
from app.play import Play
from app.web.choices import VALUES
from app.web.i18n import catalog
from app.web.spoken import move_words
from app.web.views import pile_views
from tests.test_golden_wins import WINS
from tests.web.players import LANGS
from tests.web.serving import Browser
from tests.web.table import board, read_table

ENDS_FROM_THE_WASTE = {"bureau", "athena"}
"""Games of the book whose last cards come out of the stock: nothing is left to follow."""
WISHES = [
    *((slug, Auto.SAFE) for slug in WINS),
    *((slug, Auto.FINISH) for slug in WINS if slug not in ENDS_FROM_THE_WASTE),
]


def followed(slug: str, auto: Auto) -> tuple[Play, str, Play]:
    """A game of the book before and after the first move that more cards follow by themselves."""
    play = Play.start(slug, WINS[slug]["number"])
    for text in split_log(WINS[slug]["log"]):
        move = parse_move(play.engine, text)
        after = play.make((move,), auto)
        if len(after.last_step) > 1:
            return play, text, after
        play = after
    raise AssertionError(f"{slug}: nothing follows")


def form(play: Play, move: str, auto: str) -> dict[str, str]:
    return {"version": str(play.ply), "auto": auto, "move": move}


def test_the_wishes_are_those_that_may_be_chosen() -> None:
    assert [*VALUES["auto"]] == [wish.value for wish in Auto]


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
@pytest.mark.parametrize(("slug", "auto"), WISHES)
async def test_what_follows_is_one_step_with_the_move(
    browser: Browser, slug: str, auto: Auto, *, htmx: bool
) -> None:
    before, move, after = followed(slug, auto)
    lang = LANGS[len(slug) % 2]
    deal = f"/{lang}/{slug}/{before.number}"
    if before.log:
        await browser.play(deal, before.log)

    answer = await browser.post(f"{deal}/move", form(before, move, auto), htmx=htmx)

    assert answer.status_code == (200 if htmx else 303)
    stored = await browser.stored(slug, before.number)
    assert stored
    # the name of the press itself, by which a form that comes twice is known
    assert (stored.log, stored.version, stored.last) == (after.log, before.ply + 1, move)
    assert stored.log.rpartition(STEP_MARK)[2] == step_text(after.engine, after.last_step)
    assert Play.replay(slug, before.number, stored.log).position == after.position
    if htmx:
        views = {view.name for view in pile_views(after.engine, after.position)}
        renderer = browser.site.house.renderers[lang]
        for view in pile_views(after.engine, after.position):
            part = read_table(answer.text).parts.get(view.name)
            assert part is None or part == renderer.piles.pile(view, deal)
        touched = {
            after.engine.texts[place]
            for place, pile in enumerate(after.position.piles)
            if pile != before.position.piles[place]
        }
        assert touched <= read_table(answer.text).parts.keys() & views
        # what moves is not kept waiting for what only looks different
        assert read_table(answer.text).first - {"ending"} == touched
        assert _sent_up(lang, after) in read_table(answer.text).parts["live"]

    page = (await browser.get(deal)).text
    again = await browser.post(f"{deal}/move", form(before, move, auto), htmx=htmx)
    assert again.status_code == answer.status_code
    assert (await browser.stored(slug, before.number)) == stored
    assert (await browser.press(deal, "undo")).status_code == 303
    undone = await browser.stored(slug, before.number)
    assert undone
    assert (undone.ply, undone.log) == (before.ply, after.log)
    assert (await browser.press(deal, "redo")).status_code == 303
    assert board((await browser.get(deal)).text) == board(page)


def _sent_up(lang: str, after: Play) -> str:
    """What is said of the cards that followed: one by its name, several by their number."""
    up = after.last_step[1:]
    if len(up) == 1:
        target = up[0].target
        card = after.position.piles[target][-1]
        return move_words(lang, card, 1, after.engine.names[target])
    return catalog(lang).ngettext(
        "%(count)d card to the foundations", "%(count)d cards to the foundations", len(up)
    ) % {"count": len(up)}


@pytest.mark.parametrize("slug", WINS)
async def test_a_form_that_wishes_nothing_is_followed_by_nothing(
    browser: Browser, slug: str
) -> None:
    before, move, _ = followed(slug, Auto.SAFE)
    deal = f"/en/{slug}/{before.number}"
    if before.log:
        await browser.play(deal, before.log)
    bare = {"version": str(before.ply), "move": move}
    # what the player has chosen shows in the page, whose form says it: a form is all there is
    await browser.post("/en/settings", {"auto": "safe"})
    await browser.post(f"{deal}/move", bare)
    stored = await browser.stored(slug, before.number)
    assert stored
    assert stored.log == (f"{before.log}.{move}" if before.log else move)


async def test_nothing_follows_an_undo_a_redo_or_a_restart(browser: Browser) -> None:
    before, move, _ = followed("klondike", Auto.SAFE)
    deal = f"/en/klondike/{before.number}"
    await browser.play(deal, f"{before.log}.{move}" if before.log else move)
    log = (await browser.stored("klondike", before.number) or before).log
    for version, action in enumerate(("undo", "redo", "restart", "redo-all"), before.ply + 1):
        wish = {"version": str(version), "auto": "safe"}
        assert (await browser.post(f"{deal}/{action}", wish)).status_code == 303
        stored = await browser.stored("klondike", before.number)
        assert stored
        assert stored.log == log
        assert JOIN_MARK not in stored.log


@pytest.mark.parametrize("wish", ["always", "", "SAFE", "safe ", "1"])
@pytest.mark.parametrize("action", ["move", "undo", "up"])
async def test_a_wish_that_is_none_changes_nothing(
    browser: Browser, wish: str, action: str
) -> None:
    deal = "/fr/klondike/7"
    await browser.play(deal, "d.d")
    before = await browser.stored("klondike", 7)
    bad = {"version": "2", "move": "d", "auto": wish}
    line = catalog("fr").gettext("That could not be understood; nothing has changed.")
    for htmx in (True, False):
        answer = await browser.post(f"{deal}/{action}", bad, htmx=htmx)
        assert answer.status_code == (200 if htmx else 422)
        assert line in answer.text
    assert await browser.stored("klondike", 7) == before


async def test_a_game_without_a_cookie_is_followed_too(browser: Browser) -> None:
    before, move, after = followed("klondike", Auto.SAFE)
    blocked = browser.site.browser(keeps_cookies=False)
    deal = f"/en/klondike/{before.number}"
    carried = {"log": before.log, "ply": str(before.ply)} if before.log else {}
    answer = await blocked.post(f"{deal}/move", form(before, move, "safe") | carried, htmx=True)
    assert read_table(answer.text).fields["log"] == after.log
    await blocked.client.aclose()


@pytest.mark.each_store
async def test_a_carried_game_that_got_its_row_knows_a_repeat(browser: Browser) -> None:
    before, move, after = followed("klondike", Auto.SAFE)
    await browser.play("/en/klondike/99", "d")
    deal = f"/en/klondike/{before.number}"
    carried = {"log": before.log, "ply": str(before.ply)}
    for _ in range(2):
        answer = await browser.post(f"{deal}/move", form(before, move, "safe") | carried)
        assert answer.status_code == 303
    stored = await browser.stored("klondike", before.number)
    assert stored
    assert (stored.log, stored.version) == (after.log, 1)
