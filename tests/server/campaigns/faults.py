"""Makes dependencies of a server fail for a while: no move is lost, health reports it, and everything recovers.

During a failure, moves that cannot be saved are refused as `unavailable` and resent with the same id; others are
played. Afterwards play continues without any intervention. The campaign `clocks` covers jumping clocks. `kill-file`
covers servers that the system kills for lack of memory; here allocations fail. A C extension that does not check one
of them can end the process (msgspec 0.22 does, rarely); then it starts again, as under a service manager.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import httpx
from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import SAVING, SERVER
from tests.server.campaigns.disk import Disk
from tests.server.campaigns.kills import postgresql
from tests.server.campaigns.link import Link
from tests.server.campaigns.players import LONG, People, Stored, stored_in_file, stored_in_postgresql
from tests.server.process import Process

from whistlestop.server.http.connections import FEWEST, RESERVED

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.server.postgres import Cluster

LASTS = 4.0
"""Duration of a fault in seconds."""
ANSWERED = 15.0
"""Seconds within which every request is answered, even during a fault."""
DESCRIPTORS = RESERVED + FEWEST + 36
"""File descriptors of a process: enough for a hundred connections."""


@dataclass(frozen=True)
class Failing:
    """A dependency that fails and recovers."""

    name: str
    begin: Callable[[], Awaitable[None]]
    end: Callable[[], Awaitable[None]]
    saves: bool | None
    """Whether moves can be saved during the fault: if so, play continues and health reports it. None: either is
    allowed."""
    ends: bool = False
    """Whether it may end the process."""


async def health(process: Process) -> int:
    """Return a server's health; retry after a disconnect or a 408. Raises Fault if it does not answer.

    The server answers 408 if this process, on a busy machine, connects and then stalls before sending its request.
    """
    until = time.monotonic() + ANSWERED
    while time.monotonic() < until:
        with suppress(httpx.TransportError):
            async with httpx.AsyncClient(base_url=process.base, timeout=ANSWERED, verify=False) as http:
                status = (await http.get("/api/health")).status_code
                if status != 408:
                    return status
        await asyncio.sleep(0.1)
    raise Fault(f"no answer within {ANSWERED} s; {process.last_words()}")


@dataclass
class Site:
    """A server, its players, and the failures so far."""

    process: Process
    people: People
    stored: Callable[[], Stored]
    slowest: float = 0.0
    ended: int = 0
    """Number of failures that ended the process."""

    async def go_through(self, failing: Failing) -> None:
        """Play before, during and after a failure."""
        people = self.people
        async with people.playing():
            await self._played("before", failing)
            await failing.begin()
            try:
                await people.wait(LASTS)
                await self._during(failing)
            finally:
                await failing.end()
            begin = asyncio.get_running_loop().time()
            if failing.ends and self.process.has_ended:
                self.ended += 1
                await self.process.start()
                await self.process.ready()
                await self.process.compiled()
            while await health(self.process) != 200:
                if asyncio.get_running_loop().time() > begin + LONG:
                    raise Fault(f"{failing.name}: the server does not recover; {self.process.last_words()}")
                await asyncio.sleep(0.1)
            await self._played("after", failing)
            self.slowest = max(self.slowest, asyncio.get_running_loop().time() - begin)
        people.check(self.stored())

    async def _during(self, failing: Failing) -> None:
        """Check the health and, if moves can be saved, that they are."""
        try:
            status = await health(self.process)
        except Fault as fault:
            if failing.ends and self.process.has_ended:
                return
            raise Fault(f"{failing.name}: {fault}") from None
        if failing.saves is not None and status != (200 if failing.saves else 503):
            raise Fault(f"{failing.name}: health says {status}")
        if failing.saves:
            await self._played("while", failing)

    async def _played(self, when: str, failing: Failing) -> None:
        """Wait until moves are acknowledged."""
        people = self.people
        before = people.acknowledged
        if not await people.wait(LONG, lambda: people.acknowledged >= before + 2):
            raise Fault(f"{failing.name}: nobody can play {when} it; {self.process.last_words()}")

    def figures(self, faults: int) -> list[Figure]:
        """Return the figures."""
        return [
            Figure("injected failures", faults),
            Figure("servers ended by lack of memory", self.ended),
            Figure("moves acknowledged", self.people.acknowledged),
            Figure("requests answered with `unavailable`", self.people.unavailable),
            Figure("longest recovery, s", round(self.slowest, 1), kind="most", wall=True),
        ]


async def on_file(trial: Trial) -> list[Figure]:
    """Test a full disk, a slow one, and exhausted descriptors and memory."""
    process = Process(trial.folder, descriptors=DESCRIPTORS)
    disk = Disk(process.database)
    process.variables.update(disk.environment(traced=False))
    people = People(lambda: process.base, trial.dice("people"))
    site = Site(process, people, partial(stored_in_file, process.database))

    async def fill() -> None:
        disk.set(fails=errno.ENOSPC)

    async def slow_down() -> None:
        disk.set(sync_ms=500)

    async def repair() -> None:
        disk.set()

    held: list[socket.socket] = []

    async def connect_all() -> None:
        for _ in range(2 * DESCRIPTORS):
            made = socket.socket()
            held.append(made)
            made.setblocking(False)
            made.connect_ex(("127.0.0.1", process.port))

    async def let_go() -> None:
        while held:
            held.pop().close()

    async def hold_memory() -> None:
        process.limit_memory(process.memory("VmSize"))

    async def give_memory() -> None:
        if not process.has_ended:
            process.limit_memory(None)

    return await _go_through(
        trial,
        site,
        [
            Failing("a full disk", fill, repair, saves=False),
            Failing("a disk that takes 500 ms for a sync", slow_down, repair, saves=True),
            Failing("no descriptors left", connect_all, let_go, saves=True),
            Failing("no more memory", hold_memory, give_memory, saves=None, ends=True),
        ],
    )


async def on_postgresql(trial: Trial, made: Cluster) -> list[Figure]:
    """Test a database that stops, and a network that is cut or silent."""
    link = Link(made.port)
    await link.start()
    address = made.database()
    process = Process(trial.folder, address.replace(f":{made.port}/", f":{link.port}/"))
    people = People(lambda: process.base, trial.dice("people"))
    site = Site(process, people, partial(stored_in_postgresql, address))

    async def crash() -> None:
        await asyncio.to_thread(made.crash)

    async def start() -> None:
        await asyncio.to_thread(made.start)

    async def cut() -> None:
        link.cut()

    async def hush() -> None:
        link.hush()

    async def mend() -> None:
        link.mend()

    try:
        return await _go_through(
            trial,
            site,
            [
                Failing("a database that ends", crash, start, saves=False),
                Failing("a network that is cut", cut, mend, saves=False),
                Failing("a network that keeps silent", hush, mend, saves=False),
            ],
        )
    finally:
        await link.close()


async def _go_through(trial: Trial, site: Site, failing: list[Failing]) -> list[Figure]:
    process = site.process
    try:
        await process.start()
        await process.ready()
        await process.compiled()  # without memory, the compiler would end the process
        rounds = 0
        while trial.goes_on(rounds):
            for one in failing:
                await site.go_through(one)
                trial.say(
                    f"{rounds + 1}: {one.name}; {site.people.acknowledged} moves acknowledged, all there"
                )
            rounds += 1
    finally:
        await process.kill()
    return site.figures(rounds * len(failing))


def run_on_file(trial: Trial) -> list[Figure]:
    """Run the campaign on SQLite."""
    return asyncio.run(on_file(trial))


def run_on_postgresql(trial: Trial) -> list[Figure]:
    """Run the campaign on PostgreSQL."""
    with postgresql() as made:
        return asyncio.run(on_postgresql(trial, made))


WATCHED = (
    *SAVING,
    *(f"{SERVER}/http/{name}.py" for name in ("admission", "guard", "handlers")),
    *(f"tests/server/campaigns/{name}" for name in ("disk.c", "disk.py", "faults.py", "link.py")),
)

CAMPAIGNS = [
    Campaign(
        "faults-file",
        "fill or slow down the disk, and use up descriptors and memory, with a SQLite file",
        "rounds",
        100,
        1,
        run_on_file,
        WATCHED,
    ),
    Campaign(
        "faults-postgresql",
        "stop and restart PostgreSQL, and cut or delay its network",
        "rounds",
        100,
        1,
        run_on_postgresql,
        WATCHED,
    ),
]
