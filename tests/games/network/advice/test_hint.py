"""What a hint says is what the planner does, and its reasons are true."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.game.builders import board, player, start
from tests.games.network.advice.test_obstacles import MAPS

import whistlestop as ws
from whistlestop import bots

LAST: dict[str, Any] = {"final_round": {"turns_left": 2, "caused_by": 1}}
FIVE = "red blue green white black"


def hint(game: ws.Game, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(game.observe(seat).hint())
    assert found["version"] == game.version
    return found


def reasons(game: ws.Game, seat: int = 0) -> dict[str, dict[str, Any]]:
    """The reasons of a hint by name."""
    return {reason["reason"]: reason for reason in hint(game, seat)["reasons"]}


# ------------------------------------------------------------------------------------------------- one by one


def test_a_claim_that_completes_a_ticket() -> None:  # USA-16, USA-33
    me = player(
        "purple*3",
        tickets="helena-los_angeles",
        trains=3,
        routes="las_vegas-los_angeles las_vegas-salt_lake_city",
    )
    game = start("usa", me, player(), market=FIVE)
    found = hint(game)
    assert found["action"] == "claim:helena-salt_lake_city:purple*3"
    assert found["reasons"][0] == {"reason": "completes", "tickets": ["helena-los_angeles"]}
    assert {"reason": "points", "route": "helena-salt_lake_city", "points": 4} in found["reasons"]


def test_collecting_a_color() -> None:  # USA-7
    small = board("a-b:4:red", "a-b:20 a-b/2:1")
    found = hint(
        start(small, player("red*2", tickets="a-b"), market="red blue green white black", deck="blue*9")
    )
    assert found["action"] == "take:red"
    assert found["reasons"][0] == {"reason": "collecting", "card": "red", "routes": ["a-b"]}


def test_only_choice() -> None:  # USA-28
    game = start("usa", player(offer="boston-miami"), phase="ticket_choice", market=FIVE)
    assert hint(game) == {
        "machine": "network",
        "version": 0,
        "action": "keep:boston-miami",
        "reasons": [{"reason": "only"}],
    }


def test_tickets_that_share_routes() -> None:  # USA-4
    me = {"offer": ["atlanta-montreal", "atlanta-new_york", "phoenix-portland"]}
    other = {"offer": ["calgary-phoenix", "boston-miami", "chicago-santa_fe"]}
    game = ws.Game.from_position(
        {"ruleset": "usa", "players": [me, other], "market": FIVE.split(), "phase": "opening"}
    )
    found = hint(game)
    assert found["action"] == "keep:atlanta-montreal,atlanta-new_york"
    together = reasons(game)["together"]
    assert set(together["tickets"]) == {"atlanta-montreal", "atlanta-new_york"}
    assert together["routes"]


def test_the_last_turn() -> None:  # COM-21
    game = start("usa", player("purple*4"), player(trains=2), market=FIVE, **LAST)
    assert hint(game)["reasons"][0] == {"reason": "last_turn"}
    assert "time" not in reasons(game)


def test_a_station() -> None:  # EUR-22, EUR-27
    small = board("a-b:2:red b-c:2:red", "a-c:20 a-b:1", stations={"count": 3, "value": 4})
    me = player("blue", tickets="a-c", routes="a-b", trains=10)
    game = start(small, me, player(routes="b-c", trains=2), market="green*5", **LAST)
    found = reasons(game)
    assert hint(game)["action"].startswith("station:")
    assert found["station"]["route"] == "b-c"
    assert found["station"]["tickets"] == ["a-c"]


# ------------------------------------------------------------------------------------------- in whole games


@pytest.mark.parametrize("ruleset", MAPS)
def test_the_planner_does_it_and_the_reasons_are_true(ruleset: str) -> None:
    game = ws.Game.new(ruleset, players=3, seed=4)
    planner = bots.make("planner", seed=9)
    told: set[str] = set()
    while not game.over:
        seat = game.to_act[0]
        observation = game.observe(seat)
        found = hint(game, seat)
        action = found["action"]
        assert action == observation.ruleset.notation.text(
            bots.ask(planner, observation), observation.offer()
        )
        assert hint(game, seat) == found
        only = {"reason": "only"} in found["reasons"]
        assert only == (len(game.legal(seat)) == 1)
        told |= {reason["reason"] for reason in found["reasons"]}
        before = game.copy()
        game.play(action, seat)
        check(before, game, seat, found)
    assert {"completes", "tickets", "points", "collecting", "wanted", "planned", "time", "last_turn"} <= told


def check(before: ws.Game, after: ws.Game, seat: int, found: dict[str, Any]) -> None:
    """Hold the reasons of a hint against what its action did."""
    view, now = before.view(seat), after.view(seat)
    mine = {ticket["id"] for ticket in (*view["tickets"], *view["offer"])}
    routes = {route.id: route for route in before.ruleset.routes}
    tunnel = now["phase"] == "tunnel" or found["action"].startswith("surcharge")
    for reason in found["reasons"]:
        assert set(reason.get("tickets", [])) <= mine
        assert set(reason.get("routes", [])) <= routes.keys()
        match reason["reason"]:
            case "completes" if not tunnel:
                states = {ticket["id"]: ticket["state"] for ticket in now["tickets"]}
                assert all(states[ticket] == "done" for ticket in reason["tickets"])
            case "points":
                assert reason["points"] == routes[reason["route"]].points
            case "collecting":
                assert found["action"] == f"take:{reason['card']}"
                for route in (routes[name] for name in reason["routes"]):
                    lent = any(route.id in player["routes"] for player in view["players"])
                    assert lent or reason["card"] == "wild" or route.color in {reason["card"], "gray"}
            case "wanted":
                assert found["action"] == "draw"
            case "time":
                me = view["players"][seat]
                assert reason["trains_left"] == me["trains"]
                assert reason["trains"] <= me["trains"]
            case "planned" | "connected" | "unplanned":
                assert reason["ticket"] in found["action"]
