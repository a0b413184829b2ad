"""The environment as typed settings; refuses values that would not be safe."""

from typing import Literal, Self

from pydantic import Field, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class Settings(BaseSettings):
    """One variable a field, in capitals: `PORT=8001 make run`."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True)

    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(
        default=8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one."
    )
    database_url: str = Field(
        default="sqlite:///var/patience.db",
        description="Where games are kept: `sqlite:///` and a path.",
    )
    durability: Literal["normal", "full"] = Field(
        default="normal",
        description="`normal`: an answered move survives a crash of the server; "
        "`full`: a loss of power too.",
    )
    secure_cookies: bool = Field(
        default=False,
        description="Cookies for https alone; to be set wherever TLS stands in front.",
    )
    production: bool = Field(
        default=False, description="Refuse to start with settings that are not safe."
    )

    @model_validator(mode="after")
    def _is_safe(self) -> Self:
        if self.production and not self.secure_cookies and self.host not in _LOOPBACK:
            raise ValueError("PRODUCTION needs SECURE_COOKIES=true, or a HOST on loopback.")
        return self
