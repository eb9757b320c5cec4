"""Measure a server: time to its first page and first move, with and without compiled code, and memory."""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import whistlestop as ws

__all__ = ["measure", "memory"]

PATIENCE = 600.0
"""Timeout in seconds."""
GAMES = 20
"""Games after which memory is measured again."""


class Visitor:
    """An HTTP client of a server, as a guest with cookies."""

    def __init__(self, port: int, process: int) -> None:
        self.port = port
        self.process = process
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the response as plain data, None for a page. Raises OSError if the server does not respond."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if "csrftoken" in self.cookies:
            headers["X-CSRFToken"] = self.cookies["csrftoken"]
        content = None if body is None else json.dumps(body)
        if content is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, path, content, headers)
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie") or ():
                name, _, value = line.partition(";")[0].partition("=")
                self.cookies[name] = value
            text = answer.read()
        finally:
            connection.close()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:200]!r}")
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else None


@contextmanager
def server(folder: Path, **variables: str) -> Iterator[Visitor]:
    """A server in its own process, with games in a folder and additional environment variables."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    variables |= {
        "WHISTLESTOP_PORT": str(port),
        "WHISTLESTOP_DATABASE": str(folder / "games.db"),
        "WHISTLESTOP_BOT_DELAY": "0",
        "WHISTLESTOP_REQUEST_RATE": "0",
        "WHISTLESTOP_TABLES_PER_DAY": "0",
        "WHISTLESTOP_GUESTS_PER_DAY": "0",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "whistlestop", "serve"],
        env=os.environ | variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield Visitor(port, process.pid)
        finally:
            process.terminate()


def first_page(visitor: Visitor) -> None:
    """Wait for the page."""
    while True:
        try:
            visitor.ask("GET", "/")
        except OSError:
            time.sleep(0.01)
        else:
            return


def first_move(visitor: Visitor) -> None:
    """Start a game against a bot and make the first choice."""
    visitor.ask("GET", "/api/me")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "planner"}]
    table = visitor.ask(
        "POST", "/api/tables", {"ruleset": ws.ruleset_ids()[0], "seats": seats, "start": True}
    )["id"]
    view = visitor.ask("GET", f"/api/tables/{table}/view")["view"]
    command = {"id": "first", "version": view["version"], "action": view["legal"][0]}
    visitor.ask("POST", f"/api/tables/{table}/commands", command)


def slowest_answer(visitor: Visitor, until: float) -> float:
    """Return the longest response time while the server switches to compiled code, with constant requests."""
    longest = 0.0
    compiled = False
    while not compiled:
        asked = time.perf_counter()
        if asked > until:
            raise RuntimeError("the server did not switch to compiled code in time")
        compiled = visitor.ask("GET", "/api/ready")["compiled"]
        longest = max(longest, time.perf_counter() - asked)
        time.sleep(0.005)
    return longest


def start(folder: Path, *, until_compiled: bool = False) -> dict[str, float]:
    """Return the seconds from the start to the page, to the first answered move, and to compiled code.

    `longest_answer`: seconds of the slowest request between the first move and compiled code.
    """
    began = time.perf_counter()
    with server(folder, NUMBA_CACHE_DIR=str(folder / "cache")) as visitor:
        first_page(visitor)
        figures = {"first_page": time.perf_counter() - began}
        first_move(visitor)
        figures["first_move"] = time.perf_counter() - began
        if until_compiled:
            figures["longest_answer"] = slowest_answer(visitor, until=began + PATIENCE)
            figures["compiled"] = time.perf_counter() - began
    return figures


def measure(runs: int) -> dict[str, float]:
    """Return times in seconds from the start of the program.

    `_cold`: without compiled code on disk; without it: a later start, with compiled code. `compiled_cold`: until the
    server plays compiled. `longest_answer_cold`: slowest request until then. `python_alone`: start of Python itself.
    """
    # ignore_cleanup_errors: a process that is compiling may still be writing
    with tempfile.TemporaryDirectory(prefix="whistlestop-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        cold = start(folder, until_compiled=True)
        warm = [start(folder, until_compiled=True) for _ in range(runs)]
    figures = {f"{what}_cold": round(seconds, 2) for what, seconds in cold.items()}
    figures |= {what: round(statistics.median(each[what] for each in warm), 2) for what in cold}
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    figures["python_alone"] = round(time.perf_counter() - began, 3)
    return figures


def megabytes(process: int) -> dict[str, float]:
    """Return the memory of a process; empty on systems other than Linux.

    `pss`: resident memory; memory that several processes share is divided equally among them. `anonymous`: memory that
    does not come from files, so that the system can neither drop nor share it.
    """
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return {}
    kilobytes = {line.split()[0]: int(line.split()[1]) for line in lines[1:]}
    return {name: round(kilobytes[f"{name.title()}:"] / 1024, 1) for name in ("rss", "pss", "anonymous")}


def play_games(visitor: Visitor, number: int) -> None:
    """Let bots play games on all boards at the same time, and wait until they are over."""
    rulesets = ws.ruleset_ids()
    seats = [{"kind": "bot", "bot": "planner"}, {"kind": "bot", "bot": "greedy"}]
    tables = []
    for game in range(number):
        wanted = {"ruleset": rulesets[game % len(rulesets)], "seats": seats, "start": True}
        tables.append(visitor.ask("POST", "/api/tables", wanted)["id"])
    until = time.perf_counter() + PATIENCE
    while any(visitor.ask("GET", f"/api/tables/{table}")["state"] != "over" for table in tables):
        if time.perf_counter() > until:
            raise RuntimeError("the games did not end in time")
        time.sleep(0.2)


def memory() -> dict[str, dict[str, float]]:
    """Return the megabytes of a server process: idle with compiled code, and after games of bots on all boards."""
    with (
        tempfile.TemporaryDirectory(prefix="whistlestop-", ignore_cleanup_errors=True) as folder,
        server(Path(folder)) as visitor,
    ):
        first_page(visitor)
        visitor.ask("GET", "/api/me")
        slowest_answer(visitor, until=time.perf_counter() + PATIENCE)
        figures = {"idle": megabytes(visitor.process)}
        play_games(visitor, GAMES)
        figures[f"after_{GAMES}_games"] = megabytes(visitor.process)
    return figures
