"""Players of real servers, who reconnect automatically and remember what the servers acknowledged and showed.

Whatever happens to the servers, the log must contain each acknowledged command once, at the acknowledged version, and
no command that was refused or never sent. It must also contain everything that was shown.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
import psycopg
from tests.campaigns.frame import Fault
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import whistlestop as ws
from whistlestop.server.domain import games
from whistlestop.server.domain.tables import LoggedAction

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

WAIT = 20.0
"""Seconds within which a request is answered."""
LONG = 120.0
"""Time limit in seconds for operations that are quick on an idle machine."""
STOPPED = 60.0
"""Seconds without an action after which a game of bots counts as stopped."""
PAUSE = 0.3
"""Seconds after which a client retries a command that could not be saved."""
LOG = "select game, ply, seat, action, command from actions order by game, ply"
HEADERS = "select id, header from tables where header is not null"

Line = tuple[int, int, str, "str | None"]
"""Ply, seat, action and command."""


@dataclass(frozen=True)
class Stored:
    """The content of a database: the headers and logs of all games."""

    headers: dict[str, str]
    logs: dict[str, list[Line]]

    @classmethod
    def of(cls, headers: dict[str, str], rows: list[tuple[Any, ...]]) -> Stored:
        """Return the content from the results of HEADERS and LOG."""
        logs: dict[str, list[Line]] = {game: [] for game in headers}
        for game, *line in rows:
            logs[game].append((line[0], line[1], line[2], line[3]))
        return cls(headers, logs)


def stored_in_file(path: Path) -> Stored:
    """Return the content of a SQLite file. Raises Fault if it is damaged."""
    try:
        with closing(sqlite3.connect(path)) as database:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise Fault("the database is damaged")
            rows = database.execute(LOG).fetchall()
            return Stored.of(dict(database.execute(HEADERS)), rows)
    except sqlite3.DatabaseError as error:
        raise Fault(f"the database cannot be read: {error}") from None


def stored_in_postgresql(address: str) -> Stored:
    """Return the content of a PostgreSQL database at one moment."""
    with psycopg.connect(address) as database:
        database.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        rows = database.execute(LOG).fetchall()
        return Stored.of(dict(database.execute(HEADERS).fetchall()), rows)


Promised = dict[tuple[str, int], tuple[dict[str, tuple[int, str]], int]]
"""By table and seat: the acknowledged commands with their versions and actions, and the newest shown version."""


@dataclass
class Ledger:
    """The acknowledged commands of one seat, and its other records."""

    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    shown: int = 0
    """The newest version that the seat was shown."""
    unavailable: int = 0
    """How often a command could temporarily not be saved."""


@dataclass
class Player:
    """A client: plays its seat, reconnects automatically, and resends unanswered commands."""

    base: Callable[[], str]
    """Returns the address of a server, in turn if there are several."""
    table: str
    cookie: str
    name: str
    rng: random.Random
    thinks: float = 0.0
    """Seconds before each move."""
    ledger: Ledger = field(default_factory=Ledger)
    over: bool = False
    _view: dict[str, Any] | None = None
    _pending: dict[str, Any] | None = None

    async def run(self) -> None:
        """Play until the game is over."""
        while not self.over:
            address = f"{self.base().replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
            try:
                async with connect(
                    address, additional_headers={"cookie": self.cookie}, max_size=None, compression=None
                ) as socket:
                    await self._play(socket)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                await asyncio.sleep(0.05)

    async def _play(self, socket: Any) -> None:
        fresh = True
        while not self.over:
            async with asyncio.timeout(LONG):  # wait_for of Python 3.11 can lose a cancellation
                message = json.loads(await socket.recv())
            again = self._take(message)
            if again or (message["type"] == "hello" and fresh):
                fresh = False
                await asyncio.sleep(PAUSE if again else 0)
                if self._pending is not None:
                    await socket.send(json.dumps(self._pending))
                    continue
            view = self._view
            if view is None:
                continue
            if view["phase"] == "over" and self._pending is None:
                self.over = True
            elif view["legal"] and self._pending is None:
                await self._choose(socket, view)

    async def _choose(self, socket: Any, view: dict[str, Any]) -> None:
        await asyncio.sleep(self.thinks)
        command = f"{self.name}-{len(self.ledger.sent)}"
        action = self.rng.choice(view["legal"])
        self.ledger.sent[command] = action
        self._pending = {"type": "command", "id": command, "version": view["version"], "action": action}
        await socket.send(json.dumps(self._pending))

    def _take(self, message: dict[str, Any]) -> bool:
        """Process a message; return whether the unanswered command must be resent."""
        pending = self._pending
        match message["type"]:
            case "hello" | "update":
                self._check_known(message)
                self._view = message["view"]
                self.ledger.shown = max(self.ledger.shown, message["version"])
            case "ack":
                if pending is None or message["id"] != pending["id"]:
                    raise Fault(f"an answer to nothing: {message}")
                self.ledger.acknowledged[message["id"]] = (message["version"], pending["action"])
                self._pending = None
            case "refused":
                code = message["error"]["code"]
                if message["id"] is not None and (pending is None or message["id"] != pending["id"]):
                    raise Fault(f"an answer to nothing: {message}")
                if code in {
                    "unavailable",
                    "overloaded",
                }:  # the outcome is unknown, so the client resends the command with the same id
                    self.ledger.unavailable += 1
                    return True
                if code == "internal":
                    raise Fault(f"refused: {message}")
                # The command was made for an old version and was never accepted, so choose again.
                if pending is not None:
                    self.ledger.refused.add(pending["id"])
                self._pending = None
        return False

    def _check_known(self, message: dict[str, Any]) -> None:
        """Check that a game is never shown at a version before an acknowledged one."""
        newest = max((version for version, _ in self.ledger.acknowledged.values()), default=0)
        if message["version"] < newest and message["type"] == "hello":
            raise Fault(f"version {newest} was acknowledged, and now there is only {message['version']}")


@asynccontextmanager
async def guest(base: str) -> AsyncIterator[httpx.AsyncClient]:
    """Yield the client of a new user with a browser."""
    async with httpx.AsyncClient(base_url=base, timeout=WAIT, verify=False) as http:
        await http.get("/api/me")
        http.headers["x-csrftoken"] = http.cookies["csrftoken"]
        yield http


def cookie_of(http: httpx.AsyncClient) -> str:
    """Return the cookies of a browser as a header."""
    return "; ".join(f"{name}={value}" for name, value in http.cookies.items())


class NotNow(Exception):
    """The server has just restarted, or cannot save anything at the moment."""


async def _post(http: httpx.AsyncClient, path: str, body: dict[str, Any]) -> Any:
    """Send a request. Raises NotNow, and Fault if it is refused for another reason."""
    answer = await http.post(path, json=body)
    if answer.status_code == 503:
        raise NotNow
    if answer.status_code >= 400:
        raise Fault(f"{path}: {answer.text}")
    return answer.json()


async def _post_again(http: httpx.AsyncClient, path: str, body: dict[str, Any]) -> Any:
    """Retry a request until it succeeds: a restarted server may not be able to save yet. Raises Fault."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        with suppress(NotNow):
            return await _post(http, path, body)
        await asyncio.sleep(PAUSE)
    raise Fault(f"{path}: refused for {LONG} s")


