"""Every released schema, filled and migrated: nothing is lost, and the games continue."""

from __future__ import annotations

import asyncio
import random
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, MetaData, Table, create_engine, event, insert, make_url, select, text
from tests.server.harness import play_on, running, two_seats
from tests.server.test_backup import db

import whistlestop as ws
from whistlestop.server.adapters.database import migration
from whistlestop.server.adapters.database.database import DatabaseUnusable, migrate
from whistlestop.server.adapters.database.migration import OLDEST, ROW, SCRIPTS, revision_of, revisions
from whistlestop.server.adapters.database.schema import metadata
from whistlestop.server.domain import games
from whistlestop.server.domain.keys import FIRST, Key
from whistlestop.server.domain.times import now
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection, Engine

PLAYED = 20


def engine_of(database: str) -> Engine:
    """Return an engine with a synchronous driver."""
    url = make_url(Settings(database=database).database_url)
    return create_engine(url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url)


def upgrade_to(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


@cache
def some_game(ruleset: str, most: int) -> ws.Game:
    game = ws.Game.new(ruleset, 2, seed=5)
    rng = random.Random(ruleset)
    while not game.over and game.version < most:
        seat = game.to_act[0]
        game.play(rng.choice(game.legal(seat)), seat)
    return game


def fill(connection: Connection, user: str) -> list[dict[str, Any]]:
    """Insert rows as the oldest version of the program wrote them: an open table, games in progress and finished games.

    Everything that later versions added is left to their migrations. Returns the tables, with `version` of their games.
    """
    schema = MetaData()
    schema.reflect(connection)
    made: list[dict[str, Any]] = []

    def put(name: str, /, **values: Any) -> None:
        table: Table = schema.tables[name]
        known = {column.name for column in table.columns}
        connection.execute(insert(table).values({key: one for key, one in values.items() if key in known}))

    put("users", id=user, name="Ada Ł.", created=now())
    put("site", name="guests", value="ab" * 32)
    for ruleset in ("usa", "card_game"):
        for state, most in (("open", 0), ("playing", PLAYED), ("over", 10_000)):
            key = f"{ruleset}-{state}"
            played = some_game(ruleset, most)
            header = None if state == "open" else games.header_of(ws.Game.new(ruleset, 2, seed=5))
            put(
                "tables",
                id=key,
                ruleset=ruleset,
                owner=user,
                state=state,
                created=now(),
                started=None if header is None else now(),
                ended=now() if state == "over" else None,
                header=header,
                look=ruleset == "card_game",
                watch=f"watch-{key}",
            )
            put("seats", game=key, seat=0, kind="person", user=user)
            put(
                "seats",
                game=key,
                seat=1,
                kind="open" if state == "open" else "person",
                user=None if state == "open" else user,
            )
            for ply, (seat, action) in enumerate(played.actions, start=1):
                put("actions", game=key, ply=ply, seat=seat, action=action, command=f"c{ply}", at=now())
            made.append({"id": key, "state": state, "version": played.version})
    return made


def contents(engine: Engine) -> dict[str, set[tuple[Any, ...]]]:
    """Return all rows, with the columns of the oldest version."""
    found = {}
    old = {
        "users": ("id", "name", "created"),
        "tables": ("id", "ruleset", "owner", "state", "created", "started", "ended", "header"),
        "seats": ("game", "seat", "kind", "user", "bot"),
        "actions": ("game", "ply", "seat", "action", "command", "at"),
        "site": ("name", "value"),
    }
    schema = MetaData()
    with engine.connect() as connection:
        schema.reflect(connection)
        for name, columns in old.items():
            query = select(*(schema.tables[name].c[column] for column in columns))
            found[name] = {tuple(row) for row in connection.execute(query)} - {(ROW, OLDEST)}
    return found


@pytest.mark.parametrize("revision", revisions())
async def test_games_of_an_old_schema_go_on(tmp_path: Path, empty_database: str, revision: str) -> None:
    from whistlestop.server.http.guests import Guests

    user = "ada-of-old"
    engine = engine_of(empty_database)
    try:
        with engine.begin() as connection:
            upgrade_to(connection, revision)
            made = fill(connection, user)
        before = contents(engine)
        migrate(Settings(database=empty_database).database_url)
        assert contents(engine) == before
        with engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": same_type})
            assert compare_metadata(context, metadata) == []
    finally:
        engine.dispose()

    async with running(tmp_path, database=empty_database) as server:
        ada = await server.guest()
        guests = Guests([Key(FIRST, "ab" * 32)], secure=False)
        ada.http.cookies.clear()
        ada.http.cookies.set("whistlestop", guests.sign(user))
        ada.http.cookies.set("csrftoken", guests.token(user))
        ada.http.headers["x-csrftoken"] = guests.token(user)
        listed = {one["id"]: one for one in (await ada.get("/api/tables")).json()}
        assert {key: (one["state"], one["version"]) for key, one in listed.items()} == {
            one["id"]: (one["state"], one["version"]) for one in made
        }
        assert len({one["watch"] for one in listed.values()}) == len(made)
        for ruleset in ("usa", "card_game"):
            assert (await ada.get(f"/api/tables/{ruleset}-over/summary")).status_code == 200
            socket = await ada.sit(f"{ruleset}-playing")
            assert socket.view is not None
            if socket.view["to_act"] == [0]:
                assert await play_on({0: socket}, random.Random(1), most=1) == PLAYED + 1
        ben = await server.guest()
        assert (await ben.post("/api/tables/usa-open/join", {})).status_code == 200
    done = await asyncio.to_thread(db, "verify", empty_database)
    assert (done.exit_code, done.stdout) == (0, "")


def same_type(_context: Any, _inspected: Any, column: Any, found: Any, wanted: Any) -> bool | None:
    """SQLite has no boolean type, and only stores the names of types."""
    if isinstance(wanted, Boolean):
        return False
    return None


@pytest.mark.parametrize(
    ("clock", "played", "away", "ended"),
    [
        # A bot that took over has not won; the reason for taking over is stored if it can be known.
        (None, [(1, "planner"), (2, None)], ["left", None], [(2, False), (1, True)]),
        ('{"kind":"turn","seconds":9,"bot":"greedy"}', [(2, None), (1, "greedy")], [None, "time"], None),
        ('{"kind":"turn","seconds":9,"bot":"greedy"}', [(1, "planner"), (2, None)], ["left", None], None),
        ('{"kind":"turn","seconds":9,"bot":null}', [(1, "passes"), (2, None)], ["time", None], None),
        (None, [(1, "planner"), (2, "planner")], ["left", "left"], [(2, False), (2, False)]),
        (None, [(1, None), (1, None)], [None, None], [(1, True), (1, True)]),
    ],
)
def test_games_that_somebody_left_are_judged_again(
    empty_database: str,
    clock: str | None,
    played: list[tuple[int, str | None]],
    away: list[str | None],
    ended: list[tuple[int, bool]] | None,
) -> None:  # RUL-84
    engine = engine_of(empty_database)
    try:
        with engine.begin() as connection:
            upgrade_to(connection, "0019")
            schema = MetaData()
            schema.reflect(connection)
            tables, seats, results = (schema.tables[name] for name in ("tables", "seats", "results"))
            connection.execute(insert(schema.tables["users"]).values(id="ada", name="Ada", created=1))
            one = {"ruleset": "usa", "owner": "ada", "state": "over", "created": 1}
            connection.execute(insert(tables).values(id="g", watch="w", clock=clock, **one))
            for seat, (rank, bot) in enumerate(played):
                held = {"game": "g", "seat": seat, "user": "ada", "bot": bot}
                connection.execute(insert(seats).values(kind="person", **held))
                kept = {"score": 10, "rank": rank, "won": rank == 1, "detail": "{}"}
                connection.execute(insert(results).values(**held, **kept))
            # A bot that sat there from the start has stayed, and games of bots are unchanged.
            connection.execute(insert(tables).values(id="b", watch="v", clock=clock, **one))
            connection.execute(insert(seats).values(game="b", seat=0, kind="bot", bot="greedy"))
        migrate(Settings(database=empty_database).database_url)
        with engine.connect() as connection:
            query = select(metadata.tables["seats"].c.away).order_by("game", "seat")
            assert list(connection.execute(query).scalars()) == [None, *away]
            kept_now = select(results.c.rank, results.c.won).order_by(results.c.seat)
            found = [tuple(row) for row in connection.execute(kept_now)]
        stayed = away.index(None) if None in away else None
        assert found == (ended or [(1, True) if seat == stayed else (2, False) for seat in range(2)])
    finally:
        engine.dispose()


ADDS = re.compile(
    r"CREATE TABLE (?P<made>\w+)|CREATE INDEX|CREATE UNIQUE INDEX \w+ ON (?P<on>\w+)|CREATE TRIGGER .* ON (?P<for>\w+)"
    r"|ALTER TABLE \w+ ADD (COLUMN )?\"?\w+\"? (?P<column>.*)|UPDATE alembic_version|SELECT|PRAGMA|COMMIT",
    re.DOTALL | re.IGNORECASE,
)
"""Statements that a step may contain while servers of older versions run."""


@pytest.mark.parametrize("revision", [one for one in revisions() if one > OLDEST])
def test_old_servers_can_run_on_what_later_steps_add(empty_database: str, revision: str) -> None:
    engine = engine_of(empty_database)
    done: list[str] = []
    try:
        with engine.begin() as connection:
            upgrade_to(connection, revisions()[revisions().index(revision) - 1])
            event.listen(connection, "before_cursor_execute", lambda *given: done.append(given[2].strip()))
            upgrade_to(connection, revision)
    finally:
        engine.dispose()
    assert done
    made = set()
    for statement in done:
        found = ADDS.match(statement)
        assert found, f"raise OLDEST to {revision}, because of: {statement}"
        made.add(found["made"])
        assert {found["on"] or found["for"], *made} == made | {None}, statement
        optional = (
            found["column"] is None or "NOT NULL" not in found["column"] or "DEFAULT" in found["column"]
        )
        assert optional, statement


def newer(database: str, oldest: str) -> None:
    """Change a database like a newer version that adds a table and an optional column."""
    engine = engine_of(database)
    with engine.begin() as connection:
        connection.execute(text("create table weather (game varchar(32) primary key)"))
        connection.execute(text("alter table tables add column weather text"))
        connection.execute(text("update alembic_version set version_num = '9999'"))
        connection.execute(
            text("update site set value = :oldest where name = :row"), {"oldest": oldest, "row": ROW}
        )
    engine.dispose()


async def test_going_back_from_a_newer_version(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        _, ada, ben, *sockets = await two_seats(server)
        assert await play_on(dict(enumerate(sockets)), random.Random(1), most=10) == 10
        table = sockets[0].hello["table"]["id"]
    await asyncio.to_thread(newer, database, revisions()[-1])
    async with running(tmp_path, database=database) as server:
        back = {}
        for seat, before in enumerate((ada, ben)):
            guest = await server.guest()
            guest.http.cookies = before.http.cookies
            back[seat] = await guest.sit(table)
        assert await play_on(back, random.Random(2), most=10) == 20
        _, *_, first, second = await two_seats(server)
        assert await play_on({0: first, 1: second}, random.Random(3), most=10) == 10
    engine = engine_of(database)
    with engine.connect() as connection:  # the newer version finds its data unchanged
        assert revision_of(connection) == "9999"
    engine.dispose()


async def test_versions_that_are_too_old_are_refused(database: str) -> None:
    await asyncio.to_thread(newer, database, "9998")
    with pytest.raises(DatabaseUnusable, match="newer version"):
        migrate(Settings(database=database).database_url)


async def test_servers_that_a_step_would_disturb_are_protected(
    tmp_path: Path, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = Settings(database=shared).database_url
    async with running(tmp_path, database=shared):
        await asyncio.to_thread(migrate, url)
        monkeypatch.setattr(migration, "OLDEST", "9999")
        with pytest.raises(DatabaseUnusable, match="stop them first"):
            await asyncio.to_thread(migrate, url)
    await asyncio.to_thread(migrate, url)
