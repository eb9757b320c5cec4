"""Retention: old data is deleted, played games stay, and idle games are announced before they are closed."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from sqlalchemy import delete, func, insert, select, update
from tests.server.harness import BOT, TWO_PEOPLE, Socket, code, play_on, running, two_seats

import whistlestop as ws
from whistlestop.server.adapters.database.retention import BATCH, RULES, old_rows, remove
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.notices import notice_events
from whistlestop.server.adapters.database.schema.tables import actions, idle, seats, tables
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.adapters.database.writer import Append
from whistlestop.server.domain import games
from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.domain.times import DAY, now
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.retention import CLOSED, WARNED, Keeping, would_go

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from sqlalchemy import Table

OLD = now() - 1000 * DAY
NEW = now() - DAY


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = Store(Settings(database=database).database_url)
    await opened.open()
    yield opened
    await opened.close()


async def size(store: Store, table: Table) -> int:
    async with store.reading() as connection:
        return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def put(store: Store, game: str, created: int, state: str, command: str | None = "mine") -> None:
    """Return Ada's table; after the start it has one action, sent with this command id."""
    begun = games.header_of(ws.Game.new("usa", 2, seed=1)) if state != "open" else None
    sitting = (Seat(0, "person", "ada"), Seat(1, "bot", bot="random"))
    row = TableRow(game, "usa", "ada", "open" if begun is None else "playing", created, begun, sitting)
    await store.create_table(row, "Ada", 1000)
    if begun is not None:
        await store.writer.append(Append(game, 1, 0, "keep:", command, created, state == "over"))


class Nobody:
    """Reports that no table is in memory."""

    def busy(self) -> list[str]:
        return []

    def forget(self, games: list[str]) -> None:
        """Do nothing."""


async def run(store: Store, **over: Any) -> dict[str, int]:
    return await Keeping(store, Settings(**over, close_idle_games=0), Nobody()).run()  # type: ignore[arg-type]


async def left(store: Store) -> set[str]:
    return {row.id for row in await store.tables()}


async def test_each_rule_takes_what_is_old_and_nothing_else(store: Store) -> None:
    for age, at in (("old", OLD), ("new", NEW)):
        await put(store, f"{age}-open", at, "open")
        for state in ("playing", "over"):
            await put(store, f"{age}-{state}-played", at, state)
            await put(store, f"{age}-{state}-bots", at, state, command=None)
    await put(store, "old-idle-bots", OLD, "playing", command=None)
    await store.writer.run(
        lambda connection: connection.execute(insert(idle).values(game="old-idle-bots", warned=1, closes=2))
    )
    everything = await left(store)
    assert await would_go(store, Settings(), now()) == {
        "tables never begun": 1,
        "games that only bots played": 3,
        "chat messages": 0,
        "reports that are done": 0,
        "notifications": 0,
        "guests without games": 0,
    }
    assert (
        await run(
            store,
            keep_open_tables=0,
            keep_bot_games=0,
            keep_messages=0,
            keep_reports=0,
            keep_notifications=0,
            keep_guests=0,
        )
        == {}
    )
    assert await left(store) == everything

    assert (await run(store))["games that only bots played"] == 3
    gone = {"old-open", "old-playing-bots", "old-over-bots", "old-idle-bots"}
    assert await left(store) == everything - gone
    assert await size(store, seats) == 2 * len(everything - gone)
    assert await size(store, idle) == 0
    assert {game for game in everything - gone if game.startswith("old")} == {
        "old-playing-played",
        "old-over-played",
    }
    assert sum((await run(store)).values()) == 0


async def test_an_old_game_of_bots_that_goes_on_is_not_old(store: Store) -> None:
    await put(store, "long", OLD, "playing", command=None)
    await store.writer.append(Append("long", 2, 1, "keep:", None, NEW, False))
    assert (await run(store))["games that only bots played"] == 0


