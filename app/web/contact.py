"""Takes messages at the contact form: which are one, which are held, and where they go."""

import hashlib
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from fastapi import Request

from app.post.mailer import Mailer
from app.post.outbox import Outbox
from app.settings import Settings
from app.store import Messages, StoredMessage
from app.web.contact_form import ContactForm
from app.web.contact_game import SentGame
from app.web.stamps import Stamps
from app.web.visits import Visit

QUICKEST = 3.0
"""Seconds that a person needs at least to write to us."""
OPEN_FOR = 86_400.0
"""Seconds that a form is good for: a stamp that somebody has gathered is none for ever."""
MOST_LINKS = 5
ALIKE_WITHIN = 86_400.0
"""Seconds within which the same text is mailed once."""

# https://www.crockford.com/base32.html: nothing in it is read for something else
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
REFERENCE = re.compile(rf"[{_DIGITS}]{{5}}-[{_DIGITS}]{{5}}")
_LINK = re.compile(r"https?:|www\.", re.IGNORECASE)


class Held(StrEnum):
    """Why a message is kept and not mailed."""

    NO = ""
    TRAP = "trap"
    SPEED = "speed"
    LINKS = "links"
    RATE = "rate"
    ALIKE = "alike"


@dataclass(frozen=True, slots=True)
class Desk:
    """Where messages come in; one a server."""

    messages: Messages
    stamps: Stamps
    outbox: Outbox | None
    """None: nothing is mailed, all is stored."""

    def new_form(self, page: str = "") -> ContactForm:
        return ContactForm(page=page, stamp=self.stamps.new(time.time()))

    def is_open(self, form: ContactForm) -> bool:
        """Whether the form was shown by us, and not too long ago."""
        age = self.stamps.age(form.stamp, time.time())
        return age is not None and age < OPEN_FOR

    async def take(
        self, form: ContactForm, lang: str, game: SentGame | None, visit: Visit
    ) -> StoredMessage:
        """Stores what was written in an open form without faults; raises StoreUnavailable.

        The same form with the same words is one message, however often it is sent.
        """
        now = time.time()
        likeness = likeness_of(form.text)
        held = self._suspicion(form, now)
        # counted always, but what else is wrong is told rather
        is_admitted = visit.may_mail_message()
        if held is Held.NO and not is_admitted:
            held = Held.RATE
        if held is Held.NO and await self.messages.count_alike(likeness, now - ALIKE_WITHIN):
            held = Held.ALIKE
        slug, number, log, ply, _ = game or ("", 0, "", 0, 0)
        message = StoredMessage(
            reference=self._reference(form, lang),
            written=now,
            lang=lang,
            kind=form.kind,
            email=form.email,
            held=held,
            likeness=likeness,
            due=None if held else now,
            attempts=0,
            mailed=None,
            answered=None,
            slug=slug,
            number=number,
            ply=ply,
            log=log,
            text=form.text,
        )
        if await self.messages.put(message) and self.outbox and not held:
            self.outbox.wake()
        return message

    def _suspicion(self, form: ContactForm, now: float) -> Held:
        if form.trap:
            return Held.TRAP
        if (self.stamps.age(form.stamp, now) or 0) < QUICKEST:
            return Held.SPEED
        if len(_LINK.findall(form.text)) > MOST_LINKS:
            return Held.LINKS
        return Held.NO

    def _reference(self, form: ContactForm, lang: str) -> str:
        page = form.page if form.with_game else ""
        digest = self.stamps.digest(form.stamp, lang, form.kind, form.text, form.email, page)
        number = int.from_bytes(digest)
        digits = "".join(_DIGITS[number >> 5 * place & 31] for place in range(10))
        return f"{digits[:5]}-{digits[5:]}"


@asynccontextmanager
async def open_desk(settings: Settings, messages: Messages) -> AsyncIterator[Desk]:
    """For as long as the server runs. Mails what is left over, too, if SMTP_HOST is set."""
    stamps = Stamps(await messages.key())
    if not settings.smtp_host:
        yield Desk(messages, stamps, None)
        return
    outbox = Outbox(messages, Mailer(settings).mail)
    async with outbox.running():
        yield Desk(messages, stamps, outbox)


def desk_of(request: Request) -> Desk:
    return cast(Desk, request.scope["app"].state.desk)


def likeness_of(text: str) -> bytes:
    """The same for texts that differ in capitals and blanks alone."""
    return hashlib.sha256(" ".join(text.casefold().split()).encode()).digest()
