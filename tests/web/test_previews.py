"""The picture of a deal: its cards and no hidden one, small, kept, never in the way of a move."""

import asyncio
import itertools
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import httpx
import orjson
import pytest
from PIL import Image

from app.deals import LAST_DEAL
from app.engine import engine_for
from app.games import GAMES
from app.web.appearance import FELT, manifests
from app.web.assets import SOURCES, Assets
from app.web.choices import Table
from app.web.i18n import face_symbol, game_title
from app.web.preview import drawing, inks
from app.web.preview.layout import HEIGHT, RATIO, WIDTH, Layout
from app.web.preview.letters import Lettering, NoLetter
from app.web.preview.scene import Artist, Scene
from app.web.preview.studio import MOST_WAITING, Studio
from app.web.views import pile_views
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser, Site, serving
from tests.web.test_secrecy import permuted

SPRITE = (SOURCES / "img/cards.svg").read_text(encoding="utf-8")
TOKENS = (SOURCES / "css/1-tokens.css").read_text(encoding="utf-8")
MOST_BYTES = 100_000


@pytest.fixture(scope="module")
def artists() -> dict[str, Artist]:
    return {lang: Artist(lang, SPRITE) for lang in LANGS}


@pytest.fixture(scope="module")
async def quiet(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with serving(tmp_path_factory.mktemp("var") / "patience.db") as site:
        yield site


def deal_scene(artist: Artist, lang: str, slug: str, number: int) -> Scene:
    engine = engine_for(slug)
    title = game_title(lang, GAMES[slug])
    return artist.scene(engine, engine.deal(number), title, str(number))


# -- what is in it ---------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_every_card_that_shows_is_drawn_where_it_lies(
    artists: dict[str, Artist], slug: str
) -> None:
    engine = engine_for(slug)
    views = pile_views(engine, engine.deal(48213))
    # the stock is the one pile that shows a back and no card
    shown = Counter(card.card for view in views for card in view.cards) + Counter({None: 1})

    laid = list(Layout(engine.rules, views).cards())
    assert Counter(card.card for card in laid) == shown

    scene = deal_scene(artists["fr"], "fr", slug, 48213)
    drawn = Counter(
        scene.drawings[number].rpartition('href="#')[2].partition('"')[0]
        for number, _, _ in scene.laid
    )
    for card, count in shown.items():
        name = "back" if card is None else face_symbol("fr", card)
        copies = sum(
            shown[other]
            for other in shown
            if other is not None and card is not None and other % 52 == card % 52
        )
        assert drawn[name] == (count if card is None else copies)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_hidden_card_leaves_a_trace(artists: dict[str, Artist], slug: str) -> None:
    engine, chance = engine_for(slug), random.Random(slug)
    position = engine.deal(5)
    before = artists["en"].scene(engine, position, "", "")
    for _ in range(5):
        other = permuted(engine, position, chance)
        assert other != position
        assert artists["en"].scene(engine, other, "", "") == before


@pytest.mark.parametrize("slug", SLUGS)
def test_all_lies_within_the_picture_and_apart(slug: str) -> None:
    engine = engine_for(slug)
    layout = Layout(engine.rules, pile_views(engine, engine.deal(1)))
    high = round(layout.card * RATIO)
    wastes, foundations = layout.places()
    corners = [*wastes, *foundations, *[(x, y) for x, y, _ in layout.cards()]]
    assert len(foundations) == engine.rules.foundations.count
    assert min(x for x, _ in corners) >= 30
    assert max(x for x, _ in corners) + layout.card <= WIDTH - 30
    assert min(y for _, y in corners) >= 20
    assert max(y for _, y in corners) + high <= HEIGHT - 20
    assert len(set(corners)) == len(corners)
    # one pile does not lie on another
    columns = sorted({x for x, _ in corners})
    assert all(after - before > layout.card for before, after in pairwise(columns))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", SLUGS)
def test_name_and_number_fit_below_the_cards(
    artists: dict[str, Artist], lang: str, slug: str
) -> None:
    engine = engine_for(slug)
    layout = Layout(engine.rules, pile_views(engine, engine.deal(LAST_DEAL)))
    box, pen = layout.caption(), Lettering(SPRITE)
    scene = deal_scene(artists[lang], lang, slug, LAST_DEAL)
    (_, left, top), (_, right, _) = scene.laid[-2:]
    size = float(scene.drawings[scene.laid[-1][0]].partition("scale(")[2].partition(" ")[0]) * 100
    title = pen.width(game_title(lang, GAMES[slug]), size)
    number = pen.width(str(LAST_DEAL), size)

    assert size >= 24, "to be read where the picture is shown at half its size"
    assert left >= box.left
    assert left + title + size < right
    assert right + number <= box.right + 1
    assert top >= box.top
    assert top + size <= box.bottom


