"""A trained bot: `ppo.py` trains it, and it plays with NumPy alone.

    whistlestop simulate usa --bots examples/learning/learned.py:Learned,greedy --games 1000

It plays USA with two players. The network is small because it need not learn the board: `Encoder` calculates
how far the cities of its tickets are apart, and one small network judges every route with the same weights.
It has learned which cards to draw, when to claim, which tickets to keep and how to pay.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import whistlestop as ws
from whistlestop.envs import action_space, graph
from whistlestop.errors import UnsuitableBot

WEIGHTS = Path(__file__).with_name("weights.npz")
RULESET, PLAYERS = "usa", 2
FAR = 100
"""The distance of cities that the remaining trains cannot connect."""


class Features(NamedTuple):
    """The network's input for n observations; PyTorch's tensors have the same names in `ppo.py`."""

    summary: Any
    """(n, numbers): cards, players, tickets and the offer."""
    routes: Any
    """(n, routes, numbers): the value of each route for the seat, and its missing cards."""
    cards: Any
    """(n, cards, numbers): the number of cards of each kind, and the need for them."""


class Goals(NamedTuple):
    """What the tickets in hand still need."""

    left: Any
    """(n, tickets): the smallest number of trains that connects each ticket's cities; `FAR` if that is impossible."""
    possible: Any
    """(n, tickets): whether it is in hand, not connected, and within the remaining trains."""
    want: Any
    """(n, routes): the total value of the possible tickets that have a shortest path over each route."""
    near: Any
    """(n, routes): the same for paths with up to two more trains."""


class Encoder:
    """Turns observations, `VectorGames`' rows of numbers (docs/environments.md), into features."""

    def __init__(self, ruleset: ws.Ruleset) -> None:
        board, rules = graph(ruleset), ruleset.rules[0]
        self.fields = {field.name: field for field in ruleset.tensor_fields(PLAYERS)}
        self.edges = board.edges
        self.length, self.points = board.routes[:, 0], board.routes[:, 1]
        self.colors, self.gray = board.routes[:, 5:13], board.routes[:, 13]
        self.origins, self.targets = board.origins.argmax(1), board.targets.argmax(1)
        self.cities = board.origins.shape[1]
        self.worth = board.tickets[:, 0]
        self.trains = int(rules["trains"])
        self.counts = np.array([rules["cards_per_color"]] * 8 + [rules["wilds"]], np.float32)

    def standing(self, observation: Any) -> Any:
        """(n,): the points of the tickets if the game ended now: gained if they are connected, else lost."""
        tickets = self.fields["tickets"].of(observation)
        return (tickets[..., 0] * (2 * tickets[..., 1] - 1)) @ self.worth

    def distances(self, cost: Any) -> Any:
        """(n, cities, cities): the smallest number of trains between two cities, by Floyd and Warshall.

        cost: (n, routes), the trains that each route needs.
        """
        far = np.full((self.cities, self.cities, len(cost)), FAR, np.int16)  # fastest with the games last
        far[range(self.cities), range(self.cities)] = 0
        for route, (a, b) in enumerate(self.edges):
            far[a, b] = far[b, a] = np.minimum(far[a, b], cost[:, route])
        for city in range(self.cities):
            np.minimum(far, far[:, None, city] + far[None, city], out=far)
        return far.transpose(2, 0, 1)

    def goals(self, routes: Any, tickets: Any, trains: Any) -> Goals:
        """The needs of the tickets, from the tables of the observation and (n,) remaining trains."""
        cost = np.where(routes[..., 2] > 0, 0, np.where(routes[..., 0] > 0, self.length, FAR)).astype(
            np.int16
        )
        far = self.distances(cost)
        left = far[:, self.origins, self.targets].astype(np.float32)
        possible = (tickets[..., 0] > 0) & (tickets[..., 1] == 0) & (left <= trains[:, None])
        game, ticket = np.nonzero(possible)
        here, there = far[game, self.origins[ticket]], far[game, self.targets[ticket]]
        a, b = self.edges.T
        through = np.minimum(here[:, a] + there[:, b], here[:, b] + there[:, a]) + cost[game]
        detour = through - left[game, ticket][:, None]
        want, near = np.zeros((2, *cost.shape), np.float32)
        worth = (cost[game] > 0) * self.worth[ticket][:, None] / 20
        np.add.at(want, game, (detour <= 0) * worth)
        np.add.at(near, game, (detour <= 2) * worth)
        return Goals(left, possible, want, near)

    def __call__(self, observation: Any) -> Features:
        """observation: (n, numbers)."""
        routes, cards, players, tickets = (
            self.fields[name].of(observation) for name in ("routes", "cards", "players", "tickets")
        )
        open_, paying, own, others = (routes[..., column] for column in range(4))
        trains = np.rint(players[:, 0, 3] * self.trains)
        hand = np.rint(cards[..., 0] * self.counts)
        market = np.rint(cards[..., 1] * 5)
        goals = self.goals(routes, tickets, trains)
        left, want = goals.left, goals.want

        # The cards that the hand lacks for each route, with and without wilds.
        most = hand[:, :8].max(1, keepdims=True)
        lacking = np.maximum(self.length - hand[:, :8] @ self.colors.T - self.gray * most, 0)
        missing = np.maximum(lacking - hand[:, 8:], 0)
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
            *(hand / 6, market / 2, cards[..., 3], hand == most),
            *(by_color(wanted * lacking) / 6, by_color(wanted) / 3, by_color(one_short)),
            *(by_color((goals.near > 0) * open_ * lacking) / 12, everywhere(np.arange(9) == 8, hand)),
        ]
        held, connected, offer = tickets[..., 0], tickets[..., 1], tickets[..., 3:]
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
            *(trains / 20, players[:, 1, 3] * self.trains / 20),
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


