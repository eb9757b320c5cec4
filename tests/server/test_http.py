"""Responses: headers, public data, drawings, the built client; and their settings."""

from __future__ import annotations

import gzip
import inspect
import json
import re
import socket
from typing import TYPE_CHECKING, get_args

import httpx
import pytest
from litestar.di import Dependency
from litestar.handlers import HTTPRouteHandler
from tests.server.harness import Running, code, running
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import whistlestop as ws
from whistlestop.bots.levels import EXPERT, LEVELS
from whistlestop.kinds import kind_of
from whistlestop.server.http.handlers import HANDLERS, SOCKETS
from whistlestop.server.run import listen
from whistlestop.server.services import Services
from whistlestop.server.settings import Settings, SettingsError
from whistlestop.text.events import EVENTS, event_name

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "<!doctype html><title>built</title>" + "<p>text</p>" * 200


# ---------------------------------------------------------------------------------------------- answers


async def test_headers_of_every_answer(server: Running) -> None:
    ada = await server.guest()
    for path in ("/", "/t/abc", "/api/me", "/api/rulesets/usa/board.svg", "/nothing", "/api/nothing"):
        headers = (await ada.get(path)).headers
        policy = headers["content-security-policy"]
        assert (
            "default-src 'self'" if "/api/" not in path or "svg" in path else "default-src 'none'"
        ) in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-inline" not in policy
        assert "'unsafe-eval'" not in policy  # only WebAssembly, if the engine is installed
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-frame-options"] == "DENY"
    assert (await ada.get("/api/me")).headers["cache-control"] == "no-store"


async def test_what_is_not_there(server: Running) -> None:
    ada = await server.guest()
    for path in (
        "/nothing",
        "/api/nothing",
        "/api/tables/none",
        "/api/tables/none/view",
        "/api/rulesets/none",
        "/api/rulesets/..%2fusa",
        "/api/rulesets/none/board.svg",
        "/..%2f..%2fpyproject.toml",
        "/static/../app.py",
        "/t/a/b",
    ):
        answer = await ada.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["error"]["code"] == "not_found"
    answer = await ada.http.put("/api/me", json={})
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "bad_request"


async def test_options_name_every_method(server: Running) -> None:
    ada = await server.guest()
    methods: dict[str, set[str]] = {}
    for handler in HANDLERS:
        if not isinstance(handler, HTTPRouteHandler):
            continue  # language models: tests/server/test_models.py
        for path in handler.paths:
            methods.setdefault(path, {"OPTIONS"}).update(handler.http_methods)
    assert sum(len(found) > 2 for found in methods.values()) > 8
    for path, expected in methods.items():
        answer = await ada.http.options(re.sub(r"\{(\w+):\w+\}", "1", path))
        assert answer.status_code == 204, path
        assert answer.headers["allow"] == ", ".join(sorted(expected)), path
    assert (await ada.http.put("/api/me")).headers["allow"] == "GET, OPTIONS, PATCH"


async def test_head(server: Running) -> None:
    ada = await server.guest()
    for path in ("/", "/t/abc", "/rules", "/rules/usa", "/api/health"):
        answer = await ada.http.head(path)
        assert answer.status_code == 200
        assert answer.content == b""
    assert (await ada.http.head("/nothing")).status_code == 404


async def test_public_data(server: Running) -> None:
    ada = await server.guest()
    assert (await ada.get("/api/health")).json() == {"status": "ok", "version": ws.__version__}
    listed = (await ada.get("/api/rulesets")).json()
    assert [ruleset["id"] for ruleset in listed] == ws.ruleset_ids(variants=True)
    for ruleset in listed:
        data = (await ada.get(f"/api/rulesets/{ruleset['id']}")).json()
        assert {"cities", "routes", "tickets", "trains", "stations", "route_points", "countries"} <= set(data)
        assert {"cards", "numbers"} <= set(data)
        own = {"network": {"long"}, "yard": {"cards", "cities"}}[ruleset["machine"]]
        assert {"id", "from", "to", "points"} | own == set(data["tickets"][0])
    bots = (await ada.get("/api/bots")).json()
    assert [bot["id"] for bot in bots] == [*LEVELS, EXPERT]
    assert [bot["level"] for bot in bots] == [1, 2, 3, 4, 5, 6]


