"""The HTML of every kind of page: read by a strict parser, and by the Nu checker where Java is."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import TypedDict, cast

import pytest
from justhtml import JustHTML, StrictModeError

from tests.web.every_page import Seen, every_page
from tests.web.serving import Site

NU = Path(__file__).parent.parent.parent / "node_modules/vnu-jar/build/dist/vnu.jar"
NEEDED = (
    # Safari takes an unmarked list for none unless it is told
    "The “list” role is unnecessary for element “ol”.",
)
"""What the checker warns of, and is meant so."""


class Message(TypedDict, total=False):
    type: str
    message: str
    url: str
    extract: str


@pytest.fixture(scope="session")
async def pages(site: Site) -> list[Seen]:
    return [seen async for seen in every_page(site)]


async def test_every_kind_of_page_is_seen(pages: list[Seen]) -> None:
    assert len(pages) > 80
    assert {seen.answer.status_code for seen in pages} == {200, 404, 422}


async def test_a_strict_parser_reads_every_page(pages: list[Seen]) -> None:
    for seen in pages:
        try:
            JustHTML(seen.answer.text, sanitize=False, strict=True)
        except StrictModeError as fault:
            pytest.fail(f"{seen.name}: {fault}")


def test_a_strict_parser_finds_what_is_wrong() -> None:
    for wrong in ("<p>no doctype", "<!doctype html><title>x</title><p></div>"):
        with pytest.raises(StrictModeError):
            JustHTML(wrong, sanitize=False, strict=True)


async def test_the_nu_checker_finds_nothing(pages: list[Seen], tmp_path: Path) -> None:
    documents = {f"{number}.html": seen for number, seen in enumerate(pages)}
    for name, seen in documents.items():
        (tmp_path / name).write_text(seen.answer.text, encoding="utf-8")
    wrong = "<!doctype html><html lang=en><title>x</title><img src=x>"
    (tmp_path / "wrong.html").write_text(wrong, encoding="utf-8")

    found = check(tmp_path)
    # the checker has looked
    assert [each["message"] for each in found if each["url"].endswith("wrong.html")]
    told = [
        f"{documents[Path(each['url']).name].name}: {each['message']} {each.get('extract', '')}"
        for each in found
        if each["message"] not in NEEDED and not each["url"].endswith("wrong.html")
    ]
    assert told == []


def check(folder: Path) -> list[Message]:
    """All that the checker says of the documents of a folder; skips the test where it cannot."""
    java = shutil.which("java")
    if java is None:
        pytest.skip("no Java here, which the Nu checker needs: `apt install default-jre-headless`")
    if not NU.is_file():
        pytest.skip("the Nu checker has not been fetched: `make test` does it")
    # so short a run gains nothing from the slower compiler, and the quicker one needs more stack
    command = [java, "-XX:TieredStopAtLevel=1", "-Xss8m", "-jar", str(NU), "--format", "json"]
    done = subprocess.run(
        [*command, "--stdout", "--exit-zero-always", str(folder)],
        capture_output=True,
        text=True,
        check=True,
    )
    return cast(list[Message], json.loads(done.stdout)["messages"])
