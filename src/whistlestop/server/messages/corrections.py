"""The message about a decision of an arbiter, on the page of a tournament and at the table."""

from __future__ import annotations

from msgspec import Struct


class CorrectionInfo(Struct, frozen=True):
    """A result that an arbiter has decided. `by`: null for a deleted account. `own`: the arbiter plays in this game."""

    by: str | None
    reason: str
    at: str
    own: bool
