"""Advice that a seat can request: the needs of its tickets, and a recommended action.

Each kind of game extends these records with its own fields. Both use only the seat's knowledge.
"""

from __future__ import annotations

from msgspec import Struct


class Plan(Struct, kw_only=True, tag_field="machine"):
    """The needs of a seat's tickets, at a version. Each kind adds `tickets`."""

    version: int


class Searched(Struct, frozen=True):
    """The result of a search for a seat: an action, by its number in the engine, and its gain.

    `gain`: its chance to win, from 0 to 1, minus that of the planner's action; None if the difference is not clear, or
    if both are the same action.
    """

    action: int
    gain: float | None = None


class RoutePlan(Struct, frozen=True):
    """The routes that a seat plans to claim, those for tickets first, and about how many turns they take.

    due: about how many turns from now each route is claimed; empty in data stored by older versions.
    """

    routes: list[str]
    turns: float
    due: list[int] = []


class Hint(Struct, kw_only=True, tag_field="machine"):
    """The action that an expert recommends to a seat, at a version. Each kind adds `reasons`.

    `searched`: found by simulating the rest of the game; otherwise the planner's choice. `instead`: the planner's
    choice, if it differs; `gain`: about how many more games in a hundred the seat wins than with that, if the
    difference is clear.
    """

    version: int
    action: str
    searched: bool
    instead: str | None
    gain: int | None
