"""The page as a screen reader is told it: Chromium's accessibility tree, and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from playwright.sync_api import Page

_TEXTS = ("StaticText", "LineBreak")


class Focus(NamedTuple):
    """What has the focus: its role and name, and its place in a labelled list if it is in one."""

    role: str
    name: str
    pile: str = ""
    place: int = -1


@dataclass
class Scene:
    """What is told at one moment."""

    focus: Focus | None = None
    piles: dict[str, list[str]] = field(default_factory=dict)
    """The labelled lists and what their items say, first item first."""
    buttons: list[str] = field(default_factory=list)
    said: str = ""
    """What the live region says."""
    text: str = ""
    """All that can be read, in reading order."""


class Ear:
    """Listens to one page."""

    def __init__(self, page: Page) -> None:
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.send("Accessibility.enable")

    def listen(self) -> Scene:
        nodes = self._cdp.send("Accessibility.getFullAXTree")["nodes"]
        return _Reader(nodes).read()


class _Reader:
    def __init__(self, nodes: list[dict[str, Any]]) -> None:
        self._nodes = {node["nodeId"]: node for node in nodes}
        self._root = nodes[0]
        self.scene = Scene()

    def read(self) -> Scene:
        words: list[str] = []
        self._walk(self._root, "", -1, words)
        self.scene.text = " ".join(words)
        return self.scene

    def _walk(self, node: dict[str, Any], pile: str, place: int, words: list[str]) -> None:
        role, name = _value(node, "role"), _value(node, "name")
        if role in _TEXTS:
            words.append(name)
            return
        if _property(node, "focused") and role != "RootWebArea":
            self.scene.focus = Focus(role, name, pile, place)
        if role == "button":
            self.scene.buttons.append(name)
        if role == "list" and name:
            self._read_pile(node, name, words)
            return
        begun = len(words)
        for child in self._children(node):
            self._walk(child, pile, place, words)
        if _property(node, "live") == "polite" and _property(node, "root") is None:
            self.scene.said = " ".join(words[begun:])

    def _read_pile(self, node: dict[str, Any], name: str, words: list[str]) -> None:
        items = self.scene.piles.setdefault(name, [])
        for item in self._children(node):
            spoken: list[str] = []
            self._walk(item, name, len(items), spoken)
            items.append(" ".join(spoken))
            words += spoken

    def _children(self, node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Those that count: what is ignored lets its own children stand in its place."""
        for number in node.get("childIds", []):
            child = self._nodes.get(number)
            if child is None:
                continue
            if child.get("ignored"):
                yield from self._children(child)
            else:
                yield child


def _value(node: dict[str, Any], key: str) -> str:
    return str(node.get(key, {}).get("value", ""))


def _property(node: dict[str, Any], name: str) -> object:
    return next(
        (p["value"].get("value") for p in node.get("properties", []) if p["name"] == name), None
    )
