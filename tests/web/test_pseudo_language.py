"""No word reaches a player but through the catalogs: a language that nobody speaks shows it.

It is offered as any third language would be, by its folder and one line, by a server of its own.
"""

import json
import re
from collections.abc import Callable, Iterator

import httpx
import pytest
from fastapi.routing import iter_route_contexts

from app.deals import LAST_DEAL
from app.games import GAMES
from app.settings import Settings
from app.web.app import create_app
from tests.browser.server import AppServer
from tests.test_golden_wins import WINS
from tests.web.contact import read_form
from tests.web.players import random_play
from tests.web.pseudo import (
    PSEUDO,
    plain_words,
    program_with_pseudo_language,
    translated,
    untranslated,
)

DEAL = f"/{PSEUDO}/klondike/48213"
STUCK = ("klondike-3", 2309, "d.d.d.d.d.t2t5.d.d.d.d.d.d.d.d.d.d.d.d")
EXAMPLES = {
    "lang": (PSEUDO,),
    "slug": tuple(GAMES),
    "number": ("48213",),
    "day": ("2026-11-30", "2020-01-01", "2099-01-01", "tomorrow"),
    "reference": ("7KQF2-M9XW3",),
}
"""Of each parameter that an address may have."""
ELSEWHERE = {"Sec-Fetch-Site": "cross-site"}
SETTINGS, CONTACT = f"/{PSEUDO}/settings", f"/{PSEUDO}/contact"
LETTER = {"kind": "idea", "message": translated("Something to be said.")}
SCRIPT = {"HX-Request": "true"}
TYPED = ("", "xyzzy", "7h", "7h 8s", "1 2", "99", "f f", "deal", "undo", "redo", "up", "restart")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = tmp_path_factory.mktemp("program")
    program_with_pseudo_language(root)
    server = AppServer(f"sqlite:///{root / 'patience.db'}", root)
    server.start()
    yield server.url
    server.stop()


@pytest.fixture
def player(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url) as client:
        yield client


def addresses() -> list[str]:
    """Of every page that there is; fails for one whose parameter nobody has given an example of."""
    app = create_app(Settings())
    found: list[str] = []
    for context in iter_route_contexts(app.router.routes):
        path = re.sub(r":\w+}", "}", context.path or "")
        if "GET" in (context.methods or ()) and "{lang}" in path:
            found += filled(path)
    return found


def filled(path: str) -> Iterator[str]:
    name = re.search(r"{(\w+)}", path)
    if name is None:
        yield path
        return
    for value in EXAMPLES[name[1]]:
        yield from filled(path.replace(name[0], value))


def test_every_page_of_every_game(player: httpx.Client) -> None:
    paths = addresses()
    assert len(paths) > 4 * len(GAMES)
    found = {}
    for path in paths:
        answer = player.get(path)
        assert answer.status_code < 500, path
        if answer.headers.get("content-type", "").startswith("text/html"):
            found[path] = plain_words(answer.text)
    assert {path: words for path, words in found.items() if words} == {}


@pytest.mark.parametrize("slug", GAMES)
def test_the_answers_to_moves(slug: str, player: httpx.Client) -> None:
    deal, version = f"/{PSEUDO}/{slug}/48213", 0
    said = set()
    presses: list[tuple[str, dict[str, str]]] = [
        ("move", {"move": move}) for move in re.split(r"[.-]", random_play(slug, 48213, 30).log)
    ]
    presses += [("undo", {}), ("redo", {}), ("up", {}), ("restart", {}), ("redo-all", {})]
    for action, form in presses:
        fields = {"version": str(version), **form}
        answer = player.post(f"{deal}/{action}", data=fields, headers=SCRIPT)
        assert plain_words(answer.text) == set(), (action, form)
        said.add(answer.text.rpartition('hx-target="#live"')[2])
        version = read_version(answer.text, version)
    assert len(said) > 5
    assert plain_words(player.get(deal).text) == set()
    assert plain_words(player.get(f"{deal}/table").text) == set()
    assert plain_words(player.get(f"/{PSEUDO}/").text) == set()


def read_version(html: str, before: int) -> int:
    found = re.search(r'name="version" value="(\d+)"', html)
    return int(found[1]) if found else before


@pytest.mark.parametrize("slug", WINS)
def test_a_win(slug: str, player: httpx.Client) -> None:
    won = WINS[slug]
    page = player.get(f"/{PSEUDO}/{slug}/{won['number']}", params={"log": won["log"]}).text
    assert translated("Won!") in page
    assert plain_words(page) == set()


def test_a_dead_end(player: httpx.Client) -> None:
    slug, number, log = STUCK
    page = player.get(f"/{PSEUDO}/{slug}/{number}", params={"log": log}).text
    assert translated("No useful move left") in page
    assert plain_words(page) == set()


Ask = Callable[[httpx.Client], httpx.Response]

