"""Playing an action: the effects, the end of a turn and the end of the game.

`play` trusts that its action is legal; `legal.is_legal` is asked at the edges.
"""

from __future__ import annotations

from whistlestop.core.bits import bit
from whistlestop.core.blocks import copy_block
from whistlestop.core.deck import discard, empty_market, gain_card, lose_cards, settle, take_top
from whistlestop.core.fields import (
    CLAIM,
    DRAW,
    KEEP,
    NONE,
    OPENING,
    OVER,
    PASS,
    SECOND_DRAW,
    STATION,
    SURCHARGE,
    TAKE,
    TAKE_TICKETS,
    TICKET_CHOICE,
    TO_BOTTOM,
    TUNNEL,
    TURN,
    WILD,
    WITHDRAW,
)
from whistlestop.core.jit import jit
from whistlestop.core.seats import all_chosen, pass_turn
from whistlestop.core.tickets import draw_offer, keep_offered, settle_offer, subset_size
from whistlestop.core.types import Rules, State

from .fields import ACTION_BLOCK, EMPTY_STATES
from .legal import can_draw, takeable
from .links import occupy


@jit
def pay(s: State, player: int, color: int, colored: int, wild: int) -> None:
    """Discard a payment from the hand."""
    if colored:
        lose_cards(s, player, color, colored)
        discard(s, color, colored)
    if wild:
        lose_cards(s, player, WILD, wild)
        discard(s, WILD, wild)


@jit
def claim(s: State, r: Rules, player: int, route: int) -> None:
    """Lay the trains and score the route at once (USA-16, COM-23)."""
    occupy(s, r, player, route)
    s["score"][player] += r["points"][r["route_length"][route]]


@jit
def end_turn(s: State, r: Rules) -> None:
    """COM-20: revealed cards, market, end trigger, next seat or the end of the game."""
    for place in range(r["surcharge_cards"]):
        if s["revealed"][place] != NONE:
            discard(s, s["revealed"][place], 1)
            s["revealed"][place] = NONE
    settle(s, r)
    if s["final_left"] != NONE:
        s["final_left"] -= 1
    elif s["trains"][s["player"]] <= r["end_trains"]:  # COM-21
        s["final_left"] = s["players"]
        s["final_by"] = s["player"]
    if s["final_left"] == 0 or s["passes"] == s["players"]:  # RUL-13
        s["phase"] = OVER
    else:
        pass_turn(s)


@jit
def settle_choice(s: State, player: int, subset: int, refused_to: int) -> None:
    """Keep tickets of an offer; the others go under the deck or out of the game (USA-27, EUR-3)."""
    if refused_to == TO_BOTTOM:
        settle_offer(s, player, subset)
        return
    for position in range(s["offer_size"][player]):
        if (subset >> position) & 1 == 0:
            ticket = int(s["offer"][player, position])
            s["refused"][player, ticket >> 6] |= bit(ticket & 63)
    keep_offered(s, player, subset)


@jit
def end_opening(s: State, r: Rules) -> None:
    """All have chosen: carry the choices out in turn order (COM-19, RUL-3)."""
    for step in range(s["players"]):
        player = (s["first"] + step) % s["players"]
        settle_choice(s, player, int(s["sealed"][player]), int(r["opening_refused"]))
        s["sealed"][player] = NONE
    s["phase"] = TURN


# The actions. Each returns whether it ends the turn.


@jit
def goes_on(s: State, r: Rules) -> bool:
    """Whether a second card follows the first: it does if one can be had (USA-11, RUL-11)."""
    if s["phase"] == TURN and (can_draw(s) or takeable(s, r, True)):
        s["phase"] = SECOND_DRAW
        return True
    return False


@jit
def draw(s: State, r: Rules, player: int) -> bool:
    """Draw blind (USA-8, USA-10)."""
    s["drawn"] = take_top(s)
    gain_card(s, player, s["drawn"])
    return not goes_on(s, r)


@jit
def take(s: State, r: Rules, player: int, card: int) -> bool:
    """Take a card from the market (USA-7, USA-9)."""
    s["did_arg"] = empty_market(s, card)
    gain_card(s, player, card)
    s["known"][player, card] += 1
    settle(s, r)  # USA-12; the end of the turn settles once more (COM-10, RUL-7)
    if card == WILD and r["wild_ends_draw"]:
        return True
    return not goes_on(s, r)


@jit
def keep(s: State, r: Rules, player: int, subset: int) -> bool:
    """Keep tickets of an offer (USA-4, USA-27)."""
    if s["phase"] == OPENING:
        s["sealed"][player] = subset
        s["chosen"][player] = 1
        if all_chosen(s):
            end_opening(s, r)
        return False
    s["did_kept"] = subset_size(subset)
    s["did_refused"] = s["offer_size"][player] - s["did_kept"]
    settle_choice(s, player, subset, int(r["draw_refused"]))
    return True


