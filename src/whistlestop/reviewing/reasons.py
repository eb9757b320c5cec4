"""Reasons why one action is better than another: the differences between their playouts."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from whistlestop.bots.beliefs import likely_world
from whistlestop.bots.playouts import endings
from whistlestop.kinds import kind_of
from whistlestop.observation import observe
from whistlestop.text.advice import RoutePlan
from whistlestop.text.names import numbers_of

from .judging import is_ticket_choice
from .shapes import MoveReason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whistlestop.observation import Observation

__all__ = ["plan_after", "reasons"]

WORLDS = 32
"""Worlds in which both actions are compared."""
MOST = 2
"""Maximum number of reasons."""
POINTS = 1.5
"""Minimum difference in points for a reason."""
TURNS = 0.5
"""Minimum difference in turns for a reason."""
TURN_WORTH = 3
"""Value of a turn in points, to rank reasons."""
LOOKS = 4
"""Worlds in which the plan after an action is examined, because it may draw a card."""


class _Tally:
    """The effects of an action in each world."""

    def __init__(self, observation: Observation, action: int, seed: int) -> None:
        ruleset, seat = observation.ruleset, int(observation.record["seat"])
        kind = kind_of(ruleset)
        self.found: list[list[Mapping[str, int]]] = [[] for _ in kind.told.comparisons]
        """The findings of each mechanism, by world."""
        self.parts: defaultdict[str, float] = defaultdict(float)
        """The parts of the seat's score; `others`: the mean score of the others."""
        for state in endings(observation, action, WORLDS, seed):
            for worlds, comparison in zip(self.found, kind.told.comparisons, strict=True):
                worlds.append(comparison.at_end(ruleset, state, seat))
            players = int(state["players"][0])
            for player in range(players):
                if player != seat:
                    self.parts["others"] += int(state["final"][0][player]) / WORLDS / (players - 1)
                    continue
                for part, field in kind.results.points.items():
                    self.parts[part] += int(state[field][0][seat]) / WORLDS


def reasons(
    observation: Observation, played: int, better: int, turns: tuple[float, float] | None, seed: int
) -> list[MoveReason]:
    """Return the strongest reasons why one action is better than the one that was played.

    turns: estimated turns of the plan after the played action, and after the better one.
    """
    before, after = _Tally(observation, played, seed), _Tally(observation, better, seed)
    found: list[tuple[float, MoveReason]] = []
    explained: set[str] = set()
    known = _known_tickets(observation)
    for comparison, old_worlds, new_worlds in zip(
        kind_of(observation.ruleset).told.comparisons, before.found, after.found, strict=True
    ):
        differences = [
            each
            for each in comparison.differences(observation.ruleset, better, old_worlds, new_worlds)
            if each.reason != "ticket" or each.what in known
        ]
        found += [
            (each.points, MoveReason(each.reason, each.played, each.better, each.what))
            for each in differences
        ]
        explained.update(comparison.never, comparison.instead_of if differences else ())
    for part in before.parts:
        old, new = before.parts[part], after.parts[part]
        gain = old - new if part == "others" else new - old
        if gain >= POINTS and part not in explained:
            found.append((gain, MoveReason("points", round(old, 1), round(new, 1), part)))
    if turns is not None and turns[0] - turns[1] >= TURNS:
        found.append(
            (TURN_WORTH * (turns[0] - turns[1]), MoveReason("turns", round(turns[0], 1), round(turns[1], 1)))
        )
    return [reason for _, reason in sorted(found, key=lambda each: -each[0])[:MOST]]


def _known_tickets(observation: Observation) -> set[str]:
    """Return the tickets that the seat holds or is offered: others are drawn only in some of the playouts."""
    held = numbers_of(observation.record["tickets"][int(observation.record["seat"])])
    return {observation.ruleset.tickets[ticket].id for ticket in (*held, *observation.offer())}


def plan_after(observation: Observation, action: int, seed: int) -> RoutePlan | None:
    """Return the plan after an action, with the mean of its turns over a few worlds."""
    ruleset, seat = observation.ruleset, int(observation.record["seat"])
    search = kind_of(ruleset).bots.search
    look = search.outlook
    if look is None:
        return None
    if search.plan_kept is not None and is_ticket_choice(observation, action):
        return search.plan_kept(observation, action)
    found = []
    for world in range(LOOKS):
        states = likely_world(observation, seed + world)
        ruleset.machine.apply(states, ruleset.rules, 0, seat, action)
        found.append(look(observe(ruleset, states, seat)))
    first, turns = found[0], sum(each.turns for each in found)
    # The routes of one plan, in the mean number of turns.
    due = [round(each * turns / (1000 * LOOKS * max(1, first.turns))) for each in first.due]
    return RoutePlan(first.routes, turns / (1000 * LOOKS), due)
