"""Observations of map games as features: what each route, each card and each ticket on offer is worth to a seat.

With them, a network need not learn the board: the distances between the cities of tickets are calculated here, by NumPy
for many observations at once.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from whistlestop.errors import OptionError
from whistlestop.format import COLORS, GRAY, Ruleset
from whistlestop.rulesets import load_ruleset

from .actions import action_space
from .graph import graph

__all__ = ["FeatureEncoder", "Features", "Outputs", "outputs"]

FAR = 100
"""The distance of cities that the remaining trains cannot connect."""


class Features(NamedTuple):
    """The features of n observations, as float32. Tensors of other libraries may take the place of the arrays."""

    summary: Any
    """(n, numbers): cards, players, tickets and the offer."""
    routes: Any
    """(n, routes, numbers): the value of each route for the seat, and its missing cards."""
    cards: Any
    """(n, cards, numbers): the number of cards of each kind, and the need for them."""

    def flat(self) -> npt.NDArray[np.float32]:
        """Return everything in one row for each observation; shape: (n, numbers)."""
        return np.concatenate([part.reshape(len(part), -1) for part in self], 1)


class Goals(NamedTuple):
    """What the tickets in hand still need."""

    left: Any
    """(n, tickets): the smallest number of trains that connects each ticket's places; `FAR` if that is impossible."""
    possible: Any
    """(n, tickets): whether it is in hand, not connected, and within the remaining trains."""
    want: Any
    """(n, routes): the total value of the possible tickets that have a shortest path over each route."""
    near: Any
    """(n, routes): the same for paths with up to two more trains."""


