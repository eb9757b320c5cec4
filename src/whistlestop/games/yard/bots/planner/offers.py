"""Which tickets to keep, and when to draw more."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import NONE, OPENING
from whistlestop.core.jit import jit
from whistlestop.core.tickets import keep_min, subset_size
from whistlestop.core.types import Numbers, Observation, Rules, Work

from .numbers import OFFER_SHARE
from .plan import copy_situation, order_tickets, worth


@jit
def keep_tickets(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Keep the tickets that make the situation most valuable."""
    player = int(o["seat"])
    least = keep_min(r, o["phase"] == OPENING)
    size = int(o["offer_size"][player])
    best = 0
    most = 0
    for subset in range(1 << size):
        if subset_size(subset) < least:
            continue
        trial = w["trial"]
        copy_situation(w["now"], trial)
        for place in range(size):
            if (subset >> place) & 1:
                trial["ticket"][trial["count"]] = o["offer"][player, place]
                trial["count"] += 1
        order_tickets(r, n, w, trial)
        value = worth(r, n, w, trial)
        if best == 0 or value > most:
            best = subset + 1
            most = value
    return int(r["id_keep"]) + best - 1


@jit
def gain_of(r: Rules, n: Numbers, w: Work, ticket: int, base: int) -> int:
    """Return what another ticket adds if it may be refused: served last, or first."""
    now = w["now"]
    trial = w["trial"]
    count = int(now["count"])
    copy_situation(now, trial)
    trial["count"] = count + 1
    trial["ticket"][count] = ticket
    gain = max(0, worth(r, n, w, trial) - base)
    for place in range(count):
        trial["ticket"][place + 1] = now["ticket"][place]
    trial["ticket"][0] = ticket
    return int(max(gain, worth(r, n, w, trial) - base))


@jit
def value_of_drawing(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Return the value of the situation after drawing tickets."""
    base = worth(r, n, w, w["now"])
    total = 0
    size = 0
    rest = np.uint64(w["unseen"])
    while rest != np.uint64(0):
        total += gain_of(r, n, w, int(ctz(rest)), base)
        size += 1
        rest &= rest - np.uint64(1)
    average = total // max(1, size)
    gain = 0
    for place in range(min(int(o["ticket_size"]), int(r["draw_tickets"]))):
        ticket = int(o["ticket_deck"][place])
        gain += average if ticket == NONE else gain_of(r, n, w, ticket, base)
    return int(base + gain * n[OFFER_SHARE] // 1000)