async def test_the_description_says_what_is_answered(server: Running) -> None:
    ada = await server.guest()
    document = (await ada.get("/api/schema/openapi.json")).json()
    assert document["info"]["version"] == ws.__version__
    schemas = document["components"]["schemas"]
    assert set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document))) <= set(schemas)
    answer = document["paths"]["/api/tables/{table}/view"]["get"]["responses"]
    assert answer["200"]["content"]["application/json"]["schema"]["$ref"].endswith("/ViewAnswer")
    assert answer["4XX"]["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorAnswer")
    for ruleset in ws.ruleset_ids():
        view = ws.Game.new(ruleset, 2, seed=1).view(0)
        kind = kind_of(ws.load_ruleset(ruleset))
        described = schemas[kind.told.views.view_type.__name__]
        # Parts of mechanisms that a board does not use are missing.
        assert set(described["required"]) <= set(view) <= set(described["properties"])
        data = (await ada.get(f"/api/rulesets/{ruleset}")).json()
        properties = set(schemas[kind.data.public_type.__name__]["properties"])
        # Only variants have the first, and only some boards the others.
        absent = (
            {"variant_of", "card_names"}
            if ws.load_ruleset(ruleset).data.translations
            else {"variant_of", "card_names", "translations"}
        )
        assert set(data) == properties - absent
        for event in (*EVENTS, *kind.told.event_types):
            assert schemas[event.__name__]["properties"]["event"]["enum"] == [event_name(event.__name__)]
    assert {"Hello", "Update", "Refused", "Command", "Resync"} <= set(schemas)


