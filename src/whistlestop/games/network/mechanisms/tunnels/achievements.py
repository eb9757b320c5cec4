"""Achievements with tunnels."""

from __future__ import annotations

from whistlestop.games.achievements import Achievement, Deed


def _tunnel(deed: Deed) -> bool:
    return any(route.kind == "tunnel" for route in deed.routes())


ACHIEVEMENTS = (Achievement("first_tunnel", _tunnel),)
