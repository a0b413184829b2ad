"""The environment: its defaults, what it may say, and what is refused."""

from ipaddress import ip_network

import pytest
from pydantic import ValidationError

from app.settings import Durability, RateLimitStore, Settings


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
    monkeypatch.setenv("ALLOWED_HOSTS", "patience.example, www.patience.example")
    monkeypatch.setenv("TRUSTED_PROXIES", "10.0.0.0/8, ::1")
    monkeypatch.setenv("PRODUCTION", "true")
    assert Settings() == Settings(
        host="0.0.0.0",
        port=8001,
        database_url="sqlite:////srv/games.db",
        durability=Durability.FULL,
        secure_cookies=True,
        allowed_hosts=("patience.example", "www.patience.example"),
        trusted_proxies=(ip_network("10.0.0.0/8"), ip_network("::1/128")),
        production=True,
    )


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "")
    assert Settings().port == 8000


@pytest.mark.parametrize(
    ("given", "site"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"host": "::1", "port": 8001}, "http://[::1]:8001"),
        ({"allowed_hosts": ("a.example", "b.example")}, "http://a.example:8000"),
        ({"allowed_hosts": ("a.example",), "secure_cookies": True}, "https://a.example"),
        (
            {"allowed_hosts": ("a.example",), "public_url": "https://b.example/"},
            "https://b.example",
        ),
    ],
)
def test_where_the_site_is_found(given: dict[str, object], site: str) -> None:
    assert Settings.model_validate(given).site == site


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
        ("RATE_MOVES", "often", "parse rate limit"),
        ("RATE_MESSAGES", "0/hour", "at least 1"),
        ("SMTP_SECURITY", "some", "'starttls', 'tls' or 'none'"),
        ("SMTP_TO", "Anna <anna@patience.example>", "one e-mail address"),
        ("SMTP_FROM", "a@b.example\nBcc: c@d.example", "one e-mail address"),
        ("PUBLIC_URL", "patience.example", "must be http:// or https:// and a name"),
        ("PUBLIC_URL", 'https://patience.example"><script>', "must be http:// or https://"),
        ("PUBLIC_URL", "https://patience.example/games", "must be http:// or https://"),
        ("RATE_MOVES", "0/second", "at least 1"),
        ("RATE_MOVES", "5/second; 9/hour", "at least 1"),
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


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://db/games",
        "postgres://anna:p%40ss@db:5433/games",
        "postgresql://anna@db1:5432,db2:5432/games?target_session_attrs=read-write",
        "postgresql://[::1]:5432/games",
        "postgresql://postgres:@/postgres?host=/tmp/socket",
    ],
)
def test_a_postgresql_url_is_taken_as_it_is(url: str) -> None:
    assert Settings(database_url=url).database_url == url


@pytest.mark.parametrize(
    "url",
    [
        "mysql://anna:secret@db/games",
        "postgresql://anna:secret@db",
        "postgresql://anna:secret@db/",
        # not percent-encoded: what follows would be taken for host, database or options
        "postgresql://anna:secret@secret@db/games",
        "postgresql://anna:secret/secret@db/games",
        "postgresql://anna:secret?secret@db/games",
        "postgresql://anna:secret#secret@db/games",
        "postgresql://anna:secret/secret?secret@db/games",
    ],
)
def test_a_complaint_tells_no_password(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ValidationError) as refused:
        Settings()
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_production_needs_secure_cookies(host: str) -> None:
    with pytest.raises(ValidationError, match="SECURE_COOKIES=true"):
        Settings(host=host, production=True, allowed_hosts=("patience.example",))


def test_production_needs_the_names_of_the_site() -> None:
    with pytest.raises(ValidationError, match="ALLOWED_HOSTS"):
        Settings(production=True, secure_cookies=True)


@pytest.mark.parametrize("proxies", ["*", "proxy", "10.0.0.0/8,*"])
def test_a_proxy_is_an_address_or_a_network(monkeypatch: pytest.MonkeyPatch, proxies: str) -> None:
    """A star would believe whatever anyone says of themselves."""
    monkeypatch.setenv("TRUSTED_PROXIES", proxies)
    with pytest.raises(ValidationError, match="trusted_proxies"):
        Settings()


def test_one_server_alone_has_nobody_to_share_counts_with() -> None:
    with pytest.raises(ValidationError, match="RATE_LIMIT_STORE=database needs PostgreSQL"):
        Settings(rate_limit_store=RateLimitStore.DATABASE)


MAILING = {"smtp_host": "post", "smtp_from": "a@b.example", "smtp_to": "c@d.example"}


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"smtp_from": ""}, "SMTP_HOST needs SMTP_FROM and SMTP_TO"),
        ({"smtp_to": ""}, "SMTP_HOST needs SMTP_FROM and SMTP_TO"),
        ({"smtp_user": "anna"}, "SMTP_USER and SMTP_PASSWORD need each other"),
        ({"smtp_password": "secret"}, "SMTP_USER and SMTP_PASSWORD need each other"),
        (
            {"smtp_user": "anna", "smtp_password": "secret", "smtp_security": "none"},
            "SMTP_PASSWORD needs SMTP_SECURITY=starttls or tls",
        ),
    ],
)
def test_mailing_needs_all_of_its_settings(given: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint) as refused:
        Settings.model_validate(MAILING | given)
    assert "secret" not in str(refused.value)


def test_the_password_is_not_shown_by_accident() -> None:
    settings = Settings.model_validate(MAILING | {"smtp_user": "anna", "smtp_password": "secret"})
    assert settings.smtp_password.get_secret_value() == "secret"
    assert "secret" not in repr(settings)


def test_every_field_is_described() -> None:
    assert all(
        field.description and field.description.endswith(".")
        for field in Settings.model_fields.values()
    )
