"""Puts the application together: settings, store, routes, headers."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial, reduce

from fastapi import FastAPI, Request, Response
from fastapi.exception_handlers import request_validation_exception_handler
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.settings import Settings
from app.store import StoreUnavailable, open_store
from app.web.api import api_router
from app.web.api.problems import invalid_problem
from app.web.appearance import manifests
from app.web.assets import Assets
from app.web.contact import open_desk
from app.web.doors import Doors
from app.web.faults import fault_page
from app.web.gate import Gate
from app.web.health import Health
from app.web.house import House, open_house
from app.web.limits import Limits
from app.web.metrics import Metrics, measuring
from app.web.observed import NamedByProxy, log_access, within
from app.web.preview.studio import open_studio
from app.web.probes import Probes
from app.web.routes import (
    about,
    choices,
    contact,
    daily,
    embed,
    found,
    hints,
    oembed,
    presses,
    previews,
    rules,
    share,
    shown,
    site,
    statistics,
    table,
    verdicts,
    winnable,
)
from app.web.security import SecurityHeaders
from app.web.sharing import sharing
from app.web.shortcut import Shortcut
from app.web.solving import open_solver
from app.web.visits import Door, visit_of

Layer = Callable[..., ASGIApp]


class Application(FastAPI):
    """FastAPI with layers around it, so around its own layer that answers for faults too."""

    layers: Sequence[Layer] = ()
    """The innermost first."""
    house: House
    """From the start to the stop. Not in `state`, which is asked through a function a name."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # past what FastAPI asks itself for telemetry and mounts, which there are none of
        scope["app"] = self
        if self.middleware_stack is None:
            self.middleware_stack = self.build_middleware_stack()
        await self.middleware_stack(scope, receive, send)

    def build_middleware_stack(self) -> ASGIApp:
        return reduce(
            lambda inner, layer: layer(inner), self.layers, super().build_middleware_stack()
        )


def create_app(settings: Settings | None = None) -> Application:
    """The application; `settings` default to the environment's. Raises NotBuilt."""
    chosen = settings or Settings()
    assets = Assets(manifests())
    health = Health()
    limits = Limits(chosen)
    metrics = Metrics(chosen.release) if chosen.metrics else None
    recorders = [log_access] if chosen.access_log else []
    if metrics:
        recorders.append(metrics.record)

    @asynccontextmanager
    async def lifespan(app: Application) -> AsyncIterator[None]:
        store = await open_store(chosen)
        health.open(store)
        async with (
            measuring(store, metrics) as measured,
            open_solver(chosen, measured.verdicts, metrics) as solver,
            sharing(chosen, limits),
            open_desk(chosen, store.messages) as desk,
            open_studio(assets, is_eager=chosen.previews_ready) as studio,
        ):
            app.house = open_house(chosen, assets, measured, solver)
            app.state.desk = desk
            app.state.studio = studio
            yield
        await health.close()
        await store.close()

    app = Application(
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # nothing is reported to anyone; looking for who might want it costs a quarter of the floor
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    quick_routes = [*presses.press_routes(), hints.hint_route(), table.deal_route()]
    gate = partial(
        Gate,
        doors=Doors(chosen, limits),
        probes=Probes(health=health, metrics=metrics),
        headers=SecurityHeaders(secure=chosen.secure_cookies),
        recorders=recorders,
    )
    game_route = table.game_route()
    app.layers = [partial(Shortcut, routes=[*quick_routes, game_route]), gate, *_behind(chosen)]
    app.state.health = health
    app.state.limits = limits
    app.router.routes.extend(quick_routes)
    app.include_router(api_router(chosen, limits))
    # before the games, for they stand where their names do
    app.include_router(about.router)
    app.include_router(choices.router)
    app.include_router(embed.router)
    app.include_router(contact.router)
    app.include_router(daily.router)
    app.include_router(found.router)
    app.include_router(oembed.router)
    app.include_router(rules.router)
    app.include_router(previews.router)
    app.include_router(share.router)
    app.include_router(shown.router)
    app.include_router(statistics.router)
    app.include_router(verdicts.router)
    app.include_router(winnable.router)
    app.include_router(table.router)
    app.router.routes.append(game_route)
    app.include_router(site.router)
    app.add_exception_handler(HTTPException, fault_page)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(StoreUnavailable, _store_fault)
    app.add_exception_handler(ClientDisconnect, _nobody_there)
    app.add_exception_handler(Exception, fault_page)
    return app


def _behind(settings: Settings) -> list[Layer]:
    """What believes the proxies in front, if there are any to believe."""
    if not settings.trusted_proxies:
        return []
    trusted = [str(network) for network in settings.trusted_proxies]
    return [
        partial(ProxyHeadersMiddleware, trusted_hosts=trusted),  # type: ignore[list-item]  # its scope is uvicorn's own type
        partial(NamedByProxy, is_proxy=within(settings.trusted_proxies)),
    ]


async def _store_fault(request: Request, fault: Exception) -> Response:
    request.app.state.health.store_refused(fault)
    # our script then tries again by itself
    return await fault_page(request, HTTPException(503, headers={"Retry-After": "2"}))


async def _not_understood(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, RequestValidationError)
    if visit_of(request.scope).door is Door.API:
        return invalid_problem(request, fault)
    return await request_validation_exception_handler(request, fault)


async def _nobody_there(_request: Request, _: Exception) -> Response:
    # half a form, and then no more of it: nothing was done, and nobody hears of it
    return Response(status_code=400)