async def test_guests_go_when_no_row_names_them(store: Store) -> None:
    await put(store, "kept", OLD, "over")
    for user in ("ben", "cyd"):
        await store.name_user(user, user)
    await store.writer.run(
        lambda connection: connection.execute(update(users).where(users.c.id != "cyd").values(created=OLD))
    )
    assert (await run(store))["guests without games"] == 1
    async with store.reading() as connection:
        assert set((await connection.execute(select(users.c.id))).scalars()) == {"ada", "cyd"}


async def test_old_notifications_go(store: Store) -> None:
    """Old notifications are deleted; newer ones and the game are kept."""
    await put(store, "kept", OLD, "over")
    common = {"user": "ada", "game": "kept", "kind": "left", "board": "USA"}
    rows = [{**common, "mark": 1, "at": OLD}, {**common, "mark": 2, "at": NEW}]
    await store.writer.run(lambda connection: connection.execute(insert(notice_events), rows))
    assert (await run(store))["notifications"] == 1
    async with store.reading() as connection:
        assert list((await connection.execute(select(notice_events.c.mark))).scalars()) == [2]


async def test_many_rows_go_some_at_a_time(store: Store) -> None:
    people = [{"id": f"u{number}", "name": "x", "created": OLD} for number in range(2 * BATCH + 10)]
    await store.writer.run(lambda connection: connection.execute(insert(users), people))
    before = store.writer.commits
    rule = old_rows("anything with a time", "keep_guests", users, users.c.created)
    assert len(await remove(store, rule, now(), spared=["u7"])) == 2 * BATCH + 9
    assert store.writer.commits - before == 3
    assert await store.user_name("u7") == "x"


async def test_younger_rows_of_the_same_key_stay(store: Store) -> None:
    await put(store, "long", OLD, "playing")
    await store.writer.append(Append("long", 2, 1, "keep:", None, NEW, False))
    rule = old_rows("single actions", "keep_guests", actions, actions.c.at)
    assert await remove(store, rule, now() - 2 * DAY) == ["long"]
    assert [line.ply for line in await store.log("long")] == [2]


def test_every_rule_has_a_setting() -> None:
    assert all(rule.before(Settings(), 10**12) for rule in RULES)
    assert len({rule.name for rule in RULES}) == len(RULES)


