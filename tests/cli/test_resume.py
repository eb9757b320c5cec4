"""Real processes write games to a folder and are stopped; another run continues, and the result is the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.waiting import wait_for, wait_for_blocks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="an interrupt cannot be sent to one process there"),
]
GAMES = ("--players", "3", "--bots", "greedy,random", "--games", "90", "--block", "3")
COMMAND = ("simulate", "switzerland", *GAMES, "--moves", "--records")
BLOCKS = 30


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start a run of two processes in a separate process group, as a shell does."""
    return subprocess.Popen(
        [sys.executable, "-m", "whistlestop", *COMMAND, "--out", str(folder), "--jobs", "2", *options],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Background processes of a shell ignore the signal, and children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".lock"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def wait_for_end(group: int) -> None:
    """Wait until no process of a group is left."""

    def ended() -> bool:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        return False

    wait_for(ended, 20)


def report(run: Run, folder: Path, *options: str) -> dict[str, Any]:
    """Return the report of a run that finishes in this process, without the parts that vary."""
    result = run(*COMMAND, "--out", folder, "--jobs", "1", "--json", *options)
    assert result.exit_code == 0, result.stderr
    said: dict[str, Any] = json.loads(result.stdout)
    return said | dict.fromkeys(("jobs", "seconds", "games_per_second"))


def test_interrupted_and_killed_it_goes_on(run: Run, tmp_path: Path) -> None:
    """Interrupted at the keyboard, then killed, then finished: the files are the same byte for byte, and so
    is the report.
    """
    pytest.importorskip("pyarrow")
    told_whole = report(run, tmp_path / "whole")
    whole = contents(tmp_path / "whole")
    assert len(whole) == 1 + 3 * BLOCKS
    folder = tmp_path / "games"

    process = start(folder)
    wait_for_blocks(process, folder, 5)
    os.killpg(process.pid, signal.SIGINT)  # the whole process group gets it, as from a keyboard
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
    wait_for_blocks(process, folder, len([name for name in some if name.startswith("seats")]) + 5)
    process.kill()  # only the parent process; its children end with it
    process.communicate()
    wait_for_end(process.pid)
    more = {name: content for name, content in contents(folder).items() if not name.endswith(".tmp")}
    assert len(some) < len(more) < len(whole)
    assert all(whole[name] == content for name, content in more.items())

    assert report(run, folder, "--resume") == told_whole
    assert contents(folder) == whole
