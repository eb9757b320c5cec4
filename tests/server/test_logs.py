"""The log: repeated messages are counted, from any logger, and no user input is logged."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import structlog
from tests.server.process import Process
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from whistlestop.server import logs
from whistlestop.server.logs import FIRST, KINDS, SECURITY, SUMMARY, WINDOW, Libraries, Repeats

if TYPE_CHECKING:
    from pathlib import Path


def test_warnings_of_a_kind_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    repeats = Repeats(lambda: now[0])
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(logs.log, "warning", lambda event, **facts: told.append({"event": event, **facts}))

    def written(event: str, times: int, level: str = "warning", **facts: Any) -> int:
        count = 0
        for _ in range(times):
            try:
                repeats(None, level, {"event": event, "level": level, **facts})
            except structlog.DropEvent:
                continue
            count += 1
        return count

    assert written("a", 1000) == FIRST
    assert written("b", 2, "error") == 2
    assert written("c", 1000, "info") == 1000
    assert written("d", 1000, logger=SECURITY) == 1000  # it has its own limits
    repeats.sum_up()
    assert told == []  # the minute is not over
    now[0] = WINDOW
    repeats.sum_up()
    assert told == [{"event": SUMMARY, "what": "a", "times": 1000 - FIRST}]
    assert written("a", 300) == 0  # continuing: one line per minute
    now[0] = 2 * WINDOW
    repeats.sum_up()
    assert told[1:] == [{"event": SUMMARY, "what": "a", "times": 300}]
    now[0] = 3 * WINDOW
    repeats.sum_up()
    assert len(told) == 2
    assert written("a", 7) == FIRST  # it was quiet for a minute
    repeats.sum_up(everything=True)  # at the end, everything is reported
    assert told[2:] == [{"event": SUMMARY, "what": "a", "times": 2}]
    assert sum(written(f"kind {number}", 1) for number in range(5 * KINDS)) < KINDS + 2 * FIRST
    assert sum(written(f"kind {number}", FIRST) for number in range(5 * KINDS)) < FIRST * KINDS
    repeats.sum_up(everything=True)
    assert KINDS <= len(told[3:]) <= KINDS + 1  # the others are counted together


def test_libraries_tell_no_values() -> None:
    with structlog.testing.capture_logs() as told:
        handler = Libraries()
        for message, values in (
            ("Bad %s from %s", ("secret", "192.0.2.1")),
            ("Fatal.\ntransport: 192.0.2.1", ()),
        ):
            handler.handle(logging.LogRecord("library", logging.WARNING, "", 1, message, values, None))
        with pytest.raises(ValueError, match="secret") as raised:
            int("secret")
        found = (raised.type, raised.value, raised.tb)
        handler.handle(logging.LogRecord("library", logging.ERROR, "", 1, "Failed", (), found))
    assert [entry["event"] for entry in told] == ["Bad %s from %s", "Fatal.", "Failed"]
    assert {entry["logger"] for entry in told} == {"library"}
    assert (told[2]["error"], told[2]["log_level"]) == ("ValueError", "error")
    assert "secret" not in str(told)
    assert "192.0.2" not in str(told)


async def test_a_flood_of_nonsense_leaves_a_few_lines(tmp_path: Path) -> None:
    """Malformed requests and invalid text frames, sent to a complete server."""
    process = Process(tmp_path, WHISTLESTOP_LOG_JSON="1", WHISTLESTOP_SECURITY_LOG=str(tmp_path / "security"))
    await process.start()
    try:
        await process.ready()
        for _ in range(300):
            reader, writer = await asyncio.open_connection("127.0.0.1", process.port)
            writer.write(b"\x16\x03\x01 no request\r\n\r\n")
            assert (await reader.read()).startswith(b"HTTP/1.1 400")
            writer.close()
        address = f"ws://127.0.0.1:{process.port}/api/open/socket"
        async with httpx.AsyncClient(base_url=process.base) as http:
            await http.get("/api/me")
            cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        for _ in range(60):
            async with connect(address, additional_headers={"cookie": cookies}) as socket:
                socket.transport.write(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
                await socket.wait_closed()
                assert socket.close_code == 1007
    finally:
        await process.kill(signal.SIGTERM)
    lines = [json.loads(line) for line in process.log.read_text().splitlines() if line.startswith("{")]
    loud = [line for line in lines if line["level"] != "info"]
    assert len(process.log.read_text().splitlines()) < 60
    left_out = {line["what"]: line["times"] for line in loud if line["event"] == SUMMARY}
    assert left_out["Invalid HTTP request received."] == 300 - FIRST
    assert sum(left_out.values()) == 300 + 60 - 2 * FIRST
    assert b"no request" not in process.log.read_bytes()