async def test_drawings_are_compressed_and_kept(server: Running) -> None:
    ada = await server.guest()
    path = "/api/rulesets/usa/board.svg"
    plain = await ada.get(path, headers={"accept-encoding": "identity"})
    assert plain.headers["content-type"].startswith("image/svg+xml")
    assert "content-encoding" not in plain.headers
    packed = await ada.get(path, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < 60_000
    again = await ada.get(path, headers={"if-none-match": packed.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    other = await ada.get(path, headers={"if-none-match": '"other"'})
    assert other.status_code == 200
    # other answers are compressed when sent, if they are long
    assert (await ada.get("/api/rulesets/usa")).headers["content-encoding"] == "gzip"


async def test_the_built_client(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("no")
    async with running(tmp_path, static=str(static)) as server:
        ada = await server.guest()
        missing = await ada.get("/")
        assert missing.status_code == 200
        assert "not been built" in missing.text
        (static / "assets" / "app-1a2b.js").write_text("export const a = 1;\n" * 100)
        (static / "icon.png").write_bytes(b"\x89PNG")
        (static / "index.html").write_text(PAGE)
        for path in ("/", "/t/abcdef", "/about"):
            answer = await ada.get(path)
            assert answer.text == PAGE
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
        script = await ada.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip"})
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip"
        raw = await ada.get("/icon.png")
        assert raw.content == b"\x89PNG"
        assert "content-encoding" not in raw.headers
        for path in (
            "/..%2fsecret.txt",
            "/assets/../../secret.txt",
            "/assets/%2e%2e/%2e%2e/secret.txt",
            "//etc/passwd",
        ):
            assert (await ada.get(path)).status_code == 404
        (static / "index.html").write_text(PAGE.replace("built", "built anew"))
        assert "built anew" in (await ada.get("/")).text


async def test_a_browser_gets_a_page_at_an_unknown_address(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text(PAGE)
    page = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-encoding": "gzip"}
    async with running(tmp_path, static=str(static)) as server:
        ada = await server.guest()
        known = (await ada.get("/", headers=page)).headers["etag"]
        for path in ("/nothing", "/t/a/b", "/games/a/b/c", "/assets/none.js"):
            answer = await ada.get(path, headers={**page, "if-none-match": known})
            assert answer.status_code == 404, path
            assert answer.text == PAGE
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["vary"] == "Accept, Accept-Encoding"
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-frame-options"] == "DENY"
            assert code(await ada.get(path)) == (404, "not_found")  # not a browser that requests a page
        head = await ada.http.head("/nothing", headers=page)
        assert (head.status_code, head.content) == (404, b"")
        for path in ("/api/nothing", "/api/tables/none", "/api/rulesets/none/board.svg"):
            assert code(await ada.get(path, headers=page)) == (404, "not_found")
        assert (await ada.http.post("/nothing", headers=page)).status_code in {404, 405}


async def test_the_smallest_form_that_a_browser_takes(tmp_path: Path) -> None:
    """The build has a Brotli version of each text, and only the browser knows whether it can decode it."""
    static = tmp_path / "static"
    static.mkdir()
    script = "export const a = 1;\n" * 100
    (static / "index.html").write_text(PAGE)
    (static / "app.js").write_text(script)
    (static / "app.js.br").write_bytes(b"in Brotli")
    async with running(tmp_path, static=str(static)) as server:
        ada = await server.guest()
        for accepted, encoding in (
            ("gzip, deflate, br, zstd", "br"),
            ("gzip", "gzip"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("identity", None),
        ):
            async with ada.http.stream("GET", "/app.js", headers={"accept-encoding": accepted}) as answer:
                raw = b"".join([part async for part in answer.aiter_raw()])
                assert answer.headers.get("content-encoding") == encoding
                assert answer.headers["vary"] == "Accept-Encoding"
            assert {"br": b"in Brotli", None: script.encode()}.get(encoding, raw) == raw
            assert encoding != "gzip" or gzip.decompress(raw).decode() == script
        assert (await ada.get("/app.js.br")).status_code == 404


async def test_a_page_names_what_it_will_want(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text(PAGE)
    listed = {
        "every": ["/assets/app.js", "/assets/app.css"],
        "pages": {
            "Start": ["/assets/start.js"],
            "Lobby": ["/assets/lobby.js"],
            "RulesPage": ["/assets/page.js"],
            "home": ["/assets/home.js"],
        },
        "catalogues": {
            "ui": {"en": ["/assets/en.js"], "hu": ["/assets/hu.js"]},
            "rules": {"en": ["/assets/rules-en.js"], "hu": ["/assets/rules-hu.js"]},
        },
        "kinds": {
            "tableui": {"network": ["/assets/net.js"], "yard": ["/assets/yard.js"]},
            "book": {"network": ["/assets/net-book.js"], "yard": ["/assets/yard-book.js"]},
        },
    }
    (static / "preloads.json").write_text(json.dumps(listed))
    async with running(tmp_path, static=str(static)) as server:
        ada = await server.guest()

        def named(answer: httpx.Response) -> dict[str, str]:
            return dict(
                re.findall(r"<([^>]+)>; rel=(?:module)?preload(?:; as=(\w+))?", answer.headers["link"])
            )

        async def links(table: str, **headers: str) -> dict[str, str]:
            return named(await ada.get(f"/t/{table}", headers=headers))

        games = {}
        for ruleset in ("usa", "card_game"):
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            made = await ada.post("/api/tables", {"ruleset": ruleset, "seats": seats, "start": True})
            games[ruleset] = made.json()["id"]
        usa = await links(games["usa"], **{"accept-language": "de, hu-HU;q=0.8, en;q=0.5"})
        assert usa["/assets/app.css"] == "style"
        assert {"/assets/app.js", "/assets/hu.js", "/assets/net.js"} <= usa.keys()
        assert not {"/assets/en.js", "/assets/yard.js", "/assets/start.js", "/assets/lobby.js"} & usa.keys()
        asked = [path for path, kind in usa.items() if kind == "fetch"]
        assert len(asked) == 5
        for path in asked:
            assert (await ada.get(path)).status_code in (200, 307)
        assert "/api/rulesets/usa/board.svg" in asked
        # a card game has no board; the language is the one chosen on this device
        ada.http.cookies.set("language", "en")
        cards = await links(games["card_game"], **{"accept-language": "hu"})
        assert {"/assets/en.js", "/assets/yard.js"} <= cards.keys()
        assert not any(path.endswith(".svg") for path in cards)
        # the game has not started, so this is the page of a lobby
        wanted = [{"kind": "me"}, {"kind": "open"}]
        made = await ada.post("/api/tables", {"ruleset": "usa", "seats": wanted})
        assert {"/assets/lobby.js", "/assets/net.js"} <= (await links(made.json()["id"])).keys()
        # a page of rules preloads the texts and the book of its kind, but nothing of tables
        rules = named(await ada.get("/rules/usa"))
        wanted_files = {"page.js", "en.js", "rules-en.js", "net-book.js"}
        assert {f"/assets/{name}" for name in wanted_files} <= rules.keys()
        assert not {"/assets/net.js", "/assets/yard-book.js", "/assets/rules-hu.js"} & rules.keys()
        for path in (path for path, kind in rules.items() if kind == "fetch"):
            assert (await ada.get(path)).status_code == 200
        assert "/api/rulesets/usa/board.svg" in rules
        assert not any(path.endswith(".svg") for path in named(await ada.get("/rules/card_game")))
        assert not any(path.startswith("/api/rulesets/") for path in named(await ada.get("/rules/nowhere")))
        start = named(await ada.get("/"))
        assert {"/assets/start.js", "/assets/home.js"} <= start.keys()
        for path in (path for path, kind in start.items() if kind == "fetch"):
            assert (await ada.get(path)).status_code == 200
        assert "/assets/lobby.js" not in start
        # nothing of any kind of game if the table does not exist
        assert not {"/assets/net.js", "/assets/yard.js"} & (await links("none")).keys()
        stranger = httpx.AsyncClient(base_url=server.base)
        async with stranger:  # the first request creates a guest, so there must be only one
            first = named(await stranger.get(f"/t/{games['usa']}"))
            assert "/assets/net.js" in first
            assert "fetch" not in first.values()
        async with httpx.AsyncClient(base_url=server.base) as stranger:  # a new user has no games in progress
            first = named(await stranger.get("/"))
            assert "/assets/start.js" in first
            assert "/assets/home.js" not in first


async def test_no_such_table(server: Running) -> None:
    address = server.base.replace("http", "ws") + "/api/tables/none/socket"
    async with connect(address) as socket:
        assert '"not_found"' in str(await socket.recv())
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_what_is_sent_is_sent_at_once() -> None:
    """Nagle's algorithm would delay every update until the previous one is acknowledged."""
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# --------------------------------------------------------------------------------------------- settings


def test_settings_from_the_environment() -> None:
    settings = Settings.from_environment(
        {
            "WHISTLESTOP_PORT": "9000",
            "WHISTLESTOP_BOT_DELAY": "0.25",
            "WHISTLESTOP_LOG_JSON": "true",
            "WHISTLESTOP_PUBLIC_URL": "https://play.example.org/",
            "WHISTLESTOP_ALLOWED_ORIGINS": "https://a.example,https://B.example/",
            "HOME": "/nowhere",
        },
        port=None,
        host="0.0.0.0",
    )
    assert (settings.port, settings.bot_delay, settings.log_json, settings.host) == (
        9000,
        0.25,
        True,
        "0.0.0.0",
    )
    assert settings.secure
    assert settings.origins == {"https://play.example.org", "https://a.example", "https://b.example"}
    with pytest.raises(SettingsError, match="PORT"):
        Settings.from_environment({"WHISTLESTOP_PORT": "many"})


def test_databases() -> None:
    assert Settings(database="/data/x.db").database_url == "sqlite+aiosqlite:////data/x.db"
    assert Settings(database="sqlite:////x.db").database_url == "sqlite+aiosqlite:////x.db"
    assert Settings(database="postgresql://h/d").database_url == "postgresql+psycopg://h/d"
    assert Settings().database_url.endswith("whistlestop.db")


def test_no_query_has_the_name_of_what_handlers_are_given(tmp_path: Path) -> None:
    """A query parameter with such a name would be replaced without notice."""
    given = Services(Settings(database=str(tmp_path / "games.db"))).provided().keys()
    for handler in (*HANDLERS, *SOCKETS):
        for name, parameter in inspect.signature(handler.fn).parameters.items():
            injected = any(isinstance(one, Dependency) for one in get_args(parameter.annotation))
            assert injected == (name in given), f"{handler}: {name}"
