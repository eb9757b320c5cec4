"""The choice of backups to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

PERIODS = {"daily": "%Y-%m-%d", "weekly": "%G-%V", "monthly": "%Y-%m"}
"""Formats in which all times of the same day, ISO week or month are written alike."""


class Rotation(Struct, frozen=True):
    """The numbers of backups to keep: the newest of each of the latest days, weeks and months that have one."""

    daily: int = 7
    weekly: int = 4
    monthly: int = 12

    def expired(self, made: Iterable[datetime]) -> set[datetime]:
        """Return the times of the backups that can be deleted; never the newest."""
        times = sorted(made, reverse=True)
        kept = set(times[:1])
        for name, form in PERIODS.items():
            newest: dict[str, datetime] = {}
            for time in times:
                newest.setdefault(time.strftime(form), time)
            kept.update(list(newest.values())[: getattr(self, name)])
        return set(times) - kept
