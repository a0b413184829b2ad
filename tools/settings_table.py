"""Writes the table of settings into the README from the settings themselves, or finds it stale."""

import sys
from enum import Enum
from pathlib import Path

from app.settings import Settings

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN = "<!-- settings: written by `make fix` -->\n"
END = "<!-- settings end -->"


def main(arguments: list[str]) -> int:
    text = README.read_text(encoding="utf-8")
    match arguments:
        case ["update"]:
            README.write_text(updated(text), encoding="utf-8")
            return 0
        case ["check"]:
            is_fresh = updated(text) == text
            print("Settings are as the README says" if is_fresh else "README: run `make fix`")
            return not is_fresh
        case _:
            print("python -m tools.settings_table update|check", file=sys.stderr)
            return 2


def updated(text: str) -> str:
    """The text with a new table between the marks; raises ValueError if one is missing."""
    before, marked, rest = text.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not (marked and ended):
        raise ValueError(f"no {BEGIN.strip()} and {END}")
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def table() -> str:
    rows = [
        f"| `{name.upper()}` | {_shown(field.default)} | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    return "\n".join(["| variable | default | |", "|---|---|---|", *rows, ""])


def _shown(default: object) -> str:
    match default:
        case bool():
            text = str(default).lower()
        case Enum():
            text = str(default.value)
        case tuple():
            text = ",".join(map(str, default))
        case _:
            text = str(default)
    return f"`{text}`" if text else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
