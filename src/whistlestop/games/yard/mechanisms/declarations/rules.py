"""Declaring tickets at the end of a pass (CARD-36 to CARD-43).

A declaration is a number above the catalogue: `id_declare` plus the set of tickets as bits. There can be too many to
list, so `list_legal` lists the best and some others, and `judge_open` evaluates any of them.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz, popcount
from whistlestop.core.fields import DECLARATION, NONE, OPENING, OVER, PLAYERS, i2, u8
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.seats import all_chosen
from whistlestop.core.types import Actions, Generator, Observation, Rules, State
from whistlestop.games.mechanisms import BEYOND, GOES_ON, NO, YES, Mechanism
from whistlestop.games.yard.mechanisms.passes.rules import begin_next_pass

from .assignment import best_declaration
from .sets import feasible, list_declarations, random_declaration

DECLARE = 12
"""The type of action: declare tickets."""


@jit
def list_phase(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write declarations, the default first (CARD-42)."""
    if s["phase"] != DECLARATION:
        return BEYOND
    size = int(list_declarations(s, r, player, best_declaration(s, r, player), out))
    for place in range(size):
        out[place] += r["id_declare"]
    return size


@jit
def judge_open(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether the stack pays for these tickets (CARD-40)."""
    declared = action - int(r["id_declare"])
    return YES if s["phase"] == DECLARATION and feasible(s, r, player, declared) else NO


@jit
def choose(s: State, r: Rules, player: int, random: Generator) -> int:
    """Return a random declaration. Every feasible one may be chosen; those with more tickets are more probable."""
    if s["phase"] != DECLARATION:
        return BEYOND
    return int(r["id_declare"]) + random_declaration(s, r, player, random)


@jit
def declare(s: State, r: Rules, player: int, tickets: int) -> None:
    """Set tickets aside as completed and score them (CARD-41)."""
    chosen = np.uint64(tickets)
    s["tickets"][player, 0] &= ~chosen
    s["declared"][player, 0] |= chosen
    s["ticket_count"][player] -= popcount(chosen)
    while chosen != np.uint64(0):
        s["score"][player] += r["ticket_points"][ctz(chosen)]
        chosen &= chosen - np.uint64(1)


@jit
def end_pass(s: State, r: Rules) -> None:
    """Score all declarations, then begin the next pass or end the game (CARD-41, CARD-43, CARD-44)."""
    for player in range(s["players"]):
        declare(s, r, player, int(s["sealed"][player]))
        s["sealed"][player] = NONE
    if not begin_next_pass(s, r):
        s["phase"] = OVER


@jit
def play_open(s: State, r: Rules, player: int, action: int) -> int:
    """Seal a declaration; the last one ends the pass."""
    s["did"] = DECLARE
    s["sealed"][player] = action - int(r["id_declare"])
    s["chosen"][player] = 1
    if all_chosen(s):
        end_pass(s, r)
    return GOES_ON


@jit
def close(s: State, _r: Rules) -> bool:
    """Start the simultaneous declarations after the last round (CARD-36)."""
    s["phase"] = DECLARATION
    for player in range(s["players"]):
        s["chosen"][player] = 0
    return True


@jit
def stop(s: State, r: Rules) -> None:
    """Score the current pass as if it had ended; players who have not declared get the best set (RUL-78, CARD-42)."""
    if s["phase"] == OPENING or s["phase"] == OVER:
        return
    for player in range(s["players"]):
        made = s["phase"] == DECLARATION and s["chosen"][player] == 1
        declare(s, r, player, int(s["sealed"][player]) if made else best_declaration(s, r, player))
        s["sealed"][player] = NONE


@jit
def resample(o: Observation, r: Rules, s: State, random: Generator) -> None:
    """Replace sealed declarations that the seat does not know by random ones."""
    if o["phase"] == DECLARATION:
        for player in range(o["players"]):
            if player != o["seat"] and o["chosen"][player]:
                s["sealed"][player] = random_declaration(s, r, player, random)


MECHANISM = Mechanism(
    columns=[("id_declare", i2)],  # = actions; + set of tickets
    # completed tickets, shown at the scoring of a pass (CARD-41)
    fields=[Field("declared", PUBLIC, u8, (PLAYERS, 1))],
    list_phase=list_phase,
    judge_open=judge_open,
    choose=choose,
    play_open=play_open,
    close=close,
    stop=stop,
    resample=resample,
)
