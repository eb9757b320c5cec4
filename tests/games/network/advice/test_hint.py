"""Hints: the action is the planner's, and the reasons are true."""

from __future__ import annotations

import math
import random
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.game.builders import board, player, start, up_to_three
from tests.games.network.advice.test_obstacles import MAPS

import whistlestop as ws
from whistlestop import bots
from whistlestop.core.fields import TURN
from whistlestop.errors import IllegalAction
from whistlestop.games.network.advice.findings import Findings, findings_of
from whistlestop.text.advice import Searched
from whistlestop.text.names import numbers_of

LAST: dict[str, Any] = {"final_round": {"turns_left": 2, "caused_by": 1}}
FIVE = "red blue green white black"


def hint(game: ws.Game, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(game.observe(seat).hint())
    assert found["version"] == game.version
    return found


def reasons(game: ws.Game, seat: int = 0) -> dict[str, dict[str, Any]]:
    """Return the reasons of a hint by name."""
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


def test_tickets_that_the_plan_gives_up_are_named() -> None:
    """Otherwise, a plan of other routes would seem to have overlooked them."""
    given_up = 0
    for seed in (4, 5, 10):
        game = ws.Game.new("usa", 2, seed=seed)
        for seat in (0, 1):
            game.play(game.legal(seat)[-1], seat)  # all three tickets
        seat = game.to_act[0]
        told = [one["ticket"] for one in hint(game, seat)["reasons"] if one["reason"] == "out_of_plan"]
        findings = findings_of(game.observe(seat), seat, None)
        assert told == findings.unplanned()
        own = {ticket["id"] for ticket in game.view(seat)["tickets"]}
        assert own == {*told, *findings.paths()}
        given_up += len(told)
    assert given_up > 0


@pytest.mark.parametrize("seed", range(4))
def test_the_first_plan_has_the_tickets_just_chosen(seed: int) -> None:
    """The planner would ignore some of them for a few turns, and then plan them again."""
    game = ws.Game.new("usa", 2, seed=seed)
    for seat in (0, 1):
        game.play(hint(game, seat)["action"], seat)
    for _ in range(4):
        seat = game.to_act[0]
        findings = findings_of(game.observe(seat), seat, None)
        assert findings.unplanned() == []
        assert findings.includes(findings.action)
        game.play(hint(game, seat)["action"], seat)


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
        "searched": False,
        "instead": None,
        "gain": None,
        "reasons": [{"reason": "only"}],
        "plan": None,
    }


def test_tickets_that_share_routes() -> None:  # USA-4
    me = {"offer": ["chicago-los_angeles", "chicago-santa_fe", "boston-miami"]}
    other = {"offer": ["calgary-phoenix", "duluth-houston", "helena-los_angeles"]}
    game = ws.Game.from_position(
        {"ruleset": "usa", "players": [me, other], "market": FIVE.split(), "phase": "opening"}
    )
    found = hint(game)
    assert found["action"] == "keep:chicago-los_angeles,chicago-santa_fe"
    together = reasons(game)["together"]
    assert set(together["tickets"]) == {"chicago-los_angeles", "chicago-santa_fe"}
    assert together["routes"]


def test_the_last_turn() -> None:  # COM-21
    game = start("usa", player("purple*4"), player(trains=2), market=FIVE, **LAST)
    assert hint(game)["reasons"][0] == {"reason": "last_turn"}
    assert "time" not in reasons(game)
    assert hint(game)["plan"] is None


def test_the_plan_behind_a_hint() -> None:  # USA-16
    """Its routes are open and connect the ticket, and it takes as many turns as the reason says."""
    small = board("a-b:2:red b-c:2:blue c-d:6:gray", "a-c:20 b-d/2:1")
    found = hint(start(small, player("red*2", tickets="a-c"), market=FIVE, deck="blue*9"))
    assert found["plan"]["routes"][0] == "a-b"
    assert set(found["plan"]["routes"]) >= {"a-b", "b-c"}
    (time,) = (one for one in found["reasons"] if one["reason"] == "time")
    assert found["plan"]["turns"] == time["turns"]
    due = found["plan"]["due"]
    assert len(due) == len(found["plan"]["routes"])
    assert due[0] == 1  # its cards are in the hand
    assert due == sorted(due)
    assert due[-1] == time["turns"]


