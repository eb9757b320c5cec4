"""What a viewer is shown. The only module that turns a game into something that leaves the server.

It asks the game for views, events and histories of a seat (None: a spectator), which are made from that
seat's observation, and encodes them. It is never given, and never looks at, the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from whistlestop.server.protocol import Hello, LogEntry, TableInfo, Update, ViewAnswer, encode
from whistlestop.view import events as events_between
from whistlestop.view import view as view_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop import Game


class Sight:
    """What the seats of one game and its spectators have been shown so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._logs: dict[int | None, list[Raw]] = {}

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees now."""
        return self.game.view(seat)

    def log(self, seat: int | None) -> list[Raw]:
        """What a seat has seen, one entry an action. Made by replay once, then carried on."""
        log = self._logs.get(seat)
        if log is None:
            log = [
                Raw(encode(LogEntry(entry["version"], entry["events"]))) for entry in self.game.history(seat)
            ]
            self._logs[seat] = log
        return log

    def advance(self, after: Game, seats: Iterable[int | None]) -> dict[int | None, bytes]:
        """Go on to the game one action later; returns the update for each of `seats` that has to be told."""
        before, self.game = self.game, after
        told = set(seats)
        updates: dict[int | None, bytes] = {}
        for seat in told | self._logs.keys():
            seen = after.observe(seat)
            events = events_between(before.observe(seat), seen)
            if seat in self._logs:
                self._logs[seat].append(Raw(encode(LogEntry(after.version, events))))
            if seat in told:
                updates[seat] = encode(Update(after.version, events, view_of(seen)))
        return updates


def hello(sight: Sight | None, table: TableInfo) -> bytes:
    """The first message to a viewer: everything they may know."""
    if sight is None:
        return encode(Hello(table, None, [], 0))
    return encode(Hello(table, sight.view(table.you), sight.log(table.you), sight.game.version))


def answer(sight: Sight | None, seat: int | None) -> bytes:
    """The same without a socket."""
    if sight is None:
        return encode(ViewAnswer(None, []))
    return encode(ViewAnswer(sight.view(seat), sight.log(seat)))