@jit
def attempt_tunnel(s: State, r: Rules, player: int, route: int, color: int, colored: int, wild: int) -> bool:
    """Lay the payment out and turn up cards (EUR-12 to EUR-15)."""
    lose_cards(s, player, WILD, wild)
    if colored:
        lose_cards(s, player, color, colored)
    surcharge = 0
    for place in range(r["surcharge_cards"]):
        card = take_top(s)
        s["revealed"][place] = card
        s["did_revealed"][place] = card
        if card == WILD or (card != NONE and card == color):
            surcharge += 1
    s["surcharge"] = surcharge
    s["laid_route"] = route
    s["laid_color"] = color
    s["laid_colored"] = colored
    s["laid_wild"] = wild
    s["did_arg"] = route
    if surcharge:
        s["phase"] = TUNNEL
        return False
    complete_tunnel(s, r, player)
    return True


@jit
def clear_laid(s: State) -> None:
    """Forget the tunnel under way."""
    s["laid_route"] = NONE
    s["laid_color"] = NONE
    s["laid_colored"] = 0
    s["laid_wild"] = 0
    s["surcharge"] = 0


@jit
def complete_tunnel(s: State, r: Rules, player: int) -> None:
    """The laid payment goes to the discard pile and the route to the player (EUR-15, EUR-16)."""
    if s["laid_colored"]:
        discard(s, s["laid_color"], s["laid_colored"])
    discard(s, WILD, s["laid_wild"])
    claim(s, r, player, s["laid_route"])
    clear_laid(s)


@jit
def take_back(s: State, player: int, card: int, count: int) -> None:
    """Return laid cards to a hand; everybody has seen them."""
    s["hand"][player, card] += count
    s["hand_size"][player] += count
    s["known"][player, card] += count


@jit
def withdraw(s: State, player: int) -> None:
    """The laid payment, now known to everybody, returns to the hand (EUR-17)."""
    if s["laid_colored"]:
        take_back(s, player, s["laid_color"], s["laid_colored"])
    if s["laid_wild"]:
        take_back(s, player, WILD, s["laid_wild"])
    clear_laid(s)


@jit
def build_station(s: State, r: Rules, player: int, city: int) -> None:
    """Put the player's next station into the city (EUR-22)."""
    s["station_city"][player, int(r["stations"]) - int(s["stations_left"][player])] = city
    s["station_owner"][city] = player
    s["stations_left"][player] -= 1


@jit
def forget_action(s: State) -> None:
    """Forget the last action."""
    copy_block(EMPTY_STATES[0], s, ACTION_BLOCK)


@jit
def play(s: State, r: Rules, player: int, action: int) -> bool:
    """Carry out a legal action of a player who is to act; return whether the game is over, to be scored."""
    action_type = int(r["action_type"][action])
    arg = int(r["action_arg"][action])
    color = int(r["action_color"][action])
    colored = int(r["action_colored"][action])
    wild = int(r["action_wild"][action])
    s["ply"] += 1
    forget_action(s)
    s["did"] = action_type
    s["did_by"] = player
    s["did_arg"] = NONE if action_type == KEEP else arg  # which tickets were kept is secret (COM-15, COM-19)
    s["did_color"] = color
    s["did_colored"] = colored
    s["did_wild"] = wild
    s["passes"] = s["passes"] + 1 if action_type == PASS else 0
    ended = True
    if action_type == DRAW:
        ended = draw(s, r, player)
    elif action_type == TAKE:
        ended = take(s, r, player, color)
    elif action_type == CLAIM:
        if r["route_tunnel"][arg] and r["surcharge_cards"]:
            ended = attempt_tunnel(s, r, player, arg, color, colored, wild)
        else:
            pay(s, player, color, colored, wild)
            claim(s, r, player, arg)
    elif action_type == TAKE_TICKETS:
        draw_offer(s, player, int(r["draw_tickets"]))
        s["phase"] = TICKET_CHOICE
        ended = False
    elif action_type == KEEP:
        ended = keep(s, r, player, arg)
    elif action_type == SURCHARGE:
        pay(s, player, color, colored, wild)
        complete_tunnel(s, r, player)
    elif action_type == WITHDRAW:
        withdraw(s, player)
    elif action_type == STATION:
        pay(s, player, color, colored, wild)
        build_station(s, r, player, arg)
    if ended:
        end_turn(s, r)
    return bool(s["phase"] == OVER)
