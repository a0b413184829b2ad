"""Games that are left and come back to: lists, reloads, other tabs, restarts, time."""

import pytest

from app.notation import move_text
from app.play import Play
from app.web.game import LONGEST_PAUSE, Outcome, carry_out
from app.web.i18n import catalog
from app.web.press import Action, Press
from app.web.security import player_of
from tests.web.every_page import STUCK
from tests.web.players import LANGS, SLUGS, random_play
from tests.web.serving import Browser, Site, serving
from tests.web.table import board, read_table

pytestmark = pytest.mark.each_store

DAY = 86_400.0


def listed(html: str) -> list[str]:
    """The unfinished games that a page lists."""
    return [
        form.removesuffix("/forget") for form in read_table(html).forms if form.endswith("/forget")
    ]


# -- lists ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_game_goes_on_where_it_was_left(browser: Browser, lang: str, slug: str) -> None:
    play = random_play(slug, 6, 8)
    await browser.play(f"/{lang}/{slug}/6", play.log)

    table = await browser.table(f"/{lang}/{slug}")

    assert table.fields == {"version": str(play.ply)}
    assert f'data-deal="/{lang}/{slug}/6"' in (await browser.get(f"/{lang}/{slug}")).text


@pytest.mark.parametrize("lang", LANGS)
async def test_new_with_thirty_moves_played(browser: Browser, lang: str) -> None:
    play = random_play("klondike", 6, 30)
    await browser.play(f"/{lang}/klondike/6", play.log)
    left = (await browser.get(f"/{lang}/klondike/6")).text
    assert f"/{lang}/klondike/6" not in listed(left)

    new = await browser.post(f"/{lang}/klondike/new")
    page = (await browser.get(new.headers["location"])).text

    assert listed(page) == [f"/{lang}/klondike/6"]
    links = [link["href"] for link in read_table(page).links]
    assert f"/{lang}/klondike/6" in links
    assert (await browser.get(f"/{lang}/klondike/6")).text == left
    assert listed((await browser.get(f"/{lang}/")).text) == [f"/{lang}/klondike/6"]


async def test_unfinished_games_stand_newest_first_and_can_be_removed(browser: Browser) -> None:
    for slug in ("roman", "bureau", "athena"):
        await browser.play(f"/en/{slug}/6", "d")
    games = [f"/en/{slug}/6" for slug in ("athena", "bureau", "roman")]
    assert listed((await browser.get("/en/")).text) == games

    removed = await browser.post("/en/bureau/6/forget")

    assert (removed.status_code, removed.headers["location"]) == (303, "/en/")
    assert listed((await browser.get("/en/")).text) == ["/en/athena/6", "/en/roman/6"]
    assert not (await browser.table("/en/bureau/6")).controls & {"undo", "redo", "redo-all"}
    # removed twice, or never begun: nothing happens
    for slug in ("bureau", "klondike"):
        assert (await browser.post(f"/en/{slug}/6/forget")).status_code == 303


@pytest.mark.parametrize(
    ("lang", "stuck", "lost", "remove"),
    [
        ("en", "No useful move left", "It counts as lost", "Give up for good"),
        ("fr", "Plus aucun coup utile", "Elle compte comme perdue", "Abandonner pour de bon"),
    ],
)
async def test_a_list_says_what_is_stuck_and_what_would_be_lost(
    browser: Browser, lang: str, stuck: str, lost: str, remove: str
) -> None:
    slug, number, log = STUCK
    await browser.play(f"/{lang}/{slug}/{number}", log)
    await browser.play(f"/{lang}/roman/6", "d")
    await browser.play(f"/{lang}/roman/7", "d")
    await browser.press(f"/{lang}/roman/7", "undo")
    for page in ("/", "/bureau/1"):
        text = (await browser.get(f"/{lang}{page}")).text
        entries = text.partition('class="unfinished"')[2].partition("</ul>")[0].split("</li>")
        told = {
            address: [words in entry for words in (stuck, lost, remove)]
            for entry in entries
            for address in listed(entry)
        }
        assert told == {
            f"/{lang}/roman/7": [False, False, False],
            f"/{lang}/roman/6": [False, True, True],
            f"/{lang}/{slug}/{number}": [True, True, True],
        }


