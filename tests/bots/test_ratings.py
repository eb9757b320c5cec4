"""The ratings of the levels, which are fixed points for people's ratings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from whistlestop.bots.levels import EXPERT, LEVELS
from whistlestop.bots.ratings import BotRating, ratings_of

MEASURED = Path(__file__).resolve().parents[2] / "docs" / "measured" / "levels.json"


@pytest.mark.parametrize("board", ["usa", "europe", "switzerland", "card_game"])
def test_ratings_are_those_that_were_measured(board: str) -> None:
    """The package and the documentation have the same numbers, and every level is above the one below."""
    head, *rows = json.loads(MEASURED.read_text("utf-8"))[-1]
    column = head.index(board)
    shown = {row[0].strip("`").partition(":")[0]: row[column] for row in rows}
    found = ratings_of(board)
    assert list(found) == [*LEVELS, EXPERT]
    for level, (rating, deviation) in found.items():
        text = f"{rating:.0f}" + (f" ± {1.96 * deviation:.0f}" if deviation else "")
        assert shown[level] == text
    assert found["very_hard"] == BotRating(2000, 0)
    numbers = [rating for rating, _ in found.values()]
    assert numbers == sorted(numbers)


def test_a_board_without_measurements_has_none() -> None:
    assert ratings_of("usa_mega") == {}
