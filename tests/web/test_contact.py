"""The contact form: asked again in words, previewed, taken once, held when it looks like no one."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from app.web.contact import MOST_LINKS, OPEN_FOR, QUICKEST, Held
from app.web.contact_form import LONGEST, clean
from app.web.contact_game import left_game
from app.web.i18n import catalog
from app.web.stamps import Stamps
from tests.post.smtp import post_office
from tests.postgres import STORES
from tests.web.contact import TEXT, desk, filled, read_form, send, stamp, stored
from tests.web.players import LANGS, SLUGS
from tests.web.serving import Browser, Site, serving

DEAL = "/en/roman/48213"
NO_LIMIT = "1000000/hour"


@pytest.fixture(scope="session")
async def site(database_url: str) -> AsyncIterator[Site]:
    async with serving(database_url, rate_messages=NO_LIMIT, rate_held_messages=NO_LIMIT) as site:
        yield site


def words(lang: str, text: str) -> str:
    return catalog(lang).gettext(text)


async def elsewhere(site: Site, address: str) -> Browser:
    transport = httpx.ASGITransport(site.app, client=(address, 1))
    return Browser(site, httpx.AsyncClient(transport=transport, base_url="http://patience.test"))


# -- the empty form --------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
async def test_a_form_is_there_in_each_language(browser: Browser, lang: str) -> None:
    answer = await browser.get(f"/{lang}/contact")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    assert f'<html lang="{lang}">' in answer.text
    assert not re.search(r"\sstyle=|\son[a-z]+=|<script", answer.text)
    form = read_form(answer)
    assert {*form.fields} == {"page", "stamp", "kind", "message", "email", "subject"}
    assert (form.errors, form.alert, form.focused) == ({}, "", [])


async def test_it_is_reached_from_every_page(browser: Browser) -> None:
    for path in ("/en/", "/fr/", "/en/settings", "/en/roman/rules", "/en/nothing"):
        answer = await browser.get(path)
        assert f'href="/{path[1:3]}/contact"' in answer.text, path


@pytest.mark.parametrize("lang", LANGS)
async def test_from_the_board_it_is_reached_with_the_game(browser: Browser, lang: str) -> None:
    page = (await browser.get(f"/{lang}/bureau/77")).text
    (link,) = re.findall(rf'href="(/{lang}/contact\?page=[^"]+)"', page)
    form = read_form(await browser.get(link))
    assert form.fields["page"] == f"/{lang}/bureau/77"
    # only who ticks it sends it along
    assert "game" not in form.fields
    assert form.attributes["game"]["type"] == "checkbox"


@pytest.mark.parametrize(
    "page",
    [
        *("", "/en/", "/en/roman", "/en/none/5", "/en/roman/05", "/en/roman/4294967296"),
        *("//evil.example/en/roman/5", "https://evil.example/en/roman/5", "/de/roman/5"),
        *(f"{DEAL}\n", "x" * 9000),
    ],
)
async def test_another_address_is_no_game(browser: Browser, page: str) -> None:
    form = await browser.client.get("/en/contact", params={"page": page})
    assert form.status_code == 200
    assert "game" not in read_form(form).attributes
    assert "evil" not in form.text


@pytest.mark.parametrize("query", ["log=" + "d." * 12_000, "log=xx&ply=9", "&".join("abcdefg")])
async def test_a_log_that_is_none_is_left_out(browser: Browser, query: str) -> None:
    left = left_game(f"{DEAL}?{query}")
    assert left is not None
    message = await send(browser, page=f"{DEAL}?{query}", game="yes")
    assert (message.slug, message.number, message.log) == ("roman", 48213, "")


# -- asked again -----------------------------------------------------------------------------

WRONG = [
    ("message", "", "Please write your message here."),
    ("message", " \r\n\t ", "Please write your message here."),
    ("message", "\u200b \u200d\u2060" * 5, "Please write your message here."),
    ("message", "Too short", "A little more, please: at least 10 characters."),
    ("message", "x" * 5212, "This is 5,212 characters long; at most 5,000 can be sent."),
    ("kind", "praise", "Please choose one of these."),
    ("kind", "", "Please choose one of these."),
]
NO_ADDRESSES = [
    "anna",
    "anna@",
    "anna@localhost",
    "a b@example.org",
    "anna@example.org, ben@example.org",
    "Anna <anna@example.org>",
    "anna@example.org\r\nBcc: all@example.org",
    "anna@example.org\nBcc:all@example.org",
    "anna@example.org%0aBcc:all@example.org",
    "élodie@exämple.fr\nBcc: all@example.org",
    "élodie@exämple.fr\u2028x",
    "élodie@_.fr",
    "élodie@exämple",
    f"{'a' * 65}@example.org",
    f"a@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 60}.{'f' * 60}.org",
]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("name", "value", "error"),
    [*WRONG, *(("email", address, "not look like an e-mail address") for address in NO_ADDRESSES)],
)
async def test_what_is_wrong_is_said_beside_its_field(
    browser: Browser, lang: str, name: str, value: str, error: str
) -> None:
    given = filled(browser.site, email="anna@example.org", game="yes", page=DEAL) | {name: value}
    answer = await browser.post(f"/{lang}/contact", given)
    assert answer.status_code == 422
    form = read_form(answer)
    assert {*form.errors} == {name}
    if lang == "en":
        assert error in form.errors[name]
    assert form.focused == [name]
    # the text is kept, and the same form is sent again
    assert form.fields["message"] == clean(given["message"])
    assert form.fields["email"] == clean(given["email"])
    assert (form.fields["stamp"], form.fields["game"]) == (given["stamp"], "yes")
    assert words(lang, "Not sent yet") in answer.text
    if name != "kind":
        assert form.attributes[name]["aria-invalid"] == "true"
        assert f"{name}-error" in form.attributes[name]["aria-describedby"].split()


async def test_all_that_is_wrong_is_said_at_once(browser: Browser) -> None:
    answer = await browser.post("/en/contact", {"stamp": stamp(browser.site), "email": "x"})
    form = read_form(answer)
    assert {*form.errors} == {"kind", "message", "email"}
    assert form.focused == ["kind"]


@pytest.mark.parametrize(
    ("length", "status"), [(9, 422), (10, 303), (LONGEST, 303), (LONGEST + 1, 422)]
)
@pytest.mark.parametrize("sign", ["x", "é", "🂡"])
async def test_characters_are_counted_not_bytes(
    browser: Browser, sign: str, length: int, status: int
) -> None:
    given = filled(browser.site, message=sign * length)
    assert (await browser.post("/en/contact", given)).status_code == status


async def test_what_is_wrong_is_said_before_anything_is_suspected(browser: Browser) -> None:
    given = filled(
        browser.site,
        message="https://x " * 3 + "x" * LONGEST,
        subject="spam",
        stamp=stamp(browser.site, 0),
    )
    answer = await browser.post("/en/contact", given)
    assert (answer.status_code, {*read_form(answer).errors}) == (422, {"message"})


@pytest.mark.parametrize("kind", ["missing", "forged", "signed by another", "too old"])
async def test_a_form_that_is_not_open_is_asked_for_once_more(browser: Browser, kind: str) -> None:
    good = stamp(browser.site)
    bad = {
        "missing": "",
        "forged": good.replace(good[:6], "0" * 6),
        "signed by another": Stamps(b"x" * 32).new(time.time() - 10),
        "too old": stamp(browser.site, OPEN_FOR + 1),
    }[kind]
    given = filled(browser.site, stamp=bad)
    answer = await browser.post("/en/contact", given)
    form = read_form(answer)
    assert answer.status_code == 422
    assert "Nothing has been sent yet" in form.alert
    assert form.fields["message"] == given["message"]
    age = desk(browser.site).stamps.age(form.fields["stamp"], time.time())
    assert age is not None
    assert age < QUICKEST


async def test_bytes_that_are_no_text_are_refused(browser: Browser) -> None:
    answer = await browser.client.post("/fr/contact", content=b"message=\xff\xfe")
    assert answer.status_code == 400
    assert (await browser.client.post("/de/contact", content=b"\xff")).status_code == 404
    assert (await browser.post("/en/contact", {f"f{n}": "" for n in range(21)})).status_code == 400


# -- sent ------------------------------------------------------------------------------------


@pytest.mark.each_store
@pytest.mark.parametrize("lang", LANGS)
async def test_a_message_is_stored_as_it_was_written(browser: Browser, lang: str) -> None:
    text = f"  Été <b>&amp; 🂡\r\n\r\nencore\x00\x1b[31m\t{stamp(browser.site)} "
    message = await send(browser, lang=lang, kind="rules", message=text, email=" anna@example.org ")
    assert message.text == text.replace("\r\n", "\n").replace("\x00\x1b", "").strip()
    assert (message.lang, message.kind, message.email) == (lang, "rules", "anna@example.org")
    assert (message.held, message.attempts, message.mailed) == ("", 0, None)
    assert message.due == message.written
    assert (message.slug, message.number, message.log, message.ply) == ("", 0, "", 0)


@pytest.mark.each_store
@pytest.mark.parametrize("email", ["élodie@exämple.fr", "άννα@παράδειγμα.example"])
async def test_an_address_may_have_letters_of_any_alphabet(browser: Browser, email: str) -> None:
    assert (await send(browser, email=email)).email == email


async def test_a_message_turns_nothing_around_it(browser: Browser) -> None:
    """Who reads a list of messages reads each line of it in its own order."""
    # an override, an isolate and an end of one; a mark of direction is part of what one writes
    message = await send(browser, message="\u202eOdd\u2066, تجربة\u200f, and\u202c so on")
    assert message.text == "Odd, تجربة\u200f, and so on"


@pytest.mark.parametrize("lang", LANGS)
async def test_who_wrote_is_thanked_with_a_reference(browser: Browser, lang: str) -> None:
    given = filled(browser.site, email="anna@example.org", page=DEAL)
    answer = await browser.post(f"/{lang}/contact", given)
    assert answer.status_code == 303
    message = await stored(browser.site, answer)
    page = await browser.get(answer.headers["location"])
    assert page.status_code == 200
    assert message.reference in page.text
    assert f'href="/{lang}/roman/48213"' in page.text
    # whoever is shown the reference is shown nothing else
    assert "anna@" not in page.text
    assert TEXT not in page.text


@pytest.mark.parametrize("reference", ["00000-00000", "x", "0000000000", "OOOOO-OOOOO", "'"])
async def test_what_was_never_sent_is_not_thanked_for(browser: Browser, reference: str) -> None:
    assert (await browser.get(f"/en/contact/thanks/{reference}")).status_code == 404


@pytest.mark.each_store
async def test_the_same_form_sent_twice_is_one_message(browser: Browser) -> None:
    given = filled(browser.site)
    first, second = [await browser.post("/en/contact", given) for _ in range(2)]
    assert first.headers["location"] == second.headers["location"]
    message = await stored(browser.site, first)
    assert message.held == ""
    count = await desk(browser.site).messages.count_alike(message.likeness, 0)
    assert count == 1


async def test_the_same_form_with_other_words_is_another_message(browser: Browser) -> None:
    given = filled(browser.site)
    first = await stored(browser.site, await browser.post("/en/contact", given))
    changed = given | {"message": given["message"] + " And again!"}
    second = await stored(browser.site, await browser.post("/en/contact", changed))
    assert first.reference != second.reference
    assert second.text.endswith("And again!")


async def test_writing_leaves_no_cookie(browser: Browser) -> None:
    await send(browser)
    assert browser.token is None


# -- with the game ---------------------------------------------------------------------------


@pytest.mark.each_store
async def test_a_game_goes_along_if_its_player_wants_it(browser: Browser) -> None:
    await browser.play(DEAL, "d.d.d")
    await browser.press(DEAL, "undo")
    message = await send(browser, page=DEAL, game="yes")
    assert (message.slug, message.number) == ("roman", 48213)
    assert (message.log, message.ply) == ("d.d.d", 2)


async def test_no_game_goes_along_unasked(browser: Browser) -> None:
    await browser.play(DEAL, "d.d")
    for consent in ({}, {"game": ""}, {"game": "no"}):
        message = await send(browser, page=DEAL, **consent)
        assert (message.slug, message.number, message.log) == ("", 0, "")


async def test_a_game_kept_in_the_address_goes_along_from_there(site: Site) -> None:
    browser = site.browser(keeps_cookies=False)
    message = await send(browser, page=f"{DEAL}?log=d.d.d&ply=1&version=4", game="yes")
    assert (message.log, message.ply) == ("d.d.d", 1)


@pytest.mark.parametrize("slug", SLUGS)
async def test_an_untouched_deal_goes_along_without_moves(browser: Browser, slug: str) -> None:
    message = await send(browser, page=f"/fr/{slug}/7", game="yes")
    assert (message.slug, message.number, message.log, message.ply) == (slug, 7, "", 0)


async def test_nobody_elses_game_goes_along(site: Site) -> None:
    owner, stranger = site.browser(), site.browser()
    await owner.play(DEAL, "d.d.d")
    message = await send(stranger, page=DEAL, game="yes")
    assert message.log == ""


# -- shown before it is sent -----------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
async def test_what_will_be_sent_is_shown_and_not_sent(browser: Browser, lang: str) -> None:
    deal = f"/{lang}/roman/48213"
    await browser.play(deal, "d.d.d")
    given = filled(browser.site, email="anna@example.org", page=deal, game="yes", step="preview")
    answer = await browser.post(f"/{lang}/contact", given)
    assert answer.status_code == 200
    shown = answer.text.partition('class="preview"')[2].partition("</section>")[0]
    for part in (given["message"], "anna@example.org", deal, "d.d.d", words(lang, "Send it")):
        assert part in shown
    form = read_form(answer)
    assert form.focused == ["preview"]
    # pressing there sends what is shown
    sent = await browser.post(f"/{lang}/contact", {**form.fields, "step": "send"})
    message = await stored(browser.site, sent)
    assert (message.text, message.log) == (given["message"], "d.d.d")


async def test_a_game_that_has_gone_on_is_shown_again(browser: Browser) -> None:
    await browser.play(DEAL, "d.d.d")
    given = filled(browser.site, page=DEAL, game="yes", step="preview")
    form = read_form(await browser.post("/en/contact", given))
    await browser.press(DEAL, "undo")

    again = await browser.post("/en/contact", {**form.fields, "step": "send"})
    assert again.status_code == 200
    assert "2 moves" in again.text.partition('class="preview"')[2].partition("</section>")[0]
    sent = await browser.post("/en/contact", {**read_form(again).fields, "step": "send"})
    assert (await stored(browser.site, sent)).ply == 2
    # without the game nothing is in the way
    unticked = {**form.fields, "step": "send", "game": "no"}
    assert (await browser.post("/en/contact", unticked)).status_code == 303


async def test_without_consent_no_game_is_shown(browser: Browser) -> None:
    await browser.play(DEAL, "d.d.d")
    answer = await browser.post("/en/contact", filled(browser.site, page=DEAL, step="preview"))
    assert "d.d.d" not in answer.text


async def test_a_preview_of_what_is_wrong_is_none(browser: Browser) -> None:
    answer = await browser.post("/en/contact", filled(browser.site, message="x", step="preview"))
    assert answer.status_code == 422
    assert 'class="preview"' not in answer.text


# -- held ------------------------------------------------------------------------------------


@pytest.mark.each_store
@pytest.mark.parametrize(
    ("fields", "age", "reason"),
    [
        ({"subject": "Buy now"}, 10.0, Held.TRAP),
        ({}, QUICKEST - 0.5, Held.SPEED),
        ({}, QUICKEST + 0.1, Held.NO),
        ({"message": "https://shop.example/ " * 10}, 10.0, Held.LINKS),
        ({"message": "www.shop.example HTTP://shop.example " * 3}, 10.0, Held.LINKS),
    ],
)
async def test_what_looks_like_no_one_is_thanked_and_held(
    browser: Browser, fields: dict[str, str], age: float, reason: Held
) -> None:
    message = await send(browser, stamp=stamp(browser.site, age), **fields)
    assert message.held == reason
    assert (message.due is None) == (reason is not Held.NO)


async def test_some_links_are_no_fault(browser: Browser) -> None:
    text = f"{stamp(browser.site)} " + "https://patience.test/en/roman/5 " * MOST_LINKS
    assert (await send(browser, message=text)).held == ""


async def test_the_same_text_is_mailed_once_a_day(site: Site) -> None:
    text = f"The same text, {stamp(site)}"
    texts = (text, text, text.upper().replace(" ", "\n "), f"{text}!")
    held = [(await send(site.browser(), message=same)).held for same in texts]
    assert held == ["", Held.ALIKE, Held.ALIKE, ""]


async def test_who_was_too_quick_may_send_the_same_text_again(browser: Browser) -> None:
    text = f"A quick one, {stamp(browser.site)}"
    quick = await send(browser, message=text, stamp=stamp(browser.site, 1))
    slow = await send(browser, message=text)
    assert (quick.held, slow.held) == (Held.SPEED, "")


@pytest.mark.parametrize("address", ["203.0.113.7", "127.0.0.1"])
async def test_twenty_a_minute_are_thanked_and_most_of_them_held(
    tmp_path: Path, address: str
) -> None:
    async with serving(tmp_path / "patience.db", rate_messages="5/day") as site:
        browser = await elsewhere(site, address)
        held = [(await send(browser)).held for _ in range(20)]
        assert held == [""] * 5 + [Held.RATE] * 15
        other = await elsewhere(site, "198.51.100.1")
        assert (await send(other)).held == ""
        for one in (browser, other):
            await one.client.aclose()


@pytest.mark.parametrize("lang", LANGS)
async def test_beyond_what_is_stored_the_text_stays_in_the_form(tmp_path: Path, lang: str) -> None:
    async with serving(tmp_path / "patience.db", rate_held_messages="3/day") as site:
        browser = site.browser()
        for _ in range(3):
            await send(browser)
        given = filled(site)
        answer = await browser.post(f"/{lang}/contact", given)
        assert answer.status_code == 429
        assert words(lang, "Not sent yet") in answer.text
        assert read_form(answer).alert
        assert read_form(answer).fields["message"] == given["message"]
        await browser.client.aclose()


# -- mailed ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", STORES)
async def test_a_message_is_mailed_once_whoever_comes_between(
    kind: str, new_database_url: Callable[[str], str]
) -> None:
    url = new_database_url(kind)
    async with post_office() as office, asyncio.timeout(60):
        mailing = {
            "smtp_host": "127.0.0.1",
            "smtp_port": office.port,
            "smtp_security": "none",
            "smtp_from": "site@patience.example",
            "smtp_to": "us@patience.example",
        }
        # written while nothing was mailed, and while something is held
        async with serving(url) as site:
            early = await send(site.browser(), email="anna@example.org")
            held = await send(site.browser(), subject="spam")
        async with serving(url, **mailing) as site:
            await office.has_mail.wait()
            office.has_mail.clear()
            late = await send(site.browser())
            await office.has_mail.wait()
        references = [mail["Subject"].split()[-1] for mail in office.mails]
        assert references == [early.reference, late.reference]
        assert office.mails[0]["Reply-To"] == "anna@example.org"
        assert held.reference not in str(office.mails)


# -- a store that is away --------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
async def test_what_cannot_be_stored_stays_in_the_form(tmp_path: Path, lang: str) -> None:
    async with serving(tmp_path / "patience.db") as site:
        browser = site.browser()
        given = filled(site, page=f"/{lang}/roman/5", game="yes")
        await site.house.store.close()
        answer = await browser.post(f"/{lang}/contact", given)
        assert answer.status_code == 503
        form = read_form(answer)
        assert form.alert
        assert (form.fields["message"], form.fields["game"]) == (given["message"], "yes")
        await browser.client.aclose()
