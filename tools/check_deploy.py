"""Reads what stands in deploy/ as far as one can without running it, and finds what is not safe."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import cast

import yaml
from pydantic import ValidationError

from app.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = ("serve", "backup", "prune")
"""Of the program, that a unit may start."""
HARDENED = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "CapabilityBoundingSet": "",
    "User": "patience",
}
GUARDED = {
    "read_only": True,
    "cap_drop": ["ALL"],
    "security_opt": ["no-new-privileges:true"],
}
DIRECTIVES = {
    *("servers", "timeouts", "read_header", "read_body", "idle"),
    *("respond", "request_body", "max_size", "reverse_proxy"),
    *("lb_policy", "lb_try_duration", "lb_try_interval", "fail_duration"),
    *("health_uri", "health_interval", "health_timeout", "header_up"),
    *("transport", "dial_timeout", "keepalive"),
}
ROOT_BUT_BARE = {"caddy"}
"""Services that are root inside, without root's rights."""

Table = dict[str, object]


def main() -> int:
    found = list(faults(ROOT))
    print("\n".join(found) or "What is in deploy/ is as it should be")
    return len(found) > 0


def faults(root: Path) -> Iterator[str]:
    """One line for each thing that is wrong; `root` is that of the repository."""
    deploy = root / "deploy"
    for name, found in (
        ("Dockerfile", dockerfile_faults(root, _text(deploy / "Dockerfile"))),
        ("compose.yaml", compose_faults(_text(deploy / "compose.yaml"))),
        ("Caddyfile", caddy_faults(_text(deploy / "Caddyfile"))),
        *((unit.name, unit_faults(unit)) for unit in sorted((deploy / "systemd").iterdir())),
    ):
        yield from (f"{name}: {fault}" for fault in found)


def dockerfile_faults(root: Path, text: str) -> Iterator[str]:
    steps = _steps(text)
    stages: list[str] = []
    for instruction, rest in steps:
        words = rest.split()
        match instruction:
            case "FROM":
                yield from _image_faults(words[0])
                stages.append(words[-1])
            case "ADD":
                yield "COPY says what is copied, ADD does not"
            case "COPY" if words[0].startswith("--from="):
                if words[0].removeprefix("--from=") not in stages[:-1]:
                    yield f"no earlier stage: {words[0]}"
            case "COPY":
                yield from (f"not there: {name}" for name in words[:-1] if not _is_in(root, name))
            case "RUN" if "pip" in words and "install" in words and "--require-hashes" not in words:
                yield "pip installs what no lock has seen"
            case "RUN" if "npm" in words and "ci" not in words:
                yield "npm installs what no lock has seen"
    yield from _result_faults(steps)


def _result_faults(steps: list[tuple[str, str]]) -> Iterator[str]:
    last = dict(steps[max(at for at, (name, _) in enumerate(steps) if name == "FROM") :])
    if last.get("USER", "root").partition(":")[0] in ("root", "0"):
        yield "runs as root"
    if not any(name == "RUN" and "-m tools.bundle" in rest for name, rest in steps):
        yield "has no scripts and styles to serve: nothing bundles them"
    yield from (f"no {name}" for name in ("HEALTHCHECK", "ENTRYPOINT") if name not in last)


def compose_faults(text: str) -> Iterator[str]:
    file = yaml.safe_load(text)
    services = cast(dict[str, Table], file["services"])
    for name, service in services.items():
        yield from (f"{name}: {fault}" for fault in _service_faults(name, service, services))
    (given,) = file["networks"]["front"]["ipam"]["config"]
    fixed = file["services"]["caddy"]["networks"]["front"]["ipv4_address"]
    if ip_address(fixed) in ip_network(given.get("ip_range", given["subnet"])):
        yield "the address that is trusted as caddy's may be given to another"


def unit_faults(path: Path) -> Iterator[str]:
    entries = _entries(_text(path))
    if path.suffix == ".timer":
        if not path.with_suffix(".service").exists():
            yield "no service of this name"
        if not entries.get("OnCalendar"):
            yield "never due"
    else:
        for key, value in HARDENED.items():
            if entries.get(key) != [value]:
                yield f"not {key}={value}"
        yield from _environment_faults(
            pair.partition("=")[0] for pair in " ".join(entries.get("Environment", [])).split()
        )
        if not re.search(
            rf"-m app ({'|'.join(COMMANDS)})\b", "".join(entries.get("ExecStart", []))
        ):
            yield "starts no command of the program"
    yield from _systemd_says(path)


