"""Text of the bonus for the most completed tickets (USA-38)."""

from __future__ import annotations

from typing import Any

from whistlestop.games.telling import Telling


def brief(ruleset: Any) -> list[str]:
    """Return the rule of the bonus."""
    points = ruleset.data.scoring.most_tickets
    return [f"The most completed tickets score {points} points at the end."]


TELLING = Telling(brief=brief)
