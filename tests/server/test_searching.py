"""Searches for the bots of tables: in time or not at all, without leftover processes."""

from __future__ import annotations

import asyncio
import math
import os
import sys
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import running
from tests.waiting import eventually

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.levels import LEVELS
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.tables import bots as seated
from whistlestop.server.usecases.tables import searching
from whistlestop.server.usecases.tables.searching import ANSWER, ARGUMENTS, Question, Searching
from whistlestop.text.advice import Searched

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    Started = Callable[..., Searching]

# A fake process: with answer 5 it dies, with 6 it hangs, otherwise it returns its number.
PLAYER = """
import pickle, struct, sys, time
number, answer = struct.Struct("<q"), struct.Struct("<qd")
while head := sys.stdin.buffer.read(number.size):
    seed = pickle.loads(sys.stdin.buffer.read(*number.unpack(head)))[1]
    if seed == 5:
        sys.exit(1)
    if seed == 6:
        time.sleep(600)
    sys.stdout.buffer.write(answer.pack(seed, 0.25))
    sys.stdout.buffer.flush()
"""
DIES, HANGS = 5, 6


def seen() -> ws.Observation:
    return ws.Game.new("usa", 2, seed=1).observe(0)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


@pytest.fixture
async def start() -> AsyncIterator[Started]:
    """Return a function that creates a search with settings; it is closed at the end."""
    made: list[Searching] = []

    def start(arguments: tuple[str, ...] = ("-c", PLAYER), **settings: Any) -> Searching:
        made.append(Searching(Settings(**{"search_time": 30.0, **settings}), arguments))
        return made[-1]

    yield start
    for one in made:
        await one.close()


async def test_one_process_answers_everything(start: Started) -> None:
    """The first request starts the process."""
    search = start()
    assert not search.pids
    assert [await search.choose("search", seed, seen()) for seed in (1, 2)] == [1, 2]
    assert len(search.pids) == 1
    assert await asyncio.gather(*(search.choose("search", seed, seen()) for seed in (7, 8, 9))) == [7, 8, 9]
    assert len(search.pids) == 1
    assert (search.answered, search.unanswered) == (5, 0)


async def test_advice_comes_with_what_it_is_worth(start: Started) -> None:
    found = await start().advise(seen())
    assert found == Searched(0, 0.25)
    assert await start(search_processes=0, search_time=0.05).advise(seen()) is None


async def test_as_many_processes_as_are_wanted(start: Started) -> None:
    search = start(search_processes=2)
    await asyncio.gather(*(search.choose("search", seed, seen()) for seed in range(7, 12)))
    assert len(search.pids) == 2


async def test_without_processes_nothing_is_searched(start: Started) -> None:
    search = start(search_processes=0, search_time=0.05)
    assert await search.choose("search", 1, seen()) is None
    assert (search.answered, search.unanswered, search.pids) == (0, 1, set())


async def test_a_dead_process_is_replaced(start: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    search = start()
    assert await search.choose("search", 1, seen()) == 1
    first = search.pids
    assert await search.choose("search", DIES, seen()) is None
    assert not search.pids
    assert await search.choose("search", 1, seen()) is None  # not at once: it might crash again and again
    pause = searching.PAUSE
    monkeypatch.setattr(searching, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + pause))
    assert await search.choose("search", 1, seen()) == 1
    assert search.pids
    assert not search.pids & first
    monkeypatch.setattr(searching, "PAUSE", 0.0)
    os.kill(next(iter(search.pids)), 9)  # while it has nothing to do
    assert await search.choose("search", 2, seen()) is None
    assert await search.choose("search", 2, seen()) == 2