def test_words_need_no_font(artists: dict[str, Artist]) -> None:
    scene = deal_scene(artists["fr"], "fr", "klondike-3", 1234567890)
    assert not any("<text" in drawing or "font" in drawing for drawing in scene.drawings)
    pen = Lettering(SPRITE)
    assert pen.path("é", 0, 0, 10) == pen.path("E", 0, 0, 10)
    assert pen.width("II", 10) < pen.width("WW", 10)
    with pytest.raises(NoLetter):
        pen.width("Ж", 10)


def test_a_title_in_other_letters_gives_way_to_the_name(artists: dict[str, Artist]) -> None:
    engine = engine_for("roman")
    named = artists["en"].scene(engine, engine.deal(1), "Roman", "1")
    assert artists["en"].scene(engine, engine.deal(1), "Римский", "1") == named


def test_its_colours_are_those_of_the_page() -> None:
    for name, colour in inks.OF_DECK.items():
        if name != "brass":
            assert f"--{name}: light-dark({colour}," in TOKENS
    assert FELT[Table.GREEN].light == inks.FELT
    assert len(inks.palette()) <= 256
    shades = inks.felt_shades()
    steps = [
        max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in pairwise(shades)
    ]
    assert max(steps) <= 2


# -- being served ----------------------------------------------------------------------------


async def test_each_game_has_pictures_in_each_language(quiet: Site) -> None:
    browser = quiet.browser()
    seen = set()
    for slug in SLUGS:
        answer = await browser.get(f"/en/{slug}/48213/preview.png")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        # shown by the pages of others
        assert answer.headers.get_list("cross-origin-resource-policy") == ["cross-origin"]
        assert len(answer.content) <= MOST_BYTES
        image = Image.open(BytesIO(answer.content))
        assert image.size == (WIDTH, HEIGHT)
        seen.add(answer.content)
    for address in ("/fr/roman/48213", "/en/roman/48214", "/en/roman"):
        seen.add((await browser.get(f"{address}/preview.png")).content)
    assert len(seen) == len(SLUGS) + 3
    assert not browser.client.cookies


