"""Event streams for programs: lines of JSON, with occasional empty lines to keep the connection alive."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import encode
from whistlestop.server.messages.programs import Ended, Started, StreamMessage, YourTurn

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.usecases.tables.registry import Tables
    from whistlestop.server.usecases.tables.table import Table


class Stream:
    """An open stream of a user: its queue, and the data that it has sent about each game in progress."""

    def __init__(self, room: int) -> None:
        self.frames: asyncio.Queue[bytes] = asyncio.Queue(room)
        self.ended = asyncio.Event()
        self._due: dict[str, int | None] = {}

    def send(self, message: StreamMessage) -> None:
        """Queue a message. A program that does not read loses the stream; the next begins with the current state."""
        try:
            self.frames.put_nowait(encode(message))
        except asyncio.QueueFull:
            self.ended.set()

    def follows(self, game: str) -> bool:
        """Return whether this stream has sent a game that is still in progress."""
        return game in self._due

    def look(self, table: Table, seat: int) -> None:
        """Send changes at a table to its seat."""
        game = table.game
        if game is None:
            return
        if game.over:
            if self._due.pop(table.id, self) is not self:
                self.send(Ended(table.id))
            return
        due = game.due_since if seat in game.to_act else None
        if table.id not in self._due:
            self._due[table.id] = None
            self.send(Started(table.id, game.ruleset.id, seat))
        if due is not None and due != self._due[table.id]:
            self.send(YourTurn(table.id, game.version))
        self._due[table.id] = due


class Streams:
    """The open streams of this process."""

    def __init__(self, store: Store, tables: Tables, room: int, heartbeat: float) -> None:
        self._store = store
        self._tables = tables
        self._room = room
        self._heartbeat = heartbeat
        self._open: dict[str, set[Stream]] = {}
        self._closing: set[asyncio.Event] = set()
        self._closed = False

    @property
    def open(self) -> int:
        """Number of open streams."""
        return sum(map(len, self._open.values()))

    def changed(self, table: Table) -> None:
        """Handle a change at a table."""
        if not self._open:
            return
        for seat in table.row.seats:
            for stream in self._open.get(seat.user, ()) if seat.user is not None else ():
                stream.look(table, seat.seat)

    def follows(self, game: str) -> bool:
        """Return whether a program here is waiting for its turn in a game in progress."""
        return any(stream.follows(game) for streams in self._open.values() for stream in streams)

    async def began(self, game: str) -> None:
        """Follow a game that began in another process, if one of its players has a stream in this process."""
        if self._open and any(seat.user in self._open for seat in await self._store.seats(game)):
            async with self._tables.use(game) as table:
                self.changed(table)

    def tell(self, user: str, message: StreamMessage) -> None:
        """Send a message to a user's open streams."""
        for stream in self._open.get(user, ()):
            stream.send(message)

    async def of(self, user: str, ended: asyncio.Event) -> AsyncIterator[bytes]:
        """Yield the lines for a user until the stream has `ended`: first the games in progress, then events."""
        stream = Stream(self._room)
        self._open.setdefault(user, set()).add(stream)
        try:
            for row in await self._store.tables_of(user):
                if row.state != "playing":
                    continue
                try:
                    async with self._tables.use(row.id) as table:
                        self.changed(table)
                except Refusal:
                    continue  # unreadable; already logged
            async for line in self.lines(stream.frames, stream.ended, ended):
                yield line
        finally:
            self._open[user].discard(stream)
            if not self._open[user]:
                del self._open[user]

    async def lines(self, frames: asyncio.Queue[bytes], *ends: asyncio.Event) -> AsyncGenerator[bytes, None]:
        """Yield a line for each frame, and an empty line after a silence, until one of `ends` is set."""
        closing = asyncio.Event()
        self._closing.add(closing)
        if self._closed:
            closing.set()
        stops = [asyncio.create_task(end.wait()) for end in (closing, *ends)]
        got = asyncio.create_task(frames.get())
        try:
            while True:
                done, _ = await asyncio.wait(
                    {got, *stops}, timeout=self._heartbeat, return_when=asyncio.FIRST_COMPLETED
                )
                if got in done:
                    yield got.result() + b"\n"
                    got = asyncio.create_task(frames.get())
                elif done:
                    while not frames.empty():
                        yield frames.get_nowait() + b"\n"
                    return
                else:
                    yield b"\n"
        finally:
            self._closing.discard(closing)
            for task in (got, *stops):
                task.cancel()

    def close(self) -> None:
        """End all streams when the server stops."""
        self._closed = True  # also for streams that are just starting
        for closing in self._closing:
            closing.set()
