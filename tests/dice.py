"""Reproducible deals and bots for tests of a server, whose own are unpredictable.

The suite plays the same games every time, so a failing test can be repeated. `WHISTLESTOP_TEST_DEAL=7` (any
text) plays others.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from whistlestop.fairness import bot_seed, deal_key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CHOSEN = os.environ.get("WHISTLESTOP_TEST_DEAL", "")


class Dice:
    """Replaces the server's use of `secrets`; `named`: the name of the running test."""

    def __init__(self, named: Callable[[], str]) -> None:
        self._named = named
        self._asked: Counter[tuple[str, str]] = Counter()

    def _next(self, kind: str) -> random.Random:
        name = self._named()
        self._asked[name, kind] += 1
        return random.Random(f"{CHOSEN} {name} {kind} {self._asked[name, kind]}")

    def token_bytes(self, count: int) -> bytes:
        """Return the seed of a game."""
        return self._next("game").randbytes(count)

    def randbits(self, bits: int) -> int:
        """Return the seed of a bot."""
        return self._next("bot").getrandbits(bits)

    def choice(self, options: Sequence[str]) -> str:
        """Return any of them."""
        return self._next("choice").choice(options)


HONEST = ("test_fairness", "test_programs")
"""Tests of the shuffle itself, which use real randomness."""


def load_dice(patch: pytest.MonkeyPatch, named: Callable[[], str]) -> None:
    """Make the server's games and bots depend on the test only."""
    dice = Dice(named)

    def key(seed: bytes, nonces: Sequence[str | None]) -> bytes:
        honest = any(name in named() for name in HONEST)
        return deal_key(seed, nonces) if honest else dice.token_bytes(32)

    def seed(real: bytes, seat: int) -> bytes:
        honest = any(name in named() for name in HONEST)
        return bot_seed(real, seat) if honest else dice.randbits(256).to_bytes(32, "big")

    patch.setattr("whistlestop.server.domain.games.deal_key", key)
    patch.setattr("whistlestop.server.usecases.tables.bots.bot_seed", seed)
    patch.setattr("whistlestop.server.usecases.tables.bots.secrets", dice)
