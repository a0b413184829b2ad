"""What is served of scripts, styles and pictures: whole, small, as the client takes it."""

import gzip
import re
from pathlib import Path

import brotli  # type: ignore[import-untyped]  # has no types
import pytest
import zstandard

from app.web.assets import BUILT, MADE_FROM, SOURCES, Assets, NotBuilt, source_digest
from tests.web.serving import Browser
from tools import bundle

OUR_SCRIPT = 8_000
DECODED = {
    "br": brotli.decompress,
    "zstd": zstandard.decompress,
    "gzip": gzip.decompress,
}
STYLES = "\n".join(path.read_text("utf-8") for path in sorted(SOURCES.glob("css/**/*.css")))
SERVED_STYLES = "\n".join((BUILT / name).read_text("utf-8") for name in bundle.SHEETS)


@pytest.mark.parametrize(
    ("accepts", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("zstd;q=1.0, gzip;q=0.5", "zstd"),
        ("br;q=0, zstd;q=0.000, gzip", "gzip"),
        ("BR", "br"),
        ("*", "br"),
        ("*, br;q=0", "zstd"),
        ("br;q=often, gzip", "gzip"),
        ("*;q=0", None),
        ("identity", None),
        ("gzip;q=0", None),
        ("brotli, gzipped", None),
        ("", None),
    ],
)
async def test_the_shortest_that_a_client_takes(
    browser: Browser, accepts: str, encoding: str | None
) -> None:
    url = browser.site.house.assets.url("site.js")
    headers = {"Accept-Encoding": accepts}
    async with browser.client.stream("GET", url, headers=headers) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert (DECODED[encoding](raw) if encoding else raw) == (BUILT / "site.js").read_bytes()


@pytest.mark.parametrize("accepts", ["gzip;q=0, zstd;q=0", "zstd;q=0"])
async def test_pages_heed_what_is_refused(browser: Browser, accepts: str) -> None:
    answer = await browser.client.get("/en/roman/5", headers={"Accept-Encoding": f"{accepts}, br"})
    assert "Content-Encoding" not in answer.headers


def test_the_address_names_the_content() -> None:
    assets = Assets({})
    assert assets.url("site.js") == f"/static/{assets.hash}/site.js"
    with pytest.raises(KeyError):
        assets.url("main.js")


def test_without_a_bundle_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NotBuilt, match=r"have not been bundled\. Run `make build`"):
        Assets({}, tmp_path)


def test_an_old_bundle_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/main.js").write_text("start();")
    built = tmp_path / "built"
    built.mkdir()
    (built / MADE_FROM).write_text(source_digest(tmp_path / "js"))
    Assets({}, built, tmp_path / "js")
    (tmp_path / "js/main.js").write_text("stop();")
    with pytest.raises(NotBuilt, match=r"have changed .* Run `make build`"):
        Assets({}, built, tmp_path / "js")


def test_our_script_is_one_small_file() -> None:
    script = (BUILT / "site.js").read_bytes()
    # beside what is fetched when it is needed first
    assert not re.search(rb"\b(import|export)\b[ {*]", script)
    later = {name.decode() for name in re.findall(rb'import\("\./([^"]*)"\)', script)}
    assert later == set(bundle.LATER)
    assert b"sourceMappingURL" not in script
    assert len(gzip.compress(script, 9)) <= OUR_SCRIPT


def test_a_fault_in_a_source_is_no_bundle() -> None:
    with pytest.raises(bundle.CannotBundle, match="Expected"):
        bundle.shrink_styles("@layer one { .card { colour }")


def test_styles_keep_the_order_of_their_layers() -> None:
    order = STYLES.partition(";")[0]
    assert order.startswith("@layer ")
    assert SERVED_STYLES.startswith(order.replace(", ", ",") + ";")


@pytest.mark.parametrize(
    "what",
    [r"@property (--[\w-]+)", r"(light-dark)\(", r"(@container)\b", r"(:has)\(", r"(&)[:.\[ ]"],
)
def test_styles_are_not_rewritten_for_older_browsers(what: str) -> None:
    written = re.sub(r"/\*.*?\*/", "", STYLES, flags=re.DOTALL)
    assert sorted(re.findall(what, SERVED_STYLES)) == sorted(re.findall(what, written))