async def begin_games_of_bots(base: str) -> list[str]:
    """Start games between bots; return their tables."""
    seats = [{"kind": "bot", "bot": "random"}] * 2
    async with guest(base) as ada:
        wishes = [{"ruleset": ruleset, "seats": seats, "start": True} for ruleset in ws.ruleset_ids()]
        return [str((await _post_again(ada, "/api/tables", wish))["id"]) for wish in wishes]


async def versions_of(base: str, tables: list[str]) -> dict[str, int]:
    """Return the versions of the games."""
    async with guest(base) as ada:
        return {table: int((await ada.get(f"/api/tables/{table}")).json()["version"]) for table in tables}


async def games_of_bots_end(base: str, tables: list[str]) -> None:
    """Wait until these games have ended on their own. Raises Fault if they stall."""
    found: list[dict[str, Any]] = []
    since = time.monotonic()
    async with guest(base) as ada:
        while time.monotonic() < since + STOPPED:
            before, found = found, [(await ada.get(f"/api/tables/{table}")).json() for table in tables]
            if all(table["state"] == "over" for table in found):
                return
            if [table["version"] for table in found] != [table["version"] for table in before]:
                since = time.monotonic()
            await asyncio.sleep(0.2)
    raise Fault(f"games of bots stopped: {[(table['state'], table['version']) for table in found]}")


