"""Sends hostile input: no answer is a 5xx, memory stays bounded, and the current game continues.

Schemathesis makes valid and invalid requests from the server's own OpenAPI; a grammar makes socket messages, some with
changed bytes; and other input only looks like HTTP. Some connections never send a complete header, and some never read.
"""

from __future__ import annotations

import asyncio
import json
import random
import selectors
import socket
from collections import deque
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import requests
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from tests.campaigns.frame import Campaign, Fault, Figure, Trial
from tests.campaigns.watched import SERVER
from tests.server.campaigns.kills import postgresql
from tests.server.campaigns.players import (
    LONG,
    People,
    Stored,
    guest,
    stored_in_file,
    stored_in_postgresql,
)
from tests.server.hostile import MESSAGES, RAW, encoded
from tests.server.process import Process
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from whistlestop.server.domain.refusals import STATUS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hypothesis.strategies import SearchStrategy
    from schemathesis import Case

EXAMPLES = 40
"""Number of inputs in a series of one kind."""
VARIANTS = 25
"""Variants of each message and of each raw request; all except the first have changed bytes."""
KEPT = 1000
"""Number of stored requests, to be resent with changed bytes."""
PATIENCE = 20
"""Seconds within which everything must be answered."""
SILENCE = 0.1
"""Seconds after which HTTP-like bytes count as an incomplete request."""
TABLES = 3000
"""Limit of new tables per address: otherwise bots would play at thousands of tables at once."""
ADDRESS = "203.0.113.5"
"""The attacker's address, as set by a proxy; the players have other addresses."""
IDLE = 40
"""Number of connections that never send a complete header, and of sockets that nobody reads."""
ENDLESS = ("/api/stream", "/api/tables/{table}/stream")
"""Endless responses."""
LINES = [
    b"GET /api/me HTTP/1.1\r\n",
    b"POST /api/tables HTTP/1.1\r\n",
    b"GET /api/tables/x/socket HTTP/1.1\r\n",
]
HEADERS = [
    b"host: 127.0.0.1\r\n",
    b"content-length: 5\r\n",
    b"content-length: 99999999999999999999\r\n",
    b"transfer-encoding: chunked\r\n",
    b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: eA==\r\n",
    b"expect: 100-continue\r\n",
    b"cookie: whistlestop=a.b\r\n",
    b"x: " + b"y" * 5000 + b"\r\n",
]
BYTES = st.builds(
    lambda line, headers, body: line + b"".join(headers) + b"\r\n" + body,
    st.sampled_from(LINES),
    st.lists(st.sampled_from(HEADERS), max_size=5),
    RAW,
)
"""Bytes that look like HTTP."""


