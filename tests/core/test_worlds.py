"""Worlds that a seat cannot tell apart, in every game (COM-15, INV-10)."""

from __future__ import annotations

import numpy as np
import pytest
from tests.core.campaign import variants
from tests.core.worlds import Chance, look, moves

import whistlestop as ws
from whistlestop.core import fields

SECRET = {"network": "deck", "yard": "hand"}


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), variants())
def test_every_seat_at_every_ply(ruleset: str, players: int) -> None:
    """Resampling keeps a seat's knowledge byte for byte; the world is complete and playable."""
    rules = ws.load_ruleset(ruleset)
    chance = Chance(rules, players)
    check, secret = chance.checks.check_world, SECRET[rules.data.machine]
    world = np.zeros(1, rules.machine.STATE)
    different = 0
    for states, _, _ in moves(ruleset, players, seed=players, style=players):
        for seat in (fields.NONE, *range(players)):
            seen = look(rules.machine, states, seat)
            rules.machine.determinize(seen, rules.rules, 0, chance.random, world, 0)
            assert look(rules.machine, world, seat).tobytes() == seen.tobytes()
            assert check(world, rules.rules, 0) == 0
            different += not (world[secret][0] == states[secret][0]).all()
            for _ in range(3):
                chosen = chance.choose(world)
                if chosen is None:
                    break
                chance.play(world, *chosen)
                assert check(world, rules.rules, 0) == 0
    assert different > 100
