"""Spectators of games between people see and hear everything with a delay, however they ask."""

from __future__ import annotations

import json
import random
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert, update
from tests.server.harness import TWO_PEOPLE, Guest, Running, Socket, code, running

import whistlestop as ws
from whistlestop.server.adapters.database import schema
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain import games
from whistlestop.server.domain.keys import FIRST, Key
from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.domain.times import now
from whistlestop.server.http import guests
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.server.usecases.tables.delay import Delayed

KEY = "5e" * 32
DELAY = 60
USERS = ["user0", "user1", "watcher", "other"]
Actions = list[tuple[int, str]]


def played(game: ws.Game, rng: random.Random, most: int) -> Actions:
    """Yield random actions that continue a game."""
    actions: Actions = []
    for _ in range(most):
        seat = rng.choice(game.to_act)
        actions.append((seat, rng.choice(game.legal(seat))))
        game.play(actions[-1][1], seat)
    return actions


async def furnish(folder: Path, game: ws.Game, at: int) -> None:
    """Return a new game of two people at the watcher's table, which therefore appears in the watcher's lists."""
    folder.mkdir()
    store = Store(Settings(database=str(folder / "test.db")).database_url)
    await store.open()

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(insert(schema.base.site).values(name="guests", value=KEY))
        people = [{"id": user, "name": f"Person {user}", "created": 0} for user in USERS]
        await connection.execute(insert(schema.accounts.users), people)

    await store.writer.run(job)
    seats = tuple(Seat(seat, "person", f"user{seat}") for seat in range(2))
    header = games.header_of(game)
    row = TableRow(
        "late",
        game.ruleset.id,
        "watcher",
        "playing",
        0,
        header,
        seats,
        watch="watch",
        started=at,
        delay=DELAY,
    )
    await store.create_table(row, "Watcher", 10)
    await store.close()


class World:
    """A server with that table, and a clock that the test controls."""

    def __init__(self, server: Running, stack: AsyncExitStack, clock: list[int]) -> None:
        self.server, self.clock = server, clock
        self._stack = stack
        self._key = guests.Guests([Key(FIRST, KEY)], secure=False)
        self.guests: dict[str, Guest] = {}

    async def enter(self) -> None:
        for user in USERS:
            made = Guest(self.server.base, self._stack)
            await self._stack.enter_async_context(made.http)
            made.http.cookies.set("whistlestop", self._key.sign(user))
            made.http.cookies.set("csrftoken", self._key.token(user))
            made.http.headers["x-csrftoken"] = self._key.token(user)
            self.guests[user] = made

    @property
    def behind(self) -> Delayed:
        table = self.server.services.tables.find("late")
        assert table is not None
        assert table.behind is not None
        return table.behind

    def go_on(self, seconds: float) -> None:
        """Let time pass."""
        self.clock[0] += int(seconds * 1000)
        self.behind.send_due()

    async def play(self, actions: Actions, version: int) -> None:
        for number, (seat, action) in enumerate(actions, version):
            body = {"id": f"c{number}", "version": number, "action": action}
            answer = await self.guests[f"user{seat}"].post("/api/tables/late/commands", body)
            assert answer.status_code == 200, answer.text

    async def shown(self) -> list[object]:
        """Return everything spectators can get: by sockets, streams and HTTP, with either link, and from replays."""
        told: list[object] = []
        for key in ("late", "watch"):
            for user in ("watcher", "other"):
                guest = self.guests[user]
                socket = await guest.sit(key)
                for probe in ("nonsense", '{"type":"resync","version":0}', '{"type":"seat","seat":0}'):
                    await socket.connection.send(probe)
                await socket.send({"type": "command", "id": "x", "version": 3, "action": "draw"})
                # Sockets that have just closed may still be announced.
                told += [told_now(one) for one in await socket.settle() if one["type"] != "table"]
                await socket.connection.close()
                for path in ("", "/view", "/record", "/summary", "/hint", "/plan", "/chat"):
                    told.append(told_now((await guest.get(f"/api/tables/{key}{path}")).json()))
                for path in ("log", "log?seat=all", "log?seat=0", "rows", "frames?at=0", "frames?at=9"):
                    told.append(told_now((await guest.get(f"/api/games/{key}/{path}")).json()))
                async with guest.http.stream("GET", f"/api/tables/{key}/stream") as stream:
                    told.append(told_now(json.loads(await anext(stream.aiter_lines()))))
        for path in ("/api/tables", "/api/waiting", "/api/games", "/api/account/export"):
            told.append(told_now((await self.guests["watcher"].get(path)).json()))
        return told


