"""Where the machine's own Chromium is. No browser is ever downloaded."""

import shutil
from pathlib import Path

_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

# the browser asks nobody but the server under test
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--no-first-run",
)


def find_chromium() -> str | None:
    found = (shutil.which(command) for command in _COMMANDS)
    installed = (path for path in _APPLICATIONS if Path(path).exists())
    return next((path for path in (*found, *installed) if path), None)