async def test_a_removed_game_begins_anew(browser: Browser, site: Site) -> None:
    await browser.play("/en/roman/6", "d.d.d")
    await browser.press("/en/roman/6", "undo")
    await browser.post("/en/roman/6/forget")
    # another tab still shows it
    stale = await browser.post("/en/roman/6/move", {"version": "4", "move": "d"})
    assert stale.status_code == 409

    token = browser.token
    assert token
    seat = await site.house.seats.take(token, "roman", 6)
    assert (seat.play.log, seat.play.ply) == ("", 0)
    long_after = seat.stored.moved + 1000 if seat.stored else 0.0
    press = Press(Action.MOVE, seat.version, "d")
    await carry_out(site.house.seats, site.house.players, token, seat, press, long_after)

    stored = await browser.stored("roman", 6)
    assert stored
    assert stored.log == "d"
    assert (stored.started, stored.moved, stored.seconds) == (long_after, long_after, 0.0)
    # what was learned of the deal stays learned
    assert stored.undos == 1


async def test_players_do_not_see_each_other(site: Site) -> None:
    one, other = site.browser(), site.browser()
    await one.play("/en/roman/6", "d.d")

    assert (await other.table("/en/roman/6")).version == 0
    assert listed((await other.get("/en/")).text) == []
    await other.play("/en/roman/6", "d")
    await other.post("/en/roman/6/forget")
    assert (await one.table("/en/roman/6")).version == 2


# -- reloads and other tabs ----------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_reload_after_each_move_shows_the_same_page(browser: Browser, slug: str) -> None:
    deal = f"/fr/{slug}/14"
    for text in random_play(slug, 14, 15).log.split("."):
        await browser.press(deal, "move", text)
        page = (await browser.get(deal)).text
        assert (await browser.get(deal)).text == page


@pytest.mark.parametrize("lang", LANGS)
async def test_a_move_in_a_stale_tab(browser: Browser, lang: str) -> None:
    deal = f"/{lang}/colonel/14"
    await browser.play(deal, random_play("colonel", 14, 3).log)
    stale = await browser.table(deal)
    play = random_play("colonel", 14, 8)
    for text in play.log.split(".")[3:]:
        await browser.press(deal, "move", text)

    answer = await browser.post(f"{deal}/move", stale.press(min(stale.offered)))

    assert answer.status_code == 409
    assert catalog(lang).gettext(Outcome.STALE.line) in answer.text
    stored = await browser.stored("colonel", 14)
    assert stored
    assert stored.log == play.log
    # what the stale tab was answered plays on
    shown = read_table(answer.text)
    after = await browser.post(f"{deal}/move", shown.press(min(shown.offered)))
    assert after.status_code == 303


async def test_leaving_and_coming_back_without_script(browser: Browser) -> None:
    """Back shows the page again from the server: it may not be kept."""
    deal = "/en/athena/14"
    before = await browser.get(deal)
    await browser.press(deal, "move", "d")
    await browser.get("/en/")

    back = await browser.get(deal)

    assert before.headers["cache-control"] == back.headers["cache-control"] == "no-store"
    assert read_table(back.text).version == 1


async def test_a_move_that_empties_and_refills_is_one_step(browser: Browser) -> None:
    play, text = next(
        (play, text)
        for number in range(1, 200)
        for play in [random_play("roman", number, 10)]
        for text in sorted(_refilling(play))
    )
    deal = f"/en/roman/{play.number}"
    await browser.play(deal, play.log)
    before = board((await browser.get(deal)).text)
    answer = await browser.post(f"{deal}/move", {"version": str(play.ply), "move": text}, htmx=True)
    words = read_table(answer.text).parts["live"]
    assert "refilled" in words

    await browser.press(deal, "undo")

    assert board((await browser.get(deal)).text) == before


def _refilling(play: Play) -> set[str]:
    engine = play.engine
    return {
        move_text(engine, move)
        for move in engine.legal_moves(play.position)
        if move.source in engine.columns and len(play.position.piles[move.source]) == 1
    }


# -- the server stops and starts -----------------------------------------------------------


