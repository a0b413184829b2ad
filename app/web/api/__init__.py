"""The public interface for programs: the same games, rules and store as the pages, as JSON."""

from app.web.api.routes import api_router

__all__ = ["api_router"]