def told_now(told: Any) -> Any:
    """Return the data without presence and request times."""
    if isinstance(told, list):
        return [told_now(one) for one in told]
    if isinstance(told, dict):
        own = {"online", "absent", "spectators", "watchers", "made"}
        return {name: told_now(one) for name, one in told.items() if name not in own}
    return told


async def say(socket: Socket, text: str) -> None:
    await socket.send({"type": "say", "id": "mine", "text": text})
    assert (await socket.until("said", "refused"))["type"] == "said"


async def test_two_worlds_that_differ_only_now_are_one_to_spectators(tmp_path: Path) -> None:
    """Until the delay has passed, spectators cannot get any different data, whatever has happened."""
    game = ws.Game.new("usa", players=2, seed=4)
    start = game.copy()
    first = played(game, random.Random(4), 8)
    seen: list[list[object]] = []
    for number, most in enumerate((9, 4)):
        folder = tmp_path / str(number)
        rest = played(game.copy(), random.Random(number), most)
        clock = [now() - 1_000_000]
        await furnish(folder, start.copy(), clock[0])
        async with running(folder, chat_rate=0.0) as server, AsyncExitStack() as stack:
            server.services.store.timeline.now = lambda clock=clock: clock[0]  # type: ignore[method-assign,misc]
            world = World(server, stack, clock)
            await world.enter()
            early = await world.guests["other"].sit("watch")
            await world.play(first, 0)
            assert [one for one in await early.settle() if one["type"] == "update"] == []
            world.go_on(DELAY + 1)
            updates = [one for one in await early.settle() if one["type"] == "update"]
            assert [one["version"] for one in updates] == list(range(1, len(first) + 1))
            # From here on the worlds differ, in moves and chat.
            await world.play(rest, len(first))
            for user, link in (("user0", "late"), ("watcher", "late"), ("watcher", "watch")):
                await say(await world.guests[user].sit(link), f"secret {number}" * (number + 1))
            chat = (await world.guests["watcher"].get("/api/tables/late/chat")).json()["messages"]
            assert [one["user"] for one in chat] == ["watcher", "watcher"]  # their own message is there
            world.go_on(DELAY - 2)
            shown: list[object] = [told_now(one) for one in await early.settle() if one["type"] != "table"]
            shown += [told_now((await world.guests["other"].get("/api/tables/watch/chat")).json())]
            del world.guests["watcher"]
            world.guests["watcher"] = world.guests["other"]
            shown += await world.shown()
            assert "secret" not in repr(shown)
            # As after a restart: the state is rebuilt from the log.
            await early.connection.close()
            server.services.tables.forget(["late"])
            again = await world.shown()
            assert again == shown[-len(again) :]
            seen.append(shown)
            # At the end they get everything, in order.
            late = await world.guests["other"].sit("watch")
            world.go_on(3)
            frames = await late.settle()
            versions = [one["version"] for one in frames if one["type"] == "update"]
            assert versions == list(range(len(first) + 1, len(first) + len(rest) + 1))
    assert seen[0] == seen[1]


