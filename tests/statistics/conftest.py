from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import whistlestop as ws
from whistlestop.rulesets import ruleset_from_data
from whistlestop.statistics import Simulation
from whistlestop.statistics.playing import play

Rows = list[dict[str, Any]]

SQUARE: dict[str, Any] = {
    "id": "square",
    "players": {"min": 2, "max": 4},
    "trains": {"count": 12},
    "opening": {"regular": 1, "keep": 1},
    "draw": {"regular": 1, "keep": 1},
    "cities": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "d"}],
    "routes": [
        {"id": "a-b", "length": 2, "color": "red"},
        {"id": "a-b/2", "length": 2, "color": "blue"},
        {"id": "b-c", "length": 3, "color": "green"},
        {"id": "c-d", "length": 1, "color": "red"},
        {"id": "a-d", "length": 4, "color": "gray"},
    ],
    "tickets": [
        {"id": "a-b", "origin": "a", "targets": ["b"], "points": [3]},
        {"id": "a-c", "origin": "a", "targets": ["c"], "points": [5]},
        {"id": "b-d", "origin": "b", "targets": ["d"], "points": [4]},
        {"id": "c-d", "origin": "c", "targets": ["d"], "points": [1]},
    ],
}


def simulated(games: list[list[dict[str, Any]]]) -> Simulation:
    """Return games on a square board, each with its own deal; missing values of a seat are zero."""
    rows = []
    for game, seats in enumerate(games):
        for seat, told in enumerate(seats):
            scored = told.get("tickets", {})
            rows.append(
                {
                    "deal": game,
                    "lineup": 0,
                    "game": game,
                    "seat": seat,
                    "players": len(seats),
                    "first": told.get("first", 0),
                    "bot": "planner",
                    "finished": told.get("finished", True),
                    "rank": 1 if told.get("win") else 2,
                    "win": float(told.get("win", 0)),
                    "score": told.get("score", 0),
                    "turns": 10,
                    "actions": 12,
                    "decisions": 6,
                    "ticket_ids": list(scored),
                    "ticket_points": list(scored.values()),
                    "route_ids": told.get("routes", []),
                    "station_cities": [],
                    **dict.fromkeys(("routes", "tickets", "stations", "longest", "completed"), 0),
                }
            )
    types = {
        "ticket_ids": pl.List(pl.String),
        "ticket_points": pl.List(pl.Int16),
        "route_ids": pl.List(pl.String),
    }
    frame = pl.DataFrame(rows, schema_overrides=types | {"station_cities": pl.List(pl.String)})
    return Simulation(ruleset_from_data(SQUARE), len(games[0]), ("planner",), frame.lazy())


@pytest.fixture(scope="session")
def usa() -> Simulation:
    """Return real games between two bots."""
    return play(ws.load_ruleset("usa"), 3, ("greedy", "planner"), 24, jobs=1)


@pytest.fixture(scope="session")
def cards() -> Simulation:
    return play(ws.load_ruleset("card_game"), 3, ("greedy",), 12, jobs=1)


def rows_of(simulation: Simulation) -> Rows:
    return simulation.seats.collect().to_dicts()
