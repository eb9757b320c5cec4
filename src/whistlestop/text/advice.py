"""Advice that a seat can request: what its tickets need, and what to do next.

Each kind of game extends these records with its own fields. Both use only what the seat knows.
"""

from __future__ import annotations

from msgspec import Struct


class Plan(Struct, kw_only=True, tag_field="machine"):
    """What the tickets of a seat need, at a version. Each kind adds `tickets`."""

    version: int


class Searched(Struct, frozen=True):
    """The result of a search for a seat: an action, by its number in the engine, and its gain.

    `gain`: by how much its chance to win, from 0 to 1, exceeds that of the planner's action; None if that is not clear,
    or if it is the planner's action.
    """

    action: int
    gain: float | None = None


class Hint(Struct, kw_only=True, tag_field="machine"):
    """What an expert would do now in place of a seat, at a version. Each kind adds `reasons`.

    `searched`: found by simulating the rest of the game; otherwise the planner's choice. `instead`: the planner's
    choice, if it differs; `gain`: about how many more games of a hundred the seat wins than with that, if clear.
    """

    version: int
    action: str
    searched: bool
    instead: str | None
    gain: int | None
