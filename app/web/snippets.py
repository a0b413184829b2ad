"""HTML that a template's macro has made once, with holes where each use has its own text."""

from collections.abc import Callable
from typing import cast

from jinja2 import Environment
from jinja2.environment import TemplateModule
from markupsafe import Markup

HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands in a macro's arguments."""


def module_of(env: Environment, template: str) -> TemplateModule:
    """The macros of a template."""
    return env.get_template(template).make_module()


def macro(module: TemplateModule, name: str) -> Callable[..., Markup]:
    return cast(Callable[..., Markup], getattr(module, name))


def format_of(html: Markup) -> str:
    """A macro's outcome as a format string, its holes to be filled."""
    return str(html).replace("%", "%%").replace(HOLE, "%s")
