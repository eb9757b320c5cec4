"""`serve --workers`: several processes behind one port; if one ends, nobody loses anything."""

from __future__ import annotations

import os
import random
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import psycopg
import pytest
from tests.server.harness import Running, play_on, two_seats
from tests.server.process import Process
from tests.waiting import WAIT, eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds workers in /proc")


async def _served_by(shared: str, number: int) -> None:
    """Wait until this number of processes serve a database."""

    def served() -> bool:
        with psycopg.connect(shared) as connection:
            return connection.execute("select count(*) from processes").fetchone() == (number,)

    await eventually(served, 6 * WAIT)


def _a_worker(server: Process) -> int:
    """Return the process id of one of a server's workers."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return next(
        int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    )


async def test_a_worker_that_is_killed_is_started_again(
    tmp_path: Path, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHISTLESTOP_WORKERS", "2")
    server = Process(tmp_path, shared)
    await server.start()
    try:
        await server.ready()
        await _served_by(shared, 2)
        async with AsyncExitStack() as stack:
            reached = Running(server.base, None, stack)  # type: ignore[arg-type]
            table, ada, ben, first, second = await two_seats(reached)
            sockets = {0: first, 1: second}
            before = await play_on(sockets, random.Random(1), most=20)
            os.kill(_a_worker(server), signal.SIGKILL)
            sockets = {0: await ada.sit(table), 1: await ben.sit(table)}
            assert await play_on(sockets, random.Random(2), most=20) >= before + 20
        await _served_by(shared, 2)
    finally:
        await server.kill(signal.SIGTERM)
    with psycopg.connect(shared) as connection:
        assert connection.execute("select count(*) from processes").fetchone() == (0,)
