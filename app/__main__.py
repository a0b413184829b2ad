"""Starts the server and says where it listens. What it serves is made in `app.web`."""

import contextlib
import socket
import sys

import uvicorn
from pydantic import ValidationError

from app.settings import Settings
from app.web.app import create_app


def main() -> None:
    try:
        settings = Settings()
    except ValidationError as refused:
        sys.exit("\n".join(_complaints(refused)))
    listener = _listen(settings.host, settings.port)
    config = uvicorn.Config(
        create_app(settings),
        loop="uvloop",
        http="httptools",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
    )
    with contextlib.suppress(KeyboardInterrupt):
        AnnouncingServer(config).run(sockets=[listener])


class AnnouncingServer(uvicorn.Server):
    """Prints its address once a request would really be answered, not before."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or []:
            print(_address(listener), flush=True)


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
