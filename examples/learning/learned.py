"""A trained bot: `ppo.py` trains it, and it plays with NumPy alone.

    whistlestop simulate usa --bots examples/learning/learned.py:Learned,greedy --games 1000

It plays USA with two players. The network is small because it need not learn the board: `FeatureEncoder` calculates the
distances between the cities of its tickets, and one small network judges every route with the same weights. It has
learned which cards to draw, when to claim, which tickets to keep and how to pay.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import whistlestop as ws
from whistlestop.envs import FeatureEncoder, Features, Outputs, action_space, outputs
from whistlestop.errors import UnsuitableBot

WEIGHTS = Path(__file__).with_name("weights.npz")
RULESET, PLAYERS = "usa", 2


def forward(weights: Any, wires: Outputs, seen: Features) -> tuple[Any, Any]:
    """The network: (n, actions) logits and (n,) values, for both NumPy arrays and PyTorch tensors."""
    w = weights
    x = (seen.summary @ w["summary"] + w["summary_bias"]).clip(min=0)
    x = (x @ w["middle"] + w["middle_bias"]).clip(min=0)
    routes = (seen.routes @ w["routes"] + (x @ w["to_routes"] + w["routes_bias"])[:, None]).clip(min=0)
    cards = (seen.cards @ w["cards"] + (x @ w["to_cards"] + w["cards_bias"])[:, None]).clip(min=0)
    cards = cards @ w["cards_out"]
    logits = x @ w["out"] + w["out_bias"] + (routes @ w["routes_out"])[..., 0] @ wires.claims
    logits = logits + cards[..., 0] @ wires.takes + cards[..., 1] @ wires.payments
    return logits, (x @ w["value"] + w["value_bias"])[..., 0]


def load(path: Path) -> dict[str, Any]:
    """Load the weights that `ppo.py` has written."""
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


class Learned:
    """Plays the action with the highest logit."""

    label = "Learned"
    level = 3

    def __init__(self) -> None:
        self.ruleset = ws.load_ruleset(RULESET)
        self.encoder, self.wires = FeatureEncoder(self.ruleset, PLAYERS), outputs(self.ruleset)
        self.space = action_space(self.ruleset, factored=True)
        self.weights = load(WEIGHTS)

    def choose(self, observation: Any) -> int:
        """Choose the best action; for payments, first choose what to pay for, then the cards.

        Raises UnsuitableBot for games that it has not learned.
        """
        if observation.ruleset.id != RULESET or observation.record["players"] != PLAYERS:
            raise UnsuitableBot(f"it has learned {RULESET} with {PLAYERS} players only")
        tensor = observation.tensor()
        legal: list[int] = observation.legal_ids()
        steps = {action: self.space.encode(action) for action in legal}
        head = self.best(tensor, {taken[0] for taken in steps.values()})
        ways = {taken[-1]: action for action, taken in steps.items() if taken[0] == head}
        if head in ways:
            return ways[head]
        route = int(self.wires.claims[:, head].argmax())
        self.encoder.fields["routes"].of(tensor)[route, 1] = 1  # "paying", as `VectorGames` shows it
        return ways[self.best(tensor, set(ways))]

    def best(self, tensor: Any, actions: set[int]) -> int:
        """The legal action with the highest logit."""
        among = sorted(actions)
        if len(among) == 1:
            return among[0]
        logits, _ = forward(self.weights, self.wires, self.encoder(tensor[None]))
        return among[int(logits[0, among].argmax())]
