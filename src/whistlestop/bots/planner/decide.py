"""One decision of the planner."""

from __future__ import annotations

from typing import Any

from whistlestop.engine.fields import NONE, OPENING, SECOND_DRAW, TICKET_CHOICE, TUNNEL
from whistlestop.engine.jit import jit
from whistlestop.engine.legal import list_legal

from .cards import choose_card
from .claims import choose_claim
from .ending import last_claim
from .goals import own_goals
from .numbers import SLACK, TEMPO, TICKET_BIAS
from .offers import choose_tickets, worth_of_drawing
from .program import make_program, trains_listed
from .stations import choose_station
from .survey import survey
from .timing import expect, tally


@jit
def pay_or_withdraw(o: Any, r: Any, n: Any, w: Any) -> int:
    """Pay a tunnel's surcharge with the cards that are missed least; withdraw if it cannot be paid."""
    legal = w["actions"]
    size = list_legal(o, r, int(o["seat"]), legal)
    best = int(legal[size - 1])
    if size == 1:
        return best
    own_goals(o, r, w)
    make_program(o, r, n, w)
    tally(r, w, int(o["laid_route"]))
    least = 1 << 40
    for place in range(size - 1):
        action = int(legal[place])
        colored = int(r["action_colored"][action])
        wild = int(r["action_wild"][action])
        w["trial"][:] = w["hand"]
        if colored:
            w["trial"][int(r["action_color"][action])] -= colored
        w["trial"][8] -= wild
        turns = expect(n, w, w["trial"]) + wild
        if turns < least:
            best = action
            least = turns
    return best


@jit
def any_legal(o: Any, r: Any, w: Any) -> int:
    """The first legal action: for when there is nothing to choose."""
    list_legal(o, r, int(o["seat"]), w["actions"])
    return int(w["actions"][0])


@jit
def last_turn(o: Any, r: Any, n: Any, w: Any) -> int:
    """The action that adds the most to the score at once."""
    action, _ = last_claim(o, r, w)
    if action != NONE:
        return action
    own_goals(o, r, w)
    make_program(o, r, n, w)
    tally(r, w, NONE)
    card, _ = choose_card(o, r, n, w)
    return card if card != NONE else any_legal(o, r, w)


@jit
def all_planned(w: Any) -> bool:
    """Whether the plan completes all tickets that can score more."""
    planned = 0
    for goal in range(w["goals"]):
        if w["gain"][goal] > 0:
            planned += 1
    return bool(planned == w["goals"])


@jit
def take_turn(o: Any, r: Any, n: Any, w: Any) -> int:
    """Claim, draw cards, draw tickets or build: whichever brings the plan on most."""
    own_goals(o, r, w)
    make_program(o, r, n, w)
    base = expect(n, w, w["hand"])
    best, merit = choose_claim(o, r, n, w, base)
    card, turns = choose_card(o, r, n, w)
    if card != NONE and (best == NONE or base - turns - 1000 > merit):
        best = card
        merit = base - turns - 1000
    station, _ = choose_station(o, r, n, w)
    if station != NONE and (merit < -500 or w["turns_left"] < 4000 or w["list_goals"] == 1):
        best = station
        merit = 0
    if o["ticket_size"] > 0 and all_planned(w):
        size = w["list_size"]
        w["list_size"] = w["list_goals"]
        tally(r, w, NONE)
        needed = expect(n, w, w["hand"])
        trains = int(o["trains"][o["seat"]]) - trains_listed(r, w)
        w["list_size"] = size
        time = w["turns_left"] - needed - 1000 - n[SLACK] * 10
        if time > 0:
            gain = worth_of_drawing(o, r, n, w, trains, time)
            drawn = gain * 100 // n[TEMPO] - 1000 - n[TICKET_BIAS]
            if best == NONE or drawn > merit:
                best = int(r["id_tickets"])
                merit = drawn
    return best if best != NONE else any_legal(o, r, w)


@jit
def decide(observations: Any, rules: Any, i: int, random: Any, numbers: Any, work: Any) -> int:
    """Choose an action for the observation's seat. Nothing is left to chance."""
    o = observations[i]
    r = rules[0]
    w = work[0]
    phase = o["phase"]
    survey(o, r, numbers, w)
    if phase == OPENING or phase == TICKET_CHOICE:  # noqa: PLR1714, SIM109
        return choose_tickets(o, r, numbers, w)
    if phase == TUNNEL:
        return pay_or_withdraw(o, r, numbers, w)
    if phase == SECOND_DRAW:
        own_goals(o, r, w)
        make_program(o, r, numbers, w)
        card, _ = choose_card(o, r, numbers, w)
        return card if card != NONE else any_legal(o, r, w)
    if w["turns_left"] <= 1000:
        return last_turn(o, r, numbers, w)
    return take_turn(o, r, numbers, w)
