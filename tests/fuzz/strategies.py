"""Hypothesis strategies for requests: some nearly right, some wild, most a mixture."""

from urllib.parse import quote, quote_from_bytes

from hypothesis import strategies as st

from app.web.choices import VALUES
from app.web.press import Action
from tests.fuzz.target import HOST, KEY, MARK, NUMBER, OWNERS, Header, Request
from tests.web.players import SLUGS

BOMBS = (
    "",
    " ",
    "0",
    "-1",
    "00",
    "1e9",
    "nan",
    "inf",
    "-inf",
    "٣",
    "１",
    "0x1F",
    "1_000",
    "+1",
    "4294967296",
    str(2**63),
    str(2**64 + 1),
    "9" * 400,
    "9" * 5000,
    "\x00",
    "\r\nSet-Cookie: x=y",
    "\u202eevil\u202c",
    "\ue000number\ue001",
    "e\u0301" * 50,
    "🂡",
    "../../etc/passwd",
    "%00%2e%2e%2f",
    "{{7*7}}${7*7}%s%d",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    MARK,
    "d." * 9000,
    "." * 20_000,
    "d-" * 8000,
    "t1t2x" + "9" * 400,
)
PILES = ("t1", "t2", "t9", "t99", "f1", "f8", "r1", "w1", "s1", "x1", "t0", "t01", "")
AWAY = ("", "0", "5", "nan", "nan", "NaN", "inf", "-inf", "-1", "1e400", "9" * 400, "x", "\x00")
WISHES = ("safe", "finish", "never", "", "always", "safe\x00")
FIELDS = (
    *(
        "version",
        "move",
        "away",
        "auto",
        "log",
        "ply",
        "to",
        "lang",
        "page",
        "action",
        "pick",
        "number",
    ),
    *VALUES,
)

wild = st.one_of(st.sampled_from(BOMBS), st.text(max_size=40), st.just(MARK))
moves = st.one_of(
    st.just("d"),
    st.builds(
        "{}{}{}".format,
        st.sampled_from(PILES),
        st.sampled_from(PILES),
        st.sampled_from(("", "x2", "x3", "x0", "x-1", "x99999999999")),
    ),
    wild,
)
logs = st.one_of(
    wild,
    st.lists(st.one_of(st.just("d"), moves), max_size=8).map(".".join),
    st.integers(0, 400).map(lambda turns: ".".join("d" * turns)),
)
numbers = st.one_of(st.integers(0, 8).map(str), st.integers().map(str), wild)
values = st.sampled_from([value for values in VALUES.values() for value in values])
FIELD_VALUES = {
    **dict.fromkeys(VALUES, st.one_of(values, wild)),
    "move": moves,
    "log": logs,
    "version": numbers,
    "ply": numbers,
    "away": numbers,
    "auto": st.one_of(st.sampled_from(WISHES), wild),
}


def encoded(text: str) -> bytes:
    """Percent-encoded, lone surrogates and all."""
    return quote(text.encode("utf-8", "surrogatepass"), safe="").encode()


def _pair(name: str, value: str) -> bytes:
    return encoded(name) + b"=" + encoded(value)


field_pairs = st.sampled_from(FIELDS).flatmap(
    lambda name: FIELD_VALUES.get(name, wild).map(lambda value: _pair(name, value))
)
forms = st.lists(st.one_of(field_pairs, st.builds(_pair, wild, wild)), max_size=25).map(b"&".join)
surrogates = st.sampled_from((b"version=1&move=%ED%A0%80", b"move=%FF%FE&version=1", b"%=&%%=%&="))
bodies = st.one_of(
    forms,
    surrogates,
    st.binary(max_size=200),
    st.sampled_from((64 * 1024, 64 * 1024 + 1, 1_000_000)).map(lambda size: b"x" * size),
    st.just(b'{"version": 1, "move": "d"}'),
    st.just(b'--b\r\nContent-Disposition: form-data; name="move"\r\n\r\nd\r\n--b--\r\n'),
)

