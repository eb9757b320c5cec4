"""Load a real server process with many simultaneous games; measure latency and throughput of moves.

`python -m tests.server.load --games 100 --seconds 10 [--pause 0.5]`. Each game has two people on sockets who
play at random; with a pause they think, without one they play as fast as they are answered. `--repeaters 20`
adds guests who resend one accepted command again and again, each time for the current version and with a
legal action; with `--clock` every table has a clock. `--servers 2` runs several servers on one PostgreSQL and
puts the two people of a game on any of them, like a proxy that knows nothing about games; `--servers 1
--postgresql` is for comparison. The clients use a good part of the same machine, so the figures are a lower
bound. Prints JSON.
"""
# ruff: noqa: T201 - a command that prints

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
from tests.server.postgres import Cluster, cluster
from tests.server.process import Process
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException


class Load:
    """Players and their measurements."""

    def __init__(
        self, servers: list[Process], ruleset: str, pause: float, *, clock: bool = False, watchers: int = 0
    ) -> None:
        """`watchers`: the number of spectators of each game."""
        self.watchers = watchers
        self.servers = servers
        self._dice = random.Random(0)
        self.clock = clock
        self.ruleset = ruleset
        self.pause = pause
        self.latencies: list[float] = []
        self.refused: dict[str, int] = {}
        self.measuring = False
        self.may_play = asyncio.Event()
        """Set when everybody is seated and play starts."""
        self.seated = 0
        self.repeating = 0
        self.repeats = 0
        self.games = self.frames = 0
        """Finished games, and messages to spectators."""

    @property
    def process(self) -> Process:
        """Return any of the servers."""
        return self._dice.choice(self.servers)

    async def game(self, number: int) -> None:
        """Let two people play one game after another."""
        rng = random.Random(number)
        while True:
            async with self._guest() as ada, self._guest() as ben:
                for http in (ada, ben):
                    await http.get("/api/me")
                    http.headers["x-csrftoken"] = http.cookies["csrftoken"]
                wish: dict[str, Any] = {
                    "ruleset": self.ruleset,
                    "seats": [{"kind": "me"}, {"kind": "open"}],
                    "clock": {"kind": "live", "seconds": 600, "increment": 10} if self.clock else None,
                }
                table = (await ada.post("/api/tables", json=wish)).json()["id"]
                await ben.post(f"/api/tables/{table}/join", json={})
                await ada.post(f"/api/tables/{table}/start", json={})
                cookies = [
                    "; ".join(f"{name}={value}" for name, value in http.cookies.items())
                    for http in (ada, ben)
                ]
            looking = [asyncio.create_task(self._watch(table)) for _ in range(self.watchers)]
            try:
                await asyncio.gather(*(self._seat(table, cookie, rng) for cookie in cookies))
            finally:
                for task in looking:
                    task.cancel()
            self.games += 1

    async def _watch(self, table: str) -> None:
        """Read everything as a spectator."""
        address = f"ws://127.0.0.1:{self.process.port}/api/tables/{table}/socket"
        async with connect(address, max_size=None, compression=None) as socket:
            async for text in socket:
                self.frames += bool(text)

    async def repeater(self) -> None:
        """Resend the first command forever as the player to act at a table with a bot."""
        async with self._guest() as http:
            await http.get("/api/me")
            http.headers["x-csrftoken"] = http.cookies["csrftoken"]
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            wish = {"ruleset": self.ruleset, "seats": seats, "start": True}
            table = (await http.post("/api/tables", json=wish)).json()["id"]
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        address = f"ws://127.0.0.1:{self.process.port}/api/tables/{table}/socket"
        async with connect(
            address, additional_headers={"cookie": cookie}, max_size=None, compression=None
        ) as socket:
            made, waiting = 0, False
            view: dict[str, Any] = {}
            async for text in socket:
                message = json.loads(text)
                view = message.get("view") or view
                if message["type"] in {"ack", "refused"}:
                    waiting = False
                if message["type"] == "ack":
                    if message["version"] != (made or message["version"]):
                        raise AssertionError("a repeated command was played again")
                    self.repeating += made == 0
                    made = message["version"]
                    self.repeats += self.measuring
                if view["legal"] and not waiting:
                    waiting = True
                    command = {"type": "command", "id": "again", "version": view["version"]}
                    await socket.send(json.dumps({**command, "action": view["legal"][0]}))

    def _guest(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.process.base, timeout=60, verify=False)

    async def _seat(self, table: str, cookie: str, rng: random.Random) -> None:
        address = f"ws://127.0.0.1:{self.process.port}/api/tables/{table}/socket"
        headers = {"cookie": cookie}
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
            self.seated += 1
            sent, since = 0, 0.0
            waiting = False
            async for text in socket:
                message = json.loads(text)
                view: dict[str, Any] | None = message.get("view")
                if message["type"] in {"ack", "refused"}:
                    waiting = False
                    if self.measuring:
                        self.latencies.append(time.perf_counter() - since)
                    if message["type"] == "refused":
                        code = message["error"]["code"]
                        self.refused[code] = self.refused.get(code, 0) + 1
                if view is None:
                    continue
                if view["phase"] == "over":
                    return
                if view["legal"] and not waiting:
                    await self.may_play.wait()
                    if self.pause:
                        await asyncio.sleep(rng.uniform(0, 2 * self.pause))
                    sent += 1
                    command = {"type": "command", "id": f"c{sent}", "version": view["version"]}
                    waiting, since = True, time.perf_counter()
                    await socket.send(json.dumps({**command, "action": rng.choice(view["legal"])}))


