"""Each table, compared with the same figure counted row by row."""

from __future__ import annotations

from statistics import mean, median, stdev
from typing import Any

import polars as pl
import pytest
from tests.statistics.conftest import Rows, rows_of

import whistlestop as ws
from whistlestop.bots.columns import move_types
from whistlestop.bots.matches import play_all
from whistlestop.bots.plan import Lineup, Plan
from whistlestop.kinds import kind_of
from whistlestop.statistics import Simulation, places, seats, tickets

pytestmark = pytest.mark.slow


def by(table: pl.DataFrame, key: str) -> dict[Any, dict[str, Any]]:
    return {row[key]: row for row in table.to_dicts()}


def games_with(rows: Rows, column: str, member: str) -> float:
    games = {row["game"] for row in rows}
    return len({row["game"] for row in rows if member in row[column]}) / len(games)


def test_order_of_turns(usa: Simulation) -> None:
    found, rows = by(seats.by_order(usa.seats), "order"), rows_of(usa)
    assert set(found) == {0, 1, 2}
    for order, row in found.items():
        there = [each for each in rows if (each["first"] + order) % 3 == each["seat"]]
        assert row["n"] == len(there) == usa.games
        assert row["win"] == pytest.approx(mean(each["win"] for each in there))
        assert row["score"] == pytest.approx(mean(each["score"] for each in there))
        assert row["win_low"] < row["win"] < row["win_high"]
    assert sum(row["win"] for row in found.values()) == pytest.approx(1)


def test_bots(usa: Simulation) -> None:
    found, rows = by(seats.by_bot(usa.seats), "bot"), rows_of(usa)
    assert {bot: row["n"] for bot, row in found.items()} == {"greedy": 36, "planner": 36}
    for bot, row in found.items():
        assert row["win"] == pytest.approx(mean(each["win"] for each in rows if each["bot"] == bot))


def test_scores_and_their_parts(usa: Simulation) -> None:
    rows = rows_of(usa)
    sides = {
        "winners": [row for row in rows if row["rank"] == 1],
        "others": [row for row in rows if row["rank"] > 1],
    }
    spread = by(seats.scores(usa.seats), "side")
    parts = by(seats.parts(usa.seats, list(kind_of(usa.ruleset).results.parts)), "part")
    assert set(parts) == {*kind_of(usa.ruleset).results.parts, "score"}
    for side, there in sides.items():
        points = [row["score"] for row in there]
        assert spread[side]["n"] == len(points)
        assert spread[side]["mean"] == pytest.approx(mean(points))
        assert spread[side]["sd"] == pytest.approx(stdev(points))
        assert spread[side]["median"] == median(points)
        for part, row in parts.items():
            assert row[side] == pytest.approx(mean(each[part] for each in there))
    assert parts["score"]["difference"] == pytest.approx(spread["winners"]["mean"] - spread["others"]["mean"])


def test_lengths(usa: Simulation) -> None:
    found, rows = by(seats.lengths(usa.seats), "measure"), rows_of(usa)
    turns = [row["turns"] for row in rows if row["seat"] == 0]
    assert found["turns"]["n"] == usa.games
    assert found["turns"]["mean"] == pytest.approx(mean(turns))
    assert found["turns_each"]["median"] == pytest.approx(median(turns) / 3)
    decisions = sum(row["decisions"] for row in rows)
    assert found["decisions"]["mean"] * usa.games == pytest.approx(decisions)


def test_histograms_leave_no_row_and_no_bin_out(usa: Simulation) -> None:
    rows = rows_of(usa)
    scores = seats.score_distribution(usa.seats, 5)
    for row in scores.to_dicts():
        there = [each for each in rows if row["bin"] <= each["score"] < row["bin"] + 5]
        assert row["winners"] == sum(each["rank"] == 1 for each in there)
        assert row["others"] == sum(each["rank"] > 1 for each in there)
    assert scores.select(pl.col("winners") + pl.col("others")).sum().item() == len(rows)
    assert set(scores["bin"].diff().drop_nulls()) == {5}
    assert seats.turn_distribution(usa.seats, 2)["games"].sum() == usa.games


@pytest.mark.parametrize("name", ["usa", "cards"])
def test_tickets(name: str, request: pytest.FixtureRequest) -> None:
    simulation: Simulation = request.getfixturevalue(name)
    rows = rows_of(simulation)
    found = by(tickets.by_ticket(simulation.seats, simulation.ruleset), "ticket")
    assert list(found) == [ticket.id for ticket in simulation.ruleset.tickets]
    for ticket, row in found.items():
        kept = [
            (dict(zip(each["ticket_ids"], each["ticket_points"], strict=True))[ticket], each["win"])
            for each in rows
            if ticket in each["ticket_ids"]
        ]
        assert row["n"] == len(kept)
        assert row["kept"] == pytest.approx(games_with(rows, "ticket_ids", ticket))
        if kept:
            assert row["done"] == pytest.approx(mean(points > 0 for points, _ in kept))
            assert row["scored"] == pytest.approx(mean(points for points, _ in kept))
            assert row["win"] == pytest.approx(mean(win for _, win in kept))
            assert abs(max(points for points, _ in kept)) <= row["points"]
        else:
            assert row["done"] is row["scored"] is row["win"] is None
    assert sum(row["n"] for row in found.values()) == sum(row["kept"] for row in rows) > 0


