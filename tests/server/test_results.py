"""Results of games that a player left: the same everywhere (RUL-84)."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select
from tests.server.harness import BOT, Guest, Running, Socket, code, running, two_seats
from tests.server.people import me, sign_up
from tests.server.receiver import receiver
from tests.server.test_clocks import pass_time, two_with_clock
from tests.server.test_players import page_of

import whistlestop as ws
from whistlestop.cli.db import records
from whistlestop.errors import RecordError
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.adapters.database.writer import Append
from whistlestop.server.domain.games import SeatScore
from whistlestop.server.domain.tables import HandOver, Seat, TableRow
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.server.receiver import Receiver

Plain = dict[str, Any]


@pytest.fixture
async def inbox() -> AsyncIterator[Receiver]:
    async with receiver() as found:
        yield found


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = Store(Settings(database=database).database_url)
    await opened.open()
    yield opened
    await opened.close()


async def play_out(socket: Socket, seat: int | None = None) -> Plain:
    """Play at random until the game is over; return the last update."""
    rng, last = random.Random(3), {}
    while socket.view is None or socket.view["phase"] != "over":
        if seat is not None and socket.view is not None and socket.view["legal"]:
            await socket.command(rng.choice(socket.view["legal"]))
        last = await socket.until("update")
    return last


async def stored(server: Running, table: str) -> list[tuple[Any, ...]]:
    query = select(results.c.bot, results.c.rank, results.c.won).where(results.c.game == table)
    async with server.services.store.reading() as connection:
        return [tuple(row) for row in await connection.execute(query.order_by(results.c.seat))]


async def ada_leaves(server: Running, *, accounts: bool = True) -> tuple[str, Guest, Guest, Socket, Plain]:
    """Return a game that Ada left; the bot in that seat beats Ben, who plays at random."""
    table, ada, ben, _, second = await two_seats(server, "switzerland")
    if accounts:
        await sign_up(ada, "Ada")
        await sign_up(ben, "Ben")
        second = await ben.sit(table)
    assert (await ada.post(f"/api/tables/{table}/resign")).json()["seats"][0]["away"] == "left"
    last = await play_out(second, 1)
    assert last["view"]["outcome"]["winners"] == [0]  # her bot has the best score
    return table, ada, ben, second, last


async def test_one_result_everywhere(tmp_path: Path, database: str) -> None:  # RUL-84
    async with running(tmp_path, database=database) as server:
        table, ada, ben, second, last = await ada_leaves(server)
        ids = [(await me(one))["id"] for one in (ada, ben)]
        told = [
            {"seat": 0, "finisher": "planner", "ending": "left", "rank": 2, "won": False},
            {"seat": 1, "finisher": None, "ending": "played", "rank": 1, "won": True},
        ]
        # At the table: with the last action, afterwards, and for latecomers.
        assert last["result"] == told
        assert (await second.until("table"))["table"]["result"] == told
        assert (await ada.sit(table)).hello["table"]["result"] == told
        assert (await ben.get(f"/api/games/{table}/log")).json()["table"]["result"] == told
        # In the record, and in the export.
        record = (await ben.get(f"/api/tables/{table}/record")).json()
        exported = (await ben.get("/api/account/export")).json()["tables"][0]
        assert record["result"] == exported["record"]["result"] == told
        assert [one["won"] for one in exported["results"]] == [True]
        # In the database and everything derived from it.
        assert await stored(server, table) == [("planner", 2, False), (None, 1, True)]
        for seat, guest in enumerate((ada, ben)):
            won = seat == 1
            (game,) = (await guest.get("/api/games")).json()["games"]
            assert [(one["ending"], one["rank"], one["won"]) for one in game["seats"]] == [
                ("left", 2, False),
                ("played", 1, True),
            ]
            for asked, count in (("won", won), ("lost", not won)):
                assert len((await guest.get(f"/api/games?result={asked}")).json()["games"]) == count
            page = await page_of(guest, ids[seat])
            (recent,), (rating,), (statistic,) = page["recent"], page["ratings"], page["statistics"]
            assert (recent["won"], recent["ending"]) == (won, ("left", "played")[seat])
            assert (rating["games"], rating["wins"]) == (statistic["games"], statistic["wins"]) == (1, won)
            assert (rating["rating"] > 1500) == won
            assert (statistic["left"], statistic["mean"] is None) == (1 - seat, not won)
            assert bool(page["favourites"]) == won


async def test_whoever_comes_back_has_played(server: Running) -> None:  # RUL-84
    table, ada, _, first, second = await two_seats(server, "switzerland")
    path = f"/api/tables/{table}"
    await ada.post(f"{path}/resign")
    while first.view is None or first.view["to_act"] != [1]:
        await first.receive()
    assert (await ada.post(f"{path}/return")).json()["seats"][0]["away"] is None
    rng = random.Random(3)
    await second.settle()
    while second.view is not None and second.view["phase"] != "over":
        actor = first if 0 in second.view["to_act"] else second
        version = second.view["version"]
        await actor.settle()
        assert actor.view is not None
        assert (await actor.command(rng.choice(actor.view["legal"])))["type"] == "ack"
        while second.view["version"] == version:
            await second.receive()
    assert second.view is not None
    ranks = [one["rank"] for one in second.view["outcome"]["players"]]
    assert await stored(server, table) == [(None, rank, rank == 1) for rank in ranks]
    record = (await ada.get(f"{path}/record")).json()
    assert "result" not in record  # the outcome contains everything
    # A replay shows who played when.
    changes = (await ada.get(f"/api/games/{table}/log")).json()["changes"]
    assert [(one["seat"], one["bot"]) for one in changes] == [(0, "planner"), (0, None)]
    assert changes[0]["version"] < changes[1]["version"] < len(record["actions"])


async def test_time_that_ran_out(server: Running) -> None:  # RUL-84
    table, _, _, one, _ = await two_with_clock(server, kind="live", seconds=600, bot="greedy")
    await pass_time(server, 601)
    last = await play_out(one)
    assert [(end["finisher"], end["ending"], end["rank"], end["won"]) for end in last["result"]] == [
        ("greedy", "time", 2, False)
    ] * 2
    assert await stored(server, table) == [("greedy", 2, False)] * 2


async def test_a_seat_that_only_does_what_it_has_to_has_lost_on_time(server: Running) -> None:  # RUL-84
    table, _, _, one, two = await two_with_clock(server, kind="turn", seconds=600)
    assert two.view is not None
    assert (await two.command(two.view["legal"][0]))["type"] == "ack"
    await one.until("update")
    await pass_time(server, 601)
    while (await two.until("table"))["table"]["seats"][0]["away"] != "time":
        pass
    last = await play_out(two, 1)
    assert [(end["finisher"], end["ending"], end["won"]) for end in last["result"]] == [
        ("passes", "time", False),
        (None, "played", True),
    ]
    assert await stored(server, table) == [("passes", 2, False), (None, 1, True)]


async def test_a_bot_wins_where_the_only_person_left(server: Running) -> None:  # RUL-84
    ada = await server.guest()
    table = await ada.table([{"kind": "me"}, BOT], "switzerland", start=True)
    socket = await ada.sit(table)
    await ada.post(f"/api/tables/{table}/resign")
    last = await play_out(socket)
    assert [(end["ending"], end["won"]) for end in last["result"]] == [("left", False), ("played", True)]


async def test_one_of_two_people_on_a_device_leaves(server: Running) -> None:  # RUL-84
    here = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    device = await server.guest()
    table = await device.table(here, "switzerland", start=True)
    assert (await device.post(f"/api/tables/{table}/resign", {"seat": 1})).status_code == 200
    socket = await device.open(table, 0)
    await socket.until("hello")
    last = await play_out(socket, 0)
    assert [(end["ending"], end["won"]) for end in last["result"]] == [("played", True), ("left", False)]
    (game,) = (await device.get("/api/games")).json()["games"]
    assert [(seat["name"], seat["ending"], seat["won"]) for seat in game["seats"]] == [
        ("Ada", "played", True),
        ("Ben", "left", False),
    ]


async def test_ended_early(server: Running) -> None:  # RUL-84
    table, ada, ben, *_ = await two_seats(server)
    await ada.post(f"/api/tables/{table}/agree", {"agrees": True})
    ended = (await ben.post(f"/api/tables/{table}/agree", {"agrees": True})).json()
    assert [(end["ending"], end["rank"], end["won"]) for end in ended["result"]] == [
        ("unfinished", None, False)
    ] * 2
    (game,) = (await ben.get("/api/games")).json()["games"]
    assert [seat["ending"] for seat in game["seats"]] == ["unfinished"] * 2


async def test_a_record_says_who_left(server: Running, tmp_path: Path) -> None:  # RUL-84
    table, _ada, ben, _, last = await ada_leaves(server, accounts=False)
    text = (await ben.get(f"/api/tables/{table}/record")).text
    record = ws.GameRecord.from_json(text)
    assert ws.unpack(ws.pack(record)).result == record.result
    again = (await ben.post("/api/records", {"record": json.loads(text), "names": ["Ada", "Ben"]})).json()
    assert again["result"] == last["result"]
    assert (again["seats"][0]["bot"], again["seats"][0]["away"]) == ("planner", "left")
    # All records of a site contain it, and so does the imported game's.
    kept = [json.loads(line) async for line in records(server.services.store)]
    assert [one["result"] for one in kept] == [last["result"]] * 2
    # A result that contradicts the game is refused, wherever it is read.
    wrong = json.loads(text)
    wrong["result"][0] |= {"rank": 1, "won": True}
    assert code(await ben.post("/api/records", {"record": wrong})) == (422, "bad_record")
    with pytest.raises(RecordError, match="result does not follow"):
        ws.replay(wrong)
    with pytest.raises(RecordError, match="result does not follow"):
        ws.pack(ws.GameRecord.from_dict(wrong))
    wrong["result"][0]["ending"] = "sulked"
    assert code(await ben.post("/api/records", {"record": wrong})) == (422, "bad_record")


async def test_a_webhook_says_who_played_and_what_counts(tmp_path: Path, inbox: Receiver) -> None:
    host: dict[str, Any] = {"webhook_url": f"{inbox.url}/over", "webhook_secret": "whsec_c2VjcmV0"}
    async with running(tmp_path, **host) as server:
        table, ada, ben, *_ = await ada_leaves(server)
        ids = [(await me(one))["id"] for one in (ada, ben)]
        told = (await inbox.next(60)).json()["data"]
        assert (told["imported"], told["rated"]) == (False, True)
        named = ("player", "name", "bot", "ending", "rank", "won")
        assert [tuple(seat[key] for key in named) for seat in told["seats"]] == [
            (ids[0], "Ada", "planner", "left", 2, False),
            (ids[1], "Ben", None, "played", 1, True),
        ]
        # An imported game, and guests, who have no public page.
        record = (await ben.get(f"/api/tables/{table}/record")).json()
        names = ["Anna", "Bert"]
        assert (await ben.post("/api/records", {"record": record, "names": names})).status_code == 201
        brought = (await inbox.next(60)).json()["data"]
        assert (brought["imported"], brought["rated"]) == (True, False)
        await ada_leaves(server, accounts=False)
        guests = (await inbox.next(60)).json()["data"]
        assert guests["rated"] is True
        for seat in brought["seats"] + guests["seats"]:
            assert (seat["player"], seat["name"]) == (None, None)


async def test_whoever_left_a_moment_before_the_end_has_left(store: Store) -> None:  # RUL-84
    """Another process may have handed over a seat unnoticed by the process that plays the last action."""
    people = (Seat(0, "person", "ada", name="Ada"), Seat(1, "bot", bot="greedy"))
    row = TableRow("g", "usa", "ada", "playing", 1000, "{}", people, started=1000)
    await store.create_table(row, "Ada", 10)
    await store.hand_seat("g", people[0], HandOver(0, 0, "planner", 1500, "left"))
    scores = (SeatScore(0, 90, 1, "{}", "{}"), SeatScore(1, 80, 2, "{}", "{}"))
    await store.writer.append(Append("g", 1, 1, "draw", None, 2000, True, scores, "greedy"))
    query = select(results.c.user, results.c.bot, results.c.rank, results.c.won).order_by(results.c.seat)
    async with store.reading() as connection:
        rows = [tuple(one) for one in await connection.execute(query)]
    assert rows == [("ada", "planner", 2, False), (None, "greedy", 1, True)]
