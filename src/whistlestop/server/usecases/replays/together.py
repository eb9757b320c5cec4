"""Watch a replay together: one user leads, and the others follow. Nothing is stored."""

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
"""Maximum number of users who watch one game together."""
WAITING = 64
"""Maximum number of messages waiting for a slow reader, whose socket is then closed."""


class Companion(Viewer):
    """The socket of one user in a room."""

    def __init__(self, user: str, member: Member) -> None:
        super().__init__(user, WAITING)
        self.member = member


class Room:
    """The users who watch one game through one link, in order of arrival."""

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
        """Add a user; the first one leads."""
        if len(self) >= MOST:
            raise Refusal("too_many", "Too many people already watch this. Try again later.")
        companion = Companion(user, Member(next(self._numbers), name))
        self._company[companion.member.id] = companion
        if len(self) == 1:
            self._leader = companion.member.id
        self._tell()
        return companion

    def leave(self, companion: Companion) -> None:
        """Remove a user. If they led, the next user in order of arrival leads."""
        self._company.pop(companion.member.id, None)
        if self._leader == companion.member.id and self._company:
            self._leader = next(iter(self._company))
        self._tell()

    def hear(self, companion: Companion, message: Position | HandOver) -> None:
        """Handle a message of the leader; ignore messages of the others, who are shown the leader."""
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
    """All rooms of this process, by game and key; empty ones are removed."""

    def __init__(self) -> None:
        self._rooms: dict[tuple[str, str], Room] = {}

    @property
    def open(self) -> int:
        """Number of rooms."""
        return len(self._rooms)

    def enter(self, game: str, key: str, user: str, name: str) -> tuple[Room, Companion]:
        """Enter a room, which is created if it does not exist."""
        room = self._rooms.get((game, key)) or Room()
        companion = room.enter(user, name)
        self._rooms[game, key] = room
        return room, companion

    def leave(self, game: str, key: str, companion: Companion) -> None:
        """Leave a room."""
        room = self._rooms[game, key]
        room.leave(companion)
        if not room:
            del self._rooms[game, key]
