"""Every open connection of this process, so that it can be closed when its session ends or its user is banned."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


class Door:
    """One open connection: its user and the tag of their address. `refusal` says why it has to be closed.

    `send` sends a frame, where the connection takes any.
    """

    def __init__(self, user: str, address: str) -> None:
        self.user = user
        self.address = address
        self.ended = asyncio.Event()
        self.refusal: Refusal | None = None
        self.send: Callable[[bytes], None] | None = None

    def dismiss(self, refusal: Refusal) -> None:
        """Have the connection closed, and its user told why."""
        self.refusal = self.refusal or refusal
        self.ended.set()


class Doors:
    """What is open in this process, by the id of a session or token or, for guests, of the user."""

    def __init__(self) -> None:
        self._open: dict[str, set[Door]] = {}

    @contextmanager
    def hold(self, key: str, user: str, address: str) -> Iterator[Door]:
        """Keep a connection open until its door is dismissed: then it has to be closed."""
        door = Door(user, address)
        self._open.setdefault(key, set()).add(door)
        try:
            yield door
        finally:
            held = self._open[key]
            held.discard(door)
            if not held:
                del self._open[key]

    def close(self, keys: Iterable[str]) -> None:
        """Close the connections of these sessions, tokens or guests, which have ended."""
        for key in keys:
            for door in self._open.get(key, ()):
                door.dismiss(Refusal("signed_out", "This session has ended. Sign in again."))

    def tell(self, user: str, frame: bytes) -> None:
        """Send a frame to all that a user has open."""
        for door in self._doors():
            if door.user == user and door.send is not None:
                door.send(frame)

    def origin(self, user: str) -> str | None:
        """The tag of the address from which a user has something open."""
        return next((door.address for door in self._doors() if door.user == user), None)

    def sift(self, judge: Callable[[Door], Refusal | None]) -> None:
        """Close every connection that is refused."""
        for door in self._doors():
            refusal = judge(door)
            if refusal is not None:
                door.dismiss(refusal)

    def _doors(self) -> list[Door]:
        return [door for doors in self._open.values() for door in doors]

    def keys(self) -> list[str]:
        """Who has something open."""
        return list(self._open)
