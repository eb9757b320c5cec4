"""Measure the cost of a move on a server, part by part, and of an idle table.

`python -m tests.server.cost [--moves 2000] [--tables 5000]` prints JSON for compiled rules:

- `parts`: microseconds of processor time for a move in a game of five, in this process and without sockets,
by number
  of viewers of different seats and of simultaneous games. `log`: in the writing threads; `view` excludes
  `encode`;
  `rest`: the event loop between the parts; `driver` chooses the moves and is not included in `all`.
- `server`: the same for a real server with all players on sockets, by number of players and of simultaneous
games.
- `tables`: bytes of memory for each of many idle games in progress, and microseconds for loading one from the
  database.
"""
# ruff: noqa: T201 - a command that prints

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import httpx
from tests.server.load import wait_until_compiled
from tests.server.process import Process
from websockets.asyncio.client import connect

import whistlestop as ws
from whistlestop.game import Game
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.adapters.database.writer import Append
from whistlestop.server.cluster.single import cluster_of
from whistlestop.server.domain import games
from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.domain.times import now
from whistlestop.server.http.sockets import table as socket
from whistlestop.server.usecases.tables import views
from whistlestop.server.usecases.tables.registry import Tables
from whistlestop.server.usecases.tables.viewers import Viewer
from whistlestop.warmup import warm_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from whistlestop.server.usecases.tables.table import Table

MOST = 5
"""Players of the games whose moves are analyzed."""
MIDDLE = 100
"""Actions of an idle game."""
SPARE = 1000
"""Moves of a server before the measurement."""
EARLY = 20
"""Moves of each game before the measurement."""
PLAYED = 200
"""Measured moves of each game."""


