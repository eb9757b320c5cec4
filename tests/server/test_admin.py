"""`whistlestop admin`: what a host can inspect beside a running server."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tests.server.harness import BOT, TWO_PEOPLE, Running
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.server.adapters.database.outages import StoredBeats
from whistlestop.server.domain.times import now

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


async def test_announcements(server: Running, tmp_path: Path) -> None:
    ada = await server.guest()

    async def told() -> Any:
        shown = (await ada.get("/api/notices/recent")).json()["announcement"]
        assert (await ada.get("/api/status")).json()["announcement"] == shown
        return shown

    async def announce(*arguments: str) -> tuple[int, str]:
        command = ["admin", "announce", *arguments, "--database", str(tmp_path / "test.db")]
        done = await asyncio.to_thread(CliRunner().invoke, app, command)
        return done.exit_code, done.stderr

    assert await told() is None
    assert await announce("A new board is here.") == (0, "")
    assert await told() == {"text": "A new board is here.", "starts": None, "ends": None}
    assert await announce("Upgrade", "--from", "2036-05-01T20:00", "--minutes", "10") == (0, "")
    shown = await told()
    starts, ends = (datetime.fromisoformat(shown[name]) for name in ("starts", "ends"))
    assert starts == datetime(2036, 5, 1, 20).astimezone()
    assert ends - starts == timedelta(minutes=10)
    # It disappears by itself.
    assert await announce("Upgrade", "--from", "2016-05-01T20:00", "--minutes", "10") == (0, "")
    assert await told() is None
    assert await announce("Again") == (0, "")
    for wrong in ((), ("Text", "--clear"), ("--from", "2036-05-01T20:00"), ("x" * 301,)):
        assert (await announce(*wrong))[0] == 2, wrong
    assert (await told())["text"] == "Again"
    assert await announce("--clear") == (0, "")
    assert await told() is None


async def test_outages_are_listed_for_90_days(server: Running) -> None:
    beats = StoredBeats(server.services.store)
    day = 24 * 3600 * 1000
    await beats.beat(now(), [(now() - age * day, now() - age * day + 61_000) for age in (100, 80, 2)])
    ada = await server.guest()
    found = (await ada.get("/api/status")).json()["outages"]
    lengths = [datetime.fromisoformat(one["ended"]) - datetime.fromisoformat(one["began"]) for one in found]
    assert len(found) == 2
    assert found[0]["began"] > found[1]["began"]
    assert all(timedelta(seconds=60) <= length <= timedelta(seconds=62) for length in lengths)
    await beats.forget()
    assert len(await beats.outages()) == 2
