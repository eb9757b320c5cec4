"""Attacks that no other test file covers; docs/attacks.toml lists the tests of each attack."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import json
import re
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import httpx
import pytest
import sqlalchemy.exc
from litestar.handlers import HTTPRouteHandler
from structlog.testing import capture_logs
from tests.server.harness import TWO_PEOPLE, Running, code, running
from tests.server.test_connections import Line
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from whistlestop.server.adapters.database import database as store_database
from whistlestop.server.http import guard
from whistlestop.server.http.connections import HEADER_SIZE
from whistlestop.server.http.handlers import HANDLERS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Guest

CHUNKED = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"


async def alive(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        assert (await http.get("/api/health")).status_code == 200


async def test_a_planted_session_cookie(server: Running) -> None:
    """A neighbor under the same domain sets cookies beside the victim's."""
    ada, eve = await server.guest(), await server.guest()
    wish = {"ruleset": "usa", "seats": TWO_PEOPLE}
    for cookies in (f"{ada.cookie}; {eve.cookie}", f"{eve.cookie}; {ada.cookie}"):
        for guest in (ada, eve):
            async with httpx.AsyncClient(base_url=server.base) as http:
                headers = {"cookie": cookies, "x-csrftoken": guest.http.cookies["csrftoken"]}
                assert code(await http.post("/api/tables", json=wish, headers=headers)) == (403, "csrf")
    # Duplicates of one cookie are harmless, and a proxy may split cookies among headers.
    async with httpx.AsyncClient(base_url=server.base) as http:
        lines = [(b"cookie", ada.cookie.encode())] * 2
        lines.append((b"x-csrftoken", ada.http.cookies["csrftoken"].encode()))
        assert (await http.post("/api/tables", json=wish, headers=lines)).status_code == 201


async def test_headers_cannot_be_injected(server: Running) -> None:
    ada = await server.guest()
    ends = "\r\nset-cookie: planted=1"
    named = await ada.http.patch("/api/me", json={"name": "a" + ends})
    assert named.json()["name"] == "a set-cookie: planted=1"
    assert "planted" not in str(named.headers)
    assert code(await ada.post("/api/tables", {"ruleset": "usa" + ends, "seats": TWO_PEOPLE}))[0] == 400
    for path in (
        "/%0d%0aset-cookie:planted=1",
        "/api/tables/%0d%0aset-cookie:planted=1/board.svg",
        "/t/%0d%0a",
    ):
        answer = await ada.get(path)
        assert "planted" not in str(answer.headers)
        assert code(answer) == (400, "bad_request")


async def test_nobody_is_led_elsewhere(server: Running) -> None:
    ada = await server.guest()
    for path in ("//evil.example", "//evil.example/%2e%2e", "/\\evil.example", "/%5cevil.example"):
        answer = await ada.http.get(httpx.URL(server.base).copy_with(raw_path=path.encode()))
        assert "location" not in answer.headers
        assert answer.status_code == 404


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 5\r\nContent-Length: 0\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length : 5\r\n",
        b"X-A: b\r\n folded: c\r\nContent-Length: 1x\r\n",
    ],
    ids=["two lengths", "length and chunks", "chunks in the middle", "negative", "blank", "no number"],
)
async def test_requests_that_two_servers_could_read_differently(server: Running, header: bytes) -> None:
    """A second request hidden in the body of the first is never answered."""
    hidden = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    line = await Line(server).open(
        b"POST /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + b"\r\n0\r\n\r\n" + hidden
    )
    answer = await line.ended()
    assert b"HTTP/1.1 400" in answer
    assert b"200 OK" not in answer
    await alive(server)


@pytest.mark.parametrize("data", [b"X-Long: ", b"X-A: b\r\n" * 10], ids=["one", "many"])
async def test_a_header_has_an_end(server: Running, data: bytes) -> None:
    line = await Line(server).open(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + data)
    sent = 0
    more = b"x" * 10_000 if data.endswith(b" ") else b"X-A: b\r\n" * 1000
    try:
        while sent < 4 * HEADER_SIZE:
            line.writer.write(more)
            await line.writer.drain()
            sent += len(more)
            await asyncio.sleep(0)
    except ConnectionError:
        answer = b"HTTP/1.1 431"  # it was cut off before the answer could be read
    else:
        answer = await line.ended()
    assert answer.startswith(b"HTTP/1.1 431")
    assert not server.services.connections.waiting
    await alive(server)


