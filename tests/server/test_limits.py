"""Limits: requests, sockets, tables, bodies and messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from tests.server.harness import TWO_PEOPLE, Running, code, running
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

if TYPE_CHECKING:
    from pathlib import Path


async def test_requests_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, request_rate=1.0) as server:
        async with httpx.AsyncClient(base_url=server.base) as http:
            answers = [await http.get("/api/me") for _ in range(15)]
        refused = [answer for answer in answers if answer.status_code != 200]
        assert 1 <= len(refused) <= 5
        assert {code(answer) for answer in refused} == {(429, "rate_limited")}
        assert refused[0].headers["retry-after"] == "1"


async def test_files_are_requests_too(tmp_path: Path) -> None:
    async with running(tmp_path, request_rate=1.0) as server:
        async with httpx.AsyncClient(base_url=server.base) as http:
            answers = [await http.get("/") for _ in range(15)]
        assert {code(answer) for answer in answers[-2:]} == {(429, "rate_limited")}


async def test_whole_views_cost_more(tmp_path: Path) -> None:
    """A message whose answer is many times longer counts as several."""
    async with running(tmp_path, command_rate=4.0) as server:
        ada = await server.guest()
        socket = await ada.sit(await ada.table(TWO_PEOPLE))
        for _ in range(10):
            await socket.send({"type": "resync", "version": 0})
        kinds = [(await socket.until("hello", "refused"))["type"] for _ in range(10)]
        assert kinds[:3] == ["hello"] * 3
        assert kinds.count("hello") < 7
    async with running(tmp_path, request_rate=1.0) as server:
        ada = await server.guest()
        table = await ada.table(TWO_PEOPLE)
        told = []
        for _ in range(12):
            try:
                told.append((await (await ada.open(table)).receive())["type"])
            except InvalidStatus:
                told.append("refused")
        assert told[0] == "hello"
        assert told.count("hello") < 12


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
        await ada.sit(table)  # its slot is free again


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
