"""No request whatever breaks anything, changes another's game, or is told of the inside."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from tests.fuzz.schema import JSON, SCHEMA
from tests.fuzz.strategies import choosings, encoded, letters, presses, questions, requests
from tests.fuzz.target import HOST, KEY, OWNERS, Request, Target, open_target

FEW = 400
MANY = 5_500
"""Of each of the five kinds, for `make test` and `make soak`."""


class AnyCase(Protocol):
    """What is read of a schemathesis.Case."""

    method: str
    formatted_path: str
    query: object
    body: object
    media_type: str | None


Attack = Callable[[Target, int], None]


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    with open_target(tmp_path / "patience.db") as target:
        yield target


def _attack(examples: int) -> settings:
    # the target remembers: what came before a failure cannot be left out to make it shorter
    return settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def send_anything(target: Target, examples: int) -> None:
    @_attack(examples)
    @given(requests())
    def send(request: Request) -> None:
        target.attack(request)

    send()


def ask_for_pages(target: Target, examples: int) -> None:
    @_attack(examples)
    @given(questions())
    def ask(request: Request) -> None:
        target.attack(request)

    ask()


def press_nearly_right(target: Target, examples: int) -> None:
    @_attack(examples)
    @given(presses())
    def press(drawn: tuple[str, str, Request]) -> None:
        token, slug, request = drawn
        version = str(target.version(token, slug)).encode()
        body = request.body.replace(b"{version}", version)
        length = (b"content-length", str(len(body)).encode())
        target.attack(request._replace(body=body, headers=(*request.headers, length)))

    press()


def choose_nearly_right(target: Target, examples: int) -> None:
    @_attack(examples)
    @given(choosings())
    def choose(request: Request) -> None:
        target.attack(request)

    choose()


def write_nearly_right(target: Target, examples: int) -> None:
    @_attack(examples)
    @given(letters())
    def write(request: Request) -> None:
        body = request.body.replace(b"{stamp}", target.stamp().encode())
        length = (b"content-length", str(len(body)).encode())
        target.attack(request._replace(body=body, headers=(*request.headers, length)))

    write()


def follow_the_schema(target: Target, examples: int) -> None:
    """With schemathesis, and a schema of the pages that is written for it alone."""
    _follow(target, SCHEMA, examples)


def follow_the_document(target: Target, examples: int) -> None:
    """The same with what is published for programs."""
    document = target.attack(Request("GET", b"/api/v1/openapi.json", b"", ((b"host", HOST),)))
    _follow(target, json.loads(document.body), examples)


def _follow(target: Target, document: JSON, examples: int) -> None:
    schema = schemathesis.openapi.from_dict(document)
    strategies = [
        found.ok().as_strategy(generation_mode=mode)
        for found in schema.get_all_operations()
        if isinstance(found, Ok)
        for mode in GenerationMode
    ]
    assert len(strategies) == len(list(schema.get_all_operations())) * len(GenerationMode) > 20

    @_attack(examples)
    @given(st.one_of(strategies))
    def call(case: AnyCase) -> None:
        target.attack(_request_of(case))

    call()


KINDS = pytest.mark.parametrize(
    "attack",
    [
        *(send_anything, ask_for_pages, press_nearly_right, choose_nearly_right),
        *(write_nearly_right, follow_the_schema, follow_the_document),
    ],
)


@KINDS
def test_hundreds_of_requests(target: Target, attack: Attack) -> None:
    attack(target, FEW)
    assert target.requests >= FEW
    assert target.moves or attack is not press_nearly_right
    assert target.chosen or attack is not choose_nearly_right
    assert target.letters or attack is not write_nearly_right
    assert target.moves or attack is not follow_the_document


@pytest.mark.soak
@KINDS
def test_thousands_of_requests(
    target: Target, attack: Attack, capsys: pytest.CaptureFixture[str]
) -> None:
    attack(target, MANY)
    assert target.requests >= MANY
    with capsys.disabled():
        print(
            f"\n{attack.__name__}: {target.requests} requests, {target.moves} legal presses,"
            f" answers {dict(sorted(target.statuses.items()))}"
        )


def _pairs(values: object) -> bytes:
    if not isinstance(values, dict):
        return b"" if isinstance(values, schemathesis.core.NotSet) else encoded(str(values))
    return b"&".join(encoded(str(k)) + b"=" + encoded(str(v)) for k, v in values.items())


def _json(value: object) -> bytes:
    if isinstance(value, bytes):
        return value
    return b"" if isinstance(value, schemathesis.core.NotSet) else json.dumps(value).encode()


def _request_of(case: AnyCase) -> Request:
    body = _json(case.body) if case.media_type == "application/json" else _pairs(case.body)
    headers = (
        (b"host", HOST),
        (b"cookie", f"player={OWNERS[0]}".encode()),
        (b"authorization", f"Bearer {KEY}".encode()),
        (b"content-type", (case.media_type or "").encode()),
        (b"content-length", str(len(body)).encode()),
    )
    # what schemathesis leaves as it is
    path = quote(case.formatted_path, safe="/%").encode()
    return Request(case.method, path, _pairs(case.query), headers, body)
