"""Plans and hints of the card game: what tickets need, and that the stack stays hidden."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from tests.game.builders import player, start
from tests.server.stacks import other_stacks

import whistlestop as ws
from whistlestop import bots

FIVE = "red blue green white black"


def plan(game: ws.Game, seat: int = 0, *, look: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(game.observe(seat).plan(look))
    return found


def hint(game: ws.Game, seat: int = 0, *, look: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(game.observe(seat).hint(look))
    return found


def test_what_a_ticket_lacks() -> None:  # CARD-1
    ticket = ws.load_ruleset("card_game").tickets[0]
    color, count = next(iter(ticket.cards.items()))
    me = player(f"{color} wild", tickets=ticket.id)
    found = plan(start("card_game", me, market=FIVE))
    assert (found["stack_known"], found["wilds"]) == (True, 1)  # it is empty
    mine = found["tickets"][0]
    assert (mine["id"], mine["offered"], mine["points"]) == (ticket.id, False, ticket.points[0])
    assert mine["place"] == ticket.cards
    drawn = {**ticket.cards, color: count - 1}
    assert mine["draw"] == {name: number for name, number in drawn.items() if number}


def test_rows_count_and_the_stack_where_it_may_be_seen() -> None:  # CARD-10, CARD-22
    ticket = ws.load_ruleset("card_game").tickets[0]
    first, *rest = ticket.cards
    stack = " ".join(f"{color}*{ticket.cards[color]}" for color in rest) + " wild"
    me = player("", tickets=ticket.id, stack=stack, siding=f"{first}*2+wild*2")
    game = start("card_game", me, market=FIVE)
    hidden, seen = plan(game), plan(game, look=True)
    assert (hidden["stack_known"], seen["stack_known"]) == (False, True)
    assert (hidden["wilds"], seen["wilds"]) == (2, 3)
    assert hidden["tickets"][0]["place"] == {color: ticket.cards[color] for color in rest}
    assert seen["tickets"][0]["place"] == {}


def test_a_stack_that_is_not_shown_changes_nothing() -> None:  # CARD-22, RUL-61
    rng = random.Random(3)
    game = ws.Game.new("card_game", players=3, seed=3)
    differ = 0
    planner = [bots.make("planner", seed=seat) for seat in range(3)]
    while game.view()["phase"] != "declaration":
        seat = rng.choice(game.to_act)
        same, other = ws.Game.from_position(game.position()), other_stacks(game, rng)
        assert hint(other, seat) == hint(same, seat)
        shown = [each.observe(seat).as_shown().tobytes() for each in (same, other)]
        assert shown[0] == shown[1]
        assert plan(other, seat) == plan(same, seat)
        differ += plan(other, seat, look=True) != plan(game, seat, look=True)
        seen = game.observe(seat)
        game.play(game.ruleset.notation.text(bots.ask(planner[seat], seen), seen.offer()), seat)
    assert differ > 10


def test_hints_are_legal_and_their_reasons_true() -> None:
    told: set[str] = set()
    for look in (False, True):
        game = ws.Game.new("card_game", players=4, seed=6)
        planner = bots.make("planner")
        while not game.over:
            seat = game.to_act[0]
            view = game.view(seat, look=look)
            found = hint(game, seat, look=look)
            assert hint(game, seat, look=look) == found
            told |= {reason["reason"] for reason in found["reasons"]}
            check(view, found)
            if not any(one["stack"] for one in view["players"]):  # needs no memory: the bot's own choice
                action = bots.ask(planner, game.observe(seat))
                assert found["action"] == game.ruleset.notation.text(action, game.observe(seat).offer())
            game.play(found["action"], seat)
    assert {"needed", "wanted", "robs", "denies", "planned", "declares", "turns_left", "spare"} <= told
    assert "stack_unknown" in told


def check(view: dict[str, Any], found: dict[str, Any]) -> None:
    """Check the reasons of a hint against the view."""
    mine = {ticket["id"]: ticket for ticket in (*view["tickets"], *view["offer"])}
    for reason in found["reasons"]:
        match reason["reason"]:
            case "needed":
                for ticket in reason["tickets"]:
                    assert reason["card"] == "wild" or reason["card"] in mine[ticket]["cards"]
            case "robs":
                rows = view["players"][reason["victim"]]["siding"]
                row = next(row for row in rows if row["color"] == reason["color"])
                assert row["cards"] + row["wilds"] == reason["cards"]
            case "denies":
                assert view["seat"] != reason["victim"]
                assert view["players"][reason["victim"]]["known"][reason["color"]] == reason["cards"]
                assert found["action"] == f"take:{reason['color']}"
            case "planned" | "left_out":
                assert reason["ticket"] in found["action"]
                assert reason["ticket"] in {ticket["id"] for ticket in view["offer"]}
            case "declares":
                named = found["action"].partition(":")[2].split(",")
                assert reason["points"] == sum(mine[ticket]["points"][0] for ticket in named if ticket)
            case "stack_unknown":
                assert view["stack"] is None
                assert reason["cards"] == view["players"][view["seat"]]["stack"] > 0
