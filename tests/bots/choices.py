"""Choices of bots as texts."""

from __future__ import annotations

import whistlestop as ws
from whistlestop import bots


def choice(game: ws.Game, spec: str, seat: int | None = None, seed: int = 0) -> str:
    """Return the action that a bot chooses in a game, by default for the seat that has a decision to make."""
    observation = game.observe(game.to_act[0] if seat is None else seat)
    action = bots.make(spec, seed).choose(observation)
    legal = observation.legal_ids()
    if action in legal:
        return observation.legal()[legal.index(action)]
    copy = ws.Game.from_position(game.position())  # a legal declaration that is not listed
    copy.play_id(action, observation.seat)
    return str(copy.actions[-1])
