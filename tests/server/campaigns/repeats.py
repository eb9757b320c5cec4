"""Sends every command many times, in any order, by socket and HTTP and to two servers: it must take effect once.

Each volley contains a new command several times and some older ones, shuffled. All acknowledgments of a command must
have the same version, and the log must contain the command there and nowhere else. A command that all servers refused
(a server may not know the last move yet) must not be in the log.
"""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import SAVING, SERVER
from tests.server.campaigns.kills import postgresql
from tests.server.campaigns.players import WAIT, cookie_of, guest, stored_in_postgresql
from tests.server.process import Process
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import whistlestop as ws

if TYPE_CHECKING:
    from tests.server.campaigns.players import Stored
    from websockets.asyncio.client import ClientConnection

TABLES = 4
BY_HTTP = 0.1
"""The share of commands sent by HTTP, which takes ten times as long."""

Answer = tuple[str, "int | None"]
"""The id of a command and the version that it created, or None if it was refused."""


@dataclass
class Seat:
    """A player with a socket and a browser at each server."""

    people: list[httpx.AsyncClient]
    sockets: list[ClientConnection]
    view: dict[str, Any] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, socket: ClientConnection) -> None:
        """Process incoming messages."""
        async for text in socket:
            message = json.loads(text)
            if message["type"] in {"ack", "refused"}:
                code = message.get("error", {}).get("code")
                if code in {"internal", "overloaded", "unavailable"}:
                    raise Fault(f"refused: {message}")
                self.answers.append((message["id"], None if code else message["version"]))
            elif message["type"] in {"hello", "update"} and message["version"] >= self.view.get("version", 0):
                self.view = message["view"]
            self.changed.set()


class Table:
    """A game of two people who are connected to both servers."""

    def __init__(self, name: str, seats: list[Seat], rng: random.Random) -> None:
        self.name = name
        self.seats = seats
        self._rng = rng
        self.made: dict[str, int] = {}
        """The version that each acknowledged command created."""
        self.sent: list[tuple[int, dict[str, Any]]] = []
        """Each command sent, once, with its seat."""
        self.copies = 0

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return any(seat.view.get("phase") == "over" for seat in self.seats)

    async def volley(self) -> None:
        """Send one new command and old ones, and wait for all answers. Raises Fault."""
        rng = self._rng
        newest = max(self.made.values(), default=0)
        due = [
            n
            for n, seat in enumerate(self.seats)
            if seat.view.get("legal") and seat.view["version"] >= newest
        ]
        if not due:
            await asyncio.sleep(0.002)
            return
        mover = rng.choice(due)
        view = self.seats[mover].view
        fresh = {
            "id": f"{self.name[:6]}-{len(self.sent)}",
            "version": view["version"],
            "action": rng.choice(view["legal"]),
        }
        self.sent.append((mover, fresh))
        volley = [(mover, fresh)] * rng.randint(2, 6) + rng.choices(self.sent[-40:], k=rng.randint(2, 10))
        rng.shuffle(volley)
        await asyncio.gather(*(self._deliver(seat, command) for seat, command in volley))
        self.copies += len(volley)
        for number, seat in enumerate(self.seats):
            async with asyncio.timeout(WAIT):
                while len(seat.answers) < sum(whose == number for whose, _ in volley):
                    seat.changed.clear()
                    await seat.changed.wait()
            self._take(seat)

    async def _deliver(self, number: int, command: dict[str, Any]) -> None:
        """Send a command to one of the servers."""
        rng, seat = self._rng, self.seats[number]
        where = rng.randrange(2)
        if rng.random() < BY_HTTP:
            answer = await seat.people[where].post(f"/api/tables/{self.name}/commands", json=command)
            if answer.status_code >= 500:
                raise Fault(f"{answer.status_code}: {answer.text}")
            made = answer.json()["version"] if answer.status_code == 200 else None
            seat.answers.append((command["id"], made))
            return
        await seat.sockets[where].send(json.dumps({"type": "command", **command}))

    def _take(self, seat: Seat) -> None:
        for command, made in seat.answers:
            if made is not None and self.made.setdefault(command, made) != made:
                raise Fault(f"{command} made version {self.made[command]}, and then {made}")
        seat.answers.clear()

    def check(self, stored: Stored) -> None:
        """Compare with the log. Raises Fault."""
        logged = {command: ply for ply, _, _, command in stored.logs[self.name]}
        if len(logged) != len(stored.logs[self.name]):
            raise Fault(f"{self.name}: a command is in the log twice")
        if logged != self.made:
            different = dict(logged.items() ^ self.made.items())
            raise Fault(f"{self.name}: log and answers differ: {different}")


