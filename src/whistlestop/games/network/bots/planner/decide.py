"""One decision of the planner."""

from __future__ import annotations

from whistlestop.core.fields import NONE, OPENING, SECOND_DRAW, TICKET_CHOICE
from whistlestop.core.jit import jit
from whistlestop.core.types import Generator, Hand, Numbers, Observation, Rules, Work
from whistlestop.games.deciding import deciding
from whistlestop.games.mechanisms import BEYOND
from whistlestop.games.network.bots.planning import Tools
from whistlestop.games.network.turn import list_legal

from . import contributions
from .cards import choose_card
from .claims import choose_claim
from .ending import gamble, last_claim, last_tickets, lead_of
from .goals import own_goals
from .needs import expect
from .numbers import SLACK, TEMPO, TICKET_BIAS
from .offers import choose_tickets, worth_of_drawing
from .program import make_program, trains_listed
from .survey import survey
from .timing import tally


@jit
def plan(o: Observation, r: Rules, n: Numbers, w: Work, hand: Hand) -> int:
    """Plan everything with a hand; return the net value of the ticket part."""
    own_goals(o, r, w)
    return make_program(o, r, n, w, hand)


@jit
def left_over(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
    """Return the trains and the time that the plan for the present tickets leaves."""
    needed = expect(n, w, tally(r, w, w["list_goals"], NONE), w["hand"])
    trains = int(o["trains"][o["seat"]]) - trains_listed(r, w, w["list_goals"])[0]
    return trains, int(w["turns_left"] - needed - 1000 - n[SLACK] * 10)


@jit
def worth_of_sort(o: Observation, r: Rules, n: Numbers, w: Work, long: int) -> int:
    """Return the merit of drawing tickets of a sort now, after `plan`, on a scale that both sorts share."""
    if w["turns_left"] <= 1000:
        return int(gamble(o, r, n, w, lead_of(o, r, n), long))
    trains, time = left_over(o, r, n, w)
    return int(worth_of_drawing(o, r, n, w, trains, time, long))


own_phase = contributions.deciding_with(Tools(plan=plan, tally=tally, worth_of_sort=worth_of_sort))


@jit
def any_legal(o: Observation, r: Rules, w: Work) -> int:
    """Return the first legal action, for situations without a real choice."""
    list_legal(o, r, int(o["seat"]), w["actions"])
    return int(w["actions"][0])


@jit
def last_turn(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Return the action that adds the most to the score immediately."""
    action, gain = last_claim(o, r, w)
    worth = plan(o, r, n, w, w["hand"])
    if w["list_goals"] == 1 and worth > gain:
        completing = contributions.last(o, r, n, w, tally(r, w, w["list_size"], NONE))
        if completing != BEYOND:
            action = completing
            gain = worth
    if last_tickets(o, r, n, w, gain):
        return int(r["id_tickets"])
    if action != NONE:
        return action
    action, _ = choose_card(o, r, n, w)
    return action if action != NONE else any_legal(o, r, w)


@jit
def all_planned(w: Work) -> bool:
    """Return whether the plan completes all tickets that can score more."""
    planned = 0
    for goal in range(w["goals"]):
        if w["gain"][goal] > 0 or w["goal"][goal] == NONE:
            planned += 1
    return bool(planned == w["goals"])


@jit
def advance(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Claim, draw cards, draw tickets or build, whichever advances the plan the most."""
    base = expect(n, w, tally(r, w, w["list_size"], NONE), w["hand"])
    best, merit = choose_claim(o, r, n, w, base)
    action, turns = choose_card(o, r, n, w)
    if action != NONE and (best == NONE or base - turns - 1000 > merit):
        best = action
        merit = base - turns - 1000
    if o["ticket_size"] > 0 and all_planned(w):
        trains, time = left_over(o, r, n, w)
        if time > 0:
            gain = worth_of_drawing(o, r, n, w, trains, time, 0)
            if o["long_size"] > 0:
                gain = max(gain, worth_of_drawing(o, r, n, w, trains, time, 1))
            drawn = gain * 100 // n[TEMPO] - 1000 - n[TICKET_BIAS]
            if best == NONE or drawn > merit:
                best = int(r["id_tickets"])
                merit = drawn
    return best if best != NONE else any_legal(o, r, w)


@jit
def draw_again(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Return the second card to draw, by the plan."""
    action, _ = choose_card(o, r, n, w)
    return action if action != NONE else any_legal(o, r, w)


@jit
def choose(o: Observation, r: Rules, n: Numbers, w: Work, _random: Generator) -> int:
    """Choose an action for the observation's seat, deterministically."""
    phase = o["phase"]
    survey(o, r, n, w)
    if phase == OPENING or phase == TICKET_CHOICE:  # noqa: PLR1714, SIM109
        return choose_tickets(o, r, n, w)
    answer = own_phase(o, r, n, w)
    if answer != BEYOND:
        return int(answer)
    if phase == SECOND_DRAW:
        plan(o, r, n, w, w["hand"])
        return draw_again(o, r, n, w)
    if w["turns_left"] <= 1000:
        return last_turn(o, r, n, w)
    plan(o, r, n, w, w["hand"])
    return advance(o, r, n, w)


decide = deciding(__name__, choose)
