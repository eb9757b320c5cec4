"""All open connections of this process, so that they can be closed when a session ends or a user is banned."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


class OpenConnection:
    """One open connection: its user and the tag of their address. `refusal` is the reason for closing it.

    `send` sends a frame, if the connection accepts frames.
    """

    def __init__(self, user: str, address: str) -> None:
        self.user = user
        self.address = address
        self.ended = asyncio.Event()
        self.refusal: Refusal | None = None
        self.send: Callable[[bytes], None] | None = None

    def dismiss(self, refusal: Refusal) -> None:
        """Close the connection, and send its user the reason."""
        self.refusal = self.refusal or refusal
        self.ended.set()


class OpenConnections:
    """The open connections of this process, by session or token id or, for guests, by user id."""

    def __init__(self) -> None:
        self._open: dict[str, set[OpenConnection]] = {}

    @contextmanager
    def hold(self, key: str, user: str, address: str) -> Iterator[OpenConnection]:
        """Register a connection during the block. If it is dismissed, the caller must close it."""
        opened = OpenConnection(user, address)
        self._open.setdefault(key, set()).add(opened)
        try:
            yield opened
        finally:
            held = self._open[key]
            held.discard(opened)
            if not held:
                del self._open[key]

    def close(self, keys: Iterable[str]) -> None:
        """Close the connections of these ended sessions, tokens or guests."""
        for key in keys:
            for opened in self._open.get(key, ()):
                opened.dismiss(Refusal("signed_out", "This session has ended. Sign in again."))

    def tell(self, user: str, frame: bytes) -> None:
        """Send a frame to all connections of a user."""
        for opened in self._doors():
            if opened.user == user and opened.send is not None:
                opened.send(frame)

    def origin(self, user: str) -> str | None:
        """Return the tag of the address from which a user is connected."""
        return next((opened.address for opened in self._doors() if opened.user == user), None)

    def users(self) -> set[str]:
        """Return the users of open connections."""
        return {opened.user for opened in self._doors()}

    def sift(self, judge: Callable[[OpenConnection], Refusal | None]) -> None:
        """Close every connection that `judge` refuses."""
        for opened in self._doors():
            refusal = judge(opened)
            if refusal is not None:
                opened.dismiss(refusal)

    def _doors(self) -> list[OpenConnection]:
        return [opened for held in self._open.values() for opened in held]

    def keys(self) -> list[str]:
        """Return the owners of open connections."""
        return list(self._open)
