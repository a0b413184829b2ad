"""Hands mails to an SMTP server; keeps none."""

import asyncio
from email.message import EmailMessage

import aiosmtplib

from app.post.letter import compose
from app.settings import Settings, SmtpSecurity
from app.store import StoredMessage

WITHIN = 30.0
"""Seconds for all of one mail."""


class NotMailed(Exception):
    """The server did not take a mail; why, without what either side said of whom."""


class Mailer:
    def __init__(self, settings: Settings, *, within: float = WITHIN) -> None:
        self._settings = settings
        self._within = within

    async def mail(self, message: StoredMessage) -> None:
        """When it returns, the server has taken it; raises NotMailed.

        If the answer is lost, a mail that was taken counts as not mailed.
        """
        settings = self._settings
        letter = compose(message, settings.smtp_from, settings.smtp_to)
        try:
            async with asyncio.timeout(self._within):
                await self._send(letter, settings.smtp_from, settings.smtp_to)
        except TimeoutError as fault:
            raise NotMailed(f"no answer within {self._within:g} s") from fault
        except (aiosmtplib.SMTPException, OSError) as fault:
            raise NotMailed(_reason(fault)) from fault

    async def _send(self, letter: EmailMessage, sender: str, recipient: str) -> None:
        client = self._client()
        try:
            await client.connect()
            await client.send_message(letter, sender=sender, recipients=[recipient])
        finally:
            # without a goodbye, which would be waited for, by a server that is to stop too
            client.close()

    def _client(self) -> aiosmtplib.SMTP:
        settings = self._settings
        return aiosmtplib.SMTP(
            hostname=settings.smtp_host,
            port=settings.smtp_port,
            username=settings.smtp_user or None,
            password=settings.smtp_password.get_secret_value() or None,
            use_tls=settings.smtp_security is SmtpSecurity.TLS,
            # False: not even if it is offered, as a relay beside us may with its own certificate
            start_tls=settings.smtp_security is SmtpSecurity.STARTTLS,
            timeout=self._within,
        )


def _reason(fault: Exception) -> str:
    name = type(fault).__name__
    if isinstance(fault, aiosmtplib.SMTPRecipientsRefused):
        return f"{name} {fault.recipients[0].code}"
    if isinstance(fault, aiosmtplib.SMTPResponseException):
        return f"{name} {fault.code}"
    return name
