from __future__ import annotations

import gc
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from tests.cli.conftest import Run

import whistlestop as ws
from whistlestop.cli import play
from whistlestop.core import jit

COMMANDS = [
    "play",
    "serve",
    "simulate",
    "arena",
    "bench",
    "replay",
    "verify",
    "warmup",
    "board",
    "admin",
    "tournament",
    "db",
]


def test_help_names_every_command(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(command in result.stdout for command in COMMANDS)


def test_parts_of_a_bench(run: Run) -> None:
    done = run("bench", "--quick", "--only", "gzip_bytes")
    assert "gzip_bytes: " in done.stderr, "who waits for minutes is told how far it is"
    figures = json.loads(done.stdout)
    assert set(figures) == {"machine", "effort", "gzip_bytes"}
    wrong = run("bench", "--only", "luck")
    assert wrong.exit_code == 2
    assert "gzip_bytes" in wrong.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    assert run(command, "--help").exit_code == 0


def test_version(run: Run) -> None:
    assert run("--version").stdout.strip() == f"whistlestop {ws.__version__}"


def test_unknown_command_is_wrong_usage(run: Run) -> None:
    assert run("pley").exit_code == 2


def test_help_does_not_load_the_server() -> None:
    code = (
        "import sys; from whistlestop.cli.app import app; print([m for m in sys.modules if 'litestar' in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_play_without_a_client_says_how_to_get_one(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WHISTLESTOP_STATIC", str(tmp_path))
    result = run("play", "--no-browser")
    assert result.exit_code == 4
    assert "make play" in result.stderr


def test_a_bad_setting_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_PORT", "harbour")
    result = run("serve")
    assert result.exit_code == 2
    assert "WHISTLESTOP_" in result.stderr


def test_a_port_in_use_is_noticed() -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        assert not play.taken("127.0.0.1", busy.getsockname()[1])
        busy.listen()
        assert play.taken("127.0.0.1", busy.getsockname()[1])


def test_the_real_program_verifies_a_record(record: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "whistlestop", "verify", str(record), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ok"]


@pytest.mark.slow
def test_serve_answers_and_stops(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text(
        "<!doctype html><title>Whistlestop</title>", encoding="utf-8"
    )
    environment = {
        **os.environ,
        "WHISTLESTOP_STATIC": str(tmp_path / "static"),
        "WHISTLESTOP_DATABASE": str(tmp_path / "games.db"),
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "whistlestop", "serve", "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout is not None
        line = next(line for line in server.stdout if "http://" in line)
        address = line[line.index("http://") :].strip()
        with urllib.request.urlopen(f"{address}api/rulesets", timeout=10) as answer:
            assert {entry["id"] for entry in json.load(answer)} == set(ws.ruleset_ids(variants=True))
        started = time.monotonic()
        server.terminate()
        server.wait(timeout=15)
        assert time.monotonic() - started < 15
    finally:
        server.kill()
        server.wait()


def test_a_start_that_fails_leaves_the_process_as_it_was(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Compilation and garbage collection stay enabled, because a program that embeds the command keeps running."""
    monkeypatch.setenv("WHISTLESTOP_DATABASE", str(tmp_path))  # a folder is not a database
    before = jit.is_compiled()
    result = run("serve")
    assert result.exit_code != 0, result.output
    assert jit.is_compiled() == before
    assert gc.isenabled()
