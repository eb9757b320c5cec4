"""Attempts at a tunnel: the cards laid out, revealed and required in addition (EUR-12 to EUR-17)."""

from __future__ import annotations

from whistlestop.core.deck import discard, lose_cards, take_top
from whistlestop.core.fields import NONE, WILD, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Actions, Observation, Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, GOES_ON, NO, YES, Mechanism
from whistlestop.games.network.mechanisms.claims.rules import CLAIM, build
from whistlestop.games.network.mechanisms.payments import can_pay, list_small, pay
from whistlestop.games.network.sizes import REVEAL, ROUTES

SURCHARGE, WITHDRAW = 5, 6
"""Types of action: pay the surcharge, or withdraw from the tunnel."""
TUNNEL = 4
"""The phase in which the player must pay the surcharge or withdraw."""


@jit
def list_phase(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write the payments for the surcharge, and withdrawing (EUR-15 to EUR-17)."""
    if s["phase"] != TUNNEL:
        return BEYOND
    base = int(r["id_surcharge"])
    size = list_small(s, r, player, WILD, int(s["surcharge"]), out, 0, base)
    if s["laid_color"] != WILD:
        size = list_small(s, r, player, int(s["laid_color"]), int(s["surcharge"]), out, size, base)
    out[size] = r["id_withdraw"]
    return size + 1


@jit
def judge(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether the payment covers the surcharge (EUR-15, EUR-16). Withdrawing is always legal (EUR-17)."""
    if s["phase"] != TUNNEL:
        return NO if r["action_type"][action] in (SURCHARGE, WITHDRAW) else BEYOND
    if r["action_type"][action] == WITHDRAW:
        return YES
    cards = int(r["action_colored"][action]) + int(r["action_wild"][action])
    if r["action_type"][action] != SURCHARGE or cards != s["surcharge"]:
        return NO
    color = int(r["action_color"][action])
    return YES if (color == WILD or color == s["laid_color"]) and can_pay(s, r, player, action) else NO


@jit
def attempt(s: State, r: Rules, player: int, action: int) -> int:
    """Lay out the payment and reveal cards (EUR-12 to EUR-15)."""
    color = int(r["action_color"][action])
    colored = int(r["action_colored"][action])
    wild = int(r["action_wild"][action])
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
    s["laid_route"] = r["action_arg"][action]
    s["laid_color"] = color
    s["laid_colored"] = colored
    s["laid_wild"] = wild
    if surcharge:
        s["phase"] = TUNNEL
        return GOES_ON
    complete_tunnel(s, r, player)
    return ENDED


@jit
def clear_laid(s: State, r: Rules) -> None:
    """Discard the revealed cards and clear the current tunnel."""
    for place in range(r["surcharge_cards"]):
        if s["revealed"][place] != NONE:
            discard(s, s["revealed"][place], 1)
            s["revealed"][place] = NONE
    s["laid_route"] = NONE
    s["laid_color"] = NONE
    s["laid_colored"] = 0
    s["laid_wild"] = 0
    s["surcharge"] = 0


@jit
def complete_tunnel(s: State, r: Rules, player: int) -> None:
    """Discard the laid payment and give the route to the player (EUR-15, EUR-16)."""
    if s["laid_colored"]:
        discard(s, s["laid_color"], s["laid_colored"])
    discard(s, WILD, s["laid_wild"])
    build(s, r, player, s["laid_route"])
    clear_laid(s, r)


@jit
def take_back(s: State, player: int, card: int, count: int) -> None:
    """Return laid cards to a hand; all players have seen them."""
    s["hand"][player, card] += count
    s["hand_size"][player] += count
    s["known"][player, card] += count


@jit
def withdraw(s: State, r: Rules, player: int) -> None:
    """Return the laid payment, now known to all players, to the hand (EUR-17)."""
    if s["laid_colored"]:
        take_back(s, player, s["laid_color"], s["laid_colored"])
    if s["laid_wild"]:
        take_back(s, player, WILD, s["laid_wild"])
    clear_laid(s, r)


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Attempt a tunnel, pay its surcharge, or withdraw."""
    action_type = r["action_type"][action]
    if action_type == CLAIM and r["route_tunnel"][r["action_arg"][action]] and r["surcharge_cards"]:
        return attempt(s, r, player, action)
    if action_type == SURCHARGE:
        pay(s, r, player, action)
        complete_tunnel(s, r, player)
        return ENDED
    if action_type == WITHDRAW:
        withdraw(s, r, player)
        return ENDED
    return BEYOND


@jit
def placed(o: Observation, card: int) -> int:
    """Return how many copies of a card are laid out or revealed."""
    count = 0
    for place in range(REVEAL):
        if o["revealed"][place] == card:
            count += 1
    if o["phase"] == TUNNEL:
        if card == WILD:
            count += int(o["laid_wild"])
        elif card == o["laid_color"]:
            count += int(o["laid_colored"])
    return count


MECHANISM = Mechanism(
    columns=[
        ("route_tunnel", i2, ROUTES),  # 1: an attempt reveals cards
        ("surcharge_cards", i2),
        ("id_surcharge", i2),
        ("id_withdraw", i2),
    ],
    fields=[
        Field("laid_route", PUBLIC, i2, empty=NONE),  # the current tunnel, NONE if there is none
        Field("laid_color", PUBLIC, i2, empty=NONE),
        Field("laid_colored", PUBLIC, i2),
        Field("laid_wild", PUBLIC, i2),
        Field("revealed", PUBLIC, i2, (REVEAL,), empty=NONE),
        Field("surcharge", PUBLIC, i2),
        Field("did_revealed", PUBLIC, i2, (REVEAL,), empty=NONE, of_action=True),
    ],
    list_phase=list_phase,
    judge=judge,
    play=play,
    placed=placed,
)
