"""Starts the server and says where it listens, or runs one of the operator's commands.

What it serves is made in `app.web`, what the commands do in `app.commands`.
"""

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType

import uvicorn
from pydantic import ValidationError

from app import commands
from app.logs import configure_logging
from app.settings import Settings
from app.store import NewerDatabase, StoreUnavailable, open_store
from app.web.app import create_app
from app.web.assets import NotBuilt
from app.web.protocol import BoundedProtocol

STOP_WITHIN = 3
"""Seconds that running requests get; closing the store comes on top, all in under five."""

YOUNG_OBJECTS = 20_000
"""After so many new ones the collector looks for cycles, which a request hardly ever makes."""

_log = logging.getLogger("app")


def main() -> None:
    chosen = commands.parse(sys.argv[1:])
    try:
        settings = Settings()
    except ValidationError as refused:
        sys.exit("\n".join(_complaints(refused)))
    configure_logging(settings)
    if chosen.command == commands.SERVE:
        serve(settings)
        return
    try:
        commands.run(chosen, settings, partial(print, flush=True))
    except commands.Refused as refused:
        sys.exit(str(refused))
    except KeyboardInterrupt:
        sys.exit("Interrupted.")


def serve(settings: Settings) -> None:
    """Until it is told to stop; ends the program if it cannot start."""
    listener = _listen(settings.host, settings.port)
    _try_store(settings)
    try:
        app = create_app(settings)
    except NotBuilt as missing:
        sys.exit(str(missing))
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http=BoundedProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        # the application believes the proxies that it is told of, uvicorn would believe loopback
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_WITHIN,
    )
    # uvicorn raises the signal that stopped it once more: to be asked to stop is no failure
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server = AnnouncingServer(config, settings.release, app.state.health.stop)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    if not server.started:
        sys.exit(1)


class AnnouncingServer(uvicorn.Server):
    """Prints its address once a request would really be answered, not before."""

    def __init__(
        self, config: uvicorn.Config, release: str, say_not_ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._release = release
        self._say_not_ready = say_not_ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._say_not_ready()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # what has been made up to here stays: the collector need not look at it again and again
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS)
        for listener in sockets or []:
            print(_address(listener), flush=True)
            _log.info("started on %s, release %s", _address(listener), self._release)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        _log.info("stopped")


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        # a restart need not wait for the connections of the last run to time out
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        # uvicorn listens again with its own backlog; this finds a taken port before any work
        listener.listen()
    except OSError as refused:
        sys.exit(f"Cannot listen on {host}:{port}: {refused.strerror}. Set HOST or PORT.")
    return listener


def _try_store(settings: Settings) -> None:
    """Says in a line what uvicorn would say at the end of a traceback."""
    try:
        asyncio.run(_open_and_close_store(settings))
    except (StoreUnavailable, NewerDatabase) as refused:
        sys.exit(f"Cannot open the database. {refused}")


async def _open_and_close_store(settings: Settings) -> None:
    await (await open_store(settings)).close()


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _complaints(refused: ValidationError) -> list[str]:
    return [
        f"{'.'.join(str(part) for part in error['loc']).upper() or 'Settings'}: {error['msg']}"
        for error in refused.errors()
    ]


if __name__ == "__main__":
    main()
