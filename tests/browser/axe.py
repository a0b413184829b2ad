"""axe-core on a page: what it finds, with the one exception that PRODUCT names."""

from functools import cache
from typing import Any, Literal

from playwright.sync_api import Page

from tests.browser.server import ROOT

_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

_RUN = """tags => axe.run(document, {
  runOnly: { type: 'tag', values: tags },
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
})"""


def faults(page: Page) -> list[str]:
    """One line for each element that axe finds a fault with."""
    # through the debugger: the page's own rules let no script in that is not the site's
    page.evaluate(_source())
    found = page.evaluate(_RUN, _TAGS)
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
        if not _is_in_a_fan(fault, node)
    ]


def faults_in_any_scheme(page: Page) -> list[str]:
    """The same for systems that ask for light pages and for dark ones; the last stays."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {fault}" for fault in faults(page)]
    return found


def _is_in_a_fan(fault: dict[str, Any], node: dict[str, Any]) -> bool:
    """A strip of a fan is as narrow as it must be: a tap picks the nearest card that lifts."""
    return fault["id"] == "target-size" and 'class="card' in node["html"]


@cache
def _source() -> str:
    return (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
