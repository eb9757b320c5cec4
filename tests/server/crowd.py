"""Many players of a real server over the wire, some absent and some slow, while the server is killed and restarted."""

from __future__ import annotations

import asyncio
import random
import secrets
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

import httpx
from tests.campaigns.frame import Fault
from tests.server.campaigns.players import LONG, Player, stored_in_file
from tests.server.process import Process

from whistlestop.rulesets import new_board
from whistlestop.server.domain.identity import SESSION_MARK, digest
from whistlestop.server.domain.names import skeleton
from whistlestop.server.domain.times import DAY, now
from whistlestop.server.http.guests import CSRF_COOKIE, PLAIN_COOKIE

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable
    from pathlib import Path

    from tests.server.template import Template

AT_ONCE = 8
"""Number of players who sign up or enter at the same time."""
PAUSE = 0.5
"""Seconds before a request that found no server is sent again."""
ABSENT = 40
"""One in this many players stays away, and another one stops playing."""


BOARD = "little"
"""A board on which a game of two random players has about 28 actions."""


def _make_board(folder: Path) -> Path:
    """Write BOARD into a folder and return it: the template for new boards, with fewer trains."""
    board = folder / BOARD
    new_board(board, "network")
    data = board / "ruleset.toml"
    text = data.read_text(encoding="utf-8")
    assert "count = 22" in text
    data.write_text(text.replace("count = 22", "count = 6"), encoding="utf-8")
    return board


class Site:
    """A server process with a database file, its costs, and its restarts."""

    def __init__(self, folder: Path, template: Template | None) -> None:
        self._process = Process(
            folder,
            template=template,
            WHISTLESTOP_BOARDS=str(_make_board(folder)),
            WHISTLESTOP_CONNECTIONS_PER_ADDRESS="20000",
            WHISTLESTOP_SIGN_IN_RATE="0",
        )
        self._changing = asyncio.Lock()
        self._cpu = 0.0
        self.memory = 0
        """The most resident memory so far, in MiB."""
        self.starts: list[float] = []
        """Seconds that each process took to answer."""

    @property
    def base(self) -> str:
        return self._process.base

    @property
    def database(self) -> Path:
        return self._process.database

    @property
    def cpu(self) -> float:
        """Processor seconds of all processes so far."""
        return self._cpu + self._process.cpu()

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        began = time.perf_counter()
        await self._process.start()
        await self._process.ready()
        self.starts.append(time.perf_counter() - began)

    async def stop(self, with_signal: int) -> None:
        """End it, after a restart in progress."""
        async with self._changing:
            await self._stop(with_signal)

    async def _stop(self, with_signal: int) -> None:
        self._cpu += self._process.cpu()
        self.memory = max(self.memory, self._process.memory("VmHWM") or 0)
        await self._process.kill(with_signal)

    async def _restart(self, with_signal: int) -> None:
        async with self._changing:
            await self._stop(with_signal)
            await self.start()

    async def change(self, job: Callable[[Path], None]) -> None:
        """Run `job` on the database, while no process is running."""
        async with self._changing:
            await self._stop(signal.SIGTERM)
            job(self.database)
            await self.start()

    async def restart_often(self, every: float, dice: random.Random) -> None:
        """Alternately kill and stop it at random moments, until cancelled."""
        while True:
            for with_signal in (signal.SIGKILL, signal.SIGTERM):
                await asyncio.sleep(every * dice.uniform(0.5, 1.5))
                await asyncio.shield(self._restart(with_signal))


class Seat(Player):
    """A player at a table, who stops after some moves if slow."""

    most: int | None = None
    received = 0

    def _take(self, message: dict[str, Any]) -> bool:
        self.received += 1
        return super()._take(message)

    async def _choose(self, socket: Any, view: dict[str, Any]) -> None:
        newest, _ = next(reversed(self.ledger.acknowledged.values()), (0, ""))
        patient = self.most is None or len(self.ledger.sent) < self.most
        if patient and view["version"] >= newest:  # otherwise an update follows
            await super()._choose(socket, view)


