"""Mailing over real SMTP, from each kind of store: refused, late, cut off, and nothing is lost."""

import asyncio
import logging
import secrets
import socket
from collections.abc import AsyncIterator, Callable

import pytest

from app.post.letter import body
from app.post.mailer import Mailer, NotMailed
from app.post.outbox import FIRST_PAUSE, LEASE, LONGEST_PAUSE, Outbox, pause_after
from app.settings import Settings
from app.store import OperableStore, StoredMessage, StoreUnavailable, open_store
from tests.post.smtp import PostOffice, post_office, text_of
from tests.postgres import STORES
from tests.store.examples import first_message

NOW = 1_700_000_000.0


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def office() -> AsyncIterator[PostOffice]:
    async with post_office() as office:
        yield office


@pytest.fixture(params=STORES)
async def store(
    request: pytest.FixtureRequest, new_database_url: Callable[[str], str]
) -> AsyncIterator[OperableStore]:
    store = await open_store(Settings(database_url=new_database_url(request.param)))
    yield store
    await store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


def mailer(port: int, *, within: float = 30.0, **settings: object) -> Mailer:
    chosen = {
        "smtp_host": "127.0.0.1",
        "smtp_port": port,
        "smtp_security": "none",
        "smtp_from": "site@patience.example",
        "smtp_to": "us@patience.example",
        **settings,
    }
    return Mailer(Settings.model_validate(chosen), within=within)


async def write(store: OperableStore, text: str = "Something is odd here.") -> StoredMessage:
    message = first_message(secrets.token_hex(5))._replace(text=text, due=NOW, written=NOW)
    assert await store.messages.put(message)
    return message


async def test_a_message_is_mailed_once(
    store: OperableStore, office: PostOffice, clock: Clock
) -> None:
    message = await write(store, "Été 🂡\n.\nBcc: all@example.org")
    outbox = Outbox(store.messages, mailer(office.port).mail, clock)
    await outbox.send_due()
    await outbox.send_due()
    (envelope,), (mail,) = office.envelopes, office.mails
    assert (envelope.mail_from, envelope.rcpt_tos) == (
        "site@patience.example",
        ["us@patience.example"],
    )
    assert mail["Reply-To"] == message.email
    assert "Bcc" not in mail
    assert text_of(mail).replace("\r\n", "\n") == body(message)
    assert await store.messages.find(message.reference) == message._replace(
        due=None, attempts=1, mailed=NOW
    )


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("MAIL", "550 not you"),
        ("RCPT", "550 no such user"),
        ("RCPT", "450 try again"),
        ("DATA", "451 no room"),
        ("DATA", "554 that is spam"),
        ("DATA", "421 closing"),
    ],
)
async def test_what_is_refused_is_tried_again(
    store: OperableStore, office: PostOffice, clock: Clock, command: str, answer: str
) -> None:
    message = await write(store)
    outbox = Outbox(store.messages, mailer(office.port).mail, clock)
    office.answers[command] = answer
    await outbox.send_due()
    assert office.mails == []
    put_off = message._replace(due=NOW + FIRST_PAUSE, attempts=1)
    assert await store.messages.find(message.reference) == put_off

    del office.answers[command]
    clock.now += FIRST_PAUSE - 1
    await outbox.send_due()
    assert office.mails == []
    clock.now += 1
    await outbox.send_due()
    assert len(office.mails) == 1


async def test_a_server_that_is_down_loses_nothing(
    store: OperableStore, office: PostOffice, clock: Clock
) -> None:
    messages = [await write(store, f"This is message {n}.") for n in range(3)]
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        away = Outbox(store.messages, mailer(nobody.getsockname()[1]).mail, clock)
        for _ in range(12):
            await away.send_due()
            clock.now += LONGEST_PAUSE
    # as after a restart: what is to be done is in the store alone
    await Outbox(store.messages, mailer(office.port).mail, clock).send_due()
    assert {text_of(mail).partition("\n")[0].strip() for mail in office.mails} == {
        message.text for message in messages
    }


async def test_a_server_that_does_not_answer_is_not_waited_for(
    store: OperableStore, office: PostOffice, clock: Clock
) -> None:
    message = await write(store)
    office.is_open.clear()
    await Outbox(store.messages, mailer(office.port, within=0.1).mail, clock).send_due()
    found = await store.messages.find(message.reference)
    assert found is not None
    assert (found.mailed, found.due) == (None, NOW + FIRST_PAUSE)

    office.is_open.set()
    clock.now += FIRST_PAUSE
    await Outbox(store.messages, mailer(office.port).mail, clock).send_due()
    # it may have been taken the first time, too: whoever reads both knows them to be one
    assert {mail["Message-ID"] for mail in office.mails} == {
        f"<{message.reference}@patience.example>"
    }


