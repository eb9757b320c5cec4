"""The content of a disk after a power failure."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.frame import Unavailable
from tests.server.campaigns.disk import RECORD, SECTOR, Disk, File, Kind, Remains, Step, steps

if TYPE_CHECKING:
    from pathlib import Path


def write(offset: int, data: bytes) -> Step:
    return Step(Kind.WRITE, "games.db", 1, offset, data)


def test_what_was_synced_is_there_and_of_the_rest_any_part() -> None:
    rng = random.Random(1)
    file = File(bytearray(b"a" * 4 * SECTOR), [write(0, b"b" * SECTOR)])
    file.sync()
    assert file.after_loss(rng) == b"b" * SECTOR + b"a" * 3 * SECTOR
    file.waiting += [
        write(SECTOR + 10, b"c" * 2 * SECTOR),
        Step(Kind.TRUNCATE, "games.db", 1, 6 * SECTOR, b""),
    ]
    left = {file.after_loss(rng) for _ in range(200)}
    assert {bytes(one[:SECTOR]) for one in left} == {b"b" * SECTOR}
    assert {len(one) for one in left} == {4 * SECTOR, 6 * SECTOR}
    # a write over three sectors: each is kept or not
    parts = {
        tuple(one[sector * SECTOR + 20 if sector == 1 else sector * SECTOR] for sector in (1, 2, 3))
        for one in left
    }
    assert len(parts) == 8


def test_names_that_were_not_synced_may_be_lost_in_their_order() -> None:
    rng = random.Random(1)
    old, new = File(bytearray(b"old")), File(bytearray(b"new"))
    remains = Remains({"games.db": old}, [("games.db-wal", new), ("games.db", None)])
    assert remains.waiting == 2
    found = {tuple(sorted(remains.after_loss(rng))) for _ in range(100)}
    assert found == {("games.db",), ("games.db", "games.db-wal"), ("games.db-wal",)}
    remains.sync_names()
    assert remains.after_loss(rng) == {"games.db-wal": b"new"}


def test_a_line_of_the_trace_that_is_torn_is_none(tmp_path: Path) -> None:
    name = str(tmp_path / "games.db").encode()
    line = RECORD.pack(Kind.WRITE, len(name), 3, 0, 7, 5) + name + b"abc"
    assert list(steps(line + line[:-1])) == [Step(Kind.WRITE, "games.db", 7, 5, b"abc")]


def test_a_real_process_is_written_down(tmp_path: Path) -> None:
    """Skipped if the library cannot be built."""
    path = tmp_path / "games.db"
    try:
        disk = Disk(path)
    except Unavailable as missing:
        pytest.skip(str(missing))
    disk.start()
    program = (
        f"import os, sqlite3; made = sqlite3.connect({str(path)!r}); made.execute('PRAGMA journal_mode=WAL');"
        "made.execute('PRAGMA synchronous=FULL'); made.execute('create table t (x)'); made.commit();"
        "made.execute('insert into t values (1)'); made.commit(); os._exit(0)"
    )
    environment = disk.environment(traced=True)
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    rng = random.Random(1)
    for honest, rows in ((True, {1}), (False, {0, 1})):
        counted = set()
        for number in range(30):
            folder = tmp_path / f"{honest}-{number}"
            folder.mkdir()
            left = disk.put(disk.lose_power(honest=honest).after_loss(rng), folder)
            try:
                with closing(sqlite3.connect(left)) as opened:
                    counted.add(opened.execute("select count(*) from t").fetchone()[0])
            except sqlite3.DatabaseError:
                counted.add(0)
        assert counted <= rows
        assert honest or 0 in counted
