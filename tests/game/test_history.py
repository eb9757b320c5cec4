"""Events live and from the record, copies, and errors of the Game object."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.core.players import PLAYERS
from tests.game.builders import events_of, play, player, start

import whistlestop as ws
from whistlestop.errors import IllegalAction


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players", "style"),
    [
        ("usa", 3, "uniform"),
        ("europe", 2, "tunneller"),
        ("europe", 5, "master"),
        ("switzerland", 3, "builder"),
        ("card_game", 2, "uniform"),
        ("card_game", 4, "collector"),
    ],
)
def test_history_is_what_was_told_live(ruleset: str, players: int, style: str) -> None:
    """INV-10: the record gives each seat exactly the events that it received live, even if it joins later."""
    seats: list[int | None] = [None, *range(players)]
    live: dict[int | None, list[dict[str, Any]]] = {seat: [] for seat in seats}
    rnd = random.Random(players)
    game = ws.Game.new(ruleset, players, seed=players)
    while not game.over:
        before = {seat: game.observe(seat) for seat in seats}
        acting = rnd.choice(game.to_act)
        game.play(PLAYERS[style](rnd, game.legal(acting)), acting)
        for seat in seats:
            events = events_of(game, before[seat])
            assert events
            json.dumps(events)
            live[seat].append({"version": game.version, "events": events})
            if seat != acting:
                assert not any(event.get("tickets") for event in events)
                assert not any(event["event"] == "drew" and event["card"] for event in events)
                assert not any(event["event"] == "ticket_done" for event in events)
    for seat in seats:
        assert game.history(seat) == live[seat]
        assert game.history(seat, since=40) == live[seat][40:]
        assert ws.replay(game.record()).history(seat) == live[seat]
    assert game.history(None, since=game.version) == []
    last = live[None][-1]["events"][-1]
    assert last["event"] == "over"


@pytest.mark.slow
def test_events_add_up() -> None:
    """Counting cards and points from the events gives the values of the view (COM-14)."""
    rnd = random.Random(8)
    game = ws.Game.new("europe", 3, seed=8)
    cards, points, trains = [4] * 3, [0] * 3, [45] * 3
    length = {route.id: route.length for route in game.ruleset.routes}
    while not game.over:
        before = game.observe()
        acting = rnd.choice(game.to_act)
        game.play(PLAYERS["tunneller"](rnd, game.legal(acting)), acting)
        for event in events_of(game, before):
            kind = event["event"]
            seat = event.get("seat", 0)
            if kind in ("took", "drew"):
                cards[seat] += 1
            elif kind in ("claimed", "surcharge", "station"):
                cards[seat] -= sum(event["payment"].values())
            if kind == "claimed":
                points[seat] += event["points"]
                trains[seat] -= length[event["route"]]
        open_tunnel = game.view()["tunnel"]
        for seat, one in enumerate(game.view()["players"]):
            laid_now = (
                sum(open_tunnel["payment"].values()) if open_tunnel and open_tunnel["seat"] == seat else 0
            )
            assert (one["cards"], one["score"], one["trains"]) == (
                cards[seat] - laid_now,
                points[seat],
                trains[seat],
            )


def test_a_ticket_done_is_told_to_its_owner_only() -> None:  # USA-30
    games = [
        start("usa", player("red*2", routes="denver-santa_fe", tickets="denver-el_paso"), market="blue*5")
        for _ in range(2)
    ]
    told = []
    for game, seat in zip(games, (0, 1), strict=True):
        before = game.observe(seat)
        game.play("claim:el_paso-santa_fe:red*2")
        told.append([event["event"] for event in events_of(game, before)])
    assert told == [["claimed", "ticket_done", "turn"], ["claimed", "turn"]]


def test_copies_are_independent() -> None:
    game = ws.Game.new("usa", 2, seed=1)
    copy = game.copy()
    for seat in (0, 1):
        copy.play(copy.legal(seat)[0], seat)
    assert (game.version, copy.version) == (0, 2)
    assert game.record().actions == ()
    assert len(copy.record().actions) == 2
    assert copy.history() != game.history() == []


def test_a_finished_game_refuses_everything() -> None:  # COM-4
    game = start("usa", player(), phase="over")
    assert game.over
    assert game.to_act == ()
    assert game.legal(0) == []
    for action in ("draw", "pass", "tickets"):
        with pytest.raises(IllegalAction, match="over"):
            game.play(action)
        with pytest.raises(IllegalAction, match="over"):
            game.play(action, 0)


@pytest.mark.slow
def test_resampled_games_can_be_played_and_recorded() -> None:  # INV-10
    game = ws.Game.new("europe", 3, seed=4)
    rnd = random.Random(4)
    for _ in range(40):
        seat = rnd.choice(game.to_act)
        game.play(rnd.choice(game.legal(seat)), seat)
    world = game.resample(1, seed=9)
    assert world.version == game.version
    while not world.over:
        seat = rnd.choice(world.to_act)
        world.play(rnd.choice(world.legal(seat)), seat)
    assert ws.replay(json.loads(world.record().to_json())).outcome() == world.outcome()
    assert game.resample(1, seed=9).position() == game.resample(1, seed=9).position()
    assert game.resample(1, seed=9).position() != game.resample(1, seed=10).position()
    for looker in (None, 0, 2):
        assert play(game.resample(looker, seed=1)).observe(looker).tobytes() == game.observe(looker).tobytes()
        # When the game is over, tickets are public, hands are not (COM-16).
        assert world.resample(looker, seed=1).observe(looker).tobytes() == world.observe(looker).tobytes()
        assert world.resample(looker, seed=1).outcome() == world.outcome()
