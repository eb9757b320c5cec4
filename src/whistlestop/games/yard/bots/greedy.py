"""The `greedy` bot: pursues the most points for the next turn, one ticket at a time.

It is the baseline for stronger bots, so it plays its single idea as well as possible:

- It assigns the cards of its stack and siding to its tickets, the cheapest first. This shows which cards are still
  missing and the value of each: the points of its ticket, divided by the number of missing cards.
- It places the most valuable cards, adding wilds that are not needed elsewhere, if that is worth more than a turn of
  drawing. Otherwise it takes the most valuable cards.
- A set that robs a row is worth more, by the value of the row for its owner.
- It keeps the tickets that it can expect to complete in time. When no card is missing it draws more tickets.
- It declares the set with the most points.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.deck import cards_in_all
from whistlestop.core.fields import (
    CARDS,
    COLORS,
    NONE,
    OPENING,
    SECOND_DRAW,
    TICKET_CHOICE,
    TURN,
    WILD,
)
from whistlestop.core.jit import jit
from whistlestop.core.tickets import keep_min
from whistlestop.core.types import Generator, Numbers, Observation, Rules, Work
from whistlestop.games.deciding import deciding
from whistlestop.games.mechanisms import BEYOND
from whistlestop.games.yard.mechanisms.cards.rules import can_draw, takeable
from whistlestop.games.yard.mechanisms.rows.rules import fewest_cards, row_owner
from whistlestop.games.yard.mechanisms.singles.rules import single_colors
from whistlestop.games.yard.mechanisms.tickets.planner import all_refused
from whistlestop.games.yard.sizes import COLORED
from whistlestop.games.yard.turn import list_legal

from .planner import contributions

SCALE = 1000
EXTRA = 2000  # value of a card that no ticket needs
ROBBED = 4000  # value of a card that an opponent loses
RATE = 115  # average number of cards that a turn takes from the deck, in hundredths
PACE = 90  # average number of cards that a turn moves to the stack, in hundredths


@jit
def turns_left(o: Observation, player: int) -> int:
    """Return the player's turns until the pass ends, including the current one; in thousandths.

    The size of the deck determines the time left (CARD-35, CARD-36).
    """
    players = int(o["players"])
    before = (player - int(o["player"])) % players  # opponents' turns before the player's next turn
    if o["final_left"] != NONE:
        return max(0, (int(o["final_left"]) - before + players - 1) // players) * 1000
    turns = int(o["deck_size"]) * 100_000 // RATE - before * 1000
    return max(0, turns) // players + 1000 + 500


@jit
def lacking(r: Rules, w: Work, ticket: int) -> int:
    """Return the number of cards that the ticket lacks after using the remaining cards."""
    missing = 0
    for color in range(COLORS):
        missing += max(0, int(r["ticket_need"][ticket, color]) - w["left"][color])
    return int(max(0, missing - w["left"][WILD]))


@jit
def serve(r: Rules, w: Work, ticket: int) -> int:
    """Assign remaining cards to the ticket, wilds last; record and return the number of cards that it lacks."""
    lack = lacking(r, w, ticket)
    share = int(r["ticket_points"][ticket]) * SCALE // max(1, lack)
    for color in range(COLORS):
        need = int(r["ticket_need"][ticket, color])
        given = min(need, max(0, w["left"][color]))
        w["left"][color] -= given
        for _ in range(need - given):
            if w["left"][WILD] > 0:
                w["left"][WILD] -= 1
            elif w["needed"][color] < COLORED:
                w["worth"][color, w["needed"][color]] = share
                w["needed"][color] += 1
    return lack


@jit
def load(o: Observation, player: int, w: Work, time: int) -> None:
    """Start with all cards that are or will be on the stack, not yet assigned."""
    for card in range(CARDS):
        w["left"][card] = o["stack"][player, card]
    for color in range(COLORS):
        wild = min(int(o["row_wild"][player, color]), time // 1000 - 1)
        w["left"][WILD] += wild
        w["left"][color] += min(int(o["row_colored"][player, color]), time // 1000 - 1 - wild)
        w["needed"][color] = 0
    w["served"][:] = 0


@jit
def serve_held(o: Observation, r: Rules, player: int, w: Work, time: int) -> int:
    """Assign cards to the held tickets, the most points for the fewest cards first, as far as time allows.

    Returns the number of cards that may still be missing in total.
    """
    left = time * PACE // 100_000
    while True:
        best = NONE
        most = 0
        rest = o["tickets"][player, 0]
        while rest != np.uint64(0):
            ticket = ctz(rest)
            rest &= rest - np.uint64(1)
            if w["served"][ticket] == 0:
                lack = lacking(r, w, ticket)
                rate = int(r["ticket_points"][ticket]) * SCALE // (2 * lack + 1)
                if lack <= left and rate > most:
                    best = ticket
                    most = rate
        if best == NONE:
            return left
        left -= serve(r, w, best)
        w["served"][best] = 1


@jit
def card_worth(w: Work, color: int, place: int) -> int:
    """Return the value of a card of a color after `place` others of that color."""
    return int(w["worth"][color, place]) if place < w["needed"][color] else EXTRA


@jit
def missing_most(o: Observation, player: int, w: Work) -> int:
    """Return the value of the best card that the hand lacks, which a wild could replace."""
    most = EXTRA
    for color in range(COLORS):
        most = max(most, card_worth(w, color, int(o["hand"][player, color])))
    return most


@jit
def best_set(o: Observation, r: Rules, player: int, w: Work, arriving: int) -> tuple[int, int]:
    """Return the most valuable set, and its value. Only `arriving` cards of a row reach the stack in time."""
    best = NONE
    most = 0
    wild_worth = missing_most(o, player, w)
    for color in range(COLORS):
        held = int(o["hand"][player, color])
        fewest = fewest_cards(o, player, color)
        robbed = fewest - 1 if row_owner(o, color) != NONE else 0
        for colored in range(1, held + 1):
            for wild in range(max(0, fewest - colored), int(o["hand"][player, WILD]) + 1):
                wilds = min(wild, arriving)
                total = wilds * wild_worth + robbed * ROBBED
                for place in range(min(colored, arriving - wilds)):
                    total += card_worth(w, color, place)
                if total > most:
                    best = int(r["set_id"][color, colored, wild])
                    most = total
    return best, most


@jit
def best_trio(o: Observation, r: Rules, player: int, w: Work) -> tuple[int, int]:
    """Return the three most valuable singles, and their value; NONE if there are no three."""
    free = single_colors(o, player)
    total = 0
    chosen = 0
    for _ in range(3):
        best = NONE
        most = -1
        for color in range(COLORS):
            if (free >> color) & 1 and card_worth(w, color, 0) > most:
                best = color
                most = card_worth(w, color, 0)
        if best == NONE:
            return NONE, 0
        free &= ~(1 << best)
        chosen |= 1 << best
        total += most
    a = int(ctz(np.uint64(chosen)))
    b = int(ctz(np.uint64(chosen & ~(1 << a))))
    c = int(ctz(np.uint64(chosen & ~(1 << a) & ~(1 << b))))
    return int(r["trio_id"][a, b, c]), total


@jit
def best_card(o: Observation, r: Rules, player: int, w: Work) -> tuple[int, int]:
    """Return the market's best card if it is better than a random one, otherwise a blind draw; and its value."""
    wild_worth = missing_most(o, player, w)
    blind = wild_worth * int(r["copies"][WILD])
    for color in range(COLORS):
        blind += card_worth(w, color, int(o["hand"][player, color])) * int(r["copies"][color])
    blind //= cards_in_all(r)
    cards = takeable(o, r, o["phase"] == SECOND_DRAW)
    best = int(r["id_draw"])
    most = blind
    for color in range(COLORS):
        if (cards >> color) & 1:
            worth = card_worth(w, color, int(o["hand"][player, color]))
            if worth > most:
                best = int(r["id_take"]) + color
                most = worth
    if (cards >> WILD) & 1 and o["phase"] == TURN and wild_worth > most + blind:
        return int(r["id_take"]) + WILD, wild_worth // 2  # a wild takes both draws
    return best, most


