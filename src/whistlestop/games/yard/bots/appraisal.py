"""The planner's figures for a situation, from which `bots/values.py` learns the value of a position."""

from __future__ import annotations

from whistlestop.core.fields import CARDS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import (
    Generator,
    Numbers,
    Observation,
    Rules,
    Work,
)
from whistlestop.games.deciding import deciding

from .figures import (
    DECK,
    FINAL,
    HAND,
    HAND_WILDS,
    SCALE,
    SCORE,
    TICKET_POINTS,
    TICKETS,
    TIME,
    WAIT,
    WORTH,
    WORTH_NOW,
)
from .planner import contributions
from .planner.plan import order_tickets, worth
from .planner.survey import survey


@jit
def sum_up(o: Observation, r: Rules, n: Numbers, w: Work, _random: Generator) -> int:
    """Write the seat's figures, in thousandths, to the scratch space and return the first."""
    player = int(o["seat"])
    figures = w["figures"]
    figures[:] = 0
    survey(o, r, n, w)
    order_tickets(r, n, w, w["now"])
    order_tickets(r, n, w, w["ending"])
    figures[SCORE] = int(o["score"][player]) * SCALE
    figures[WORTH] = worth(r, n, w, w["now"])
    figures[WORTH_NOW] = worth(r, n, w, w["ending"])
    for place in range(w["now"]["count"]):
        figures[TICKET_POINTS] += int(r["ticket_points"][w["now"]["ticket"][place]]) * SCALE
    figures[TICKETS] = w["now"]["count"] * SCALE
    figures[TIME] = w["time"]
    for card in range(CARDS):
        figures[HAND] += int(o["hand"][player, card]) * SCALE
    figures[HAND_WILDS] = int(o["hand"][player, WILD]) * SCALE
    contributions.sum_up(o, w)
    figures[DECK] = int(o["deck_size"]) * SCALE
    figures[WAIT] = (player - int(o["player"])) % int(o["players"]) * SCALE
    figures[FINAL] = SCALE if o["final_left"] != NONE else 0
    return int(figures[SCORE])


appraise = deciding(__name__, sum_up, "appraise")