async def test_ninety_days_and_a_restart_later_the_next_click_plays(database_url: str) -> None:
    play = random_play("bureau", 14, 30)
    async with serving(database_url) as site:
        browser = site.browser()
        await browser.play("/en/bureau/14", play.log)
        await browser.press("/en/bureau/14", "undo")
        left = await browser.get("/en/bureau/14")
        token = browser.token
        assert token
        # as if all this had been ninety days ago
        store, player = site.house.store, player_of(token)
        stored = await store.load(player, "bureau", 14)
        assert stored
        aged = stored._replace(
            version=stored.version + 1,
            moved=stored.moved - 90 * DAY,
        )
        assert await store.save(aged)
    async with serving(database_url) as site:
        browser = site.browser(token=token)
        table = await browser.table("/en/bureau")
        assert table.version == aged.version
        assert board((await browser.get("/en/bureau/14")).text) == board(left.text)
        answer = await browser.post("/en/bureau/14/redo", table.fields)
        assert answer.status_code == 303
        again = await browser.stored("bureau", 14)
        assert again
        assert (again.log, again.ply) == (play.log, 30)
        assert again.seconds <= stored.seconds + LONGEST_PAUSE
        # the cookie is renewed whenever its game is shown
        page = await browser.get("/en/bureau/14")
        assert token in page.headers["set-cookie"]


async def test_what_a_server_remembers_is_not_shown_once_another_has_moved(
    database_url: str,
) -> None:
    deal = "/en/klondike/77"
    async with serving(database_url) as here, serving(database_url) as there:
        browser = here.browser()
        await browser.play(deal, "d.d")
        elsewhere = there.browser(token=browser.token or "")
        behind = {"version": "2"}
        for action in ("undo", "forget"):
            await elsewhere.press(deal, action)
            shown = [
                await browser.get(f"{deal}?version=2"),
                await browser.post(f"{deal}/move", {**behind, "move": "t1t1"}),
                await browser.post(
                    f"{deal}/move", {**behind, "move": "d", "log": "d.d", "ply": "1"}
                ),
            ]
            truth = (await elsewhere.get(deal)).text
            for answer in shown:
                assert read_table(answer.text).fields == read_table(truth).fields
                assert board(answer.text) == board(truth)


async def test_a_snapshot_is_a_shortcut_only(browser: Browser, site: Site) -> None:
    """Missing or unreadable, it is rebuilt from the log; always it says what the log says."""
    for slug in SLUGS:
        play = random_play(slug, 15, 20)
        await browser.play(f"/en/{slug}/15", play.log)
        stored = await browser.stored(slug, 15)
        assert stored
        page = (await browser.get(f"/en/{slug}/15")).text
        for n, snapshot in enumerate((None, "", "[]", "{", "[[[1]],0,0]"), 1):
            spoilt = stored._replace(position=snapshot, version=stored.version + n)
            assert await site.house.store.save(spoilt)
            answer = (await browser.get(f"/en/{slug}/15")).text
            version = f'value="{spoilt.version}"'
            assert (
                answer.replace(version, f'value="{stored.version}"').replace(
                    f'data-version="{spoilt.version}"', f'data-version="{stored.version}"'
                )
                == page
            )


# -- time ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("passed", "away", "counted"),
    [
        (10.0, 0.0, 10.0),
        (10.0, 4.0, 6.0),
        (10.0, 50.0, 0.0),
        (10.0, -50.0, 10.0),
        (299.0, 0.0, 299.0),
        (400.0, 0.0, 300.0),
        (400.0, 100.0, 300.0),
        (90 * DAY, 0.0, 300.0),
        (90 * DAY, 90 * DAY, 0.0),
        (600.0, 599.0, 1.0),
        (-30.0, 0.0, 0.0),
        (-30.0, -30.0, 0.0),
        (10.0, float("inf"), 0.0),
        (10.0, float("-inf"), 10.0),
    ],
)
async def test_time_played(site: Site, passed: float, away: float, counted: float) -> None:
    house = site.house
    token = house.players.new_token()
    now = 1_800_000_000.0

    async def press(action: Action, at: float, away: float = 0.0) -> None:
        seat = await house.seats.take(token, "roman", 3)
        asked = Press(action, seat.version, "d" if action is Action.MOVE else "", away)
        result = await carry_out(house.seats, house.players, token, seat, asked, at)
        assert result.outcome is Outcome.DONE

    # the clock starts with the first move, whatever went before
    await press(Action.MOVE, now, away=5.0)
    await press(Action.MOVE, now + 20.0)
    await press(Action.UNDO, now + 20.0 + passed, away)

    stored = await house.store.load(player_of(token), "roman", 3)
    assert stored
    assert stored.seconds == pytest.approx(20.0 + counted)
    assert (stored.started, stored.moved) == (now, now + 20.0 + passed)


@pytest.mark.parametrize("path", ["/en/roman", "/en/roman/12"])
async def test_coming_back_renews_the_cookie(browser: Browser, path: str) -> None:
    await browser.play("/en/roman/12", "d")
    answer = await browser.get(path)
    assert f"player={browser.token};" in answer.headers["set-cookie"]
