"""What bots choose, as texts."""

from __future__ import annotations

import whistlestop as ws
from whistlestop import bots


def choice(game: ws.Game, spec: str, seat: int | None = None, seed: int = 0) -> str:
    """The action that a bot chooses in a game, for the seat that owes one unless another is given."""
    observation = game.observe(game.to_act[0] if seat is None else seat)
    action = bots.make(spec, seed).choose(observation)
    legal = observation.legal_ids()
    if action in legal:
        return observation.legal()[legal.index(action)]
    copy = ws.Game.from_position(game.position())  # a declaration that is legal, but not listed
    copy.play_id(action, observation.seat)
    return str(copy.actions[-1])
