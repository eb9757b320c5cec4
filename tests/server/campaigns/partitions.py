"""Disconnects one of three servers: the others continue, take over its leases, and lose nothing.

Servers have no connection to each other: all communication goes through their database. So the network between a server
and the database is cut, or stays silent for longer than its lease, and earlier data arrives after the others have taken
over. Players use all servers; players of the other servers avoid the disconnected one, as with a proxy that checks
health.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import SAVING
from tests.server.campaigns.faults import health
from tests.server.campaigns.kills import postgresql
from tests.server.campaigns.link import Link
from tests.server.campaigns.players import (
    LONG,
    People,
    begin_games_of_bots,
    stored_in_postgresql,
    versions_of,
)
from tests.server.process import Process
from tests.server.template import forking

from whistlestop.server.cluster.membership import LIFE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.postgres import Cluster
    from tests.server.template import Template

SERVERS = 3
LASTS = LIFE / 1000 + 2
"""Seconds of a disconnection: longer than its lease."""
WAYS: list[tuple[str, Callable[[Link], None]]] = [
    ("a server hears and says nothing", Link.hush),
    ("a server is cut off", Link.cut),
]
THINK = 0.05
"""Seconds before each move of a player: a disconnection lasts long, and more moves would not test anything else."""
BOTS_THINK = "0.3"
"""Seconds between two moves of bots, so that their games outlast the disconnections."""


@dataclass
class Member:
    """One of the servers, and its network."""

    process: Process
    link: Link


class Partition:
    """Servers of one database, one of which at a time is disconnected."""

    def __init__(self, members: list[Member], address: str, trial: Trial) -> None:
        self._members = members
        self._address = address
        self._rng = trial.dice("servers")
        self._off = members[0]
        self.anywhere, self.elsewhere = (
            People(lambda to=to: self._rng.choice(to()).process.base, trial.dice(name), thinks=THINK)  # type: ignore[misc]
            for name, to in (("anywhere", lambda: members), ("elsewhere", lambda: self._others))
        )
        self.taken_over = 0
        """Games of bots that another server has taken over."""

    @property
    def _others(self) -> list[Member]:
        return [member for member in self._members if member is not self._off]

    @property
    def acknowledged(self) -> int:
        """Return the number of moves."""
        return self.anywhere.acknowledged + self.elsewhere.acknowledged

    @property
    def unavailable(self) -> int:
        """Return the number of answers that asked players to try again."""
        return self.anywhere.unavailable + self.elsewhere.unavailable

    async def go_through(self, name: str, cut: Callable[[Link], None]) -> None:
        """Play before, during and after a disconnection. Raises Fault."""
        self._off = self._rng.choice(self._members)
        async with self.anywhere.playing(), self.elsewhere.playing():
            await self._played(f"before {name}", self.anywhere, self.elsewhere)
            bots = await begin_games_of_bots(self._off.process.base)
            cut(self._off.link)
            try:
                await self.anywhere.wait(LASTS)
                told = [await health(member.process) for member in (self._off, *self._others)]
                if told != [503, *[200] * len(self._others)]:
                    raise Fault(f"{name}: health says {told}")
                await self._go_on(bots, self._others[0])
                self.taken_over += len(bots)
                await self._played(f"while {name}", self.elsewhere)
            finally:
                self._off.link.mend()
            until = time.monotonic() + LONG
            while await health(self._off.process) != 200:
                if time.monotonic() > until:
                    raise Fault(f"{name}: the server does not recover")
                await asyncio.sleep(0.1)
            await self._played(f"after {name}", self.anywhere, self.elsewhere)
            await self._go_on(bots, self._off)
        stored = stored_in_postgresql(self._address)
        for people in (self.anywhere, self.elsewhere):
            people.check(stored)

    async def _go_on(self, bots: list[str], seen_from: Member) -> None:
        """Wait until all games of bots have continued, from the view of one of the servers."""
        base = seen_from.process.base
        before = await versions_of(base, bots)
        waiting, until = set(bots), time.monotonic() + LONG
        while waiting:
            if time.monotonic() > until:
                raise Fault(f"{len(waiting)} games of bots do not go on")
            now = await versions_of(base, bots)
            waiting = {game for game in waiting if now[game] == before[game]}
            await asyncio.sleep(0.2)

    async def _played(self, when: str, *groups: People) -> None:
        """Wait until each of these groups has an acknowledged move."""
        for people in groups:
            if not await people.wait(LONG, partial(_has, people, people.acknowledged + 2)):
                raise Fault(f"nobody can play {when}")


def _has(people: People, moves: int) -> bool:
    return people.acknowledged >= moves


async def cut_off(trial: Trial, made: Cluster, template: Template | None) -> list[Figure]:
    """Disconnect a server this number of times, alternating between the two ways."""
    address = made.database()
    members = []
    for _ in range(SERVERS):
        link = Link(made.port)
        await link.start()
        url = address.replace(f":{made.port}/", f":{link.port}/")
        members.append(
            Member(Process(trial.folder, url, template=template, WHISTLESTOP_BOT_DELAY=BOTS_THINK), link)
        )
    partition = Partition(members, address, trial)
    cuts = 0
    try:
        for member in members:
            await member.process.start()
        for member in members:
            await member.process.ready()
        while trial.goes_on(cuts):
            name, cut = WAYS[cuts % len(WAYS)]
            await partition.go_through(name, cut)
            cuts += 1
            trial.say(f"{cuts} times, {partition.acknowledged} moves acknowledged, all there")
    finally:
        for member in members:
            await member.process.kill()
            await member.link.close()
    return [
        Figure("moves acknowledged", partition.acknowledged),
        Figure("requests answered with `unavailable`", partition.unavailable),
        Figure("bot games continued by another server", partition.taken_over),
    ]


async def run(trial: Trial) -> list[Figure]:
    """Run the campaign on its own PostgreSQL server."""
    with postgresql() as made:
        async with forking() as template:
            return await cut_off(trial, made, template)


CAMPAIGNS = [
    Campaign(
        "partition",
        "cut off one of three servers from PostgreSQL, and so from the others, or pause it beyond its lease",
        "partitions",
        200,
        1,
        lambda trial: asyncio.run(run(trial)),
        (*SAVING, *(f"tests/server/campaigns/{name}.py" for name in ("link", "partitions"))),
    )
]