class FeatureEncoder:
    """Turns observations of a map game, `VectorGames`' rows of numbers, into features.

    A ticket with several targets (SWI-3) counts as one for its nearest target. The surcharge of tunnels
    (EUR-14) and routes used through stations (EUR-27) are left out.
    """

    def __init__(self, ruleset: str | Path | Ruleset, players: int = 2) -> None:
        """Prepare a board. Raises RulesetError, and OptionError for games without routes or this number of players."""
        self.ruleset = ruleset if isinstance(ruleset, Ruleset) else load_ruleset(ruleset)
        self.fields = {field.name: field for field in self.ruleset.tensor_fields(players)}
        if "routes" not in self.fields:
            raise OptionError(f"{self.ruleset.id} has no routes; features are for games on a map")
        board, rules = graph(self.ruleset), self.ruleset.rules[0]
        columns = {name: board.routes[:, n] for n, name in enumerate(board.route_columns)}
        self.edges = board.edges
        self.length, self.points, self.wilds = (columns[name] for name in ("length", "points", "wilds"))
        self.colors = np.stack([columns[color] for color in COLORS], 1)
        self.gray = columns[GRAY]
        self.cities = board.origins.shape[1]
        self.worth = board.tickets[:, 0]
        self.trains = int(rules["trains"])
        self.counts = rules["copies"].astype(np.float32)
        pairs = [
            (ticket, a, b)
            for ticket in range(len(self.worth))
            for a in np.flatnonzero(board.origins[ticket])
            for b in np.flatnonzero(board.targets[ticket])
        ]
        self._pairs = np.array(pairs, np.int64)
        self._starts = np.searchsorted(self._pairs[:, 0], np.arange(len(self.worth)))
        self._owners = [self._column("routes", f"owner_{player}") for player in range(players)]
        self._offer = [
            n for n, name in enumerate(self.fields["tickets"].columns) if name.startswith("offer_")
        ]
        self._held, self._connected = (self._column("tickets", name) for name in ("held", "connected"))
        self._known = [n for n, name in enumerate(self.fields["cards"].columns) if name.startswith("known_")]
        self._trains = self._column("players", "trains")
        numbers = max(field.stop for field in self.fields.values())
        self.shapes = tuple(part.shape[1:] for part in self(np.zeros((1, numbers), np.float32)))
        """The shapes of summary, routes and cards of one observation."""
        self.size = sum(math.prod(shape) for shape in self.shapes)
        """The number of features of one observation in `Features.flat`."""

    def _column(self, table: str, name: str) -> int:
        return self.fields[table].columns.index(name)

    def split(self, flat: Any) -> Features:
        """Return the features in the rows of `Features.flat`, as views; shape of `flat`: (n, numbers)."""
        parts, begin = [], 0
        for shape in self.shapes:
            end = begin + math.prod(shape)
            parts.append(flat[:, begin:end].reshape(-1, *shape))
            begin = end
        return Features(*parts)

    def standing(self, observation: Any) -> Any:
        """Return the points of the tickets if the game ended now: gained if connected, else lost; shape: (n,)."""
        tickets = self.fields["tickets"].of(observation)
        return (tickets[..., self._held] * (2 * tickets[..., self._connected] - 1)) @ self.worth

    def distances(self, cost: Any) -> Any:
        """Return the smallest number of trains between two cities, by Floyd and Warshall; shape: (n, cities, cities).

        cost: the trains that each route needs; shape: (n, routes).
        """
        far = np.full((self.cities, self.cities, len(cost)), FAR, np.int16)  # fastest with the games last
        far[range(self.cities), range(self.cities)] = 0
        for route, (a, b) in enumerate(self.edges):
            far[a, b] = far[b, a] = np.minimum(far[a, b], cost[:, route])
        for city in range(self.cities):
            np.minimum(far, far[:, None, city] + far[None, city], out=far)
        return far.transpose(2, 0, 1)

    def goals(self, routes: Any, tickets: Any, trains: Any) -> Goals:
        """Return the needs of the tickets, from the tables of the observation and (n,) remaining trains."""
        own, open_ = routes[..., self._owners[0]] > 0, routes[..., 0] > 0
        cost = np.where(own, 0, np.where(open_, self.length, FAR)).astype(np.int16)
        far = self.distances(cost)
        ticket, a, b = self._pairs.T
        between = far[:, a, b].astype(np.float32)
        left = np.minimum.reduceat(between, self._starts, axis=1)
        possible = (
            (tickets[..., self._held] > 0) & (tickets[..., self._connected] == 0) & (left <= trains[:, None])
        )
        game, pair = np.nonzero(possible[:, ticket] & (between == left[:, ticket]))
        one = ticket[pair]
        # Of several nearest targets the first counts, so that no ticket counts twice.
        first = (
            np.r_[True, (game[1:] != game[:-1]) | (one[1:] != one[:-1])] if len(game) else np.zeros(0, bool)
        )
        game, pair, one = game[first], pair[first], one[first]
        here, there = far[game, a[pair]], far[game, b[pair]]
        u, v = self.edges.T
        through = np.minimum(here[:, u] + there[:, v], here[:, v] + there[:, u]) + cost[game]
        detour = through - left[game, one][:, None]
        want, near = np.zeros((2, *cost.shape), np.float32)
        worth = (cost[game] > 0) * self.worth[one][:, None] / 20
        np.add.at(want, game, (detour <= 0) * worth)
        np.add.at(near, game, (detour <= 2) * worth)
        return Goals(left, possible, want, near)

    def __call__(self, observation: Any) -> Features:
        """Return the features of observations; shape: (n, numbers)."""
        routes, cards, players, tickets = (
            self.fields[name].of(observation) for name in ("routes", "cards", "players", "tickets")
        )
        open_, paying, own = routes[..., 0], routes[..., 1], routes[..., self._owners[0]]
        others = routes[..., self._owners[1:]].sum(-1)
        trains = np.rint(players[:, 0, self._trains] * self.trains)
        hand = np.rint(cards[..., 0] * self.counts)
        market = np.rint(cards[..., 1] * 5)
        goals = self.goals(routes, tickets, trains)
        left, want = goals.left, goals.want

        # The cards that the hand lacks for each route, with and without wilds.
        most = hand[:, :8].max(1, keepdims=True)
        colored = self.length - self.wilds
        lacking = np.maximum(colored - hand[:, :8] @ self.colors.T - self.gray * most, 0)
        missing = np.maximum(lacking + self.wilds - hand[:, 8:], 0)
        enough = (self.length <= trains[:, None]) * open_
        payable = enough * (missing == 0)
        wanted = (want > 0) * open_
        one_short = wanted * (missing == 1)

        def by_color(amount: Any) -> Any:
            """(n, cards): sums over the routes of each color, gray as the hand's most frequent one, and in total."""
            gray = (hand[:, :8] == most) * (amount @ self.gray)[:, None]
            return np.concatenate([amount @ self.colors + gray, amount.sum(1, keepdims=True)], 1)

        def everywhere(values: Any, like: Any) -> Any:
            return np.broadcast_to(values, like.shape)

        of_routes = [
            *(open_, paying, own, others, enough, payable, wanted, want, goals.near),
            *(everywhere(values, open_) for values in (self.length / 6, self.points / 15, self.gray)),
            *(missing / 6, lacking / 6, np.minimum(lacking, hand[:, 8:]) / 3 * payable),
        ]
        of_cards = [
            *(hand / 6, market / 2, cards[..., self._known].mean(-1), hand == most),
            *(by_color(wanted * lacking) / 6, by_color(wanted) / 3, by_color(one_short)),
            *(by_color((goals.near > 0) * open_ * lacking) / 12, everywhere(np.arange(9) == 8, hand)),
        ]
        held, connected = tickets[..., self._held], tickets[..., self._connected]
        offer = tickets[..., self._offer]
        worth = everywhere(self.worth / 20, left)
        of_offer = [
            offer.sum(1),
            *(np.einsum("nto,nt->no", offer, of) for of in (worth, left / 20, connected)),
        ]
        failing = (connected == 0) & ~goals.possible
        single = [
            *((held * self.worth / 30 * which).sum(1) for which in (connected, goals.possible, failing)),
            *(of(goals.possible * left / 30, axis=1) for of in (np.sum, np.max)),
            *(goals.possible.sum(1) / 3, payable.sum(1) / 20, wanted.sum(1) / 10, hand.sum(1) / 20),
            *((payable * values).max(1) for values in (want, self.points / 15, wanted)),
            *((paying * values).sum(1) for values in (want, self.length / 6, self.gray)),
            *(trains / 20, players[:, 1:, self._trains].min(1) * self.trains / 20),
        ]
        summary = [
            observation[:, : self.fields["routes"].start],
            *(by_color(wanted * lacking) / 6, by_color(one_short), *of_offer),
            *(np.stack(single, 1), paying @ self.colors),
        ]
        return Features(
            np.concatenate(summary, 1).astype(np.float32),
            np.stack(of_routes, -1).astype(np.float32),
            np.stack(of_cards, -1).astype(np.float32),
        )


class Outputs(NamedTuple):
    """Which action each score of a route or a card belongs to: matrices of zeros and ones."""

    claims: Any
    """(routes, actions)"""
    takes: Any
    """(cards, actions)"""
    payments: Any
    """(cards, actions): the cards that a payment uses."""


def outputs(ruleset: Ruleset) -> Outputs:
    """Return the output layer of a network that scores routes and cards, for the factored actions of a ruleset."""
    space = action_space(ruleset, factored=True)
    routes = [f"claim:{route.id}" for route in ruleset.routes]
    cards = [name.split(":")[1] for name in space.names if name.startswith("take:")]
    found = []
    for starts in (routes, [f"take:{card}" for card in cards], [f"pay:{card}" for card in cards]):
        rows = [[name == start or name.startswith(start + ":") for name in space.names] for start in starts]
        found.append(np.array(rows, np.float32))
    return Outputs(*found)
