"""Static files as `make build` has left them, under an address that names their content.

Nothing is made here: `tools.bundle` joins, shrinks and compresses.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fastapi import Request, Response

from app.web.compression import accepted_encodings

_ROOT = Path(__file__).parent.parent.parent
SOURCES = _ROOT / "static"
BUILT = _ROOT / "built"
MADE_FROM = "made-from"
"""The file of a bundle that holds the digest of its sources."""
SUFFIXES = {"br": ".br", "zstd": ".zst", "gzip": ".gz"}
"""Of the compressed copies beside each file, by encoding; of equal ones the first is taken."""
_FOR_EVER = "public, max-age=31536000, immutable"
_BRIEFLY = "public, max-age=60"

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class NotBuilt(Exception):
    """There is no bundle, or it was made from other sources than those that are here."""


@dataclass(frozen=True, slots=True)
class Asset:
    media_type: str
    bodies: dict[str, bytes]
    """By encoding, the shortest first; `identity` is always there."""


class Assets:
    """Every file of a bundle, read once, and some that are written at the start."""

    def __init__(
        self, written: Mapping[str, bytes], built: Path = BUILT, sources: Path = SOURCES
    ) -> None:
        """`written` by name; raises NotBuilt."""
        _check(built, sources)
        paths = [path for path in sorted(built.rglob("*")) if path.is_file()]
        names = [path.relative_to(built).as_posix() for path in paths if _is_plain(path)]
        self._files = {name: _read(built / name) for name in names}
        self._files |= {name: _written(name, body) for name, body in written.items()}
        # one hash for the whole tree: its files may name each other
        digest = hashlib.sha256()
        for name, asset in self._files.items():
            digest.update(name.encode() + b"\0" + asset.bodies["identity"])
        self.hash = digest.hexdigest()[:12]

    def url(self, name: str) -> str:
        """The address of a file; raises KeyError for one that is not there."""
        if name not in self._files:
            raise KeyError(name)
        return f"/static/{self.hash}/{name}"

    def text(self, name: str) -> str:
        """A file that the server itself reads; raises KeyError."""
        return self._files[name].bodies["identity"].decode()

    def answer(self, request: Request, tree: str, name: str) -> Response:
        """The file; an older page's address is served what stands there now, not kept for long."""
        asset = self._files.get(name)
        if asset is None:
            return Response(status_code=404)
        accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
        encoding = next((name for name in asset.bodies if name in accepted), "identity")
        headers = {
            "Cache-Control": _FOR_EVER if tree == self.hash else _BRIEFLY,
            "Vary": "Accept-Encoding",
        }
        if encoding != "identity":
            headers["Content-Encoding"] = encoding
        return Response(asset.bodies[encoding], media_type=asset.media_type, headers=headers)


def source_digest(sources: Path = SOURCES) -> str:
    """Of all files of a folder, names included."""
    digest = hashlib.sha256()
    for path in sorted(sources.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(sources).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _check(built: Path, sources: Path) -> None:
    made_from = built / MADE_FROM
    if not made_from.is_file():
        raise NotBuilt("The scripts and styles have not been bundled. Run `make build`.")
    if made_from.read_text(encoding="ascii") != source_digest(sources):
        raise NotBuilt(
            "The scripts and styles have changed since they were bundled. Run `make build`."
        )


def _is_plain(path: Path) -> bool:
    return path.name != MADE_FROM and path.suffix not in SUFFIXES.values()


def _read(path: Path) -> Asset:
    bodies = {"identity": path.read_bytes()}
    for encoding, suffix in SUFFIXES.items():
        copy = path.with_name(path.name + suffix)
        if copy.is_file():
            bodies[encoding] = copy.read_bytes()
    return _asset(path.name, bodies)


def _written(name: str, body: bytes) -> Asset:
    return _asset(name, {"identity": body, "gzip": gzip.compress(body, 9, mtime=0)})


def _asset(name: str, bodies: dict[str, bytes]) -> Asset:
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(media_type, dict(sorted(bodies.items(), key=lambda body: len(body[1]))))