def test_routes_connections_and_colors(usa: Simulation) -> None:
    rows, ruleset = rows_of(usa), usa.ruleset
    found = by(places.by_route(usa.seats, ruleset), "route")
    assert list(found) == [route.id for route in ruleset.routes]
    laid: dict[str, int] = {}
    for route in ruleset.routes:
        row = found[route.id]
        wins = [each["win"] for each in rows if route.id in each["route_ids"]]
        assert (row["n"], row["color"], row["length"]) == (len(wins), route.color, route.length)
        assert row["claimed"] == pytest.approx(len(wins) / usa.games)  # COM-6: nobody else owns it
        assert row["win"] == (pytest.approx(mean(wins)) if wins else None)
        laid[route.color] = laid.get(route.color, 0) + route.length * len(wins)
    colors = by(places.by_color(usa.seats, ruleset), "color")
    assert set(colors) == set(laid)
    for color, row in colors.items():
        spaces = sum(route.length for route in ruleset.routes if route.color == color)
        assert row["spaces"] == spaces
        assert row["laid"] == pytest.approx(laid[color] / usa.games)
        assert row["used"] == pytest.approx(laid[color] / usa.games / spaces)
    assert sum(row["laid"] for row in colors.values()) * usa.games == pytest.approx(
        sum(45 - row["trains_left"] for row in rows)
    )
    connections = by(places.by_connection(usa.seats, ruleset, usa.players), "route")
    assert "denver-kansas_city" in connections
    assert "denver-kansas_city/2" not in connections  # COM-7
    either = {
        row["game"] for row in rows if {"denver-kansas_city", "denver-kansas_city/2"} & set(row["route_ids"])
    }
    assert connections["denver-kansas_city"]["claimed"] == pytest.approx(len(either) / usa.games)


def test_cities_and_colors_of_a_card_game(cards: Simulation) -> None:
    rows, ruleset = rows_of(cards), cards.ruleset
    found = by(places.by_city(cards.seats, ruleset), "city")
    assert {city: row["points"] for city, row in found.items()} == {
        city.id: city.bonus for city in ruleset.cities if city.bonus is not None
    }  # CARD-51
    for city, row in found.items():
        wins = [each["win"] for each in rows if city in each["city_ids"]]
        assert row["n"] == len(wins)
        assert row["taken"] == pytest.approx(games_with(rows, "city_ids", city))
        assert row["win"] == (pytest.approx(mean(wins)) if wins else None)
    needed = by(places.by_color_needed(cards.seats, ruleset), "color")
    assert len(needed) == 8
    for color, row in needed.items():
        asking = {ticket.id: ticket.cards[color] for ticket in ruleset.tickets if color in ticket.cards}
        assert (row["tickets"], row["cards"]) == (len(asking), sum(asking.values()))
        kept = [
            points > 0
            for each in rows
            for ticket, points in zip(each["ticket_ids"], each["ticket_points"], strict=True)
            if ticket in asking
        ]
        assert row["n"] == len(kept)
        assert row["done"] == pytest.approx(mean(kept))


def test_robbery() -> None:
    # CARD-27
    plan = Plan(ws.load_ruleset("card_game"), (Lineup(3, ("greedy",)),), 4, moves=True)
    batches = list(play_all(plan, 1))
    moves = pl.concat(
        pl.DataFrame({name: batch.moves[name].tolist() for name in move_types(kind_of(plan.ruleset))})
        for batch in batches
    )
    wanted = ("deal", "lineup", "game", "seat", "win", "score")
    rows = pl.concat(pl.DataFrame({name: batch.seats[name].tolist() for name in wanted}) for batch in batches)
    lost: dict[tuple[int, int], list[int]] = {}
    for move in moves.to_dicts():
        if move["victim"] >= 0:
            lost.setdefault((move["game"], move["victim"]), []).append(move["robbed"])
    found = by(places.by_times_robbed(rows.lazy(), moves.lazy()), "robbed")
    assert sum(row["n"] for row in found.values()) == len(rows)
    assert sum(times * row["n"] for times, row in found.items()) == sum(map(len, lost.values())) > 0
    for times, row in found.items():
        there = [each for each in rows.to_dicts() if len(lost.get((each["game"], each["seat"]), [])) == times]
        assert row["n"] == len(there)
        assert row["win"] == pytest.approx(mean(each["win"] for each in there))
        robbed = [sum(lost.get((each["game"], each["seat"]), [])) for each in there]
        assert row["cards"] == pytest.approx(mean(robbed))
