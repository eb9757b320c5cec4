"""Styles of random play that lead to different kinds of positions."""

from __future__ import annotations

import random
from collections.abc import Callable

Chooser = Callable[[random.Random, list[str]], str]


def prefer(*words: str, chance: float = 0.9) -> Chooser:
    """Return a player that prefers actions that start with one of the words."""

    def choose(rnd: random.Random, legal: list[str]) -> str:
        liked = [action for action in legal if action.startswith(words)]
        return rnd.choice(liked if liked and rnd.random() < chance else legal)

    return choose


PLAYERS: dict[str, Chooser] = {
    "uniform": lambda rnd, legal: rnd.choice(legal),
    "builder": prefer("claim", "surcharge", "draw", "keep"),
    "hoarder": prefer("draw", "take", chance=0.99),  # empties deck, discard pile and market
    "collector": prefer("tickets", "keep", chance=0.7),
    "tunneller": prefer("surcharge", "withdraw", "claim", "draw", chance=0.95),
    "master": prefer("station", "take:wild", chance=0.8),
}
