"""What keeps strangers out: the origin of a POST, the player's secret, the headers of an answer."""

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

from fastapi import Request, Response

from app.web import cookies
from app.web.cookies import Cookie
from app.web.visits import Door, visit_of

_TOKEN_BYTES = 16
KEY_BEGINS = "patience_"
"""What a key can be told by: in a log, a repository, or where a cookie should stand."""
KEY_FORM = KEY_BEGINS + "[A-Za-z0-9_-]{28}"
_SECRET = len(secrets.token_urlsafe(_TOKEN_BYTES))
_KEY = re.compile(rb"(?i:bearer) +(" + KEY_FORM.encode() + rb")")

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
NEVER_USED = (
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",
    "display-capture",
    "encrypted-media",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "identity-credentials-get",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "window-management",
    "xr-spatial-tracking",
)
"""Features that Chromium knows: it complains of others. Copy link does write to the clipboard."""
HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"permissions-policy", ", ".join(f"{name}=()" for name in NEVER_USED).encode()),
)
FRAGMENT_HEADERS = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Of what our script asked for: it is never a page, and each header costs a move one percent."""
PREVIEW_HEADERS = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)
"""A link to a deal is shown with its picture by the pages of others."""
# the frame of a sandbox has no origin: even our own pages are strangers to us there
FOR_EVERYBODY = (
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"access-control-allow-origin", b"*"),
)
"""Of what is the same whoever asks, and shows nothing of anybody."""
_FRAMED = (b"access-control-expose-headers", b"HX-Push-Url, Retry-After")
_FOR_PROGRAMS = (b"access-control-expose-headers", b"Location, Retry-After, X-Request-Id")
_HTTPS_FOR_A_YEAR = (b"strict-transport-security", b"max-age=31536000")


Headers = Sequence[tuple[bytes, bytes]]


class ReadyHeaders(NamedTuple):
    """Headers that never change: for ASGI, and as they are sent."""

    pairs: Headers
    lines: bytes

    @classmethod
    def of(cls, headers: Headers) -> "ReadyHeaders":
        return cls(headers, b"".join([b"%b: %b\r\n" % header for header in headers]))


class SecurityHeaders:
    def __init__(self, *, secure: bool) -> None:
        """`secure`: the site is reached over TLS alone."""
        always = (_HTTPS_FOR_A_YEAR,) if secure else ()
        embed, embedded = _opened(HEADERS, frames=b"*"), _opened(FRAGMENT_HEADERS, frames=b"*")
        pages: dict[Door, Headers] = {
            Door.SITE: (*HEADERS, *always),
            Door.FILES: (*_opened(HEADERS), *always),
            Door.PREVIEW: (*PREVIEW_HEADERS, *always),
            Door.API: (*_opened(FRAGMENT_HEADERS), _FOR_PROGRAMS, *always),
            Door.EMBED: (*embed, _FRAMED, *always),
        }
        fragments = {**pages, Door.SITE: FRAGMENT_HEADERS, Door.EMBED: (*embedded, _FRAMED)}
        self._of_page = {door: ReadyHeaders.of(pages[door]) for door in Door}
        self._of_fragment = {door: ReadyHeaders.of(fragments[door]) for door in Door}

    def of(self, door: Door = Door.SITE, *, fragment: bool = False) -> ReadyHeaders:
        """Those that an answer needs."""
        return (self._of_fragment if fragment else self._of_page)[door]


def _opened(headers: Headers, *, frames: bytes = b"'none'") -> Headers:
    """For what everybody may load; `frames`: whose pages may frame it."""
    closed = dict(headers)
    del closed[b"cross-origin-resource-policy"]
    policy = closed[b"content-security-policy"]
    policy = policy.replace(b"frame-ancestors 'none'", b"frame-ancestors " + frames)
    closed[b"content-security-policy"] = policy
    return (*closed.items(), *FOR_EVERYBODY)


def read_key(authorization: bytes) -> str | None:
    """The key of a program in an Authorization header; None unless it looks like one of ours."""
    found = _KEY.fullmatch(authorization)
    key = found[1].decode() if found else ""
    secret = key[len(KEY_BEGINS) :][:_SECRET]
    return key if key and key == _signed_off(secret) else None


def new_key() -> str:
    """Such a key: as good as a cookie, and never to be taken for one."""
    return _signed_off(secrets.token_urlsafe(_TOKEN_BYTES))


def _signed_off(secret: str) -> str:
    # a mistyped key would else be another player, and whoever sent it would look for their games
    check = urlsafe_b64encode(crc32(secret.encode()).to_bytes(4, "big")).decode().rstrip("=")
    return f"{KEY_BEGINS}{secret}{check}"


def came_from_elsewhere(headers: Mapping[bytes, bytes], *, secure: bool) -> bool:
    """Whether a press was sent by another site's page; `headers` with names in lower case.

    A browser says so in Sec-Fetch-Site or Origin; a client that sends neither is no browser and
    has no one's cookies to misuse.
    """
    if site := headers.get(b"sec-fetch-site"):
        return site not in (b"same-origin", b"none")
    if origin := headers.get(b"origin"):
        scheme, _, host = origin.partition(b"://")
        # where TLS ends at a proxy, our own scope says http: what the site is known by counts
        wanted = (b"https",) if secure else (b"http", b"https")
        return scheme not in wanted or not host or _bare(host) != _bare(headers.get(b"host", b""))
    return False


def _bare(host: bytes) -> bytes:
    """Without the port that goes without saying; an origin never names it."""
    return host.lower().removesuffix(b":443").removesuffix(b":80")


class Players:
    """The cookie that a player is known by; only its hash goes into the store."""

    def __init__(self, *, secure: bool) -> None:
        self._secure = secure
        name = Cookie.PLAYER.name_in(secure=secure).encode()
        self._in_cookies = re.compile(rb"(?:^|;)\s*" + name + rb"=([A-Za-z0-9_-]{22})\s*(?:;|$)")

    def read(self, cookies: bytes) -> str | None:
        """The token in a Cookie header; None unless it looks like one of ours."""
        found = self._in_cookies.search(cookies)
        return found[1].decode() if found else None

    def token(self, request: Request) -> str | None:
        return visit_of(request.scope).token

    def new_token(self) -> str:
        return secrets.token_urlsafe(_TOKEN_BYTES)

    def give(self, response: Response, token: str) -> None:
        """Sets the cookie, or renews it."""
        cookies.give(response, Cookie.PLAYER, token, secure=self._secure)


def player_of(token: str) -> bytes:
    """What the store knows a player by: 32 bytes that do not give the cookie away."""
    return hashlib.sha256(token.encode()).digest()
