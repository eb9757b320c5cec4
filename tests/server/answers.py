"""Measure how soon the bots of each level act, on a real server process with many tables.

`python -m tests.server.answers --tables 20 --seconds 60`. At each table, one person plays random moves without delay
against a bot; levels alternate. It measures the time from when a bot has a decision to make until everybody sees its
action, including the pause that lets players follow. The clients run on the same machine. Prints JSON.
"""
# ruff: noqa: T201 - a command that prints

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from tests.server.load import wait_until_compiled
from tests.server.process import Process
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from whistlestop.bots.levels import EXPERT, LEVELS

WHILE_STARTING = 20.0
"""Seconds without measurement, while search processes start."""


class Tables:
    """People at tables with bots, and the bots' times."""

    def __init__(self, process: Process, ruleset: str) -> None:
        self.process = process
        self.ruleset = ruleset
        self.seconds: dict[str, list[float]] = {bot: [] for bot in (*LEVELS, EXPERT)}
        self.measuring = False

    async def person(self, number: int) -> None:
        """Play one game after another against the bot of a level."""
        rng = random.Random(number)
        bot = list(self.seconds)[number % len(self.seconds)]
        async with httpx.AsyncClient(base_url=self.process.base, timeout=60, verify=False) as http:
            await http.get("/api/me")
            http.headers["x-csrftoken"] = http.cookies["csrftoken"]
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
            wish = {"ruleset": self.ruleset, "seats": seats, "start": True}
            while True:
                table = (await http.post("/api/tables", json=wish)).json()["id"]
                await self._play(table, cookie, rng, self.seconds[bot])

    async def _play(self, table: str, cookie: str, rng: random.Random, seconds: list[float]) -> None:
        address = f"ws://127.0.0.1:{self.process.port}/api/tables/{table}/socket"
        async with connect(
            address, additional_headers={"cookie": cookie}, max_size=None, compression=None
        ) as socket:
            sent, owed, played = 0, None, -1
            async for text in socket:
                view: dict[str, Any] | None = json.loads(text).get("view")
                if view is None or view["version"] == played:
                    continue
                played = view["version"]
                if owed is not None and self.measuring:
                    seconds.append(time.perf_counter() - owed)
                if view["phase"] == "over":
                    return
                owed = time.perf_counter() if 1 in view["to_act"] and 0 not in view["to_act"] else None
                if view["legal"]:
                    sent += 1
                    command = {"type": "command", "id": f"c{sent}", "version": played}
                    await socket.send(json.dumps({**command, "action": rng.choice(view["legal"])}))


async def measure(tables: int, seconds: float, ruleset: str) -> dict[str, Any]:
    """Run a server and the tables; return the figures."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = Process(Path(folder), WHISTLESTOP_BOT_DELAY="0.7")
        await process.start()
        try:
            await process.ready()
            await wait_until_compiled(process)
            people = Tables(process, ruleset)
            tasks = [asyncio.create_task(people.person(number)) for number in range(tables)]
            await asyncio.sleep(WHILE_STARTING)
            people.measuring = True
            await asyncio.sleep(seconds)
            people.measuring = False
            lost = sum(task.done() for task in tasks)
            for task in tasks:
                task.cancel()
            with suppress(OSError, WebSocketException, httpx.HTTPError):
                await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            await process.kill()
    return {
        "tables": tables,
        "people_lost": lost,
        "seconds": {bot: spread(people.seconds[bot]) for bot in people.seconds},
    }


def spread(seconds: list[float]) -> dict[str, float]:
    """Return the number of times, and their distribution."""
    ordered = sorted(seconds) or [0.0]
    parts = (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
    last = len(ordered) - 1
    return {"actions": len(seconds), **{name: round(ordered[int(last * part)], 3) for name, part in parts}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--ruleset", default="usa")
    options = parser.parse_args()
    print(json.dumps(asyncio.run(measure(options.tables, options.seconds, options.ruleset)), indent=2))


if __name__ == "__main__":
    main()
