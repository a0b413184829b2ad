"""Static files, read once and compressed once, under an address that names their content."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from fastapi import Request, Response

_ROOT = Path(__file__).parent.parent.parent
_STATIC = _ROOT / "static"
_HTMX = _ROOT / "node_modules/htmx.org/dist/htmx.min.js"
_FOR_EVER = "public, max-age=31536000, immutable"
_BRIEFLY = "public, max-age=60"

mimetypes.add_type("text/javascript", ".js")


@dataclass(frozen=True, slots=True)
class Asset:
    body: bytes
    compressed: bytes
    media_type: str


class Assets:
    """Every file of `static/`, the style sheets joined into one, and htmx from its npm package."""

    def __init__(self) -> None:
        files = {
            path.relative_to(_STATIC).as_posix(): path.read_bytes()
            for path in sorted(_STATIC.rglob("*"))
            if path.is_file()
        }
        styles = [files.pop(name) for name in sorted(files) if name.endswith(".css")]
        files["site.css"] = b"\n".join(styles)
        files["htmx.min.js"] = _HTMX.read_bytes()
        # one hash for the whole tree: modules and styles may name their neighbours
        digest = hashlib.sha256()
        for name, body in sorted(files.items()):
            digest.update(name.encode() + b"\0" + body)
        self.hash = digest.hexdigest()[:12]
        self._files = {name: _asset(name, body) for name, body in files.items()}

    def url(self, name: str) -> str:
        """The address of a file; raises KeyError for one that is not there."""
        if name not in self._files:
            raise KeyError(name)
        return f"/static/{self.hash}/{name}"

    def answer(self, request: Request, tree: str, name: str) -> Response:
        """The file; an older page's address is served what stands there now, not kept for long."""
        asset = self._files.get(name)
        if asset is None:
            return Response(status_code=404)
        headers = {
            "Cache-Control": _FOR_EVER if tree == self.hash else _BRIEFLY,
            "Vary": "Accept-Encoding",
        }
        body = asset.body
        if len(asset.compressed) < len(body) and "gzip" in request.headers.get(
            "accept-encoding", ""
        ):
            headers["Content-Encoding"] = "gzip"
            body = asset.compressed
        return Response(body, media_type=asset.media_type, headers=headers)


def _asset(name: str, body: bytes) -> Asset:
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(body, gzip.compress(body, 9, mtime=0), media_type)
