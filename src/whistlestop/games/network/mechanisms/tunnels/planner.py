"""The cost of tunnels for a plan, and when to pay a surcharge (EUR-11 to EUR-16)."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import BEYOND, Step
from whistlestop.games.network.bots.planner.needs import LOW, expect, without
from whistlestop.games.network.bots.planner.numbers import PATIENCE, SURCHARGE, WILD_SPARE
from whistlestop.games.network.bots.planning import Planning, Tools
from whistlestop.games.network.turn import list_legal

from .rules import TUNNEL

EXTRA_DRAWS = 650
"""Expected cards that a tunnel costs beyond its length, in thousandths."""
LOST_TURNS = 250
"""Expected turns lost to a failed attempt, in thousandths."""
RESERVED = 1
"""Cards to keep for the surcharge."""


@jit
def asks_more(r: Rules, route: int) -> bool:
    """Return whether a claim of the route may cost more than its length."""
    return bool(r["route_tunnel"][route] and r["surcharge_cards"])


@jit
def turns(r: Rules, route: int) -> int:
    """Return the average turns that a tunnel costs."""
    return EXTRA_DRAWS // 2 + LOST_TURNS if asks_more(r, route) else 0


@jit
def reserve(r: Rules, route: int) -> int:
    """Return the number of cards to keep for the surcharge."""
    return RESERVED if asks_more(r, route) else 0


@jit
def delay(r: Rules, n: Numbers, route: int) -> int:
    """Return the average value of the cards for a surcharge."""
    return int(n[SURCHARGE]) if asks_more(r, route) else 0


@jit
def to_turn(o: Observation, r: Rules, w: Work, card: int) -> int:
    """Return how many copies of a card are among those that a tunnel may reveal.

    At the end of the deck these are known (EUR-13).
    """
    known = o["deck_size"] < r["surcharge_cards"] and o["discard_size"] > 0
    return int(o["discard"][card]) if known else int(w["pool"][card])


@jit
def risk(o: Observation, r: Rules, w: Work, action: int) -> int:
    """Return the probability, in thousandths, that a tunnel requires more cards than the hand has left."""
    route = int(r["action_arg"][action])
    size = 0
    for card in range(CARDS):
        size += to_turn(o, r, w, card)
    if not r["route_tunnel"][route] or r["surcharge_cards"] == 0 or size == 0:
        return 0
    color = int(r["action_color"][action])
    left = w["hand"][WILD] - int(r["action_wild"][action])
    match = to_turn(o, r, w, WILD)
    if color != WILD:
        left += w["hand"][color] - int(r["action_colored"][action])
        match += to_turn(o, r, w, color)
    hit = 1000 * match // size
    miss = 1000 - hit
    if left == 0:
        return int(1000 - miss * miss * miss // 1_000_000)
    if left == 1:
        return int((3 * hit * hit * miss + hit * hit * hit) // 1_000_000)
    if left == 2:
        return int(hit * hit * hit // 1_000_000)
    return 0


def decide(tools: Tools) -> Step:
    """Return the planner's function for deciding on a surcharge."""
    plan, tally = tools.plan, tools.tally

    @jit
    def pay_or_withdraw(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
        """Pay a tunnel's surcharge with the least useful cards, or withdraw if that is quicker overall."""
        if o["phase"] != TUNNEL:
            return BEYOND
        legal = w["actions"]
        size = list_legal(o, r, int(o["seat"]), legal)
        best = int(legal[size - 1])
        if size == 1:
            return best
        color = int(o["laid_color"])
        laid = int(o["laid_colored"])
        laid_wild = int(o["laid_wild"])
        hand = w["whole_hand"]  # including the payment
        for card in range(CARDS):
            hand[card] = w["hand"][card]
        hand[color] += laid
        hand[WILD] += laid_wild
        plan(o, r, n, w, hand)
        least = expect(n, w, tally(r, w, w["list_size"], NONE), hand) + n[PATIENCE]
        if w["turns_left"] <= 1000 or o["deck_size"] + o["discard_size"] < LOW:  # waiting gains nothing
            least = 1 << 40
        needs = tally(r, w, w["list_size"], int(o["laid_route"]))
        for place in range(size - 1):
            action = int(legal[place])
            wild = int(r["action_wild"][action])
            without(hand, color, laid + int(r["action_colored"][action]), laid_wild + wild, w["trial"])
            turns = expect(n, w, needs, w["trial"]) + wild * n[WILD_SPARE]
            if turns < least:
                best = action
                least = turns
        return best

    return pay_or_withdraw


@jit
def simply(o: Observation, r: Rules, player: int, legal: Actions) -> int:
    """Pay for a tunnel if the hand can, with as few wilds as possible; otherwise withdraw."""
    if o["phase"] != TUNNEL:
        return BEYOND
    size = list_legal(o, r, player, legal)
    best = int(legal[size - 1])  # withdrawing is listed last, after the payments with few wilds
    fewest = 1000
    for place in range(size - 1):
        if r["action_wild"][legal[place]] < fewest:
            best = int(legal[place])
            fewest = int(r["action_wild"][legal[place]])
    return best


PLANNING = Planning(
    work=[("whole_hand", np.int64, CARDS)],  # including the cards laid out
    turns=turns,
    reserve=reserve,
    risk=risk,
    delay=delay,
    decide=decide,
    simply=simply,
)
