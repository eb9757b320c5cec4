"""Achievements with routes."""

from __future__ import annotations

from whistlestop.games.achievements import Achievement, Deed

LONG = 6
"""Spaces of a route that is worth much more for each train than a short one."""


def _long_route(deed: Deed) -> bool:
    return any(route.length >= LONG for route in deed.routes())


def _ferry(deed: Deed) -> bool:
    return any(route.kind == "ferry" for route in deed.routes())


ACHIEVEMENTS = (Achievement("long_route", _long_route), Achievement("first_ferry", _ferry))
