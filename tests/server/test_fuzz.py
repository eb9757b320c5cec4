"""Hostile input: every answer is typed, nothing breaks, and nothing changes.

The short form is part of the suite; `pytest tests/server/test_fuzz.py --hypothesis-profile=long` runs longer.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.harness import Guest, Running, Socket, play_on, running, two_seats
from tests.server.hostile import BODIES, KINDS, MESSAGES, RAW, VALUES, encoded

from whistlestop.server.domain.refusals import STATUS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.postgres import Cluster

settings.register_profile("long", max_examples=20_000)

TEXT_PATHS = [
    ("PATCH", "/api/me"),
    ("POST", "/api/tables"),
    ("POST", "/api/tables/{table}/join"),
    ("POST", "/api/tables/{table}/leave"),
    ("POST", "/api/tables/{table}/seats"),
    ("POST", "/api/tables/{table}/start"),
    ("POST", "/api/tables/{table}/commands"),
    ("GET", "/api/tables/{table}/view"),
    ("GET", "/api/tables/{table}/declaration"),
    ("GET", "/api/tables/{table}/declaration?tickets=a,,b,%00,dallas-new_york,dallas-new_york"),
    ("GET", "/api/tables/{table}/record"),
    ("GET", "/api/tables/{table}/summary"),
    ("DELETE", "/api/tables/{table}"),
    ("POST", "/api/records"),
    ("GET", "/api/games?who=%00&before=1.%0a"),
    ("GET", "/api/games/{table}/log?seat=%00"),
]


class Arena:
    """One server and one game for all examples, in a separate event loop, because Hypothesis is not asynchronous."""

    def __init__(self, folder: Path, ruleset: str, **over: Any) -> None:
        self.loop = asyncio.new_event_loop()
        self._context = running(folder, sockets_per_user=100_000, **over)
        self.server: Running = self.run(self._context.__aenter__())
        self.table, self.ada, self.ben, self.first, self.second = self.run(two_seats(self.server, ruleset))
        self.run(play_on({0: self.first, 1: self.second}, random.Random(9), most=12))
        self.run(self.calm())
        self.eve: Guest = self.run(self.server.guest())
        self.version = self.run(self.server.services.store.version(self.table))

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    async def calm(self) -> None:
        await self.first.settle()
        await self.second.settle()

    def close(self) -> None:
        self.run(self._context.__aexit__(None, None, None))
        self.loop.close()


@pytest.fixture(scope="module", params=["usa", "card_game"])
def arena(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, _cluster: Cluster | None
) -> Iterator[Arena]:
    """Return servers on a file and, if available, on PostgreSQL: they differ in what they can store."""
    over = {"database": _cluster.database()} if _cluster and request.param == "card_game" else {}
    made = Arena(tmp_path_factory.mktemp("fuzz"), request.param, **over)
    yield made
    made.close()


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    target=st.sampled_from(TEXT_PATHS),
    body=st.one_of(BODIES.map(encoded), VALUES.map(encoded), RAW),
    kind=st.sampled_from(KINDS),
    token=st.booleans(),
)
def test_requests(arena: Arena, target: tuple[str, str], body: bytes, kind: str, token: bool) -> None:
    method, path = target
    headers = {"content-type": kind} if kind else {}
    if not token:
        headers["x-csrftoken"] = "no"

    async def attempt() -> None:
        answer = await arena.eve.http.request(
            method, path.format(table=arena.table), content=body, headers=headers
        )
        assert answer.status_code < 500, (answer.status_code, answer.text)
        if answer.status_code >= 400:
            error = answer.json()["error"]
            assert set(error) == {"code", "message"}
            assert error["code"] in STATUS

    arena.run(attempt())


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    path=st.text(max_size=40),
    header=st.sampled_from(
        [
            "cookie",
            "origin",
            "host",
            "x-csrftoken",
            "if-none-match",
            "accept-encoding",
            "x-forwarded-for",
            "accept",
        ]
    ),
    value=st.binary(max_size=40).map(lambda raw: bytes(b for b in raw if b > 31 and b != 127)),
)
def test_paths_and_headers(arena: Arena, path: str, header: str, value: bytes) -> None:
    from urllib.parse import quote

    async def attempt() -> None:
        for prefix in ("/", "/api/", "/api/tables/", "/api/rulesets/"):
            answer = await arena.eve.http.get(
                prefix + quote(path, safe="", errors="surrogatepass"),
                headers=[(header.encode(), value.strip())],
            )
            assert answer.status_code < 500, (prefix + path, answer.status_code)

    arena.run(attempt())


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(message=st.one_of(MESSAGES.map(encoded), RAW), as_text=st.booleans(), seated=st.booleans())
def test_messages(arena: Arena, message: bytes, as_text: bool, seated: bool) -> None:
    """Messages other than commands do not affect the socket, the game or other users."""

    async def attempt(socket: Socket) -> None:
        frame: str | bytes = message
        if as_text:
            frame = message.decode("utf-8", "replace")
        await socket.send(frame)
        for answer in await socket.settle():
            assert answer["type"] in {"refused", "hello", "pong", "ack", "update", "table"}
            if answer["type"] == "refused":
                assert answer["error"]["code"] in STATUS
                assert answer["error"]["code"] not in {"internal", "overloaded"}

    if not hasattr(arena, "watcher"):
        arena.watcher = arena.run(arena.eve.sit(arena.table))  # type: ignore[attr-defined]
    arena.run(attempt(arena.first if seated else arena.watcher))  # type: ignore[attr-defined]


def test_the_game_is_unharmed(arena: Arena) -> None:
    """Afterwards the log contains exactly the acknowledged commands, and the game continues."""

    async def finish() -> None:
        await arena.first.settle()
        await arena.second.settle()
        fresh = {0: await arena.ada.sit(arena.table), 1: await arena.ben.sit(arena.table)}
        await play_on(fresh, random.Random(1))
        assert (await arena.eve.get(f"/api/tables/{arena.table}/record")).status_code == 200

    arena.run(finish())
    assert arena.run(arena.server.services.store.version(arena.table)) > arena.version
