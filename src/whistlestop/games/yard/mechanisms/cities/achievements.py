"""Achievements with big cities."""

from __future__ import annotations

from whistlestop.games.achievements import Achievement

ACHIEVEMENTS = (Achievement("big_city", lambda deed: deed.numbers.get("bonus", 0) > 0),)
