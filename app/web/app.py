"""Puts the application together: settings, store, routes, headers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from app.settings import Settings
from app.store import StoreUnavailable, open_store
from app.web.compression import Compression
from app.web.house import open_house
from app.web.routes import site, table
from app.web.security import SecurityHeaders


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; `settings` default to the environment's."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await open_store(chosen)
        app.state.house = open_house(chosen, store)
        yield
        await store.close()

    app = FastAPI(
        lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False
    )
    app.add_middleware(Compression)
    app.add_middleware(SecurityHeaders)
    app.router.routes.extend(table.press_routes())
    app.include_router(table.router)
    app.include_router(site.router)
    app.add_exception_handler(HTTPException, site.fault_page)
    app.add_exception_handler(StoreUnavailable, _store_fault)
    app.add_exception_handler(Exception, site.fault_page)
    return app


async def _store_fault(request: Request, _: Exception) -> Response:
    return await site.fault_page(request, HTTPException(503))
