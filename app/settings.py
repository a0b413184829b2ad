"""The environment as typed settings; refuses values that would not be safe."""

import re
from enum import StrEnum
from typing import Annotated, Self

import limits
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    field_validator,
    model_validator,
)
from pydantic.networks import IPvAnyNetwork
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from app.mail_address import is_address

SQLITE = "sqlite:///"
# strict, so that no part of a password that is not percent-encoded passes for host or database
_POSTGRESQL = re.compile(r"postgres(ql)?://([^@/?#]*@)?[^@/?#]*/[^@/?#]+(\?[^@#]*)?")

_PUBLIC_URL = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?/?")


class Durability(StrEnum):
    NORMAL = "normal"
    FULL = "full"


class LogLevel(StrEnum):
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    TEXT = "text"
    JSON = "json"


class RateLimitStore(StrEnum):
    MEMORY = "memory"
    DATABASE = "database"


class SmtpSecurity(StrEnum):
    STARTTLS = "starttls"
    TLS = "tls"
    NONE = "none"


def _split(text: object) -> object:
    return [part.strip() for part in text.split(",")] if isinstance(text, str) else text


def _is_rate(text: str) -> str:
    rates = limits.parse_many(text)
    if len(rates) != 1 or rates[0].amount < 1:
        raise ValueError("must be one number of at least 1 and a time, as `300/10 seconds`")
    return text


def _is_mail_address(text: str) -> str:
    if text and not is_address(text):
        raise ValueError("must be one e-mail address, as `name@example.org`")
    return text


def _is_public_url(text: str) -> str:
    if text and not _PUBLIC_URL.fullmatch(text):
        raise ValueError("must be http:// or https:// and a name, as `https://patience.example`")
    return text.rstrip("/")


MailAddress = Annotated[str, AfterValidator(_is_mail_address)]
"""Empty: none."""

PublicUrl = Annotated[str, AfterValidator(_is_public_url)]
"""Scheme and name, without a slash at the end. Empty: none."""

Rate = Annotated[str, AfterValidator(_is_rate)]
"""As the `limits` library writes one: `300/10 seconds`, `20 per hour`."""


