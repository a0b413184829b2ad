"""What the engine allows, the page offers and a form is accepted for: one and the same."""

import random

import pytest

from app.play import Play
from app.web.rendering import Renderer
from app.web.seats import Seat
from app.web.tables import table_page
from tests.web.players import LANGS, SLUGS, all_texts, legal_texts, random_play
from tests.web.serving import Browser, Site
from tests.web.table import board, read_table

LENGTHS = (0, 2, 8, 20, 45, 70, 110)


def positions(slug: str) -> list[Play]:
    return [random_play(slug, 100 + n, length) for n, length in enumerate(LENGTHS)]


def carried(play: Play) -> dict[str, str]:
    """The form of a page that carries this game: a copy of its own for each press."""
    return {"version": str(play.ply), "log": play.log, "ply": str(play.ply)}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_offers_the_legal_moves(renderers: dict[str, Renderer], slug: str) -> None:
    for n in range(20):
        play = random_play(slug, 500 + n, 7 * n)
        for lang in LANGS:
            page = bytes(table_page(renderers[lang], Seat(play, 1), []).body)
            assert read_table(page.decode()).offered == legal_texts(play), play


@pytest.mark.parametrize("slug", SLUGS)
async def test_every_legal_move_is_accepted_and_no_other(site: Site, slug: str) -> None:
    chance = random.Random(slug)
    browser = site.browser(keeps_cookies=False)
    notations = list(all_texts(slug))
    for play in positions(slug):
        legal = legal_texts(play)
        deal = f"/en/{slug}/{play.number}"
        # without a log the first press of a deal would begin a stored game
        form = carried(play) if play.log else {"version": "0", "log": "", "ply": "0"}
        for text in sorted(legal):
            answer = await browser.client.post(f"{deal}/move", data={**form, "move": text})
            assert answer.status_code == 303, (play, text)
            after = Play.replay(slug, play.number, f"{play.log}.{text}".strip("."))
            assert f"log={after.log}" in answer.headers["location"]
        wrong = [text for text in notations if text not in legal]
        for text in chance.sample(wrong, 12):
            answer = await browser.client.post(f"{deal}/move", data={**form, "move": text})
            assert answer.status_code == 422, (play, text)
            assert read_table(answer.text).fields == form, (play, text)


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_stored_game_accepts_the_same(browser: Browser, slug: str) -> None:
    """The stored way plays along one line; at each move all others are tried and refused."""
    chance = random.Random(slug)
    notations = list(all_texts(slug))
    play = Play.start(slug, 77)
    deal = f"/fr/{slug}/77"
    for text in random_play(slug, 77, 15).log.split("."):
        page = (await browser.get(deal)).text
        table = read_table(page)
        assert table.offered == legal_texts(play)
        wrong = [other for other in notations if other not in table.offered]
        for other in chance.sample(wrong, 2):
            refused = await browser.post(f"{deal}/move", table.press(other))
            assert refused.status_code == 422
            assert board(refused.text) == board(page)
        stored = await browser.stored(slug, 77)
        assert (stored.version if stored else 0) == play.ply
        assert (await browser.post(f"{deal}/move", table.press(text))).status_code == 303
        play = Play.replay(slug, 77, f"{play.log}.{text}".strip("."))


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_picked_run_offers_its_targets(site: Site, slug: str) -> None:
    """Without script: the page with a run picked has a button for each target and no other."""
    browser = site.browser()
    for play in positions(slug)[1:6]:
        query = f"log={play.log}&version={play.ply}"
        table = read_table((await browser.get(f"/en/{slug}/{play.number}?{query}")).text)
        picks = [b for b in table.buttons if b.get("name") == "pick" and b["value"]]
        assert picks or table.offered <= {"d"}
        for pick in picks[:4]:
            address = f"/en/{slug}/{play.number}?{query}&pick={pick['value']}"
            shown = read_table((await browser.get(address)).text)
            pile, _, cards = pick["value"].partition("x")
            suffix = f"x{cards}" if cards else ""
            pressed = {b["value"] for b in shown.buttons if b.get("name") == "move"}
            wanted = {pile + target + suffix for target in pick["data-targets"].split()}
            assert pressed - {"", "d"} == wanted
            assert sum(b.get("aria-pressed") == "true" for b in shown.buttons) == int(cards or 1)


@pytest.mark.parametrize(
    "pick",
    ["", "t", "t99", "x", "t1x", "t1x0", "t1x-1", "t1x99", "t1x100", "t1x²", "s1", "zz", "é"],
)
async def test_a_pick_that_cannot_be_is_a_plain_page(browser: Browser, pick: str) -> None:
    plain = await browser.get("/en/athena/5")

    picked = await browser.client.get("/en/athena/5", params={"pick": pick})

    assert picked.status_code == 200
    assert "aria-pressed" not in board(picked.text)
    assert board(picked.text) == board(plain.text)
