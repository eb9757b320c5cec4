"""Ratings: from stored games to a table."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING

from sqlalchemy import update
from tests.server.harness import BOT, play_on, running, two_seats
from tests.server.test_migrations import engine_of
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.server.adapters.database.schema.tables import tables

if TYPE_CHECKING:
    from pathlib import Path


async def test_from_stored_games(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        _, ada, _, first, second = await two_seats(server)
        await play_on({0: first, 1: second}, random.Random(6))
        alone = await server.guest()
        table = await alone.table([{"kind": "me"}, BOT], start=True)
        socket = await alone.sit(table)
        assert socket.view is not None
        await two_seats(server)  # in progress
        outcome = (await ada.get(f"/api/tables/{first.hello['table']['id']}/record")).json()["outcome"]
    command = ["admin", "ratings", "usa", "--database", database, "--json"]
    done = await asyncio.to_thread(CliRunner().invoke, app, command)
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(one["games"], one["wins"]) for one in found] == [(1, 1), (1, 0)]
    owner = first.hello["table"]["owner"]  # has seat 0
    assert (found[0]["user"] == owner) == (outcome["winners"] == [0])
    assert found[0]["rating"] > 1500 > found[1]["rating"]
    none = await asyncio.to_thread(CliRunner().invoke, app, [*command, "--season", "1999-1"])
    assert json.loads(none.stdout) == []
    wrong = await asyncio.to_thread(CliRunner().invoke, app, [*command, "--season", "1999-5"])
    assert wrong.exit_code == 2
    with engine_of(database).begin() as connection:  # with hints, a player's own strength is unknown
        connection.execute(update(tables).values(hints=True))
    hinted = await asyncio.to_thread(CliRunner().invoke, app, command)
    assert json.loads(hinted.stdout) == []
