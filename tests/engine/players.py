"""Ways to play at random that lead games into different corners."""

from __future__ import annotations

import random
from collections.abc import Callable

Chooser = Callable[[random.Random, list[str]], str]


def _prefer(*words: str, chance: float = 0.9) -> Chooser:
    """Mostly actions that begin with one of the words."""

    def choose(rnd: random.Random, legal: list[str]) -> str:
        liked = [action for action in legal if action.startswith(words)]
        return rnd.choice(liked if liked and rnd.random() < chance else legal)

    return choose


PLAYERS: dict[str, Chooser] = {
    "uniform": lambda rnd, legal: rnd.choice(legal),
    "builder": _prefer("claim", "surcharge", "draw", "keep"),
    "hoarder": _prefer("draw", "take", chance=0.99),  # empties deck, discard pile and market
    "collector": _prefer("tickets", "keep", chance=0.7),
    "tunneller": _prefer("surcharge", "withdraw", "claim", "draw", chance=0.95),
    "master": _prefer("station", "take:wild", chance=0.8),
}
