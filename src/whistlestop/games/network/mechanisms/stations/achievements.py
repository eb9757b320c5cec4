"""Achievements with stations."""

from __future__ import annotations

from typing import Any

from whistlestop.games.achievements import Achievement, Deed, no_ticket_lost


def _unused(deed: Deed) -> bool:
    data: Any = deed.ruleset.data  # that of the map games
    stations = data.stations
    unused = deed.numbers.get("stations", 0) == stations.count * stations.value > 0  # EUR-32
    return unused and no_ticket_lost(deed)


ACHIEVEMENTS = (Achievement("no_station", _unused),)
