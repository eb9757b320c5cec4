"""What the planner has found out for one decision, read from its scratch space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.core import rng
from whistlestop.core.fields import COLORS
from whistlestop.games.plain import plain
from whistlestop.games.yard.bots.kernels import KERNELS
from whistlestop.games.yard.bots.planner import plan
from whistlestop.games.yard.bots.planner.rows import place_row
from whistlestop.text.knowledge import Knowledge

PLANNER = KERNELS["planner"]
LIKELY = 500  # chance, in thousandths, with which there is said to be time for a ticket


@dataclass(frozen=True)
class Thoughts:
    """The planner's decision for a seat, with its situation and the plan for it in the scratch space."""

    observation: Knowledge
    """What the planner was asked with."""
    seat: int
    action: int
    """What is to be explained: the planner's action, or another one."""
    planned_action: int
    """The planner's."""
    numbers: npt.NDArray[np.int64]
    """What the planner judges by."""
    work: Any

    @property
    def rules(self) -> Any:
        """The compiled ruleset."""
        return self.observation.ruleset.rules[0]

    def planned(self, situation: Any) -> list[int]:
        """The tickets that there is likely time for, in the order in which they are served."""
        w = self.work
        plain(plan.worth)(self.rules, self.numbers, w, situation)
        tickets = range(situation["count"])
        return [int(situation["ticket"][place]) for place in tickets if w["chance"][place] >= LIKELY]

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
        plain(plan.order_tickets)(self.rules, self.numbers, self.work, trial)
        return trial


def think(shown: Knowledge, seat: int, action: int | None) -> Thoughts:
    """Let the planner decide for the seat, which owes a decision, and explain an action, its own if that is None.

    shown: what a view shows of what the seat knows. It throws no dice.
    """
    work = np.zeros(1, PLANNER.work)
    rules = shown.ruleset.rules
    numbers = PLANNER.numbers_for(shown.ruleset.id)
    planned = int(PLANNER.decide(shown.array, rules, 0, rng.fast_seed(0), numbers, work))
    return Thoughts(shown, seat, planned if action is None else action, planned, numbers, work[0])
