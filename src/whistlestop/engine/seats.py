"""Whose decision it is."""

from __future__ import annotations

from typing import Any

from .fields import DECLARATION, NONE, OPENING, OVER
from .jit import jit


@jit
def all_choose(s: Any) -> bool:
    """Whether the open decision is one that all players make at the same time (COM-19, CARD-41)."""
    phase = s["phase"]
    return bool(phase in (OPENING, DECLARATION))


@jit
def owes(s: Any, player: int) -> bool:
    """Whether the player has a decision to make now (COM-2)."""
    if all_choose(s):
        return bool(s["chosen"][player] == 0)
    return bool(s["phase"] != OVER and s["player"] == player)


@jit
def all_chosen(s: Any) -> bool:
    """Whether nobody's choice is missing any more."""
    for player in range(s["players"]):
        if s["chosen"][player] == 0:
            return False
    return True


@jit
def debtor(s: Any) -> int:
    """The lowest seat that owes a decision, NONE when the game is over."""
    if s["phase"] == OVER:
        return NONE
    if all_choose(s):
        player = 0
        while s["chosen"][player]:
            player += 1
        return player
    return int(s["player"])
