"""Upgrades a site during games: all games are finished, and an older version refuses the newer database.

The older version is this project before its last schema changes, from its git history, and runs as a separate
server. People play there; it is killed, and the current version starts on its database.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import shutil
import sqlite3
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tests.campaigns.frame import Campaign, Fault, Figure, Trial, Unavailable
from tests.campaigns.watched import DATABASE, SRC
from tests.server.campaigns.players import WAIT, People, stored_in_file
from tests.server.process import ROOT, Process

from whistlestop.rulesets import ruleset_ids
from whistlestop.server.adapters.database.migration import ROW, revisions

VERSIONS = [
    "src/whistlestop/server/adapters/database/migrations/versions",
    "src/whistlestop/server/store/migrations/versions",  # their earlier location
]
BACK = 3
"""The age of the older version in schema changes."""
MOVES = 30
"""The minimum number of moves that the older version acknowledges."""
PATIENCE = 20 * WAIT
"""Seconds within which all games must be over."""


def git(*arguments: str) -> bytes:
    """Return git's output. Raises Unavailable without git or a history."""
    program = shutil.which("git")
    if program is None:
        raise Unavailable("there is no git on this machine")
    done = subprocess.run([program, "-C", str(ROOT), *arguments], capture_output=True, check=False)
    if done.returncode:
        raise Unavailable(f"the history of the project is not here: {done.stderr.decode().strip()}")
    return done.stdout


def earlier_versions() -> Iterator[str]:
    """Return a commit of each earlier schema, newest first. Raises Unavailable where the history ends.

    Schemas that the current one does not continue are omitted: they got other numbers when branches were merged.
    """
    changes = git("log", "--format=%H", "--diff-filter=A", "--", *VERSIONS).decode().split()
    latest = _steps("HEAD")
    return (f"{change}^" for change in changes if _steps(f"{change}^") < latest)


def _steps(commit: str) -> set[str]:
    """Return the names of a commit's migrations."""
    listed = git("ls-tree", "-r", "--name-only", commit, "--", *VERSIONS).decode().split()
    return {name.rpartition("/")[2] for name in listed}


def older_version(folder: Path) -> Path:
    """Extract the sources of the older version into a folder; return the path of its package."""
    *_, commit = itertools.islice(earlier_versions(), BACK)
    return extracted(commit, folder)


def extracted(commit: str, folder: Path) -> Path:
    """Extract the sources of a commit into a folder; return the path of its package."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "src"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def only_newest_versions(database: Path) -> None:
    """Make a database say that older versions cannot use it, even if this schema would allow them to."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("update site set value = ? where name = ?", [revisions()[-1], ROW])


async def play_and_upgrade(trial: Trial, number: int) -> People:
    """Play with the older version, upgrade, finish all games, and try to start the older version again."""
    folder = trial.folder / str(number)
    folder.mkdir()
    older = older_version(folder)
    process = Process(folder, source=older, NUMBA_DISABLE_JIT="1")
    known = [name for name in ruleset_ids() if (older / "whistlestop" / "rulesets" / name).is_dir()]
    people = People(lambda: process.base, trial.dice(f"people {number}"), rulesets=known)
    try:
        await process.start()
        await process.ready()
        async with people.playing():
            enough = await people.wait(PATIENCE, lambda: people.acknowledged >= MOVES)
            await process.kill()
        if not enough:
            raise Fault("the older version does not play")
        people.check(stored_in_file(process.database))
        process.source = ROOT / "src"
        del process.variables["NUMBA_DISABLE_JIT"]
        await process.start()
        await process.ready()
        people.last()
        async with people.playing():
            if not await people.wait(PATIENCE, lambda: people.over):
                raise Fault("games that began before the upgrade are not over")
    finally:
        await process.kill()
    people.check(stored_in_file(process.database))
    only_newest_versions(process.database)
    process.source = folder / "src"
    await process.start()
    told = await process.ended(WAIT * 3)
    if "was made by a newer version of Whistlestop" not in told:
        raise Fault(f"the older version on the newer database: {told[-500:] or 'it runs'}")
    return people


def run(trial: Trial) -> list[Figure]:
    """Upgrade this number of sites."""
    number = moves = games = 0
    while trial.goes_on(number):
        people = asyncio.run(play_and_upgrade(trial, number))
        moves += people.acknowledged
        games += len(people.ledgers) // 2
        number += 1
        trial.say(f"{number} upgrades, {games} games finished")
    return [Figure("games finished after the upgrade", games), Figure("moves acknowledged", moves)]


CAMPAIGNS = [
    Campaign(
        "upgrade",
        "upgrade a site with games under way over three schema changes; downgrades must be refused",
        "upgrades",
        10,
        0,
        run,
        (
            *(f"{DATABASE}/{name}" for name in ("migration.py", "migrations", "schema", "store.py")),
            *(f"{SRC}/{name}" for name in ("record.py", "replaying.py", "rulesets")),
            "tests/server/campaigns/upgrades.py",
        ),
    )
]
