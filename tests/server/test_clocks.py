"""Clocks: remaining time, compensation for outages, time-outs, and storage."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.frame import Fault
from tests.server.campaigns.clocks import PROMPT, Board, Match, Matches, Process, campaign
from tests.server.campaigns.simulated import SimulatedLoop
from tests.server.harness import TWO_PEOPLE, Guest, Running, Socket, code, running
from tests.waiting import eventually

import whistlestop as ws
from whistlestop import bots
from whistlestop.server.adapters.database import opened
from whistlestop.server.adapters.database.outages import StoredBeats
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain.clock import Clock, ClockSettings
from whistlestop.server.domain.passes import Passes
from whistlestop.server.domain.refusals import Conflict
from whistlestop.server.domain.tables import HandOver, Seat, TableRow
from whistlestop.server.domain.times import Timeline, now, steady_time
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.clocks.heartbeat import OwnHeartbeat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


# ------------------------------------------------------------------------------------------------------ campaign


def test_a_time_out_comes_in_time_where_an_outage_was_found_after_the_turn_had_begun() -> None:
    made = Matches(seed=1)

    async def play() -> None:
        process = Process(made)
        await process.run()
        match = Match("game", ClockSettings("turn", 20, 0), 2, 30, process.timeline.now())
        match.to_act, match.had, match.since = tuple(range(2)), [0, 0], made.world.reachable
        board = process.boards["game"] = Board(match, process.timeline)
        for seat in (0, 1):
            process.act(board, seat, process.timeline.now())
        await asyncio.sleep(3)
        made.world.stall(300_000)
        # Another player acts before the next beat reveals the outage.
        while 0 in match.to_act:
            process.act(board, 0, process.timeline.now())
        await asyncio.sleep(20 + PROMPT / 1000)
        assert match.away == {1}
        await process.kill()

    with asyncio.Runner(loop_factory=lambda: SimulatedLoop(made.world)) as runner:
        runner.run(play())


def test_nobody_is_timed_out_wrongly() -> None:
    done = campaign(games=120, seed=5)
    assert done.done == 120
    assert done.timeouts > 20
    assert done.stops > 50


@pytest.mark.parametrize("fault", ["outages", "restarts", "wall", "stops"])
def test_the_campaign_finds_faults(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "outages":
        monkeypatch.setattr(Timeline, "served", lambda _self, at: at)
    elif fault == "stops":
        monkeypatch.setattr(Clock, "mark", lambda _self, _marks: False)
    elif fault == "restarts":
        monkeypatch.setattr(OwnHeartbeat, "begin", OwnHeartbeat.beat)
    else:
        monkeypatch.setattr(Timeline, "now", lambda self: self._wall())
        monkeypatch.setattr(OwnHeartbeat, "is_fresh", lambda _self: True)
    with pytest.raises(Fault):
        campaign(games=400, seed=5)


# ------------------------------------------------------------------------------------------- who does the least


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_a_seat_that_passes_leaves_everything_as_it_is(ruleset: str) -> None:
    """RUL-12: there is no voluntary pass, so it draws from the deck."""
    game = ws.Game.new(ruleset, players=2, seed=4)
    other = bots.make("greedy", seed=1)
    while not game.over:
        seat = game.to_act[0]
        bot: Any = Passes() if seat == 0 else other
        action = bots.ask(bot, game.observe(seat))
        text = game.ruleset.notation.text(action, game.observe(seat).offer())
        if seat == 0:
            legal = game.legal(0)
            assert text in legal
            word = text.partition(":")[0]
            if word not in {"draw", "keep", "pass", "declare", "stop"}:
                assert not {"draw", "pass"} & set(legal)
            if word == "keep":
                assert text.count(",") == min(one.count(",") for one in legal)
        game.play(text, seat)


def test_it_is_not_offered() -> None:
    assert "passes" not in bots.names()


# --------------------------------------------------------------------------------------------------- real tables


async def two_with_clock(server: Running, **clock: Any) -> tuple[str, Guest, Guest, Socket, Socket]:
    ada, ben = await server.guest(), await server.guest()
    wish = {"ruleset": "usa", "seats": TWO_PEOPLE, "clock": clock}
    table = str((await ada.post("/api/tables", wish)).json()["id"])
    await ben.post(f"/api/tables/{table}/join")
    await ada.post(f"/api/tables/{table}/start")
    return table, ada, ben, await ada.sit(table), await ben.sit(table)


async def test_what_a_clock_may_be(server: Running) -> None:
    ada = await server.guest()
    wish = {"ruleset": "usa", "seats": TWO_PEOPLE}
    for clock in (
        {"kind": "live"},
        {"kind": "live", "seconds": 0},
        {"kind": "turn", "seconds": 10**9},
        {"kind": "live", "seconds": 5, "increment": -1},
        {"kind": "live", "seconds": 5, "bot": "hal"},
        {"kind": "live", "seconds": 5, "bot": "passes"},
        {"kind": "live", "seconds": 5, "bank": 5},
        {"kind": "turn", "seconds": 5, "bank": -1},
        {"kind": "turn", "seconds": 60, "waits": True},
        {"kind": "live", "seconds": 86_400, "waits": True},
        {"kind": "sand", "seconds": 5},
        5,
    ):
        answer = await ada.post("/api/tables", {**wish, "clock": clock})
        assert code(answer) == (400, "bad_request"), clock
    days = {"kind": "turn", "seconds": 86_400, "increment": 0, "bot": "greedy"}
    for clock in (days, {**days, "bank": 259_200}, {**days, "waits": True}):
        made = (await ada.post("/api/tables", {**wish, "clock": clock})).json()
        assert made["clock"] == {"settings": clock, "times": None}
    assert (await ada.post("/api/tables", wish)).json()["clock"] is None


async def pass_time(server: Running, seconds: int) -> None:
    """Let time pass instantly, as if the service had been running."""
    services = server.services
    await services.clocks.close()  # between two heartbeats it would look like an outage
    services.cluster.heartbeat.rest()
    services.store.timeline.leap(services.store.timeline.now() + 1000 * seconds)
    services.clocks.wind()


async def test_a_bot_goes_on_at_zero(server: Running) -> None:
    table, _, _, one, two = await two_with_clock(server, kind="live", seconds=600, bot="greedy")
    times = one.hello["table"]["clock"]["times"]
    assert times["running"] == [0, 1]
    assert 0 < max(times["left"]) <= 600_000
    await pass_time(server, 601)
    told: list[dict[str, Any]] = []
    while len(told) < 2:  # neither player acts
        message = await two.until("table")
        told = [seat for seat in message["table"]["seats"] if seat["bot"] == "greedy"]
    assert [seat["kind"] for seat in told] == ["person", "person"]
    while two.view is None or two.view["phase"] != "over":
        await two.receive()
    entries = await server.services.store.hand_overs(table)
    assert [entry.seat for entry in entries] == [0, 1]


async def test_the_seat_passes_at_zero(server: Running) -> None:
    _, _, _, one, two = await two_with_clock(server, kind="turn", seconds=600)
    view = two.view
    assert view is not None
    assert (await two.command(view["legal"][0]))["type"] == "ack"
    assert (await one.until("update"))["clock"]["running"] == [0]
    await pass_time(server, 601)
    playing: list[str | None] = [None, None]
    while playing[0] is None:
        playing = [seat["bot"] for seat in (await two.until("table"))["table"]["seats"]]
    assert playing == ["passes", None]
    update = await one.until("update")
    assert update["clock"]["left"][1] > 590_000  # a separate turn
    assert (await one.command("draw"))["error"]["code"] == "bot_plays"


async def test_what_came_before_zero_counts(server: Running) -> None:
    """A player whose move arrived at a busy table does not lose on time."""
    table, _, _, one, two = await two_with_clock(server, kind="live", seconds=600)
    services = server.services
    assert one.view is not None
    async with services.tables.use(table) as held:
        await held.lock.acquire()
        moving = asyncio.create_task(one.command(one.view["legal"][0]))
        await eventually(lambda: held.work)
        await pass_time(server, 601)
        await eventually(lambda: len(held.work) >= 2)  # the time-out waits behind the move
        held.lock.release()
        assert (await moving)["type"] == "ack"
        playing: list[str | None] = [None, None]
        while playing == [None, None]:
            playing = [seat["bot"] for seat in (await two.until("table"))["table"]["seats"]]
        assert playing == [None, "passes"]
        logged = await services.store.log(table)
        assert logged[0].at < (held.row.started or 0) + 600_000


async def test_a_restart_takes_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remaining time comes from the log; clocks did not run while the server was down."""
    async with running(tmp_path) as server:
        table, *_, one, two = await two_with_clock(server, kind="live", seconds=600)
        assert one.view is not None
        assert (await one.command(one.view["legal"][0]))["type"] == "ack"
        await two.until("update")
        async with server.services.tables.use(table) as held:
            assert held.clock is not None
            began = server.services.store.timeline.now()
            before = held.clock.told(began).left
    down = 60_000
    later = partial(Timeline, lambda: now() + down, lambda: steady_time() + down)
    monkeypatch.setattr(opened, "Timeline", later)
    async with running(tmp_path) as server, server.services.tables.use(table) as held:
        assert held.clock is not None
        ended = server.services.store.timeline.now()
        after = held.clock.told(ended).left
    assert (before[0] or 0) <= (after[0] or 0) <= 600_000
    # The time after the first server's last beat is given back as well.
    assert (before[1] or 0) - (ended - began - down) <= (after[1] or 0) <= 600_000


