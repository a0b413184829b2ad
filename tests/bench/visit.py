"""What a first visit weighs: the page of a game and all that it names."""

import re
from pathlib import Path

from tests.bench import servers
from tests.bench.figures import FIRST_VISIT_KB, Figure, Table, tabulated
from tests.bench.servers import Server
from tests.bench.wire import Answer, request


def tables(folder: Path) -> list[Table]:
    with servers.product(servers.new_sqlite(folder)) as server:
        figure = Figure(
            "page, style, scripts, pictures: compressed", _weight(server), "KB", FIRST_VISIT_KB
        )
    return [tabulated("A first visit", [figure])]


def _weight(server: Server) -> float:
    page = _get(server, "/en/bureau")
    total = len(page.body)
    for path in set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text)):
        total += len(_get(server, path).body)
    return total / 1000


def _get(server: Server, path: str) -> Answer:
    answer = server.ask(request("GET", path, {}))
    assert answer.status == 200, path
    return answer
