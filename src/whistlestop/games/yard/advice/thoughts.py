"""What the planner has found out for one decision, read from its scratch space.

The planner remembers what went onto the stacks, which no player may look up (CARD-22, RUL-61). Here it is asked with
what a view shows: of stacks that are not shown, the others' count among the cards that nobody has seen, and the own one
as the average of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.core import rng
from whistlestop.core.fields import CARDS, COLORS
from whistlestop.games.plain import plain
from whistlestop.games.yard.bots import KERNELS
from whistlestop.games.yard.bots.planner import plan
from whistlestop.games.yard.bots.planner.rows import place_row
from whistlestop.games.yard.engine.observe import unplaced_cards
from whistlestop.observation import Observation

PLANNER = KERNELS["planner"]
NUMBERS = np.array(list(PLANNER.numbers.values()), np.int64)


@dataclass(frozen=True)
class Thoughts:
    """The planner's decision for a seat, with its situation and the plan for it in the scratch space."""

    observation: Observation
    """What the planner was asked with."""
    seat: int
    action: int
    work: Any

    @property
    def rules(self) -> Any:
        """The compiled ruleset."""
        return self.observation.ruleset.rules[0]

    def planned(self, situation: Any) -> list[int]:
        """The tickets that there is time for, in the order in which they are served."""
        w = self.work
        plain(plan.worth)(self.rules, NUMBERS, w, situation)
        return [int(situation["ticket"][n]) for n in range(situation["count"]) if w["chosen"][n]]

    def with_cards(self, cards: list[int]) -> Any:
        """The situation with more cards in the hand."""
        trial = self.work["trial"]
        plain(plan.copy_situation)(self.work["now"], trial)
        for card in cards:
            trial["hand"][card] += 1
        return trial

    def with_rows(self, rows: list[tuple[int, int, int]]) -> Any:
        """The situation with rows placed: color, cards of it, wilds."""
        trial = self.with_cards([])
        for color, colored, wild in rows:
            plain(place_row)(self.work, trial, color, colored, wild)
        return trial

    def lacking(self, *, placed: bool) -> set[int]:
        """The colors of which the tickets planned last take more than there is as things stand.

        On the stack, or if `placed` is false, on the stack and in the hand.
        """
        now, need = self.work["now"], self.work["need"]
        return {
            color
            for color in range(COLORS)
            if int(need[color]) * 1000
            > int(now["stock"][color]) + (0 if placed else int(now["hand"][color]) * 1000)
        }

    def kept(self, subset: int) -> Any:
        """The situation with tickets kept of the offer, in the order in which the planner would serve them."""
        trial = self.work["trial"]
        plain(plan.copy_situation)(self.work["now"], trial)
        for place, ticket in enumerate(self.observation.offer()):
            if subset >> place & 1:
                trial["ticket"][trial["count"]] = ticket
                trial["count"] += 1
        plain(plan.order_tickets)(self.rules, NUMBERS, self.work, trial)
        return trial


def think(observation: Observation, seat: int, *, known: bool) -> Thoughts:
    """Let the planner decide for the seat, which owes a decision; `known`: with its stack. It throws no dice."""
    seen = _as_seen(observation, seat, known=known)
    work = np.zeros(1, PLANNER.work)
    rules = seen.ruleset.rules
    action = int(PLANNER.decide(seen.array, rules, 0, rng.fast_seed(0), NUMBERS, work))
    return Thoughts(seen, seat, action, work[0])


def _as_seen(observation: Observation, seat: int, *, known: bool) -> Observation:
    """The observation without the cards of stacks that its view does not show."""
    array = observation.array.copy()
    o = array[0]
    own = o["stack"][seat].copy()
    o["stack"] = 0
    if known:
        o["stack"][seat] = own
    else:
        rules = observation.ruleset.rules[0]
        pool = [int(plain(unplaced_cards)(o, rules, card)) for card in range(CARDS)]
        o["stack"][seat] = _share(pool, int(o["stack_size"][seat]))
    return Observation(observation.ruleset, seat, array)


def _share(pool: list[int], size: int) -> list[int]:
    """So many cards of a pool in the proportions of the pool; what does not divide goes to the largest remainders."""
    total = max(1, sum(pool))
    shares = [count * size // total for count in pool]
    order = sorted(range(len(pool)), key=lambda card: (-(pool[card] * size % total), card))
    for card in order[: size - sum(shares)]:
        shares[card] += 1
    return shares
