"""Why one action is better than another: what differs between their playouts."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from whistlestop.bots.beliefs import likely_world
from whistlestop.bots.playouts import endings
from whistlestop.kinds import kind_of
from whistlestop.observation import observe

from .shapes import MoveReason

if TYPE_CHECKING:
    from whistlestop.games.search import Outlook
    from whistlestop.observation import Observation

__all__ = ["outlook_after", "reasons"]

WORLDS = 32
"""Worlds in which both actions are compared."""
MOST = 2
"""Most reasons given."""
SHARE = 0.15
"""Least difference of shares of worlds worth a reason."""
POINTS = 1.5
"""Least difference of points worth a reason."""
TURNS = 0.5
"""Least difference of turns worth a reason."""
TURN_WORTH = 3
"""Points that a turn counts when reasons are ranked."""
COUNTED = {"completed", "lost"}
"""Columns of results that are no points gained."""
LOOKS = 4
"""Worlds in which the plan after an action is looked at: it may draw a card."""


class _Tally:
    """What comes of an action: sums over worlds."""

    def __init__(self, observation: Observation, action: int, seed: int) -> None:
        ruleset, seat = observation.ruleset, int(observation.record["seat"])
        results = kind_of(ruleset).results
        names = list(results.lists)
        self.done: Counter[str] = Counter()
        """How often the seat completes each ticket."""
        self.worth: dict[str, int] = {}
        self.lost: Counter[str] = Counter()
        """How often others claim each route."""
        self.parts: defaultdict[str, float] = defaultdict(float)
        """The parts of the seat's score; `others`: the mean score of the others."""
        for state in endings(observation, action, WORLDS, seed):
            players = int(state["players"][0])
            for player in range(players):
                lists = dict(zip(names, results.listed(ruleset, state, player), strict=True))
                if player != seat:
                    self.lost.update(lists.get("route_ids", ()))
                    self.parts["others"] += int(state["final"][0][player]) / WORLDS / (players - 1)
                    continue
                for ticket, points in zip(lists["ticket_ids"], lists["ticket_points"], strict=True):
                    self.worth[ticket] = abs(points)
                    self.done[ticket] += points > 0
                for part, field in results.parts.items():
                    if part not in COUNTED:
                        self.parts[part] += int(state[field][0][seat]) / WORLDS


def reasons(
    observation: Observation, played: int, better: int, turns: tuple[float, float] | None, seed: int
) -> list[MoveReason]:
    """Return the strongest reasons why one action is better than the one that was played.

    turns: about how many turns the plan takes after the played action, and after the better one.
    """
    before, after = _Tally(observation, played, seed), _Tally(observation, better, seed)
    found: list[tuple[float, MoveReason]] = []
    for ticket in {**before.worth, **after.worth}:
        old, new = before.done[ticket] / WORLDS, after.done[ticket] / WORLDS
        worth = after.worth.get(ticket, before.worth.get(ticket, 0))
        if new - old >= SHARE:
            found.append((2 * worth * (new - old), MoveReason("ticket", old, new, ticket)))
    ruleset = observation.ruleset
    rules = ruleset.rules[0]
    if (
        better < ruleset.action_count
        and rules["action_type"][better] in kind_of(ruleset).bots.search.claiming
    ):
        route = ruleset.routes[int(rules["action_arg"][better])]
        old = before.lost[route.id] / WORLDS
        if old >= SHARE:
            found.append(
                (2 * int(rules["points"][route.length]) * old, MoveReason("blocked", old, 0.0, route.id))
            )
    for part in before.parts:
        old, new = before.parts[part], after.parts[part]
        gain = old - new if part == "others" else new - old
        if gain >= POINTS and not (
            part == "tickets" and any(reason.reason == "ticket" for _, reason in found)
        ):
            found.append((gain, MoveReason("points", round(old, 1), round(new, 1), part)))
    if turns is not None and turns[0] - turns[1] >= TURNS:
        found.append(
            (TURN_WORTH * (turns[0] - turns[1]), MoveReason("turns", round(turns[0], 1), round(turns[1], 1)))
        )
    return [reason for _, reason in sorted(found, key=lambda each: -each[0])[:MOST]]


def outlook_after(observation: Observation, action: int, seed: int) -> Outlook | None:
    """Return the plan after an action, with the mean of its turns over a few worlds."""
    ruleset, seat = observation.ruleset, int(observation.record["seat"])
    look = kind_of(ruleset).bots.search.outlook
    if look is None:
        return None
    found: list[Outlook] = []
    for world in range(LOOKS):
        states = likely_world(observation, seed + world)
        ruleset.machine.apply(states, ruleset.rules, 0, seat, action)
        found.append(look(observe(ruleset, states, seat)))
    return replace(found[0], turns=float(np.mean([each.turns for each in found])))
