"""What is around the piles to HTML in one language: each distinct outcome is rendered once."""

from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from app.judge import Auto
from app.web.appearance import PAGE, theme
from app.web.asked_hint import NO_HINT, AskedHint
from app.web.assets import Assets
from app.web.clock import clock_fields
from app.web.i18n import catalog
from app.web.piles import PileRenderer
from app.web.shells import Shell, hole, trusted
from app.web.snippets import HOLE, format_of, macro, module_of
from app.web.verdict_snippets import VerdictRenderer
from app.web.views import PileView

SPRITE = "img/cards.svg"
FACE = "face-"
"""What the name of a card's drawing begins with where it stands in the page itself."""
_TEMPLATES = Path(__file__).parent.parent.parent / "templates"


class Renderer:
    """The templates in one language."""

    def __init__(
        self, language: str, assets: Assets, site: str = "", *, is_embedded: bool = False
    ) -> None:
        """`site`: what addresses begin with where they are told to others; `Settings.site`.

        `is_embedded`: for boards in the pages of other sites. Their frame may have no origin, and
        then no drawing of another file can be used in it: they bring the sprite along.
        """
        self.language = language
        self.assets = assets
        self.under = "/embed" if is_embedded else ""
        """What the address of a deal ends with here."""
        self.site = site
        self._words = catalog(language)
        self._env = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._env.policies["ext.i18n.trimmed"] = True
        self._env.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
        self._env.globals.update(
            static=partial(_static, assets) if is_embedded else assets.url,
            faces=f"#{FACE}" if is_embedded else f"{assets.url(SPRITE)}#",
            lang=language,
            site=site,
            choices="",
            theme=theme(PAGE),
        )
        install = cast(Callable[..., None], self._env.install_gettext_translations)  # type: ignore[attr-defined]  # given by the i18n extension
        install(self._words, newstyle=True)
        self.piles = PileRenderer(language, self._env)
        self.verdicts = VerdictRenderer(self._env)
        self._status = module_of(self._env, "fragments/status.html")
        self._answer = module_of(self._env, "fragments/changes.html")
        self._lists = module_of(self._env, "fragments/unfinished.html")
        self._settings = module_of(self._env, "fragments/settings.html")
        self._part = cache(self._render_part)
        self._line = cache(lambda: format_of(macro(self._answer, "line")(HOLE)))
        self._live = cache(lambda: format_of(macro(self._answer, "live")(HOLE)))
        self._fields = cache(self._render_fields)
        self._inputs = cache(self._render_inputs)
        self._auto = cache(self._render_auto)
        self._kept = cache(self._render_kept)
        self._no_ending = cache(lambda: self._render_ending(None))
        self._status_line = lru_cache(maxsize=1024)(self._render_status)
        self._standing = lru_cache(maxsize=1024)(self._render_standing)
        self._controls = lru_cache(maxsize=256)(self._render_controls)
        self._again = cache(self._render_again)
        self._entry = lru_cache(maxsize=4096)(self._render_entry)

    def deal(self, slug: str, number: int) -> str:
        """The address of a deal, which the presses of its table stand below."""
        return f"/{self.language}/{slug}/{number}{self.under}"

    def page(self, template: str, **context: object) -> str:
        return self._env.get_template(template).render(context)

    def shell(self, template: str, holes: Iterable[str], **context: object) -> Shell:
        return Shell(self.page(template, **context, **{name: hole(name) for name in holes}))

    def changed_piles(
        self, views: Iterable[PileView], deal: str, moved: Container[str] | None = None
    ) -> list[str]:
        """Those piles as parts of an htmx answer, to be joined with others.

        `moved`: the names of those that other cards lie on now, which come first; None: all.
        """
        parts = []
        for view in views:
            head, tail = self._part(view.name, moved is None or view.name in moved)
            parts += [head, *self.piles.pieces(view, deal), tail]
        return parts

    def part(self, name: str, html: str, *, is_first: bool = False) -> str:
        """One changed element of an htmx answer, by its id; swapped in with the cards that move?"""
        head, tail = self._part(name, is_first)
        return f"{head}{html}{tail}"

    def standing(
        self,
        version: int,
        moves: int,
        seconds: int | None,
        line: str,
        carried: str | None,
        ply: int,
        *,
        asked: AskedHint = NO_HINT,
    ) -> str:
        """The fields and the status as parts of an htmx answer."""
        if carried is None and not line and asked == NO_HINT:
            return self._standing(moves) % (version, version, *clock_fields(seconds, moves))
        fields = self.part("fields", self.fields(version, carried, ply, asked))
        return fields + self.part("status", self.status(version, moves, seconds, line))

    def fields(
        self, version: int, carried: str | None, ply: int, asked: AskedHint = NO_HINT
    ) -> str:
        if carried is None and asked == NO_HINT:
            return self._fields() % version
        return str(macro(self._status, "fields")(version, carried, ply, asked.fields))

    def inputs(
        self, version: int, carried: str | None, ply: int, wish: Auto, asked: AskedHint = NO_HINT
    ) -> str:
        """The same fields for a form of its own beside the table."""
        if carried is None and asked == NO_HINT:
            return self._inputs(wish) % version
        return str(macro(self._status, "inputs")(version, carried, ply, wish, asked.fields))

    def auto(self, wish: Auto) -> str:
        """The field that every press carries; none where nothing follows a move by itself."""
        return self._auto(wish)

    def status(
        self, version: int, moves: int, seconds: int | None, line: str, hint: str = ""
    ) -> str:
        """`seconds`: played so far; None where nobody has counted them."""
        return self._status_line(moves, line, hint) % (version, *clock_fields(seconds, moves))

    def controls(self, view: NamedTuple, deal: str) -> str:
        return self._controls(view).replace(HOLE, deal)

    def again(self, deal: str, *, can_restart: bool) -> str:
        return self._again(can_restart).replace(HOLE, deal)

    def kept(self, *, is_kept_in_address: bool, has_cookie: bool = False) -> str:
        return self._kept(is_kept_in_address, has_cookie)

    def ending(self, table: object | None) -> str:
        """None: the game goes on."""
        return self._no_ending() if table is None else self._render_ending(table)

    def unfinished(self, plays: Sequence[NamedTuple], most: int = 0) -> Markup:
        """The list of a player's games; nothing where there are none.

        `most`: how many are listed at the most, where there are so many; else 0.
        """
        if not plays:
            return Markup()
        return macro(self._lists, "unfinished")(trusted("\n".join(map(self._entry, plays))), most)

    def unfinished_link(self) -> Markup:
        """The way from the menu to that list."""
        return macro(self._lists, "link")()

    def settings(self, groups: Sequence[NamedTuple], page: str) -> str:
        """The form of all choices as the table opens it; `page`: the way back without script."""
        return str(macro(self._settings, "dialog")(groups, page))

    def spoken(self, text: str) -> str:
        return self._live() % escape(text)

    def line(self, text: str) -> str:
        """The line of the status alone, all else on the page left as it is."""
        return self._line() % escape(text)

    def _render_entry(self, play: NamedTuple) -> str:
        return str(macro(self._lists, "entry")(play))

    def _render_part(self, name: str, is_first: bool) -> tuple[str, str]:  # noqa: FBT001 - a key
        head, _, tail = str(macro(self._answer, "part")(name, "\0", is_first)).partition("\0")
        return head, tail

    def _render_fields(self) -> str:
        return format_of(macro(self._status, "fields")(HOLE, None, 0))

    def _render_standing(self, moves: int) -> str:
        fields = self.part("fields", self._fields())
        return fields + self.part("status", self._status_line(moves, "", ""))

    def _render_status(self, moves: int, line: str, hint: str) -> str:
        return format_of(macro(self._status, "status")(HOLE, moves, HOLE, HOLE, line, hint))

    def _render_inputs(self, wish: Auto) -> str:
        return format_of(macro(self._status, "inputs")(HOLE, None, 0, wish))

    def _render_auto(self, wish: Auto) -> str:
        return str(macro(self._status, "auto")(wish))

    def _render_kept(self, is_kept_in_address: bool, has_cookie: bool) -> str:  # noqa: FBT001 - a key
        return str(macro(self._status, "kept")(is_kept_in_address, has_cookie))

    def _render_ending(self, table: object | None) -> str:
        return str(macro(self._status, "ending")(table))

    def _render_controls(self, view: NamedTuple) -> str:
        return str(macro(self._status, "controls")(view, HOLE))

    def _render_again(self, can_restart: bool) -> str:  # noqa: FBT001 - a key of the cache
        return str(macro(self._status, "again")(can_restart, HOLE))


def _static(assets: Assets, name: str) -> str:
    return "" if name == SPRITE else assets.url(name)
