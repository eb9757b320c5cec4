"""The queries of advice to the planner: interpreted in Python, since they are rare, and compiled for JavaScript.

`o` is an OBSERVATION record, `r` the RULES record, `n` the planner's numbers, `w` its scratch space.
"""

from __future__ import annotations

from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.yard.bots.planner import plan
from whistlestop.games.yard.bots.planner.situation import copy_situation
from whistlestop.games.yard.mechanisms.rows import rules as rows
from whistlestop.games.yard.mechanisms.rows.planner import place_row
from whistlestop.games.yard.turn import unplaced_cards

LIKELY = 500
"""The smallest probability of completing a ticket, in thousandths, at which there counts as enough time for it."""


@jit
def cards_out_of_sight(o: Observation, r: Rules, card: int) -> int:
    """Return how many copies of a card are in places that the seat cannot see."""
    return int(unplaced_cards(o, r, card))


@jit
def plan_situation(r: Rules, n: Numbers, w: Work, tried: int) -> None:
    """Make a plan for the situation that is tried (1), or for the present one (0)."""
    if tried != 0:
        plan.worth(r, n, w, w["trial"])
    else:
        plan.worth(r, n, w, w["now"])


@jit
def is_likely(w: Work, place: int) -> bool:
    """Return whether the ticket at a place of the situation planned last can probably be completed in time."""
    return bool(w["chance"][place] >= LIKELY)


@jit
def try_card(w: Work, card: int) -> None:
    """Begin to try the present situation, with this card added to the hand; NONE: no card."""
    copy_situation(w["now"], w["trial"])
    if card != NONE:
        w["trial"]["hand"][card] += 1


@jit
def try_row(w: Work, color: int, colored: int, wild: int) -> None:
    """Place a row in the situation that is tried."""
    place_row(w, w["trial"], color, colored, wild)


@jit
def try_tickets(o: Observation, r: Rules, n: Numbers, w: Work, kept: int) -> None:
    """Try to keep a subset of the offer, in the order in which the planner would serve the tickets."""
    copy_situation(w["now"], w["trial"])
    trial, seat = w["trial"], int(o["seat"])
    for place in range(o["offer_size"][seat]):
        if (kept >> place) & 1:
            trial["ticket"][trial["count"]] = o["offer"][seat, place]
            trial["count"] += 1
    plan.order_tickets(r, n, w, trial)


@jit
def row_owner(o: Observation, color: int) -> int:
    """Return the player whose siding has the row of a color; NONE if there is none."""
    return rows.row_owner(o, color)


@jit
def row_size(o: Observation, player: int, color: int) -> int:
    """Return the number of cards in a row, wilds included."""
    return rows.row_size(o, player, color)