# -------------------------------------------------------------------------------------------------- both databases


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = Store(Settings(database=database).database_url)
    await opened.open()
    yield opened
    await opened.close()


async def test_outages_are_kept(store: Store) -> None:
    wall = random.Random(1)
    beats = StoredBeats(store)
    assert await beats.last_beat() is None
    await beats.beat(5000, [])
    heart = OwnHeartbeat(beats, Timeline(lambda: 65_000, lambda: wall.randrange(1)))
    await heart.begin()
    assert await beats.last_beat() == 65_000
    assert heart.is_fresh()
    await beats.beat(70_000, [(66_000, 69_000), (5000, 60_000), (66_000, 67_000)])
    async with store.reading() as connection:
        kept = (await connection.exec_driver_sql("select began, ended from outages order by began")).all()
    assert [tuple(row) for row in kept] == [(5000, 65_000), (66_000, 69_000)]
    await beats.forget()
    assert await beats.outages() == []  # no game in progress needs them


async def test_clocks_and_hand_overs_are_kept(store: Store) -> None:
    person = Seat(0, "person", "ada", None, "Ada")
    seats = (person, Seat(1, "bot", bot="random"))
    row = TableRow(
        "g", "usa", "ada", "playing", 1, "{}", seats, started=7000, clock=ClockSettings("live", 10, 2)
    )
    await store.create_table(row, "Ada", 10)
    found = await store.table("g")
    assert found == row
    assert await store.tables_with_clocks() == ["g"]
    gone = HandOver(0, 0, "greedy", 8000)
    await store.hand_seat("g", person, gone)
    with pytest.raises(Conflict):  # it is a bot's by now
        await store.hand_seat("g", person, gone)
    with pytest.raises(Conflict):  # the game has progressed
        await store.hand_seat("g", Seat(0, "person", "ada", "greedy", "Ada"), HandOver(1, 0, None, 9000))
    await store.hand_seat("g", Seat(0, "person", "ada", "greedy", "Ada"), HandOver(0, 0, None, 9000))
    assert await store.hand_overs("g") == [gone, HandOver(0, 0, None, 9000)]
    beats = StoredBeats(store)
    await beats.beat(9000, [(100, 200), (6000, 7500)])
    await beats.forget()
    assert await beats.outages() == [(6000, 7500)]  # the first one was before every game
