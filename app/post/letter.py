"""A message as a mail to the operator."""

from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from babel import Locale, UnknownLocaleError

from app.store import StoredMessage


def compose(message: StoredMessage, sender: str, recipient: str) -> EmailMessage:
    """What a visitor wrote stands in the body alone; of the headers, only in Reply-To.

    The library refuses a header with a line break, should an address with one ever get here.
    """
    mail = EmailMessage(policy=SMTP)
    mail["From"] = sender
    mail["To"] = recipient
    # what a mail server may refuse stands in the body alone, as it was written
    if message.email and message.email.isascii():
        mail["Reply-To"] = Address(addr_spec=message.email)
    mail["Subject"] = f"Patience: {message.kind} {message.reference}"
    mail["Date"] = format_datetime(datetime.fromtimestamp(message.written, UTC))
    # the same each time that it is tried: a mail that arrives twice is known to be one
    mail["Message-ID"] = f"<{message.reference}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(body(message))
    return mail


def body(message: StoredMessage) -> str:
    return "\n".join([message.text, "", "-- ", *_particulars(message)]) + "\n"


def _particulars(message: StoredMessage) -> list[str]:
    answer = message.email or "no answer wanted"
    lines = [
        f"Reference: {message.reference} ({message.kind})",
        f"Language: {_language(message.lang)}",
        f"Answer to: {answer}",
    ]
    if message.slug:
        lines += [
            f"Game: /{message.lang}/{message.slug}/{message.number}",
            f"Steps made: {message.ply}",
            f"Log: {message.log or 'no move made'}",
        ]
    return lines


def _language(code: str) -> str:
    """In English, for that is what we read it in; the code of one that nobody knows."""
    try:
        return Locale.parse(code).english_name or code
    except (ValueError, UnknownLocaleError):
        return code
