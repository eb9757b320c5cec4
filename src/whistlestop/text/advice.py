"""Advice that a seat can request besides its view: what its tickets would take, and what to do next.

Each kind of game adds fields to these records. Both are made only from what the seat knows.
"""

from __future__ import annotations

from msgspec import Struct


class Plan(Struct, kw_only=True, tag_field="machine"):
    """What the tickets of a seat would take, at a version. Each kind adds `tickets`."""

    version: int


class Searched(Struct, frozen=True):
    """A search's result for a seat: an action, as the engine's number, and its value.

    `gain`: by how much it raises the chance to win, from 0 to 1, over the planner's action; None if that is unclear, or
    if it is the planner's action.
    """

    action: int
    gain: float | None = None


class Hint(Struct, kw_only=True, tag_field="machine"):
    """What an expert would do now in place of a seat, at a version. Each kind adds `reasons`.

    `searched`: the action was tried in games that could follow; otherwise it is the planner's. `instead`: the planner's
    action, if it differs. `gain`: in about how many more games of a hundred the seat wins with the action than with
    `instead`, if that is clear.
    """

    version: int
    action: str
    searched: bool
    instead: str | None
    gain: int | None
