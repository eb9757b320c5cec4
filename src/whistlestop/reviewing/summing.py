"""Add up the decisions of a game: turning points and luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from .shapes import Decision, Moment, Share, TurningPoint

__all__ = ["CLOSE", "accuracy", "moments", "shares", "turning_points"]

TURNING_POINTS = 5
CLOSE = 0.03
"""Smallest reported change of a chance, at a turning point or by a better move."""
PHASES = 3
"""Parts of a game with a separate accuracy: opening, middle and end."""
HALF = 1.5
"""Points lost per decision at which accuracy is 50."""


def moments(
    decisions: Sequence[Decision],
    effects: Sequence[Sequence[float]],
    views: Sequence[Sequence[float]],
    ends: Sequence[float],
    version: int,
    digits: int,
) -> list[Moment]:
    """Return the chances of all seats before each decision and at the end: the mean of the seats' latest views.

    views: the chances of all seats after each decision, as its seat sees them. effects: those of each decision on them.
    """
    before = [
        [after - change for after, change in zip(view, effect, strict=True)]
        for view, effect in zip(views, effects, strict=True)
    ]
    latest: dict[int, Sequence[float]] = {}
    for decision, known in zip(decisions, before, strict=True):
        latest.setdefault(decision.seat, known)  # before its first decision, use the view at that decision
    found = []
    for decision, known, view in zip(decisions, before, views, strict=True):
        latest[decision.seat] = known
        chances = [_mean(each) for each in zip(*latest.values(), strict=True)]
        found.append(Moment(decision.version, _rounded(chances, digits)))
        latest[decision.seat] = view
    return [*found, Moment(version, _rounded(ends, digits))]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _rounded(chances: Sequence[float], digits: int) -> list[float]:
    """Round chances so that they still add up to 1."""
    found = [round(chance, digits) for chance in chances]
    place = found.index(max(found))
    found[place] = round(found[place] + 1 - sum(found), digits)
    return found


def accuracy(decisions: Sequence[Decision], seat: int, first: int, version: int) -> list[float | None]:
    """Return the accuracy of a seat's decisions in each phase of a game between two versions; None without decisions.

    It is at most 100, and every `HALF` points lost per decision halve it. It counts points instead of chances, because
    chances hardly change in a decided game, where random moves would cost nothing.
    """
    found: list[list[float]] = [[] for _ in range(PHASES)]
    for decision in decisions:
        if decision.seat == seat:
            phase = min(PHASES - 1, PHASES * (decision.version - first) // max(1, version - first))
            found[phase].append(decision.points)
    return [round(100 * 0.5 ** (max(0.0, _mean(each)) / HALF), 1) if each else None for each in found]


def shares(
    decisions: Sequence[Decision],
    effects: Sequence[Sequence[float]],
    starts: Sequence[float],
    ends: Sequence[float],
    digits: int,
) -> list[Share]:
    """Split the result of each seat into its parts.

    effects: those of each decision on each seat, compared with the expert's. starts: the chances of all seats at the
    first decision. ends: their shares of the win.
    """
    found = []
    for seat, end in enumerate(ends):
        start = starts[seat]
        by_self = by_others = 0.0
        for decision, effect in zip(decisions, effects, strict=True):
            if decision.seat == seat:
                by_self += effect[seat]
            else:
                by_others += effect[seat]
        choices, others = round(by_self, digits), round(by_others, digits)
        luck = round(end - start - choices - others, digits)
        found.append(Share(seat, start, choices, others, luck, round(end, digits)))
    return found


def turning_points(decisions: Sequence[Decision], most: int = TURNING_POINTS) -> list[TurningPoint]:
    """Return the largest changes of a chance in the order of the game, and only the largest of simultaneous ones.

    Returns fewer if little changes (`CLOSE`).
    """
    found: list[TurningPoint] = []
    seats = sorted({decision.seat for decision in decisions})
    every = [change for seat in seats for change in _changes(decisions, seat)]
    for change in sorted(every, key=lambda each: (-abs(each.after - each.before), each.since, each.seat)):
        apart = all(change.until <= other.since or other.until <= change.since for other in found)
        if apart and abs(change.after - change.before) >= CLOSE:
            found.append(change)
        if len(found) == most:
            break
    return sorted(found, key=lambda each: each.since)


def _changes(decisions: Sequence[Decision], seat: int) -> Iterator[TurningPoint]:
    """Yield the changes of a seat's chance, as the seat itself sees them: by its decisions, and by events between them.

    Events after its last decision are left out: at the end, everybody's tickets are revealed.
    """
    own = [decision for decision in decisions if decision.seat == seat]
    for one, then in zip_longest(own, own[1:]):
        after = one.version + 1
        yield TurningPoint(seat, "choice", one.version, after, one.before, one.after)
        if then is not None:
            yield TurningPoint(seat, "events", after, then.version, one.after, then.before)
