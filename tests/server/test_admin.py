"""`whistlestop admin`: what a host can inspect beside a running server."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from tests.server.harness import BOT, TWO_PEOPLE, Running
from typer.testing import CliRunner

from whistlestop.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path


async def admin(folder: Path, *arguments: str) -> Any:
    command = ["admin", *arguments, "--database", str(folder / "test.db"), "--json"]
    done = await asyncio.to_thread(CliRunner().invoke, app, command)
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


async def test_people_tables_and_figures(server: Running, tmp_path: Path) -> None:
    ada, ben = await server.guest(), await server.guest()
    for guest, name in ((ada, "Ada L."), (ben, "Ben_100%")):
        assert (await guest.http.patch("/api/me", json={"name": name})).status_code == 200
    table = await ada.table(TWO_PEOPLE)
    await ada.table([{"kind": "me"}, BOT], start=True)
    assert (await ben.post(f"/api/tables/{table}/join", {})).status_code == 200

    people = {one["name"]: (one["tables"], one["seats"]) for one in await admin(tmp_path, "users")}
    assert people == {"Ada L.": (2, 2), "Ben_100%": (0, 1)}
    assert [one["name"] for one in await admin(tmp_path, "users", "--name", "ada")] == ["Ada L."]
    assert [one["name"] for one in await admin(tmp_path, "users", "--name", "0%")] == ["Ben_100%"]
    assert len(await admin(tmp_path, "users", "--limit", "1")) == 1
    assert {one["state"] for one in await admin(tmp_path, "tables")} == {"open", "playing"}

    figures = await admin(tmp_path, "stats")
    assert (figures["users"], figures["tables_open"], figures["games_under_way"]) == (2, 1, 1)
    assert figures["actions"] == figures["actions_last_day"]


def test_no_database_is_told(tmp_path: Path) -> None:
    for command in ("users", "tables", "stats"):
        done = CliRunner().invoke(app, ["admin", command, "--database", str(tmp_path / "none.db")])
        assert (done.exit_code, "there is no database" in done.stderr) == (4, True)
