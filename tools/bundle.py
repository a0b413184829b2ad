"""Makes of `static/` and htmx what is served: few scripts and style sheets, each file compressed.

python -m tools.bundle
"""

import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import brotli  # type: ignore[import-untyped]  # has no types
from zstandard import ZstdCompressionParameters, ZstdCompressor

from app.web.assets import BUILT, MADE_FROM, SOURCES, SUFFIXES, source_digest

ROOT = Path(__file__).resolve().parent.parent
HTMX = ROOT / "node_modules/htmx.org/dist/htmx.min.js"
JOINED = {".js", ".css"}
"""What goes into a script or a style sheet; all else is served as it is."""
LATER = ("extras.js",)
"""Scripts that the first one fetches only when they are needed."""
PAGES = ("home.js", "shown.js")
"""Scripts that one page has for itself."""
BOARDS = {"site.js": "main.js", "embed.js": "embed.js"}
"""Scripts of tables, by what each begins with."""
SHEETS = {
    "site.css": "css",
    "pages.css": "css/pages",
    "verdict.css": "css/verdict",
    "shown.css": "css/shown",
    "embed.css": "css/embed",
}
"""Style sheets by the folder they are joined from: the table needs the first one alone."""
EAGER = b"//# allFunctionsCalledOnLoad\n"
"""Tells Chromium to compile a script whole while it comes in, beside the page's own thread: else
its functions are compiled at the first press and the first answer, when somebody waits."""
INPUTS = (HTMX, ROOT / "package-lock.json", Path(__file__))
"""What a bundle depends on beside the sources that its digest covers."""


class CannotBundle(Exception):
    """A source has a fault, or esbuild is not there."""


def main() -> int:
    try:
        bundle()
    except CannotBundle as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


def bundle() -> None:
    """Writes the bundle file by file, the digest last; raises CannotBundle."""
    digest = source_digest()
    wanted = {MADE_FROM}
    for name, body in _served():
        for path, content in {name: body, **dict(_compressed(name, body))}.items():
            _put(BUILT / path, content)
            wanted.add(path)
    _put(BUILT / MADE_FROM, digest.encode())
    for old in BUILT.rglob("*"):
        if old.is_file() and old.relative_to(BUILT).as_posix() not in wanted:
            old.unlink()


def bundle_if_stale() -> None:
    made_from = BUILT / MADE_FROM
    if (
        not made_from.is_file()
        or made_from.read_text(encoding="ascii") != source_digest()
        or any(path.stat().st_mtime > made_from.stat().st_mtime for path in INPUTS)
    ):
        bundle()


def shrink_styles(text: str) -> bytes:
    """With what it imports; raises CannotBundle."""
    return _esbuild("--loader=css", text=text)


def _served() -> Iterator[tuple[str, bytes]]:
    for name, folder in SHEETS.items():
        # styles are layers of one order, which the first file names
        sheets = sorted((SOURCES / folder).glob("*.css"))
        yield name, shrink_styles("".join(f'@import "{sheet}";' for sheet in sheets))
    apart = [f"--external:./{name}" for name in LATER]
    for name, first in BOARDS.items():
        yield name, EAGER + _esbuild("--format=esm", *apart, str(SOURCES / "js" / first))
    for name in LATER + PAGES:
        yield name, _esbuild("--format=esm", str(SOURCES / "js" / name))
    yield "htmx.min.js", EAGER + HTMX.read_bytes()
    for path in sorted(SOURCES.rglob("*")):
        if path.is_file() and path.suffix not in JOINED:
            yield path.relative_to(SOURCES).as_posix(), path.read_bytes()


def _esbuild(*arguments: str, text: str | None = None) -> bytes:
    done = subprocess.run(  # noqa: S603  # the lock says which program that is
        [_program(), "--bundle", "--minify", "--charset=utf8", "--log-level=warning", *arguments],
        input=text.encode() if text else None,
        cwd=SOURCES,
        capture_output=True,
        check=False,
    )
    # a warning is a fault: a property misspelt, an import that is not there
    if done.returncode or done.stderr:
        raise CannotBundle(done.stderr.decode())
    return done.stdout


def _program() -> str:
    """The one for this machine, which npm has chosen; started without the node it came with."""
    found = sorted((ROOT / "node_modules/@esbuild").glob("*/bin/esbuild"))
    if not found or not HTMX.is_file():
        raise CannotBundle("esbuild or htmx has not been fetched. Run `make build`.")
    return str(found[0])


def _compressed(name: str, body: bytes) -> Iterator[tuple[str, bytes]]:
    zstd = ZstdCompressionParameters.from_level(22, source_size=len(body), write_checksum=False)
    copies = {
        "br": brotli.compress(body),
        "zstd": ZstdCompressor(compression_params=zstd).compress(body),
        "gzip": gzip.compress(body, 9, mtime=0),
    }
    for encoding, copy in copies.items():
        # pictures that are compressed already only grow
        if len(copy) < len(body):
            yield name + SUFFIXES[encoding], copy


def _put(path: Path, body: bytes) -> None:
    """At once: whoever reads meanwhile finds the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_bytes(body)
    new.replace(path)


if __name__ == "__main__":
    sys.exit(main())
