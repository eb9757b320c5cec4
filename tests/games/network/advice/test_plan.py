"""Plans of tickets: the path, its trains, stations and cards."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from tests.game.builders import board, player, start
from tests.games.network.advice.test_obstacles import MAPS, positions

import whistlestop as ws
from whistlestop.errors import IllegalAction
from whistlestop.games.network import machine
from whistlestop.games.network.advice.shapes import NetworkPlan, NetworkTicketPlan
from whistlestop.games.network.board.links import connected, join
from whistlestop.games.network.mechanisms.tickets import outlook
from whistlestop.observation import Observation

FIVE = "red blue green white black"
NOTHING = {"colors": {}, "gray": 0, "wilds": 0}


def plan(game: ws.Game, seat: int = 0) -> dict[str, dict[str, Any]]:
    """Return the plans of tickets by id."""
    found = msgspec.to_builtins(game.observe(seat).plan())
    assert found["version"] == game.version
    return {ticket["id"]: ticket for ticket in found["tickets"]}


def small(routes: str, tickets: str, me: dict[str, Any], *others: dict[str, Any], **settings: Any) -> ws.Game:
    return start(board(routes, tickets, **settings), me, *(others or (player(),)), market=FIVE)


def planned(observation: Observation) -> list[NetworkTicketPlan]:
    found = observation.plan()
    assert isinstance(found, NetworkPlan)
    return found.tickets


# ------------------------------------------------------------------------------------------------------- ways


def test_the_cheapest_way() -> None:
    game = small("a-b:2:red b-c:2:red a-d:4:blue d-e:4:blue c-e:4:blue", "a-c:7 a-d:1", player(tickets="a-c"))
    assert plan(game) == {
        "a-c": {
            "id": "a-c",
            "offered": False,
            "possible": True,
            "to": "c",
            "points": 7,
            "routes": ["a-b", "b-c"],
            "ways": ["a-b", "b-c"],
            "borrowed": [],
            "trains": 4,
            "lacking": {"colors": {"red": 4}, "gray": 0, "wilds": 0},
        }
    }


def test_what_is_owned_costs_nothing() -> None:  # COM-12
    routes = "a-b:2:red b-c:2:red a-d:4:blue d-e:4:blue c-e:4:blue"
    game = small(routes, "a-c:7 a-d:1", player("red", tickets="a-c", routes="a-b"))
    found = plan(game)["a-c"]
    assert (found["routes"], found["trains"]) == (["b-c"], 2)
    assert found["lacking"]["colors"] == {"red": 1}


def test_complete_tickets_are_left_out() -> None:  # USA-33
    assert plan(
        small("a-b:2:red b-c:2:red", "a-b:2 b-c:1", player(tickets="a-b b-c", routes="a-b"))
    ).keys() == {"b-c"}


def test_tickets_on_offer() -> None:  # USA-27: includes complete tickets
    me = player(tickets="a-c", routes="a-b", offer="a-b b-c")
    game = start(
        board("a-b:2:red b-c:2:red", "a-b:2 b-c:1 a-c:3"), me, player(), market=FIVE, phase="ticket_choice"
    )
    found = plan(game)
    assert [(name, found[name]["offered"]) for name in found] == [
        ("a-c", False),
        ("a-b", True),
        ("b-c", True),
    ]
    assert found["a-b"]["possible"]
    assert (found["a-b"]["routes"], found["a-b"]["trains"], found["a-b"]["lacking"]) == ([], 0, NOTHING)
    assert found["b-c"]["routes"] == ["b-c"]


def test_no_way_is_left() -> None:  # USA-16
    game = small("a-b:2:red b-c:2:red", "a-c:3 a-b:1", player(tickets="a-c"), player(routes="b-c"))
    found = plan(game)["a-c"]
    assert not found["possible"]
    assert (found["to"], found["routes"], found["trains"], found["lacking"]) == (None, [], 0, NOTHING)


def test_trains_at_hand() -> None:  # USA-25: the cheapest path needs too many trains, another one does not
    routes = "a-b:6:red b-c:5:red a-d:3:white d-e:3:white c-e:3:white"
    for trains, expected in ((11, ["a-b", "b-c"]), (9, ["a-d", "d-e", "c-e"]), (8, [])):
        me = player("red*11", tickets="a-c", trains=trains)
        found = plan(small(routes, "a-c:9 a-d:1", me))["a-c"]
        assert (found["possible"], found["routes"]) == (trains >= 9, expected)
        assert found["trains"] == (trains if expected else 0)


def test_ways_are_not_longer_for_the_sake_of_points() -> (
    None
):  # COM-23: a ticket is worth about the points of its path
    tickets = ws.load_ruleset("usa").tickets
    found = plan(start("usa", player(tickets=" ".join(ticket.id for ticket in tickets)), market=FIVE))
    assert len(found) == 30
    assert all(ticket["trains"] <= ticket["points"] + 1 for ticket in found.values())


def test_routes_on_other_ways_are_named() -> None:
    routes = "a-b:2:red b-c:2:red b-c/2:2:blue a-d:3:blue c-d:3:blue a-e:5:white c-e:2:white b-f:1:black"
    me = {"tickets": "a-c"}
    # a-e-c takes three trains more; b-f leads nowhere.
    assert plan(small(routes, "a-c:7 a-e:1", player(**me)))["a-c"]["ways"] == sorted(
        ["a-b", "b-c", "b-c/2", "a-d", "c-d"]
    )
    # Routes that the player owns are on no list, and make other ways too long (COM-12).
    assert plan(small(routes, "a-c:7 a-e:1", player(routes="a-b", **me)))["a-c"]["ways"] == ["b-c", "b-c/2"]
    # Routes that others own lead nowhere (USA-16).
    found = plan(small(routes, "a-c:7 a-e:1", player(**me), player(routes="a-b")))["a-c"]["ways"]
    assert found == ["a-d", "a-e", "c-d", "c-e"]
    # Neither do paths for which there are too few trains (USA-25).
    assert plan(small(routes, "a-c:7 a-e:1", player(trains=4, **me)))["a-c"]["ways"] == sorted(
        ["a-b", "b-c", "b-c/2"]
    )


def test_closed_twins_are_no_way() -> None:  # USA-22, USA-23
    routes = "a-b:2:red a-b/2:2:blue"
    assert not plan(small(routes, "a-b:3 a-b/2:1", player(tickets="a-b"), player(routes="a-b")))["a-b"][
        "possible"
    ]
    players = [player(), player(), player(routes="a-b")]
    tickets = "a-b:3 a-b/2:1 a-b/3:1 a-b/4:1"
    assert plan(small(routes, tickets, player(tickets="a-b"), *players))["a-b"]["routes"] == ["a-b/2"]


def test_a_country_ticket() -> None:  # SWI-13, SWI-14: the target with the best value for its cost
    routes = "a-x_1:2:red a-y_1:2:red a-b:3:red b-c:3:red b-z_1:4:red"
    game = small(routes, "a-x|y|z:2|9|10 a-y:1", player(tickets="a-x_y_z"))
    found = plan(game)["a-x_y_z"]
    assert (found["to"], found["points"], found["routes"]) == ("y", 9, ["a-y_1"])


# --------------------------------------------------------------------------------------------------- stations

LENT = {"stations": {"count": 3, "value": 4}}


def test_a_station_borrows_a_route() -> None:  # EUR-22, EUR-23, EUR-27
    game = small("a-b:2:red b-c:2:red", "a-c:9 a-b:1", player(tickets="a-c"), player(routes="b-c"), **LENT)
    found = plan(game)["a-c"]
    assert found["possible"]
    assert found["routes"] == ["a-b"]
    assert found["trains"] == 2
    assert [(lent["route"], lent["built"]) for lent in found["borrowed"]] == [("b-c", False)]
    assert found["borrowed"][0]["city"] in {"b", "c"}
    assert found["lacking"] == {"colors": {"red": 2}, "gray": 1, "wilds": 0}


def test_a_station_that_is_built() -> None:  # EUR-27
    me = player(tickets="a-c", stations="c")
    found = plan(small("a-b:2:red b-c:2:red", "a-c:9 a-b:1", me, player(routes="b-c"), **LENT))["a-c"]
    assert found["borrowed"] == [{"route": "b-c", "city": "c", "built": True}]
    assert found["lacking"]["gray"] == 0


def test_a_station_lends_one_route_only() -> None:  # EUR-27
    one = {"stations": {"count": 1, "value": 4}}
    both = player(routes="a-b b-c")
    assert not plan(small("a-b:2:red b-c:2:red", "a-c:9 a-b:1", player(tickets="a-c"), both, **one))["a-c"][
        "possible"
    ]
    built = player(tickets="a-c", stations="b")
    assert not plan(small("a-b:2:red b-c:2:red", "a-c:9 a-b:1", built, both, **one))["a-c"]["possible"]
    two = {"stations": {"count": 2, "value": 4}}
    found = plan(small("a-b:2:red b-c:2:red", "a-c:9 a-b:1", player(tickets="a-c"), both, **two))["a-c"]
    assert len({lent["city"] for lent in found["borrowed"]}) == 2
    assert found["lacking"]["gray"] == 1 + 2  # EUR-23


def test_a_city_has_one_station() -> None:  # EUR-22
    taken = player(routes="a-b", stations="a b")
    assert not plan(small("a-b:2:red b-c:2:red", "a-b:9 b-c:1", player(tickets="a-b"), taken, **LENT))["a-b"][
        "possible"
    ]
    half = player(routes="a-b", stations="a")
    found = plan(small("a-b:2:red b-c:2:red", "a-b:9 b-c:1", player(tickets="a-b"), half, **LENT))["a-b"]
    assert found["borrowed"] == [{"route": "a-b", "city": "b", "built": False}]


def test_two_new_stations_do_not_share_a_city() -> None:  # EUR-22, EUR-27: only the city between is free
    both = player(routes="a-b b-c", stations="a c")
    found = plan(small("a-b:2:red b-c:2:red", "a-c:9 a-b:1", player(tickets="a-c"), both, **LENT))["a-c"]
    assert not found["possible"]


# ------------------------------------------------------------------------------------------------------ cards


@pytest.mark.parametrize(
    ("hand", "lacking"),
    [
        ("", {"colors": {"red": 3}, "gray": 2, "wilds": 1}),
        ("red*3 blue wild", {"colors": {}, "gray": 1, "wilds": 0}),
        ("red*5 wild", {"colors": {}, "gray": 0, "wilds": 0}),  # the red cards that are left pay for gray
        ("wild*3", {"colors": {"red": 1}, "gray": 2, "wilds": 0}),  # one for the ferry, two for red
        ("blue*9", {"colors": {"red": 3}, "gray": 0, "wilds": 1}),
    ],
)
def test_cards_that_are_lacking(hand: str, lacking: dict[str, Any]) -> None:  # USA-17, USA-18, EUR-9
    game = small("a-b:3:red b-c:3:gray:ferry*1", "a-c:20 a-b:1", player(hand, tickets="a-c"))
    assert plan(game)["a-c"]["lacking"] == lacking


def test_wilds_stand_in_only_where_they_may() -> None:  # SWI-11
    rules = {"rules": {"wilds_pay": ["tunnel"], "surcharge_cards": 3}}
    game = small("a-b:2:red b-c:2:blue:tunnel", "a-c:20 a-b:1", player("wild*3", tickets="a-c"), **rules)
    assert plan(game)["a-c"]["lacking"] == {"colors": {"red": 2}, "gray": 0, "wilds": 0}


# ----------------------------------------------------------------------------------------------- at any position


@pytest.mark.parametrize("ruleset", MAPS)
def test_a_way_completes_its_ticket(ruleset: str) -> None:
    """Plans agree with the engine: a path completes the ticket, and without a path it is impossible."""
    seen = 0
    for game in positions(ruleset, 3):
        for seat in range(game.players):
            observation = game.observe(seat)
            o, r, routes = observation.record, game.ruleset.rules[0], game.ruleset.route_index
            tickets = {ticket.id: number for number, ticket in enumerate(game.ruleset.tickets)}
            for ticket in planned(observation):
                number = tickets[ticket.id]
                seen += 1
                if not ticket.possible:
                    if not r["stations"]:
                        state = machine.ticket_state(observation.array, game.ruleset.rules, 0, seat, number)
                        assert state == outlook.TICKET_LOST
                    continue
                label = o["link"][seat].copy()
                for route in ticket.routes:
                    n = routes[route]
                    assert machine.can_own(observation.array, 0, seat, n)
                    join(label, int(r["route_a"][n]), int(r["route_b"][n]))
                for lent in ticket.borrowed:
                    n = routes[lent.route]
                    owners = [
                        p
                        for p in range(game.players)
                        if o["owned"][p, n >> 6] >> np.uint64(n & 63) & np.uint64(1)
                    ]
                    assert owners
                    assert owners != [seat]
                    city = game.ruleset.city_index[lent.city]
                    assert city in (r["route_a"][n], r["route_b"][n])
                    assert o["station_owner"][city] == (seat if lent.built else -1)
                    join(label, int(r["route_a"][n]), int(r["route_b"][n]))
                assert len({lent.city for lent in ticket.borrowed}) == len(ticket.borrowed)
                assert sum(not lent.built for lent in ticket.borrowed) <= o["stations_left"][seat]
                target = game.ruleset.tickets[number].targets.index(ticket.to)
                assert connected(label, r["ticket_origin"][number], r["ticket_target"][number, target])
                trains = sum(int(r["route_trains"][routes[route]]) for route in ticket.routes)
                assert ticket.trains == trains <= o["trains"][seat]
    assert seen > 50


def test_whom_nothing_is_planned_for() -> None:
    game = ws.Game.new("usa", players=2, seed=1)
    for ask in (game.observe(None).plan, game.observe(None).hint):
        with pytest.raises(IllegalAction):
            ask()
    over = ws.Game.from_position({"ruleset": "usa", "players": [{}, {}], "phase": "over"})
    for ask in (over.observe(0).plan, over.observe(0).hint):
        with pytest.raises(IllegalAction):
            ask()
