"""The planner's findings for one decision, read from its scratch space."""

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
LIKELY = 500  # minimum chance, in thousandths, of completing a ticket that counts as having time for it


@dataclass(frozen=True)
class Thoughts:
    """The planner's decision for a seat, with its situation and the plan for it in the scratch space."""

    observation: Knowledge
    """The planner's input."""
    seat: int
    action: int
    """The action to explain: the planner's, or another one."""
    planned_action: int
    """The planner's action."""
    numbers: npt.NDArray[np.int64]
    """The planner's numbers."""
    work: Any

    @property
    def rules(self) -> Any:
        """The compiled ruleset."""
        return self.observation.ruleset.rules[0]

    def planned(self, situation: Any) -> list[int]:
        """Return the tickets that there is probably time for, in the order in which the plan serves them."""
        w = self.work
        plain(plan.worth)(self.rules, self.numbers, w, situation)
        tickets = range(situation["count"])
        return [int(situation["ticket"][place]) for place in tickets if w["chance"][place] >= LIKELY]

    def with_cards(self, cards: list[int]) -> Any:
        """Return the situation with more cards in the hand."""
        trial = self.work["trial"]
        plain(plan.copy_situation)(self.work["now"], trial)
        for card in cards:
            trial["hand"][card] += 1
        return trial

    def with_rows(self, rows: list[tuple[int, int, int]]) -> Any:
        """Return the situation with rows placed, each given by its color, cards of it and wilds."""
        trial = self.with_cards([])
        for color, colored, wild in rows:
            plain(place_row)(self.work, trial, color, colored, wild)
        return trial

    def lacking(self, *, placed: bool) -> set[int]:
        """Return the colors that the tickets planned last lack.

        If `placed`, cards on the stack count as available, otherwise those in the hand as well.
        """
        now, need = self.work["now"], self.work["need"]
        return {
            color
            for color in range(COLORS)
            if int(need[color]) * 1000
            > int(now["stock"][color]) + (0 if placed else int(now["hand"][color]) * 1000)
        }

    def kept(self, subset: int) -> Any:
        """Return the situation with tickets kept from the offer, in the order in which the planner would serve them."""
        trial = self.work["trial"]
        plain(plan.copy_situation)(self.work["now"], trial)
        for place, ticket in enumerate(self.observation.offer()):
            if subset >> place & 1:
                trial["ticket"][trial["count"]] = ticket
                trial["count"] += 1
        plain(plan.order_tickets)(self.rules, self.numbers, self.work, trial)
        return trial


def think(shown: Knowledge, seat: int, action: int | None) -> Thoughts:
    """Let the planner decide for the seat, and explain `action`, or the planner's own action if None.

    The seat must have a decision to make. shown: what a view shows of the seat's knowledge. The result is
    deterministic.
    """
    work = np.zeros(1, PLANNER.work)
    rules = shown.ruleset.rules
    numbers = PLANNER.numbers_for(shown.ruleset.id)
    planned = int(PLANNER.decide(shown.array, rules, 0, rng.fast_seed(0), numbers, work))
    return Thoughts(shown, seat, planned if action is None else action, planned, numbers, work[0])
