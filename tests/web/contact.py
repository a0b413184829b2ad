"""The contact form as a browser without script reads and sends it."""

import re
import time
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import cast

import httpx

from app.store import StoredMessage
from app.web.contact import Desk
from tests.web.serving import Browser, Site

TEXT = "The seven of clubs does not go up."
SENT = re.compile(r"/(?:en|fr)/contact/thanks/([0-9A-Z]{5}-[0-9A-Z]{5})(?:\?page=.*)?")


@dataclass
class Form(HTMLParser):
    """What a page asks for: its fields as they stand, and what is said of each."""

    fields: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of each control, by its name."""
    errors: dict[str, str] = field(default_factory=dict)
    """By the id of the paragraph."""
    alert: str = ""
    focused: list[str] = field(default_factory=list)
    """Names or ids of what asks for the focus."""
    _into: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if "autofocus" in given:
            self.focused.append(name or given["id"])
        if tag in ("input", "textarea") and name:
            is_choice = given.get("type") in ("radio", "checkbox")
            if not is_choice or "checked" in given:
                self.fields[name] = given.get("value", "on" if is_choice else "")
            self.attributes[name] = given
            self._into = f"field {name}" if tag == "textarea" else ""
        elif tag == "p":
            self._into = (
                f"error {given.get('id', 'alert')}" if given.get("class") == "error" else ""
            )

    def handle_endtag(self, _tag: str) -> None:
        self._into = ""

    def handle_data(self, data: str) -> None:
        kind, _, name = self._into.partition(" ")
        if kind == "field":
            # the first line break after the tag is not content
            self.fields[name] = data.removeprefix("\n")
        elif name == "alert":
            self.alert = data
        elif kind == "error":
            self.errors[name.removesuffix("-error")] = data


def read_form(answer: httpx.Response) -> Form:
    form = Form()
    form.feed(answer.text)
    return form


def desk(site: Site) -> Desk:
    return cast(Desk, site.app.state.desk)


def stamp(site: Site, age: float = 10.0) -> str:
    """Of a form that was shown so many seconds ago."""
    return desk(site).stamps.new(time.time() - age)


def filled(site: Site, **fields: str) -> dict[str, str]:
    """A form that a person has filled in; every text is another one."""
    text = f"{TEXT} {stamp(site)}"
    form = {"stamp": stamp(site), "kind": "fault", "message": text, "email": "", "subject": ""}
    return {**form, "step": "send", **fields}


async def send(browser: Browser, *, lang: str = "en", **fields: str) -> StoredMessage:
    """The message that a filled-in form has become."""
    answer = await browser.post(f"/{lang}/contact", filled(browser.site, **fields))
    assert answer.status_code == 303, read_form(answer)
    return await stored(browser.site, answer)


async def stored(site: Site, answer: httpx.Response) -> StoredMessage:
    sent = SENT.fullmatch(answer.headers["location"])
    assert sent
    found = await desk(site).messages.find(sent[1])
    assert found
    return found
