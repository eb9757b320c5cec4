"""What the planner of map games intends, and how a card more would shorten it."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, NONE
from whistlestop.core.observe import unseen_cards
from whistlestop.core.rng import fast_seed
from whistlestop.games.network.bots import appraisal
from whistlestop.games.network.bots.kernels import KERNELS
from whistlestop.games.network.bots.planner import needs, rooms, timing
from whistlestop.games.plain import plain
from whistlestop.games.search import Outlook
from whistlestop.text.knowledge import Knowledge


def outlook(observation: Knowledge) -> Outlook:
    """Return the plan of the observation's seat, at any time of a game."""
    ruleset, o, r = observation.ruleset, observation.record, observation.ruleset.rules[0]
    work = np.zeros(1, KERNELS["planner"].work)
    numbers = KERNELS["planner"].numbers_for(ruleset.id)
    appraisal.appraise(observation.array, ruleset.rules, 0, fast_seed(0), numbers, work)
    w = work[0]
    wanted = plain(timing.tally)(r, w, int(w["list_size"]), NONE)

    def turns(hand: np.ndarray) -> float:
        return plain(needs.expect)(numbers, w, wanted, hand) / 1000

    hand = w["hand"].copy()
    more = []
    for card in range(CARDS):
        hand[card] += 1
        more.append(turns(hand))
        hand[card] -= 1
    routes = [int(route) for route in w["list"][: int(w["list_size"])]]
    return Outlook(
        routes=[ruleset.routes[route].id for route in routes if not plain(rooms.lends)(w, route)],
        turns=turns(hand),
        with_card=more,
        unseen=[int(plain(unseen_cards)(o, r, card)) for card in range(CARDS)],
    )
