"""The store: no partial or duplicate writes, and everything is there after a restart."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from msgspec.structs import asdict, replace
from sqlalchemy import Inspector, create_engine, inspect, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import TimeoutError as NoAnswer
from sqlalchemy.schema import CreateTable

from whistlestop.server.adapters.database.database import migrate
from whistlestop.server.adapters.database.migration import SCRIPTS
from whistlestop.server.adapters.database.schema import metadata
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.adapters.database.writer import Append
from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tables import Options, Seat, TableRow, shared
from whistlestop.server.domain.times import now
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = Store(Settings(database=str(tmp_path / "deep" / "test.db")).database_url)
    await opened.open()
    yield opened
    await opened.close()


def row(game: str, state: str = "playing") -> TableRow:
    seats = (Seat(0, "person", "ada"), Seat(1, "bot", bot="random"), Seat(2, "open"))
    return TableRow(game, "usa", "ada", state, now(), "{}" if state == "playing" else None, seats)


def line(game: str, ply: int, command: str | None = None, *, last: bool = False) -> Append:
    return Append(game, ply, 0, f"action {ply}", command, now(), last)


async def test_disk_settings(store: Store) -> None:
    async def read(connection: AsyncConnection) -> tuple[object, ...]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return tuple([(await connection.execute(text(f"PRAGMA {name}"))).scalar_one() for name in names])

    assert await store.writer.run(read) == ("wal", 2, 1)


async def test_the_steps_lead_to_the_schema(tmp_path: Path) -> None:
    """The migrations produce the schema that the statements use, also when run again."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'test.db'}"
    migrate(url)
    migrate(url)
    engine = create_engine(f"sqlite:///{tmp_path / 'test.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        inspector: Inspector = inspect(connection)
        for table in metadata.tables.values():
            keys = inspector.get_pk_constraint(table.name)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key]
    engine.dispose()


async def test_tables_made_before_a_step_stay(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.db'}"
    engine = create_engine(url)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(SCRIPTS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("insert into users values ('ada', 'Ada', 0)"))
        connection.execute(
            text(
                "insert into tables (id, ruleset, owner, state, created) values ('g', 'usa', 'ada', 'open', 0)"
            )
        )
    engine.dispose()
    store = Store(Settings(database=url).database_url)
    await store.open()
    found = await store.table("g")
    assert found is not None
    assert len(found.watch) == 16
    assert found == TableRow("g", "usa", "ada", "open", 0, None, (), found.watch)
    await store.close()


def test_the_schema_is_portable() -> None:
    for table in metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=postgresql.dialect()))  # type: ignore[no-untyped-call]


async def test_every_option_is_kept(store: Store) -> None:
    """Add a column and a value here for every new option."""
    usual = asdict(Options())
    others = {
        "look": True,
        "stand_in": "greedy",
        "comes_back": False,
        "clock": ClockSettings("live", 300, 10),
        "listed": True,
        "chat": False,
        "hints": True,
        "delay": 60,
        "club": "c1",
    }
    assert others.keys() == usual.keys()
    assert not [name for name, value in others.items() if value == usual[name]]
    for name, options in (("usual", usual), ("others", others)):
        made = replace(row(name, "open"), watch=name, **options)
        await store.create_table(made, "Ada", 10)
        found = await store.table(name)
        assert found is not None
        assert shared(found, Options) == options
        assert shared(found, TableRow) | {"seats": ()} == shared(made, TableRow) | {"seats": ()}


async def test_a_ply_is_written_once(store: Store) -> None:
    await store.create_table(row("g"), "Ada", 10)
    await store.writer.append(line("g", 1, "a"))
    with pytest.raises(Conflict):
        await store.writer.append(line("g", 1, "b"))
    with pytest.raises(Conflict):  # the same command again, for another ply
        await store.writer.append(line("g", 2, "a"))
    with pytest.raises(Conflict):  # no such game
        await store.writer.append(line("nowhere", 1))
    assert [(entry.action, entry.command) for entry in await store.log("g")] == [("action 1", "a")]


async def test_a_race_costs_the_loser_only(store: Store) -> None:
    for game in "gh":
        await store.create_table(row(game), "Ada", 10)
    before = store.writer.commits
    lines = [line("g", 1), line("g", 2), line("g", 2), line("h", 1), line("h", 1), line("g", 3, last=True)]
    results = await asyncio.gather(*map(store.writer.append, lines), return_exceptions=True)
    assert [type(result) for result in results] == [type(None)] * 2 + [
        Conflict,
        type(None),
        Conflict,
        type(None),
    ]
    assert store.writer.commits > before
    assert [entry.ply for entry in await store.log("g")] == [1, 2, 3]
    assert [entry.ply for entry in await store.log("g", after=2)] == [3]
    assert await store.version("h") == 1
    assert await store.versions(["g", "h", "none"]) == {"g": 3, "h": 1}
    ended = await store.table("g")
    assert ended is not None
    assert ended.state == "over"


