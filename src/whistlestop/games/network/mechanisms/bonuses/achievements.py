"""Achievements with bonuses."""

from __future__ import annotations

from whistlestop.games.achievements import Achievement

ACHIEVEMENTS = (Achievement("longest_path", lambda deed: deed.numbers.get("longest", 0) > 0),)
