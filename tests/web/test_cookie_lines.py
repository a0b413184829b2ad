"""The line that sets a cookie is written by hand, and says what the framework's would."""

import pytest
from fastapi import Response

from app.web.cookies import COOKIE_DAYS, Cookie, give
from app.web.security import Players


@pytest.mark.parametrize("secure", [False, True])
@pytest.mark.parametrize("cookie", Cookie)
def test_a_cookie_is_set_as_the_framework_sets_it(cookie: Cookie, *, secure: bool) -> None:
    ours, theirs = Response(), Response()
    value = "fr" if cookie is Cookie.LANGUAGE else Players(secure=secure).new_token()

    give(ours, cookie, value, secure=secure)
    theirs.set_cookie(
        cookie.name_in(secure=secure),
        value,
        max_age=COOKIE_DAYS * 86400,
        httponly=True,
        samesite="lax",
        secure=secure,
    )

    assert ours.headers["set-cookie"] == theirs.headers["set-cookie"]
