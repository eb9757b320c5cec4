"""The planner's assessment of the situation: available cards, time left, and the cost of every route."""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import bit, ctz, popcount
from whistlestop.core.fields import CARDS, COLORS, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Integers, Numbers, Observation, Rules, Work
from whistlestop.games.mechanisms import BEYOND
from whistlestop.games.network.board.stock import stock
from whistlestop.games.network.bots.payments import can_pay
from whistlestop.games.network.sizes import WORDS
from whistlestop.games.network.turn import unplaced_cards

from . import contributions
from .needs import LOW
from .numbers import (
    COLOR_DRAW,
    DANGER,
    DANGER_LONG,
    DANGER_TOUCH,
    DANGER_WANT,
    FLOOR,
    GRAY_DRAW,
    HAND_USE,
    SLACK,
    STRIDE,
    TEMPO,
    TRAIN,
    WILD_DRAW,
)
from .opponents import judge_wants
from .paths import FAR, has


@jit
def count_cards(o: Observation, r: Rules, w: Work) -> None:
    """Count the seat's hand, and the cards that could be drawn: all those that the seat cannot see."""
    player = int(o["seat"])
    w["pool_size"] = 0
    low = o["deck_size"] < LOW  # the discard pile will soon be the deck
    for card in range(CARDS):
        w["hand"][card] = int(o["hand"][player, card])
        w["pool"][card] = unplaced_cards(o, r, card) + (int(o["discard"][card]) if low else 0)
        w["pool_size"] += w["pool"][card]
    colored = w["pool_size"] - w["pool"][WILD]
    for color in range(COLORS):
        share = COLORS * w["pool"][color]
        w["scarce"][color] = min(2500, 1000 * (colored + COLORS) // (share + COLORS))


@jit
def find_ends(o: Observation, r: Rules, w: Work) -> None:
    """Find the cities on the player's and on opponents' routes, and the routes that mechanisms lend."""
    contributions.look(o, r, w)
    player = int(o["seat"])
    w["touched"] = np.uint64(0)
    w["network"] = np.uint64(0)
    for word in range(WORDS):
        w["owned"][word] = o["owned"][player, word]
        for other in range(o["players"]):
            rest = o["owned"][other, word]
            while rest != np.uint64(0):
                route = word * 64 + ctz(rest)
                rest &= rest - np.uint64(1)
                a = int(r["route_a"][route])
                b = int(r["route_b"][route])
                if other == player:
                    w["network"] |= bit(a) | bit(b)
                    continue
                w["touched"] |= bit(a) | bit(b)
                contributions.look_at_other(o, r, w, route)


@jit
def time_left(o: Observation, r: Rules, n: Numbers) -> int:
    """Return the seat's turns, this one included, until an opponent can end the game; in thousandths."""
    if o["final_left"] != NONE:
        return 1000
    soonest = 1 << 30
    for other in range(o["players"]):
        if other != o["seat"]:
            trains = max(0, int(o["trains"][other]) - int(r["end_trains"]))
            cards = max(0, 100 * trains - int(o["hand_size"][other]) * n[HAND_USE])
            soonest = min(soonest, cards * 5 + trains * 100_000 // n[STRIDE])
    return int(soonest + 1000)


@jit
def look_at_route(r: Rules, w: Work, route: int) -> None:
    """Write the color of a route, and whether wilds may pay for it."""
    base = int(r["claim_base"][route])
    gray = r["claim_gray"][route] or r["claim_mixes"][route] == 0
    w["color"][route] = WILD if gray else r["action_color"][base]
    w["wild_ok"][route] = 1 if can_pay(r, route, WILD, 0, int(r["route_length"][route])) else 0


@jit
def judge_danger(o: Observation, r: Rules, n: Numbers, w: Work, route: int) -> int:
    """Return the probability that opponents take or close the route within a round; in thousandths."""
    ends = popcount(w["touched"] & (bit(r["route_a"][route]) | bit(r["route_b"][route])))
    chance = n[DANGER] + ends * n[DANGER_TOUCH]
    chance += max(0, int(r["route_length"][route]) - 3) * n[DANGER_LONG]
    chance += w["want"][route] * n[DANGER_WANT] // 1000 // (int(o["players"]) - 1)
    twins = (r["twins"][route, 0] | r["twins"][route, 1]) != np.uint64(0)
    if twins:
        closes = o["players"] < r["twins_open_from"]
        chance = chance * 3 // 2 if closes else chance // 3
    others = 0
    for other in range(o["players"]):
        if other != o["seat"] and stock(o, r, other, route) >= r["route_trains"][route]:
            others += 1
    return int(min(500, chance * (1 + others) // 2)) if others else 0


@jit
def judge_turns(r: Rules, n: Numbers, w: Work, route: int) -> int:
    """Write the turns to collect the route's cards, from the present hand alone, and to claim it; in thousandths."""
    length = int(r["route_length"][route])
    fixed = int(r["claim_wild_min"][route])
    wilds = w["hand"][WILD]
    color = int(w["color"][route])
    held = w["hand"][color]
    draw = n[COLOR_DRAW] * 10
    if color == WILD:
        held = 0
        for each in range(COLORS):
            held = max(held, w["hand"][each])
        draw = n[GRAY_DRAW] * 10
    else:
        draw = draw * w["scarce"][color] // 1000
    lack = max(0, length - fixed - held)
    if w["wild_ok"][route]:
        lack = max(0, lack - max(0, wilds - fixed))
    draws = lack * draw + max(0, fixed - wilds) * n[WILD_DRAW] * 10
    turns = 1000 + draws // 2
    return int(turns + contributions.extra_turns(r, route))


@jit
def time_limit(n: Numbers, w: Work) -> int:
    """Return the turns that a plan may take, in thousandths."""
    if w["turns_left"] <= 1000:
        return 1000
    return int(w["turns_left"] + n[SLACK] * 10)


@jit
def in_time(r: Rules, n: Numbers, w: Work, route: int) -> bool:
    """Return whether there is time for the route if the seat does nothing else and it costs only its length."""
    return bool(w["turns"][route] - contributions.extra_turns(r, route) <= time_limit(n, w))


@jit
def price(o: Observation, r: Rules, n: Numbers, w: Work, train: int, costs: Integers) -> None:
    """Write the cost of every route for a plan to `costs`; `train` is the price of a train in hundredths of a point.

    Which routes are usable does not depend on that price.
    """
    player = int(o["seat"])
    w["usable"][:] = 0
    for route in range(r["routes"]):
        trains = int(r["route_trains"][route])
        costs[route] = FAR
        if has(w["owned"], route):
            costs[route] = 0
        elif (
            has(o["open"][player], route) and trains <= stock(o, r, player, route) and in_time(r, n, w, route)
        ):
            points = int(r["route_points"][route]) * 1000 + contributions.gain(r, w, route)
            cost = w["turns"][route] * n[TEMPO] // 100 - points + trains * train * 10
            costs[route] = max(cost, trains * n[FLOOR] * 10)
        else:
            lent = contributions.price(o, r, n, w, route)
            if lent != BEYOND:
                costs[route] = lent
        if costs[route] < FAR:
            w["usable"][route >> 6] |= bit(route & 63)


@jit
def survey(o: Observation, r: Rules, n: Numbers, w: Work) -> None:
    """Evaluate everything once; the other modules read the results from `w`."""
    count_cards(o, r, w)
    find_ends(o, r, w)
    w["turns_left"] = time_left(o, r, n)
    judge_wants(o, r, n, w)
    for route in range(r["routes"]):
        look_at_route(r, w, route)
        w["danger"][route] = judge_danger(o, r, n, w, route)
        w["turns"][route] = judge_turns(r, n, w, route)
    price(o, r, n, w, n[TRAIN], w["cost"])
