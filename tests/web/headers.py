"""What an answer says of itself to browsers, by the address that it comes from."""

from app.web.security import FRAGMENT_HEADERS, HEADERS, PREVIEW_HEADERS
from app.web.visits import Door, door_to

Headers = dict[bytes, bytes]

_FOR_EVERYBODY = {
    b"cross-origin-resource-policy": b"cross-origin",
    b"access-control-allow-origin": b"*",
}


def page_headers(path: str) -> Headers:
    """Of an answer that may be a page, or a file, or a program's."""
    match door_to(path):
        case Door.SITE:
            return dict(HEADERS)
        case Door.FILES:
            return dict(HEADERS) | _FOR_EVERYBODY
        case Door.PREVIEW:
            return dict(PREVIEW_HEADERS)
        case Door.API:
            return dict(FRAGMENT_HEADERS) | _FOR_EVERYBODY
        case Door.EMBED:
            return _framed(dict(HEADERS))


def fragment_headers(path: str) -> Headers:
    """Of an answer to the table's script."""
    match door_to(path):
        case Door.SITE:
            return dict(FRAGMENT_HEADERS)
        case Door.EMBED:
            return _framed(dict(FRAGMENT_HEADERS))
        case Door.FILES | Door.PREVIEW | Door.API:
            return page_headers(path)


def _framed(headers: Headers) -> Headers:
    policy = headers[b"content-security-policy"]
    framed = policy.replace(b"frame-ancestors 'none'", b"frame-ancestors *")
    assert framed != policy
    return {**headers, b"content-security-policy": framed, **_FOR_EVERYBODY}
