"""One decision of the planner."""

from __future__ import annotations

from whistlestop.core.fields import CARDS, NONE, OPENING, SECOND_DRAW, TICKET_CHOICE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Generator, Numbers, Observation, Rules, Work
from whistlestop.games.deciding import deciding
from whistlestop.games.network.mechanisms.tunnels.rules import TUNNEL
from whistlestop.games.network.turn import list_legal

from .cards import choose_card
from .claims import choose_claim
from .ending import last_claim, last_tickets
from .goals import own_goals
from .numbers import PATIENCE, SLACK, TEMPO, TICKET_BIAS, WILD_SPARE
from .offers import choose_tickets, worth_of_drawing
from .program import make_program, trains_listed
from .stations import station_action, station_payment
from .survey import LOW, survey
from .timing import expect, tally, without


@jit
def pay_or_withdraw(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Pay a tunnel's surcharge with the cards that are missed least, or withdraw if that is quicker in the end."""
    legal = w["actions"]
    size = list_legal(o, r, int(o["seat"]), legal)
    best = int(legal[size - 1])
    if size == 1:
        return best
    color = int(o["laid_color"])
    laid = int(o["laid_colored"])
    laid_wild = int(o["laid_wild"])
    hand = w["whole_hand"]  # with the payment back in it
    for card in range(CARDS):
        hand[card] = w["hand"][card]
    hand[color] += laid
    hand[WILD] += laid_wild
    own_goals(o, r, w)
    make_program(o, r, n, w, hand)
    least = expect(n, w, hand) + n[PATIENCE]
    if w["turns_left"] <= 1000 or o["deck_size"] + o["discard_size"] < LOW:  # there is nothing to wait for
        least = 1 << 40
    tally(r, w, w["list_size"], int(o["laid_route"]))
    for place in range(size - 1):
        action = int(legal[place])
        wild = int(r["action_wild"][action])
        without(hand, color, laid + int(r["action_colored"][action]), laid_wild + wild, w["trial"])
        turns = expect(n, w, w["trial"]) + wild * n[WILD_SPARE]
        if turns < least:
            best = action
            least = turns
    return best


@jit
def any_legal(o: Observation, r: Rules, w: Work) -> int:
    """The first legal action: for when there is nothing to choose."""
    list_legal(o, r, int(o["seat"]), w["actions"])
    return int(w["actions"][0])


@jit
def last_turn(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """The action that adds the most to the score at once."""
    action, gain = last_claim(o, r, w)
    own_goals(o, r, w)
    worth = make_program(o, r, n, w, w["hand"])
    tally(r, w, w["list_size"], NONE)
    if w["list_goals"] == 1 and worth > gain and w["stations"] == 1:
        payment, _ = station_payment(o, r, n, w)
        if payment != NONE:
            action = station_action(o, r, int(w["list"][0]), payment)
            gain = worth
    if last_tickets(o, r, n, w, gain):
        return int(r["id_tickets"])
    if action != NONE:
        return action
    action, _ = choose_card(o, r, n, w)
    return action if action != NONE else any_legal(o, r, w)


@jit
def all_planned(w: Work) -> bool:
    """Whether the plan completes all tickets that can score more."""
    planned = 0
    for goal in range(w["goals"]):
        if w["gain"][goal] > 0:
            planned += 1
    return bool(planned == w["goals"])


@jit
def advance(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """Claim, draw cards, draw tickets or build: whichever brings the plan, which is tallied, on most."""
    base = expect(n, w, w["hand"])
    best, merit = choose_claim(o, r, n, w, base)
    action, turns = choose_card(o, r, n, w)
    if action != NONE and (best == NONE or base - turns - 1000 > merit):
        best = action
        merit = base - turns - 1000
    if o["ticket_size"] > 0 and all_planned(w):
        tally(r, w, w["list_goals"], NONE)
        needed = expect(n, w, w["hand"])
        trains = int(o["trains"][o["seat"]]) - trains_listed(r, w, w["list_goals"])
        time = w["turns_left"] - needed - 1000 - n[SLACK] * 10
        if time > 0:
            gain = worth_of_drawing(o, r, n, w, trains, time)
            drawn = gain * 100 // n[TEMPO] - 1000 - n[TICKET_BIAS]
            if best == NONE or drawn > merit:
                best = int(r["id_tickets"])
                merit = drawn
    return best if best != NONE else any_legal(o, r, w)


@jit
def draw_again(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """The second card of a turn, by the plan, which is tallied."""
    action, _ = choose_card(o, r, n, w)
    return action if action != NONE else any_legal(o, r, w)


@jit
def choose(o: Observation, r: Rules, n: Numbers, w: Work, _random: Generator) -> int:
    """Choose an action for the observation's seat. Nothing is left to chance."""
    phase = o["phase"]
    survey(o, r, n, w)
    if phase == OPENING or phase == TICKET_CHOICE:  # noqa: PLR1714, SIM109
        return choose_tickets(o, r, n, w)
    if phase == TUNNEL:
        return pay_or_withdraw(o, r, n, w)
    if phase == SECOND_DRAW:
        own_goals(o, r, w)
        make_program(o, r, n, w, w["hand"])
        return draw_again(o, r, n, w)
    if w["turns_left"] <= 1000:
        return last_turn(o, r, n, w)
    own_goals(o, r, w)
    make_program(o, r, n, w, w["hand"])
    return advance(o, r, n, w)


decide = deciding(__name__, choose)
