"""Observations as numbers: every number is where its name says, and none reveals what the seat does not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.core.campaign import variants
from tests.core.worlds import moves

import whistlestop as ws
from whistlestop.core import rng
from whistlestop.envs import VectorGames, graph
from whistlestop.format import CARDS, COLORS

pytestmark = pytest.mark.usefixtures("plain")


PHASES = {
    "giving": "giving",
    "placing": "storing",
    "storing": "storing",
    "collecting": "storing",
    "dealing": "mixing",
    "mixing": "mixing",
}
"""The fields with the phases of mechanisms; other phases are in `table`."""


class Table:
    """The observation of one seat, by names."""

    def __init__(self, observation: ws.Observation, tensor: Any = None) -> None:
        players = int(observation.record["players"])
        self.tensor = observation.tensor() if tensor is None else tensor
        self.fields = {field.name: field for field in observation.ruleset.tensor_fields(players)}

    def __call__(self, name: str, row: str, column: str) -> float:
        field = self.fields[name]
        table = field.of(self.tensor)
        return float(table[field.rows.index(row), field.columns.index(column)])

    def marked(self, name: str, column: str) -> set[str]:
        """Return the rows with a value in a column."""
        field = self.fields[name]
        return {
            row
            for row, value in zip(
                field.rows, field.of(self.tensor)[:, field.columns.index(column)], strict=True
            )
            if value
        }


@pytest.mark.parametrize(("ruleset", "players"), [v for v in variants() if v[1] <= 3])
def test_every_number_is_told_by_its_name(ruleset: str, players: int) -> None:
    """In a random game, every seat's numbers agree with its view."""
    rules = ws.load_ruleset(ruleset)
    stations = "cities" in {field.name for field in rules.tensor_fields(players)}
    for n, (states, _, _) in enumerate(moves(ruleset, players, seed=players, style=0)):
        if n % 61:
            continue
        game = ws.Game(rules, states.copy(), {})
        for seat in range(players):
            observation = game.observe(seat)
            told, view = Table(observation), game.view(seat)
            assert told.tensor.min() >= 0
            assert told.tensor.max() <= 1
            place = PHASES.get(view["phase"], "table")
            if view["phase"] == "boarding":
                assert told.marked("figures", "boarding")
            else:
                assert told(place, place, view["phase"]) == 1
            assert told.marked("cards", "hand") == set(view["hand"])
            assert told.marked("cards", "market") == {card for card in view["market"] if card}
            assert told.marked("cards", "discard") == set(view["discard"])
            assert told.marked("tickets", "held") == {ticket["id"] for ticket in view["tickets"]}
            for number, ticket in enumerate(view["offer"]):
                assert told.marked("tickets", f"offer_{number}") == {ticket["id"]}
            for step in range(players):
                player = view["players"][(seat + step) % players]
                row = f"player_{step}"
                assert told("players", row, "to_act") == player["owes"]
                assert told("players", row, "first") == ((seat + step) % players == view["first"])
                assert (told("players", row, "score") > 0) == (player["score"] > 0)
                assert round(told("players", row, "tickets") * len(rules.tickets)) == player["tickets"]
                if step:
                    assert told.marked("cards", f"known_{step}") == set(player["known"])
                if rules.routes:
                    assert told.marked("routes", f"owner_{step}") == set(player["routes"])
                    trains = rules.rules["trains"][0]
                    assert round(told("players", row, "trains") * trains) == player["trains"]
                if stations:
                    assert told.marked("cities", f"station_{step}") == set(player["stations_built"])


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [v for v in variants() if v[1] <= 3])
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_arrays(ruleset: str, players: int) -> None:
    """COM-15, INV-10: this holds for every seat, in games whose hidden information is dealt again."""
    rules = ws.load_ruleset(ruleset)
    games = VectorGames(rules, 1, players, factored=True)
    games.reset()
    world = np.zeros(1, rules.machine.STATE)
    random = rng.fast_seed(players)
    different = 0
    for n, (states, _, _) in enumerate(moves(ruleset, players, seed=players + 7, style=1)):
        if n % 13:
            continue
        for seat in range(players):
            game = ws.Game(rules, states.copy(), {})
            seen = game.observe(seat)
            rules.machine.determinize(seen.array, rules.rules, 0, random, world, 0)
            other = ws.Game(rules, world.copy(), {}).observe(seat)
            assert (seen.tensor() == other.tensor()).all()
            assert (seen.mask() == other.mask()).all()
        games.states[:] = states
        games.restore_batch()
        worlds = games.determinize(n)
        for shown in ("seat", "observation", "mask"):
            assert np.array_equal(getattr(games.batch, shown), getattr(worlds.batch, shown))
        different += worlds.states.tobytes() != games.states.tobytes()
    assert different > 5


