"""Reasons to place depots, and to fill, take and leave warehouses; all of them are true."""

from __future__ import annotations

from typing import Any

import msgspec
from tests.game.builders import play, player
from tests.game.test_depots import claimed, opened, two

import whistlestop as ws
from whistlestop import bots
from whistlestop.text.advice import Searched


def reasons(game: ws.Game, action: str, seat: int = 0) -> dict[str, dict[str, Any]]:
    """Return the reasons for an action by name."""
    seen = game.observe(seat)
    number = seen.ruleset.notation.parse(action)
    found = msgspec.to_builtins(seen.hint(searched=Searched(number)))
    assert found["action"] == action
    return {reason["reason"]: reason for reason in found["reasons"]}


def test_a_depot_where_the_plan_needs_routes() -> None:  # EUR-42, EUR-44, EUR-45
    game = two(player("red", tickets="cadiz-stockholm", warehouse="green*4"))
    plan = msgspec.to_builtins(game.observe(0).hint())["plan"]["routes"]
    routes = {route.id: {route.a, route.b} for route in game.ruleset.routes}
    ends = {city for route in plan for city in routes[route]} - {"moskva", "lisboa"}
    for city in sorted(ends):
        told = reasons(game, f"depot:{city}")
        assert told["opens"] == {
            "reason": "opens",
            "city": city,
            "routes": [route for route in plan if city in routes[route]],
            "cards": 4,
        }
        assert "time" in told
    # Elsewhere, a depot opens nothing that the plan needs.
    elsewhere = next(text for text in game.legal() if text.startswith("depot:") and text[6:] not in ends)
    assert ends
    assert "opens" not in reasons(game, elsewhere)


def test_a_warehouse_to_fill() -> None:  # EUR-43, EUR-44
    game = play(two(player("red", warehouse="green", depots="lisboa wien"), player()), "draw")
    own, theirs = reasons(game, "store:0"), reasons(game, "store:1")
    assert own == {"stores": {"reason": "stores", "warehouse": 0, "cards": 2, "cities": ["lisboa", "wien"]}}
    assert theirs == {"stores": {"reason": "stores", "warehouse": 1, "cards": 1, "cities": ["moskva"]}}
    # A player without a depot left can take nothing.
    spent = play(two(player("red", warehouse="green", depots_left=0)), "draw")
    assert reasons(spent, "store:0") == {}


def test_taking_and_leaving_a_warehouse() -> None:  # EUR-44, EUR-46
    game = claimed(player(warehouse="red*2 wild", depots_left=4), player(depots_left=3))
    assert reasons(game, "collect:0") == {
        "takes": {"reason": "takes", "cards": 3, "depots": 3},
        "most_depots": {"reason": "most_depots", "points": 10, "depots": 3, "others": 3},
    }
    told = reasons(game, "leave")
    assert told["most_depots"] == {"reason": "most_depots", "points": 10, "depots": 4, "others": 3}
    fewer = claimed(player(warehouse="red*2 wild", depots_left=2), player(depots_left=4))
    assert reasons(fewer, "collect:0").keys() == {"takes"}
    assert "most_depots" not in reasons(fewer, "leave")


def test_hints_of_whole_games_name_what_is_there() -> None:  # EUR-42 to EUR-46
    """Whatever the planner recommends, its reasons agree with the position."""
    found: set[str] = set()
    bot = bots.make("planner", 1)
    for seed in range(2):
        game = opened(seed=seed)
        while not game.over:
            (seat,) = game.to_act[:1]
            seen = game.observe(seat)
            view, me = game.view(seat), game.view(seat)["players"][seat]
            hint = msgspec.to_builtins(seen.hint()) if view["phase"] != "turn" else {"reasons": []}
            for reason in hint["reasons"]:
                found.add(reason["reason"])
                if reason["reason"] == "stores":
                    owner = view["players"][reason["warehouse"]]
                    assert (reason["cards"], reason["cities"]) == (
                        owner["warehouse"] + 1,
                        owner["depots_placed"],
                    )
                elif reason["reason"] == "takes":
                    assert reason["depots"] == me["depots"] - 1
                elif reason["reason"] == "opens":
                    assert hint["action"] == f"depot:{reason['city']}"
                    assert reason["cards"] == me["warehouse"]
            game.play_id(int(bot.choose(seen)), seat)
    assert {"opens", "stores", "takes", "most_depots"} <= found