parts = st.one_of(
    st.sampled_from(("en", "fr", "de", "", ".", "..", *SLUGS, str(NUMBER), "0", "4294967296")),
    wild,
)
paths = st.one_of(
    st.builds(
        "/{}/{}/{}/{}".format,
        st.sampled_from(("en", "fr")),
        st.sampled_from(SLUGS),
        st.sampled_from((str(NUMBER), "1", "4294967295")),
        st.sampled_from(
            [*(action.value for action in Action), "forget", "embed/move", "embed/undo"]
        ),
    ).map(str.encode),
    st.builds(
        "/{}/{}/{}".format,
        st.sampled_from(("en", "fr")),
        st.sampled_from(SLUGS),
        st.sampled_from(
            ("5", f"{NUMBER}/embed", "deal", "new", "daily", "daily/2026-11-12", "daily/0000-99-99")
        ),
    ).map(str.encode),
    st.sampled_from(("/en/settings", "/fr/settings")).map(str.encode),
    st.builds(
        "/api/v1/{}/{}/{}/{}".format,
        st.sampled_from(("plays", "games")),
        st.sampled_from(SLUGS),
        st.sampled_from((str(NUMBER), "deals", "0")),
        st.sampled_from(("moves", "undo", str(NUMBER), "openapi.json")),
    ).map(str.encode),
    st.sampled_from(("/", "/en/", "/fr", "/language", "/healthz", "/readyz", "/metrics")).map(
        str.encode
    ),
    st.lists(parts, max_size=6).map(lambda found: b"/" + b"/".join(encoded(one) for one in found)),
    parts.map(lambda name: b"/static/x/" + encoded(name)),
    st.binary(max_size=60).map(lambda raw: b"/" + quote_from_bytes(raw, safe="/").encode()),
)
asked = st.sampled_from(
    ("number", "pick", "log", "ply", "version", "page", "saved", "packs", "difficulty")
).flatmap(lambda name: FIELD_VALUES.get(name, wild).map(lambda value: _pair(name, value)))
queries = st.one_of(st.just(b""), forms, surrogates, st.lists(asked, max_size=4).map(b"&".join))

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "BREW")
methods = st.one_of(st.sampled_from(("GET", "POST", "POST", "POST")), st.sampled_from(METHODS))

raw_values = st.binary(max_size=60).map(lambda raw: raw.replace(b"\r", b"").replace(b"\n", b""))
cookies = st.one_of(
    st.sampled_from([f"player={token}".encode() for token in OWNERS]),
    st.builds(
        lambda head, token, tail: head + b"player=" + token.encode() + tail,
        raw_values,
        st.sampled_from(OWNERS),
        raw_values,
    ),
    st.sampled_from((b"player=", b"player=;player=", b"lang=fr", b"lang=xx; player", b";;;", b"=")),
    raw_values,
)
CONTENT_TYPES = (
    b"application/x-www-form-urlencoded",
    b"application/json",
    b"multipart/form-data; boundary=b",
    b"multipart/form-data",
    b"text/plain; charset=utf-7",
    b"\xff",
    b"",
)
HEADER_VALUES = {
    b"cookie": cookies,
    b"authorization": st.one_of(
        st.sampled_from((f"Bearer {KEY}".encode(), f"Bearer {OWNERS[0]}".encode(), b"Bearer ")),
        raw_values,
    ),
    b"content-type": st.sampled_from(CONTENT_TYPES),
    b"hx-request": st.sampled_from((b"true", b"false", b"")),
    b"origin": st.sampled_from((b"http://" + HOST, b"null", b"https://evil.example", b"x")),
    b"sec-fetch-site": st.sampled_from((b"same-origin", b"none", b"cross-site", b"same-site", b"")),
    b"accept-language": st.one_of(raw_values, st.just(b"fr;q=nan,en;q=" + b"9" * 400)),
    b"accept-encoding": st.one_of(raw_values, st.just(b"identity")),
    b"x-forwarded-for": raw_values,
    b"x-forwarded-proto": raw_values,
    b"x-request-id": raw_values,
    b"x-http-method-override": st.just(b"DELETE"),
    b"range": st.one_of(raw_values, st.just(b"bytes=0-18446744073709551616")),
    b"if-none-match": raw_values,
    b"upgrade": st.just(b"websocket"),
    b"expect": st.just(b"100-continue"),
}
header = st.sampled_from(sorted(HEADER_VALUES)).flatmap(
    lambda name: HEADER_VALUES[name].map(lambda value: (name, value))
)
hosts = st.one_of(st.just(HOST), st.just(HOST), st.sampled_from((b"", b"[", b"a b", b"\xff", b":")))
# most have the one that a browser would send
lengths = st.sampled_from((*[None] * 20, b"0", b"-1", b"5", b"99999999999999999999", b"x"))


@st.composite
def requests(draw: st.DrawFn) -> Request:
    """Anything that can be written down as one."""
    body = draw(bodies)
    headers: list[Header] = [(b"host", draw(hosts))]
    length = draw(lengths)
    headers.append((b"content-length", str(len(body)).encode() if length is None else length))
    headers += draw(st.lists(header, max_size=8))
    return Request(draw(methods), draw(paths), draw(queries), tuple(headers), body)


