"""The planner's findings for one decision, read from its scratch space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.core import rng
from whistlestop.core.fields import COLORS, NONE
from whistlestop.games.plain import plain
from whistlestop.games.yard.bots.kernels import KERNELS
from whistlestop.text.knowledge import Knowledge

from . import queries

PLANNER = KERNELS["planner"]


@dataclass(frozen=True)
class Findings:
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

    def planned(self, *, tried: bool) -> list[int]:
        """Return the tickets that can probably be completed in time, in the order in which the plan serves them.

        tried: use the situation that was tried last instead of the present one.
        """
        w = self.work
        plain(queries.plan_situation)(self.rules, self.numbers, w, int(tried))
        situation = w["trial" if tried else "now"]
        tickets = range(situation["count"])
        return [int(situation["ticket"][place]) for place in tickets if plain(queries.is_likely)(w, place)]

    def try_card(self, card: int = NONE) -> None:
        """Try the present situation, with this card added to the hand unless it is NONE."""
        plain(queries.try_card)(self.work, card)

    def lacking(self, *, placed: bool) -> set[int]:
        """Return the colors missing for the tickets of the last plan.

        If `placed`, cards on the stack count as available, otherwise those in the hand as well.
        """
        now, need = self.work["now"], self.work["need"]
        return {
            color
            for color in range(COLORS)
            if int(need[color]) * 1000
            > int(now["stock"][color]) + (0 if placed else int(now["hand"][color]) * 1000)
        }


def findings_of(shown: Knowledge, seat: int, action: int | None) -> Findings:
    """Return the planner's findings for the seat, to explain `action`, or the planner's own action if None.

    The seat must have a decision to make. shown: the part of the seat's knowledge that a view shows. The result is
    deterministic.
    """
    work = np.zeros(1, PLANNER.work)
    rules = shown.ruleset.rules
    numbers = PLANNER.numbers_for(shown.ruleset.board_id)
    planned = int(PLANNER.decide(shown.array, rules, 0, rng.fast_seed(0), numbers, work))
    return Findings(shown, seat, planned if action is None else action, planned, numbers, work[0])