def test_other_hands_and_tickets_are_not_told() -> None:
    """COM-15, in a position: of another hand, only cards taken face up are visible."""
    position = {
        "ruleset": "usa",
        "players": [
            {"hand": {"red": 2}, "tickets": ["boston-miami"]},
            {"hand": {"blue": 3, "red": 1}, "known": {"blue": 1}, "tickets": ["denver-el_paso"]},
        ],
    }
    told = Table(ws.Game.from_position(position).observe(0))
    assert told.marked("tickets", "held") == {"boston-miami"}
    assert told.marked("cards", "hand") == {"red"}
    assert told("cards", "blue", "known_1") == pytest.approx(1 / 12)
    assert told("cards", "red", "known_1") == 0


def test_everything_is_told_from_the_own_place() -> None:
    position = {
        "ruleset": "usa",
        "players": [{"routes": ["atlanta-miami"]}, {"routes": ["denver-omaha"]}],
    }
    game = ws.Game.from_position(position)
    for seat, own, other in (
        (0, "atlanta-miami", "denver-omaha"),
        (1, "denver-omaha", "atlanta-miami"),
    ):
        told = Table(game.observe(seat))
        assert told.marked("routes", "owner_0") == {own}
        assert told.marked("routes", "owner_1") == {other}
        assert not told.marked("routes", "open") & {own, other}
    assert (game.observe(None).tensor() == game.observe(0).tensor()).all()


def test_what_is_being_paid_for_is_told() -> None:
    """A factored claim includes its route until it is paid, and a declaration the tickets chosen so far."""
    games = VectorGames("usa", 1, factored=True)
    games.reset()
    position = {"ruleset": "usa", "to_act": 0, "players": [{"hand": {"red": 6, "wild": 1}}, {}]}
    games.states[:] = ws.Game.from_position({k: v for k, v in position.items() if k != "to_act"}).states
    games.restore_batch()
    names = games.actions.names
    claim = next(a for a in np.flatnonzero(games.batch.mask[0]).tolist() if names[a].startswith("claim:"))
    games.step([claim])
    told = Table(games.observe(0, 0), games.batch.observation[0])
    assert told.marked("routes", "paying") == {names[claim].removeprefix("claim:")}
    assert {names[a].split(":")[0] for a in np.flatnonzero(games.batch.mask[0])} == {"pay"}
    assert not Table(games.observe(0, 1)).marked("routes", "paying")


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_the_graph_is_the_board(ruleset: str) -> None:
    rules = ws.load_ruleset(ruleset)
    made = graph(rules)
    assert made.edges.shape == (len(rules.routes), 2)
    assert made.routes.shape == (len(rules.routes), len(made.route_columns))
    assert made.cities.shape == (len(rules.cities), len(made.city_columns))
    assert made.tickets.shape == (len(rules.tickets), len(made.ticket_columns))
    for n, route in enumerate(rules.routes):
        assert {rules.cities[city].id for city in made.edges[n]} == {route.a, route.b}
        assert made.routes[n, made.route_columns.index(route.color)] == 1
        assert made.routes[n, 0] == route.length
    for n, ticket in enumerate(rules.tickets):
        assert made.origins[n].any()
        assert made.targets[n].max() == max(ticket.points)
        for color in COLORS:
            assert made.tickets[n, made.ticket_columns.index(color)] == ticket.cards.get(color, 0)
    assert len(CARDS) == len(COLORS) + 1
