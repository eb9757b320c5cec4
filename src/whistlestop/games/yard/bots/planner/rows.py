"""Which rows to place, and which player to rob."""

from __future__ import annotations

from whistlestop.core.fields import COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.yard.bots.work import Situation
from whistlestop.games.yard.mechanisms.rows.rules import fewest_cards, row_owner, row_size
from whistlestop.games.yard.mechanisms.singles.rules import single_colors

from .numbers import DENY, ROB_WORTH
from .plan import copy_situation, worth
from .safety import add_row


@jit
def loot(o: Observation, n: Numbers, w: Work, color: int) -> int:
    """Return the value of a rival losing a row of the color."""
    owner = row_owner(o, color)
    if owner == NONE:
        return 0
    players = int(o["players"])
    coming = 0
    after = 0
    if o["final_left"] != NONE:
        after = 1 if (owner - int(o["player"])) % players < o["final_left"] else 0
        coming = after * 1000
    else:
        for place in range(1, row_size(o, owner, color) + 1):
            coming += w["later"][place]
    return int(coming * n[ROB_WORTH] // 1000 * n[DENY] // 1000 // (players - 1))


@jit
def place_row(w: Work, situation: Situation, color: int, colored: int, wild: int) -> None:
    """Move cards from the hand to the siding."""
    situation["hand"][color] -= colored
    situation["hand"][WILD] -= wild
    add_row(w, situation, color, colored, wild)


@jit
def best_set(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
    """Return the best set, and the value of the situation after placing it; NONE if there is none."""
    player = int(o["seat"])
    best = NONE
    most = 0
    for color in range(COLORS):
        held = int(o["hand"][player, color])
        if held == 0:
            continue
        fewest = fewest_cards(o, player, color)
        prize = loot(o, n, w, color)
        for colored in range(1, held + 1):
            for wild in range(max(0, fewest - colored), int(o["hand"][player, WILD]) + 1):
                copy_situation(w["now"], w["trial"])
                place_row(w, w["trial"], color, colored, wild)
                value = worth(r, n, w, w["trial"]) + prize
                if best == NONE or value > most:
                    best = int(r["set_id"][color, colored, wild])
                    most = value
    return best, most


@jit
def best_trio(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
    """Return the best three singles, and the value of the situation after placing them; NONE if there are none."""
    free = single_colors(o, int(o["seat"]))
    best = NONE
    most = 0
    for a in range(COLORS):
        if (free >> a) & 1 == 0:
            continue
        for b in range(a + 1, COLORS):
            if (free >> b) & 1 == 0:
                continue
            for c in range(b + 1, COLORS):
                if (free >> c) & 1 == 0:
                    continue
                copy_situation(w["now"], w["trial"])
                place_row(w, w["trial"], a, 1, 0)
                place_row(w, w["trial"], b, 1, 0)
                place_row(w, w["trial"], c, 1, 0)
                value = worth(r, n, w, w["trial"])
                if best == NONE or value > most:
                    best = int(r["trio_id"][a, b, c])
                    most = value
    return best, most