class Meter:
    """Processor time of the event loop's thread by part; nested parts are counted separately."""

    def __init__(self) -> None:
        self.spent: dict[str, int] = defaultdict(int)
        self._within = ["rest"]
        self._all = time.process_time_ns()
        self._since = time.thread_time_ns()

    def part(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return a measured version of a function."""

        @wraps(work)
        def measured(*arguments: Any, **named: Any) -> Any:
            self._charge()
            self._within.append(name)
            try:
                return work(*arguments, **named)
            finally:
                self._charge()
                self._within.pop()

        return measured

    def by_part(self, moves: int) -> dict[str, float]:
        """Return microseconds per move; other threads count as `log`."""
        self._charge()
        other = time.process_time_ns() - self._all - sum(self.spent.values())
        found = {"log": other, **self.spent}
        found["all"] = sum(found.values()) - found["driver"]
        return {part: round(spent / 1000 / moves, 1) for part, spent in found.items()}

    def _charge(self) -> None:
        present = time.thread_time_ns()
        self.spent[self._within[-1]] += present - self._since
        self._since = present


@contextmanager
def taken_apart() -> Iterator[Meter]:
    """Measure the parts of every move."""
    meter = Meter()
    parts: list[tuple[Any, str, str]] = [
        (sys.modules[__name__], "choose", "driver"),
        (socket, "decode_client_message", "decode"),
        (Game, "copy", "check"),
        (Game, "play", "check"),
        (views.GameViews, "advance", "view"),
        (views, "encode", "encode"),
    ]
    with ExitStack() as stack:
        for where, name, part in parts:
            stack.enter_context(patch.object(where, name, meter.part(part, getattr(where, name))))
        yield meter


@asynccontextmanager
async def stored(folder: Path) -> AsyncIterator[Store]:
    """Return a new database."""
    store = Store(f"sqlite+aiosqlite:///{folder / 'cost.db'}")
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def begin(store: Store, number: int, players: int, ruleset: str) -> tuple[str, Game]:
    """Store a game in progress; return its table and the game."""
    seats = tuple(Seat(seat, "person", f"user{seat}", name=f"Player {seat}") for seat in range(players))
    seed = f"{number:064x}"
    game = games.new_game(ws.load_ruleset(ruleset), seed, [None] * players)
    header = games.header_of(game)
    table = f"table{number:06}"
    watch = f"watch{number:06}"
    row = TableRow(
        table, ruleset, "user0", "playing", now(), header, seats, watch=watch, started=now(), seed=seed
    )
    for seat in seats if not number else ():
        await store.name_user(str(seat.user), str(seat.name))
    await store.create_table(row, "Player 0", number + 1)
    return table, game


async def parts_of(folder: Path, viewers: int, at_once: int, moves: int, ruleset: str) -> dict[str, float]:
    """Return the microseconds of the parts of a move, for this number of simultaneous games."""
    async with stored(folder) as store, AsyncExitStack() as stack:
        tables = Tables(store, cluster_of(store), cached=at_once)
        begun = [await begin(store, number, MOST, ruleset) for number in range(at_once)]
        found = [await stack.enter_async_context(tables.use(name)) for name, _ in begun]
        for table in found:
            for seat in range(viewers):
                table.attach(Viewer(f"user{seat}", 10_000))
        await asyncio.gather(*(play(table, EARLY) for table in found))
        with taken_apart() as meter:
            await asyncio.gather(*(play(table, EARLY + moves) for table in found))
            return {"games": at_once, "viewers": viewers, **meter.by_part(moves * at_once)}


async def play(table: Table, until: int) -> None:
    """Play at random up to a version."""
    rng = random.Random(table.id)
    sender = Viewer("", 10_000)
    while (game := table.game) is not None and game.version < until:
        seat = rng.choice(game.to_act)
        sender.user = f"user{seat}"
        await socket.answer(choose(game, seat, rng), table, sender, lambda: None, _no_talk)
        assert b'"ack"' in sender.frames.get_nowait()


def choose(game: Game, seat: int, rng: random.Random) -> str:
    """Return a message with a random action."""
    command = {"type": "command", "id": f"c{game.version}", "version": game.version}
    return json.dumps({**command, "action": rng.choice(game.legal(seat))})


async def _no_talk(_message: object) -> None:
    """Discard chat messages."""


class Counted:
    """Games between players on sockets of a real server who play at random."""

    def __init__(self, process: Process, players: int, ruleset: str) -> None:
        self.process = process
        self.players = players
        self.ruleset = ruleset
        self.moves = 0
        self.bytes = 0

    async def game(self, number: int) -> None:
        """Play one game after another."""
        rng = random.Random(number)
        while True:
            guests = [
                httpx.AsyncClient(base_url=self.process.base, timeout=60, verify=False)
                for _ in range(self.players)
            ]
            for http in guests:
                await http.get("/api/me")
                http.headers["x-csrftoken"] = http.cookies["csrftoken"]
            seats = [{"kind": "me"}] + [{"kind": "open"}] * (self.players - 1)
            made = await guests[0].post("/api/tables", json={"ruleset": self.ruleset, "seats": seats})
            table = made.json()["id"]
            for http in guests[1:]:
                await http.post(f"/api/tables/{table}/join", json={})
            await guests[0].post(f"/api/tables/{table}/start", json={})
            cookies = [
                "; ".join(f"{name}={value}" for name, value in http.cookies.items()) for http in guests
            ]
            for http in guests:
                await http.aclose()
            await asyncio.gather(*(self._seat(table, cookie, rng) for cookie in cookies))

    async def _seat(self, table: str, cookie: str, rng: random.Random) -> None:
        address = f"ws://127.0.0.1:{self.process.port}/api/tables/{table}/socket"
        headers = {"cookie": cookie}
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as line:
            sent, waiting = 0, False
            async for text in line:
                message = json.loads(text)
                self.bytes += len(text)
                if message["type"] in {"ack", "refused"}:
                    waiting = False
                    self.moves += message["type"] == "ack"
                view = message.get("view")
                if view is None:
                    continue
                if view["phase"] == "over":
                    return
                if view["legal"] and not waiting:
                    waiting = True
                    sent += 1
                    command = {"type": "command", "id": f"c{sent}", "version": view["version"]}
                    await line.send(json.dumps({**command, "action": rng.choice(view["legal"])}))


async def server(folder: Path, players: int, at_once: int, moves: int, ruleset: str) -> dict[str, float]:
    """Return a real server's microseconds per move."""
    process = Process(folder)
    await process.start()
    try:
        await process.ready()
        await wait_until_compiled(process)
        counted = Counted(process, players, ruleset)
        playing = [asyncio.create_task(counted.game(number)) for number in range(at_once)]
        await _until(counted, SPARE, playing)
        used, done, sent = process.cpu(), counted.moves, counted.bytes
        await _until(counted, done + moves, playing)
        spent = process.cpu() - used
        made = counted.moves - done
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    finally:
        await process.kill()
    return {
        "players": players,
        "games": at_once,
        "microseconds": round(1e6 * spent / made, 1),
        "bytes": round((counted.bytes - sent) / made),
    }


async def _until(counted: Counted, moves: int, playing: list[asyncio.Task[None]]) -> None:
    while counted.moves < moves:
        await asyncio.sleep(0.05)
        for task in playing:
            if task.done():
                task.result()


async def tables_of(folder: Path, count: int, ruleset: str) -> dict[str, float | None]:
    """Return the bytes of memory for an idle table, and the microseconds for loading it."""
    rng = random.Random(0)
    async with stored(folder) as store:
        names = []
        for number in range(count):
            name, game = await begin(store, number, MOST, ruleset)
            names.append(name)
            while game.version < MIDDLE:
                seat = game.to_act[0]
                game.play(rng.choice(game.legal(seat)), seat)
            lines = [
                Append(name, ply, seat, text, f"c{ply}", now(), last=False)
                for ply, (seat, text) in enumerate(game.actions, 1)
            ]
            await asyncio.gather(*(store.writer.append(line) for line in lines))
        del game, lines
        tables = Tables(store, cluster_of(store), cached=count)
        for name in names[: count // 10]:  # allocated only once
            async with tables.use(name):
                pass
        rest = names[count // 10 :]
        gc.collect()
        resident, used = memory(), time.process_time()
        for name in rest:
            async with tables.use(name):
                pass
        used = time.process_time() - used
        gc.collect()
        held = memory()
        return {
            "tables": count,
            "actions": MIDDLE,
            "bytes": None if held is None or resident is None else round((held - resident) / len(rest)),
            "microseconds": round(1e6 * used / len(rest), 1),
        }


def memory() -> int | None:
    """Return the resident memory of this process in bytes, if the system provides it."""
    with suppress(OSError, IndexError):
        return 1024 * int(Path("/proc/self/status").read_text(encoding="ascii").split("VmRSS:")[1].split()[0])
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--ruleset", default="usa")
    parser.add_argument("--only", choices=["parts", "server", "tables"])
    options = parser.parse_args()
    warm_up()
    found: dict[str, Any] = {"ruleset": options.ruleset}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:

        def folder() -> Path:
            return Path(tempfile.mkdtemp(dir=name))

        if options.only in {None, "parts"}:
            found["parts"] = [
                asyncio.run(parts_of(folder(), viewers, at_once, PLAYED, options.ruleset))
                for at_once, viewers in [(1, MOST), *((16, viewers) for viewers in range(1, MOST + 1))]
            ]
        if options.only in {None, "server"}:
            found["server"] = [
                asyncio.run(server(folder(), players, at_once, options.moves, options.ruleset))
                for players, at_once in ((2, 1), (5, 1), (2, 16), (5, 16))
            ]
        if options.only in {None, "tables"}:
            found["tables"] = asyncio.run(tables_of(folder(), options.tables, options.ruleset))
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
