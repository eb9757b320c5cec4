"""The engine against the second, slow implementation of the rules, ply by ply (INV-1, INV-2, INV-9, COM-24)."""

from __future__ import annotations

import pytest
from tests.games.yard.mechanisms.lockstep import STYLES, play_game


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("style", STYLES)
def test_whole_games(players: int, style: str) -> None:
    """`python -m tests.games.yard.mechanisms.lockstep` plays more."""
    for seed in range(2):
        play_game(players, seed, style, look=0.3)