async def test_a_process_that_cannot_be_started(start: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent/program")
    search = start()
    assert await search.choose("search", 1, seen()) is None
    assert await search.choose("search", 1, seen()) is None


async def test_a_process_that_hangs_is_killed(start: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the time limit there is no answer, so nobody waits, and other requests are not blocked."""
    search = start(search_time=0.3)
    monkeypatch.setattr(searching, "HUNG", 0.5)
    monkeypatch.setattr(searching, "PAUSE", 0.0)
    monkeypatch.setattr(searching, "SLACK", 0.0)
    asked = asyncio.gather(*(search.choose("search", HANGS, seen()) for _ in range(3)))
    await eventually(lambda: bool(search.pids), 60)
    (hung,) = search.pids
    assert await asked == [None, None, None]
    await eventually(lambda: hung not in search.pids, 60)
    assert not is_running(hung)
    search.seconds = 30.0
    assert await search.choose("search", 1, seen()) == 1


async def test_a_late_answer_is_dropped(start: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    """The late answer is not mistaken for the answer to the next request."""
    slow = PLAYER.replace("if seed == 5:", "time.sleep(0.5)\n    if seed == 5:")
    search = start(arguments=("-c", slow), search_time=0.1)
    monkeypatch.setattr(searching, "SLACK", 0.0)
    assert await search.choose("search", 1, seen()) is None
    await eventually(lambda: search.idle == 1, 60)
    search.seconds = 30.0
    assert await search.choose("search", 2, seen()) == 2
    assert len(search.pids) == 1


async def test_nothing_is_left_after_closing(start: Started) -> None:
    search = start(search_processes=2)
    first = await search.choose("search", 1, seen())
    asked = asyncio.create_task(search.choose("search", HANGS, seen()))
    await eventually(lambda: not search.idle, 60)
    pids = search.pids
    await search.close()
    assert first == 1
    assert pids
    assert not search.pids
    assert not any(is_running(pid) for pid in pids)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)


async def ended(process: asyncio.subprocess.Process) -> int:
    async with asyncio.timeout(60):
        return await process.wait()


@pytest.mark.slow
async def test_the_real_process_searches_and_ends_with_its_input() -> None:
    """Near the end of a game, with interpreted rules, its answer equals the choice of a search in this process."""
    game = ws.Game.new("switzerland", 2, seed=4)
    planner = bots.make("planner")
    while game.states[0]["final_left"] != 1:
        seat = game.to_act[0]
        game.play_id(bots.ask(planner, game.observe(seat)), seat)
    observation = game.observe(game.to_act[0])
    spec = "expert:playouts=40"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *ARGUMENTS,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for seed in (3, 4):
        process.stdin.write(Question(spec, seed, observation).frame())
        async with asyncio.timeout(120):
            action, gain = ANSWER.unpack(await process.stdout.readexactly(ANSWER.size))
        assert action == bots.ask(bots.make(spec, seed), observation)
        assert math.isnan(gain)  # no request yet
        if sys.platform != "win32":
            process.terminate()  # systemd signals every process of a service; this one ends with its server
    process.stdin.close()  # as happens when the server is killed
    assert await ended(process) == 0


def watched(monkeypatch: pytest.MonkeyPatch, choose: Callable[..., Awaitable[int | None]]) -> None:
    """Make the server search as if its rules were compiled."""
    monkeypatch.setattr(seated, "is_compiled", lambda: True)
    monkeypatch.setattr(Searching, "choose", choose)


async def test_expert_plays_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a result it plays like the planner; after a restart, the search for a version has the same seed."""
    asked: list[tuple[str, int]] = []

    async def choose(_self: Searching, bot: str, seed: int, observation: ws.Observation) -> int | None:
        asked.append((bot, seed))
        return observation.legal_ids()[-1] if len(asked) % 2 else None

    watched(monkeypatch, choose)
    async with running(tmp_path) as server:
        ada = await server.guest()
        seats = [{"kind": "bot", "bot": "expert"}, {"kind": "bot", "bot": "planner"}]
        socket = await ada.sit(await ada.table(seats, "switzerland", start=True))
        while socket.view is None or socket.view["version"] < 20:
            await socket.receive()
    assert {bot for bot, _ in asked} == {"expert"}
    assert len({seed for _, seed in asked}) == len(asked)


async def test_every_level_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All levels play at the same time, at one table each; while rules are interpreted, there are no searches."""
    monkeypatch.setattr(seated, "is_compiled", lambda: False)
    async with running(tmp_path) as server:
        ada = await server.guest()
        sockets = []
        for bot in seated.bot_list():
            seats = [{"kind": "me"}, {"kind": "bot", "bot": bot.id}]
            sockets.append(await ada.sit(await ada.table(seats, "switzerland", start=True)))
        for socket in sockets:
            while socket.view is None or socket.view["version"] < 4:
                if socket.view is not None and 0 in socket.view["to_act"]:
                    assert (await socket.command(socket.view["legal"][0]))["type"] == "ack"
                await socket.receive()
        searching = server.services.bots.searching
        assert (searching.pids, searching.answered, searching.unanswered) == (set(), 0, 0)
    assert len(sockets) == len(LEVELS) + 1
