"""The clock of a table: its settings, its data for clients, and the time left as a pure function of the game's events.

The events are in the log (actions) and beside it (seats handed to bots and back, vacations, pauses and looks), so
nothing else is stored: time left = time given - time used. Times are in milliseconds. `Timeline.served` converts a time
to the scale that leaves out outages, called `served` here. Vacations and pauses do not count for a seat's time on that
scale. The wait for a player to look comes before the time left: it is used up first, and the rest of it is lost at the
first look.
"""

from __future__ import annotations

from heapq import merge
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from whistlestop.server.domain.stops import NEVER, Look, Standing, Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from whistlestop.server.domain.stops import Mark
    from whistlestop.server.domain.times import Timeline

BACK = 30_000
"""Minimum time for players who come back after a bot played for them; or the clock's initial time if that is shorter.
"""
LONGEST = 14 * 24 * 3600
"""Longest time of a clock, in seconds."""
SLOW_TURN = 3600
"""Minimum seconds per turn of a slow game."""


class ClockSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of a table, chosen when the table is created.

    `live`: each human player has `seconds` for the whole game, plus `increment` seconds after every turn. `turn`:
    `seconds` for each turn, plus `bank` seconds for the whole game, which long turns use up. With `waits`, the time of
    a turn begins when its player first looks at the position, at the latest after `seconds`; this is only for games by
    days. When a player's time runs out, `bot` plays for them until they come back. Without a bot, the seat then does
    only the minimum that the rules require.
    """

    kind: Literal["live", "turn"]
    seconds: Annotated[int, Meta(ge=1, le=LONGEST)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0
    bot: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    bank: Annotated[int, Meta(ge=0, le=LONGEST)] | UnsetType = UNSET
    """Like `waits`, omitted if it is not set, because old servers reject unknown fields."""
    waits: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Refuse a setting of the other kind."""
        if self.bank and self.kind == "live":
            raise ValueError("`bank` is for clocks of the kind `turn`")
        if self.waits and (self.kind == "live" or self.seconds < SLOW_TURN):
            raise ValueError(f"`waits` is for clocks of the kind `turn` with at least {SLOW_TURN} seconds")


class ClockTimes(Struct):
    """Time left for each seat in milliseconds (null: no clock), and the seats whose clocks run.

    `waits`: milliseconds after which the time of each seat's turn begins even if its player has not looked; 0 if it has
    begun or the seat has no turn. Empty if the clock does not wait for players.
    """

    left: list[int | None]
    running: list[int]
    waits: list[int] = []


class ClockInfo(Struct):
    """The clock of a table; `times` is null unless a game is in progress."""

    settings: ClockSettings
    times: ClockTimes | None


class Event(Struct, frozen=True):
    """An event that changes which clocks run. `due`: the human players' seats that have a decision to make after it."""

    at: int
    due: frozenset[int]
    ended: int | None = None
    """The seat whose turn this event ended."""
    began: frozenset[int] = frozenset()
    """The seats whose turn this event began."""
    back: int | None = None
    """The seat whose player came back after a bot had played for them."""
    present: int | None = None
    """The seat whose player has looked, played, or returned."""
    version: int = 0
    """The version of the game at that time."""


