"""Events outside the log that affect clocks: vacations and pauses, during which they stop, and first looks at turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from whistlestop.server.domain.times import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

PAUSE_LIVE = DAY
"""Longest pause of a live game, in milliseconds."""
PAUSE_BY_DAYS = 14 * DAY
"""Longest pause of a game by days, in milliseconds."""


class Stop(Struct, frozen=True):
    """A vacation of the player of `seat`, or a pause of the whole game (seat None), in milliseconds since 1970.

    The end is known from the beginning, and moves to an earlier time if the player comes back early or the game
    resumes.
    """

    seat: int | None
    began: int
    ends: int

    def covers(self, at: int) -> bool:
        """Return whether it covers a time."""
        return self.began <= at < self.ends


class Look(Struct, frozen=True):
    """The first look of a player at the turn of `seat` that began at version `ply`, in milliseconds since 1970."""

    seat: int
    ply: int
    at: int


Mark = Stop | Look
"""An event that is stored beside the log and affects clocks."""


class Standing:
    """The stops of each seat on the `served` scale of a timeline."""

    def __init__(
        self, stops: Iterable[Stop] = (), seats: int = 0, served: Callable[[int], int] = lambda at: at
    ) -> None:
        """`served` converts a time to the scale that leaves out outages."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        for stop in sorted(stops, key=lambda one: one.began):
            began, ended = served(stop.began), served(stop.ends)
            for seat in range(seats) if stop.seat is None else [stop.seat]:
                spans = found[seat]
                if spans and began <= spans[-1][1]:
                    spans[-1] = spans[-1][0], max(spans[-1][1], ended)
                elif began < ended:
                    spans.append((began, ended))
        self._spans: Sequence[Sequence[tuple[int, int]]] = found

    def between(self, seat: int, since: int, until: int) -> int:
        """Return the milliseconds between two `served` times in which the clock of a seat was stopped."""
        return sum(max(0, min(ended, until) - max(began, since)) for began, ended in self._of(seat))

    def after(self, seat: int, since: int, left: int) -> int:
        """Return when a clock that has `left` milliseconds at `since` reaches zero. A stop at that time comes first."""
        zero = since + left
        for began, ended in self._of(seat):
            if ended > since and began <= zero:
                zero += ended - max(began, since)
        return zero

    def _of(self, seat: int) -> Sequence[tuple[int, int]]:
        return self._spans[seat] if seat < len(self._spans) else ()


NEVER = Standing()
"""No stops."""
