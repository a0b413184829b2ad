"""What stands in deploy/ is safe as far as reading can tell, and what is not so is found."""

import shutil
from pathlib import Path

import pytest

from tools import check_deploy
from tools.check_deploy import ROOT

DEPLOY = ROOT / "deploy"


def test_it_is_as_it_should_be() -> None:
    assert list(check_deploy.faults(ROOT)) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("FROM node:22-bookworm-slim", "FROM node:latest", "not one image"),
        ("FROM node:22-bookworm-slim", "FROM node", "not one image"),
        ("FROM node:22-bookworm-slim", "FROM docker.example/node:22", "not one image"),
        ("COPY app app", "ADD app app", "ADD does not"),
        ("COPY app app", "COPY src app", "not there: src"),
        ("--from=scripts", "--from=script", "no earlier stage: --from=script"),
        ("--require-hashes ", "", "pip installs"),
        ("npm ci", "npm install", "npm installs"),
        (".venv/bin/python -m tools.bundle", "true", "nothing bundles"),
        ("USER 10001:10001\n", "", "runs as root"),
        ("USER 10001:10001", "USER root", "runs as root"),
        ("HEALTHCHECK", "#", "no HEALTHCHECK"),
    ],
)
def test_an_unsafe_image_is_found(old: str, new: str, fault: str) -> None:
    (found,) = check_deploy.dockerfile_faults(ROOT, changed("Dockerfile", old, new))
    assert fault in found


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("read_only: true", "read_only: false", "not read_only"),
        ("cap_drop: [ALL]", "cap_drop: [NET_RAW]", "not cap_drop"),
        ("no-new-privileges:true", "no-new-privileges:false", "not security_opt"),
        ("    shm_size", "    privileged: true\n    shm_size", "postgres: is not contained"),
        ("    networks: [back]", "    network_mode: host", "postgres: is not contained"),
        ("    networks: [back]", "    ports: ['5432:5432']", "postgres: is open"),
        ("    mem_limit: 1g\n", "", "postgres: no mem_limit"),
        ('    user: "999:999"\n', "", "postgres: runs as root"),
        ("postgres:18-bookworm", "postgres", "not one image"),
        ("PRODUCTION:", "PRODUKTION:", "no setting: PRODUKTION"),
        ('SECURE_COOKIES: "true"', 'SECURE_COOKIES: "false"', "SECURE_COOKIES=true"),
        ('PRODUCTION: "true"', 'PRODUCTION: "false"', "is not in production"),
        ("TRUSTED_PROXIES: 172.30.7.2", "TRUSTED_PROXIES: 172.30.7.0/24", "does not trust caddy"),
        ("TRUSTED_PROXIES: 172.30.7.2", "TRUSTED_PROXIES: 172.30.7.3", "does not trust caddy"),
        (", ip_range: 172.30.7.128/25", "", "may be given to another"),
        ("condition: service_healthy", "condition: service_started", "does not wait"),
    ],
)
def test_an_unsafe_service_is_found(old: str, new: str, fault: str) -> None:
    found = list(check_deploy.compose_faults(changed("compose.yaml", old, new)))
    assert any(fault in one for one in found)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("reverse_proxy", "reverse_poxy", "reverse_poxy"),
        ("\t\t\tkeepalive 3s\n\t\t}\n", "\t\t\tkeepalive 3s\n", "braces"),
        ("path /metrics ", "path ", "/metrics is not kept"),
        ("respond @private 404", "respond @public 404", "/metrics is not kept"),
    ],
)
def test_an_unsafe_proxy_is_found(old: str, new: str, fault: str) -> None:
    (found,) = check_deploy.caddy_faults(changed("Caddyfile", old, new))
    assert fault in found


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("patience.service", "NoNewPrivileges=yes", "NoNewPrivileges=no", "not NoNewPrivileges"),
        ("patience.service", "ProtectSystem=strict", "ProtectSystem=full", "not ProtectSystem"),
        ("patience.service", "PORT=8000", "PROT=8000", "no setting: PROT"),
        ("patience.service", "app serve", "app sevre", "starts no command"),
        ("patience-backup.timer", "OnCalendar=daily\n", "", "never due"),
    ],
)
def test_an_unsafe_unit_is_found(tmp_path: Path, name: str, old: str, new: str, fault: str) -> None:
    shutil.copytree(DEPLOY / "systemd", tmp_path, dirs_exist_ok=True)
    unit = tmp_path / name
    unit.write_text(changed(f"systemd/{name}", old, new), encoding="utf-8")
    assert fault in "\n".join(check_deploy.unit_faults(unit))


def changed(name: str, old: str, new: str) -> str:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)
