"""Every cookie that the site sets, and the one place that sets it; says nothing of what for."""

from enum import StrEnum
from functools import cache

from fastapi import Response

COOKIE_DAYS = 400
"""The most that browsers grant."""


class Cookie(StrEnum):
    """By its name without TLS; what each is for, the privacy page says."""

    PLAYER = "player"
    LANGUAGE = "lang"

    def name_in(self, *, secure: bool) -> str:
        """As the browser shows it. `__Host-`: no other host, nor a page without TLS, can set it."""
        return f"__Host-{self}" if secure and self is Cookie.PLAYER else self.value


def give(response: Response, cookie: Cookie, value: str, *, secure: bool) -> None:
    """Sets the cookie, or renews it; `value` needs no quotes: letters, digits, `-` and `_`."""
    # as Response.set_cookie writes it, for a tenth: each page of a player's own game renews one
    named, attributes = _around(cookie, secure)
    response.raw_headers.append((b"set-cookie", f"{named}={value}{attributes}".encode()))


@cache
def _around(cookie: Cookie, secure: bool) -> tuple[str, str]:  # noqa: FBT001 - a key
    attributes = f"; HttpOnly; Max-Age={COOKIE_DAYS * 86400}; Path=/; SameSite=lax"
    return cookie.name_in(secure=secure), attributes + "; Secure" * secure


def take_back(response: Response, cookie: Cookie, *, secure: bool) -> None:
    """Makes the browser drop the cookie."""
    response.delete_cookie(
        cookie.name_in(secure=secure), httponly=True, samesite="lax", secure=secure
    )