async def sit_down(servers: list[Process], stack: AsyncExitStack, rng: random.Random) -> Table:
    """Start a game of two people; `stack` closes what it opens."""
    seats = []
    for _ in range(2):
        first = await stack.enter_async_context(guest(servers[0].base))
        others = [await stack.enter_async_context(guest(server.base)) for server in servers[1:]]
        for other in others:
            other.cookies, other.headers["x-csrftoken"] = first.cookies, first.cookies["csrftoken"]
        seats.append(Seat([first, *others], []))
    (ada, *_), (ben, *_) = seats[0].people, seats[1].people
    wish = {"ruleset": rng.choice(ws.ruleset_ids()), "seats": [{"kind": "me"}, {"kind": "open"}]}
    name = str((await ada.post("/api/tables", json=wish)).json()["id"])
    for http, step in ((ben, "join"), (ada, "start")):
        answer = await http.post(f"/api/tables/{name}/{step}", json={})
        if answer.status_code != 200:
            raise Fault(f"{step}: {answer.text}")
    for seat in seats:
        for server in servers:
            address = f"ws://127.0.0.1:{server.port}/api/tables/{name}/socket"
            headers = {"cookie": cookie_of(seat.people[0])}
            socket = await connect(address, additional_headers=headers, max_size=None, compression=None)
            stack.push_async_callback(socket.close)
            seat.sockets.append(socket)
    return Table(name, seats, rng)


@dataclass
class Sender:
    """Plays games at one table after another until enough was sent."""

    trial: Trial
    servers: list[Process]
    rng: random.Random
    tables: list[Table]
    """Commands of all senders."""

    @property
    def sent(self) -> int:
        """Return the number of commands sent by all."""
        return sum(table.copies for table in self.tables)

    async def run(self) -> None:
        """Play one game after another."""
        while self.trial.goes_on(self.sent):
            async with AsyncExitStack() as stack:
                try:
                    table = await sit_down(self.servers, stack, self.rng)
                except (WebSocketException, httpx.HTTPError, TimeoutError):
                    continue  # the machine is busy with other work
                self.tables.append(table)
                async with asyncio.TaskGroup() as listening:
                    tasks = [
                        listening.create_task(seat.listen(socket))
                        for seat in table.seats
                        for socket in seat.sockets
                    ]
                    while not table.over and self.trial.goes_on(self.sent):
                        await table.volley()
                    for task in tasks:
                        task.cancel()
            self.trial.say(f"{self.sent} commands")


async def send_all(trial: Trial, servers: list[Process], address: str) -> list[Figure]:
    """Send this number of commands, and check the log."""
    tables: list[Table] = []
    try:
        for server in servers:
            await server.start()
        for server in servers:
            await server.ready()
        async with asyncio.TaskGroup() as sending:
            for number in range(TABLES):
                sending.create_task(Sender(trial, servers, trial.dice(str(number)), tables).run())
    except* Fault as faults:
        raise faults.exceptions[0] from None
    finally:
        for server in servers:
            await server.kill()
    stored = stored_in_postgresql(address)
    for table in tables:
        table.check(stored)
    took = sum(len(table.made) for table in tables)
    return [
        Figure("commands that took effect, once each", took),
        Figure("commands refused everywhere", sum(len(table.sent) for table in tables) - took),
    ]


def run(trial: Trial) -> list[Figure]:
    """Run the campaign with two servers on one PostgreSQL."""
    with postgresql() as made:
        address = made.database()
        servers = [Process(trial.folder, address) for _ in range(2)]
        return asyncio.run(send_all(trial, servers, address))


CAMPAIGNS = [
    Campaign(
        "repeats",
        "repeat and shuffle commands over sockets and HTTP to two servers; each must take effect once",
        "commands",
        1_000_000,
        200,
        run,
        (*SAVING, f"{SERVER}/http/routes/play.py", "tests/server/campaigns/repeats.py"),
    )
]
