"""An upgrade without downtime, and its rollback: servers of two versions serve one PostgreSQL at the same time.

The older version is this project before its last change of the schema, from its git history. People play all the time,
on the servers that are running.
"""

from __future__ import annotations

import itertools
import random
import signal
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.campaigns.frame import Unavailable
from tests.server.campaigns.players import LONG, WAIT, People, stored_in_postgresql
from tests.server.campaigns.upgrades import earlier_versions, extracted
from tests.server.process import ROOT, Process

import whistlestop as ws
from whistlestop.server.adapters.database.migration import OLDEST, revisions

MOVES = 15
"""Moves that people make between two steps of the upgrade."""
TABLES = 2

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stops servers as a service manager does")


class Site:
    """The running servers, behind one address."""

    def __init__(self, folder: Path, database: str) -> None:
        self._folder = folder
        self._database = database
        self.up: list[Process] = []
        self._turn = itertools.count()

    def base(self) -> str:
        """Return the address of a server, each in turn."""
        return self.up[next(self._turn) % len(self.up)].base

    async def add(self, source: Path) -> Process:
        """Start a server with these sources, and use it when it is ready."""
        old: dict[str, Any] = {} if source == ROOT / "src" else {"NUMBA_DISABLE_JIT": "1"}
        server = Process(self._folder, self._database, source=source, **old)
        await server.start()
        await server.ready()
        self.up.append(server)
        return server

    async def retire(self, server: Process) -> None:
        """Send no more requests to a server, and stop it."""
        self.up.remove(server)
        await server.kill(signal.SIGTERM)

    def schema(self) -> str:
        """Return the revision of the database."""
        with psycopg.connect(self._database) as connection:
            (found,) = connection.execute("select version_num from alembic_version").fetchone() or ("",)
        return str(found)


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the sources before the last change of the schema."""
    try:
        before = extracted(next(earlier_versions()), tmp_path_factory.mktemp("before"))
    except Unavailable as error:
        pytest.skip(str(error))
    if head(before) < OLDEST:
        pytest.skip("older versions cannot use the current schema")
    return before


def head(source: Path) -> str:
    """Return the newest revision of the schema that a version knows."""
    steps = source / "whistlestop/server/adapters/database/migrations/versions"
    return max(path.name[1:5] for path in steps.glob("v[0-9]*.py"))


@pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
async def test_an_upgrade_and_the_way_back(tmp_path: Path, empty_database: str, older: Path) -> None:
    site = Site(tmp_path, empty_database)
    # The older version has fewer boards, and different rules for some.
    released = (older / "whistlestop" / "rulesets" / "released.csv").read_text(encoding="utf-8")
    known = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).hash in released]
    assert known
    people = People(site.base, random.Random(1), TABLES, known)

    async def play(more: int = MOVES) -> None:
        enough = people.acknowledged + more
        assert await people.wait(LONG, lambda: people.acknowledged >= enough), "nobody can play"

    try:
        first = await site.add(older)
        second = await site.add(older)
        assert site.schema() == head(older)
        async with people.playing():
            await play()
            started = set(people.ledgers)
            third = await site.add(ROOT / "src")  # it changes the schema while the others serve
            assert site.schema() == revisions()[-1]
            await play()
            await site.retire(first)
            await play()
            await site.retire(second)
            await play()
            fourth = await site.add(older)
            await play()
            await site.retire(third)
            people.last()
            assert await people.wait(20 * WAIT, lambda: people.over), "games are not over"
        assert site.up == [fourth]
    finally:
        for server in site.up:
            await server.kill()
    people.check(stored_in_postgresql(empty_database))
    # Pages resend what a stopping server could not save, with the same id, so it is not counted here.
    # The games that began before the upgrade are over, and every move of them is in the log.
    assert started
    with psycopg.connect(empty_database) as connection:
        query = "select count(*) from tables where id = any(%s) and state = 'over'"
        games = sorted({game for game, _ in started})
        assert connection.execute(query, [games]).fetchone() == (len(games),)