class Times(Struct, frozen=True):
    """Milliseconds left for each seat at a time on the `served` scale, and the seats whose clocks run since then."""

    left: tuple[int, ...]
    running: frozenset[int]
    since: int
    banks: tuple[int, ...]
    """The bank of each seat at the start of its turn, in milliseconds; `left` includes it."""
    waits: tuple[int, ...]
    """How long the time of each seat's turn waits for its player to look."""
    turns: tuple[int, ...]
    """The version at which the last turn of each seat began."""

    def at(self, served: int, standing: Standing = NEVER) -> Times:
        """Return the times at a later time; no time falls below zero."""
        if served <= self.since:
            return self
        left, waits = list(self.left), list(self.waits)
        for seat in self.running:
            passed = served - self.since - standing.between(seat, self.since, served)
            left[seat] = max(0, left[seat] - max(0, passed - waits[seat]))
            waits[seat] = max(0, waits[seat] - passed)
        return replace(self, left=tuple(left), waits=tuple(waits), since=served)

    def zero(self, standing: Standing = NEVER) -> int | None:
        """Return when the first clock reaches zero, or None if no clock runs."""
        return min((self._after(seat, self.left[seat], standing) for seat in self.running), default=None)

    def begins(self, standing: Standing = NEVER) -> dict[int, int]:
        """Return the seats that wait for their players to look, and when the time of each begins without a look."""
        return {seat: self._after(seat, 0, standing) for seat in self.running if self.waits[seat]}

    def _after(self, seat: int, left: int, standing: Standing) -> int:
        """Return when a seat will have waited and then used this much time."""
        return standing.after(seat, self.since, self.waits[seat] + left)


def follow(
    settings: ClockSettings, before: Times, event: Event, served: int, standing: Standing = NEVER
) -> Times:
    """Return the times after an event at `served`. An event with an earlier time counts as simultaneous."""
    now = before.at(served, standing)
    left, banks, waits, turns = list(now.left), list(now.banks), list(now.waits), list(now.turns)
    given = settings.seconds * 1000
    if event.present is not None:
        waits[event.present] = 0
    if event.ended is not None:
        left[event.ended] += settings.increment * 1000
    if settings.kind == "turn":
        for seat in event.began:
            banks[seat] = min(banks[seat], left[seat])
            left[seat] = given + banks[seat]
            waits[seat] = given if settings.waits else 0
            turns[seat] = event.version
    if event.back is not None:
        left[event.back] = max(left[event.back], min(given, max(BACK, settings.increment * 1000)))
    return Times(tuple(left), event.due, now.since, tuple(banks), tuple(waits), tuple(turns))


def remaining(
    settings: ClockSettings,
    seats: int,
    events: Sequence[Event],
    served: Callable[[int], int],
    standing: Standing = NEVER,
    looks: Iterable[Look] = (),
) -> Times:
    """Return the times after all events of a game and all looks; the first event is its start."""
    bank = (settings.bank or 0) * 1000
    none, began = (0,) * seats, served(events[0].at)
    times = Times((settings.seconds * 1000 + bank,) * seats, frozenset(), began, (bank,) * seats, none, none)
    logged: Sequence[Event | Look] = events
    beside: Sequence[Event | Look] = sorted(looks, key=attrgetter("at"))
    for one in merge(logged, beside, key=attrgetter("at")):
        event = one if isinstance(one, Event) else _seen(times, one)
        if event is not None:
            times = follow(settings, times, event, served(event.at), standing)
    return times


def _seen(times: Times, look: Look) -> Event | None:
    """Return the event of a look, or None if the turn has ended."""
    if times.turns[look.seat] != look.ply:
        return None
    return Event(look.at, times.running, present=look.seat)


