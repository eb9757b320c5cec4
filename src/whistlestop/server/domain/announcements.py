"""The host's announcements to all users of the site."""

from __future__ import annotations

from msgspec import Struct

LONGEST = 300
"""Maximum number of characters of a text."""


class Announcement(Struct, frozen=True):
    """A text for all pages, planned downtime, or both. Times are milliseconds since 1970.

    `starts`: when the site goes down; null: it stays up. `ends`: when it is back, or when the text disappears.
    """

    text: str
    starts: int | None = None
    ends: int | None = None

    def is_over(self, now: int) -> bool:
        """Return whether it is no longer shown."""
        return self.ends is not None and now >= self.ends