REFUSED: dict[str, tuple[int, Ask]] = {
    "illegal": (422, lambda player: player.post(f"{DEAL}/move", data=press("t1t1"))),
    "malformed": (422, lambda player: player.post(f"{DEAL}/move", data=press("??"))),
    "lost": (409, lambda player: player.post(f"{DEAL}/move", data=press("d", 7))),
    "forged": (403, lambda player: player.post(f"{DEAL}/move", data=press("d"), headers=ELSEWHERE)),
    "bad log": (422, lambda player: player.get(DEAL, params={"log": "zz"})),
    "no number": (422, lambda player: player.get(f"/{PSEUDO}/roman/deal?number=x")),
    "no page": (404, lambda player: player.get(f"/{PSEUDO}/{translated('nothing')}/5")),
    "no deal": (404, lambda player: player.get(f"/{PSEUDO}/roman/{LAST_DEAL + 1}")),
    "no method": (405, lambda player: player.delete(DEAL)),
    "another site": (403, lambda player: player.post(SETTINGS, data={}, headers=ELSEWHERE)),
    "no choice": (422, lambda player: player.post(SETTINGS, data={"deck": "nine"})),
    "too large": (413, lambda player: player.post(SETTINGS, data={"deck": "x" * 70_000})),
    "too long": (414, lambda player: player.get(DEAL, params={"log": "d" * 25_000})),
    "no form": (400, lambda player: player.post(CONTACT, content=b"a=1&" * 30)),
    "empty message": (422, lambda player: player.post(CONTACT, data={"email": "9", "kind": "9"})),
    "short message": (422, lambda player: player.post(CONTACT, data={"message": "7"})),
    "long message": (422, lambda player: player.post(CONTACT, data={"message": "1" * 6000})),
    "old form": (422, lambda player: player.post(CONTACT, data={**LETTER, "stamp": "1.2.3"})),
}


def press(move: str, version: int = 0) -> dict[str, str]:
    return {"version": str(version), "move": move}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str, player: httpx.Client) -> None:
    status, ask = REFUSED[name]
    answer = ask(player)
    assert answer.status_code == status
    assert plain_words(answer.text) == set()


def test_what_is_said_of_a_stale_press(player: httpx.Client) -> None:
    for _ in range(2):
        player.post(f"{DEAL}/move", data=press("d"), headers=SCRIPT)
    without: dict[str, str] = {}
    for headers in (without, SCRIPT):
        answer = player.post(f"{DEAL}/undo", data={"version": "0"}, headers=headers)
        assert answer.status_code == (200 if headers else 409)
        assert translated("The game had gone on") in answer.text
        assert plain_words(answer.text) == set()


@pytest.mark.parametrize("typed", TYPED)
def test_the_answers_to_typed_moves(typed: str, player: httpx.Client) -> None:
    form = {"version": "0", "typed": typed}
    answer = player.post(f"{DEAL}/typed", data=form, headers=SCRIPT)
    assert answer.status_code == 200
    # what one has typed may be said again
    assert {text for text in plain_words(answer.text) if not typed or typed not in text} == set()


def test_a_message_previewed_and_sent(player: httpx.Client) -> None:
    player.post(f"{DEAL}/move", data=press("d"))
    form = read_form(player.get(CONTACT, params={"page": DEAL}))
    fields = {**form.fields, **LETTER, "game": "yes"}
    preview = player.post(CONTACT, data={**fields, "step": "preview"})
    assert translated("This is what will be sent") in preview.text
    assert plain_words(preview.text.replace(f"<dd>{DEAL}", "<dd>")) == set()
    thanks = player.post(CONTACT, data={**fields, "step": "send"}, follow_redirects=True)
    assert translated("Your message has arrived.") in thanks.text
    shown = re.sub(r'(<strong class="reference">)[^<]+', r"\1", thanks.text)
    assert plain_words(shown) == set()


def test_all_choices_and_deleting_them(player: httpx.Client) -> None:
    assert plain_words(player.get(SETTINGS, headers=SCRIPT).text) == set()
    player.post(SETTINGS, data={"deck": "four"})
    for path in ("settings", "privacy/delete"):
        assert plain_words(player.get(f"/{PSEUDO}/{path}").text) == set()
    deleted = player.post(f"/{PSEUDO}/privacy/delete", follow_redirects=True).text
    assert translated("your settings") in deleted
    assert plain_words(deleted) == set()


def test_the_installed_app(player: httpx.Client) -> None:
    page = player.get(f"/{PSEUDO}/").text
    address = re.search(rf'href="([^"]*/{PSEUDO}\.webmanifest)"', page)
    assert address
    told = json.loads(player.get(address[1]).text)
    for name in ("name", "short_name", "description"):
        assert untranslated(told[name]) == []


# the finder itself


@pytest.mark.parametrize(
    "html",
    [
        "<p>Undo</p>",
        "<p>ｄｅａｌ number 5</p>",
        '<button aria-label="Undo">ｕ</button>',
        '<p data-said="Link copied."></p>',
        '<meta name="description" content="A game">',
        '<input type="submit" value="Go">',
        "<svg><title>Layout</title></svg>",
        '<p lang="fr">Jouer</p><p>Play</p>',
        "<p>ｕ <code>x</code> and</p>",
    ],
)
def test_a_plain_word_is_found(html: str) -> None:
    assert plain_words(html)


@pytest.mark.parametrize(
    "html",
    [
        "<p>Ｕｎｄｏ 12:05 (3)</p>",
        "<p>Double Signora, ｄｅａｌ 5</p>",
        '<button lang="fr">Français</button>',
        '<p data-targets="t1 f2">７</p>',
        "<code>w1f3</code>",
    ],
)
def test_what_is_no_plain_word(html: str) -> None:
    assert plain_words(html) == set()


def test_placeholders_stay() -> None:
    assert translated("%(count)d of %(all)s: 100 %%") == "%(count)d ｏｆ %(all)s: 100 %%"