class Clock:
    """The clock of a game in progress: receives every event and returns times."""

    def __init__(
        self,
        settings: ClockSettings,
        people: Sequence[bool],
        began: int,
        to_act: Sequence[int],
        timeline: Timeline,
        marks: Iterable[Mark] = (),
    ) -> None:
        """people: whether each seat belongs to a person.

        began, to_act: when the game began, and the seats that had to act then.
        """
        self.settings = settings
        self._timeline = timeline
        self._people = people
        self._away: set[int] = set()
        self._played_for: set[int] = set()
        self._to_act = frozenset(to_act)
        self._sealed = False
        self._version = 0
        self.hand_overs = 0
        """The number of hand-over events received."""
        self._events = [Event(began, self._due(), None, self._due())]
        self._known: tuple[int, Times] | None = None
        self._standing = NEVER
        self.marks = tuple(marks)
        """The vacations, pauses and looks, each in the order of the database."""

    def mark(self, marks: Iterable[Mark]) -> bool:
        """Set the vacations, pauses and looks; return whether they have changed."""
        before, self.marks = self.marks, tuple(marks)
        if self.marks == before:
            return False
        self._known = None
        return True

    @property
    def stops(self) -> list[Stop]:
        """Return the vacations and pauses."""
        return [one for one in self.marks if isinstance(one, Stop)]

    def paused(self, at: int) -> int | None:
        """Return when the pause that covers a time ends; None if the game is not paused then."""
        return max((one.ends for one in self.stops if one.seat is None and one.covers(at)), default=None)

    def vacations(self, at: int) -> dict[int, int]:
        """Return the seats whose players are on vacation at a time, and when each vacation ends."""
        return {one.seat: one.ends for one in self.stops if one.seat is not None and one.covers(at)}

    def next_end(self, at: int) -> int | None:
        """Return when the next vacation or pause ends, or a turn has waited long enough for a look; None: never."""
        ends = [one.ends for one in self.stops if one.covers(at)]
        begins, served = self._times().begins(self._standing), self._timeline.served(at)
        ends += [at + begin - served for begin in begins.values() if begin > served]
        return min(ends, default=None)

    def unseen(self, at: int) -> dict[int, int]:
        """Return the seats whose turns wait for their players to look, and the version at which each turn began."""
        times = self._times()
        begins, served = times.begins(self._standing), self._timeline.served(at)
        return {seat: times.turns[seat] for seat, begin in begins.items() if begin > served}

    def acted(self, seat: int, at: int, to_act: Sequence[int], sealed: bool) -> None:
        """Record that a seat has played an action.

        to_act: seats with a decision to make now. sealed: whether simultaneous choices are waiting to be revealed, so
        that the next action is one of them.
        """
        before, self._to_act = self._to_act, frozenset(to_act)
        # Two consecutive actions of one seat are one turn, except for sealed choices.
        goes_on = seat in self._to_act and not self._sealed
        self._sealed = sealed
        began = self._to_act - before | (frozenset() if goes_on else self._to_act & {seat})
        self._version += 1
        if seat in self._away:
            self._played_for.add(seat)
        player = None if seat in self._away or not self._people[seat] else seat
        ended = None if goes_on else player
        self._add(Event(at, self._due(), ended, began, present=player, version=self._version))

    def handed(self, seat: int, at: int, *, away: bool) -> None:
        """Record that a bot has taken over a seat, or that its player has come back."""
        self.hand_overs += 1
        back, present = None, None if away else seat
        if away:
            self._away.add(seat)
        else:
            self._away.discard(seat)
            if seat in self._played_for:
                self._played_for.discard(seat)
                back = seat
        self._add(Event(at, self._due(), back=back, present=present, version=self._version))

    @property
    def last(self) -> int:
        """Return the time of the last event."""
        return self._events[-1].at

    def zero(self) -> int | None:
        """Return when the first clock reaches zero, on the `served` scale."""
        return self._times().zero(self._standing)

    def out_of_time(self, at: int) -> list[int]:
        """Return the seats whose clocks are running and are at zero."""
        times = self._times()
        left = times.at(self._timeline.served(at), self._standing).left
        return [seat for seat in sorted(times.running) if not left[seat]]

    def told(self, at: int) -> ClockTimes:
        """Return the times for all users at the table."""
        times = self._times().at(self._timeline.served(at), self._standing)
        still = {one.seat for one in self.stops if one.covers(at)}
        runs = [seat for seat in sorted(times.running - still) if not times.waits[seat]]
        shown = [wait if seat in times.running else 0 for seat, wait in enumerate(times.waits)]
        return ClockTimes(
            [times.left[seat] if is_person else None for seat, is_person in enumerate(self._people)],
            [] if None in still else runs,
            shown if self.settings.waits else [],
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
            looks = [one for one in self.marks if isinstance(one, Look)]
            times = remaining(self.settings, seats, self._events, served, self._standing, looks)
            self._known = (revision, times)
        return self._known[1]
