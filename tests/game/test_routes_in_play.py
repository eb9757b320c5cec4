"""Routes for some numbers of players (MECH-3), and colors with another number of cards (MECH-4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.game.builders import board, player, refuses, start

import whistlestop as ws
from whistlestop import bots
from whistlestop.errors import PositionError, RulesetError
from whistlestop.games.network.advice.obstacles import obstacles
from whistlestop.games.network.advice.shapes import NotInPlay
from whistlestop.kinds import kind_of
from whistlestop.statistics import places
from whistlestop.statistics.playing import play as simulated

ROUTES = "a-b:2:red a-c:3:gray b-c:1:blue b-c/2:1:green"
TICKETS = "a-b:3 a-c:5 b-c:2 a-b/2:4"
LIMITED: dict[str, Any] = {
    "in_play": {"routes": {"b-c": [3, 4], "b-c/2": [4]}},
    "players": {"min": 2, "max": 4},
}


def limited(**settings: Any) -> dict[str, Any]:
    return board(ROUTES, TICKETS, **(LIMITED | settings))


def table(players: int, **first: Any) -> ws.Game:
    others = [player() for _ in range(players - 1)]
    return start(limited(), player("red*2 blue*2 green*2", **first), *others)


def test_a_route_out_of_play_is_closed() -> None:  # MECH-3
    game = table(2)
    refuses(game, "claim:b-c:blue", "claim:b-c/2:green")
    found = obstacles(game.observe(0), 0)
    assert found["b-c"] == found["b-c/2"] == NotInPlay(players=2)
    assert "claim:a-b:red*2" in game.legal()


def test_it_is_in_play_with_its_numbers_of_players() -> None:  # MECH-3
    assert "claim:b-c:blue" in table(3).legal()
    refuses(table(3), "claim:b-c/2:green")
    assert {"claim:b-c:blue", "claim:b-c/2:green"} <= set(table(4).legal())


def test_nobody_owns_it_in_a_position() -> None:  # MECH-3
    with pytest.raises(PositionError, match="route b-c is owned or closed"):
        table(2, routes="b-c")


def test_clients_are_told() -> None:  # MECH-3, MECH-4
    ruleset = table(2).ruleset
    told = kind_of(ruleset).data.public(ruleset)
    assert {route.id: route.players for route in told.routes if route.players} == LIMITED["in_play"]["routes"]
    ruleset = start(limited(cards={"colors": {"purple": 0}}), player()).ruleset
    cards = kind_of(ruleset).data.public(ruleset).cards
    assert [cards.count(card) for card in ("purple", "red", "wild")] == [0, 12, 14]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"in_play": {"routes": {"b-d": [2]}}}, "in_play: unknown route 'b-d'"),
        ({"in_play": {"routes": {"b-c": [5]}}}, "in_play: b-c: the board is not for 5 players"),
        ({"in_play": {"routes": {"b-c": []}}}, "in_play: b-c needs a number of players"),
        ({"in_play": {"routes": {"b-c": [2, 2]}}}, "in_play: b-c names a number of players twice"),
        (
            {"in_play": {"routes": {"a-b": [3, 4], "a-c": [3, 4]}}},
            "ticket a-b: no path leads from a to b with 2 players",
        ),
        ({"cards": {"colors": {"red": 0}}}, "route a-b: there are no red cards"),
        ({"cards": {"colors": {"mauve": 3}}}, "cards.colors"),
        ({"cards": {"colors": {"red": -1}}}, "cards.colors.red"),
        ({"cards": {"per_color": 14, "colors": {"red": 60}}}, "cards: 172 are too many"),
    ],
)
def test_faults(settings: dict[str, Any], message: str) -> None:  # MECH-3, MECH-4
    with pytest.raises(RulesetError) as caught:
        start(limited(**settings), player())
    assert any(message in str(problem) for problem in caught.value.problems)


def test_the_deck_has_the_numbers_of_the_board() -> None:  # MECH-4
    colors = {"purple": 0, "red": 15}
    game = ws.Game.new(start(limited(cards={"colors": colors}), player()).ruleset, 3, seed=4)
    state = game.position()
    found = Counter(state["deck"]) + Counter(state["market"])
    for one in state["players"]:
        found += Counter(one["hand"])
    expected = dict.fromkeys(("blue", "orange", "white", "green", "yellow", "black"), 12)
    assert found == Counter(expected | {"red": 15, "wild": 14})


def test_bots_play_such_a_board() -> None:  # MECH-3, MECH-4
    ruleset = start(limited(cards={"colors": {"purple": 0}}, trains={"count": 5}), player()).ruleset
    for name in ("planner", "greedy", "blocker", "search:playouts=4"):
        game, bot = ws.Game.new(ruleset, 2, seed=3), bots.make(name)
        while not game.over:
            for seat in game.to_act:
                game.play_id(bots.ask(bot, game.observe(seat)), seat)
        owned = {route for one in game.view()["players"] for route in one["routes"]}
        assert owned <= {"a-b", "a-c"}


def test_the_balance_report_leaves_them_out() -> None:  # MECH-3
    ruleset = start(limited(trains={"count": 5}), player()).ruleset
    for players, expected in ((2, {"a-b", "a-c"}), (3, {"a-b", "a-c", "b-c"})):
        simulation = simulated(ruleset, players, ("greedy",), 3, jobs=1)
        assert set(places.by_connection(simulation.seats, ruleset, players)["route"]) == expected
