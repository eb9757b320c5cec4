"""Small trains: a second stock of pieces, which some routes take instead of trains (MECH-7)."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.core.campaign import Campaign
from tests.game.builders import board, player, refuses, start
from tests.studio.boards import drafts

import whistlestop as ws
from whistlestop import bots
from whistlestop.errors import PositionError, RulesetError
from whistlestop.games.network.advice.obstacles import obstacles
from whistlestop.games.network.advice.shapes import TooFewSmallTrains, TooFewTrains
from whistlestop.kinds import kind_of
from whistlestop.rulesets import ruleset_from_data
from whistlestop.studio import examine
from whistlestop.studio.files import exported

ROUTES = "a-b:2:red a-c:3:gray a-d:3:blue b-c:1:blue b-c/2:1:green c-d:4:gray:tunnel b-d:2:gray"
TICKETS = "a-b:3 a-c:5 b-c:2 a-b/2:4"
SMALL: dict[str, Any] = {
    "small_trains": {"count": 3, "routes": ["a-b", "b-c/2", "b-d"]},
    "trains": {"count": 6, "end": 2},
    "rules": {"surcharge_cards": 3},
}


def small(**settings: Any) -> dict[str, Any]:
    return board(ROUTES, TICKETS, **(SMALL | settings))


def table(**first: Any) -> ws.Game:
    return start(small(), player("red*3 blue*4 green*4 wild*2", **first))


def left(game: ws.Game, seat: int = 0) -> tuple[int, int]:
    shown = game.view()["players"][seat]
    return shown["trains"], shown["small_trains"]


def test_a_route_takes_its_own_kind() -> None:  # MECH-7
    game = table()
    assert left(game) == (9, 3)
    game.play("claim:a-b:red*2")
    assert left(game) == (7, 1)
    game = table(routes="a-b")
    game.play("claim:b-c:blue")
    assert left(game) == (6, 1)


def test_both_routes_of_a_double_route_may_differ() -> None:  # MECH-7, COM-7
    ruleset = table().ruleset
    assert {route.id: route.small for route in ruleset.routes if route.twins} == {"b-c": False, "b-c/2": True}
    assert left(table(routes="b-c")) == (8, 3)
    assert left(table(routes="b-c/2")) == (8, 2)


def test_enough_of_the_other_kind_does_not_help() -> None:  # MECH-7, USA-25
    game = table(routes="a-b")  # one small train is left, and six others
    refuses(game, "claim:b-d:blue*2", "claim:b-d:wild*2")
    assert obstacles(game.observe(0), 0)["b-d"] == TooFewSmallTrains(needed=2, left=1)
    game = table(trains=4, small_trains=2)
    refuses(game, "claim:a-c:green*3", "claim:a-d:blue*3")
    assert obstacles(game.observe(0), 0)["a-d"] == TooFewTrains(needed=3, left=2)
    assert "claim:b-d:blue*2" in game.legal()


def test_small_trains_alone_do_not_end_the_game() -> None:  # MECH-7, COM-21
    game = table(routes="a-b", trains=7, small_trains=1)
    game.play("claim:b-c/2:green")
    assert left(game) == (6, 0)
    assert game.view()["final_round"] is None
    game = table(routes="b-c/2", trains=4, small_trains=2)
    game.play("claim:b-d:blue*2")
    assert left(game) == (2, 0)
    assert game.view()["final_round"] is not None


def test_points_tickets_and_paths_count_both_kinds() -> None:  # MECH-7, COM-13, COM-23
    game = table(routes="a-b", tickets="a-c", trains=7)
    game.play("claim:b-c:blue")
    assert game.view()["players"][0]["score"] == 2 + 1
    over = start(small(), player(routes=["a-b", "b-c"], tickets=["a-c"]), phase="over")
    outcome = over.outcome()
    assert outcome is not None
    first = outcome["players"][0]
    assert (first["longest_path"], first["tickets"], first["small_trains"]) == (3, 5, 1)


def test_a_tunnel_with_small_trains() -> None:  # MECH-7, EUR-12
    marked = small(small_trains={"count": 4, "routes": ["c-d"]})
    game = start(marked, player("blue*4"), market="", deck="red red red red red", discard="")
    game.play("claim:c-d:blue*4")
    assert left(game) == (6, 0)
    game = start(marked, player("blue*5"), market="", deck="blue red red red red", discard="")
    game.play("claim:c-d:blue*4")
    assert left(game) == (10, 4)
    game.play("surcharge:blue")
    assert left(game) == (6, 0)


def test_a_mountain_route_takes_all_its_trains_from_one_stock() -> None:  # MECH-7, ASI-6
    climbed = small(mountains={"routes": {"a-b": 1}})
    game = start(climbed, player("red*2 green*2"))
    game.play("claim:a-b:red*2")
    assert left(game) == (6, 0)
    assert obstacles(start(climbed, player("red*2", routes="b-c/2")).observe(0), 0)["a-b"] == (
        TooFewSmallTrains(needed=3, left=2)
    )


def test_positions() -> None:  # MECH-7, INV-4
    game = table(routes="a-b", trains=5, small_trains=1)
    again = ws.Game.from_position(game.position())
    assert (again.states["trains"] == game.states["trains"]).all()
    assert (again.states["small_trains"] == game.states["small_trains"]).all()
    assert left(table(trains=7)) == (7, 1)  # no more ordinary trains than there are
    for first, message in (
        ({"small_trains": 4}, "4 small trains of 9"),
        ({"routes": "a-b", "small_trains": 2}, "2 small trains of 7"),
        ({"trains": 8, "small_trains": 1}, "1 small trains of 8"),
        ({"trains": 2, "small_trains": 3}, "3 small trains of 2"),
        ({"routes": ["a-b", "b-d"]}, "the routes need more than 3 small trains"),
        ({"routes": ["a-c", "a-d", "b-c"]}, "the routes need more than 6 trains"),
    ):
        with pytest.raises(PositionError, match=message):
            table(**first)


def test_clients_and_programs_are_told() -> None:  # MECH-7
    ruleset = table().ruleset
    kind = kind_of(ruleset)
    told = msgspec.to_builtins(kind.data.public(ruleset))
    assert {route["id"] for route in told["routes"] if route.get("small")} == {"a-b", "b-c/2", "b-d"}
    assert (told["trains"], told["numbers"]["small_trains"]) == (9, 3)
    brief = " ".join(kind.told.brief(ruleset))
    assert "3 of each player's 9 trains are small." in brief
    assert "a-b, b-c/2, b-d" in brief


def test_arrays_have_a_column_only_with_small_trains() -> None:  # MECH-7
    game = table(routes="a-b")
    observation = game.observe(0)
    found = {field.name: field for field in game.ruleset.tensor_fields(2)}["small_trains"]
    assert found.columns == ("left",)
    assert np.allclose(found.of(observation.tensor())[..., 0], [1 / 3, 1.0])
    plain = start(small(small_trains={}), player()).ruleset
    assert "small_trains" not in [field.name for field in plain.tensor_fields(2)]


def test_other_boards_do_not_mention_them() -> None:  # MECH-7
    game = ws.Game.new("usa", 2, seed=1)
    data = kind_of(game.ruleset).data.public(game.ruleset)
    for shown in (data, game.view(), game.position(), game.ruleset.data.plain()):
        assert b"small_trains" not in msgspec.json.encode(shown)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"small_trains": {"count": 3, "routes": ["a-b", "b-e"]}}, "small_trains: unknown route 'b-e'"),
        ({"small_trains": {"count": 3, "routes": ["a-b", "a-b"]}}, "small_trains: a-b is named twice"),
        ({"small_trains": {"count": 3}}, "small_trains: name the routes that take them"),
        ({"small_trains": {"routes": ["a-b"]}}, "small_trains: the routes need a count"),
        (
            {"small_trains": {"count": 2, "routes": ["a-c"]}},
            "route a-c: longer than a player's 2 small trains",
        ),
        ({"small_trains": {"count": 122, "routes": ["a-c"]}}, "128 trains of both kinds are too many"),
        ({"small_trains": {"count": -1}}, "small_trains.count"),
        ({"mountains": {"routes": {"a-b": 2}}}, "a-b takes more than a player's 3 small trains"),
        ({"trains": {"count": 5, "end": 8}}, "count (5) must be greater than end (8)"),
    ],
)
def test_faults(changes: dict[str, Any], message: str) -> None:  # MECH-7
    with pytest.raises(RulesetError) as caught:
        start(small(**changes), player())
    assert any(message in str(problem) for problem in caught.value.problems)


def games(ruleset: ws.Ruleset, names: list[str], seeds: int) -> Iterator[ws.Game]:
    """Yield finished games between bots; an illegal action would raise."""
    for seed in range(seeds):
        game = ws.Game.new(ruleset, len(names), seed=seed)
        seats = [bots.make(names[(seat + seed) % len(names)], seed=seed) for seat in range(len(names))]
        while not game.over:
            for seat in game.to_act:
                game.play_id(bots.ask(seats[seat], game.observe(seat)), seat)
        yield game


def usa_small(count: int = 6) -> ws.Ruleset:
    """Return the board usa with small trains on all its routes of up to two spaces."""
    usa = ws.load_ruleset("usa")
    routes = [route.id for route in usa.routes if route.length <= 2]
    return ruleset_from_data(
        usa.data.plain() | {"id": "usa_small", "small_trains": {"count": count, "routes": routes}}
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["planner", "greedy", "blocker", "hungry", "path", "one_step", "racer", "search:playouts=4"]
)
def test_bots_play_whole_games(name: str) -> None:  # MECH-7
    ruleset = usa_small()
    marked = {route.id: route for route in ruleset.routes if route.small}
    used = 0
    for game in games(ruleset, [name, "random"], 2):
        for shown in game.view()["players"]:
            taken = sum(marked[route].length for route in shown["routes"] if route in marked)
            assert taken + shown["small_trains"] == 6
            used += taken
    assert used


@pytest.mark.slow
def test_search_beats_greedy() -> None:  # MECH-7
    wins = 0
    for seed, game in enumerate(games(usa_small(), ["search:playouts=8", "greedy"], 6)):
        outcome = game.outcome()
        assert outcome is not None
        wins += outcome["players"][seed % 2]["rank"] == 1
    assert wins >= 5


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(drafts(), st.integers(0, 2**32))
def test_any_board_keeps_both_stocks(draft: dict[str, Any], seed: int) -> None:  # MECH-7, INV-4
    """Random games on random boards: a claim is legal only with enough of the route's own stock, counted by hand."""
    assume(draft["small_trains"]["routes"] and not examine(draft).faults)
    game = ws.Game.new(ruleset_from_data(draft), 2, seed=seed)
    starts = {True: draft["small_trains"]["count"], False: draft["trains"]["count"]}
    routes = {route.id: route for route in game.ruleset.routes}
    chance = random.Random(seed)
    while not game.over:
        for seat, shown in enumerate(game.view()["players"]):
            used = dict.fromkeys(starts, 0)
            for name in shown["routes"]:
                used[routes[name].small] += routes[name].length
            rest = {kind: starts[kind] - used[kind] for kind in starts}
            assert rest == {True: shown["small_trains"], False: shown["trains"] - shown["small_trains"]}
            assert min(rest.values()) >= 0
            legal = [action.split(":")[1] for action in game.legal(seat) if action.startswith("claim:")]
            assert all(routes[name].length <= rest[routes[name].small] for name in legal)
        seat = game.to_act[0]
        game.play(chance.choice(game.legal(seat)), seat)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_random_games_keep_the_invariants(tmp_path: Path, players: int) -> None:  # MECH-7, INV-4
    with zipfile.ZipFile(io.BytesIO(exported(usa_small().data.plain(), "zip"))) as files:
        files.extractall(tmp_path)
    tally = Campaign(str(tmp_path / "usa_small"), players, seed=players).run(3000)
    assert tally["claim"] > 100
