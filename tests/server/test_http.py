"""Requests: cookies, forged requests, headers, limits, files."""

from __future__ import annotations

import gzip
import re
import socket
from typing import TYPE_CHECKING

import httpx
import pytest
from tests.server.harness import TWO_PEOPLE, Running, running
from tests.server.test_tables import code
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import whistlestop as ws
from whistlestop.server.guests import Guests, clean_name
from whistlestop.server.limits import Buckets, network
from whistlestop.server.refusals import Refusal
from whistlestop.server.run import listen
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "<!doctype html><title>built</title>" + "<p>text</p>" * 200


# ----------------------------------------------------------------------------------------------- guests


async def test_a_guest_is_who_the_cookie_says(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        first = await http.get("/api/me")
        lines = first.headers.get_list("set-cookie")
        session = next(line for line in lines if line.startswith("whistlestop="))
        assert "HttpOnly" in session
        assert all("SameSite=Lax" in line for line in lines)
        assert not any("Secure" in line for line in lines)
        again = await http.get("/api/me")
        assert again.json() == first.json()
        assert "set-cookie" not in again.headers
    async with httpx.AsyncClient(base_url=server.base) as http:
        stranger = (await http.get("/api/me")).json()
        assert stranger["id"] != first.json()["id"]
    for forged in (
        "x",
        f"{first.json()['id']}.",
        f"{first.json()['id']}.{'0' * 64}",
        "é.ß",
        "a" * 5000,
        '"\\',
    ):
        answer = await httpx.AsyncClient(base_url=server.base).get(
            "/api/me", headers=[(b"cookie", b"whistlestop=" + forged.encode())]
        )
        assert answer.status_code == 200
        assert answer.json()["id"] != first.json()["id"]
        assert "set-cookie" in answer.headers


async def test_cookies_come_from_one_address(server: Running) -> None:
    """A cache that keeps a drawing must not keep somebody's cookie with it."""
    async with httpx.AsyncClient(base_url=server.base) as http:
        for path in ("/", "/api/rulesets", "/api/rulesets/usa/board.svg", "/api/tables", "/api/health"):
            assert "set-cookie" not in (await http.get(path)).headers
        assert "set-cookie" in (await http.get("/api/me")).headers


async def test_names(server: Running) -> None:
    ada = await server.guest()
    assert re.fullmatch(r"Guest \d{4}", (await ada.get("/api/me")).json()["name"])
    assert (await ada.http.patch("/api/me", json={"name": " Zoë  Łukasz 🚂 "})).json()[
        "name"
    ] == "Zoë Łukasz 🚂"
    assert (await ada.get("/api/me")).json()["name"] == "Zoë Łukasz 🚂"
    for name in ("", "  ", "x" * 25, "a\u202eb", "a\x00b", "\u200b", 7, None, "\ue000"):
        assert code(await ada.http.patch("/api/me", json={"name": name})) == (400, "bad_request")
    surrogate = await ada.http.patch("/api/me", content=b'{"name": "\\ud800"}')
    assert surrogate.status_code == 400
    with pytest.raises(Refusal):
        clean_name("\ud800")


async def test_forged_requests(server: Running) -> None:
    ada, eve = await server.guest(), await server.guest()
    body = {"ruleset": "usa", "seats": TWO_PEOPLE}
    for headers in (
        {"x-csrftoken": ""},
        {"x-csrftoken": "0" * 64},
        {"x-csrftoken": eve.http.cookies["csrftoken"]},
        {"x-csrftoken": "\u00e9"},
    ):
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        assert code(await ada.post("/api/tables", body, headers=raw)) == (403, "csrf")
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://[",
        server.base + ".evil.example",
    ):
        answer = await ada.post("/api/tables", body, headers={"origin": origin})
        assert code(answer) == (403, "origin"), origin
    assert (await ada.post("/api/tables", body, headers={"origin": server.base})).status_code == 201
    nobody = httpx.AsyncClient(base_url=server.base)
    assert code(await nobody.post("/api/tables", json=body)) == (403, "csrf")
    # a cookie that another site planted does not help: the token belongs to the guest
    nobody.cookies.set("csrftoken", "planted")
    nobody.headers["x-csrftoken"] = "planted"
    assert code(await nobody.post("/api/tables", json=body)) == (403, "csrf")


