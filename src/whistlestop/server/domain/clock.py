"""The clock of a table: its settings, what is sent of it, and the time left as a pure function of the game's events.

The events are in the log (actions) and beside it (seats handed to bots and back, vacations and pauses), so nothing else
is stored: time left = time given - time used. Times are milliseconds. `Timeline.served` converts a time to the scale
that leaves out outages, called `served` here. Vacations and pauses are left out of a seat's time on that scale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from whistlestop.server.domain.stops import NEVER, Standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from whistlestop.server.domain.stops import Stop
    from whistlestop.server.domain.times import Timeline

BACK = 30_000
"""Minimum time for players who come back after a bot played for them; less if the clock started with less."""
LONGEST = 14 * 24 * 3600
"""Longest time of a clock, in seconds."""


class ClockSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of a table, chosen when the table is created.

    `live`: each person has `seconds` for the whole game, plus `increment` seconds after every turn. `turn`: `seconds`
    for each turn, plus `bank` seconds for the whole game, which long turns use up. When a player's time runs out, `bot`
    plays for them until they come back. Without a bot, the seat then does only the minimum that the rules require.
    """

    kind: Literal["live", "turn"]
    seconds: Annotated[int, Meta(ge=1, le=LONGEST)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0
    bot: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    bank: Annotated[int, Meta(ge=0, le=LONGEST)] | UnsetType = UNSET
    """Left out if it is not set, because old servers refuse fields that they do not know."""

    def __post_init__(self) -> None:
        """Refuse a setting of the other kind."""
        if self.bank and self.kind == "live":
            raise ValueError("`bank` is for clocks of the kind `turn`")


class ClockTimes(Struct):
    """Time left for each seat in milliseconds (null: no clock), and the seats whose clocks run."""

    left: list[int | None]
    running: list[int]


class ClockInfo(Struct):
    """The clock of a table; `times` is null unless a game is in progress."""

    settings: ClockSettings
    times: ClockTimes | None


class Event(Struct, frozen=True):
    """An event that changes whose clocks run. `due`: the human players' seats with a decision to make from then on."""

    at: int
    due: frozenset[int]
    ended: int | None = None
    """Seats whose turn this ended."""
    began: frozenset[int] = frozenset()
    """Seats whose turn this began."""
    back: int | None = None
    """The seat whose player came back after a bot had played for them."""


class Times(Struct, frozen=True):
    """Milliseconds left for each seat at a time on the `served` scale, and the seats whose clocks run since then."""

    left: tuple[int, ...]
    running: frozenset[int]
    since: int
    banks: tuple[int, ...]
    """What was in each seat's bank at the start of its turn; `left` contains it."""

    def at(self, served: int, standing: Standing = NEVER) -> tuple[int, ...]:
        """Return what each seat has left at a later time; never below zero."""
        passed = max(0, served - self.since)
        return tuple(
            max(0, left - passed + standing.between(seat, self.since, served))
            if seat in self.running
            else left
            for seat, left in enumerate(self.left)
        )

    def zero(self, standing: Standing = NEVER) -> int | None:
        """Return when the first clock reaches zero, or None if no clock runs."""
        return min((standing.after(seat, self.since, self.left[seat]) for seat in self.running), default=None)


def follow(
    settings: ClockSettings, before: Times, event: Event, served: int, standing: Standing = NEVER
) -> Times:
    """Return the times after an event at `served`. An event with an earlier time counts as simultaneous."""
    served = max(served, before.since)
    left, banks = list(before.at(served, standing)), list(before.banks)
    given = settings.seconds * 1000
    if event.ended is not None:
        left[event.ended] += settings.increment * 1000
    if settings.kind == "turn":
        for seat in event.began:
            banks[seat] = min(banks[seat], left[seat])
            left[seat] = given + banks[seat]
    if event.back is not None:
        left[event.back] = max(left[event.back], min(given, max(BACK, settings.increment * 1000)))
    return Times(tuple(left), event.due, served, tuple(banks))


def remaining(
    settings: ClockSettings,
    seats: int,
    events: Sequence[Event],
    served: Callable[[int], int],
    standing: Standing = NEVER,
) -> Times:
    """Return the times after all events of a game; the first event is its start."""
    bank = (settings.bank or 0) * 1000
    times = Times(
        (settings.seconds * 1000 + bank,) * seats, frozenset(), served(events[0].at), (bank,) * seats
    )
    for event in events:
        times = follow(settings, times, event, served(event.at), standing)
    return times


class Clock:
    """The clock of a game in progress: receives every event and returns times."""

    def __init__(
        self,
        settings: ClockSettings,
        people: Sequence[bool],
        began: int,
        to_act: Sequence[int],
        timeline: Timeline,
        stops: Iterable[Stop] = (),
    ) -> None:
        """people: which seats belong to people. began, to_act: when the game began, and which seats had to act then."""
        self.settings = settings
        self._timeline = timeline
        self._people = people
        self._away: set[int] = set()
        self._played_for: set[int] = set()
        self._to_act = frozenset(to_act)
        self._sealed = False
        self.hand_overs = 0
        """Number of these events received."""
        self._events = [Event(began, self._due(), None, self._due())]
        self._known: tuple[int, Times] | None = None
        self._standing = NEVER
        self.stops = tuple(stops)
        """The vacations and pauses, in the order of the database."""

    def stop(self, stops: Iterable[Stop]) -> bool:
        """Set the vacations and pauses; return whether they have changed."""
        before, self.stops = self.stops, tuple(stops)
        if self.stops == before:
            return False
        self._known = None
        return True

    def paused(self, at: int) -> int | None:
        """Return when a pause of the game ends that lasts at a time; None: there is none."""
        return max((one.ends for one in self.stops if one.seat is None and one.covers(at)), default=None)

    def vacations(self, at: int) -> dict[int, int]:
        """Return the seats whose players are on vacation at a time, and when each vacation ends."""
        return {one.seat: one.ends for one in self.stops if one.seat is not None and one.covers(at)}

    def next_end(self, at: int) -> int | None:
        """Return when the next vacation or pause ends; None: there is none."""
        return min((one.ends for one in self.stops if one.covers(at)), default=None)

    def acted(self, seat: int, at: int, to_act: Sequence[int], sealed: bool) -> None:
        """Record that a seat has played an action.

        to_act: seats with a decision to make now. sealed: whether simultaneous choices are waiting to be revealed, so
        that the next action is one of those.
        """
        before, self._to_act = self._to_act, frozenset(to_act)
        # Two consecutive actions of one seat are one turn, except for sealed choices.
        goes_on = seat in self._to_act and not self._sealed
        self._sealed = sealed
        began = self._to_act - before | (frozenset() if goes_on else self._to_act & {seat})
        if seat in self._away:
            self._played_for.add(seat)
        ended = None if goes_on or seat in self._away or not self._people[seat] else seat
        self._add(Event(at, self._due(), ended, began))

    def handed(self, seat: int, at: int, *, away: bool) -> None:
        """Record that a bot has taken over a seat, or that its player has come back."""
        self.hand_overs += 1
        back = None
        if away:
            self._away.add(seat)
        else:
            self._away.discard(seat)
            if seat in self._played_for:
                self._played_for.discard(seat)
                back = seat
        self._add(Event(at, self._due(), back=back))

    @property
    def last(self) -> int:
        """Return the time of the last event."""
        return self._events[-1].at

    def zero(self) -> int | None:
        """Return when the first clock reaches zero, on the `served` scale."""
        return self._times().zero(self._standing)

    def out_of_time(self, at: int) -> list[int]:
        """Return the seats whose clocks run and are at zero."""
        times = self._times()
        left = times.at(self._timeline.served(at), self._standing)
        return [seat for seat in sorted(times.running) if not left[seat]]

    def told(self, at: int) -> ClockTimes:
        """Return the times that all users at the table may see."""
        times = self._times()
        left = times.at(self._timeline.served(at), self._standing)
        still = {one.seat for one in self.stops if one.covers(at)}
        return ClockTimes(
            [left[seat] if is_person else None for seat, is_person in enumerate(self._people)],
            [] if None in still else sorted(times.running - still),
        )

    def _due(self) -> frozenset[int]:
        return frozenset(seat for seat in self._to_act if self._people[seat] and seat not in self._away)

    def _add(self, event: Event) -> None:
        known = self._known
        self._events.append(event)
        if known is not None and known[0] == self._timeline.revision:
            served = self._timeline.served(event.at)
            self._known = (known[0], follow(self.settings, known[1], event, served, self._standing))

    def _times(self) -> Times:
        revision = self._timeline.revision
        if self._known is None or self._known[0] != revision:
            seats, served = len(self._people), self._timeline.served
            self._standing = Standing(self.stops, seats, served)
            times = remaining(self.settings, seats, self._events, served, self._standing)
            self._known = (revision, times)
        return self._known[1]
