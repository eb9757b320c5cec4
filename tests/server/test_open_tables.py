"""The list of open tables, and messages about its changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace
from tests.server.harness import TWO_PEOPLE, Guest, Running, code
from tests.server.test_meeting import room

from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.meeting import open_tables


async def listed(guest: Guest, seats: list[dict[str, Any]] | None = None) -> str:
    """Return a listed table."""
    body = {"ruleset": "usa", "seats": seats or TWO_PEOPLE, "listed": True}
    answer = await guest.post("/api/tables", body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_only_listed_tables_are_found(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_tables, "PAUSE", 0.1)
    ada, ben = await server.guest(), await server.guest()
    secret = await ada.table(TWO_PEOPLE)
    table = await listed(ada)
    looking = await room(ben)
    found = (await ben.get("/api/open")).json()["tables"]
    assert [one["id"] for one in found] == [table]
    assert found[0]["here"] == 0
    assert secret not in (await ben.get("/api/open")).text
    await ada.sit(table)
    while not [one for one in (await looking.until("open_changes"))["tables"] if one["here"] == 1]:
        pass
    # Without a free seat it is no longer open.
    assert (await ben.post(f"/api/tables/{table}/join")).status_code == 200
    while (await looking.until("open_changes"))["removed"] != [table]:
        pass


async def test_a_change_of_one_open_table_is_told_alone_and_once(server: Running) -> None:
    """With 40 tables and 10 sockets, a burst of changes at one table costs each socket one message, not the list."""
    rows = [
        TableRow(f"table{number:03}", "usa", "host", "open", now(), None, (Seat(0, "open"),) * 2, listed=True)
        for number in range(40)
    ]
    rows = [replace(row, seats=(Seat(0, "open"), Seat(1, "open"))) for row in rows]
    for row in rows:
        await server.services.store.create_table(row, "Host", 100)
    guests = [await server.guest() for _ in range(10)]
    sockets = [await room(guest) for guest in guests]
    first = [json.loads(socket.raw[0]) for socket in sockets]
    assert all(len(one["tables"]) == 40 for one in first)
    for socket in sockets:
        while (await socket.until("open_changes"))["people"] < len(sockets):
            pass
        await socket.settle()
        socket.raw.clear()
    for _ in range(3):  # sit down and stand up, ending seated
        await guests[0].post("/api/tables/table007/join", {"seat": 0})
        await guests[0].post("/api/tables/table007/leave")
    await guests[0].post("/api/tables/table007/join", {"seat": 1})
    for socket in sockets:
        told: list[dict[str, Any]] = []
        version = None
        while not any(one["seats"][1]["kind"] == "person" for one in told):
            changes = await socket.until("open_changes")
            assert version is None or changes["version"] == version + 1
            version = changes["version"]
            told = changes["tables"]
            assert ([one["id"] for one in told], changes["removed"]) == (["table007"], [])
        await socket.settle()
        assert len(socket.raw) <= 3
        assert sum(map(len, socket.raw)) < 3 * 1500
    assert len(json.dumps(first[0])) > 20_000


async def test_a_new_socket_has_the_list_to_which_the_next_changes_belong(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "PAUSE", 0.1)
    ada, ben = await server.guest(), await server.guest()
    tables = [await listed(ada) for _ in range(3)]
    early = await room(ben)
    assert (await early.until("open_changes"))["people"] == 1
    await ada.post(f"/api/tables/{tables[0]}/options", {"listed": False})
    late = await room(ada)
    for socket in (early, late):
        whole = json.loads(socket.raw[0])
        known, version = {one["id"] for one in whole["tables"]}, whole["version"]
        told = [json.loads(text) for text in socket.raw[1:]]
        while known != set(tables[1:]):
            changes = told.pop(0) if told else await socket.until("open_changes")
            assert changes["version"] == version + 1
            version = changes["version"]
            known = (known | {one["id"] for one in changes["tables"]}) - set(changes["removed"])


async def test_the_owner_lists_a_table_and_takes_it_back(server: Running) -> None:
    ada, ben = await server.guest(), await server.guest()
    table = await ada.table(TWO_PEOPLE)
    refused = await ben.post(f"/api/tables/{table}/options", {"listed": True})
    assert code(refused) == (403, "not_owner")
    assert (await ada.post(f"/api/tables/{table}/options", {"listed": True})).json()["listed"]
    assert len((await ben.get("/api/open")).json()["tables"]) == 1
    assert not (await ada.post(f"/api/tables/{table}/options", {"listed": False})).json()["listed"]
    assert (await ben.get("/api/open")).json()["tables"] == []
    await ben.post(f"/api/tables/{table}/join")
    await ada.post(f"/api/tables/{table}/start")
    late = await ada.post(f"/api/tables/{table}/options", {"listed": True})
    assert code(late) == (409, "already_started")