async def test_who_has_it_gets_it_no_second_time(quiet: Site) -> None:
    browser = quiet.browser()
    address = "/fr/roman/77/preview.png"
    head = await browser.client.head(address)
    assert (head.status_code, head.content) == (200, b"")
    assert "content-length" not in head.headers, "nobody is to think that it is empty"
    studio: Studio = quiet.app.state.studio
    assert not studio.kept(studio.sketch("fr", "roman", 77)), "a head alone draws nothing"

    first = await browser.get(address)
    assert first.headers["etag"] == head.headers["etag"]
    again = await browser.get(address, if_none_match=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    other = await browser.get(address, if_none_match='"another"')
    assert other.content == first.content


@pytest.mark.parametrize(
    "address", ["/en/romn/5", "/de/roman/5", f"/en/roman/{LAST_DEAL + 1}", "/en/roman/0", "/en/nix"]
)
async def test_there_is_no_picture_of_no_deal(browser: Browser, address: str) -> None:
    assert (await browser.get(f"{address}/preview.png")).status_code == 404


async def test_twenty_who_want_the_same_picture_wait_for_one(quiet: Site) -> None:
    studio: Studio = quiet.app.state.studio
    sketch = studio.sketch("en", "bureau", 20)
    pictures = await asyncio.gather(*[studio.picture(sketch) for _ in range(MOST_WAITING + 12)])
    # drawn once, not alike
    assert all(picture is pictures[0] for picture in pictures)


async def test_a_flood_is_turned_away_and_keeps_no_move_waiting(quiet: Site) -> None:
    browser = quiet.browser()
    table = await browser.table("/en/klondike/9")
    asked = [browser.get(f"/en/klondike/{n}/preview.png") for n in range(100, 140)]
    flood = [asyncio.ensure_future(one) for one in asked]
    # those that are too many are turned away at once
    await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
    moved = await browser.post("/en/klondike/9/move", table.press("d"), htmx=True)
    assert moved.status_code == 200
    assert not all(one.done() for one in flood), "the move was answered in the midst of it"

    answers = Counter(answer.status_code for answer in await asyncio.gather(*flood))
    assert set(answers) == {200, 503}
    assert answers[200] >= MOST_WAITING
    refused = next(one.result() for one in flood if one.result().status_code == 503)
    assert int(refused.headers["retry-after"]) > 0
    assert "immutable" not in refused.headers.get("cache-control", "")


async def test_a_picture_that_nobody_waits_for_is_drawn_to_its_end(quiet: Site) -> None:
    studio: Studio = quiet.app.state.studio
    left, wanted = studio.sketch("en", "athena", 1), studio.sketch("en", "athena", 2)
    impatient = asyncio.ensure_future(studio.picture(left))
    await asyncio.sleep(0)
    impatient.cancel()
    patient = await studio.picture(wanted)
    kept = studio.kept(left)
    assert kept
    assert kept != patient
    # the answers of the one process have not changed places
    assert patient == await _drawn_anew("en", "athena", 2)


async def _drawn_anew(language: str, slug: str, number: int) -> bytes:
    studio = Studio(SPRITE)
    try:
        return await studio.picture(studio.sketch(language, slug, number))
    finally:
        await studio.close()


async def test_a_process_that_has_died_is_started_anew(quiet: Site) -> None:
    studio: Studio = quiet.app.state.studio
    await studio.picture(studio.sketch("en", "roman", 1))
    process = studio._process
    assert process
    process.kill()
    browser = quiet.browser()
    answers = [await browser.get("/en/roman/2/preview.png") for _ in range(2)]
    # it may die before or while it is asked
    assert answers[1].status_code == 200


async def test_a_process_that_hangs_is_given_up(
    quiet: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio: Studio = quiet.app.state.studio
    await studio.picture(studio.sketch("en", "roman", 3))
    hanging = studio._process
    assert hanging
    hanging.send_signal(signal.SIGSTOP)
    with monkeypatch.context() as patience:
        patience.setattr("app.web.preview.studio.LONGEST", 0.1)
        answer = await quiet.browser().get("/en/roman/4/preview.png")
    assert answer.status_code == 503
    assert hanging.returncode is not None
    assert (await quiet.browser().get("/en/roman/4/preview.png")).status_code == 200


def test_what_is_got_ready_is_every_card_of_every_game(artists: dict[str, Artist]) -> None:
    for lang, slug in itertools.product(LANGS, SLUGS):
        parts = set(artists[lang].parts(slug))
        for number in (1, 48213, LAST_DEAL):
            scene = deal_scene(artists[lang], lang, slug, number)
            # name and number come last
            missing = [drawing for drawing in scene.drawings if drawing not in parts]
            assert missing == scene.drawings[-2:], (lang, slug, number)


def test_what_was_drawn_beforehand_is_drawn_no_second_time(artists: dict[str, Artist]) -> None:
    drawing.prepare(artists["en"].parts("bureau"))
    before = drawing._tile.cache_info().misses
    drawing.draw(*deal_scene(artists["en"], "en", "bureau", 48213))
    # name and number
    assert drawing._tile.cache_info().misses - before == 2


async def test_a_studio_gets_ready_and_draws_what_is_wanted_meanwhile() -> None:
    studio, part = Studio(SPRITE), Artist("en", SPRITE).parts("roman")[:1]
    try:
        ready = studio.get_ready()
        assert studio.get_ready() is ready
        picture = await studio.picture(studio.sketch("en", "athena", 2))
        assert not ready.done()
        await ready
        kept, process = studio.kept(studio.sketch("en", "athena", 2)), studio._process
        assert kept == picture
        assert process
        # a scene on which nothing lies
        assert await studio._drawn(orjson.dumps((part, ()))) == b""
        # what it has drawn is what another would draw
        assert await studio.picture(studio.sketch("fr", "colonel", 5)) == await _drawn_anew(
            "fr", "colonel", 5
        )
        assert studio._process is process
    finally:
        await studio.close()


async def test_a_process_that_dies_while_it_gets_ready_harms_nobody() -> None:
    studio = Studio(SPRITE, is_eager=True)
    try:
        ready = studio.get_ready()
        await studio.picture(studio.sketch("en", "athena", 2))
        died = studio._process
        assert died
        died.kill()
        await ready
        assert await studio.picture(studio.sketch("en", "athena", 3))
        again = studio._preparing
        assert again
        assert again is not ready
        assert not again.done(), "the new one gets ready in its turn"
    finally:
        await studio.close()
    assert again.cancelled()
    assert died.returncode is not None


async def test_a_server_gets_ready_if_it_is_to_and_stops_in_the_midst(tmp_path: Path) -> None:
    for is_wanted in (True, False):
        async with serving(tmp_path / f"{is_wanted}.db", previews_ready=is_wanted) as site:
            studio: Studio = site.app.state.studio
            preparing = studio._preparing
            assert (preparing is not None) == is_wanted
            assert (await site.browser().get("/en/roman/5")).status_code == 200
            assert preparing is None or not preparing.done()
        assert preparing is None or preparing.cancelled()
        assert studio._process is None


async def test_who_wants_too_many_is_told_to_wait(tmp_path: Path) -> None:
    async with serving(tmp_path / "patience.db", rate_previews="1/day") as site:
        transport = httpx.ASGITransport(site.app, client=("203.0.113.5", 1))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://patience.test"
        ) as client:
            statuses = [
                (await client.get(f"/en/roman/{number}/preview.png")).status_code
                for number in (1, 1, 2, 1)
            ]
            late = await client.get("/en/roman/3/preview.png")
    # what is kept costs nothing
    assert statuses == [200, 200, 429, 200]
    assert int(late.headers["retry-after"]) > 0


def test_the_deck_is_the_one_of_the_page() -> None:
    assert Assets(manifests()).text("img/cards.svg") == SPRITE
