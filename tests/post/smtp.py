"""A real SMTP server on loopback that takes mails, refuses them, or keeps its client waiting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from aiosmtpd.smtp import SMTP, Envelope, Session

TAKEN = "250 taken"


@dataclass
class PostOffice:
    """What it answers, by command, and what it has taken."""

    port: int = 0
    answers: dict[str, str] = field(default_factory=dict)
    """`RCPT`, `MAIL`, `DATA`: what is said instead of yes."""
    envelopes: list[Envelope] = field(default_factory=list)
    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    """While it is not set, whoever has sent a mail waits for the answer."""
    has_mail: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a mail has come in whole, answered or not."""

    @property
    def mails(self) -> list[EmailMessage]:
        return [mail_of(envelope) for envelope in self.envelopes]

    # called by the library, by these names

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: object
    ) -> str:
        if "MAIL" not in self.answers:
            envelope.mail_from = address
        return self.answers.get("MAIL", "250 ok")

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: object
    ) -> str:
        if "RCPT" not in self.answers:
            envelope.rcpt_tos.append(address)
        return self.answers.get("RCPT", "250 ok")

    async def handle_DATA(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        self.has_mail.set()
        await self.is_open.wait()
        if "DATA" not in self.answers:
            self.envelopes.append(envelope)
        return self.answers.get("DATA", TAKEN)


@asynccontextmanager
async def post_office() -> AsyncIterator[PostOffice]:
    """In the test's own event loop, open."""
    office = PostOffice()
    office.is_open.set()
    loop = asyncio.get_running_loop()
    connected: list[SMTP] = []

    def receive() -> SMTP:
        connected.append(SMTP(office, hostname="post.test"))
        return connected[-1]

    server = await loop.create_server(receive, "127.0.0.1", 0)
    office.port = server.sockets[0].getsockname()[1]
    try:
        yield office
    finally:
        office.is_open.set()
        server.close()
        for one in connected:
            if one.transport is not None:
                one.transport.close()


def mail_of(envelope: Envelope) -> EmailMessage:
    content = envelope.content
    assert isinstance(content, bytes)
    mail = message_from_bytes(content, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(mail: EmailMessage) -> str:
    text = mail.get_content()
    assert isinstance(text, str)
    return text