class Settings(BaseSettings):
    """One environment variable a field, in capitals: `PORT=8001 make run`."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="ignore",
        env_ignore_empty=True,
        # a DATABASE_URL may hold a password
        hide_input_in_errors=True,
    )

    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(
        default=8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one."
    )
    database_url: str = Field(
        default="sqlite:///var/patience.db",
        description="Where games are kept: `sqlite:///` and the path of a file, or "
        "`postgresql://user:password@host/database`.",
    )
    database_connections: int = Field(
        default=10,
        ge=1,
        le=1000,
        description="PostgreSQL: the most connections that one server keeps open.",
    )
    durability: Durability = Field(
        default=Durability.NORMAL,
        description="`normal`: an answered move survives a crash of the server; "
        "`full`: a loss of power too.",
    )
    prune_after_days: int = Field(
        default=400,
        ge=1,
        description="`python -m app prune` deletes the games of players who made no move for "
        "so many days; their cookie lives 400 days after their last visit.",
    )
    secure_cookies: bool = Field(
        default=False, description="Cookies for HTTPS alone: `true` wherever TLS stands in front."
    )
    production: bool = Field(
        default=False, description="`true`: refuse to start with settings that are not safe."
    )

    allowed_hosts: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)] = Field(
        default=(),
        description="Names that the site is known by, separated by commas; none: any name.",
    )
    public_url: PublicUrl = Field(
        default="",
        description="Where the site is found, as `https://patience.example`, for search engines "
        "and shared links; none: the first of ALLOWED_HOSTS, else HOST and PORT.",
    )
    trusted_proxies: Annotated[tuple[IPvAnyNetwork, ...], NoDecode, BeforeValidator(_split)] = (
        Field(
            default=(),
            description="Addresses or networks of the proxies in front, separated by commas: "
            "`X-Forwarded-For` and `X-Forwarded-Proto` are believed from these alone.",
        )
    )
    rate_moves: Rate = Field(
        default="3000/10 seconds",
        description="Presses that one client address may send, a whole school behind it included.",
    )
    rate_player_moves: Rate = Field(
        default="600/10 seconds", description="Presses that one player may send."
    )
    rate_pages: Rate = Field(
        default="600/10 seconds", description="Pages that one client address may ask for."
    )
    rate_new_games: Rate = Field(
        default="1000/hour",
        description="New games that are stored for one client address; beyond, a new game "
        "is played on from the page alone until one can be stored.",
    )
    rate_previews: Rate = Field(
        default="60/minute",
        description="Previews of deals that are drawn for one client address; those that are kept "
        "are not counted.",
    )
    rate_searches: Rate = Field(
        default="500/10 minutes",
        description="Positions that are searched, and whose verdicts are stored, for one client "
        "address; beyond, they are not known yet.",
    )
    rate_messages: Rate = Field(
        default="5/10 minutes",
        description="Messages of the contact form that are mailed for one client address; beyond, "
        "they are stored as held.",
    )
    rate_held_messages: Rate = Field(
        default="100/hour",
        description="Messages that are stored for one client address, held ones included; beyond, "
        "they are refused.",
    )
    rate_limit_store: RateLimitStore = Field(
        default=RateLimitStore.MEMORY,
        description="`memory`: each server counts for itself; "
        "`database`: servers of one PostgreSQL count together.",
    )

    smtp_host: str = Field(
        default="",
        description="Server that messages of the contact form are mailed through; none: they are "
        "stored, and `python -m app messages` lists them.",
    )
    smtp_port: int = Field(default=587, ge=1, le=65535, description="Its port.")
    smtp_security: SmtpSecurity = Field(
        default=SmtpSecurity.STARTTLS,
        description="`starttls`: a connection that is encrypted before anything is said; "
        "`tls`: one that is encrypted from the start, mostly on port 465; `none`: neither, for a "
        "server beside this one.",
    )
    smtp_user: str = Field(default="", description="Name to log in with; none: without.")
    smtp_password: SecretStr = Field(default=SecretStr(""), description="Password of SMTP_USER.")
    smtp_from: MailAddress = Field(default="", description="Address that the mails come from.")
    smtp_to: MailAddress = Field(default="", description="Address that they go to: yours.")
    keep_messages_days: int = Field(
        default=180,
        ge=1,
        description="`python -m app prune` deletes messages so many days after they were answered, "
        "and held ones so many days after they came.",
    )

    previews_ready: bool = Field(
        default=True,
        description="`true`: the process that draws previews starts with the server and draws "
        "every card beforehand, in some two seconds of CPU at a low priority; `false`: it starts "
        "with the first preview that is asked for, and the first of each game takes longer.",
    )
    solver_workers: int = Field(
        default=1,
        ge=0,
        le=64,
        description="Processes that find out whether a position can be won, each with some 350 MB; "
        "0: none, and what was found before is all that is known.",
    )
    solver_seconds: float = Field(
        default=10,
        gt=0,
        le=600,
        description="Seconds that the search of one position may take.",
    )
    solver_memory: int = Field(
        default=400, ge=100, description="Megabytes that one such process may fill."
    )
    solver_cache: str = Field(
        default="",
        description="Where on disk the compiled search is kept, so that later starts need not "
        "compile it; none: beside the program, if that can be written to.",
    )
    solver_compiled: bool = Field(
        default=True,
        description="`false`: search uncompiled, forty times slower, even where numba is.",
    )
    solver_waiting: int = Field(
        default=32,
        ge=1,
        le=10_000,
        description="Positions that may wait to be searched, those of each client address in turn; "
        "beyond, they are not known yet.",
    )

    log_level: LogLevel = Field(
        default=LogLevel.INFO,
        description="The least that is logged: `debug`, `info`, `warning` or `error`.",
    )
    log_format: LogFormat = Field(
        default=LogFormat.TEXT,
        description="Of the log on standard error: `text` for people, `json` for machines.",
    )
    access_log: bool = Field(
        default=False,
        description="`true`: one line a request, without player, deal or whole address.",
    )
    metrics: bool = Field(
        default=False,
        description="`true`: `/metrics` answers whoever asks without a proxy between.",
    )
    release: str = Field(
        default="dev", description="Name of the build that runs, as metrics and the log tell it."
    )

    @property
    def site(self) -> str:
        """Scheme and name that addresses begin with where they are told to others."""
        if self.public_url:
            return self.public_url
        host = f"[{self.host}]" if ":" in self.host else self.host
        name = self.allowed_hosts[0] if self.allowed_hosts else host
        return f"https://{name}" if self.secure_cookies else f"http://{name}:{self.port}"

    @field_validator("database_url")
    @classmethod
    def _names_a_database(cls, url: str) -> str:
        is_file = url.startswith(SQLITE) and url not in (SQLITE, f"{SQLITE}:memory:")
        if not (is_file or _POSTGRESQL.fullmatch(url)):
            raise ValueError(
                f"must be {SQLITE} and the path of a file, or "
                "postgresql://user:password@host/database, its special characters percent-encoded"
            )
        return url

    @model_validator(mode="after")
    def _is_safe(self) -> Self:
        # a HOST on loopback excuses nothing: the proxy that TLS ends at is often beside us
        if self.production and not self.secure_cookies:
            raise ValueError("PRODUCTION needs TLS in front and SECURE_COOKIES=true")
        if self.production and not self.allowed_hosts:
            raise ValueError("PRODUCTION needs ALLOWED_HOSTS, the names that the site is known by")
        return self

    @model_validator(mode="after")
    def _can_mail(self) -> Self:
        if self.smtp_host and not (self.smtp_from and self.smtp_to):
            raise ValueError("SMTP_HOST needs SMTP_FROM and SMTP_TO")
        if bool(self.smtp_user) != bool(self.smtp_password.get_secret_value()):
            raise ValueError("SMTP_USER and SMTP_PASSWORD need each other")
        if self.smtp_user and self.smtp_security is SmtpSecurity.NONE:
            raise ValueError("SMTP_PASSWORD needs SMTP_SECURITY=starttls or tls")
        return self

    @model_validator(mode="after")
    def _can_share(self) -> Self:
        if self.rate_limit_store is RateLimitStore.DATABASE and self.database_url.startswith(
            SQLITE
        ):
            raise ValueError("RATE_LIMIT_STORE=database needs PostgreSQL in DATABASE_URL")
        return self
