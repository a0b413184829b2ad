"""Every cookie that the site sets, and the one place that sets it; says nothing of what for."""

from enum import StrEnum

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
    """Sets the cookie, or renews it."""
    response.set_cookie(
        cookie.name_in(secure=secure),
        value,
        max_age=COOKIE_DAYS * 86400,
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def take_back(response: Response, cookie: Cookie, *, secure: bool) -> None:
    """Makes the browser drop the cookie."""
    response.delete_cookie(
        cookie.name_in(secure=secure), httponly=True, samesite="lax", secure=secure
    )