def test_the_plan_of_kept_tickets() -> None:  # USA-4
    """The plan is the one for the tickets that the hint keeps."""
    me = {"offer": ["chicago-los_angeles", "chicago-santa_fe", "boston-miami"]}
    other = {"offer": ["calgary-phoenix", "duluth-houston", "helena-los_angeles"]}
    position = {"ruleset": "usa", "players": [me, other], "market": FIVE.split(), "phase": "opening"}
    found = hint(ws.Game.from_position(position))
    (shared,) = (one["routes"] for one in found["reasons"] if one["reason"] == "together")
    assert set(shared) <= set(found["plan"]["routes"])


def test_tickets_in_the_last_turn() -> None:  # COM-21, USA-33
    small = board("a-b:2:red b-c:2:red c-d:6:blue", "a-b:5 b-c:5 a-c:9 a-d:1")
    me = player(routes="a-b b-c", score=4)
    game = start(small, me, player(trains=2, score=20), market=FIVE, **LAST)
    assert hint(game)["action"] == "tickets"
    assert hint(game)["reasons"] == [{"reason": "last_turn"}, {"reason": "gamble"}]


def test_a_route_that_others_need() -> None:  # USA-23
    west = "el_paso-los_angeles el_paso-houston houston-new_orleans"
    me = player("red*6 white*6", trains=12)
    game = start("usa", me, player(trains=14, score=40, routes=west), market=FIVE)
    assert reasons(game)["contested"] == {"reason": "contested", "route": "miami-new_orleans"}


def test_a_station() -> None:  # EUR-22, EUR-27
    small = board("a-b:2:red b-c:2:red", "a-c:20 a-b:1", stations={"count": 3, "value": 4})
    me = player("blue", tickets="a-c", routes="a-b", trains=10)
    game = start(small, me, player(routes="b-c", trains=2), market="green*5", **LAST)
    found = reasons(game)
    assert hint(game)["action"].startswith("station:")
    assert found["station"]["route"] == "b-c"
    assert found["station"]["tickets"] == ["a-c"]


@pytest.mark.parametrize(("spaces", "told"), [(1, True), (2, False)])
def test_another_way_is_told_where_it_takes_no_more_trains(spaces: int, told: bool) -> None:  # USA-33
    """The planner prefers the direct route, but a search has found the detour."""
    small = board(f"a-b:3:red a-c:2:blue b-c:{spaces}:green", "a-b:20 a-c:1")
    game = start(small, player("red*2 green*2", tickets="a-b"), market=FIVE, deck="red*9")
    claim = next(action for action in game.legal(0) if action.startswith("claim:b-c"))
    number = game.ruleset.notation.number(claim, ())
    found = msgspec.to_builtins(game.observe(0).hint(searched=Searched(number)))
    assert found["instead"] != claim
    way = {"reason": "another_way", "route": "b-c", "tickets": ["a-b"]}
    assert (way in found["reasons"]) == told


# ------------------------------------------------------------------------------------------- in whole games


@pytest.mark.parametrize("ruleset", MAPS)
def test_the_planner_does_it_and_the_reasons_are_true(ruleset: str) -> None:
    game = ws.Game.new(ruleset, up_to_three(ruleset), seed=4)
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


@pytest.mark.parametrize("ruleset", ["usa", "europe"])
def test_reasons_belong_to_the_action_that_was_found(ruleset: str) -> None:
    """For an action found by a search, no reasons for the planner's own action are given."""
    rng = random.Random(7)
    game = ws.Game.new(ruleset, players=3, seed=3)
    told: set[str] = set()
    while not game.over:
        seat = game.to_act[0]
        observation = game.observe(seat)
        planned = hint(game, seat)["action"]
        number = rng.choice(observation.legal_ids())
        given: dict[str, Any] = msgspec.to_builtins(observation.hint(searched=Searched(number, 0.07)))
        action = observation.ruleset.notation.text(number, observation.offer())
        other = action != planned
        assert (given["action"], given["searched"]) == (action, True)
        assert (given["instead"], given["gain"]) == ((planned, 7) if other else (None, None))
        names = {reason["reason"] for reason in given["reasons"]}
        assert not (other and names & {"unplanned", "surcharge"})
        told |= names if other else set()
        before = game.copy()
        game.play(action if game.version % 2 else planned, seat)
        if game.version % 2 == 0 or not other:
            check(before, game, seat, given)
    assert {"points", "tickets", "joins", "collecting", "wanted"} <= told