async def test_a_conflict_costs_only_its_own_action(store: Store) -> None:
    """All of them are in one transaction, even if some conflict."""
    for number in range(50):
        await store.create_table(row(f"g{number}"), "Ada", 1000)
    await store.writer.append(line("g0", 1, "again"))
    before = store.writer.commits
    lines = [line(f"g{number}", 1, "again") for number in range(50)]
    lines += [line("g0", 2, "again", last=True), line("g1", 2, "again"), line("g1", 2, "new")]
    lines += [line("g2", 1, "other"), line("g3", 2, "again", last=True)]
    results = await asyncio.gather(*map(store.writer.append, lines), return_exceptions=True)
    assert store.writer.commits - before <= 2
    refused = {number for number, result in enumerate(results) if isinstance(result, Conflict)}
    assert refused == {0, 50, 51, 53, 54}
    assert [(entry.ply, entry.command) for entry in await store.log("g1")] == [(1, "again"), (2, "new")]
    for game in ("g0", "g3"):  # a refused action ends no game
        found = await store.table(game)
        assert found is not None
        assert found.state == "playing"


async def test_group_commit(store: Store) -> None:
    for number in range(100):
        await store.create_table(row(f"g{number}"), "Ada", 1000)
    before = store.writer.commits
    await asyncio.gather(*(store.writer.append(line(f"g{number}", 1)) for number in range(100)))
    assert store.writer.commits - before <= 3


async def test_a_failed_job_leaves_nothing(store: Store) -> None:
    await store.create_table(row("g", "open"), "Ada", 1)
    with pytest.raises(Refusal) as refused:
        await store.create_table(row("h", "open"), "Ada", 1)
    assert refused.value.code == "too_many"
    assert await store.table("h") is None
    with pytest.raises(Conflict):
        await store.create_table(row("g", "open"), "Ben", 10)
    with pytest.raises(ZeroDivisionError):
        await store.writer.run(_half)
    assert await store.user_name("half") is None


async def _half(connection: AsyncConnection) -> None:
    await connection.execute(text("insert into users (id, name, created) values ('half', 'Half', 0)"))
    raise ZeroDivisionError


async def test_seats_change_hands_once(store: Store) -> None:
    await store.create_table(row("g", "open"), "Ada", 1)
    taken = Seat(2, "person", "ben", None, "Ben")
    await store.change_seat("g", Seat(2, "open"), taken)
    with pytest.raises(Conflict):
        await store.change_seat("g", Seat(2, "open"), Seat(2, "person", "eve", None, "Eve"))
    await store.start_table("g", "{}", now())
    with pytest.raises(Conflict):
        await store.start_table("g", "{}", now())
    with pytest.raises(Conflict):
        await store.change_seat("g", taken, Seat(2, "open"))
    assert await store.tables_with_bots() == ["g"]
    assert [found.id for found in await store.tables_of("ben")] == ["g"]


async def test_no_start_with_an_open_seat(store: Store) -> None:
    await store.create_table(row("g", "open"), "Ada", 1)
    with pytest.raises(Conflict):
        await store.start_table("g", "{}", now())


async def test_overload_is_refused(tmp_path: Path) -> None:
    store = Store(Settings(database=str(tmp_path / "test.db")).database_url, write_queue=10)
    await store.open()
    await store.create_table(row("g"), "Ada", 10)
    lines = (store.writer.append(line("g", ply)) for ply in range(1, 31))
    results = await asyncio.gather(*lines, return_exceptions=True)
    refused = [result for result in results if isinstance(result, Refusal)]
    assert len(refused) == 20
    assert {refusal.code for refusal in refused} == {"overloaded"}
    assert len(await store.log("g")) == 10
    await store.close()


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    url = Settings(database=str(tmp_path / "test.db")).database_url
    first = Store(url)
    await first.open()
    await first.create_table(row("g"), "Ada", 10)
    await first.writer.append(line("g", 1, "a"))
    secret = await first.secret("guests")
    await first.close()
    second = Store(url)
    await second.open()
    assert await second.secret("guests") == secret
    assert await second.secret("another") != secret
    assert [(entry.ply, entry.command) for entry in await second.log("g")] == [(1, "a")]
    assert await second.user_name("ada") == "Ada"
    await second.name_user("ada", "Countess")
    assert await second.user_name("ada") == "Countess"
    await second.close()


async def test_a_transaction_without_an_answer_is_broken_off(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store.writer, "within", 0.1)  # as on PostgreSQL, where it is longer

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(text("insert into site (name, value) values ('half', '1')"))
        await asyncio.sleep(3600)

    waiting = asyncio.create_task(store.writer.run(job))
    await asyncio.sleep(0)
    await store.name_user("ada", "Ada")  # waiting writes are completed
    with pytest.raises(NoAnswer):
        await waiting
    assert await store.user_name("ada") == "Ada"
    async with store.reading() as connection:
        found = await connection.execute(text("select count(*) from site where name = 'half'"))
        assert found.scalar_one() == 0


async def test_a_caller_that_goes_away_loses_nothing(store: Store) -> None:
    await store.create_table(row("g"), "Ada", 10)
    task = asyncio.create_task(store.writer.append(line("g", 1)))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.writer.append(line("g", 2))
    assert [entry.ply for entry in await store.log("g")] == [1, 2]


async def test_memory_is_no_database() -> None:
    with pytest.raises(ValueError, match="file"):
        Store("sqlite+aiosqlite://")