def caddy_faults(text: str) -> Iterator[str]:
    depth = 0
    bare = re.sub(r"#.*|\{\$?[\w.]+\}", "", text)
    for line in filter(None, map(str.strip, bare.splitlines())):
        depth += line.count("{") - line.count("}")
        word = line.split()[0]
        if depth < 0:
            break
        if word not in DIRECTIVES and word[0] not in "{}@":
            yield f"no directive known here: {word}"
    if depth != 0:
        yield "braces that do not match"
    if not re.search(r"@private path .*/metrics\b.*\n\s*respond @private 404", text):
        yield "/metrics is not kept from the public"


def _service_faults(name: str, service: Table, services: dict[str, Table]) -> Iterator[str]:
    yield from _image_faults(str(service.get("image", "")))
    yield from (
        f"not {key}: {value}" for key, value in GUARDED.items() if service.get(key) != value
    )
    if service.get("privileged") or service.get("network_mode") == "host":
        yield "is not contained"
    if "ports" in service and name not in ROOT_BUT_BARE:
        yield "is open to the outside"
    if "user" not in service and name not in ROOT_BUT_BARE:
        yield "runs as root"
    yield from (f"no {key}" for key in ("mem_limit", "cpus", "pids_limit") if key not in service)
    if "healthcheck" not in service and "build" not in service:
        yield "nobody asks whether it is well"
    for other, wanted in cast(dict[str, Table], service.get("depends_on", {})).items():
        if other not in services or wanted["condition"] != "service_healthy":
            yield f"does not wait for {other} to be well"
    if "build" in service:
        yield from _settings_faults(cast(dict[str, str], service["environment"]), services)


def _settings_faults(environment: dict[str, str], services: dict[str, Table]) -> Iterator[str]:
    yield from _environment_faults(environment)
    filled = {name.lower(): _filled(value) for name, value in environment.items()}
    try:
        settings = Settings.model_validate(filled)
    except ValidationError as refused:
        yield from (f"{error['loc']}: {error['msg']}" for error in refused.errors())
        return
    networks = cast(dict[str, Table], services["caddy"]["networks"])
    proxies = {str(network["ipv4_address"]) for network in networks.values() if network}
    if {str(proxy.network_address) for proxy in settings.trusted_proxies} != proxies:
        yield "does not trust caddy, or others too"
    if not settings.production:
        yield "is not in production"


def _environment_faults(names: Iterator[str] | dict[str, str]) -> Iterator[str]:
    for name in names:
        if name.lower() not in Settings.model_fields and not name.startswith("PYTHON"):
            yield f"no setting: {name}"


def _image_faults(image: str) -> Iterator[str]:
    name, _, tag = image.partition(":")
    if not name or "/" in name or not tag or tag == "latest":
        yield f"not one image of a known version: {image}"


def _systemd_says(path: Path) -> Iterator[str]:
    if not (analyze := shutil.which("systemd-analyze")):
        return
    verified = subprocess.run(  # noqa: S603  # a file of ours
        [analyze, "verify", "--man=no", str(path)], capture_output=True, text=True, check=False
    )
    for line in verified.stderr.splitlines():
        # the program is not installed where this is checked
        if "is not executable: No such file" not in line and path.name in line:
            yield line


def _steps(dockerfile: str) -> list[tuple[str, str]]:
    lines = [line for line in dockerfile.splitlines() if not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    pairs = (line.strip().partition(" ") for line in joined.splitlines() if line.strip())
    return [(instruction, rest.strip()) for instruction, _, rest in pairs]


def _entries(unit: str) -> dict[str, list[str]]:
    entries: dict[str, list[str]] = {}
    for line in unit.splitlines():
        key, is_entry, value = line.partition("=")
        if is_entry and not line.startswith("#"):
            entries.setdefault(key, []).append(value)
    return entries


def _is_in(root: Path, name: str) -> bool:
    return (root / name).exists()


def _filled(value: str) -> str:
    """With an example for each variable that is to be given."""
    return re.sub(r"\$\{[^}]*\}", "example", value)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