@dataclass
class Eve:
    """An attacker, who sends all these inputs to a server and checks the responses."""

    base: str
    table: str
    rng: random.Random
    session: requests.Session = field(default_factory=requests.Session)
    sent: int = 0
    refused: int = 0
    kept: deque[bytes] = field(default_factory=lambda: deque(maxlen=KEPT))
    """Requests as they were sent."""
    halves: list[socket.socket] = field(default_factory=list)
    """Connections that never finish their header."""

    def __post_init__(self) -> None:
        import schemathesis  # takes long to import, and the list of all campaigns imports this module
        from schemathesis.core.result import Ok

        self.session.headers["x-forwarded-for"] = ADDRESS
        self._modes = list(schemathesis.GenerationMode)
        schema = schemathesis.openapi.from_dict(
            self.session.get(f"{self.base}/api/schema/openapi.json", timeout=PATIENCE).json()
        )
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        self.operations = [one for one in operations if one.path not in ENDLESS]

    def enter(self) -> None:
        """Create the attacker's user, again if an attack has ended its session."""
        self.session.get(f"{self.base}/api/me", timeout=PATIENCE)
        self.session.headers["x-csrftoken"] = self.session.cookies["csrftoken"] or ""

    def each(self, strategy: SearchStrategy[Any], send: Callable[[Any], None]) -> None:
        """Send some attacks."""

        @seed(self.rng.getrandbits(32))
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(strategy)
        def run(example: Any) -> None:
            send(example)

        run()

    def some(self, strategy: SearchStrategy[bytes]) -> list[bytes]:
        """Return some messages."""
        found: list[bytes] = []
        self.each(strategy, found.append)
        return found

    def mutated(self, example: bytes) -> bytes:
        """Return the input with some bytes changed, inserted or removed."""
        changed = bytearray(example)
        for _ in range(self.rng.choice([1, 1, 2, 5])):
            place = self.rng.randrange(len(changed) + 1)
            changed[place : place + self.rng.randrange(2)] = self.rng.randbytes(self.rng.randrange(3))
        return bytes(changed)

    def variants(self, example: bytes) -> list[bytes]:
        """Return a message and its variants."""
        return [example, *(self.mutated(example) for _ in range(VARIANTS - 1))]

    def requests(self) -> None:
        """Send requests to one operation, at the table with the game or anywhere."""
        operation = self.rng.choice(self.operations)
        mode = self.rng.choice(self._modes)
        path = {"path_parameters": {"table": self.table}}
        chosen: dict[str, Any] = path if "{table}" in operation.path and self.rng.random() < 0.7 else {}
        self.enter()
        self.each(operation.as_strategy(mode, **chosen), self._request)

    def _request(self, case: Case[Any]) -> None:
        self.sent += 1
        try:
            answer = case.call(base_url=self.base, session=self.session, timeout=PATIENCE)
        except (requests.exceptions.InvalidHeader, UnicodeError):
            return  # the library refuses to send it
        self.kept.append(_bytes_of(answer.request))
        if answer.status_code >= 500:
            raise Fault(f"{case.method} {case.path}: {answer.status_code} {answer.text}")
        if answer.status_code >= 400:
            self.refused += 1
            if json.loads(answer.text)["error"]["code"] not in STATUS:
                raise Fault(f"{case.method} {case.path}: {answer.text}")

    def messages(self) -> None:
        """Send messages to the socket of the table, as a spectator."""
        address = f"{self.base.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        with connect(address, max_size=None, max_queue=None, open_timeout=PATIENCE) as opened:
            for example in self.some(st.one_of(MESSAGES.map(encoded), RAW)):
                self._messages(opened, self.variants(example))

    def _messages(self, opened: Any, frames: list[bytes]) -> None:
        """Send some messages, and check all responses."""
        for frame in frames:
            opened.send(frame.decode("utf-8", "replace") if self.rng.random() < 0.5 else frame)
        self.sent += len(frames)
        opened.send('{"type":"ping"}')
        pongs = 0
        while not pongs:
            answer = json.loads(opened.recv(PATIENCE))
            pongs += answer["type"] == "pong"
            if answer["type"] == "refused":
                self.refused += 1
                if answer["error"]["code"] in {"internal", "overloaded", "unavailable"}:
                    raise Fault(f"{answer}, to one of {frames}")

    def raw(self) -> None:
        """Send bytes that look like HTTP, and requests with changed bytes."""
        examples = self.some(BYTES)
        for request in self.rng.sample(list(self.kept), min(EXAMPLES, len(self.kept))):
            examples += self.variants(request)
        for begin in range(0, len(examples), EXAMPLES):
            self._raw(examples[begin : begin + EXAMPLES])

    def _raw(self, examples: list[bytes]) -> None:
        """Send each on a new connection; the server waits for the rest of many of them and does not answer."""
        with ExitStack() as stack, selectors.DefaultSelector() as waiting:
            for example in examples:
                opened = stack.enter_context(socket.create_connection(self._where, timeout=PATIENCE))
                with suppress(OSError):
                    opened.sendall(example)
                    waiting.register(opened, selectors.EVENT_READ, example)
            self.sent += len(examples)
            while waiting.get_map() and (ready := waiting.select(SILENCE)):
                for key, _ in ready:
                    waiting.unregister(key.fileobj)
                    with suppress(OSError):
                        answer = key.fileobj.recv(2000)  # type: ignore[union-attr]
                        self.refused += answer.startswith(b"HTTP/1.1 4")
                        if answer.startswith(b"HTTP/1.1 5"):
                            raise Fault(f"{key.data!r}: {answer!r}")

    @property
    def _where(self) -> tuple[str, int]:
        host, port = self.base.removeprefix("http://").split(":")
        return host, int(port)

    def linger(self, stack: ExitStack) -> None:
        """Open sockets that nobody reads, and keep connections waiting for the rest of a header."""
        address = f"{self.base.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        for _ in range(IDLE):
            with suppress(WebSocketException, OSError):
                unread = connect(
                    address,
                    max_size=None,
                    open_timeout=PATIENCE,
                    max_queue=1,
                    close_timeout=0,
                    ping_interval=None,
                )
                stack.enter_context(suppress(ConnectionClosed, OSError))
                stack.enter_context(unread)

    def drip(self, stack: ExitStack) -> None:
        """Send one more byte of endless headers, and replace connections that the server has closed."""
        for half in list(self.halves):
            try:
                half.sendall(b"y")
            except OSError:
                self.halves.remove(half)
        while len(self.halves) < IDLE:
            half = stack.enter_context(socket.create_connection(self._where, timeout=PATIENCE))
            half.sendall(b"GET / HTTP/1.1\r\nhost: ")
            self.halves.append(half)


