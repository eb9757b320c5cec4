"""The planner's findings for one decision, read from its scratch space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.core import rng
from whistlestop.core.fields import DRAW, NONE, TAKE, WILD
from whistlestop.games.network.bots.kernels import KERNELS
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.plain import plain
from whistlestop.text.advice import RoutePlan
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.names import numbers_of

from . import queries
from .needs import gray_color, keeping_numbers, told_numbers

PLANNER = KERNELS["planner"]


@dataclass(frozen=True)
class Findings:
    """The planner's decision for a seat, and the plan behind it.

    Reading changes the scratch space only in parts that every planner function initializes first.
    """

    observation: Knowledge
    seat: int
    action: int
    """The action to explain: the planner's, or another one."""
    planned: int
    """The planner's action."""
    numbers: npt.NDArray[np.int64]
    """The planner's numbers."""
    work: Any

    @property
    def rules(self) -> Any:
        """The compiled ruleset."""
        return self.observation.ruleset.rules[0]

    @property
    def last_turn(self) -> bool:
        """Return whether the planner treats this as the last turn."""
        return bool(self.work["turns_left"] <= 1000)

    @property
    def routes(self) -> list[int]:
        """Return the routes of the plan, including lent routes of opponents; those for tickets first."""
        found: list[int] = self.work["list"][: self.work["list_size"]].tolist()
        return found

    def tickets_by(self, route: int) -> list[str]:
        """Return the tickets whose planned path includes the route."""
        return [ticket for ticket, path in self.paths().items() if route in path]

    def ways_over(self, route: int) -> list[str]:
        """Return the planned tickets with a path over the route that takes no more trains than the planned path."""
        r = self.rules
        if r["route_a"][route] == r["route_b"][route]:  # no path leads over a ring (MECH-8)
            return []
        near, far = (self._trains_from(int(r[end][route]), route) for end in ("route_a", "route_b"))
        found = []
        for ticket, path in self.paths().items():
            origin, ends = self.ends(ticket)
            over = min(near[origin].min() + far[ends].min(), far[origin].min() + near[ends].min())
            if over + r["route_trains"][route] <= self.trains(path):
                found.append(ticket)
        return found

    def _trains_from(self, city: int, left_out: int) -> npt.NDArray[np.int64]:
        """Return the trains needed from a city to each city, over owned or open routes, except `left_out`."""
        plain(queries.trains_from)(self.observation.record, self.rules, self.work, city, left_out)
        found: npt.NDArray[np.int64] = self.work["dist"].copy()
        return found

    def ends(self, ticket: str) -> tuple[list[int], list[int]]:
        """Return the cities at the two ends of a planned ticket: where it begins, and where it scores as planned."""
        r, number = self.rules, self.observation.ruleset.ticket_index[ticket]
        targets = range(r["ticket_targets"][number])
        planned = self.points(ticket)
        worth = [n for n in targets if r["ticket_points"][number, n] >= planned]
        return numbers_of([r["ticket_origin"][number]]), [
            city for n in worth for city in numbers_of([r["ticket_target"][number, n]])
        ]

    def goals(self) -> list[int]:
        """Return the goals of the plan that are tickets."""
        return [goal for goal in range(self.work["goals"]) if self.work["goal"][goal] != NONE]

    def paths(self) -> dict[str, set[int]]:
        """Return the routes that each planned ticket still needs, by ticket."""
        w, tickets = self.work, self.observation.ruleset.tickets
        owned = set(numbers_of(w["owned"]))
        return {
            tickets[w["goal"][goal]].id: set(numbers_of(w["path"][goal])) - owned
            for goal in self.goals()
            if w["gain"][goal] > 0
        }

    def points(self, ticket: str) -> int:
        """Return the points of a planned ticket by its planned path."""
        w, tickets = self.work, self.observation.ruleset.tickets
        goal = next(goal for goal in self.goals() if tickets[w["goal"][goal]].id == ticket)
        return int(w["now"][goal] + w["gain"][goal] // 1000)

    def unplanned(self) -> list[str]:
        """Return the tickets that the plan gives up."""
        w, tickets = self.work, self.observation.ruleset.tickets
        return [tickets[w["goal"][goal]].id for goal in self.goals() if w["gain"][goal] <= 0]

    def trains(self, routes: Sequence[int] | set[int]) -> int:
        """Return the trains that routes of the plan take."""
        return sum(
            int(self.rules["route_trains"][route])
            for route in routes
            if not plain(queries.lends)(self.work, route)
        )

    def completed_by(self, route: int) -> list[str]:
        """Return the seat's tickets that a claim of the route completes."""
        o, r = self.observation.record, self.rules
        return [
            self.observation.ruleset.tickets[ticket].id
            for ticket in numbers_of(o["tickets"][self.seat])
            if plain(queries.completes)(o, r, route, ticket)
        ]

    # ------------------------------------------------------------------------------------------------------- time

    def turns(self, size: int | None = None, left_out: int = NONE) -> int:
        """Return the turns, in thousandths, that the first `size` routes of the plan take with the present hand."""
        w = self.work
        size = int(w["list_size"]) if size is None else size
        return int(plain(queries.turns_of_plan)(self.rules, self.numbers, w, size, left_out))

    def told_turns(self, size: int) -> tuple[int, int]:
        """Return estimates of the turns for the first `size` routes of the plan, and of the turns left."""
        told = replace(self, numbers=told_numbers(self.observation.ruleset.board_id))
        left = int(plain(queries.turns_left)(self.observation.record, self.rules, told.numbers))
        return round(told.turns(size) / 1000), round(left / 1000)

    def plan(self) -> RoutePlan | None:
        """Return the routes that the planner plans to claim; None without a plan, or without time to plan for."""
        claims = {
            size: route
            for size, route in enumerate(self.routes, 1)
            if not plain(queries.lends)(self.work, route)
        }
        if self.last_turn or not claims:
            return None
        routes = self.observation.ruleset.routes
        due = [self.told_turns(size)[0] for size in claims]
        turns, _ = self.told_turns(len(self.routes))
        return RoutePlan([routes[route].id for route in claims.values()], turns, due)

    # ------------------------------------------------------------------------------------------------------ cards

    def helpful(self) -> list[int]:
        """Return the cards that would shorten the plan if the hand had one more."""
        w = self.work
        turns = self.turns()
        return [
            card for card in range(WILD + 1) if plain(queries.turns_with_card)(self.numbers, w, card) < turns
        ]

    def wanting(self, card: int) -> list[int]:
        """Return the planned routes that a helpful card would help pay for: those of its color, otherwise gray ones."""
        w, r = self.work, self.rules
        routes = [route for route in self.routes if plain(queries.lent_cards)(w, route, 0) != 0]
        loaned = {route for route in routes if plain(queries.lends)(w, route)}  # paid with cards of any color
        gray = [route for route in routes if route in loaned or w["color"][route] == WILD]
        if card == WILD:
            if w["need_wild"] > w["hand"][WILD]:
                return [route for route in routes if route not in loaned and r["claim_wild_min"][route]]
            lacking = {color for color in range(WILD) if self._needed(color) > w["hand"][color]}
            direct = [
                route
                for route in routes
                if route not in gray and w["wild_ok"][route] and int(w["color"][route]) in lacking
            ]
            return direct or gray
        if self._needed(card) > w["hand"][card]:
            return [route for route in routes if route not in gray and w["color"][route] == card]
        return self._paid_by(card, gray)

    def _paid_by(self, card: int, gray: list[int]) -> list[int]:
        """Return the gray and lent routes that the planner would pay in a color if the hand had one more card of it."""
        w = self.work
        spare = [int(w["hand"][color]) + (color == card) - self._needed(color) for color in range(WILD)]
        found = []
        for length, route in sorted(self._lengths(gray), key=lambda each: -each[0]):
            color = gray_color(spare, length)
            if spare[color] > 0:
                spare[color] -= min(length, spare[color])
                if color == card:
                    found.append(route)
        return found

    def _lengths(self, gray: list[int]) -> list[tuple[int, int]]:
        """Return how many cards of one color each gray or lent route takes."""
        w, r = self.work, self.rules
        found, built = [], 0
        for route in gray:
            length = int(r["route_length"][route]) - int(r["claim_wild_min"][route])
            if plain(queries.lends)(w, route):
                length = int(plain(queries.lent_cards)(w, route, built))
                built += 1
            else:
                length += int(plain(queries.reserve)(r, route))
            found.append((length, route))
        return found

    def _needed(self, color: int) -> int:
        return int(self.work["need"][color] + self.work["need_pure"][color])

    # ------------------------------------------------------------------------------------------------------- claims

    def danger(self, route: int) -> tuple[int, int] | None:
        """Return the chance, in thousandths, of losing a planned route, and the points at stake; None if negligible."""
        loss = int(plain(queries.loss_at_stake)(self.rules, self.numbers, self.work, route))
        return None if loss == NONE else (int(self.work["danger"][route]), loss // 1000)

    def is_contested(self, route: int) -> bool:
        """Return whether opponents' probable need for the route is large enough to matter."""
        o, w = self.observation.record, self.work
        return plain(queries.is_contested)(o, self.numbers, w, route)

    def joins(self, route: int) -> bool:
        """Return whether a route joins two parts of the seat's network that its routes do not join yet."""
        o, r = self.observation.record, self.rules
        a, b = int(r["route_a"][route]), int(r["route_b"][route])
        own = {
            int(r[end][each]) for each in numbers_of(o["owned"][self.seat]) for end in ("route_a", "route_b")
        }
        label = o["link"][self.seat]
        return {a, b} <= own and bool(label[a] != label[b])

    def includes(self, action: int) -> bool:
        """Return whether a claim or a draw is part of the plan."""
        kind = self.rules["action_type"][action]
        if kind == CLAIM:
            return int(self.rules["action_arg"][action]) in self.routes
        if kind == TAKE:
            return int(self.rules["action_color"][action]) in self.helpful()
        return bool(kind == DRAW)

    def has_time_for_more(self) -> bool:
        """Return whether the plan has all tickets and completes them several turns before the end."""
        w = self.work
        return not self.unplanned() and self.turns(int(w["list_goals"])) + 1000 < int(w["turns_left"])


def findings_of(observation: Knowledge, seat: int, action: int | None) -> Findings:
    """Return the planner's findings for the seat, to explain `action`, or the planner's own action if None.

    The planner may give up tickets that it would include at the price of trains with which it chose them. In that case
    the findings are those of the plan at that price, if the action is part of it. The seat must have a decision to
    make. The result is deterministic.
    """
    board = observation.ruleset.board_id
    own = _decided(observation, seat, action, PLANNER.numbers_for(board))
    if own.last_turn or not own.unplanned():
        return own
    keeping = _decided(observation, seat, own.action, keeping_numbers(board))
    more = len(keeping.unplanned()) < len(own.unplanned())
    return replace(keeping, planned=own.planned) if more and keeping.includes(own.action) else own


def _decided(
    observation: Knowledge, seat: int, action: int | None, numbers: npt.NDArray[np.int64]
) -> Findings:
    work = np.zeros(1, PLANNER.work)
    planned = int(
        PLANNER.decide(observation.array, observation.ruleset.rules, 0, rng.fast_seed(0), numbers, work)
    )
    return Findings(observation, seat, planned if action is None else action, planned, numbers, work[0])
