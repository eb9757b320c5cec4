"""Kills real servers at random moments: every acknowledged move must be stored exactly once, and games
continue.

People play by WebSocket at several tables, bots at others. After each kill, the clients reconnect automatically and
resend unanswered commands with the same id. One server has its own file or PostgreSQL. Of several servers on one
PostgreSQL, one at a time is killed, or suspended beyond its lease and then resumed, while the others serve.
"""

from __future__ import annotations

import asyncio
import random
import signal
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import psycopg
from tests.campaigns.frame import Campaign, Fault, Figure, Trial, Unavailable
from tests.campaigns.watched import SAVING
from tests.server.campaigns.players import (
    LONG,
    People,
    Stored,
    begin_games_of_bots,
    games_of_bots_end,
    stored_in_file,
    stored_in_postgresql,
)
from tests.server.postgres import Cluster, cluster
from tests.server.process import Process
from tests.server.template import forking

import whistlestop as ws
from whistlestop.server.cluster.membership import LIFE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SPAN = 2.0
"""The maximum time between start and kill, in seconds, divided by the number of servers, because several servers play
more moves."""
TABLES = 6
"""Number of tables with two people each: enough for MOVES within the kills of a campaign."""
BOTS_EVERY = 50
"""Number of kills after which new games of bots start."""
ENOUGH = 25
"""The minimum number of moves for a meaningful campaign."""
MOVES = 333_334
"""The goal of each of the three campaigns: a million in total."""
KILLED = 0.9
"""The share of failures that are kills; of several servers, the others are suspended."""
PAUSE = LIFE / 1000 + 1
"""Seconds for which a server is suspended: longer than its lease."""


class Servers:
    """One server, or several on one database; sometimes one of them fails."""

    def __init__(self, processes: list[Process], rng: random.Random) -> None:
        self._all = processes
        self._up: list[Process] = []
        self._rng = rng
        self.kills = self.stops = 0

    def draw_span(self) -> float:
        """Draw the seconds until the next server fails."""
        return self._rng.uniform(0, SPAN / len(self._all))

    def base(self) -> str:
        """Return a running server, not always the same."""
        return self._rng.choice(self._up or self._all).base

    async def start(self) -> None:
        """Start the servers that are down."""
        for server in self._all:
            if server not in self._up:
                await server.start()

    async def ready(self) -> None:
        """Wait for the servers that were started."""
        for server in self._all:
            if server not in self._up:
                await server.ready()
                self._up.append(server)

    async def fail(self) -> None:
        """Kill one; sometimes suspend one of several instead, for longer than its lease."""
        server = self._rng.choice(self._up)
        self._up.remove(server)
        if len(self._all) == 1 or self._rng.random() < KILLED:
            await server.kill()
            self.kills += 1
            return
        server.send(signal.SIGSTOP)
        await asyncio.sleep(PAUSE)
        server.send(signal.SIGCONT)
        self._up.append(server)
        self.stops += 1

    async def end(self, with_signal: int = signal.SIGKILL) -> None:
        """Stop all servers."""
        for server in self._all:
            await server.kill(with_signal)
        self._up.clear()


async def play_and_kill(trial: Trial, servers: Servers, stored: Callable[[], Stored]) -> list[Figure]:
    """Play and kill; compare after each kill and at the end."""
    rng = trial.dice()
    people = People(servers.base, trial.dice("people"), TABLES)
    bots: list[str] = []
    try:
        await servers.start()
        await servers.ready()
        while trial.goes_on(servers.kills):
            if len(bots) <= servers.kills // BOTS_EVERY * len(ws.ruleset_ids()):
                bots += await begin_games_of_bots(servers.base())
            async with people.playing():
                before = people.acknowledged
                if rng.random() < 0.8:  # otherwise the kill may come before any move
                    await people.wait(LONG, lambda before=before: people.acknowledged > before)  # type: ignore[misc]
                await people.wait(servers.draw_span())
                await servers.fail()
                people.check(stored())
                await servers.start()
                if rng.random() < 0.1:  # sometimes also during a start
                    await people.wait(rng.uniform(0, 2))
                    await servers.end()
                    servers.kills += 1
                    await servers.start()
                ready = asyncio.create_task(servers.ready())
                await people.wait(LONG, ready.done)
                await ready
            if servers.kills % 10 == 0:
                trial.say(f"{servers.kills} kills, {people.acknowledged} moves acknowledged, all there")
        # At the end, all clients reconnect and resend their unanswered commands.
        async with people.playing():
            await people.wait(LONG, lambda: people.acknowledged >= ENOUGH)
        await games_of_bots_end(servers.base(), bots)
        people.check(stored())
        if people.acknowledged < ENOUGH:
            raise Fault(f"only {people.acknowledged} moves were acknowledged")
    finally:
        await servers.end()
    return [
        Figure("servers paused beyond their lease", servers.stops),
        Figure("moves acknowledged", people.acknowledged, MOVES),
    ]


@contextmanager
def postgresql() -> Iterator[Cluster]:
    """Yield a new PostgreSQL server. Raises Unavailable."""
    with cluster() as made:
        if made is None:
            raise Unavailable("there is no PostgreSQL on this machine")
        yield made


async def on_file(trial: Trial) -> list[Figure]:
    """Run the campaign with one server on SQLite."""
    async with forking() as template:
        process = Process(trial.folder, template=template)
        servers = Servers([process], trial.dice("servers"))
        return await play_and_kill(trial, servers, partial(stored_in_file, process.database))


async def on_postgresql(trial: Trial, number: int) -> list[Figure]:
    """Run the campaign with this number of servers on one PostgreSQL."""
    with postgresql() as made:
        address = made.database()

        def stored() -> Stored:
            with psycopg.connect(address) as database:
                if database.execute("select count(*) from hand_overs").fetchone() != (0,):
                    raise Fault("a seat was handed over, and nobody has a clock")
            return stored_in_postgresql(address)

        async with forking() as template:
            processes = [Process(trial.folder, address, template=template) for _ in range(number)]
            return await play_and_kill(trial, Servers(processes, trial.dice("servers")), stored)


WATCHED = (*SAVING, "tests/server/campaigns/kills.py")

CAMPAIGNS = [
    Campaign(
        "kill-file",
        "`kill -9` a server with a SQLite file",
        "kills",
        1000,
        1,
        lambda trial: asyncio.run(on_file(trial)),
        WATCHED,
    ),
    Campaign(
        "kill-postgresql",
        "`kill -9` a server with PostgreSQL",
        "kills",
        1000,
        0,
        lambda trial: asyncio.run(on_postgresql(trial, 1)),
        WATCHED,
    ),
    Campaign(
        "kill-several",
        "`kill -9` one of three servers with one PostgreSQL",
        "kills",
        1000,
        1,
        lambda trial: asyncio.run(on_postgresql(trial, 3)),
        WATCHED,
    ),
]