async def wait_until_compiled(process: Process) -> None:
    """Wait until the server plays compiled."""
    async with httpx.AsyncClient(base_url=process.base, timeout=60, verify=False) as http:
        while not (await http.get("/api/ready")).json()["compiled"]:
            await asyncio.sleep(0.5)


async def measure(
    games: int,
    seconds: float,
    pause: float,
    ruleset: str,
    repeaters: int,
    servers: list[Process],
    postgresql: Cluster | None,
    *,
    clock: bool,
) -> dict[str, Any]:
    """Run the servers and the load; return the figures."""
    try:
        for server in servers:
            await server.start()
        for server in servers:
            await server.ready()
            await wait_until_compiled(server)
        load = Load(servers, ruleset, pause, clock=clock)
        load.may_play.set()
        tasks = [asyncio.create_task(load.game(number)) for number in range(games)]
        tasks += [asyncio.create_task(load.repeater()) for _ in range(repeaters)]
        while load.seated < 2 * games or load.repeating < repeaters:  # until everybody has a table
            await asyncio.sleep(0.1)
        await asyncio.sleep(1.0)
        load.measuring = True
        start, used = time.perf_counter(), sum(server.cpu() for server in servers)
        used_there = postgresql.cpu() if postgresql is not None else 0.0
        await asyncio.sleep(seconds)
        took = time.perf_counter() - start
        load.measuring = False
        spent = sum(server.cpu() for server in servers) - used
        spent_there = (postgresql.cpu() if postgresql is not None else 0.0) - used_there
        memory = [server.memory() for server in servers]
        failures = [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        with suppress(OSError, WebSocketException, httpx.HTTPError):
            await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        for server in servers:
            await server.kill()
    ordered = sorted(load.latencies) or [0.0]
    moves = max(1, len(load.latencies))
    return {
        "servers": len(servers),
        "games": games,
        "sockets": games * 2,
        "moves_per_second": round(len(load.latencies) / took, 1),
        "server_cpu_ms_per_move": round(1000 * spent / moves, 3),
        "postgresql_cpu_ms_per_move": round(1000 * spent_there / moves, 3),
        "ack_ms": {
            name: round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))], 2)
            for name, part in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))
        },
        "refused": load.refused,
        "repeats_per_second": round(load.repeats / took, 1),
        "players_lost": len(failures),
        "server_rss_mib": memory[0] if len(memory) == 1 else memory,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--pause", type=float, default=0.0, help="how long a player thinks on average")
    parser.add_argument("--ruleset", default="usa")
    parser.add_argument("--repeaters", type=int, default=0, help="guests who repeat one command")
    parser.add_argument("--clock", action="store_true", help="tables have clocks")
    parser.add_argument("--servers", type=int, default=1, help="how many; more than one on PostgreSQL")
    parser.add_argument("--postgresql", action="store_true", help="one server on PostgreSQL, too")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        shared, made = None, None
        if options.servers > 1 or options.postgresql:
            made = stack.enter_context(cluster(safe=True))
            if made is None:
                raise SystemExit("there is no PostgreSQL on this machine")
            shared = made.database()
        servers = [Process(folder, shared) for _ in range(options.servers)]
        load = measure(
            options.games,
            options.seconds,
            options.pause,
            options.ruleset,
            options.repeaters,
            servers,
            made,
            clock=options.clock,
        )
        figures = asyncio.run(load)
        if made is not None and shared is not None:
            figures["log_bytes_per_move"] = round(made.bytes_per_move(shared))
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