async def test_sockets_of_other_sites(server: Running) -> None:
    ada = await server.guest()
    table = await ada.table(TWO_PEOPLE)
    for origin in ("https://evil.example", "null", "http://localhost:1"):
        with pytest.raises(InvalidStatus) as refused:
            await ada.open(table, origin=origin)
        assert refused.value.response.status_code == 403
    socket = await ada.open(table, origin=server.base)
    assert (await socket.receive())["type"] == "hello"


async def test_a_token_heals(tmp_path: Path) -> None:
    """The same browser on another database gets new cookies that work."""
    async with running(tmp_path / "one") as server:
        ada = await server.guest()
        old = dict(ada.http.cookies)
    async with running(tmp_path / "two") as server:
        ada = await server.guest()
        ada.http.cookies.clear()
        ada.http.cookies.update(old)
        answer = await ada.get("/api/me")
        assert answer.status_code == 200
        ada.http.headers["x-csrftoken"] = answer.cookies["csrftoken"]
        fresh = {**old, **answer.cookies}
        ada.http.cookies.clear()
        ada.http.cookies.update(fresh)
        assert (await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE})).status_code == 201


def test_secure_cookies() -> None:
    lines = Guests(b"key", secure=True).cookies("ada")
    assert all(line.endswith("; Secure") for line in lines)


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
        assert "unsafe-eval" not in policy
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
        "/%00",
        "/t/a/b",
    ):
        answer = await ada.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["error"]["code"] == "not_found"
    answer = await ada.http.put("/api/me", json={})
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "bad_request"


async def test_head(server: Running) -> None:
    ada = await server.guest()
    for path in ("/", "/t/abc", "/api/health"):
        answer = await ada.http.head(path)
        assert answer.status_code == 200
        assert answer.content == b""
    assert (await ada.http.head("/nothing")).status_code == 404


async def test_public_data(server: Running) -> None:
    ada = await server.guest()
    assert (await ada.get("/api/health")).json() == {"status": "ok", "version": ws.__version__}
    listed = (await ada.get("/api/rulesets")).json()
    assert [ruleset["id"] for ruleset in listed] == ws.ruleset_ids()
    for ruleset in listed:
        data = (await ada.get(f"/api/rulesets/{ruleset['id']}")).json()
        assert {"cities", "routes", "tickets", "trains", "stations", "route_points", "countries"} <= set(data)
        own = {"network": {"long"}, "yard": {"cards", "cities"}}[ruleset["machine"]]
        assert {"id", "from", "to", "points"} | own == set(data["tickets"][0])
    bots = (await ada.get("/api/bots")).json()
    assert "random" in [bot["id"] for bot in bots]
    schema = (await ada.get("/api/schema/openapi.json")).json()
    assert "/api/tables/{table}/commands" in schema["paths"]


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
    # other answers are compressed on the way when they are long
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


def test_gzip_round_trip() -> None:
    from whistlestop.server.boards import asset

    made = asset(b"a" * 1000, "text/plain")
    assert made.packed is not None
    assert gzip.decompress(made.packed) == made.body


# ----------------------------------------------------------------------------------------------- limits


def test_buckets() -> None:
    time = [0.0]
    buckets = Buckets(2.0, 4.0, lambda: time[0])
    assert [buckets.take("a") for _ in range(5)] == [True] * 4 + [False]
    assert buckets.take("b")
    time[0] = 0.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    time[0] = 100
    assert [buckets.take("a") for _ in range(5)] == [True] * 4 + [False]
    assert all(Buckets(0, 0).take("a") for _ in range(100))


