"""The beginning of a later pass: the deck, the deal and the market (CARD-3, CARD-43 to CARD-48)."""

from __future__ import annotations

from whistlestop.core.deck import gain_card, new_deck, pop_card
from whistlestop.core.fields import CARDS, PLAYERS, TURN, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Rules, State
from whistlestop.games.mechanisms import Mechanism
from whistlestop.games.yard.mechanisms.cards.rules import deal_market
from whistlestop.games.yard.mechanisms.rows.rules import clear_rows


@jit
def begin_pass(s: State, r: Rules) -> None:
    """Begin a later pass: all cards except the hands form a new deck, dealt one by one (CARD-45 to CARD-48)."""
    for player in range(s["players"]):
        clear_rows(s, player)
    for card in range(CARDS):
        s["discard"][card] = 0
    s["discard_size"] = 0
    new_deck(s, r)
    s["player"] = (s["player"] + 1) % s["players"]  # left of the player who took the last turn (CARD-47)
    for _ in range(r["pass_hand"]):
        for step in range(s["players"]):
            player = (s["player"] + step) % s["players"]
            if s["deck_size"]:
                gain_card(s, player, pop_card(s))
                s["did_dealt"][player] += 1
    deal_market(s)
    s["phase"] = TURN


@jit
def begin_next_pass(s: State, r: Rules) -> bool:
    """Begin the next pass; return False if this was the last one (CARD-3, CARD-44)."""
    if s["pass_index"] + 1 >= r["passes"][s["players"]]:
        return False
    s["pass_index"] += 1
    s["turn"] += 1
    begin_pass(s, r)
    return True


MECHANISM = Mechanism(
    columns=[
        ("passes", i2, PLAYERS + 1),  # by number of players (CARD-3)
        ("pass_hand", i2),  # cards dealt at the beginning of a later pass (CARD-46)
    ],
    fields=[
        Field("pass_index", PUBLIC, i2),  # index of the current pass (CARD-3)
        # cards dealt at the beginning of the next pass
        Field("did_dealt", PUBLIC, i2, (PLAYERS,), of_action=True),
    ],
)
