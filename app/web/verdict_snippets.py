"""What is said of a game to HTML in one language: each distinct outcome is rendered once."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from jinja2 import Environment
from markupsafe import escape

from app.web.shells import trusted
from app.web.snippets import HOLE, macro, module_of


class VerdictRenderer:
    """The macros of verdicts."""

    def __init__(self, env: Environment) -> None:
        self._macros = module_of(env, "fragments/verdict.html")
        self._said = lru_cache(maxsize=1024)(self._render_said)
        self._switch = cache(self._render_switch)
        self._ask = cache(lambda: str(macro(self._macros, "ask")(HOLE)))
        self.style = str(macro(self._macros, "style")())
        """The styles of it, which nobody else fetches."""

    def said(self, view: NamedTuple, links: Sequence[str], form: str = "table") -> str:
        """What is said of the game; `links`: as the macro takes them."""
        return self._said(view, tuple(links), form)

    def beside(self, inner: str, deal: str) -> str:
        """The same with the place that it stands in beside the table."""
        return str(macro(self._macros, "beside")(trusted(inner), deal))

    def switch(self, *, is_on: bool, page: str) -> str:
        """Turns it on or off, and leads back to `page`."""
        return self._switch(is_on).replace(HOLE, str(escape(page)))

    def ask(self, strip: str) -> str:
        """Asks once, where no choice can be kept."""
        return self._ask().replace(HOLE, str(escape(strip)))

    def _render_said(self, view: NamedTuple, links: tuple[str, ...], form: str) -> str:
        return str(macro(self._macros, "said")(view, *links, form=form))

    def _render_switch(self, is_on: bool) -> str:  # noqa: FBT001 - a key of the cache
        return str(macro(self._macros, "switch")(is_on, HOLE))
