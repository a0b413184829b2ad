"""What a player chooses: read, kept, shown on every page, and refused where it is none."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.choice_words import questions
from app.web.choices import DEFAULTS, VALUES, BadChoice, Choices, attributes
from app.web.i18n import catalog
from app.web.own_pages import own_page
from app.web.security import player_of
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser
from tests.web.table import read_table

chosen = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(sorted(values)) for name, values in VALUES.items()}
)
ALL_OTHERS = {name: [*values][-1] for name, values in VALUES.items()}
"""Of every choice one that is not the default."""


def root(page: str) -> str:
    """The tag of the root."""
    return page.partition("<html")[2].partition(">")[0]


async def kept(browser: Browser) -> str | None:
    assert browser.token
    stored = await browser.site.house.store.choices(player_of(browser.token))
    return stored.choices if stored else None


class TestChoices:
    @given(chosen)
    def test_are_what_they_are_written_as(self, form: dict[str, str]) -> None:
        choices = Choices.of_form(form)
        assert Choices.of_text(choices.text) == choices
        assert all(getattr(choices, name) == value for name, value in form.items())
        assert choices.made.items() <= form.items()

    @given(chosen, chosen)
    def test_chosen_anew_leave_the_others(
        self, first: dict[str, str], second: dict[str, str]
    ) -> None:
        assert Choices.of_form(first).with_form(second) == Choices.of_form({**first, **second})

    def test_are_written_only_where_they_differ(self) -> None:
        assert Choices.of_form({"tap": "send", "deck": "four", "hand": "right"}).text == (
            "tap=send&deck=four"
        )
        assert DEFAULTS.text == ""
        assert attributes(DEFAULTS) == ""

    @pytest.mark.parametrize(
        "text", ["tap=send&colour=pink", "deck=five&tap=send", "&&=&tap=send&", "tap=send&deck=%FF"]
    )
    def test_read_what_they_know_of_a_kept_text(self, text: str) -> None:
        assert Choices.of_text(text) == Choices.of_form({"tap": "send"})

    @given(st.text())
    def test_read_any_text(self, text: str) -> None:
        assert Choices.of_text(Choices.of_text(text).text) == Choices.of_text(text)

    @pytest.mark.parametrize("form", [{"colour": "pink"}, {"deck": "five"}, {"deck": ""}])
    def test_refuse_what_they_do_not_know_in_a_form(self, form: dict[str, str]) -> None:
        with pytest.raises(BadChoice):
            Choices.of_form({"tap": "send", **form})

    @pytest.mark.parametrize("lang", LANGS)
    def test_are_all_asked_for_once(self, lang: str) -> None:
        asked = [q for group in questions(lang, DEFAULTS) for q in group.questions]
        assert sorted(question.name for question in asked) == sorted(VALUES)
        for question in asked:
            assert [option.value for option in question.options] == [*VALUES[question.name]]
            assert [option.is_default for option in question.options].count(True) == 1
            assert question.options[0].is_default
            assert [option.is_chosen for option in question.options].count(True) == 1


@pytest.mark.parametrize("lang", LANGS)
async def test_the_page_shows_what_is_chosen(browser: Browser, lang: str) -> None:
    fresh = (await browser.get(f"/{lang}/settings")).text
    assert browser.token is None
    assert root(fresh) == f' lang="{lang}"'
    assert fresh.count(" checked") == len(VALUES)
    assert fresh.count(" checked data-default") == len(VALUES)

    answer = await browser.post(f"/{lang}/settings", ALL_OTHERS)
    assert answer.status_code == 303
    page = (await browser.get(f"/{lang}/settings")).text
    assert page.count(" checked") == len(VALUES)
    assert " checked data-default" not in page
    for name, value in ALL_OTHERS.items():
        assert f'name="{name}" value="{value}" checked' in page
        assert f' data-{name}="{value}"' in root(page)


@pytest.mark.each_store
async def test_a_first_choice_makes_the_player(browser: Browser, rows: Callable[[], int]) -> None:
    before = rows()
    answer = await browser.post("/en/settings", {"page": "/en/roman/12", "deck": "four"})

    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert await kept(browser) == "deck=four"
    # whether the cookie came back is seen on the way
    landed = await browser.get(answer.headers["location"])
    assert (landed.status_code, landed.headers["location"]) == (303, "/en/roman/12")
    assert rows() == before
    second = await browser.post("/en/settings", {"page": "/en/roman/12", "auto": "safe"})
    assert (second.status_code, second.headers["location"]) == (303, "/en/roman/12")
    assert await kept(browser) == "auto=safe&deck=four"
    page = await browser.get("/en/roman/12")
    assert root(page.text) == ' lang="en" data-auto="safe" data-deck="four"'
    assert "player=" in page.headers["set-cookie"]


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_game_shows_what_is_chosen(browser: Browser, slug: str) -> None:
    await browser.post("/en/settings", {"table": "slate", "auto": "finish"})
    lang = LANGS[len(slug) % 2]
    pages = (f"/{lang}/{slug}/5", f"/{lang}/{slug}", f"/{lang}/{slug}/deal?number=x", f"/{lang}/")
    for path in pages:
        page = await browser.get(path)
        assert root(page.text) == f' lang="{lang}" data-auto="finish" data-table="slate"', path
        wish = '<input type="hidden" id="auto" name="auto" value="finish">'
        assert page.text.count(wish) == ("<form id=" in page.text), path
    refused = await browser.post(f"/{lang}/{slug}/5/undo", {"version": "0"})
    assert refused.status_code == 422
    assert 'data-table="slate"' in root(refused.text)


async def test_back_to_the_default_leaves_nothing_in_the_page(browser: Browser) -> None:
    await browser.post("/fr/settings", {"scheme": "dark", "auto": "safe"})
    await browser.post("/fr/settings", {"scheme": "system", "auto": "never"})
    assert await kept(browser) == ""
    page = (await browser.get("/fr/roman/5")).text
    assert root(page) == ' lang="fr"'
    assert 'id="auto"' not in page


async def test_the_defaults_alone_are_no_choice(browser: Browser) -> None:
    everything = {name: next(iter(values)) for name, values in VALUES.items()}
    answer = await browser.post("/en/settings", {"page": "/en/roman", **everything})
    assert (answer.status_code, answer.headers["location"]) == (303, "/en/roman")
    assert "set-cookie" not in answer.headers
    assert browser.token is None


@pytest.mark.parametrize(
    "form",
    [{"deck": "five"}, {"colour": "pink", "deck": "four"}, {"deck": "four", "move": "d"}],
)
@pytest.mark.parametrize("lang", LANGS)
async def test_what_is_none_changes_nothing(
    browser: Browser, lang: str, form: dict[str, str]
) -> None:
    await browser.post(f"/{lang}/settings", {"hand": "left"})
    line = catalog(lang).gettext("That could not be understood; nothing has changed.")
    for htmx in (False, True):
        answer = await browser.post(f"/{lang}/settings", form, htmx=htmx)
        assert answer.status_code == 422
        assert line in answer.text
        assert ("<html" in answer.text) is not htmx
    assert await kept(browser) == "hand=left"


async def test_wild_forms_are_refused(browser: Browser) -> None:
    many = "&".join(f"deck{n}=four" for n in range(40))
    for body in (b"\xff\xfe", b"deck=%ff", many.encode()):
        answer = await browser.client.post("/en/settings", content=body)
        assert answer.status_code == 422
    assert browser.token is None


async def test_script_sends_one_choice_and_is_told_nothing(browser: Browser) -> None:
    answer = await browser.post("/en/settings", {"sound": "on"}, htmx=True)
    assert (answer.status_code, answer.content) == (204, b"")
    assert await kept(browser) == "sound=on"


@pytest.mark.parametrize("lang", LANGS)
async def test_script_reads_the_form_alone(browser: Browser, lang: str) -> None:
    form = await browser.get(f"/{lang}/settings?page=/{lang}/roman/5", hx_request="true")
    page = await browser.get(f"/{lang}/settings")
    assert "<html" not in form.text
    assert form.text.count('type="radio"') == page.text.count('type="radio"')
    assert catalog(lang).gettext("Done") in form.text
    assert f'name="page" value="/{lang}/roman/5"' in form.text


async def test_without_cookies_it_is_said(browser: Browser) -> None:
    blocked = browser.site.browser(keeps_cookies=False)
    game = "/fr/bureau/3?log=d.d&version=2"
    answer = await blocked.post("/fr/settings", {"page": game, "deck": "four"})
    page = await blocked.get(answer.headers["location"])
    assert page.status_code == 200
    assert catalog("fr").gettext(
        "Your browser keeps no cookies, so your choice could not be kept."
    ) in page.text.replace("&#39;", "'")
    # the way back to a game that only its address knows
    backs = [link["href"] for link in read_table(page.text).links]
    assert game in backs
    await blocked.client.aclose()


async def test_a_carried_game_is_found_again_from_the_settings(browser: Browser) -> None:
    game = "/en/bureau/3?log=d.d&version=2"
    table = await browser.table(game)
    (link,) = [link for link in table.links if link.get("id") == "open-settings"]
    page = await browser.get(link["href"])
    assert f'name="page" value="{game.replace("&", "&amp;")}"' in page.text
    # and in the other language
    turned = await browser.post("/language", {"lang": "fr", "page": _language_page(page.text)})
    twin = await browser.get(turned.headers["location"])
    assert f'name="page" value="{game.replace("/en/", "/fr/").replace("&", "&amp;")}"' in twin.text


def _language_page(page: str) -> str:
    return page.partition('name="page" value="')[2].partition('"')[0].replace("&amp;", "&")


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "//evil.example",
        "/en/../x",
        "/de/",
        "/en/roman?next=/x",
        "/en/\r\nX: y",
        "/en/settings?page=//evil.example%0d",
        "",
    ],
)
async def test_the_way_back_is_ours_alone(browser: Browser, address: str) -> None:
    for answer in (
        await browser.post("/en/settings", {"page": address, "deck": "four"}),
        await browser.post("/en/settings", {"page": address, "deck": "two"}),
    ):
        there = answer.headers["location"]
        assert there.startswith(("/en/settings?", "/en/"))
        assert "\r" not in there
    assert own_page(own_page(address, "en"), "en") == own_page(address, "en")
    page = await browser.get(f"/en/settings?{urlencode({'page': address})}")
    assert _language_page(page.text).startswith("/en/")
    assert (
        page.text.partition('class="settings"')[2].partition('name="page" value="')[2][:4] == "/en/"
    )


async def test_another_site_chooses_nothing(browser: Browser) -> None:
    answer = await browser.post(
        "/en/settings", {"deck": "four"}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403
    assert browser.token is None


async def test_reading_keeps_nothing(browser: Browser) -> None:
    for path in ("/en/settings", "/en/settings?saved=1", "/en/settings?deck=four"):
        answer = await browser.get(path)
        assert "set-cookie" not in answer.headers
        assert root(answer.text) == ' lang="en"'
    assert (await browser.get("/de/settings")).status_code == 404
