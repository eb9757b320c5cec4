"""The time that a list of routes takes, which is the measure for every decision about cards.

`tally` adds up the needs of the routes; `needs.expect` estimates the turns that they take with a given hand. A card, a
draw or a payment is worth as much as it changes this estimate.
"""

from __future__ import annotations

from whistlestop.core.fields import WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Rules, Work
from whistlestop.games.mechanisms import BEYOND

from . import contributions
from .needs import Needs, add_gray, noted


@jit
def add_need(r: Rules, w: Work, route: int) -> None:
    """Add a route's cards and its claim to the needs."""
    if contributions.need(r, w, route) != BEYOND:
        return
    w["claims"] += 1
    length = int(r["route_length"][route])
    fixed = int(r["claim_wild_min"][route])
    color = int(w["color"][route])
    w["need_wild"] += fixed
    length += contributions.reserve(r, route) - fixed
    if color == WILD:
        add_gray(w, length, 1 - w["wild_ok"][route])
    elif w["wild_ok"][route]:
        w["need"][color] += length
    else:
        w["need_pure"][color] += length


@jit
def clear_needs(w: Work) -> None:
    """Start a new list of routes."""
    w["need"][:] = 0
    w["need_pure"][:] = 0
    w["need_wild"] = 0
    w["grays"] = 0
    w["claims"] = 0
    contributions.clear_needs(w)


@jit
def tally(r: Rules, w: Work, size: int, left_out: int) -> Needs:
    """Return the needs of the first `size` routes of the plan, without `left_out` (NONE: all of them)."""
    clear_needs(w)
    for place in range(size):
        route = int(w["list"][place])
        if route != left_out:
            add_need(r, w, route)
    return noted(w)
