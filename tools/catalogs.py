"""Keeps the message catalogs true to the sources. Translates nothing: English speaks for itself."""

import re
import sys
from collections.abc import Iterable, Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "en"
"""The language that messages are written in: its catalog is filled in by itself."""
SOURCES = ("app", "templates")

# the other headers tell dates and tools, and would change without a message changing
_KEPT_HEADERS = re.compile(r'"(Language:|MIME-Version|Content-|Plural-Forms)')
_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z]|\{\w*\}")


def main(arguments: list[str], root: Path = ROOT) -> int:
    match arguments:
        case ["update"]:
            update(root)
            return 0
        case ["check"]:
            found = list(faults(root))
            print("\n".join(found) or "Catalogs are fresh and complete")
            return len(found) > 0
        case _:
            print("python -m tools.catalogs update|check", file=sys.stderr)
            return 2


def update(root: Path) -> None:
    template = extracted(root)
    _template_path(root).write_text(text(template), encoding="utf-8")
    for language in languages(root):
        path = _catalog_path(root, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(updated(root, language, template)), encoding="utf-8")


def faults(root: Path) -> Iterator[str]:
    """One line for each thing that is stale, missing or wrong; none when all is well."""
    template = extracted(root)
    if not _is(_template_path(root), text(template)):
        yield "messages.pot is not what the sources say: run `make catalogs`"
    for language in languages(root):
        catalog = updated(root, language, template)
        if not _is(_catalog_path(root, language), text(catalog)):
            yield f"{language}: not up to date: run `make catalogs`"
        for message in catalog:
            if message.id:
                yield from (f"{language}: {fault}: {message.id!r}" for fault in _faults(message))


def languages(root: Path) -> list[str]:
    """Whatever has a folder, whether the site already offers it or not."""
    return sorted(path.name for path in _locale(root).iterdir() if path.is_dir())


def extracted(root: Path) -> Catalog:
    """The messages of the sources, with the files that use them."""
    catalog = Catalog()
    with (root / "babel.cfg").open(encoding="utf-8") as mapping:
        methods, options = parse_mapping_cfg(mapping)  # type: ignore[no-untyped-call]  # as Babel left it
    for file, line, message, comments, context in extract_from_dir(
        root,
        methods,
        options,
        comment_tags=("Translators:",),
        strip_comment_tags=True,
        directory_filter=lambda folder: Path(folder).relative_to(root).parts[0] in SOURCES,
    ):
        catalog.add(message, locations=[(file, line)], auto_comments=comments, context=context)
    return catalog


def updated(root: Path, language: str, template: Catalog) -> Catalog:
    """The catalog of a language with the messages of the template; new ones are empty or fuzzy."""
    path = _catalog_path(root, language)
    # the plural forms are those of the file; of a new one, those that Babel knows of the language
    content = path.read_bytes() if path.exists() else b""
    catalog = read_po(BytesIO(content), locale=language)
    # a copy, for Babel puts the template's own messages into the catalog
    catalog.update(deepcopy(template), no_fuzzy_matching=language == SOURCE)
    if language == SOURCE:
        for message in catalog:
            if message.id and not _is_complete(message):
                message.string = message.id
    return catalog


def text(catalog: Catalog) -> str:
    """The catalog as a .po file that changes only when a message does."""
    catalog.header_comment = ""
    catalog.fuzzy = False
    file = BytesIO()
    write_po(file, catalog, width=100, sort_output=True, include_lineno=False, ignore_obsolete=True)
    head, _, body = file.getvalue().decode().lstrip().partition("\n\n")
    lines = head.splitlines()
    return "\n".join(
        [
            *(line for line in lines if line.startswith("msg") or _KEPT_HEADERS.match(line)),
            "",
            body.strip("\n"),
            "",
        ]
    )


def _faults(message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield "fuzzy"
    if not _is_complete(message):
        yield "not translated"
    elif any(_placeholders(form) not in _wanted(message) for form in _forms(message.string)):
        yield "other placeholders"


def _is_complete(message: Message) -> bool:
    return all(_forms(message.string))


def _wanted(message: Message) -> list[list[str]]:
    return [_placeholders(form) for form in _forms(message.id)]


def _placeholders(form: str) -> list[str]:
    return sorted(_PLACEHOLDER.findall(form.replace("%%", "")))


def _forms(value: str | Iterable[str] | None) -> tuple[str, ...]:
    """Singular and plurals; Babel gives None for what nobody has translated."""
    return (value or "",) if isinstance(value, str | None) else tuple(value)


def _is(path: Path, content: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == content


def _locale(root: Path) -> Path:
    return root / "app" / "locale"


def _template_path(root: Path) -> Path:
    return _locale(root) / "messages.pot"


def _catalog_path(root: Path, language: str) -> Path:
    return _locale(root) / language / "LC_MESSAGES" / "messages.po"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
