"""Watching together: one leads, the others see what they see. Nothing of it is kept."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.messages.base import encode
from whistlestop.server.messages.replays import Company, HandOver, Member, Position
from whistlestop.server.usecases.tables.viewers import Viewer

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 50
"""People who may watch one game together."""
WAITING = 64
"""Messages that may wait for a slow reader before their socket is closed."""


class Companion(Viewer):
    """Somebody's socket."""

    def __init__(self, user: str, member: Member) -> None:
        super().__init__(user, WAITING)
        self.member = member


class Room:
    """Those who watch one game by one link, in the order that they came."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._company: dict[int, Companion] = {}
        self._leader = 0
        self._position: Position | None = None

    def __len__(self) -> int:
        return len(self._company)

    def __iter__(self) -> Iterator[Companion]:
        return iter(self._company.values())

    def enter(self, user: str, name: str) -> Companion:
        """Somebody comes; the first one leads."""
        if len(self) >= MOST:
            raise Refusal("too_many", "Too many watch this already.")
        companion = Companion(user, Member(next(self._numbers), name))
        self._company[companion.member.id] = companion
        if len(self) == 1:
            self._leader = companion.member.id
        self._tell()
        return companion

    def leave(self, companion: Companion) -> None:
        """Somebody goes; if they led, whoever has been there longest does so now."""
        self._company.pop(companion.member.id, None)
        if self._leader == companion.member.id and self._company:
            self._leader = next(iter(self._company))
        self._tell()

    def hear(self, companion: Companion, message: Position | HandOver) -> None:
        """What the leader says is done; from anybody else it comes too late, and they have been told who leads."""
        if companion.member.id != self._leader:
            return
        if isinstance(message, HandOver):
            if message.to in self._company:
                self._leader = message.to
                self._tell()
            return
        self._position = message
        frame = encode(message)
        for other in self:
            if other is not companion:
                other.send(frame)

    def _tell(self) -> None:
        members = [companion.member for companion in self]
        for companion in self:
            companion.send(encode(Company(companion.member.id, self._leader, members, self._position)))


class Rooms:
    """All rooms of this process, by game and key; one that is empty is forgotten."""

    def __init__(self) -> None:
        self._rooms: dict[tuple[str, str], Room] = {}

    def enter(self, game: str, key: str, user: str, name: str) -> tuple[Room, Companion]:
        """Come into a room, which is made if nobody is there."""
        room = self._rooms.get((game, key)) or Room()
        companion = room.enter(user, name)
        self._rooms[game, key] = room
        return room, companion

    def leave(self, game: str, key: str, companion: Companion) -> None:
        """Go."""
        room = self._rooms[game, key]
        room.leave(companion)
        if not room:
            del self._rooms[game, key]
