"""The seats with a decision to make."""

from __future__ import annotations

from .fields import NONE, OVER, SIMULTANEOUS, TURN
from .jit import jit
from .types import Known, KnownArray, State


@jit
def is_to_act(s: Known, player: int) -> bool:
    """Return whether the player has a decision to make now (COM-2)."""
    if s["phase"] in SIMULTANEOUS:
        return bool(s["chosen"][player] == 0)
    return bool(s["phase"] != OVER and s["player"] == player)


@jit
def all_chosen(s: State) -> bool:
    """Return whether all players have chosen."""
    for player in range(s["players"]):
        if s["chosen"][player] == 0:
            return False
    return True


@jit
def next_to_act(s: State) -> int:
    """Return the lowest seat with a decision to make; NONE when the game is over."""
    if s["phase"] == OVER:
        return NONE
    if s["phase"] in SIMULTANEOUS:
        player = 0
        while s["chosen"][player]:
            player += 1
        return player
    return int(s["player"])


@jit
def pass_turn(s: State) -> None:
    """Pass the turn to the next player clockwise (COM-2)."""
    following = s["player"] + 1
    s["player"] = following if following < s["players"] else 0
    s["turn"] += 1
    s["phase"] = TURN


@jit
def seat_is_to_act(states: KnownArray, i: int, player: int) -> bool:
    """Return whether the player has a decision to make in game i of an array of states or observations."""
    return is_to_act(states[i], player)
