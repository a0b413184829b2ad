"""The environment: its defaults, what it may say, and what is refused."""

import pytest
from pydantic import ValidationError

from app.settings import Durability, Settings


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_nothing_needs_to_be_set() -> None:
    settings = Settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.database_url == "sqlite:///var/patience.db"
    assert settings.durability is Durability.NORMAL


def test_variables_have_the_names_of_the_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", "0.0.0.0")
    monkeypatch.setenv("PORT", "8001")
    monkeypatch.setenv("DATABASE_URL", "sqlite:////srv/games.db")
    monkeypatch.setenv("DURABILITY", "full")
    monkeypatch.setenv("SECURE_COOKIES", "true")
    monkeypatch.setenv("PRODUCTION", "true")
    assert Settings() == Settings(
        host="0.0.0.0",
        port=8001,
        database_url="sqlite:////srv/games.db",
        durability=Durability.FULL,
        secure_cookies=True,
        production=True,
    )


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "")
    assert Settings().port == 8000


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().port = 1


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("PORT", "http", "valid integer"),
        ("PORT", "65536", "less than or equal to 65535"),
        ("PORT", "-1", "greater than or equal to 0"),
        ("DURABILITY", "some", "'normal' or 'full'"),
        ("SECURE_COOKIES", "perhaps", "valid boolean"),
        ("DATABASE_URL", "mysql://db/games", "must be sqlite:/// and the path of a file"),
        ("DATABASE_URL", "sqlite://games.db", "must be sqlite:/// and the path of a file"),
        ("DATABASE_URL", "sqlite:///", "must be sqlite:/// and the path of a file"),
        ("DATABASE_URL", "sqlite:///:memory:", "must be sqlite:/// and the path of a file"),
    ],
)
def test_a_wrong_value_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, complaint: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as refused:
        Settings()
    (error,) = refused.value.errors()
    assert error["loc"] == (name.lower(),)
    assert complaint in error["msg"]


def test_a_complaint_tells_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://anna:secret@db/games")
    with pytest.raises(ValidationError) as refused:
        Settings()
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_production_needs_secure_cookies(host: str) -> None:
    with pytest.raises(ValidationError, match="SECURE_COOKIES=true"):
        Settings(host=host, production=True)
    assert Settings(host=host, production=True, secure_cookies=True).production


def test_every_field_is_described() -> None:
    assert all(
        field.description and field.description.endswith(".")
        for field in Settings.model_fields.values()
    )
