"""Drawing train cards (USA-7 to USA-13, SWI-9)."""

from __future__ import annotations

from whistlestop.core.deck import empty_market, gain_card, market_cards, new_deck, settle, take_top
from whistlestop.core.fields import DRAW, SECOND_DRAW, TAKE, TURN, WILD, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import CardSet, Known, Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, GOES_ON, Mechanism
from whistlestop.games.mechanisms.drawing import drawing


@jit
def can_draw(s: Known, r: Rules, second: bool) -> bool:
    """Return whether a blind card can be drawn (USA-8), beyond those that the first draw puts aside (EUR-43)."""
    aside = 0 if second else int(r["put_aside"])
    return bool(int(s["deck_size"]) + int(s["discard_size"]) > aside)


@jit
def takeable(s: Known, r: Rules, second: bool) -> CardSet:
    """Return the cards that may be taken from the market, as a bit set (USA-7, USA-9, SWI-9)."""
    cards = market_cards(s)
    if second and r["wild_ends_draw"]:
        return cards & ((1 << WILD) - 1)
    return cards


@jit
def can_draw_second(s: Known, r: Rules) -> bool:
    """Return whether a second card can be drawn (USA-11)."""
    return bool(can_draw(s, r, True) or takeable(s, r, True) != 0)


@jit
def deal(s: State, r: Rules) -> None:
    """Shuffle, deal hands beginning at the first seat and fill the market (USA-2, MECH-5, COM-10)."""
    new_deck(s, r)
    players = int(s["players"])
    for step in range(players):
        player = (s["first"] + step) % players
        late = step >= players - players // 2
        for _ in range(r["start_hand"] + (r["late_hand"] if late else 0)):
            gain_card(s, player, take_top(s))
    settle(s, r)


@jit
def after_first(s: State, r: Rules) -> int:
    """Continue with the second card if one can be drawn (USA-11, RUL-11)."""
    if s["phase"] == TURN and can_draw_second(s, r):
        s["phase"] = SECOND_DRAW
        return GOES_ON
    return ENDED


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Draw blind (USA-8, USA-10), or take a card from the market (USA-7, USA-9)."""
    if r["action_type"][action] == DRAW:
        s["drawn"] = take_top(s)
        gain_card(s, player, s["drawn"])
        return after_first(s, r)
    if r["action_type"][action] != TAKE:
        return BEYOND
    card = int(r["action_color"][action])
    s["did_arg"] = empty_market(s, card)
    gain_card(s, player, card)
    s["known"][player, card] += 1
    settle(s, r)  # USA-12; the end of the turn settles again (COM-10, RUL-7)
    if card == WILD and r["wild_ends_draw"]:
        return ENDED
    return after_first(s, r)


_DRAWING = drawing(can_draw, takeable)

MECHANISM = Mechanism(
    columns=[
        ("late_hand", i2),  # further cards dealt to the later half of the turn order (MECH-5)
        ("reset_at", i2),  # number of wilds in the market that triggers a new market
        ("put_aside", i2),  # cards that leave the deck before the first one of a turn is drawn
        ("resets", i2),  # maximum number of new markets in one settling (RUL-7)
    ],
    fields=[
        Field("did_resets", PUBLIC, i2, of_action=True),
        Field("did_reshuffles", PUBLIC, i2, of_action=True),
    ],
    deal=deal,
    turn_up=settle,
    list_turn=_DRAWING.list_turn,
    count_turn=_DRAWING.count_turn,
    nth_turn=_DRAWING.nth_turn,
    list_phase=_DRAWING.list_second,
    judge=_DRAWING.judge,
    choose=_DRAWING.choose_second,
    play=play,
    end_turn=settle,
)
