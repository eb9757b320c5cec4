"""What a seat can ask for besides its view: what its tickets would take, and what to do next.

Each kind of game extends these records by its own fields. Both are made from what the seat knows and nothing else.
"""

from __future__ import annotations

from msgspec import Struct


class Plan(Struct, kw_only=True, tag_field="machine"):
    """What the tickets of a seat would take, at a version. Each kind adds `tickets`."""

    version: int


class Hint(Struct, kw_only=True, tag_field="machine"):
    """What the planner would do now in place of a seat, at a version. Each kind adds `reasons`."""

    version: int
    action: str
