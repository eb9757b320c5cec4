"""A table with a game, and everything that the server sends about it, without a database or sockets."""

from __future__ import annotations

import asyncio
import base64
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.events import Moments
from whistlestop.server.domain.identity import Caller
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.stops import Stop
from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.domain.times import DAY, Timeline
from whistlestop.server.http.sockets import table as socket_module
from whistlestop.server.messages.base import encode
from whistlestop.server.usecases import pictures
from whistlestop.server.usecases.notices import events as telling
from whistlestop.server.usecases.notices import turns
from whistlestop.server.usecases.programs.streams import Streams
from whistlestop.server.usecases.programs.texts import Texts
from whistlestop.server.usecases.replays import frames as replays
from whistlestop.server.usecases.tables import answers
from whistlestop.server.usecases.tables.following import begun
from whistlestop.server.usecases.tables.table import Table, TableContext
from whistlestop.server.usecases.tables.viewers import Viewer, Viewers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    import numpy.typing as npt

    from whistlestop import Game
    from whistlestop.server.usecases.tables.advice import Question

WATCHER = "watcher"


BACK = 3
"""Number of compared versions among those that a user may replay."""


SEED = "5eed" * 16
"""The secret behind the commitment of every table here; nobody is shown anything that contains it."""
NOW = 10**12
"""The time in all worlds."""
STOPS = (Stop(0, NOW - 2000, NOW + DAY), Stop(None, NOW - 1000, NOW + DAY))
"""A player on vacation, and a pause."""


async def silent(_message: object) -> None:
    """Chat does nothing in these worlds; it has tests of its own."""


class NoDisk:
    """A store that keeps nothing: nobody sees what is stored."""

    def __init__(self) -> None:
        self.timeline = Timeline(lambda: NOW, lambda: 0)
        self.writer = self

    async def append(self, _action: object) -> None:
        return None


class OneTable:
    """The tables of a site that has only one, and callers who may ask at any rate."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @asynccontextmanager
    async def visit(self, _key: str, user: str) -> AsyncIterator[tuple[Table, str]]:
        yield self.table, user

    def seen(self, _table: Table, _user: str) -> None:
        """Store nothing."""

    def count_command(self, _caller: Caller) -> None:
        """Count nothing."""


class World:
    """A table with a game and players in all seats, some of them with sockets.

    `shared`: the player of a seat also has the next seat, for another person on the same device.
    """

    def __init__(self, game: Game, *, look: bool = False, shared: int | None = None) -> None:
        self.users = [f"user{seat}" for seat in range(game.players)]
        if shared is not None:
            self.users[(shared + 1) % game.players] = f"user{shared}"
        seats = tuple(
            Seat(seat, "person", user, None, f"Guest {seat}", pause=seat == 1)
            for seat, user in enumerate(self.users)
        )
        clock = ClockSettings("live", 300, 10)
        row = TableRow(
            "the-table",
            game.ruleset.id,
            "user0",
            "playing",
            0,
            "{}",
            seats,
            "the-watch-key",
            0,
            SEED,
            look=look,
            clock=clock,
            hints=True,
        )
        store: Any = NoDisk()
        self.table = Table(row, game, TableContext(store), clock=begun(row, game, store, STOPS))
        self.table.viewers = Viewers(lambda: None)  # presence is sent later, and the same to all
        self.viewers: dict[str, Viewer] = {}

    @property
    def game(self) -> Game:
        game = self.table.game
        assert game is not None
        return game

    def listen(self, user: str, wanted: int | None = None) -> None:
        """Open a user's socket; it has a waiting hello."""
        viewer = Viewer(user, 1000, wanted=wanted)
        self.viewers[user] = viewer
        self.table.attach(viewer)

    async def send(self, user: str, message: bytes) -> None:
        """Handle a message from a user's socket."""
        viewer = self.viewers.get(user) or Viewer(user, 1000)
        await socket_module.answer(message.decode(), self.table, viewer, lambda: None, silent)

    async def shown(self, user: str, tickets: list[str], *, advised: bool) -> list[bytes]:
        """Return everything in a user's socket and in HTTP answers; also a plan, a hint and texts if `advised`."""
        viewer = self.viewers[user]
        frames = [viewer.frames.get_nowait() for _ in range(viewer.frames.qsize())]
        seat = viewer.wanted
        frames.append(encode(self.table.info(user, seat)))
        frames.append(answers.view(self.table, user, seat))
        frames.append(encode(answers.standing(self.table, user)))
        own = self.table.seat_of(user, seat)
        if own is not None:
            frames.append(
                encode(turns.turn_of(self.table.row, self.game, own))
            )  # everything that a push message is made of
        left = Moments(10**12, dict.fromkeys(range(self.game.players), (1, 10**12)))
        told = telling.events_at(self.table, self.game.ruleset.name, left)
        frames += [
            encode(event) for event in told if event.user == user
        ]  # and a notification of anything else
        frames += past(self.table, user, own)
        frames.append(encode(pictures.holdings(pictures.Moment(self.game, (0, 1, 2, 3, 4), None))))
        asked: list[Callable[[], bytes]] = [
            lambda: encode(answers.declaration(self.table, user, tickets, seat))
        ]
        if not self.game.over:
            asked.append(lambda: answers.record(self.table).encode())
        if advised:
            asked += [
                lambda: answers.plan(self.table, user, seat).make(),
                lambda: answers.hint(self.table, user, seat).make(),
            ]
            asked.append(lambda: searched_by(answers.hint(self.table, user, seat)))
            asked.append(lambda: observed_by(self.table, self.game, user, seat))
        for ask in asked:
            try:
                frames.append(ask())
            except Refusal as refusal:
                frames.append(f"{refusal.code} {refusal.message}".encode())
        if (
            advised and own is not None and own == self.table.seat_of(user)
        ):  # texts are for a user's first seat
            frames += await in_text(self.table, user)
        try:
            frames.append(await answers.summary(self.table))
        except Refusal as refusal:
            frames.append(f"{refusal.code} {refusal.message}".encode())
        return frames


