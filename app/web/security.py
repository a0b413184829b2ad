"""What keeps strangers out: the origin of a POST, the player's secret, the headers of a page."""

import hashlib
import secrets

from fastapi import Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE_DAYS = 400
_TOKEN_BYTES = 16
_TOKEN_LENGTH = 22

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


class SecurityHeaders:
    """Adds the headers to every answer. Plain ASGI: it stands on the move path."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"].extend(HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def is_forged(request: Request) -> bool:
    """Whether a POST was sent by another site's page.

    A browser says so in Sec-Fetch-Site or Origin; a client that sends neither is no browser and
    has no one's cookies to misuse.
    """
    headers = request.headers
    if site := headers.get("sec-fetch-site"):
        return site not in ("same-origin", "none")
    if origin := headers.get("origin"):
        return origin.partition("://")[2] != headers.get("host")
    return False


class Players:
    """The cookie that a player is known by; only its hash goes into the store."""

    def __init__(self, *, secure: bool) -> None:
        self._secure = secure
        self._name = "__Host-player" if secure else "player"

    def token(self, request: Request) -> str | None:
        token = request.cookies.get(self._name, "")
        return token if len(token) == _TOKEN_LENGTH and token.isascii() else None

    def new_token(self) -> str:
        return secrets.token_urlsafe(_TOKEN_BYTES)

    def give(self, response: Response, token: str) -> None:
        """Sets the cookie, or renews it."""
        response.set_cookie(
            self._name,
            token,
            max_age=COOKIE_DAYS * 86400,
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )


def player_of(token: str) -> bytes:
    """What the store knows a player by: 32 bytes that do not give the cookie away."""
    return hashlib.sha256(token.encode()).digest()
