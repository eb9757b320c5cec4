"""Several processes on one PostgreSQL: each sees the others' changes at once, and tasks are done once."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from tests.server.harness import BOT, TWO_PEOPLE, Guest, Running, Socket, closed, code, running
from tests.server.people import done, ended, sign_up
from tests.server.test_programs import Program, token
from tests.waiting import WAIT, eventually
from websockets.asyncio.client import connect

from whistlestop.server.adapters.database.writer import Append
from whistlestop.server.cluster.leases import CLAIM, Leases
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tables import HandOver, Seat
from whistlestop.server.usecases.tables import viewers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def pair(tmp_path: Path, shared: str) -> AsyncIterator[tuple[Running, Running]]:
    """Return two servers on one database."""
    async with running(tmp_path, database=shared) as one, running(tmp_path, database=shared) as two:
        yield one, two


async def across(one: Running, two: Running, **more: Any) -> tuple[str, Guest, Guest, Socket, Socket]:
    """Return a game of two people on different servers."""
    ada, ben = await one.guest(), await two.guest()
    answer = await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE, **more})
    table = str(answer.json()["id"])
    first = await ada.sit(table)
    assert (await ben.post(f"/api/tables/{table}/join", {"seat": 1})).status_code == 200
    second = await ben.sit(table)
    assert (await ada.post(f"/api/tables/{table}/start")).status_code == 200
    for socket in (first, second):
        while socket.view is None:
            await socket.receive()
    return table, ada, ben, first, second


async def test_players_on_different_servers_see_each_others_moves(pair: tuple[Running, Running]) -> None:
    one, two = pair
    _, _, _, first, second = await across(one, two)
    rng = random.Random(3)
    sockets = (first, second)
    for _ in range(40):
        seat = rng.choice((first.view or {})["to_act"])
        answer = await sockets[seat].command(rng.choice((sockets[seat].view or {})["legal"]))
        assert answer["type"] == "ack"
        for socket in sockets:
            while (socket.view or {})["version"] < answer["version"]:
                await socket.receive()


async def test_a_server_that_ends_in_the_middle_of_a_renewal_leaves_its_place(
    tmp_path: Path, shared: str
) -> None:
    with psycopg.connect(shared) as watching:
        async with running(tmp_path, database=shared):
            watching.execute("select from site where name = 'beat' for update")  # blocks the renewal
            with psycopg.connect(shared, autocommit=True) as other:
                blocked = (
                    "select from pg_stat_activity where wait_event_type = 'Lock' "
                    "and datname = current_database()"
                )
                await eventually(lambda: other.execute(blocked).rowcount >= 1)
        assert watching.execute("select number from processes").fetchall() == []


async def test_choices_made_at_the_same_time_on_two_servers_are_both_taken(
    pair: tuple[Running, Running],
) -> None:
    # COM-14: all players choose their first tickets at the same time, so neither choice makes the other
    # stale.
    _, _, _, first, second = await across(*pair)
    answers = await asyncio.gather(
        *(socket.command((socket.view or {})["legal"][0]) for socket in (first, second))
    )
    assert sorted(answer.get("version", 0) for answer in answers) == [1, 2]


async def test_chat_and_presence_cross_servers(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewers, "GRACE", 1.0)
    one, two = pair
    table, ada, ben, first, second = await across(one, two)
    await second.send({"type": "say", "id": "1", "text": "hello"})
    assert (await first.until("said"))["message"]["text"] == "hello"
    talks, hears, other = [
        await guest.connect(f"/api/open/socket?language={language}")
        for guest, language in ((ada, "cs"), (ben, "cs"), (ben, "pl"))
    ]
    await talks.send({"type": "say", "id": "2", "text": "ahoj"})
    assert (await hears.until("said"))["message"]["text"] == "ahoj"
    assert "said" not in [message["type"] for message in await other.settle()]

    def online(table: dict[str, Any]) -> list[bool]:
        return [seat["online"] for seat in table["seats"]]

    async def seen_by(guest: Guest) -> dict[str, Any]:
        return dict((await guest.get(f"/api/tables/{table}")).json())

    async def all_there() -> bool:
        # On both servers: a change that happened before a server was notified is never sent there.
        return [online(await seen_by(guest)) for guest in (ada, ben)] == [[True, True]] * 2

    await eventually(all_there)
    await second.connection.close()
    while online((await first.until("table"))["table"]) != [True, False]:
        pass
    watcher = await two.guest()
    await watcher.open((await ben.get(f"/api/tables/{table}")).json()["watch"])

    async def watched() -> bool:  # nearly simultaneous changes may be combined
        return bool((await seen_by(ada))["spectators"] == 1)

    await eventually(watched)


@pytest.mark.parametrize("how", ["everywhere", "password"])
async def test_a_revoked_token_closes_what_is_open_on_every_server(
    pair: tuple[Running, Running], how: str
) -> None:
    one, two = pair
    ada = await one.guest()
    await sign_up(ada, "Ada")
    robot = Program(two.base, await token(ada))
    table = await ada.table([{"kind": "me"}, BOT])
    address = two.base.replace("http", "ws") + f"/api/tables/{table}/socket"
    headers = {"authorization": robot.http.headers["authorization"]}
    async with robot.stream() as mine, connect(address, additional_headers=headers) as connection:
        socket = Socket(connection)
        await socket.until("hello")
        if how == "password":
            await done(ada, "PUT", "/api/account/password", {"password": "nine grey wolves"})
        else:
            await done(ada, "DELETE", "/api/sessions")
        async with asyncio.timeout(WAIT):
            await ended(socket)
            assert [one["error"]["code"] async for one in mine] == ["signed_out"]
    assert code(await robot.get("/api/me")) == (401, "token")


async def test_who_is_sent_away_hears_it_on_every_server(pair: tuple[Running, Running]) -> None:
    one, two = pair
    ada, ben, eve = await one.guest(), await two.guest(), await two.guest()
    table = await ada.table(TWO_PEOPLE)
    assert (await ben.post(f"/api/tables/{table}/join", {"seat": 1})).status_code == 200
    at_ben, at_eve = await ben.sit(table), await eve.sit(table)
    await ada.post(f"/api/tables/{table}/remove", {"seat": 1})
    assert await closed(at_ben) == ("removed", 4412)
    assert code(await ben.post(f"/api/tables/{table}/join")) == (403, "removed")
    again = await ben.sit(table)
    assert again.hello["table"]["barred"] is not None
    await at_eve.settle()
    # A moderator on the other server closes it: this server notices immediately, not at its next poll a
    # second later.
    await two.services.moderation.close()
    await one.services.moderation.act(one.services.moderation.store.close(table, ""))
    for socket in (again, at_eve):
        assert await closed(socket) == ("closed", 4411)
    assert code(await ben.get(f"/api/tables/{table}")) == (410, "closed")


async def test_what_moderators_do_holds_on_every_server(pair: tuple[Running, Running]) -> None:
    one, two = pair
    _table, _ada, ben, first, second = await across(one, two)
    moderation, user = one.services.moderation, str((await ben.get("/api/me")).json()["id"])
    await two.services.moderation.close()
    await first.send({"type": "say", "id": "1", "text": "you fool"})
    said = (await second.until("said"))["message"]
    await moderation.act(moderation.store.delete_message(said["id"]))
    for socket in (first, second):
        assert (await socket.until("unsaid"))["message"] == said["id"]
    await moderation.act(moderation.store.warn(user, "Please stay friendly."))
    await second.until("warned")
    assert (await ben.get("/api/me")).json()["warning"]["text"] == "Please stay friendly."
    await moderation.act(moderation.store.ban("user", user, 1, "", scope="chat"))

    def muted() -> bool:
        try:
            two.services.moderation.check_voice(user, "")
        except Refusal:
            return True
        return False

    await eventually(muted)
    await second.send({"type": "say", "id": "2", "text": "hello"})
    assert (await second.until("refused"))["error"]["code"] == "muted"
    await moderation.act(moderation.store.ban("user", user, 1, ""))
    assert await closed(second) == ("banned", 4403)


async def test_a_host_on_one_server_changes_and_cancels_for_players_on_another(
    pair: tuple[Running, Running],
) -> None:
    one, two = pair
    ada, ben = await one.guest(), await two.guest()
    table = await ada.table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    assert (await ben.post(f"/api/tables/{table}/join", {"seat": 2})).status_code == 200
    socket = await ben.sit(table)
    wish = {"ruleset": "switzerland", "seats": 2, "clock": None}
    assert (await ada.post(f"/api/tables/{table}/setup", wish)).status_code == 200
    told = (await socket.until("table", "hello"))["table"]
    while told["ruleset"] != "switzerland":
        told = (await socket.until("table", "hello"))["table"]
    assert (told["you"], len(told["seats"])) == (1, 2)
    assert (await ada.post(f"/api/tables/{table}/cancel")).status_code == 200
    assert (await socket.until("error"))["error"]["code"] == "cancelled"
    assert (await ben.get(f"/api/tables/{table}")).status_code == 410


async def test_quick_play_brings_people_of_two_servers_together(pair: tuple[Running, Running]) -> None:
    one, two = pair
    ada, ben = await one.guest(), await two.guest()
    wish = {"pace": "5+10", "rulesets": ["usa"], "sizes": [2]}
    table = (await ada.post("/api/quickplay", wish)).json()["id"]
    first = await ada.open(table)
    await first.until("hello")
    await eventually(lambda: two.services.cluster.elsewhere(table))  # it knows that a player waits there
    answer = await ben.post("/api/quickplay", wish)
    assert answer.status_code == 200, answer.text
    met = answer.json()
    assert (met["id"], met["state"]) == (table, "playing")
    while first.view is None:
        await first.receive()


async def test_one_of_two_servers_plays_for_bots(pair: tuple[Running, Running]) -> None:
    one, two = pair
    ada = await one.guest()
    tables = [await ada.table([BOT, BOT], start=True) for _ in range(3)]
    ben = await two.guest()
    watching = [await ben.open((await ada.get(f"/api/tables/{table}")).json()["watch"]) for table in tables]
    for socket in watching:
        while (await socket.until("hello", "update"))["view"]["phase"] != "over":
            pass
    logged = [len(await one.services.store.log(table)) for table in tables]
    # The other server may send the last action before the writer has counted it.
    writers = [server.services.store.writer for server in pair]
    await eventually(lambda: writers[0].actions >= sum(logged))
    # They count from the version where they started, and nothing twice.
    assert [writer.actions for writer in writers] == [sum(logged), 0]


# -------------------------------------------------------------------------------------------------------- fencing


async def owned(pair: tuple[Running, Running]) -> tuple[Running, str]:
    """Return a server, and a table of a bot and a person whose lease it has."""
    one, _ = pair
    ada = await one.guest()
    table = await ada.table([{"kind": "me"}, BOT], start=True)
    await eventually(lambda: one.services.cluster.holds(table))
    return one, table


async def test_who_has_no_place_takes_no_leases() -> None:
    class Place:
        place: int | None = None
        looked = 0

        @property
        def number(self) -> int | None:
            self.looked += 1
            return self.place

        async def execute(self, query: str, *values: Any) -> list[tuple[str]]:
            assert self.place is not None
            return [(game,) for game in values[1]] if query == CLAIM else []

    place: Any = Place()
    leases = Leases(place, lambda _game: None)
    leases.open()
    leases.want("some")
    await eventually(lambda: place.looked)
    assert not leases.holds("some")
    place.place = 7
    leases.look()
    await eventually(lambda: leases.holds("some"))
    await leases.close()


async def test_what_a_bot_chose_is_taken_from_the_owner_only(pair: tuple[Running, Running]) -> None:
    one, table = await owned(pair)
    move = Append(table, 100, 1, "draw", None, 1, False, bot="random")
    other = pair[1].services.store
    with pytest.raises(Conflict):
        await other.writer.append(move)
    await one.services.store.writer.append(move)
    assert 100 in [line.ply for line in await other.log(table)]


async def test_nothing_is_appended_for_a_seat_that_another_plays(pair: tuple[Running, Running]) -> None:
    one, table = await owned(pair)
    for bot, seat in ((None, 1), ("greedy", 1), ("random", 0)):
        with pytest.raises(Conflict):
            await one.services.store.writer.append(Append(table, 100, seat, "draw", None, 1, False, bot=bot))


async def test_who_is_taken_for_dead_appends_nothing(pair: tuple[Running, Running], shared: str) -> None:
    one, table = await owned(pair)
    number = one.services.store.writer.fence.number  # type: ignore[union-attr]
    with psycopg.connect(shared, autocommit=True) as connection:
        connection.execute("delete from processes where number = %s", [number])
    person = Append(table, 100, 0, "draw", "x", 1, False)
    with pytest.raises(Refusal, match="lost touch"):
        await one.services.store.writer.append(person)
    seat = Seat(0, "person", (await one.services.store.table(table)).seats[0].user)  # type: ignore[union-attr]
    with pytest.raises((Refusal, Conflict)):
        await one.services.store.hand_seat(table, seat, HandOver(0, 0, "passes", 1), leased=True)
    # It notices this and rejoins with a new number.
    await eventually(lambda: one.services.store.writer.fence.number not in {number, None})  # type: ignore[union-attr]
    await one.services.store.writer.append(person)


async def test_a_seat_that_was_handed_over_elsewhere_takes_no_more_actions_of_its_person(
    pair: tuple[Running, Running],
) -> None:
    one, two = pair
    table, ada, _, first, _ = await across(one, two)
    assert (await ada.post(f"/api/tables/{table}/resign")).status_code == 200
    stale = Append(table, 1, 0, (first.view or {})["legal"][0], "late", 1, False)
    with pytest.raises(Conflict):
        await two.services.store.writer.append(stale)


async def test_only_one_of_two_clocks_times_a_player_out(pair: tuple[Running, Running]) -> None:
    clock = {"kind": "turn", "seconds": 10}
    table, *_ = await across(*pair, clock=clock)
    game = pair[1].services.tables.find(table)
    assert game is not None
    assert game.clock is not None
    times = game.clock.told((game.row.started or 0) + 10_000)
    assert times.left == [0, 0]
    for server in pair:  # both have noticed that the time is up
        server.services.store.timeline.leap(server.services.store.timeline.now() + 11_000)
        await server.services.clocks.time_out(table)

    async def both_handed() -> bool:
        return len(await pair[0].services.store.hand_overs(table)) >= 2

    await eventually(both_handed, 2 * WAIT)
    for server in pair:
        await server.services.clocks.time_out(table)
    handed = await pair[0].services.store.hand_overs(table)
    assert sorted(change.seat for change in handed) == [0, 1]


async def test_who_has_missed_moves_times_nobody_out(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"kind": "turn", "seconds": 10}
    table, _, _, first, second = await across(*pair, clock=clock)
    owners = await eventually(lambda: [one for one in pair if one.services.cluster.holds(table)])
    owner = owners[0].services
    monkeypatch.setattr(owner.cluster, "note", lambda _payload, _backend: None)  # as if it had been suspended
    seat = 1 if owners[0] is pair[0] else 0
    other = (first, second)[seat]
    owner.store.timeline.leap(owner.store.timeline.now() + 11_000)
    for server in pair:  # the other server has the same time
        server.services.store.timeline.leap(owner.store.timeline.now() - 3000)
    answer = await other.command((other.view or {})["legal"][0])
    assert answer["type"] == "ack"
    await owner.clocks.time_out(table)
    handed = await owner.store.hand_overs(table)
    assert seat not in {change.seat for change in handed}
    # The owner's own player may be out of time by now, and a bot may have chosen for them.
    assert [line.seat for line in await owner.store.log(table)].count(seat) == 1