def test_a_ticket_that_was_found_and_fits_into_no_plan() -> None:
    offer = "boston-miami los_angeles-new_york"
    game = start("usa", player(offer=offer, trains=5), phase="ticket_choice", market=FIVE)
    planned = hint(game)["action"]
    both = game.observe(0).legal_ids()[-1]
    found = msgspec.to_builtins(game.observe(0).hint(searched=Searched(both)))
    assert found["action"] == "keep:" + ",".join(offer.split())
    assert found["instead"] == planned
    told = {(reason["reason"], reason.get("ticket")) for reason in found["reasons"]}
    assert {("out_of_plan", ticket) for ticket in offer.split()} <= told


def test_what_is_not_legal_is_not_explained() -> None:
    game = ws.Game.new("usa", players=2, seed=1)
    with pytest.raises(IllegalAction):
        game.observe(0).hint(searched=Searched(int(game.ruleset.rules["id_tickets"][0])))


def check(before: ws.Game, after: ws.Game, seat: int, found: dict[str, Any]) -> None:
    """Check the reasons of a hint against the effects of its action."""
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
            case "joins" | "another_way":
                assert found["action"].startswith(f"claim:{reason['route']}:")
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


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", MAPS)
def test_ways_over_a_route_by_brute_force(ruleset: str) -> None:
    """Compares with the smallest numbers of trains between all pairs of cities, in positions of planners' games."""
    game, planner = ws.Game.new(ruleset, up_to_three(ruleset), seed=8), bots.make("planner")
    found = 0
    while not game.over:
        seat = game.to_act[0]
        seen = game.observe(seat)
        if seen.record["phase"] == TURN and game.version % 10 == 0:
            findings = findings_of(seen, seat, None)
            for route in numbers_of(seen.record["open"][seat]):
                expected = ways_over(findings, route)
                assert findings.ways_over(route) == expected
                found += len(expected)
        game.play_id(bots.ask(planner, seen), seat)
    assert found > 10


def ways_over(findings: Findings, route: int) -> list[str]:
    """A brute-force version of the method of that name."""
    ruleset, record = findings.observation.ruleset, findings.observation.record
    places = {city.id: place for place, city in enumerate(ruleset.cities)}
    least = np.full((len(places), len(places)), math.inf)
    np.fill_diagonal(least, 0)
    owned = numbers_of(record["owned"][findings.seat])
    for number in {*owned, *numbers_of(record["open"][findings.seat])} - {route}:
        each = ruleset.routes[number]
        a, b = places[each.a], places[each.b]
        least[a, b] = least[b, a] = min(least[a, b], 0 if number in owned else each.trains)
    for middle in range(len(places)):
        least = np.minimum(least, least[:, middle, None] + least[None, middle])
    a, b = places[ruleset.routes[route].a], places[ruleset.routes[route].b]
    found = []
    for ticket, path in findings.paths().items():
        origin, ends = findings.ends(ticket)
        over = min(
            least[x, one] + least[other, y] for x in origin for y in ends for one, other in ((a, b), (b, a))
        )
        if over + ruleset.routes[route].trains <= findings.trains(path):
            found.append(ticket)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", MAPS)
def test_as_many_turns_are_told_as_there_are(ruleset: str) -> None:
    """On average over games of planners, the stated turns are right, whatever the planners themselves expect.

    The estimate counts a card for each train, so it is too high where mountain routes take trains without cards.
    """
    rules = ws.load_ruleset(ruleset).rules[0]
    most = 1.4 if (rules["route_trains"] > rules["route_length"]).any() else 1.3
    told, true = [], []
    for seed in range(3):
        game, planner = ws.Game.new(ruleset, up_to_three(ruleset), seed=seed), bots.make("planner")
        turns, marks = [0] * 3, []
        while not game.over:
            seat = game.to_act[0]
            seen = game.observe(seat)
            if seen.record["phase"] == TURN:
                turns[seat] += 1
                times = [
                    each["turns_left"] for each in hint(game, seat)["reasons"] if each["reason"] == "time"
                ]
                marks += [(seat, turns[seat], left) for left in times]
            game.play_id(bots.ask(planner, seen), seat)
        told += [left for _, _, left in marks]
        true += [turns[seat] - number + 1 for seat, number, _ in marks]
    assert len(told) > 20
    assert 0.7 < sum(told) / sum(true) < most