def _bytes_of(request: requests.PreparedRequest) -> bytes:
    """Return a request as bytes."""
    body: Any = request.body or b""
    lines = [f"{request.method} {request.path_url} HTTP/1.1", "host: 127.0.0.1"]
    lines += [f"{_text(name)}: {_text(value)}" for name, value in request.headers.items()]
    head = "\r\n".join(lines).encode("utf-8", "replace") + b"\r\n\r\n"
    return head + (body.encode("utf-8", "replace") if isinstance(body, str) else bytes(body))


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def send_all(trial: Trial, process: Process, table: str) -> tuple[Eve, list[int]]:
    """Send this number of attacks; return the attacker, and the server's memory during the attacks in MiB."""
    eve = Eve(process.base, table, trial.dice())
    memory: list[int] = []
    with ExitStack() as stack:
        eve.linger(stack)
        while trial.goes_on(eve.sent):
            eve.drip(stack)
            eve.rng.choice([eve.requests, eve.messages, eve.raw])()
            memory.append(process.memory() or 0)
            trial.say(f"{eve.sent} sent, {eve.refused} refused, {memory[-1]} MiB")
    return eve, memory


def server(folder: Path, address: str | None = None) -> Process:
    """Return a server for attacks, with its own file or the PostgreSQL database at an address."""
    return Process(
        folder,
        address,
        WHISTLESTOP_SIGN_IN_RATE="0",
        WHISTLESTOP_TRUSTED_PROXIES="127.0.0.1",
        WHISTLESTOP_TABLES_PER_DAY=str(TABLES),
        WHISTLESTOP_BOT_DELAY="1",
    )


async def attack(trial: Trial, process: Process, stored: Callable[[], Stored]) -> list[Figure]:
    """Attack a server during a game."""
    people = People(lambda: process.base, trial.dice("people"), tables=1)
    try:
        await process.start()
        await process.ready()
        async with people.playing():
            if not await people.wait(LONG, lambda: people.acknowledged > 0):
                raise Fault("nobody can play")
            ((table, _), *_) = people.ledgers
            eve, memory = await asyncio.to_thread(send_all, trial, process, table)
            before = people.acknowledged
            if not await people.wait(LONG, lambda: people.acknowledged > before):
                raise Fault("nobody can play any more")
        async with guest(process.base) as http:
            if (await http.get("/api/health")).status_code != 200:
                raise Fault("the server is not well")
    finally:
        await process.kill()
    people.check(stored())
    return [
        Figure("refused with an error code", eve.refused),
        Figure("moves acknowledged", people.acknowledged),
        Figure("server memory, MiB", max(memory), 1024, "most"),
        Figure("memory growth in the second half, MiB", memory[-1] - memory[len(memory) // 2], 50, "most"),
    ]


async def on_file(trial: Trial) -> list[Figure]:
    """Attack a server with a SQLite file."""
    process = server(trial.folder)
    return await attack(trial, process, partial(stored_in_file, process.database))


async def on_postgresql(trial: Trial) -> list[Figure]:
    """Attack a server with PostgreSQL."""
    with postgresql() as made:
        address = made.database()
        process = server(trial.folder, address)
        return await attack(trial, process, partial(stored_in_postgresql, address))


CAMPAIGNS = [
    Campaign(
        f"hostile-{name}",
        f"send invalid requests, messages and bytes to a server with {database} while people play",
        "requests and messages",
        10_000_000,
        0,
        lambda trial, on=on: asyncio.run(on(trial)),  # type: ignore[misc]
        (
            *(f"{SERVER}/{part}" for part in ("domain", "http", "messages", "usecases")),
            *(f"tests/server/{part}.py" for part in ("campaigns/hostile", "hostile")),
        ),
    )
    for name, database, on in [
        ("file", "a SQLite file", on_file),
        ("postgresql", "PostgreSQL", on_postgresql),
    ]
]
