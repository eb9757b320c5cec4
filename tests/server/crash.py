"""Kills a real server process at random moments: every acknowledged move has to be there exactly once.

`python -m tests.server.crash --kills 1000` runs a campaign; the suite runs a short form. People play by
WebSocket at several tables, bots at others. After each kill the pages reconnect by themselves and repeat what
was not answered, under the same command id. After every kill and at the end, the log has to hold each
acknowledged command once, at the version that was acknowledged, and nothing that nobody sent or that was refused.
"""

from __future__ import annotations

# ruff: noqa: T201 - a command that prints
import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import whistlestop as ws
from whistlestop.server.run import listen
from whistlestop.server.store.rows import LoggedAction
from whistlestop.server.tables import games

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ROOT = Path(__file__).parents[2]
WAIT = 20.0
ENOUGH = 25
"""A campaign with fewer moves would prove nothing."""
START = 300.0  # the first start may have to compile


class Lost(AssertionError):
    """What must not happen, happened."""


class Process:
    """The server as a process that can be killed and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        with listen("127.0.0.1", 0) as free:
            self.port = int(free.getsockname()[1])
        self.database = folder / "crash.db"
        self._log = folder / "server.log"
        self._process: asyncio.subprocess.Process | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]),
            "WHISTLESTOP_PORT": str(self.port),
            "WHISTLESTOP_DATABASE": str(self.database),
            "WHISTLESTOP_BOT_DELAY": "0.02",
            "WHISTLESTOP_REQUEST_RATE": "0",
            "WHISTLESTOP_TABLES_PER_DAY": "0",
            "WHISTLESTOP_GUESTS_PER_DAY": "0",
            "WHISTLESTOP_COMMAND_RATE": "0",
            "WHISTLESTOP_TABLE_RATE": "0",
            "WHISTLESTOP_SOCKETS_PER_ADDRESS": "20000",
        }
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "whistlestop.server.run", env=environment, stdout=log, stderr=log
            )

    async def ready(self) -> None:
        deadline = time.monotonic() + START
        async with httpx.AsyncClient(base_url=self.base, timeout=5, verify=False) as http:
            while True:
                with suppress(httpx.HTTPError):
                    if (await http.get("/api/health")).status_code == 200:
                        return
                if self._process is not None and self._process.returncode is not None:
                    raise Lost(f"the server did not start:\n{self._log.read_text()[-2000:]}")
                if time.monotonic() > deadline:
                    raise Lost("the server does not answer")
                await asyncio.sleep(0.05)

    def memory(self) -> int | None:
        """Resident memory in MiB, where the system tells it."""
        with suppress(OSError, IndexError, ValueError):
            if self._process is not None:
                status = Path(f"/proc/{self._process.pid}/status").read_text()
                return int(status.split("VmRSS:")[1].split()[0]) // 1024
        return None

    async def kill(self, with_signal: int = signal.SIGKILL) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(with_signal)
            await self._process.wait()


@dataclass
class Ledger:
    """What the players of one seat know for certain."""

    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)


@dataclass
class Player:
    """A page: plays its seat, reconnects by itself, repeats what was not answered."""

    process: Process
    table: str
    cookie: str
    name: str
    rng: random.Random
    ledger: Ledger = field(default_factory=Ledger)
    over: bool = False
    reconnects: int = -1
    _view: dict[str, Any] | None = None
    _pending: dict[str, Any] | None = None

    async def run(self) -> None:
        address = f"ws://127.0.0.1:{self.process.port}/api/tables/{self.table}/socket"
        while not self.over:
            try:
                async with connect(
                    address, additional_headers={"cookie": self.cookie}, max_size=None
                ) as socket:
                    self.reconnects += 1
                    await self._play(socket)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                await asyncio.sleep(0.05)

    async def _play(self, socket: Any) -> None:
        fresh = True
        while not self.over:
            async with asyncio.timeout(WAIT * 3):  # wait_for of Python 3.11 can lose a cancellation
                message = json.loads(await socket.recv())
            self._take(message)
            if message["type"] == "hello" and fresh:
                fresh = False
                if self._pending is not None:
                    await socket.send(json.dumps(self._pending))
                    continue
            view = self._view
            if view is None:
                continue
            if view["phase"] == "over" and self._pending is None:
                self.over = True
            elif view["legal"] and self._pending is None:
                command = f"{self.name}-{len(self.ledger.sent)}"
                action = self.rng.choice(view["legal"])
                self.ledger.sent[command] = action
                self._pending = {
                    "type": "command",
                    "id": command,
                    "version": view["version"],
                    "action": action,
                }
                await socket.send(json.dumps(self._pending))

    def _take(self, message: dict[str, Any]) -> None:
        pending = self._pending
        match message["type"]:
            case "hello" | "update":
                self._check_known(message)
                self._view = message["view"]
            case "ack":
                if pending is None or message["id"] != pending["id"]:
                    raise Lost(f"an answer to nothing: {message}")
                self.ledger.acknowledged[message["id"]] = (message["version"], pending["action"])
                self._pending = None
            case "refused":
                if message["error"]["code"] in {"overloaded", "internal"}:
                    raise Lost(f"refused: {message}")
                # Made for a version that is past, and never accepted: choose again.
                if pending is not None:
                    self.ledger.refused.add(pending["id"])
                self._pending = None

    def _check_known(self, message: dict[str, Any]) -> None:
        """No page may ever be told of a game that is behind what it was acknowledged."""
        newest = max((version for version, _ in self.ledger.acknowledged.values()), default=0)
        if message["version"] < newest and message["type"] == "hello":
            raise Lost(f"version {newest} was acknowledged, and now there is only {message['version']}")


class Campaign:
    """Tables, players and kills."""

    def __init__(self, folder: Path, seed: int, tables: int = 3) -> None:
        self.process = Process(folder)
        self.rng = random.Random(seed)
        self.tables = tables
        self.players: list[Player] = []
        self.ledgers: dict[tuple[str, int], Ledger] = {}
        self.bot_tables: list[str] = []
        self.moves = 0

    async def run(self, kills: int, span: float) -> None:
        """Play and kill; check after each start, and everything at the end."""
        await self.process.start()
        await self.process.ready()
        await self._bots()
        for number in range(kills):
            await self._people()
            tasks = [asyncio.create_task(player.run()) for player in self.players]
            await self._pause(tasks, self.rng.uniform(0, span))
            await self.process.kill()
            self.check()
            await self.process.start()
            if self.rng.random() < 0.1:
                # also while it starts
                await asyncio.sleep(self.rng.uniform(0, 2))
                await self.process.kill()
                await self.process.start()
            ready = asyncio.create_task(self.process.ready())
            await self._pause([*tasks, ready], WAIT, until=ready)
            await ready
            if kills >= 50 and number % 10 == 9:
                print(f"{number + 1} kills, {self.check()} moves acknowledged, all there", flush=True)
            for task in tasks:
                if task.done():
                    task.result()
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        # the last words: everybody reconnects, and repeats what was never answered
        tasks = [asyncio.create_task(player.run()) for player in self.players]
        await self._pause(tasks, 2.0)
        deadline = time.monotonic() + WAIT
        while self._acknowledged() < ENOUGH and time.monotonic() < deadline:  # a busy machine takes longer
            await self._pause(tasks, 0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._bots_went_on()
        await self.process.kill(signal.SIGTERM)
        self.moves = self.check()

    async def _pause(self, tasks: list[asyncio.Task[None]], seconds: float, until: Any = None) -> None:
        """Let them play; a fault of a player ends the campaign at once."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not (until is not None and until.done()):
            await asyncio.sleep(0.01)
            for task in tasks:
                if task.done() and not task.cancelled() and task.exception() is not None:
                    task.result()

    @asynccontextmanager
    async def _guest(self) -> AsyncIterator[httpx.AsyncClient]:
        async with httpx.AsyncClient(base_url=self.process.base, timeout=WAIT, verify=False) as http:
            await http.get("/api/me")
            http.headers["x-csrftoken"] = http.cookies["csrftoken"]
            yield http

    async def _people(self) -> None:
        """Keep some games of two people under way."""
        self.players = [player for player in self.players if not player.over]
        while len(self.players) < 2 * self.tables:
            async with self._guest() as ada, self._guest() as ben:
                wish = {
                    "ruleset": self.rng.choice(ws.ruleset_ids()),
                    "seats": [{"kind": "me"}, {"kind": "open"}],
                }
                table = (await ada.post("/api/tables", json=wish)).json()["id"]
                await ben.post(f"/api/tables/{table}/join", json={})
                await ada.post(f"/api/tables/{table}/start", json={})
                for seat, http in enumerate((ada, ben)):
                    cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
                    rng = random.Random(self.rng.random())
                    player = Player(self.process, table, cookie, f"{table[:4]}-{seat}", rng)
                    self.ledgers[table, seat] = player.ledger
                    self.players.append(player)

    async def _bots(self) -> None:
        async with self._guest() as ada:
            for ruleset in ws.ruleset_ids():
                wish = {"ruleset": ruleset, "seats": [{"kind": "bot", "bot": "random"}] * 2, "start": True}
                self.bot_tables.append((await ada.post("/api/tables", json=wish)).json()["id"])

    async def _bots_went_on(self) -> None:
        """Games of bots end by themselves, however often the server was killed."""
        async with self._guest() as ada:
            deadline = time.monotonic() + WAIT * 2
            states: list[str] = []
            while time.monotonic() < deadline:
                states = [
                    (await ada.get(f"/api/tables/{table}")).json()["state"] for table in self.bot_tables
                ]
                if states == ["over"] * len(states):
                    return
                await asyncio.sleep(0.2)
        raise Lost(f"games of bots stopped: {states}")

    def check(self) -> int:
        """Compare the log on disk with what was acknowledged; returns how many moves were."""
        with sqlite3.connect(self.process.database) as database:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise Lost("the database is damaged")
            rows = database.execute(
                "select game, ply, seat, action, command from actions order by game, ply"
            ).fetchall()
            headers = dict(database.execute("select id, header from tables where header is not null"))
        database.close()
        logs: dict[str, list[tuple[int, int, str, str | None]]] = {game: [] for game in headers}
        for game, *line in rows:
            logs[game].append(tuple(line))
        for game, log in logs.items():
            if [ply for ply, *_ in log] != list(range(1, len(log) + 1)):
                raise Lost(f"the log of {game} has a gap")
            games.load_game(headers[game], [LoggedAction(ply, seat, action) for ply, seat, action, _ in log])
        for (game, seat), ledger in self.ledgers.items():
            self._check_seat([line for line in logs[game] if line[1] == seat], ledger)
        return self._acknowledged()

    def _acknowledged(self) -> int:
        return sum(len(ledger.acknowledged) for ledger in self.ledgers.values())

    def _check_seat(self, log: list[tuple[int, int, str, str | None]], ledger: Ledger) -> None:
        logged: dict[str | None, tuple[int, str]] = {}
        for ply, _, action, command in log:
            if command in logged:
                raise Lost(f"{command} was played twice")
            if command not in ledger.sent or ledger.sent[command] != action:
                raise Lost(f"{command} {action} is in the log, and nobody sent it")
            if command in ledger.refused:
                raise Lost(f"{command} was refused, and is in the log")
            logged[command] = (ply, action)
        for command, promise in ledger.acknowledged.items():
            if logged.get(command) != promise:
                raise Lost(f"{command} was acknowledged as {promise}, and the log has {logged.get(command)}")


async def campaign(folder: Path, kills: int, seed: int, span: float = 1.0) -> Campaign:
    """Run a campaign in a folder."""
    made = Campaign(folder, seed)
    try:
        await made.run(kills, span)
    finally:
        await made.process.kill()
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument(
        "--span", type=float, default=1.0, help="longest time between start and kill, in seconds"
    )
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        done = asyncio.run(campaign(Path(folder), options.kills, options.seed, options.span))
    print(f"{options.kills} kills, {done.moves} moves acknowledged: none missing, none doubled")


if __name__ == "__main__":
    main()
