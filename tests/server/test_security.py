"""Traces of attacks: request ids, the security log, security.txt, metrics."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import urllib.request
from pathlib import Path
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs
from tests.server.harness import TWO_PEOPLE, Running, code, play_on, running, two_seats
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from whistlestop.server import security
from whistlestop.server.security import BURST, EVENTS, SecurityLog
from whistlestop.server.settings import Settings, SettingsError

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import site_parts

DOCUMENT = Path(__file__).parents[2] / "docs" / "SECURITY.md"


def read(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        return str(answer.read().decode())


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


async def test_every_answer_has_an_id_and_the_log_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "security.log"
    async with running(tmp_path, security_log=str(file)) as server:
        ada = await server.guest()
        paths = ("/", "/api/me", "/nothing", "/api/health", "/assets/none.js")
        answers = [await ada.get(path, headers={"x-request-id": "mine"}) for path in paths]
        answers.append(await ada.http.put("/api/me", json={}))
        answers.append(await ada.post("/api/tables", {}, headers={"x-csrftoken": "no"}))
        ids = [answer.headers["x-request-id"] for answer in answers]
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch("[0-9a-f]{16}", found) for found in ids)
        assert lines(file)[-1] | {"timestamp": ""} == {
            "event": "csrf",
            "timestamp": "",
            "request": ids[-1],
            "user": (await ada.get("/api/me")).json()["id"][:8],
            "address": server.services.guests.address_tag("127.0.0.1"),
            "method": "POST",
            "route": "/api/tables",
        }

        async def fault(_user: str) -> str:
            raise KeyError("secret")

        monkeypatch.setattr(server.services.names, "of", fault)
        with capture_logs() as told:
            failed = await ada.get("/api/me")
        assert failed.status_code == 500
        assert failed.headers["x-request-id"]
        assert "secret" not in json.dumps(told)


async def test_what_is_logged(tmp_path: Path) -> None:
    file = tmp_path / "security.log"
    over: dict[str, Any] = {"table_rate": 0.01, "sockets_per_user": 1}
    async with running(tmp_path, security_log=str(file), **over) as server:
        ada, ben = await server.guest(), await server.guest()
        table = await ada.table(TWO_PEOPLE)
        watch = (await ada.get(f"/api/tables/{table}")).json()["watch"]
        socket = server.base.replace("http", "ws") + f"/api/tables/{table}/socket"

        await ada.post("/api/tables", {}, headers={"origin": "https://evil.example"})
        with pytest.raises(InvalidStatus):
            async with connect(socket, origin="https://evil.example"):  # type: ignore[arg-type]
                pass
        await ada.get("/", headers={"host": "evil.example"})
        await ben.post(f"/api/tables/{table}/start")
        await ben.post(f"/api/tables/{table}/leave")
        await ben.post(f"/api/tables/{watch}/join", {})
        await ben.get("/api/tables/guess")
        await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE})
        await ada.sit(table)
        await (await ada.open(table)).until("error")
        async with httpx.AsyncClient(base_url=server.base, cookies={"whistlestop": "forged.seal"}) as http:
            await http.get("/api/me")
        found = lines(file)
        assert [one["event"] for one in found] == [
            "origin",
            "origin",
            "host",
            "not_owner",
            "not_seated",
            "watch_only",
            "no_such_table",
            "rate_limited",
            "too_many",
            "bad_session",
        ]
        text = file.read_text(encoding="utf-8")
        for secret in (table, watch, ada.http.cookies["whistlestop"], "127.0.0.1", "evil", "guess", "forged"):
            assert secret not in text
        assert {one["event"] for one in found} <= set(EVENTS)


def test_a_flood_is_counted_not_written(tmp_path: Path) -> None:
    file = tmp_path / "security.log"
    clock = [0.0]
    log = SecurityLog(Settings(security_log=str(file)), lambda _address: "tag", lambda: clock[0])
    for _ in range(1000):
        log.event("csrf", "user", "192.0.2.1")
    log.event("csrf", "user", "192.0.2.2")
    assert len(lines(file)) == BURST + 1
    clock[0] = 3600
    log.event("csrf", "user", "192.0.2.1")
    assert lines(file)[-1]["skipped"] == 1000 - BURST
    assert log.counts["csrf"] == 1002


def test_a_file_that_was_moved_away_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "security.log"
    settings = Settings(security_log=str(file))
    security.command(settings, "restore", source="x")
    file.rename(tmp_path / "old.log")
    security.command(settings, "prune")
    assert [one["command"] for one in lines(file)] == ["prune"]
    assert lines(tmp_path / "old.log")[0]["source"] == "x"


def test_the_events_are_documented() -> None:
    text = site_parts.whole(DOCUMENT.read_text(encoding="utf-8"))
    table = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE))
    assert table == EVENTS


def test_every_test_that_the_page_names_is_there() -> None:
    """The tests that docs/attacks.toml names exist."""
    text = site_parts.whole(DOCUMENT.read_text(encoding="utf-8"))
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", text)
    assert len(named) > 30
    root = DOCUMENT.parents[1] / "tests"
    for file, test in named:
        source = (root / file).read_text(encoding="utf-8")
        assert re.search(rf"^(async )?def {test}\(", source, re.MULTILINE), f"{file}::{test}"


async def test_security_txt(server: Running, tmp_path: Path) -> None:
    ada = await server.guest()
    assert (await ada.get("/.well-known/security.txt")).status_code == 404
    folder = tmp_path / "other"
    folder.mkdir()
    over: dict[str, Any] = {
        "security_contact": "mailto:safety@example.org",
        "public_url": "https://play.example.org/",
    }
    async with running(folder, **over) as other, httpx.AsyncClient(base_url=other.base) as http:
        answer = await http.get("/.well-known/security.txt")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert "Contact: mailto:safety@example.org\n" in answer.text
        assert "Canonical: https://play.example.org/.well-known/security.txt\n" in answer.text
        assert re.search(r"^Expires: \d{4}-\d\d-\d\dT00:00:00\+00:00$", answer.text, re.MULTILINE)
    for wrong in ("me", "mailto:a@b\nExpires: x", "javascript:x", "http://plain.example"):
        with pytest.raises(SettingsError, match="SECURITY_CONTACT"):
            Settings.from_environment({}, security_contact=wrong)


async def test_metrics(tmp_path: Path, unused_tcp_port: int) -> None:
    async with running(tmp_path, metrics_port=unused_tcp_port) as server:
        table, ada, _, first, second = await two_seats(server)
        await play_on({0: first, 1: second}, random.Random(1), most=5)
        assert code(await ada.get("/api/tables/none")) == (404, "not_found")
        await server.services.metrics.count_tables(server.services.store)
        text = await asyncio.to_thread(read, f"http://127.0.0.1:{server.services.metrics.port}/metrics")
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert float(values["whistlestop_acknowledge_seconds_count"]) == 5
        assert float(values["whistlestop_actions_total"]) == 5
        assert float(values["whistlestop_commits_total"]) >= 8
        assert float(values["whistlestop_sockets"]) == 2
        assert float(values['whistlestop_tables{state="playing"}']) == 1
        assert float(values["whistlestop_write_queue"]) == 0
        assert float(values["whistlestop_bots_thinking"]) == 0
        assert float(values["whistlestop_timeouts_total"]) == 0
        assert float(values['whistlestop_security_events_total{event="no_such_table"}']) == 1
        row = 'whistlestop_request_seconds_count{method="GET",route="/api/tables/{table}",status="404"}'
        assert float(values[row]) == 1
        assert table not in text
        assert server.base not in text
