"""Rings: routes from a city back to it (MECH-8)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.game.builders import FIVE, board, player, refuses, start
from tests.game.test_scoring import outcome

import whistlestop as ws
from whistlestop import bots
from whistlestop.errors import RulesetError
from whistlestop.games.network.advice.findings import findings_of
from whistlestop.games.network.mechanisms.claims.advice import ForPoints
from whistlestop.games.network.mechanisms.claims.advice import claim as purposes
from whistlestop.games.network.mechanisms.claims.told import brief
from whistlestop.rulesets import ruleset_from_data

ROUTES = "a-a:4:red a-a/2:4:blue a-b:2:red b-b:3:gray:tunnel b-c:3:gray c-c:3:gray:ferry*1 c-d:1:green"
TICKETS = "a-c:5 a-b:2 b-c:3 a-d:6 b-d:4 c-d:1"
RULES: dict[str, Any] = {"rules": {"surcharge_cards": 3}, "players": {"min": 2, "max": 5}}


def ringed(**settings: Any) -> dict[str, Any]:
    return board(ROUTES, TICKETS, **(RULES | settings))


def table(*players: dict[str, Any], **more: Any) -> ws.Game:
    return start(ringed(**more.pop("settings", {})), *players, **{"market": FIVE, **more})


def test_a_ring_is_paid_and_scored_like_other_routes() -> None:  # MECH-8, USA-16, COM-23
    game = table(player("red*3 wild green"))
    assert "claim:a-a:red*3+wild" in game.legal()
    refuses(game, "claim:a-a:red*2+green", "claim:a-a/2:red*3+wild", "claim:c-c:red*3")
    game.play("claim:a-a:red*3+wild")
    assert game.view()["players"][0]["score"] == 7
    assert game.view()["players"][0]["routes"] == ["a-a"]
    assert game.view()["players"][0]["trains"] == 45 - 4


def test_two_rings_of_a_city_are_a_double_route() -> None:  # MECH-8, COM-7, USA-22, USA-23
    own = player("blue*4", routes="a-a")
    refuses(table(own, player()), "claim:a-a/2:blue*4")
    other = player(routes="a-a")
    refuses(table(player("blue*4"), other), "claim:a-a/2:blue*4")
    four = table(player("blue*4"), other, player(), player())
    assert "claim:a-a/2:blue*4" in four.legal()


def test_a_ring_connects_nothing() -> None:  # MECH-8, COM-12
    mine = player(routes="a-a b-b c-c a-b", tickets="a-c a-b")
    first, second = outcome(ringed(), mine, player(routes="c-d", tickets="c-d"))
    assert (first["tickets"], second["tickets"]) == (2 - 5, 1)


def test_the_longest_path_passes_a_ring() -> None:  # MECH-8, COM-13, USA-34
    first, second = outcome(ringed(), player(routes="a-a a-b b-b"), player(routes="b-c c-d"))
    assert first["longest_path"] == 4 + 2 + 3
    assert sorted(first["trail"]) == ["a-a", "a-b", "b-b"]
    assert second["longest_path"] == 3 + 1


def test_a_ring_alone_is_a_path() -> None:  # MECH-8
    first, second = outcome(ringed(), player(routes="a-a c-d"), player())
    assert (first["longest_path"], first["trail"]) == (4, ["a-a"])
    assert second["longest_path"] == 0


def test_stations_cannot_use_a_ring() -> None:  # MECH-8, EUR-27
    data = ringed(stations={"count": 3, "value": 4})
    mine = player(routes="a-b", stations="b", tickets="a-c")
    assert outcome(data, mine, player(routes="b-b b-c"))[0]["station_routes"] == {"b": "b-c"}
    without = outcome(data, mine, player(routes="b-b"))[0]
    assert without["station_routes"] == {}
    assert without["tickets"] == -5


def test_a_ring_takes_one_passenger() -> None:  # MECH-8, GER-8
    settings = {"passengers": {"each": 2, "colors": ["red", "white"], "places": {"a": 4}}}
    figures = {"a": {"red": 2, "white": 2}}
    game = table(player("red*4"), player(), settings=settings, figures=figures)
    game.play("claim:a-a:red*4")
    boarding = game.legal()
    assert len(boarding) == 2
    game.play(boarding[0])
    assert sum(game.view()["players"][0]["passengers"].values()) == 1
    assert game.to_act[0] == 1


def test_a_ring_opens_a_warehouse_of_its_city() -> None:  # MECH-8, EUR-44
    settings = {"depots": {"count": 2, "bonus": 5}, "players": {"min": 2, "max": 3}}
    theirs = player(depots="a", warehouse="green*2")
    game = table(player("red*4", depots="b"), theirs, settings=settings)
    game.play("claim:a-a:red*4")
    assert any(action.startswith("collect:") for action in game.legal())


@pytest.mark.parametrize(
    ("routes", "problem"),
    [
        ("a-a:2:red a-b:1:red", "route a-a: a ring needs at least 3 spaces, not 2 (MECH-8)"),
        ("a-a:3:red a-b:1:red a-a/3:3:red", "route a-a: name these parallel routes a-a, a-a/2"),
        ("a-b:1:red a-x_one:1:red x_one-x_one:3:red", "it cannot have a ring (MECH-8)"),
        ("a-b:1:red c-c:3:red", "city c: no route leads to it"),
    ],
)
def test_rings_that_are_refused(routes: str, problem: str) -> None:  # MECH-8, COM-7, SWI-3
    with pytest.raises(RulesetError) as caught:
        ruleset_from_data(board(routes, "a-b:2 a-b/2:2"))
    assert problem in "\n".join(caught.value.problems)


def test_hints_give_no_reason_but_points() -> None:  # MECH-8
    game = table(player("red*4", tickets="a-c b-d"))
    seat = game.to_act[0]
    route = game.ruleset.route_index["a-a"]
    found = purposes(findings_of(game.observe(seat), seat, None), route)
    assert [type(one) for one in found] == [ForPoints]


def test_programs_are_told() -> None:  # MECH-8
    plain = board("a-b:2:red", "a-b:2 a-b/2:2")
    told = ["\n".join(brief(ruleset_from_data(data))) for data in (ringed(), plain)]
    assert ["ring" in text.split() for text in told] == [True, False]


@pytest.mark.parametrize("name", sorted(bots.names()))
def test_bots_play_boards_with_rings(name: str) -> None:  # MECH-8
    settings: dict[str, Any] = {
        "stations": {"count": 1, "value": 4},
        "trains": {"count": 14},
        "opening": {"regular": 2, "keep": 1},
        "players": {"min": 2, "max": 3},
    }
    ruleset = ruleset_from_data(ringed(**settings))
    game = ws.Game.new(ruleset, 2, seed=3)
    crew = [bots.make(name, seed) for seed in range(2)]
    while not game.over:
        seat = game.to_act[0]
        game.play_id(crew[seat].choose(game.observe(seat)), seat)
    assert game.outcome() is not None
