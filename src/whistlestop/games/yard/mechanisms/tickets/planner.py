"""The planner's choice of tickets to keep, and of the time to draw more."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import KEEP, NONE, OPENING, TICKET_CHOICE
from whistlestop.core.jit import jit
from whistlestop.core.tickets import keep_min, subset_size
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import BEYOND, Step
from whistlestop.games.yard.bots.planner.numbers import own
from whistlestop.games.yard.bots.planner.situation import copy_situation
from whistlestop.games.yard.bots.planning import Planning, Tools
from whistlestop.games.yard.mechanisms.cards.rules import can_draw

OFFER_SHARE = own("offer_share", 500)  # share of a new ticket's expected points that is counted


@jit
def all_refused(o: Observation) -> bool:
    """Return whether the previous player drew tickets and kept none.

    If a bot then draws tickets as well, bots that decide the same way may continue forever (RUL-78). Our bots choose an
    action that advances the pass instead.
    """
    return bool(o["did"] == KEEP and o["did_kept"] == 0 and o["did_refused"] > 0)


def decide(tools: Tools) -> Step:
    """Return the planner's function for choosing from an offer."""
    worth, order_tickets = tools.worth, tools.order_tickets

    @jit
    def keep_tickets(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
        """Keep the tickets that make the situation most valuable."""
        if o["phase"] != OPENING and o["phase"] != TICKET_CHOICE:
            return BEYOND
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

    return keep_tickets


def act(tools: Tools) -> Step:
    """Return the planner's function for drawing tickets."""
    worth = tools.worth

    @jit
    def gain_of(r: Rules, n: Numbers, w: Work, ticket: int, base: int) -> int:
        """Return the value added by another ticket that may be refused: served last, or first."""
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
    def draw_tickets(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
        """Draw tickets; return the resulting value of the situation."""
        if o["ticket_size"] == 0 or (can_draw(o) and all_refused(o)):
            return NONE, 0
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
        return int(r["id_tickets"]), int(base + gain * n[OFFER_SHARE] // 1000)

    return draw_tickets


PLANNING = Planning(act=act, decide=decide)