@jit
def nothing_missing(o: Observation, player: int, w: Work) -> bool:
    """Return whether the hand has all cards that the tickets lack."""
    missing = 0
    for color in range(COLORS):
        missing += max(0, w["needed"][color] - int(o["hand"][player, color]))
    return bool(missing <= o["hand"][player, WILD])


@jit
def take_turn(o: Observation, r: Rules, player: int, w: Work, time: int) -> int:
    """Place, draw tickets or draw cards."""
    room = serve_held(o, r, player, w, time)
    arriving = time // 1000 - 1
    action, worth = best_set(o, r, player, w, arriving)
    trio, total = best_trio(o, r, player, w)
    if arriving > 0 and total > worth:
        action = trio
        worth = total
    if can_draw(o):
        draw, gain = best_card(o, r, player, w)
        if o["ticket_size"] > 0 and room >= 3 and nothing_missing(o, player, w) and not all_refused(o):
            return int(r["id_tickets"])
        if worth < 3 * gain:
            return draw
    if action != NONE:
        return action
    list_legal(o, r, player, w["actions"])
    return int(w["actions"][0])


@jit
def keep_tickets(o: Observation, r: Rules, player: int, w: Work, time: int, least: int) -> int:
    """Keep the tickets that can be completed in time, the most points for the fewest cards first."""
    room = serve_held(o, r, player, w, time)
    kept = 0
    count = 0
    while True:
        best = NONE
        most = -1
        for place in range(o["offer_size"][player]):
            if (kept >> place) & 1 == 0:
                ticket = int(o["offer"][player, place])
                lack = lacking(r, w, ticket)
                rate = int(r["ticket_points"][ticket]) * SCALE // (2 * lack + 1)
                if (lack <= room or count < least) and rate > most:
                    best = place
                    most = rate
        if best == NONE:
            return int(r["id_keep"]) + kept
        room -= serve(r, w, int(o["offer"][player, best]))
        kept |= 1 << best
        count += 1


@jit
def choose(o: Observation, r: Rules, _n: Numbers, w: Work, _random: Generator) -> int:
    """Choose an action for the observation's seat, deterministically."""
    player = int(o["seat"])
    phase = o["phase"]
    answer = contributions.simply(o, r, player)
    if answer != BEYOND:
        return int(answer)
    time = turns_left(o, player)
    load(o, player, w, time)
    if phase == OPENING or phase == TICKET_CHOICE:  # noqa: PLR1714, SIM109
        return keep_tickets(o, r, player, w, time, keep_min(r, phase == OPENING))
    if phase == SECOND_DRAW:
        serve_held(o, r, player, w, time)
        draw, _ = best_card(o, r, player, w)
        return draw
    return take_turn(o, r, player, w, time)


decide = deciding(__name__, choose)
