"""Exporting and deleting an account's data, changed keys, and rows in other tables."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Column, ForeignKey, Integer, String, Table, UniqueConstraint, insert, select
from tests.server.harness import (
    BOT,
    TWO_PEOPLE,
    Running,
    code,
    play_on,
    running,
    seated,
    two_seats,
)
from tests.server.people import PASSWORD, done, ended, key_for, locally, me, sign_in, sign_up
from tests.waiting import eventually
from typer.testing import CliRunner

import whistlestop as ws
from whistlestop.cli.app import app
from whistlestop.server import services
from whistlestop.server.adapters.database import schema
from whistlestop.server.adapters.database.account_removal import forget, merge
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection


async def test_export_tells_all_of_oneself_and_nothing_else(server: Running) -> None:
    over, guests, _ = await seated(server, finished())
    ada = guests[0]
    me_id = (await me(ada))["id"]
    playing = await ada.table([{"kind": "me"}, BOT], start=True)
    await sign_up(ada, "Ada")
    told = await ada.get("/api/account/export")
    assert told.headers["content-disposition"].startswith("attachment")
    found = told.json()
    assert (found["id"], found["account"]["name"]) == (me_id, "Ada")
    tables = {one["id"]: one for one in found["tables"]}
    record = (await ada.get(f"/api/tables/{over}/record")).json()
    assert tables[playing]["record"] is None
    assert "seed" not in json.dumps(tables[playing])
    if tables[over]["state"] == "over":
        assert tables[over]["record"] == record
    assert PASSWORD not in told.text
    assert "argon2" not in told.text
    assert (await (await server.guest()).get("/api/account/export")).json()["account"] is None


def finished() -> ws.Game:
    """Return a game that needs only its last actions."""
    rng = random.Random(5)
    game = ws.Game.new("switzerland", players=2, seed=5)
    while True:
        after = game.copy()
        seat = after.to_act[0]
        after.play(rng.choice(after.legal(seat)), seat)
        if after.over:
            return game
        game = after


async def test_an_account_is_deleted(server: Running) -> None:
    table, ada, ben, _, watching = await two_seats(server)
    ada_id = (await sign_up(ada, "Ada"))["id"]
    socket = await ada.sit(table)
    waiting = await ada.table(TWO_PEOPLE)
    assert (await ben.post(f"/api/tables/{waiting}/join")).status_code == 200
    alone = await ada.table(TWO_PEOPLE)
    await done(ada, "DELETE", "/api/account")
    await ended(socket)
    assert (await me(ada))["id"] != ada_id
    assert code(await ada.post("/api/session", {"name": "Ada", "password": PASSWORD})) == (403, "credentials")
    shown = (await ben.get(f"/api/tables/{table}")).json()
    assert [(seat["bot"], seat["name"] is None) for seat in shown["seats"]] == [
        ("planner", True),
        (None, False),
    ]
    assert shown["owner"] == (await me(ben))["id"]
    shown = (await ben.get(f"/api/tables/{waiting}")).json()
    assert [seat["kind"] for seat in shown["seats"]] == ["open", "person"]
    assert shown["owner"] == (await me(ben))["id"]
    assert (await ben.get(f"/api/tables/{alone}")).json()["owner"] == "nobody"
    async with asyncio.timeout(10):  # the bot continues
        while not watching.view or "1" not in str(watching.view["to_act"]) or watching.view["version"] < 1:
            await watching.receive()
    await sign_up(await server.guest(), "Ada")


async def test_a_finished_game_keeps_a_nameless_seat(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, guests, sockets = await seated(server, ws.Game.new("switzerland", players=2, seed=5))
        await play_on(dict(enumerate(sockets)), random.Random(3))
        record = (await guests[1].get(f"/api/tables/{table}/record")).content
        await done(guests[0], "DELETE", "/api/account")
        shown = (await guests[1].get(f"/api/tables/{table}")).json()
        assert [(seat["kind"], seat["name"] is None) for seat in shown["seats"]] == [
            ("person", True),
            ("person", False),
        ]
        assert (await guests[1].get(f"/api/tables/{table}/record")).content == record


async def test_keys_are_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "LOOK", 0.05)

    async def keys(number: int) -> None:
        """Wait until the server has loaded this number of keys."""
        await eventually(lambda: len(server.services.guests.keys) == number)

    async with running(tmp_path) as server:
        ada, ben = await server.guest(), await server.guest()
        ada_id, old = (await me(ada))["id"], ada.http.cookies["whistlestop"]
        await sign_up(ben, "Ben")
        database = str(tmp_path / "test.db")
        done_ = await asyncio.to_thread(
            CliRunner().invoke, app, ["admin", "rotate-keys", "--database", database]
        )
        assert done_.exit_code == 0, done_.output
        await keys(2)
        assert (await me(ada))["id"] == ada_id
        assert ada.http.cookies["whistlestop"] != old  # the browser has a cookie with the new key by now
        ada.http.headers["x-csrftoken"] = ada.http.cookies["csrftoken"]
        await ada.table(TWO_PEOPLE)
        again = ["admin", "rotate-keys", "--keep", "0", "--database", database]
        assert (await asyncio.to_thread(CliRunner().invoke, app, again)).exit_code == 0
        await keys(1)
        assert (await me(ada))["id"] != ada_id
        assert (await me(ben))["name"] == "Ben"
        held = dict(ben.http.cookies)
    async with running(tmp_path) as server:
        assert len(server.services.guests.keys) == 1
        again_there = await server.guest()
        again_there.http.cookies.clear()
        again_there.http.cookies.update(held)
        assert (await me(again_there))["name"] == "Ben"  # a session survives a restart


async def test_a_site_that_gets_tls_keeps_its_guests(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        ada_id, cookie = (await me(ada))["id"], ada.http.cookies["whistlestop"]
    async with running(tmp_path, public_url="https://play.example.org") as server:
        answer = await (await server.guest()).get("/api/me", headers={"cookie": f"whistlestop={cookie}"})
        assert answer.json()["id"] == ada_id
        lines = answer.headers.get_list("set-cookie")
        assert lines[0].startswith(f"__Host-whistlestop={cookie}; HttpOnly; Path=/; ")
        assert any(line.startswith("whistlestop=; ") and "Max-Age=0" in line for line in lines)


async def test_rows_of_other_tables_follow_their_user(tmp_path: Path) -> None:
    """By type, unique rows stay with the account, other rows move to it, or all are deleted."""
    metadata = schema.metadata

    def named(name: str, **options: Any) -> Column[Any]:
        return Column(name, String(32), ForeignKey("users.id"), **options)

    prizes = Table("prizes", metadata, Column("id", Integer, primary_key=True), named("by"))
    marks = Table("marks", metadata, named("user", primary_key=True), Column("mark", Integer))
    once = UniqueConstraint("user", "word")
    words = Table("words", metadata, named("user", nullable=False), Column("word", String(9)), once)
    store = Store(Settings(database=str(tmp_path / "test.db")).database_url)
    try:
        await store.open()
        for name in ("ada", "guest", "ben"):
            await store.name_user(name, name)

        async def fill(connection: AsyncConnection) -> None:
            await connection.run_sync(lambda plain: metadata.create_all(plain, [prizes, marks, words]))
            for number, name in enumerate(("ada", "guest", "ben")):
                await connection.execute(insert(prizes).values(id=number, by=name))
                await connection.execute(insert(marks).values(user=name, mark=number))
                await connection.execute(insert(words).values(user=name, word="same"))
                await connection.execute(insert(words).values(user=name, word=name))

        async def rows(table: Table) -> list[tuple[object, ...]]:
            async with store.reading() as connection:
                return sorted(tuple(row) for row in (await connection.execute(select(table))).all())

        await store.writer.run(fill)
        await merge(store, "guest", "ada")
        assert await rows(prizes) == [(0, "ada"), (1, "ada"), (2, "ben")]
        assert await rows(marks) == [("ada", 0), ("ben", 2)]
        assert await rows(words) == [("ada", w) for w in ("ada", "guest", "same")] + [
            ("ben", "ben"),
            ("ben", "same"),
        ]
        await forget(store, "ben")
        assert await rows(prizes) == [(0, "ada"), (1, "ada"), (2, None)]
        assert await rows(marks) == [("ada", 0)]
        assert len(await rows(words)) == 3
        await forget(store, "ada")
        assert await rows(prizes) == [(0, None), (1, None), (2, None)]
    finally:
        await store.close()
        for table in (prizes, marks, words):
            metadata.remove(table)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
async def test_both_databases(tmp_path: Path, database: str) -> None:
    """Checks everything stored about accounts, on SQLite and PostgreSQL."""
    async with running(tmp_path, database=database) as server:
        ada, guest = await server.guest(), await locally(server)
        ada_id = (await sign_up(ada, "Ada"))["id"]
        table = await guest.table([{"kind": "me"}, BOT], start=True)
        await sign_in(guest, "Ada")
        assert [one["id"] for one in (await ada.get("/api/tables")).json()] == [table]
        key = key_for(server)
        options = (await done(guest, "POST", "/api/account/passkeys/options")).json()
        body = {"name": "Key", "passkey": key.make(options)}
        await done(guest, "POST", "/api/account/passkeys", body)
        phone = await locally(server)
        options = (await done(phone, "POST", "/api/session/passkey/options")).json()
        await done(phone, "POST", "/api/session/passkey", {"passkey": key.use(options)})
        kept = server.services.accounts.kept
        await kept.set_email(ada_id, "ada@example.org")
        await done(ada, "PUT", "/api/account/password", {"password": "nine grey wolves"})
        assert not (await me(phone))["account"]
        assert code(
            await (await server.guest()).post("/api/account", {"name": "ada", "password": PASSWORD})
        ) == (
            409,
            "name_taken",
        )
        assert len((await ada.get("/api/account/export")).json()["tables"]) == 1
        await done(ada, "DELETE", "/api/account")
        assert await kept.account(ada_id) is None
