"""Makes backups during games, and restores them: each must contain every move acknowledged before the backup started.

`whistlestop db verify`, which replays every game, and the rules of `players.py` check the restored database. The server
keeps running meanwhile and must not lose anything either.
"""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import DATABASE, SAVING
from tests.server.campaigns.kills import postgresql
from tests.server.campaigns.players import LONG, People, Stored, stored_in_file, stored_in_postgresql
from tests.server.process import Process
from typer.testing import CliRunner

from whistlestop.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Callable

MOVES = 20
"""The minimum number of acknowledged moves between two backups."""


def db(command: str, *arguments: str) -> None:
    """Run a database command. Raises Fault if it fails or reports anything."""
    done = CliRunner().invoke(app, ["db", command, *arguments])
    if done.exit_code != 0 or done.stdout:
        raise Fault(f"db {command}: {done.stdout} {done.stderr}")


async def play_and_copy(
    trial: Trial, process: Process, database: str, another: Callable[[], str], stored: Callable[[str], Stored]
) -> list[Figure]:
    """Play and make backups; `another` returns the address of a new, empty database, `stored` reads one."""
    people = People(lambda: process.base, trial.dice("people"))
    copied = 0
    try:
        await process.start()
        await process.ready()
        async with people.playing():
            number = 0
            while trial.goes_on(number):
                played = people.acknowledged + MOVES
                await people.wait(LONG, lambda played=played: people.acknowledged >= played)  # type: ignore[misc]
                promised = people.promised()
                copy, place = str(trial.folder / f"copy-{number}"), another()
                await asyncio.to_thread(db, "backup", copy, "--database", database)
                await asyncio.to_thread(db, "restore", copy, "--database", place)
                await asyncio.to_thread(db, "verify", "--database", place)
                there = stored(place)
                people.check(there, promised)
                copied += sum(map(len, there.logs.values()))
                number += 1
                trial.say(f"{number} backups, {people.acknowledged} moves acknowledged, all there")
                people.raise_faults()
    finally:
        await process.kill()
    people.check(stored(database))
    return [
        Figure("moves acknowledged", people.acknowledged),
        Figure("moves replayed from backups", copied),
    ]


def on_file(trial: Trial) -> list[Figure]:
    """Run the campaign on a SQLite file."""
    process = Process(trial.folder)
    numbers = itertools.count()

    def another() -> str:
        return str(trial.folder / f"restored-{next(numbers)}.db")

    def stored(place: str) -> Stored:
        return stored_in_file(Path(place))

    return asyncio.run(play_and_copy(trial, process, str(process.database), another, stored))


def on_postgresql(trial: Trial) -> list[Figure]:
    """Run the campaign on PostgreSQL."""
    with postgresql() as made:
        address = made.database()
        process = Process(trial.folder, address)
        return asyncio.run(play_and_copy(trial, process, address, made.database, stored_in_postgresql))


CAMPAIGNS = [
    Campaign(
        f"backup-{kind}",
        f"back up {what} while people play, and restore each backup",
        "backups",
        100,
        0,
        run,
        (
            *SAVING,
            *(f"{DATABASE}/{name}.py" for name in ("copies", "migration", "moving")),
            "tests/server/campaigns/backups.py",
        ),
    )
    for kind, what, run in (("file", "a SQLite file", on_file), ("postgresql", "PostgreSQL", on_postgresql))
]
