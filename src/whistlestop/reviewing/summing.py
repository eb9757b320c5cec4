"""Add up the decisions of a game: turning points and luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .shapes import Decision, Share, TurningPoint

__all__ = ["CLOSE", "shares", "turning_points"]

TURNING_POINTS = 5
CLOSE = 0.03
"""Smallest reported change of a chance, for turning points and better moves."""


def shares(
    decisions: Sequence[Decision], effects: Sequence[Sequence[float]], ends: Sequence[float], digits: int
) -> list[Share]:
    """Split the result of each seat into its parts.

    effects: of each decision on each seat, compared with the expert's. ends: the seats' shares of the win.
    """
    found = []
    for seat, end in enumerate(ends):
        own = [decision for decision in decisions if decision.seat == seat]
        start = own[0].before if own else end
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


def turning_points(
    decisions: Sequence[Decision], ends: Sequence[float], version: int, most: int = TURNING_POINTS
) -> list[TurningPoint]:
    """Return the largest changes of a chance in the order of the game, and only the largest of simultaneous ones.

    There are fewer if few changes are large (`CLOSE`). version: of the game at its end.
    """
    found: list[TurningPoint] = []
    every = [change for seat, end in enumerate(ends) for change in _changes(decisions, seat, end, version)]
    for change in sorted(every, key=lambda each: (-abs(each.after - each.before), each.since, each.seat)):
        apart = all(change.until <= other.since or other.until <= change.since for other in found)
        if apart and abs(change.after - change.before) >= CLOSE:
            found.append(change)
        if len(found) == most:
            break
    return sorted(found, key=lambda each: each.since)


def _changes(decisions: Sequence[Decision], seat: int, end: float, version: int) -> Iterator[TurningPoint]:
    """Yield the changes of a seat's chance: by its decisions, and by events between them."""
    own = [decision for decision in decisions if decision.seat == seat]
    following = [*((decision.version, decision.before) for decision in own[1:]), (version, end)]
    for decision, (until, chance) in zip(
        own, following, strict=False
    ):  # a seat without decisions has no changes
        after = decision.version + 1
        yield TurningPoint(seat, "choice", decision.version, after, decision.before, decision.after)
        yield TurningPoint(seat, "events", after, until, decision.after, chance)
