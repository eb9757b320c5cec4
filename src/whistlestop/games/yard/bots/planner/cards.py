"""Which train cards to take."""

from __future__ import annotations

from typing import Any

from whistlestop.core.fields import KINDS, MARKET, NONE, WILD
from whistlestop.core.jit import jit

from .plan import worth


@jit
def value_cards(r: Any, n: Any, w: Any, base: int) -> int:
    """What a card of each kind adds, into `gain`; returns what an unseen card adds on average."""
    total = 0
    for kind in range(KINDS):
        w["hand"][kind] += 1
        w["gain"][kind] = worth(r, n, w) - base
        w["hand"][kind] -= 1
        total += w["pool"][kind] * w["gain"][kind]
    return int(total // max(1, w["pool_size"]))


@jit
def first_card(o: Any, r: Any, n: Any, w: Any) -> tuple[int, int]:
    """The first card of a turn, and what the situation is worth after the turn."""
    base = worth(r, n, w)
    blind = value_cards(r, n, w, base)
    one = o["deck_size"] == 1
    best = int(r["id_draw"])
    most = base + blind + (0 if one else blind)
    for slot in range(MARKET):
        kind = int(o["market"][slot])
        if kind == NONE:
            continue
        value = base + w["gain"][kind]
        if kind != WILD and not one:
            w["hand"][kind] += 1
            second = value + blind
            for other in range(MARKET):
                more = int(o["market"][other])
                if other != slot and more not in (NONE, WILD):
                    w["hand"][more] += 1
                    second = max(second, worth(r, n, w))
                    w["hand"][more] -= 1
            w["hand"][kind] -= 1
            value = second
        if value > most:
            best = int(r["id_take"]) + kind
            most = value
    return best, most


@jit
def second_card(o: Any, r: Any, n: Any, w: Any) -> int:
    """The second card of a turn."""
    base = worth(r, n, w)
    best = int(r["id_draw"])
    most = value_cards(r, n, w, base)
    for slot in range(MARKET):
        kind = int(o["market"][slot])
        if kind not in (NONE, WILD) and w["gain"][kind] > most:
            best = int(r["id_take"]) + kind
            most = w["gain"][kind]
    return best
