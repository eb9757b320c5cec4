"""Simulates power failures at random moments: unsynced writes may be lost, but every acknowledged move must be on disk.

A server on a SQLite file is killed, and possible states of the files after a power failure are created, many for each
failure; the server continues with one of them. The campaign does not rely on SQLite's guarantees: the database must be
intact and contain everything acknowledged and shown. The checks must detect a disk that does not sync.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import SAVING
from tests.server.campaigns.disk import Disk
from tests.server.campaigns.players import LONG, People, stored_in_file
from tests.server.process import Process
from tests.server.template import forking

if TYPE_CHECKING:
    from pathlib import Path

SPAN = 2.0
"""The maximum time between a start and a power failure, in seconds."""
TABLES = 3
"""Number of tables with two people each."""
WAYS = 10
"""Number of possible disks that are checked for each failure."""
SYNC = 10
"""Duration of a sync in milliseconds, so that there is usually something to lose."""


def run(trial: Trial) -> list[Figure]:
    """Simulate this number of power failures."""
    return asyncio.run(on_file(trial))


async def on_file(trial: Trial) -> list[Figure]:
    """Run the campaign on SQLite."""
    async with forking() as template:
        return await play_and_lose_power(trial, Process(trial.folder, template=template))


async def play_and_lose_power(trial: Trial, process: Process) -> list[Figure]:
    """Play and simulate power failures; check the result each time."""
    rng = trial.dice()
    looked_at = trial.folder / "looked-at"
    looked_at.mkdir()
    disk = Disk(process.database)
    disk.set(sync_ms=SYNC)
    process.variables.update(disk.environment(traced=True))
    people = People(lambda: process.base, trial.dice("people"), TABLES)
    losses = disks = waiting = noticed = 0
    try:
        while trial.goes_on(losses):
            disk.start()
            await process.start()
            await process.ready()
            async with people.playing():
                # Among the first answers, each player may get one for a move from before the failure.
                enough = people.acknowledged + 2 * TABLES
                await people.wait(LONG, lambda enough=enough: people.acknowledged > enough)  # type: ignore[misc]
                await people.wait(rng.uniform(0, SPAN))
                await process.kill()
            noticed += _noticed(people, disk, looked_at)
            remains = disk.lose_power()
            waiting += remains.waiting
            for _ in range(WAYS):
                left = remains.after_loss(rng)
                people.check(stored_in_file(disk.put(left, looked_at)))
                disks += 1
            disk.put(left, trial.folder)
            losses += 1
            trial.say(f"{losses} losses, {people.acknowledged} moves acknowledged, all there")
    finally:
        await process.kill()
    return [
        Figure("disk images checked", disks),
        Figure("moves acknowledged", people.acknowledged),
        Figure("unsynced writes at power loss", waiting),
        Figure("disks without syncs not detected", losses - noticed, 0, "most"),
    ]


def _noticed(people: People, disk: Disk, folder: Path) -> bool:
    """Return whether the checks detect a disk that loses everything despite syncs."""
    left = disk.lose_power(honest=False).synced
    try:
        people.check(stored_in_file(disk.put(left, folder)))
    except Fault:
        return True
    return False


CAMPAIGNS = [
    Campaign(
        "power",
        "cut the power of a server with a SQLite file, and lose any part of unsynced data",
        "power losses",
        1000,
        1,
        run,
        (*SAVING, *(f"tests/server/campaigns/{name}" for name in ("disk.c", "disk.py", "power.py"))),
    )
]
