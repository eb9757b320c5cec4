"""A real server on a free port in the test's event loop, and its guests."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
from tests.server.databases import create_file
from tests.waiting import WAIT
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from whistlestop.server.adapters.database import database
from whistlestop.server.app import create_app
from whistlestop.server.domain import games
from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.domain.times import now
from whistlestop.server.http.connections import Connections
from whistlestop.server.run import listen, make_server
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from whistlestop import Game
    from whistlestop.server.services import Services

FREE: dict[str, Any] = {
    "bot_delay": 0.0,
    "request_rate": 0.0,
    "command_rate": 0.0,
    "table_rate": 0.0,
    "sign_in_rate": 0.0,
    "import_rate": 0.0,
    "tables_per_day": 0.0,
    "guests_per_day": 0.0,
}
TWO_PEOPLE = [{"kind": "me"}, {"kind": "open"}]
BOT = {"kind": "bot", "bot": "random"}

# Loading compiled code can stop the event loop of a test for seconds, even in the middle of a transaction.
database.HUNG = 30.0

numbers = itertools.count()


def code(answer: Any) -> tuple[int, str]:
    """Return the status and code of a refused request."""
    error = answer.json()["error"]
    assert set(error) == {"code", "message"}
    return answer.status_code, error["code"]


class Socket:
    """One socket at a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.hello: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.raw: list[str] = []

    async def send(self, message: object) -> None:
        await self.connection.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(WAIT):
            text = await self.connection.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "hello":
            self.hello = message
        if message["type"] in {"hello", "update"}:
            self.view = message["view"]
        return message

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these types."""
        while True:
            message = await self.receive()
            if message["type"] in kinds:
                return message

    async def command(
        self, action: str, version: int | None = None, command: str | None = None
    ) -> dict[str, Any]:
        """Send a command and return its answer."""
        if version is None:
            assert self.view is not None
            version = self.view["version"]
        command = command or f"test-{next(numbers)}"
        await self.send({"type": "command", "id": command, "version": version, "action": action})
        while True:
            answer = await self.until("ack", "refused")
            if answer["id"] == command:
                return answer

    async def settle(self) -> list[dict[str, Any]]:
        """Return all messages that are still in transit."""
        await self.send({"type": "ping"})
        messages = []
        while (message := await self.receive())["type"] != "pong":
            messages.append(message)
        return messages


class Guest:
    """A browser: its cookies and its sockets."""

    def __init__(self, base: str, stack: AsyncExitStack) -> None:
        self.base = base
        self.http = httpx.AsyncClient(base_url=base, timeout=WAIT, verify=False)  # no certificates to load
        self._stack = stack

    async def enter(self) -> Guest:
        await self._stack.enter_async_context(self.http)
        await self.get("/api/me")
        self.http.headers["x-csrftoken"] = self.http.cookies["csrftoken"]
        return self

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self.http.get(path, **options)

    async def post(self, path: str, body: object = None, **options: Any) -> httpx.Response:
        return await self.http.post(path, json=body if body is not None else {}, **options)

    async def table(self, seats: list[dict[str, Any]], ruleset: str = "usa", start: bool = False) -> str:
        answer = await self.post("/api/tables", {"ruleset": ruleset, "seats": seats, "start": start})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def open(self, table: str, seat: int | None = None, **headers: str) -> Socket:
        which = "" if seat is None else f"?seat={seat}"
        return await self.connect(f"/api/tables/{table}/socket{which}", **headers)

    async def connect(self, path: str, **headers: str) -> Socket:
        """Open a socket that is closed with the server."""
        address = self.base.replace("http", "ws") + path
        sent = {"cookie": self.cookie, **headers}
        # Closing does not wait: a socket with unread messages would not see the answer to its close frame.
        connecting = connect(address, additional_headers=sent, max_size=None, close_timeout=0.2)
        connection = await self._stack.enter_async_context(connecting)
        return Socket(connection)

    async def sit(self, table: str) -> Socket:
        """Open a socket and read its hello."""
        socket = await self.open(table)
        await socket.until("hello")
        return socket


class Running:
    """A running server."""

    def __init__(self, base: str, services: Services, stack: AsyncExitStack) -> None:
        self.base = base
        self.services = services
        self._stack = stack

    async def guest(self) -> Guest:
        return await Guest(self.base, self._stack).enter()


@asynccontextmanager
async def running(folder: Path, most: int = 10_000, **over: Any) -> AsyncIterator[Running]:
    """Run the service on the database in `folder`, with this maximum number of connections."""
    if "database" not in over:
        over["database"] = create_file(folder / "test.db")
    settings = Settings(**FREE | over)
    app = create_app(settings)
    listening = listen("127.0.0.1", 0)
    ready = asyncio.Event()
    connections = Connections(settings, most)
    server = make_server(app, settings, connections, ready.set)
    server.config.timeout_graceful_shutdown = 1
    task = asyncio.create_task(server.serve(sockets=[listening]))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
        raise AssertionError("the server stopped")
    stack = AsyncExitStack()
    try:
        async with stack:
            yield Running(f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.services, stack)
    finally:
        server.should_exit = True
        await task
        listening.close()


async def two_seats(server: Running, ruleset: str = "usa") -> tuple[str, Guest, Guest, Socket, Socket]:
    """Return a new game of two people."""
    ada, ben = await server.guest(), await server.guest()
    table = await ada.table(TWO_PEOPLE, ruleset)
    assert (await ben.post(f"/api/tables/{table}/join", {"seat": 1})).status_code == 200
    assert (await ada.post(f"/api/tables/{table}/start")).status_code == 200
    return table, ada, ben, await ada.sit(table), await ben.sit(table)


async def seated(server: Running, game: Game, *, look: bool = False) -> tuple[str, list[Guest], list[Socket]]:
    """Return a table with this game and a person in every seat."""
    guests = [await server.guest() for _ in range(game.players)]
    ids = [str((await guest.get("/api/me")).json()["id"]) for guest in guests]
    for user in ids:
        await server.services.store.name_user(user, f"Person {user}")
    seats = tuple(Seat(seat, "person", user) for seat, user in enumerate(ids))
    table = f"table-{next(numbers)}"
    row = TableRow(table, game.ruleset.id, ids[0], "playing", now(), games.header_of(game), seats, look=look)
    await server.services.store.create_table(row, "Ada", 100)
    return table, guests, [await guest.sit(table) for guest in guests]


async def play_on(sockets: dict[int, Socket], rng: random.Random, most: int = 10_000) -> int:
    """Play at random until the game is over or `most` actions are made; return the last version."""
    version = 0
    for _ in range(most):
        view = next(iter(sockets.values())).view
        assert view is not None
        version = view["version"]
        if view["phase"] == "over":
            break
        seat = rng.choice(view["to_act"])
        actor = sockets[seat].view
        assert actor is not None
        answer = await sockets[seat].command(rng.choice(actor["legal"]))
        assert answer["type"] == "ack", answer
        for socket in sockets.values():
            while socket.view is None or socket.view["version"] < answer["version"]:
                await socket.receive()
        version = answer["version"]
    return version


async def closed(socket: Socket) -> tuple[str, int]:
    """Return why a socket was closed: the code of the last message, and that of the socket."""
    error = ""
    try:
        while True:
            message = await socket.receive()
            error = message["error"]["code"] if message["type"] == "error" else error
    except ConnectionClosed as gone:
        return error, gone.rcvd.code if gone.rcvd is not None else 0
