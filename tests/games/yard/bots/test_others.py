"""The simpler bots of the card game."""

from __future__ import annotations

from typing import Any

from tests.bots.choices import choice
from tests.game.builders import player, start

import whistlestop as ws

FIVE = "red blue green black white"


def game(*players: dict[str, Any], **more: Any) -> ws.Game:
    return start("card_game", *players, **{"market": FIVE, **more})


def test_random_declares_any_feasible_set() -> None:
    """CARD-41: all feasible sets occur, and no others."""
    me = player(tickets="chicago-new_york chicago-dallas dallas-helena", stack="yellow green black")
    one = game(me, player(), phase="declaration")
    found = {choice(one, "random", seat=0, seed=seed) for seed in range(200)}
    assert found == set(one.legal(0))
    assert len(found) == 5


def test_random_does_anything() -> None:
    one = game(player("red*2 blue green wild", tickets="chicago-dallas"), player("black*3"))
    assert {choice(one, "random", seed=seed) for seed in range(300)} == set(one.legal())


def test_greedy_places_what_is_worth_the_most() -> None:
    me = player("red*4 blue*4", tickets="los_angeles-new_york los_angeles-pittsburgh new_york-seattle")
    assert choice(game(me, player()), "greedy") == "set:blue*4"


def test_greedy_takes_what_is_missing() -> None:
    me = player("red", tickets="kansas_city-new_york", stack="blue")  # blue+green
    assert choice(game(me, player()), "greedy") == "take:green"


def test_greedy_robs_for_points() -> None:
    """CARD-27"""
    me = player("red*3 blue*3", tickets="boston-miami miami-new_york new_orleans-new_york")
    assert choice(game(me, player(siding="red*2")), "greedy") == "set:red*3"
    assert choice(game(me, player(siding="blue*2")), "greedy") == "set:blue*3"


def test_greedy_keeps_what_there_is_time_for() -> None:
    """CARD-32"""
    offer = "chicago-dallas miami-seattle chicago-new_york new_york-portland"
    late = {"deck": "", "final_round": {"turns_left": 2, "caused_by": 1}}
    me = player(offer=offer, stack="yellow*2 green")
    assert choice(game(me, player(), phase="ticket_choice", **late), "greedy") == (
        "keep:chicago-dallas,chicago-new_york"
    )
    assert choice(game(me, player(), phase="ticket_choice"), "greedy").count(",") == 3


def test_greedy_draws_tickets_when_nothing_is_missing() -> None:
    """CARD-31"""
    me = player("red*2", tickets="chicago-new_york", stack="yellow")
    assert choice(game(me, player()), "greedy") == "tickets"


def test_greedy_declares_the_default() -> None:
    """CARD-42"""
    tickets = "los_angeles-new_york chicago-new_york chicago-new_york/2 los_angeles-seattle"
    me = player(tickets=tickets, stack="blue*2 white*2 black yellow")
    one = game(me, player(), phase="declaration")
    assert choice(one, "greedy", seat=0) == one.legal(0)[0]