async def in_text(table: Table, user: str) -> list[bytes]:
    """Return what a language model in the user's seat reads."""
    site: Any = OneTable(table)
    texts = Texts(site, site, Streams(site, site, 1000, heartbeat=60), site, 1000)
    caller, ended = Caller(user, ""), asyncio.Event()
    ended.set()  # do not wait for a turn
    told = []
    for ask in (
        texts.position(table.id, caller),
        texts.actions(table.id, caller, ""),
        texts.turn(table.id, caller, ended),
    ):
        try:
            told.append((await ask).encode())
        except Refusal as refusal:
            told.append(f"{refusal.code} {refusal.message}".encode())
    return told


def searched_by(question: Question) -> bytes:
    """Return the search's input for a hint; the effects of the last action are lost in a position."""
    assert question.shown is not None
    record = question.shown.record
    names = ("hand", "tickets", "offer", "ticket_deck", "deck", "stack")
    return b"".join(record[name].tobytes() for name in names if name in (record.dtype.names or ()))


def observed_by(table: Table, game: Game, user: str, seat: int | None) -> bytes:
    """Return what a device gets for a hint. Equal connections of cities may be stored with different roots."""
    told = answers.observed(table, user, seat, {game.ruleset.id: game.ruleset.hash}, device=True)
    assert told.bytes is not None
    array = np.frombuffer(base64.b64decode(told.bytes), game.observe(seat).array.dtype).copy()
    if "link" in (array.dtype.names or ()):
        for cities in array["link"][0]:
            roots = [_root(cities, city) for city in range(len(cities))]
            cities[:] = [roots.index(root) for root in roots]
    return encode(replace(told, bytes=None)) + array.tobytes()


def _root(links: npt.NDArray[np.integer[Any]], city: int) -> int:
    while links[city] != city:
        city = int(links[city])
    return city


def past(table: Table, user: str, own: int | None) -> list[bytes]:
    """Return a user's replay from their seat, and the answers to requests for others' past."""
    game, owned = table.game, table.seats_of(user)
    assert game is not None
    if game.over:
        return []  # now everything may be shown
    eyes = replays.eyes_of(game, owned, None if own is None else str(own))
    first = replays.first_of(game, eyes)
    versions = range(max(first, game.version - BACK), game.version + 1)
    shown = [str(first).encode(), encode(replays.log_of(game, eyes))]
    shown.append(encode(replays.frames_of(game, eyes, versions, look=table.row.look)))
    others = (
        seat for seat in range(2) if seat == own or seat not in owned
    )  # not of others on the same device
    for asked in ("all", "none", *map(str, others)):
        try:
            eyes = replays.eyes_of(game, owned, asked)
        except Refusal as refusal:
            shown.append(f"{refusal.code} {refusal.message}".encode())
        else:
            shown.append(encode(replays.log_of(game, eyes)))
    return shown
