from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from tests.statistics.conftest import rows_of, simulated

from whistlestop.format import Ruleset
from whistlestop.statistics import Simulation
from whistlestop.statistics.balance import Check, Limits, balance_sections, checks
from whistlestop.statistics.blocking import blocked

Seat = dict[str, Any]


def found(simulation: Simulation, limits: Limits | None = None) -> dict[str, Check]:
    return {check.name: check for check in checks(simulation, limits)}


def test_a_ticket_is_blocked_when_others_have_every_way() -> None:
    rivals: Seat = {"routes": ["b-c", "a-d"], "win": 1}
    shut: list[Seat] = [{"routes": ["c-d"], "tickets": {"a-b": 3, "a-c": -5, "b-d": -4}}, rivals]
    # nobody has c-d, but b and a are no longer connected to it
    far: list[Seat] = [{"tickets": {"a-c": -5}}, rivals]
    # there was a path, but it was not built
    lazy: list[Seat] = [{"tickets": {"a-c": -5}}, {"routes": ["b-c"], "win": 1}]
    table = blocked(*_of([shut, far, lazy]))
    assert [(row["game"], row["seat"], row["ticket"]) for row in table.to_dicts()] == [
        (0, 0, "a-c"),
        (0, 0, "b-d"),
        (1, 0, "a-c"),
    ]


def test_few_players_are_blocked_by_one_route_of_a_double() -> None:
    # COM-7, USA-23: with two players nobody can claim the twin of a route that is owned, with four one can
    cut: Seat = {"routes": ["a-b", "a-d"], "win": 1}
    losing: Seat = {"tickets": {"a-c": -5}}
    assert len(blocked(*_of([[losing, cut]]))) == 1
    assert len(blocked(*_of([[losing, cut, {}, {}]]))) == 0


def test_no_trains_left_is_no_blocked_ticket() -> None:
    # a-b, a-d and b-c take nine of twelve trains
    spent: Seat = {"routes": ["a-b", "b-c", "a-d"], "tickets": {"b-d": -4}}
    table = blocked(*_of([[spent, {"routes": [], "win": 1}]]))
    assert table.is_empty()


def _of(games: list[list[Seat]]) -> tuple[pl.LazyFrame, Ruleset]:
    simulation = simulated(games)
    return simulation.seats, simulation.ruleset


@pytest.mark.slow
def test_blocked_tickets_of_real_games_beside_a_search_for_ways(usa: Simulation) -> None:
    ruleset = usa.ruleset
    expected = set()
    by_game: dict[int, list[Seat]] = {}
    for row in rows_of(usa):
        by_game.setdefault(row["game"], []).append(row)
    failed = 0
    for game, seats in by_game.items():
        owner = {route: row["seat"] for row in seats for route in row["route_ids"]}
        for row in seats:
            ways = [
                {route.a, route.b}
                for route in ruleset.routes
                if owner.get(route.id) == row["seat"]
                or not ({route.id, *route.twins} & set(owner))  # USA-23: with three players
            ]
            scored = zip(row["ticket_ids"], row["ticket_points"], strict=True)
            for ticket in (ticket for ticket, points in scored if points < 0):
                failed += 1
                asked = ruleset.tickets[ruleset.ticket_index[ticket]]
                reached = {asked.origin}
                while grown := [way for way in ways if way & reached and way - reached]:
                    reached |= set().union(*grown)
                if not reached & set(asked.targets):
                    expected.add((game, row["seat"], ticket))
    table = blocked(usa.seats, ruleset)
    assert {(row["game"], row["seat"], row["ticket"]) for row in table.to_dicts()} == expected
    assert 0 < len(expected) < failed


def test_an_even_board_has_no_fault() -> None:
    points = {"a-b": 3, "a-c": 5, "b-d": 4, "c-d": 1}
    even: list[list[Seat]] = [
        [
            {
                "first": game % 2,
                "win": game // 2 % 2,
                "routes": ["a-b", "b-c", "c-d"],
                "tickets": {
                    ticket: worth if (game + place) % 3 else -worth
                    for place, (ticket, worth) in enumerate(points.items())
                },
            },
            {"first": game % 2, "win": 1 - game // 2 % 2, "routes": ["a-d"]},
        ]
        for game in range(200)
    ]
    faults = {name: check.faults for name, check in found(simulated(even)).items() if check.faults}
    assert set(faults) == {"uneven colors"}
    assert faults["uneven colors"][0].subject == "blue"  # two players cannot use it beside the red one


def test_faults_are_found_with_their_figures() -> None:
    games: list[list[Seat]] = [
        [
            {"win": 1, "routes": ["a-b"], "tickets": {"a-b": 3}},
            {"routes": ["b-c"], "tickets": {"b-d": 4 if game % 10 == 0 else -4}},
        ]
        for game in range(200)
    ]
    checked = found(simulated(games))
    ids = {name: [fault.subject for fault in check.faults] for name, check in checked.items()}
    assert ids["seat advantage"] == ["turn 1", "turn 2"]  # the first seat always starts and always wins
    assert ids["dead tickets"] == ["a-c", "c-d"]
    assert ids["hopeless tickets"] == ["b-d"]
    assert ids["gift tickets"] == ["a-b"]
    assert ids["dead routes"] == ["a-d", "c-d"]
    assert ids["blocked games"] == ids["unfinished games"] == []
    (hopeless,) = checked["hopeless tickets"].faults
    assert hopeless.figure == pytest.approx(0.1)
    assert hopeless.low is not None
    assert hopeless.high is not None
    assert 0.05 < hopeless.low < 0.1 < hopeless.high < 0.2


def test_few_games_condemn_nothing() -> None:
    games: list[list[Seat]] = [
        [{"win": 1, "tickets": {"a-b": 3}}, {"tickets": {"b-d": -4}}] for _ in range(2)
    ]
    faults = [name for name, check in found(simulated(games)).items() if check.faults]
    assert faults in ([], ["uneven colors"])


def test_limits_can_be_others() -> None:
    games: list[list[Seat]] = [[{"win": game % 2, "first": 0}, {"win": 1 - game % 2}] for game in range(400)]
    games[0][0]["finished"] = games[0][1]["finished"] = False
    checked = found(simulated(games), Limits(dead=0.0, advantage=0.5))
    assert checked["dead routes"].faults == []
    assert checked["seat advantage"].faults == []
    (unfinished,) = checked["unfinished games"].faults
    assert unfinished.figure == pytest.approx(1 / 400)


def test_sections_name_every_check_and_every_fault() -> None:
    games: list[list[Seat]] = [
        [{"win": 1, "tickets": {"a-b": 3}}, {"tickets": {"b-d": -4}}] for _ in range(200)
    ]
    simulation = simulated(games)
    overview, faults = balance_sections(list(checks(simulation)))
    checked = found(simulation)
    assert overview.table["check"].to_list() == list(checked)
    assert overview.table["faults"].sum() == len(faults.table) > 0
    assert set(faults.table["check"]) == {name for name, check in checked.items() if check.faults}
