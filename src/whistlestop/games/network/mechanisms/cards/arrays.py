"""Train cards as numbers: the known places of cards."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, MARKET, NONE, WILD
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation, Rules, Tensors
from whistlestop.games.mechanisms.arrays import Table, share
from whistlestop.games.network.mechanisms.tunnels.rules import TUNNEL
from whistlestop.games.network.sizes import REVEAL


@jit
def write_cards(o: Observation, r: Rules, seat: int, _paying: int, out: Tensors, i: int, at: int) -> int:
    """Write the places of the known cards, as shares of all copies."""
    tunnels = 2 if r["surcharge_cards"] else 0
    players = int(o["players"])
    columns = 2 + tunnels + players
    for card in range(CARDS):
        here = at + card * columns
        number = max(1, int(r["copies"][card]))
        out[i, here] = share(o["hand"][seat, card], number)
        out[i, here + 2] = share(o["discard"][card], number)
        if tunnels and o["phase"] == TUNNEL:
            if card == WILD:
                out[i, here + 3] = share(o["laid_wild"], number)
            elif card == o["laid_color"]:
                out[i, here + 3] = share(o["laid_colored"], number)
        for step in range(1, players):
            out[i, here + 2 + tunnels + step] = share(o["hand"][(seat + step) % players, card], number)
    for slot in range(MARKET):
        if o["market"][slot] != NONE:
            out[i, at + o["market"][slot] * columns + 1] += np.float32(1.0 / MARKET)
    if tunnels:
        for place in range(REVEAL):
            if o["revealed"][place] != NONE:
                out[i, at + o["revealed"][place] * columns + 4] += np.float32(1.0 / REVEAL)
    return at + CARDS * columns


def columns(r: Rules, players: int) -> list[str]:
    """Return the columns: the places of cards."""
    tunnels = ["laid", "revealed"] if r["surcharge_cards"] else []
    return ["hand", "market", "discard", *tunnels, *(f"known_{step}" for step in range(1, players))]


TABLES = [Table("cards", "cards", columns, write_cards)]
