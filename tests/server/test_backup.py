"""`whistlestop db`: backups during play, restoring, checks, export."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import BOT, FREE, Running, play_on, running, two_seats
from typer.testing import CliRunner, Result

import whistlestop as ws
from whistlestop.cli.app import app
from whistlestop.record import GameRecord
from whistlestop.server.adapters.database import copies

FEWEST = ("--daily", "1", "--weekly", "1", "--monthly", "1")


def db(command: str, database: str | Path, *arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["db", command, *map(str, arguments), "--database", str(database)])


def another(database: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """Return an empty place of the same kind."""
    if "://" not in database:
        return str(folder / "other.db")
    made: str = request.getfixturevalue("_cluster").database()
    return made


async def test_a_copy_made_while_playing_is_restored_and_played_on(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    copy = tmp_path / "copy"
    async with running(tmp_path, database=database) as server:
        table, ada, ben, first, second = await two_seats(server)
        before = await play_on({0: first, 1: second}, random.Random(3), most=30)
        playing = asyncio.create_task(play_on({0: first, 1: second}, random.Random(4), most=60))
        done = await asyncio.to_thread(db, "backup", database, copy)
        assert done.exit_code == 0, done.stderr
        after = await playing
        assert after >= before + 60
    place = another(database, tmp_path, request)
    done = await asyncio.to_thread(db, "restore", place, copy)
    assert done.exit_code == 0, done.stderr
    assert not list(tmp_path.glob("*.part"))
    assert not list(tmp_path.glob("copy-*"))
    done = await asyncio.to_thread(db, "verify", place)
    assert (done.exit_code, done.stdout) == (0, "")

    async with running(tmp_path, database=place) as again:
        sockets = {}
        for seat, old in enumerate((ada, ben)):
            guest = await again.guest()
            guest.http.cookies = old.http.cookies
            sockets[seat] = await guest.sit(table)
        view = sockets[0].view
        assert view is not None
        assert (before <= view["version"] <= after, view["seat"]) == (True, 0)
        assert await play_on(sockets, random.Random(5), most=10) == view["version"] + 10


async def test_the_old_database_is_kept_aside_and_whole(server: Running, tmp_path: Path) -> None:
    file, copy = tmp_path / "test.db", tmp_path / "copy.db"
    ada = await server.guest()
    await ada.table([{"kind": "me"}, BOT])
    assert (await asyncio.to_thread(db, "backup", file, copy)).exit_code == 0
    second = await ada.table([{"kind": "me"}, BOT])
    refused = await asyncio.to_thread(db, "restore", file, copy)
    assert refused.exit_code == 3
    assert "in use by another server; stop it first" in refused.stderr
    refused = await asyncio.to_thread(db, "prune", file)
    assert (refused.exit_code, "in use" in refused.stderr) == (3, True)
    assert (await asyncio.to_thread(db, "prune", file, "--dry-run")).exit_code == 0

    # The server is killed, so its last writes are only in the log beside the database file.
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in ("test.db", "test.db-wal"):
        (killed / name).write_bytes((tmp_path / name).read_bytes())
    done = await asyncio.to_thread(db, "restore", killed / "test.db", copy)
    assert done.exit_code == 0, done.stderr
    kept = [path for path in killed.iterdir() if ".before-" in path.name]
    assert str(kept[0]) in done.stderr
    assert {path.name for path in killed.iterdir()} <= {
        "test.db",
        "test.db.lock",
        *(path.name for path in kept),
    }
    with closing(sqlite3.connect(kept[0])) as old, closing(sqlite3.connect(killed / "test.db")) as new:
        query = "select count(*) from tables where id = ?"
        assert (old.execute(query, [second]).fetchone(), new.execute(query, [second]).fetchone()) == (
            (1,),
            (0,),
        )


def test_what_is_no_sound_backup_is_not_restored(tmp_path: Path) -> None:
    place = tmp_path / "place.db"
    place.write_bytes(b"the old one")
    good = tmp_path / "good.db"
    with closing(sqlite3.connect(good)) as made:
        made.execute("create table alembic_version (version_num text)")
        made.execute("insert into alembic_version values ('9999')")
        made.commit()
    text = tmp_path / "text.db"
    text.write_bytes(b"no database" * 1000)
    empty = tmp_path / "empty.db"
    empty.write_bytes(b"")
    orphan = tmp_path / "orphan.db"
    with closing(sqlite3.connect(orphan)) as made:
        made.executescript(
            "create table a (id text primary key); create table b (a text references a(id));"
            "insert into b values ('nobody');"
        )
    torn = tmp_path / "torn.db"
    with closing(sqlite3.connect(torn)) as made:
        made.execute("create table a (id text)")
        made.executemany("insert into a values (?)", [("x" * 500,)] * 200)
        made.commit()
    torn.write_bytes(torn.read_bytes()[:20_000])
    says = {
        text: "not a sound backup",
        torn: "not a sound backup",
        orphan: "not a sound backup",
        empty: "not a database of Whistlestop",
        good: "newer version",
    }
    for source, message in says.items():
        done = db("restore", place, source)
        assert (done.exit_code, message in done.stderr) == (3, True), (source, done.stderr)
        assert place.read_bytes() == b"the old one"
    assert not list(tmp_path.glob("*.part"))
    assert not list(tmp_path.glob("*before*"))


async def test_a_copy_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    done = db("backup", tmp_path / "nothing.db", target)
    assert (done.exit_code, target.exists()) == (4, False)

    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"no database" * 1000)
    done = db("backup", damaged, target)
    assert done.exit_code == 3
    assert "cannot be copied" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["damaged.db"]
    done = db("verify", damaged)
    assert (done.exit_code, "not a database" in done.stdout) == (1, True)

    sqlite3.connect(tmp_path / "games.db").close()
    target.write_text("something else", encoding="utf-8")
    assert db("backup", tmp_path / "games.db", target).exit_code == 3
    assert target.read_text(encoding="utf-8") == "something else"


async def test_backups_in_a_folder_are_rotated(server: Running, tmp_path: Path) -> None:
    await (await server.guest()).table([{"kind": "me"}, BOT])
    folder = tmp_path / "backups"
    folder.mkdir()
    old = folder / "whistlestop-20200101T030000Z.backup"
    foreign = [folder / name for name in ("whistlestop-20200101.backup", "games.db", "old.part")]
    for path in (old, *foreign):
        path.write_bytes(b"")
    done = await asyncio.to_thread(db, "backup", tmp_path / "test.db", folder, *FEWEST)
    assert done.exit_code == 0, done.stderr
    assert f"deleted {old}" in done.stderr
    (made,) = set(folder.iterdir()) - set(foreign)
    assert not copies.check_file(made)
    # A backup that fails deletes nothing.
    old.write_bytes(b"")
    (tmp_path / "damaged.db").write_bytes(b"damaged" * 1000)
    failed = await asyncio.to_thread(db, "backup", tmp_path / "damaged.db", folder, *FEWEST)
    assert failed.exit_code == 3
    assert {made, old, *foreign} == set(folder.iterdir())


def test_postgresql_needs_its_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    cluster = request.getfixturevalue("_cluster")
    if cluster is None:
        pytest.skip("no PostgreSQL on this machine")
    database = cluster.database()
    done = db("backup", database.replace("/games", "/nothing"), tmp_path / "x")
    assert (done.exit_code, "pg_dump failed" in done.stderr) == (3, True)
    assert db("backup", database, tmp_path / "copy").exit_code == 0
    (tmp_path / "text").write_text("no archive", encoding="utf-8")
    done = db("restore", database, tmp_path / "text")
    assert (done.exit_code, "pg_restore failed" in done.stderr) == (3, True)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = db("backup", database, tmp_path / "x")
    assert (done.exit_code, "pg_dump is missing" in done.stderr) == (4, True)
    assert not (tmp_path / "x").exists()


async def test_a_database_with_games_is_not_written_over(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    cluster = request.getfixturevalue("_cluster")
    if cluster is None:
        pytest.skip("no PostgreSQL on this machine")
    database = cluster.database()
    async with running(tmp_path, database=database):
        assert (await asyncio.to_thread(db, "backup", database, tmp_path / "copy")).exit_code == 0
    done = await asyncio.to_thread(db, "restore", database, tmp_path / "copy")
    assert (done.exit_code, "is not empty" in done.stderr) == (3, True)


async def test_games_that_are_over_are_exported(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database, **FREE) as server:
        _, _, _, first, second = await two_seats(server)
        await play_on({0: first, 1: second}, random.Random(6))
        await two_seats(server)  # in progress: not exported
        done = await asyncio.to_thread(db, "export", database, tmp_path / "games.jsonl")
        assert (done.exit_code, done.stderr) == (0, "1 games\n")
        printed = await asyncio.to_thread(db, "export", database, "-")
    line = (tmp_path / "games.jsonl").read_text(encoding="utf-8")
    assert printed.stdout == line
    record = GameRecord.from_json(line)
    assert ws.replay(record).outcome() is not None
    kept: dict[str, Any] = json.loads(line)
    assert "Guest" not in json.dumps(kept)


async def test_verify_names_what_does_not_replay(server: Running, tmp_path: Path) -> None:
    table, _, _, first, second = await two_seats(server)
    await play_on({0: first, 1: second}, random.Random(7), most=6)
    file = tmp_path / "test.db"
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("update actions set action = 'nonsense' where ply = 4")
        opened.commit()
    done = await asyncio.to_thread(db, "verify", file)
    assert (done.exit_code, table in done.stdout) == (1, True)
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("insert into seats (game, seat, kind) values ('nowhere', 0, 'open')")
        opened.commit()
    done = await asyncio.to_thread(db, "verify", file)
    assert (done.exit_code, "a row of seats refers to a missing row of tables" in done.stdout) == (1, True)


async def test_a_database_is_moved_to_another_kind_and_back(tmp_path: Path, shared: str) -> None:
    first, second, third = str(tmp_path / "a.db"), shared, str(tmp_path / "b.db")
    async with running(tmp_path, database=first) as server:
        table, ada, ben, *sockets = await two_seats(server)
        await sockets[0].send({"type": "say", "id": "1", "text": "Łódź"})
        await play_on(dict(enumerate(sockets)), random.Random(3), most=30)
        used = await asyncio.to_thread(db, "move", first, second)
    assert "in use" in used.stderr
    for source, target in ((first, second), (second, third)):
        done = await asyncio.to_thread(db, "move", source, target)
        assert done.exit_code == 0, done.stderr
        assert "not empty" in (await asyncio.to_thread(db, "move", source, target)).stderr
        assert (await asyncio.to_thread(db, "verify", target)).exit_code == 0
    for database in (second, third):  # the game continues from either database, and new rows get new numbers
        async with running(tmp_path, database=database) as again:
            seats = {}
            for seat, old in enumerate((ada, ben)):
                guest = await again.guest()
                guest.http.cookies = old.http.cookies
                seats[seat] = await guest.sit(table)
            await seats[0].send({"type": "say", "id": "2", "text": "again"})
            assert (await seats[1].until("said"))["message"]["id"] > 1
            assert await play_on(seats, random.Random(4), most=10) >= 40