async def test_two_servers_do_not_mail_one_message_twice(
    store: OperableStore, office: PostOffice, clock: Clock
) -> None:
    await write(store)
    office.is_open.clear()
    one, other = (Outbox(store.messages, mailer(office.port).mail, clock) for _ in range(2))
    sending = asyncio.create_task(one.send_due())
    await office.has_mail.wait()
    await other.send_due()
    office.is_open.set()
    await sending
    await other.send_due()
    assert len(office.mails) == 1


async def test_what_a_dead_server_has_claimed_is_mailed_by_another(
    store: OperableStore, office: PostOffice, clock: Clock
) -> None:
    await write(store)
    office.is_open.clear()
    sending = asyncio.create_task(
        Outbox(store.messages, mailer(office.port).mail, clock).send_due()
    )
    await office.has_mail.wait()
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    office.is_open.set()

    other = Outbox(store.messages, mailer(office.port).mail, clock)
    clock.now += LEASE - 1
    await other.send_due()
    before = len(office.mails)
    clock.now += 1
    await other.send_due()
    assert len(office.mails) == before + 1


async def test_it_is_woken_by_what_is_new(
    store: OperableStore, office: PostOffice, clock: Clock
) -> None:
    outbox = Outbox(store.messages, mailer(office.port).mail, clock)
    async with asyncio.timeout(30), outbox.running(look_every=3600):
        for n in range(3):
            office.has_mail.clear()
            await write(store, f"This is message {n}.")
            outbox.wake()
            await office.has_mail.wait()


async def test_it_stops_amid_a_mail(store: OperableStore, office: PostOffice, clock: Clock) -> None:
    message = await write(store)
    office.is_open.clear()
    outbox = Outbox(store.messages, mailer(office.port).mail, clock)
    async with asyncio.timeout(2):
        async with outbox.running(look_every=3600):
            await office.has_mail.wait()
    # another server, or this one after its restart, has it when the claim ends
    found = await store.messages.find(message.reference)
    assert found == message._replace(due=NOW + LEASE, attempts=1)


async def test_a_store_that_is_away_is_asked_again(
    store: OperableStore, office: PostOffice, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    await write(store)
    await store.close()
    outbox = Outbox(store.messages, mailer(office.port).mail, clock)
    with pytest.raises(StoreUnavailable):
        await outbox.send_due()
    async with outbox.running(look_every=0):
        async with asyncio.timeout(30):
            while not caplog.records:  # noqa: ASYNC110 - a log calls nobody back
                await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
    # said once, not each time
    assert [record.message[:6] for record in caplog.records] == ["outbox"]
    assert office.mails == []


async def test_a_mistake_about_one_message_stops_no_other(
    store: OperableStore, office: PostOffice, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    odd = first_message("A")._replace(email="a@b.example\nBcc: c@d.example", due=NOW - 1)
    await store.messages.put(odd)
    await write(store)
    await Outbox(store.messages, mailer(office.port).mail, clock).send_due()
    assert len(office.mails) == 1
    found = await store.messages.find("A")
    assert found is not None
    assert found.due == NOW + LONGEST_PAUSE
    assert "not mailed: A" in caplog.text


async def test_the_log_tells_neither_text_nor_address(
    store: OperableStore, office: PostOffice, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    office.answers["RCPT"] = "550 us@patience.example hates anna@patience.example"
    message = await write(store)
    await Outbox(store.messages, mailer(office.port).mail, clock).send_due()
    told = [record.getMessage() for record in caplog.records if record.name.startswith("app.")]
    assert told == [f"not mailed: {message.reference}, again in 60 s: SMTPRecipientsRefused 550"]


async def test_nothing_is_said_in_the_open_unless_the_operator_says_so(
    office: PostOffice,
) -> None:
    for security in ("starttls", "tls"):
        with pytest.raises(NotMailed):
            await mailer(office.port, smtp_security=security).mail(first_message())
    assert office.envelopes == []


def test_pauses_grow_up_to_a_quarter_of_a_day() -> None:
    pauses = [pause_after(attempts) for attempts in range(1, 2000)]
    assert pauses[:4] == [60, 120, 240, 480]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE == 21_600