def test_one_household_is_one_address() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("2001:db8::1") == network("2001:db8::ffff") != network("2001:db8:0:1::1")
    assert network("local") == "local"


async def test_requests_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, request_rate=1.0) as server:
        async with httpx.AsyncClient(base_url=server.base) as http:
            answers = [await http.get("/api/me") for _ in range(15)]
        refused = [answer for answer in answers if answer.status_code != 200]
        assert 1 <= len(refused) <= 5
        assert {code(answer) for answer in refused} == {(429, "rate_limited")}
        assert refused[0].headers["retry-after"] == "1"


async def test_sockets_are_requests_too(tmp_path: Path) -> None:
    async with running(tmp_path, request_rate=0.5) as server:
        address = server.base.replace("http", "ws") + "/api/tables/none/socket"

        async def knock() -> None:
            for _ in range(10):
                async with connect(address) as socket:
                    await socket.recv()

        with pytest.raises(InvalidStatus) as refused:
            await knock()
        assert refused.value.response.status_code == 403


async def test_tables_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, table_rate=0.05, tables_per_user=2) as server:
        ada = await server.guest()
        answers = [await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 409, 429]
        assert code(answers[2]) == (409, "too_many")


async def test_bodies_are_limited(server: Running) -> None:
    ada = await server.guest()
    answer = await ada.http.post("/api/tables", content=b" " * 20_000)
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "bad_request"

    async def endless() -> object:
        for _ in range(100):
            yield b" " * 1000

    answer = await ada.http.post("/api/tables", content=endless())  # type: ignore[arg-type]
    assert answer.status_code == 413


async def test_sockets_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_user=2, sockets_per_address=3, message_size=512) as server:
        ada, ben = await server.guest(), await server.guest()
        table = await ada.table(TWO_PEOPLE)
        first, _ = await ada.sit(table), await ada.sit(table)
        for guest, kind in ((ada, "error"), (ben, "hello"), (ben, "error")):
            socket = await guest.open(table)
            message = await socket.receive()
            assert message["type"] == kind
            if kind == "error":
                assert message["error"]["code"] == "too_many"
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4429
        await first.send("x" * 2000)
        with pytest.raises(ConnectionClosed) as closed:
            await first.until("pong")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        await ada.sit(table)  # its place is free again


async def test_messages_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, command_rate=1.0) as server:
        ada = await server.guest()
        table = await ada.table(TWO_PEOPLE)
        socket = await ada.sit(table)
        for number in range(8):
            await socket.send({"type": "command", "id": f"c{number}", "version": 0, "action": "draw"})
        codes = [(await socket.until("refused"))["error"]["code"] for _ in range(8)]
        assert codes[:5] == ["not_started"] * 5
        assert "rate_limited" in codes[5:]
        body = {"id": "h", "version": 0, "action": "draw"}
        assert code(await ada.post(f"/api/tables/{table}/commands", body)) == (429, "rate_limited")


async def test_no_such_table(server: Running) -> None:
    address = server.base.replace("http", "ws") + "/api/tables/none/socket"
    async with connect(address) as socket:
        assert '"not_found"' in str(await socket.recv())
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_what_is_sent_is_sent_at_once() -> None:
    """Nagle's algorithm would hold every update back behind its acknowledgement."""
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
    with pytest.raises(ValueError, match="port"):
        Settings.from_environment({"WHISTLESTOP_PORT": "many"})


def test_databases() -> None:
    assert Settings(database="/data/x.db").database_url == "sqlite+aiosqlite:////data/x.db"
    assert Settings(database="sqlite:////x.db").database_url == "sqlite+aiosqlite:////x.db"
    assert Settings(database="postgresql://h/d").database_url == "postgresql+psycopg://h/d"
    assert Settings().database_url.endswith("whistlestop.db")
