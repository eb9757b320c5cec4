"""`whistlestop backup` beside a server that is being played on."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from pathlib import Path

from tests.server.harness import FREE, Running, play_on, running, two_seats
from typer.testing import CliRunner, Result

from whistlestop.cli.app import app


def backup(source: Path, target: Path) -> Result:
    return CliRunner().invoke(app, ["backup", str(target), "--database", str(source)])


async def test_what_was_acknowledged_is_in_a_copy_made_while_playing(server: Running, tmp_path: Path) -> None:
    table, ada, _, first, second = await two_seats(server)
    before = await play_on({0: first, 1: second}, random.Random(3), most=30)
    playing = asyncio.create_task(play_on({0: first, 1: second}, random.Random(4), most=60))
    done = await asyncio.to_thread(backup, tmp_path / "test.db", tmp_path / "copy.db")
    assert done.exit_code == 0, done.stderr
    after = await playing
    assert after >= before + 60
    assert not (tmp_path / "copy.db-wal").exists()

    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(tmp_path / "copy.db", restored / "test.db")
    async with running(restored, **FREE) as again:
        guest = await again.guest()
        guest.http.cookies = ada.http.cookies
        socket = await guest.sit(table)
        assert socket.view is not None
        assert before <= socket.view["version"] <= after
        assert socket.view["seat"] == 0


async def test_a_copy_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    done = backup(tmp_path / "nothing.db", target)
    assert (done.exit_code, target.exists()) == (3, False)

    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"no database" * 1000)
    done = backup(damaged, target)
    assert done.exit_code == 3
    assert "cannot be copied" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["damaged.db"]

    sqlite3.connect(tmp_path / "games.db").close()
    target.write_text("something else", encoding="utf-8")
    assert backup(tmp_path / "games.db", target).exit_code == 3
    assert target.read_text(encoding="utf-8") == "something else"


def test_another_database_is_not_for_this_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["backup", str(tmp_path / "x"), "--database", "postgresql://host/games"])
    assert done.exit_code == 2
    assert "pg_dump" in done.stderr