async def test_a_trailer_is_not_kept(server: Running) -> None:
    line = await Line(server).open(CHUNKED + b"\r\n2\r\n{}\r\n0\r\n")
    try:
        for _ in range(4 * HEADER_SIZE // 8000):
            line.writer.write(b"X-A: b\r\n" * 1000)
            await line.writer.drain()
    except ConnectionError:
        answer = b"431"
    else:
        answer = await line.ended()
    assert b"431" in answer
    await alive(server)


async def test_packed_bodies_stay_packed(server: Running) -> None:
    """Ten megabytes of spaces in ten kilobytes."""
    ada = await server.guest()
    packed = gzip.compress(b" " * 10_000_000)
    headers = {"content-encoding": "gzip", "content-type": "application/json"}
    assert len(packed) < 16_384
    answer = await ada.http.post("/api/tables", content=packed, headers=headers)
    assert code(answer) == (400, "bad_request")


async def test_packed_messages_are_as_long_as_they_are(server: Running) -> None:
    ada = await server.guest()
    table = await ada.table(TWO_PEOPLE)
    address = server.base.replace("http", "ws") + f"/api/tables/{table}/socket"
    async with connect(address, additional_headers={"cookie": ada.cookie}, max_size=None) as socket:
        await socket.recv()

        async def flood() -> None:
            await socket.send(" " * 10_000_000)
            while True:
                await socket.recv()

        with pytest.raises(ConnectionClosed) as closed:
            await flood()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    await alive(server)


async def test_deep_and_strange_json(server: Running) -> None:
    ada = await server.guest()
    socket = await ada.sit(await ada.table(TWO_PEOPLE))
    deep = "[" * 4000
    for text in (
        deep,
        '{"type":' * 400,
        '{"type":"command","id":' + "9" * 3000 + "}",
        "1e999999",
        '"\\ud800"',
    ):
        answer = await ada.http.post(
            "/api/tables", content=text.encode(), headers={"content-type": "application/json"}
        )
        assert code(answer) == (400, "bad_request"), text[:20]
        await socket.send(text)
        assert (await socket.until("refused"))["error"]["code"] == "bad_request"


async def test_keys_are_data(server: Running) -> None:
    """No input becomes part of a database query."""
    ada = await server.guest()
    table = await ada.table(TWO_PEOPLE)
    for key in ("' or '1'='1", "%", "_" * len(table), table.upper() + "'--", "a" * 3000, "🚂"):
        assert code(await ada.get(f"/api/tables/{key}")) == (404, "not_found"), key
    name = "x'); drop table users"
    assert (await ada.http.patch("/api/me", json={"name": name})).json()["name"] == name
    assert (await ada.get("/api/me")).json()["name"] == name


async def keys_of(guest: Guest, table: str) -> str:
    return json.dumps((await guest.get(f"/api/tables/{table}")).json())


async def test_whoever_watches_never_learns_the_key_to_sit(server: Running) -> None:
    """Neither the table, nor socket messages, nor errors contain it."""
    ada, eve = await server.guest(), await server.guest()
    table = await ada.table(TWO_PEOPLE)
    watch = (await ada.get(f"/api/tables/{table}")).json()["watch"]
    assert table not in await keys_of(eve, watch)
    socket = await eve.sit(watch)
    await ada.post(f"/api/tables/{table}/seats", {"seat": 1, "kind": "bot", "bot": "random"})
    await ada.post(f"/api/tables/{table}/start")
    await socket.until("hello")
    for path in ("join", "leave", "start"):
        assert table not in (await eve.post(f"/api/tables/{watch}/{path}", {})).text
    assert table not in "".join(socket.raw)


async def test_control_characters_are_refused(database: str, tmp_path: Path) -> None:
    """In the path, query and body of every route, they give the same answer on both databases, and do not count as an
    outage.
    """
    with capture_logs() as logs:
        async with running(tmp_path, database=database) as server:
            ada = await server.guest()
            tried = 0
            for handler in HANDLERS:
                if not isinstance(handler, HTTPRouteHandler):
                    continue  # language models: tests/server/test_models.py
                for path, method in itertools.product(
                    handler.paths, handler.http_methods - {"OPTIONS", "HEAD"}
                ):
                    there = re.sub(r"{\w+:(str|path)}", "a%00", path).replace(":int", "")
                    for address in (re.sub("{.*?}", "1", there), re.sub("{.*?}", "1", path) + "?who=%00"):
                        if "%00" in address:
                            answer = await ada.http.request(method, address)
                            assert answer.status_code == 400, (method, address)
                    if "data" in handler.parsed_fn_signature.parameters:
                        tried += 1
                        for body in ({"user": "\0"}, {"a\x1b": 1}, {"list": [{"deep": "\x9b"}]}):
                            answer = await ada.http.request(method, re.sub("{.*?}", "1", path), json=body)
                            assert code(answer) == (400, "bad_request"), (method, path)
                            assert "control character" in answer.text, (method, path)
            assert tried > 30
            for sign in ("%01", "%0a", "%1f", "%7f", "%c2%85"):
                for address in (f"/api/tables/a{sign}", f"/api/games?who={sign}", f"/t/{sign}"):
                    assert code(await ada.get(address)) == (400, "bad_request")
            # Texts may contain tabs and line breaks; in one-line fields they become spaces.
            assert (await ada.http.patch("/api/me", json={"name": "Ada\n\tL"})).json()["name"] == "Ada L"
            socket = await ada.sit(await ada.table(TWO_PEOPLE))
            for message in (
                {"type": "say", "id": "\0", "text": "a"},
                {"type": "say", "id": "b", "text": "\0"},
            ):
                await socket.send(message)
                assert (await socket.until("refused"))["error"]["code"] == "bad_request"
            assert (await socket.command("\0", version=0))["error"]["code"] in {"notation", "not_started"}
    assert not [entry for entry in logs if entry["event"].endswith("failed")]


async def test_what_cannot_be_stored_is_no_outage(
    shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a NUL ever reached PostgreSQL, the request would be at fault, not the database."""
    monkeypatch.setattr(guard, "check_address", lambda _path, _query: None)
    with capture_logs() as logs:
        async with running(tmp_path, database=shared) as server:
            ada = await server.guest()
            assert code(await ada.get("/api/tables/%00")) == (400, "bad_request")
            assert (await ada.get("/api/health")).status_code == 200
    assert [(one["event"], one["log_level"], one["error"]) for one in logs if "error" in one] == [
        ("database failed", "warning", "DataError")
    ]


async def test_waiting_for_a_connection_is_overload(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_database, "QUEUE", 0.2)
    async with running(tmp_path, database=database) as server:
        ada = await server.guest()
        async with AsyncExitStack() as held:
            with suppress(sqlalchemy.exc.TimeoutError):
                while True:  # until no connection is left
                    await held.enter_async_context(server.services.store.reading())
            refused = await ada.get("/api/tables/none")
            assert code(refused) == (503, "overloaded")
            assert refused.headers["retry-after"] == "1"
        assert code(await ada.get("/api/tables/none")) == (404, "not_found")
