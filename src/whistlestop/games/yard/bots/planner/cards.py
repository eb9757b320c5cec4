"""Which train cards to take."""

from __future__ import annotations

from whistlestop.core.fields import CARDS, MARKET, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work

from .plan import copy_situation, worth


@jit
def value_cards(r: Rules, n: Numbers, w: Work, base: int) -> int:
    """What one more of each card adds, into `gain`; returns what an unseen card adds on average."""
    total = 0
    for card in range(CARDS):
        copy_situation(w["now"], w["trial"])
        w["trial"]["hand"][card] += 1
        w["gain"][card] = worth(r, n, w, w["trial"]) - base
        total += w["pool"][card] * w["gain"][card]
    return int(total // max(1, w["pool_size"]))


@jit
def first_card(o: Observation, r: Rules, n: Numbers, w: Work) -> tuple[int, int]:
    """The first card of a turn, and what the situation is worth after the turn."""
    base = worth(r, n, w, w["now"])
    blind = value_cards(r, n, w, base)
    one = o["deck_size"] == 1
    best = int(r["id_draw"])
    most = base + blind + (0 if one else blind)
    for slot in range(MARKET):
        card = int(o["market"][slot])
        if card == NONE:
            continue
        value = base + w["gain"][card]
        if card != WILD and not one:
            copy_situation(w["now"], w["trial"])
            w["trial"]["hand"][card] += 1
            second = value + blind
            for other in range(MARKET):
                more = int(o["market"][other])
                if other != slot and more not in (NONE, WILD):
                    copy_situation(w["trial"], w["trial_two"])
                    w["trial_two"]["hand"][more] += 1
                    second = max(second, worth(r, n, w, w["trial_two"]))
            value = second
        if value > most:
            best = int(r["id_take"]) + card
            most = value
    return best, most


@jit
def second_card(o: Observation, r: Rules, n: Numbers, w: Work) -> int:
    """The second card of a turn."""
    base = worth(r, n, w, w["now"])
    best = int(r["id_draw"])
    most = value_cards(r, n, w, base)
    for slot in range(MARKET):
        card = int(o["market"][slot])
        if card not in (NONE, WILD) and w["gain"][card] > most:
            best = int(r["id_take"]) + card
            most = w["gain"][card]
    return best
