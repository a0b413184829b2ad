"""A language that nobody speaks, and which words of a page are not in it.

Its folder is all that it has, besides the one line that offers it: as for any other language.
"""

import re
import shutil
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path

from babel.dates import format_timedelta, get_day_names, get_month_names
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.games import GAMES

ROOT = Path(__file__).parents[2]
PSEUDO = "eo"
"""Babel has to know the language of numbers and spans of time, and we have no Esperanto yet."""
OFFERED = 'LANGUAGES = ("en", "fr")'
_LINKED = ("templates", "static", "built", "app/solver/proved")

_PLACEHOLDER = re.compile(r"(%\(\w+\)[a-z]|%[a-z%])")
_WIDE = {
    letter: letter + 0xFEE0 for letter in range(ord("A"), ord("z") + 1) if chr(letter).isalpha()
}


def translated(message: str) -> str:
    """In letters of double width, which look alike and are no one's alphabet."""
    parts = _PLACEHOLDER.split(message)
    parts[::2] = [part.translate(_WIDE) for part in parts[::2]]
    return "".join(parts)


def program_with_pseudo_language(root: Path) -> None:
    """A copy of the program in this empty folder, with one folder and one line more."""
    shutil.copytree(
        ROOT / "app", root / "app", ignore=shutil.ignore_patterns("__pycache__", "proved")
    )
    for name in _LINKED:
        (root / name).symlink_to(ROOT / name)
    folder = root / "app/locale" / PSEUDO
    (folder / "LC_MESSAGES").mkdir(parents=True)
    told = (ROOT / "app/locale/en/language.toml").read_text("utf-8").replace("English", "Esperanto")
    (folder / "language.toml").write_text(told, "utf-8")
    with (folder / "LC_MESSAGES/messages.mo").open("wb") as file:
        write_mo(file, _pseudo_catalog())
    source = root / "app/web/i18n.py"
    text = source.read_text("utf-8")
    assert text.count(OFFERED) == 1
    source.write_text(text.replace(OFFERED, f'{OFFERED[:-1]}, "{PSEUDO}")'), "utf-8")


def _pseudo_catalog() -> Catalog:
    with (ROOT / "app/locale/messages.pot").open("rb") as file:
        catalog = read_po(file, locale=PSEUDO)
    for message in catalog:
        if message.id:
            texts = [message.id] if isinstance(message.id, str) else message.id
            forms = tuple(map(translated, texts))
            message.string = forms if len(forms) > 1 else forms[0]
            message.flags.discard("fuzzy")
    return catalog


# ---- what is to be seen or heard of a page -----------------------------------------------------

SPOKEN = frozenset(
    {
        "alt",
        "aria-description",
        "aria-label",
        "aria-placeholder",
        "aria-roledescription",
        "aria-valuetext",
        "label",
        "placeholder",
        "title",
    }
)
"""Attributes that are text wherever they stand."""
UNTOLD_DATA = frozenset(
    {
        "data-auto",
        "data-back",
        "data-clock",
        "data-copies",
        "data-counts",
        "data-courts",
        "data-deal",
        "data-deck",
        "data-default",
        "data-hand",
        "data-key",
        "data-letters",
        "data-motion",
        "data-moved",
        "data-pile",
        "data-print",
        "data-scheme",
        "data-seconds",
        "data-sets-base",
        "data-sound",
        "data-table",
        "data-tap",
        "data-target",
        "data-targets",
        "data-version",
    }
)
"""Read by style and script alone; any other may hold words that the script shows."""
TOLD_META = frozenset(
    {
        "description",
        "og:description",
        "og:image:alt",
        "og:site_name",
        "og:title",
        "twitter:description",
        "twitter:image:alt",
        "twitter:title",
    }
)
UNTRANSLATED = frozenset({"code", "kbd", "script", "style"})
"""Notation, names of cookies, references and keys are the same in every language."""
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "path", "use", "wbr"})

_SPANS = [format_timedelta(timedelta(days), "day", 9e9, locale=PSEUDO) for days in (1, 180, 400)]
NAMES = {
    # Klondike is Klondike everywhere
    *(rules.name for rules in GAMES.values()),
    # Babel has these, as the real language says them
    *(span.lstrip("0123456789\xa0 ") for span in _SPANS),
    format_timedelta(timedelta(hours=1), locale=PSEUDO).lstrip("1\xa0 "),
    *get_month_names("wide", locale=PSEUDO).values(),
    *get_day_names("wide", locale=PSEUDO).values(),
}
_NAMED = re.compile("|".join(map(re.escape, sorted(NAMES, key=len, reverse=True))), re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[\w.:/-]+")
_KEYS = re.compile(r"[A-Z](, [A-Z])*")
"""Letters to press, which are on the same keys in every language."""
_WORD = re.compile(r"[^\W\d_]+")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    @property
    def _is_untold(self) -> bool:
        return any(untold for _, untold in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        untold = tag in UNTRANSLATED or found.get("lang", PSEUDO) != PSEUDO
        if not (untold or self._is_untold):
            self.texts += _spoken(tag, found)
        if tag not in _VOID:
            self._open.append((tag, untold))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._is_untold:
            self.texts.append(data)


def _spoken(tag: str, found: dict[str, str]) -> Iterator[str]:
    for name, value in found.items():
        if name in SPOKEN or _may_be_told(name):
            yield value
    if tag == "input" and found.get("type") in ("submit", "button", "reset"):
        yield found.get("value", "")
    if tag == "meta" and (found.get("name") or found.get("property")) in TOLD_META:
        yield found["content"]


def _may_be_told(name: str) -> bool:
    """Whether the script may show what an attribute holds; what begins like that is htmx's."""
    is_htmx = name.startswith("data-hx-")
    return name.startswith("data-") and not is_htmx and name not in UNTOLD_DATA


def plain_words(html: str) -> set[str]:
    """Texts of a page, or of a part of one, that have words of no pseudo-language in them."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return {text.strip() for text in reader.texts if untranslated(text)}


def untranslated(text: str) -> list[str]:
    """Its words that are neither translated nor names, addresses or keys."""
    if _KEYS.fullmatch(text.strip()):
        return []
    words = _WORD.findall(_NAMED.sub("", _ADDRESS.sub("", text)))
    return [
        word for word in words if any(letter not in _WIDE.values() for letter in map(ord, word))
    ]
