"""A table as a browser without script reads it: fields, buttons and what pressing them would do."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

MOVE_CONTROLS = frozenset({"undo", "redo", "redo-all", "restart", "up"})


@dataclass
class Table:
    """One page or one htmx answer, parsed."""

    lang: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    """The hidden fields of the table's form: version, and log and ply where it carries them."""
    buttons: list[dict[str, str]] = field(default_factory=list)
    links: list[dict[str, str]] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    """The addresses that forms post to."""
    parts: dict[str, str] = field(default_factory=dict)
    """Of an htmx answer: the HTML for each id."""
    first: set[str] = field(default_factory=set)
    """Those of them that are not put off until the cards have moved."""

    @property
    def version(self) -> int:
        return int(self.fields["version"])

    @property
    def offered(self) -> set[str]:
        """Every move that the HTML offers, in notation."""
        moves = {button["value"] for button in self.buttons if button.get("name") == "move"} - {""}
        for button in self.buttons:
            if button.get("name") == "pick" and button["value"]:
                pile, _, cards = button["value"].partition("x")
                count = f"x{cards}" if cards else ""
                moves |= {pile + target + count for target in button["data-targets"].split()}
        return moves

    @property
    def controls(self) -> set[str]:
        """The controls that can be pressed."""
        return {
            button["value"]
            for button in self.buttons
            if button.get("name") == "action" and button["value"] in MOVE_CONTROLS
        }

    def press(self, move: str) -> dict[str, str]:
        """The form that pressing `move` sends."""
        return {**self.fields, "move": move}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self._in_fields = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        table = self.table
        match tag:
            case "html":
                table.lang = found["lang"]
            case "span":
                self._in_fields = found.get("id") == "fields"
            case "input" if self._in_fields:
                table.fields[found["name"]] = found["value"]
            case "button":
                table.buttons.append(found)
            case "a" | "link":
                table.links.append(found)
            case "form" if found.get("method") == "post":
                table.forms.append(found["action"])
            case _:
                pass

    def handle_endtag(self, tag: str) -> None:
        if tag == "span":
            self._in_fields = False


def read_table(html: str) -> Table:
    reader = _Reader()
    reader.feed(html)
    table = reader.table
    for part in html.split("<hx-partial ")[1:]:
        head, _, rest = part.partition(">")
        name = head.split('hx-target="#')[1].partition('"')[0]
        table.parts[name] = rest.partition("</hx-partial>")[0]
        if "swap:" not in head:
            table.first.add(name)
    return table


def board(page: str) -> str:
    """What lies on the table: the piles of a whole page."""
    return page.partition('<div id="board"')[2].partition('<div id="ending"')[0]