class People:
    """Two players at each of a number of tables, who start a new game when theirs is over."""

    def __init__(
        self,
        base: Callable[[], str],
        rng: random.Random,
        tables: int = 3,
        rulesets: Sequence[str] | None = None,
        *,
        thinks: float = 0.0,
    ) -> None:
        """Seat people. `rulesets`: the rulesets that they play; None: all. `thinks`: seconds before each move."""
        self._thinks = thinks
        self._base = base
        self._rng = rng
        self._rulesets = rulesets or ws.ruleset_ids()
        self._pairs: list[list[Player]] = [[] for _ in range(tables)]
        self._tasks: list[asyncio.Task[None]] = []
        self._again = True
        self.ledgers: dict[tuple[str, int], Ledger] = {}
        self._checked: dict[str, list[Line]] = {}
        """The logs at the last check: finished games need not be replayed."""

    @property
    def acknowledged(self) -> int:
        """Return the number of moves."""
        return sum(len(ledger.acknowledged) for ledger in self.ledgers.values())

    @property
    def unavailable(self) -> int:
        """Return the number of answers that asked players to try again."""
        return sum(ledger.unavailable for ledger in self.ledgers.values())

    @property
    def over(self) -> bool:
        """Return whether no game is in progress."""
        return all(player.over for pair in self._pairs for player in pair)

    def last(self) -> None:
        """Prevent new games."""
        self._again = False

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let the people play; a fault noticed by one of them is raised by `wait` and at the end."""
        self._tasks = [asyncio.create_task(self._play_at(number)) for number in range(len(self._pairs))]
        try:
            yield
            self.raise_faults()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._tasks = []

    async def _play_at(self, number: int) -> None:
        """Play one game after another, after finishing the current one."""
        while self._again or not all(player.over for player in self._pairs[number]):
            if all(player.over for player in self._pairs[number]):
                with suppress(httpx.HTTPError, NotNow):
                    self._pairs[number] = await self._sit_down()
            await asyncio.gather(*(player.run() for player in self._pairs[number]))
            await asyncio.sleep(PAUSE)

    async def _sit_down(self) -> list[Player]:
        base = self._base()
        async with guest(base) as ada, guest(base) as ben:
            wish = {
                "ruleset": self._rng.choice(self._rulesets),
                "seats": [{"kind": "me"}, {"kind": "open"}],
            }
            table = str((await _post(ada, "/api/tables", wish))["id"])
            await _post(ben, f"/api/tables/{table}/join", {})
            await _post(ada, f"/api/tables/{table}/start", {})
            pair = []
            for seat, http in enumerate((ada, ben)):
                rng = random.Random(self._rng.random())
                player = Player(self._base, table, cookie_of(http), f"{table[:4]}-{seat}", rng, self._thinks)
                self.ledgers[table, seat] = player.ledger
                pair.append(player)
            return pair

    async def wait(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let the people play for a while or until a condition holds; return whether it holds."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.raise_faults()
            if until():
                return True
            await asyncio.sleep(0.01)
        return until()

    def raise_faults(self) -> None:
        """Raise a fault that one of the players has noticed."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    def promised(self) -> Promised:
        """Return the acknowledgments and versions that each seat has received so far."""
        return {key: (dict(ledger.acknowledged), ledger.shown) for key, ledger in self.ledgers.items()}

    def check(self, stored: Stored, promised: Promised | None = None) -> None:
        """Compare the stored data with earlier promises, by default with all of them. Raises Fault."""
        for game, log in stored.logs.items():
            if self._checked.get(game) == log:
                continue
            if [ply for ply, *_ in log] != list(range(1, len(log) + 1)):
                raise Fault(f"the log of {game} has a gap")
            logged = [LoggedAction(ply, seat, action) for ply, seat, action, _ in log]
            games.load_game(stored.headers[game], logged)
            self._checked[game] = log
        for (game, seat), (acknowledged, shown) in (promised or self.promised()).items():
            log = stored.logs.get(game, [])
            if shown > len(log):
                raise Fault(f"{game}: version {shown} was shown, and the log has {len(log)}")
            _check_seat([line for line in log if line[1] == seat], self.ledgers[game, seat], acknowledged)


def _check_seat(log: list[Line], ledger: Ledger, acknowledged: dict[str, tuple[int, str]]) -> None:
    logged: dict[str | None, tuple[int, str]] = {}
    for ply, _, action, command in log:
        if command in logged:
            raise Fault(f"{command} was played twice")
        if command is None or ledger.sent.get(command) != action:
            raise Fault(f"{command} {action} is in the log, and nobody sent it")
        if command in ledger.refused:
            raise Fault(f"{command} was refused, and is in the log")
        logged[command] = (ply, action)
    for command, promise in acknowledged.items():
        if logged.get(command) != promise:
            raise Fault(f"{command} was acknowledged as {promise}, and the log has {logged.get(command)}")