async def told_of(socket: Socket, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the table as sent to the socket once a condition holds, skipping presence messages."""
    while True:
        table: dict[str, Any] = (await socket.until("table"))["table"]
        if wanted(table):
            return table


async def test_an_idle_game_is_warned_then_closed_and_nothing_of_it_goes(
    tmp_path: Path, database: str
) -> None:
    async with running(tmp_path, database=database) as server:
        time = [now()]
        services = server.services
        keeping = Keeping(services.store, services.settings, services.tables, lambda: time[0])
        table, ada, ben, first, second = await two_seats(server)
        version = await play_on({0: first, 1: second}, random.Random(1), most=5)
        open_one = await ada.table(TWO_PEOPLE)
        await ada.sit(open_one)  # a player is present, so it stays
        assert (await keeping.run())[WARNED] == 0

        time[0] += 181 * DAY
        done = await keeping.run()
        assert (done[WARNED], done[CLOSED], done["tables never begun"]) == (1, 0, 0)
        told = await told_of(first, lambda one: one["closes"] is not None)
        assert (await ben.get(f"/api/tables/{table}")).json()["closes"] == told["closes"]
        time[0] += 29 * DAY
        assert (await keeping.run())[CLOSED] == 0
        time[0] += 2 * DAY
        assert (await keeping.run())[CLOSED] == 1
        state = await told_of(first, lambda one: one["state"] == "over")
        assert state["closes"] is None

        assert second.view is not None
        refused = await (first, second)[second.view["to_act"][0]].command("draw")
        assert refused["error"]["code"] == "game_over"
        assert code(await ada.get(f"/api/tables/{table}/record")) == (409, "not_over")
        assert code(await ada.get(f"/api/tables/{table}/hint")) == (409, "game_over")
        view = (await ada.get(f"/api/tables/{table}/view")).json()
        assert view["view"]["version"] == version
        time[0] += 3000 * DAY
        await keeping.run()
        assert await services.store.version(table) == version
    # After a restart it is still closed, and can be viewed.
    async with running(tmp_path, database=database) as server:
        again = await server.guest()
        again.http.cookies = ada.http.cookies
        again.http.headers["x-csrftoken"] = ada.http.cookies["csrftoken"]
        assert (await again.get(f"/api/tables/{table}")).json()["state"] == "over"
        body = {"id": "late", "version": version, "action": "draw"}
        assert code(await again.post(f"/api/tables/{table}/commands", body)) == (409, "game_over")


async def test_whoever_plays_on_is_warned_no_more(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        time = [now()]
        services = server.services
        keeping = Keeping(services.store, services.settings, services.tables, lambda: time[0])
        table, ada, _, first, second = await two_seats(server)
        await play_on({0: first, 1: second}, random.Random(2), most=4)

        # As if all of this had happened long ago.
        await services.store.writer.run(
            lambda connection: connection.execute(update(actions).values(at=time[0] - 200 * DAY))
        )
        assert (await keeping.run())[WARNED] == 1
        await told_of(first, lambda one: one["closes"] is not None)
        assert (await ada.get(f"/api/tables/{table}")).json()["closes"] is not None
        time[0] += DAY
        await play_on({0: first, 1: second}, random.Random(3), most=1)
        # The test's clock is ahead of the server's.
        await services.store.writer.run(
            lambda connection: connection.execute(
                update(actions).where(actions.c.ply == 5).values(at=time[0])
            )
        )
        assert (await ada.get(f"/api/tables/{table}")).json()["closes"] is None
        time[0] += 100 * DAY
        assert (await keeping.run())[CLOSED] == 0
        async with services.store.reading() as connection:
            assert (await connection.execute(select(idle.c.game))).scalar_one_or_none() is None


async def test_a_bot_does_not_play_on_in_a_closed_game(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        table = await ada.table([{"kind": "me"}, BOT], start=True)
        async with server.services.tables.use(table) as held:
            held.row = replace(held.row, state="over")
            held.context.changed(held)
            if held.bot_task is not None:
                await held.bot_task
            assert held.version <= 1


async def test_storage_is_limited_by_day(tmp_path: Path) -> None:
    async with running(tmp_path, tables_per_day=2, guests_per_day=3) as server:
        ada = await server.guest()
        wish = {"ruleset": "usa", "seats": TWO_PEOPLE}
        made = [await ada.post("/api/tables", wish) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 429]
        table = made[0].json()["id"]
        others = [await server.guest() for _ in range(3)]
        assert (await others[0].post(f"/api/tables/{table}/join", {})).status_code == 200
        answers = [await guest.http.patch("/api/me", json={"name": "Ben"}) for guest in others]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert code(answers[2]) == (429, "rate_limited")


async def test_a_table_that_went_is_not_found(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        table = await ada.table(TWO_PEOPLE)
        time = now() + 40 * DAY
        services = server.services
        done = await Keeping(services.store, services.settings, services.tables, lambda: time).run()
        assert done["tables never begun"] == 1
        assert code(await ada.get(f"/api/tables/{table}")) == (404, "not_found")
        assert json.loads((await ada.get("/api/tables")).text) == []


async def test_what_another_process_removed_is_not_found(tmp_path: Path) -> None:
    """The table is in memory but no longer in the database."""
    async with running(tmp_path) as server:
        ada, ben = await server.guest(), await server.guest()
        table = await ada.table(TWO_PEOPLE)
        for one in (seats, tables):
            column = seats.c.game if one is seats else tables.c.id
            await server.services.store.writer.run(
                lambda connection, one=one, column=column: connection.execute(  # type: ignore[misc]
                    delete(one).where(column == table)
                )
            )
        assert code(await ben.post(f"/api/tables/{table}/join", {})) == (404, "not_found")