@st.composite
def presses(draw: st.DrawFn) -> tuple[str, str, Request]:
    """A player, a game and a press of it that is nearly right; `{version}` is the true one's."""
    token = draw(st.sampled_from(OWNERS))
    slug = draw(st.sampled_from(SLUGS))
    action = draw(st.sampled_from([*(one.value for one in Action), "move", "move", "forget"]))
    version = draw(st.one_of(st.just("{version}"), st.just("{version}"), numbers))
    move = draw(st.one_of(st.just("d"), moves))
    away = draw(st.sampled_from(AWAY))
    fields = [
        _pair("move", move),
        _pair("auto", draw(st.sampled_from(WISHES))),
        _pair("away", away),
        b"version=" + version.encode("utf-8", "ignore"),
    ]
    fields += draw(st.lists(field_pairs, max_size=2))
    headers = [(b"host", HOST), (b"cookie", f"player={token}".encode())]
    headers += draw(st.lists(header.filter(lambda one: one[0] != b"cookie"), max_size=2))
    path = f"/en/{slug}/{NUMBER}/{action}".encode()
    return token, slug, Request("POST", path, b"", tuple(headers), b"&".join(reversed(fields)))


@st.composite
def choosings(draw: st.DrawFn) -> Request:
    """A choice of a player's that is nearly right."""
    token = draw(st.sampled_from(OWNERS))
    chosen = draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=4))
    fields = [
        _pair(name, draw(st.one_of(st.sampled_from([*VALUES[name]]), values))) for name in chosen
    ]
    fields += draw(st.lists(field_pairs, max_size=1))
    body = b"&".join(fields)
    headers = [(b"host", HOST), (b"cookie", f"player={token}".encode())]
    headers.append((b"content-length", str(len(body)).encode()))
    headers += draw(st.lists(header.filter(lambda one: one[0] != b"cookie"), max_size=2))
    path = f"/{draw(st.sampled_from(('en', 'fr')))}/settings".encode()
    return Request("POST", path, b"", tuple(headers), body)


@st.composite
def letters(draw: st.DrawFn) -> Request:
    """A message that is nearly right; `{stamp}` is that of an open form."""
    texts = st.one_of(wild, st.text(min_size=8, max_size=60), st.just("x" * 5000))
    pages = st.one_of(st.just(f"/en/roman/{NUMBER}"), wild, logs.map("/fr/bureau/7?log={}".format))
    fields = [
        _pair("message", draw(texts)),
        _pair("kind", draw(st.sampled_from(("fault", "fault", "rules", "praise", MARK)))),
        _pair("email", draw(st.one_of(st.just(""), st.just("anna@example.org"), wild))),
        _pair("page", draw(pages)),
        _pair("game", draw(st.sampled_from(("yes", "no", MARK)))),
        _pair("step", draw(st.sampled_from(("send", "send", "preview", MARK)))),
        _pair("subject", draw(st.one_of(st.just(""), st.just(""), wild))),
        b"stamp=" + draw(st.one_of(st.just(b"{stamp}"), st.just(b"{stamp}"), wild.map(encoded))),
    ]
    fields += draw(st.lists(field_pairs, max_size=2))
    headers = [(b"host", HOST), *draw(st.lists(header, max_size=2))]
    path = draw(st.sampled_from(("/en/contact", "/fr/contact"))).encode()
    return Request("POST", path, b"", tuple(headers), b"&".join(fields))


@st.composite
def questions(draw: st.DrawFn) -> Request:
    """A page that there is, asked for with what nobody asks."""
    lang, slug = draw(st.sampled_from(("en", "fr"))), draw(st.sampled_from(SLUGS))
    page = draw(st.sampled_from(("", "/deal", "/deal", f"/{NUMBER}", f"/{NUMBER}/embed")))
    path = draw(
        st.sampled_from(
            (
                *(f"/{lang}/{slug}{page}", f"/{lang}/{slug}{page}", f"/{lang}/settings"),
                *(f"/{lang}/contact", f"/{lang}/contact/thanks/00000-00000"),
            )
        )
    )
    query = b"&".join(draw(st.lists(asked, min_size=1, max_size=4)))
    headers = [(b"host", HOST), *draw(st.lists(header, max_size=3))]
    return Request("GET", path.encode(), query, tuple(headers))
