"""Games that this version cannot read: a typed error, an entry in the host's list, and no effect on others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from structlog.testing import capture_logs
from tests.server.harness import BOT, TWO_PEOPLE, code, running, two_seats
from tests.waiting import eventually
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def spoil(folder: Path, table: str, before: str, after: str) -> None:
    """Change a table's stored data."""
    store = Store(Settings(database=str(folder / "test.db")).database_url)
    await store.open()
    header = (await store.table(table)).header  # type: ignore[union-attr]
    assert header is not None
    assert before in header
    from sqlalchemy import update

    from whistlestop.server.adapters.database.schema.tables import tables

    change = update(tables).where(tables.c.id == table).values(header=header.replace(before, after))
    await store.writer.run(lambda connection: connection.execute(change))
    await store.close()


async def test_a_game_of_other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path) as server:
        table, ada, _, first, _ = await two_seats(server)
        assert first.view is not None
        assert (await first.command(first.view["legal"][0]))["type"] == "ack"
        bots = await ada.table([BOT, {"kind": "me"}], start=True)  # it waits for her, so it is not over
        whole = await ada.table(TWO_PEOPLE)
        cookies = dict(ada.http.cookies)
    for spoiled in (table, bots):
        await spoil(tmp_path, spoiled, '"ruleset_version":1', '"ruleset_version":99')
    with capture_logs() as logs:
        async with running(tmp_path) as server:
            ada = await server.guest()
            ada.http.cookies.clear()
            ada.http.cookies.update(cookies)
            ada.http.headers["x-csrftoken"] = cookies["csrftoken"]
            for path in ("", "/view", "/record", "/summary"):
                assert code(await ada.get(f"/api/tables/{table}{path}")) == (410, "unreadable")
            body = {"id": "x", "version": 1, "action": "draw"}
            assert code(await ada.post(f"/api/tables/{table}/commands", body)) == (410, "unreadable")
            told = await (await ada.open(table)).receive()
            assert told["error"]["code"] == "unreadable"
            assert len((await ada.get("/api/tables")).json()) == 3
            assert (await ada.sit(whole)).hello["table"]["state"] == "open"
            await eventually(lambda: "games cannot be read" in [entry["event"] for entry in logs])
    listed = [entry for entry in logs if entry["event"] == "games cannot be read"]
    assert [entry["count"] for entry in listed] == [2]
    assert table not in str(logs)
    monkeypatch.setenv("WHISTLESTOP_DATABASE", str(tmp_path / "test.db"))
    run = await asyncio.to_thread(CliRunner().invoke, app, ["admin", "tables", "--broken"])
    assert run.exit_code == 1
    assert run.stdout.count("other rules of usa") == 2
    assert whole not in run.stdout
    # nothing is lost: with its own rules, the game continues
    for spoiled in (table, bots):
        await spoil(tmp_path, spoiled, '"ruleset_version":99', '"ruleset_version":1')
    async with running(tmp_path) as server:
        assert (await (await server.guest()).get(f"/api/tables/{table}")).json()["version"] == 1
    run = await asyncio.to_thread(CliRunner().invoke, app, ["admin", "tables", "--broken", "--json"])
    assert (run.exit_code, run.stdout.strip()) == (0, "[]")
    run = await asyncio.to_thread(CliRunner().invoke, app, ["admin", "tables"])
    assert run.exit_code == 0
    assert whole in run.stdout


async def test_a_log_that_does_not_replay(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, ada, _, _, _ = await two_seats(server)
        from whistlestop.server.adapters.database.writer import Append

        watch = (await ada.get(f"/api/tables/{table}")).json()["watch"]
        await server.services.store.writer.append(Append(table, 1, 0, "claim:here-there:red", None, 0, False))
    async with running(tmp_path) as server:
        eve = await server.guest()
        assert code(await eve.get(f"/api/tables/{watch}")) == (410, "unreadable")
        assert code(await eve.get(f"/api/tables/{table}/view")) == (410, "unreadable")
