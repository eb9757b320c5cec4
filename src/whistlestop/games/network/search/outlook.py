"""The plan of the planner of map games, how much an additional card would shorten it, and the plan with new tickets."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, NONE
from whistlestop.core.observe import unseen_cards
from whistlestop.core.rng import fast_seed
from whistlestop.games.network.advice import queries
from whistlestop.games.network.advice.hint import hint
from whistlestop.games.network.bots import appraisal
from whistlestop.games.network.bots.kernels import KERNELS
from whistlestop.games.plain import plain
from whistlestop.games.search import Outlook
from whistlestop.text.advice import RoutePlan, Searched
from whistlestop.text.knowledge import Knowledge


def outlook(observation: Knowledge) -> Outlook:
    """Return the plan of the observation's seat, at any time of a game."""
    ruleset, o, r = observation.ruleset, observation.record, observation.ruleset.rules[0]
    work = np.zeros(1, KERNELS["planner"].work)
    numbers = KERNELS["planner"].numbers_for(ruleset.board_id)
    appraisal.appraise(observation.array, ruleset.rules, 0, fast_seed(0), numbers, work)
    w = work[0]
    routes = [int(route) for route in w["list"][: int(w["list_size"])]]
    claims = {size: route for size, route in enumerate(routes, 1) if not plain(queries.lends)(w, route)}
    return Outlook(
        routes=[ruleset.routes[route].id for route in claims.values()],
        due=[int(plain(queries.turns_of_plan)(r, numbers, w, size, NONE)) for size in claims],
        # last, since `turns_with_card` continues from it
        turns=int(plain(queries.turns_of_plan)(r, numbers, w, len(routes), NONE)),
        with_card=[int(plain(queries.turns_with_card)(numbers, w, card)) for card in range(CARDS)],
        unseen=[int(plain(unseen_cards)(o, r, card)) for card in range(CARDS)],
    )


def plan_kept(observation: Knowledge, action: int) -> RoutePlan | None:
    """Return the plan with the tickets that an action keeps, as a hint shows it.

    For this plan, the planner values trains less than for other decisions. Otherwise it would give up the tickets early
    in a game.
    """
    return hint(observation, int(observation.record["seat"]), False, Searched(action)).plan
