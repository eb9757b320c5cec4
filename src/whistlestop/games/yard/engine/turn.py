"""Playing an action: the effects, phase 1 of the next turn, the end of a pass and the end of the game.

`play` trusts that its action is legal; `legal.is_legal` is asked at the edges.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz, popcount
from whistlestop.core.blocks import copy_block
from whistlestop.core.deck import discard, empty_market, gain_card, lose_cards, pop_card
from whistlestop.core.fields import (
    COLORS,
    DECLARATION,
    DECLARE,
    DRAW,
    KEEP,
    NONE,
    OPENING,
    OVER,
    SECOND_DRAW,
    SET,
    TAKE,
    TAKE_TICKETS,
    TICKET_CHOICE,
    TRIO,
    TURN,
    WILD,
)
from whistlestop.core.jit import jit
from whistlestop.core.rng import shuffle
from whistlestop.core.seats import all_chosen, pass_turn
from whistlestop.core.tickets import draw_offer, keep_offered, settle_offer, subset_size
from whistlestop.core.types import Rules, State

from .fields import ACTION_BLOCK, EMPTY_STATES
from .legal import can_draw, row_owner
from .passes import begin_pass

# The turn.


@jit
def move_cards(s: State, player: int) -> None:
    """Phase 1: the top card of each row goes face down onto the stack, wilds first (CARD-9, CARD-10)."""
    for color in range(COLORS):
        if s["row_wild"][player, color]:
            s["row_wild"][player, color] -= 1
            s["did_moved"][color] = WILD
        elif s["row_colored"][player, color]:
            s["row_colored"][player, color] -= 1
            s["did_moved"][color] = color
        else:
            continue
        s["stack"][player, s["did_moved"][color]] += 1
        s["stack_size"][player] += 1


@jit
def end_turn(s: State) -> None:
    """End trigger, next seat, or the end of the pass (CARD-35, CARD-36)."""
    if s["final_left"] != NONE:
        s["final_left"] -= 1
    elif s["deck_size"] == 0:
        s["final_left"] = s["players"]
        s["final_by"] = s["player"]
    if s["final_left"] == 0:
        s["phase"] = DECLARATION
        for player in range(s["players"]):
            s["chosen"][player] = 0
    else:
        pass_turn(s)
        move_cards(s, int(s["player"]))  # phase 1 of the turn, in which there is nothing to decide


@jit
def end_opening(s: State) -> None:
    """All have chosen: refused tickets are shuffled back into the ticket deck (CARD-6, RUL-79)."""
    for step in range(s["players"]):
        player = (s["first"] + step) % s["players"]
        subset = int(s["sealed"][player])
        for position in range(s["offer_size"][player]):
            if (subset >> position) & 1 == 0:
                ticket = int(s["offer"][player, position])
                s["returned"][player, 0] |= np.uint64(1) << np.uint64(ticket)
                s["ticket_deck"][s["ticket_size"]] = ticket
                s["ticket_size"] += 1
        keep_offered(s, player, subset)
        s["opening_kept"][player] = s["ticket_count"][player]
        s["sealed"][player] = NONE
    shuffle(s, s["ticket_deck"], int(s["ticket_size"]))
    s["phase"] = TURN


@jit
def end_pass(s: State, r: Rules) -> None:
    """All have declared: score, then begin the next pass or end the game (CARD-41, CARD-43, CARD-44)."""
    for player in range(s["players"]):
        declare(s, r, player, int(s["sealed"][player]))
        s["sealed"][player] = NONE
    if s["pass_index"] + 1 < r["passes"][s["players"]]:
        s["pass_index"] += 1
        s["turn"] += 1
        begin_pass(s, r)
    else:
        s["phase"] = OVER


@jit
def declare(s: State, r: Rules, player: int, tickets: int) -> None:
    """Lay tickets aside as completed and score them (CARD-41)."""
    chosen = np.uint64(tickets)
    s["tickets"][player, 0] &= ~chosen
    s["declared"][player, 0] |= chosen
    s["ticket_count"][player] -= popcount(chosen)
    while chosen != np.uint64(0):
        s["score"][player] += r["ticket_points"][ctz(chosen)]
        chosen &= chosen - np.uint64(1)


# The actions. Each returns whether it ends the turn.


@jit
def goes_on(s: State) -> bool:
    """Whether a second card may follow the first (CARD-17 to CARD-19)."""
    if s["phase"] == TURN and can_draw(s):
        s["phase"] = SECOND_DRAW
        return True
    return False


@jit
def draw(s: State, player: int) -> bool:
    """Draw blind (CARD-16, CARD-18)."""
    s["drawn"] = pop_card(s)
    gain_card(s, player, s["drawn"])
    return not goes_on(s)


@jit
def take(s: State, r: Rules, player: int, card: int) -> bool:
    """Take a card from the market, which is refilled at once (CARD-15, CARD-17, CARD-21)."""
    slot = empty_market(s, card)
    s["did_arg"] = slot
    gain_card(s, player, card)
    s["known"][player, card] += 1
    s["market"][slot] = pop_card(s)
    if card == WILD and r["wild_ends_draw"]:
        return True
    return not goes_on(s)


@jit
def place_row(s: State, player: int, color: int, colored: int, wild: int) -> None:
    """Lay cards from the hand as a row into the siding; a smaller row elsewhere is robbed (CARD-23, CARD-27)."""
    owner = row_owner(s, color)
    if owner != NONE:
        s["did_rob"] = owner
        s["did_rob_colored"] = s["row_colored"][owner, color]
        s["did_rob_wild"] = s["row_wild"][owner, color]
        discard(s, color, int(s["row_colored"][owner, color]))
        discard(s, WILD, int(s["row_wild"][owner, color]))
        s["row_colored"][owner, color] = 0
        s["row_wild"][owner, color] = 0
    lose_cards(s, player, color, colored)
    lose_cards(s, player, WILD, wild)
    s["row_colored"][player, color] = colored
    s["row_wild"][player, color] = wild


@jit
def place_trio(s: State, player: int, colors: int) -> None:
    """Lay three singles (CARD-24)."""
    for color in range(COLORS):
        if (colors >> color) & 1:
            place_row(s, player, color, 1, 0)


@jit
def keep(s: State, player: int, subset: int) -> bool:
    """Keep tickets of an offer (CARD-6, CARD-32)."""
    if s["phase"] == OPENING:
        s["sealed"][player] = subset
        s["chosen"][player] = 1
        if all_chosen(s):
            end_opening(s)
        return False
    s["did_kept"] = subset_size(subset)
    s["did_refused"] = s["offer_size"][player] - s["did_kept"]
    settle_offer(s, player, subset)
    return True


@jit
def forget_action(s: State) -> None:
    """Forget the last action."""
    copy_block(EMPTY_STATES[0], s, ACTION_BLOCK)


@jit
def play(s: State, r: Rules, player: int, action: int) -> bool:
    """Carry out a legal action of a player who is to act; return whether the game is over, to be scored."""
    s["ply"] += 1
    forget_action(s)
    s["did_by"] = player
    if action >= r["id_declare"]:
        s["did"] = DECLARE
        s["sealed"][player] = action - int(r["id_declare"])
        s["chosen"][player] = 1
        if all_chosen(s):
            end_pass(s, r)
        return bool(s["phase"] == OVER)
    action_type = int(r["action_type"][action])
    arg = int(r["action_arg"][action])
    color = int(r["action_color"][action])
    colored = int(r["action_colored"][action])
    wild = int(r["action_wild"][action])
    s["did"] = action_type
    s["did_arg"] = NONE if action_type == KEEP else arg  # which tickets were kept is secret (COM-15, COM-19)
    s["did_color"] = color
    s["did_colored"] = colored
    s["did_wild"] = wild
    ended = True  # PASS and STOP do nothing else
    if action_type == DRAW:
        ended = draw(s, player)
    elif action_type == TAKE:
        ended = take(s, r, player, color)
    elif action_type == SET:
        place_row(s, player, color, colored, wild)
    elif action_type == TRIO:
        place_trio(s, player, arg)
    elif action_type == TAKE_TICKETS:
        draw_offer(s, player, int(r["draw_tickets"]))
        s["phase"] = TICKET_CHOICE
        ended = False
    elif action_type == KEEP:
        ended = keep(s, player, arg)
    if ended:
        end_turn(s)
    return False