class Wiring(NamedTuple):
    """Which action each score of a route or a card belongs to: matrices of zeros and ones."""

    claims: Any
    """(routes, actions)"""
    takes: Any
    """(cards, actions)"""
    payments: Any
    """(cards, actions): the cards that a payment uses."""


def wiring(ruleset: ws.Ruleset) -> Wiring:
    """The output layer for the factored actions of a ruleset."""
    space = action_space(ruleset, factored=True)
    routes = [f"claim:{route.id}" for route in ruleset.routes]
    cards = [name.split(":")[1] for name in space.names if name.startswith("take:")]
    found = []
    for starts in (routes, [f"take:{card}" for card in cards], [f"pay:{card}" for card in cards]):
        rows = [[name == start or name.startswith(start + ":") for name in space.names] for start in starts]
        found.append(np.array(rows, np.float32))
    return Wiring(*found)


def forward(weights: Any, wires: Wiring, seen: Features) -> tuple[Any, Any]:
    """The network: (n, actions) logits and (n,) values, for NumPy arrays and PyTorch tensors alike."""
    w = weights
    x = (seen.summary @ w["summary"] + w["summary_bias"]).clip(min=0)
    x = (x @ w["middle"] + w["middle_bias"]).clip(min=0)
    routes = (seen.routes @ w["routes"] + (x @ w["to_routes"] + w["routes_bias"])[:, None]).clip(min=0)
    cards = (seen.cards @ w["cards"] + (x @ w["to_cards"] + w["cards_bias"])[:, None]).clip(min=0)
    cards = cards @ w["cards_out"]
    logits = x @ w["out"] + w["out_bias"] + (routes @ w["routes_out"])[..., 0] @ wires.claims
    logits = logits + cards[..., 0] @ wires.takes + cards[..., 1] @ wires.payments
    return logits, (x @ w["value"] + w["value_bias"])[..., 0]


def load(path: Path) -> dict[str, Any]:
    """Load the weights that `ppo.py` has written."""
    with np.load(path, allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


class Learned:
    """Plays the action with the highest logit."""

    label = "Learned"
    level = 3

    def __init__(self) -> None:
        self.ruleset = ws.load_ruleset(RULESET)
        self.encoder, self.wires = Encoder(self.ruleset), wiring(self.ruleset)
        self.space = action_space(self.ruleset, factored=True)
        self.weights = load(WEIGHTS)

    def choose(self, observation: Any) -> int:
        """Choose the best action; for payments, first what to pay for and then how.

        Raises UnsuitableBot for games that it has not learned.
        """
        if observation.ruleset.id != RULESET or observation.record["players"] != PLAYERS:
            raise UnsuitableBot(f"it has learned {RULESET} with {PLAYERS} players only")
        tensor = observation.tensor()
        legal: list[int] = observation.legal_ids()
        steps = {action: self.space.encode(action) for action in legal}
        head = self.best(tensor, {taken[0] for taken in steps.values()})
        ways = {taken[-1]: action for action, taken in steps.items() if taken[0] == head}
        if head in ways:
            return ways[head]
        route = int(self.wires.claims[:, head].argmax())
        self.encoder.fields["routes"].of(tensor)[route, 1] = 1  # "paying", as `VectorGames` shows it
        return ways[self.best(tensor, set(ways))]

    def best(self, tensor: Any, actions: set[int]) -> int:
        """The legal action with the highest logit."""
        among = sorted(actions)
        if len(among) == 1:
            return among[0]
        logits, _ = forward(self.weights, self.wires, self.encoder(tensor[None]))
        return among[int(logits[0, among].argmax())]
