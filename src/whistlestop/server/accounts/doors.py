"""The open sockets of each session and guest, so that they can be closed when it ends."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Doors:
    """What is open in this process, by the id of a session or, for guests, of the user."""

    def __init__(self) -> None:
        self._open: dict[str, set[asyncio.Event]] = {}

    @contextmanager
    def hold(self, key: str) -> Iterator[asyncio.Event]:
        """Keep a socket open for as long as the event is not set: then it has to be closed."""
        ended = asyncio.Event()
        self._open.setdefault(key, set()).add(ended)
        try:
            yield ended
        finally:
            held = self._open[key]
            held.discard(ended)
            if not held:
                del self._open[key]

    def close(self, keys: Iterable[str]) -> None:
        """Have the sockets of these sessions or guests closed."""
        for key in keys:
            for ended in self._open.get(key, ()):
                ended.set()

    def keys(self) -> list[str]:
        """Who has something open."""
        return list(self._open)