class Person:
    """A player with an account, who checks their notifications and opens the games that these name."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd = crowd
        self._dice = random.Random(crowd.dice.random())
        self._number = number
        self.name = f"Player {number}"
        self.kind = "present"
        """Or `absent`: never opens a game; or `slow`: stops after the first moves."""
        self.cookie = self._token = ""
        self.seats: dict[str, Seat] = {}
        self._games: set[asyncio.Task[None]] = set()

    def account(self) -> tuple[tuple[object, ...], ...]:
        """Return rows for the tables of users, accounts and sessions."""
        secret, at = secrets.token_urlsafe(16), now()
        self.cookie = f"{PLAIN_COOKIE}={SESSION_MARK}{secret}"
        user = f"player-{self._number}"
        ends = at + DAY
        return (
            (user, self.name, at),
            (user, skeleton(self.name), at),
            (f"session-{self._number}", user, digest(secret), at, at, ends, at, "simulated"),
        )

    async def come(self) -> None:
        """Open the site."""
        answer = await self._crowd.http.get(
            f"{self._crowd.site.base}/api/me", headers={"cookie": self.cookie}
        )
        self._token = answer.cookies[CSRF_COOKIE]
        self.cookie += f"; {CSRF_COOKIE}={self._token}"

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer to a request, which is sent again while there is no server. Raises Fault."""
        headers = {"cookie": self.cookie, "x-csrftoken": self._token}
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            with suppress(httpx.TransportError):
                answer = await self._crowd.http.request(
                    method, self._crowd.site.base + path, json=body, headers=headers
                )
                self._crowd.figures["requests"] += 1
                if answer.is_success:
                    return answer.json()
                if answer.status_code not in {409, 503}:
                    raise Fault(f"{method} {path}: {answer.status_code} {answer.text}")
            await asyncio.sleep(PAUSE)
        raise Fault(f"{method} {path}: not answered for {LONG} s")

    async def live(self, every: float) -> None:
        """Check the notifications again and again, and play."""
        await asyncio.sleep(every * self._dice.random())
        try:
            while True:
                recent = await self.ask("GET", "/api/notices/recent")
                for event in recent["events"]:
                    if event["kind"] == "bye":
                        self._crowd.byes.add((self.name, event["id"]))
                    elif event["kind"] == "round" and event["table"] not in self.seats:
                        self._open(event["table"])
                for game in [game for game in self._games if game.done()]:
                    self._games.discard(game)
                    await game
                await asyncio.sleep(every)
        finally:
            for game in self._games:
                game.cancel()

    def _open(self, table: str) -> None:
        rng = random.Random(self._dice.random())
        seat = Seat(lambda: self._crowd.site.base, table, self.cookie, f"p{self._number}", rng)
        seat.most = self._crowd.patience if self.kind == "slow" else None
        self.seats[table] = seat
        if self.kind != "absent":
            self._games.add(asyncio.create_task(seat.run()))


async def few(jobs: Iterable[Coroutine[Any, Any, object]]) -> None:
    """Do all jobs, a few at the same time."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(job: Coroutine[Any, Any, object]) -> None:
        async with free:
            await job

    await asyncio.gather(*map(one, jobs))


class Crowd:
    """The players of a site. `patience`: moves after which slow players stop; `every`: seconds between checks."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        players: int,
        *,
        patience: int,
        every: float,
        template: Template | None = None,
    ) -> None:
        self.dice = random.Random(seed)
        self.patience, self.every = patience, every
        self.site = Site(folder, template)
        self.http = httpx.AsyncClient(timeout=LONG, verify=False, limits=httpx.Limits(max_connections=200))
        self.host, *self.people = [Person(self, number) for number in range(players + 1)]
        for number, person in enumerate(self.dice.sample(self.people, 2 * max(1, players // ABSENT))):
            person.kind = "slow" if number % 2 else "absent"
        self.figures: Counter[str] = Counter()
        self.byes: set[tuple[str, int]] = set()
        """The notifications of byes: who received which."""

    async def sign_in(self) -> None:
        """Give everybody an account, and open the site. Signing up is skipped: hashing passwords would be the main
        cost.
        """
        await self.site.change(self._store_accounts)
        await few(person.come() for person in (self.host, *self.people))

    def _store_accounts(self, database: Path) -> None:
        users, accounts, sessions = zip(*(one.account() for one in (self.host, *self.people)), strict=True)
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.executemany("insert into users (id, name, created) values (?, ?, ?)", users)
            connection.executemany(
                'insert into accounts ("user", skeleton, created) values (?, ?, ?)', accounts
            )
            columns = 'id, "user", hash, created, seen, expires, proved, agent'
            connection.executemany(
                f"insert into sessions ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?)", sessions
            )

    async def while_playing(self, restarts: float, work: Coroutine[Any, Any, None]) -> None:
        """Let everybody play, and restart the server about every `restarts` seconds, until `work` is done."""
        tasks = [asyncio.create_task(person.live(self.every)) for person in self.people]
        tasks.append(asyncio.create_task(self.site.restart_often(restarts, self.dice)))
        mine = asyncio.create_task(work)
        try:
            done, _ = await asyncio.wait([mine, *tasks], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (mine, *tasks):
                task.cancel()
            await asyncio.gather(mine, *tasks, return_exceptions=True)

    def check_moves(self) -> None:
        """Raise AssertionError if an acknowledged move is not in the database. Call this after the server has ended."""
        stored = stored_in_file(self.site.database)
        for seat in (seat for person in self.people for seat in person.seats.values()):
            logged = {command: (ply, action) for ply, _, action, command in stored.logs.get(seat.table, [])}
            for command, promise in seat.ledger.acknowledged.items():
                assert logged.get(command) == promise, (seat.table, command, promise)
            self.figures["moves"] += len(seat.ledger.acknowledged)
            self.figures["messages sent"] += len(seat.ledger.sent)
            self.figures["messages received"] += seat.received
        self.figures["games"] = sum(bool(log) for log in stored.logs.values())
