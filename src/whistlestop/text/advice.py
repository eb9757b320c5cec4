"""What a seat can ask for besides its view: what its tickets would take, and what to do next.

Each kind of game extends these records by its own fields. Both are made from what the seat knows and nothing else.
"""

from __future__ import annotations

from msgspec import Struct


class Plan(Struct, kw_only=True, tag_field="machine"):
    """What the tickets of a seat would take, at a version. Each kind adds `tickets`."""

    version: int


class Searched(Struct, frozen=True):
    """What a search has found for a seat: an action, as the engine numbers it, and what it is worth.

    `gain`: the chance to win, from 0 to 1, that it adds to the planner's action; None where that is not clear, and
    where it is the planner's.
    """

    action: int
    gain: float | None = None


class Hint(Struct, kw_only=True, tag_field="machine"):
    """What an expert would do now in place of a seat, at a version. Each kind adds `reasons`.

    `searched`: it was tried in games that could go on from here; otherwise it is what the planner would do.
    `instead`: what the planner would do, if that is something else, and `gain`: in about how many games of a hundred
    more than with that the seat wins, where it is clear.
    """

    version: int
    action: str
    searched: bool
    instead: str | None
    gain: int | None