@pytest.fixture
async def service(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server without chat limits, on either database."""
    async with running(tmp_path, chat_rate=0.0, database=database) as server:
        yield server


async def two(server: Running, **more: Any) -> tuple[str, Guest, Guest]:
    """Return a table of two people before its game."""
    ada, ben = await server.guest(), await server.guest()
    made = (await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE, **more})).json()
    assert (await ben.post(f"/api/tables/{made['id']}/join")).status_code == 200
    return str(made["id"]), ada, ben


async def test_the_host_chooses_the_delay_before_the_game(service: Running) -> None:
    table, ada, ben = await two(service)
    path = f"/api/tables/{table}"
    assert (await ada.get(path)).json()["delay"] == 0
    assert (await ada.post(f"{path}/options", {"listed": True})).json()["delay"] == 120
    assert (await ada.post(f"{path}/options", {"delay": 30})).json()["delay"] == 30
    assert (await ada.post(f"{path}/options", {"listed": False})).json()["delay"] == 30
    assert code(await ben.post(f"{path}/options", {"delay": 0})) == (403, "not_owner")
    for wrong in (-1, 901, "long"):
        assert code(await ada.post(f"{path}/options", {"delay": wrong})) == (400, "bad_request")
    await ada.post(f"{path}/start")
    assert code(await ada.post(f"{path}/options", {"delay": 0})) == (409, "already_started")
    quick = (await ada.post("/api/quickplay", {"pace": "5+10"})).json()
    assert quick["delay"] == 120
    made = await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE, "listed": True, "delay": 0})
    assert made.json()["delay"] == 0


async def test_players_never_hear_spectators_before_the_end(service: Running) -> None:
    """Players with the link for watching, or a stream, are still players: the account counts (even without a delay)."""
    for delay in (0, 1):
        table, ada, ben = await two(service, delay=delay)
        watch = (await ada.post(f"/api/tables/{table}/start")).json()["watch"]
        eve, cleo = await service.guest(), await service.guest()
        spying = await ada.sit(watch)
        playing = await ben.sit(table)
        fan, friend = await eve.sit(watch), await cleo.sit(watch)
        async with ada.http.stream("GET", f"/api/tables/{watch}/stream") as stream:
            lines = stream.aiter_lines()
            assert json.loads(await anext(lines))["type"] == "hello"
            await say(fan, "ben has all the red ones")
            heard = await friend.until("said")  # when the delay is over
            assert heard["message"]["text"] == "ben has all the red ones"
            await say(playing, "your turn")
            assert (await spying.until("said"))["message"]["text"] == "your turn"
            while (line := json.loads(await anext(lines)))["type"] != "said":
                pass
            assert line["message"]["text"] == "your turn"
        assert "red ones" not in repr(await spying.settle() + await playing.settle())
        for key in (table, watch):
            for guest in (ada, ben):
                assert "red ones" not in (await guest.get(f"/api/tables/{key}/chat")).text


async def test_nobody_waits_for_one_persons_game_nor_for_the_end(service: Running) -> None:
    ada, eve = await service.guest(), await service.guest()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    body = {"ruleset": "usa", "seats": seats, "start": True, "delay": 900}
    alone = (await ada.post("/api/tables", body)).json()
    socket, watching = await ada.sit(alone["id"]), await eve.sit(alone["watch"])
    answer = await socket.command(socket.view["legal"][0])  # type: ignore[index]
    assert answer["type"] == "ack"
    assert (await watching.until("update"))["version"] >= 1
    # After an agreed end, everybody sees everything at once.
    table, ada, ben = await two(service, delay=900)
    watch = (await ada.post(f"/api/tables/{table}/start")).json()["watch"]
    socket, watching = await ada.sit(table), await eve.sit(watch)
    await socket.command(socket.view["legal"][0])  # type: ignore[index]
    said = await ben.sit(table)
    await say(said, "let us stop")
    assert [one for one in await watching.settle() if one["type"] in {"update", "said"}] == []
    for guest in (ada, ben):
        assert (await guest.post(f"/api/tables/{table}/agree", {"agrees": True})).status_code == 200
    told = await watching.settle()
    assert [one["type"] for one in told if one["type"] in {"update", "said"}] == ["update", "said"]
    info = (await eve.get(f"/api/tables/{watch}")).json()
    assert (info["state"], info["version"]) == ("over", 1)
    assert "let us stop" in (await eve.get(f"/api/tables/{watch}/chat")).text


async def test_what_a_moderator_has_deleted_is_never_told_later(service: Running) -> None:
    table, ada, _ben = await two(service, delay=1)
    watch = (await ada.post(f"/api/tables/{table}/start")).json()["watch"]
    eve = await service.guest()
    playing, watching = await ada.sit(table), await eve.sit(watch)
    await say(playing, "you fool")
    await say(playing, "your turn")
    (fool, _turn) = (await ada.get(f"/api/tables/{table}/chat")).json()["messages"]
    gone = (
        update(schema.meeting.messages)
        .where(schema.meeting.messages.c.id == fool["id"])
        .values(deleted=now())
    )
    await service.services.store.writer.run(lambda connection: connection.execute(gone))
    await service.services.chats.unsay(fool["id"], service.services.tables.find, lambda _: ())
    assert (await watching.until("said"))["message"]["text"] == "your turn"
    assert [one["text"] for one in (await eve.get(f"/api/tables/{watch}/chat")).json()["messages"]] == [
        "your turn"
    ]
