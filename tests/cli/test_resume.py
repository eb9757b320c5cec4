"""Real processes that play into a folder, ended in the middle: another run goes on, and nobody sees a difference."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="an interrupt cannot be sent to one process there"),
]
GAMES = ("--players", "3", "--bots", "greedy,random", "--games", "90", "--block", "3")
COMMAND = ("simulate", "switzerland", *GAMES, "--moves", "--records")
BLOCKS = 30


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    """A run by two processes, in a group of their own, as a shell starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "whistlestop", *COMMAND, "--out", str(folder), "--jobs", "2", *options],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # What runs in the background of a shell ignores the signal, and would hand that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".lock"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def wait_for(process: subprocess.Popen[str], folder: Path, blocks: int) -> None:
    """Wait until so many blocks are whole."""
    while len(list(folder.glob("seats/*.parquet"))) < blocks:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def wait_for_end(group: int) -> None:
    """Wait until no process of a group is left."""
    for _ in range(2000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    pytest.fail("some process did not end")


def report(run: Run, folder: Path, *options: str) -> dict[str, Any]:
    """What a run by this process that comes to its end says, without what differs each time."""
    result = run(*COMMAND, "--out", folder, "--jobs", "1", "--json", *options)
    assert result.exit_code == 0, result.stderr
    said: dict[str, Any] = json.loads(result.stdout)
    return said | dict.fromkeys(("jobs", "seconds", "games_per_second"))


def test_interrupted_and_killed_it_goes_on(run: Run, tmp_path: Path) -> None:
    """Interrupted at the keyboard, then killed, then finished: the same files to the byte, the same report."""
    pytest.importorskip("pyarrow")
    told_whole = report(run, tmp_path / "whole")
    whole = contents(tmp_path / "whole")
    assert len(whole) == 1 + 3 * BLOCKS
    folder = tmp_path / "games"

    process = start(folder)
    wait_for(process, folder, 5)
    os.killpg(process.pid, signal.SIGINT)  # all of the group get it, as from a keyboard
    _, told = process.communicate()
    assert process.returncode == 130
    last = told.strip().splitlines()[-1]
    assert last == f"error: interrupted; the same command with --resume continues from {folder}"
    assert "Traceback" not in told
    wait_for_end(process.pid)
    some = contents(folder)
    assert not [name for name in some if name.endswith(".tmp")]
    assert 1 + 3 * 5 <= len(some) < len(whole)
    assert all(whole[name] == content for name, content in some.items())

    process = start(folder, "--resume")
    wait_for(process, folder, len([name for name in some if name.startswith("seats")]) + 5)
    process.kill()  # only the one that started the others, which end with it
    process.communicate()
    wait_for_end(process.pid)
    more = {name: content for name, content in contents(folder).items() if not name.endswith(".tmp")}
    assert len(some) < len(more) < len(whole)
    assert all(whole[name] == content for name, content in more.items())

    assert report(run, folder, "--resume") == told_whole
    assert contents(folder) == whole
