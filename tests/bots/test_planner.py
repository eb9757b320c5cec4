"""The planner in situations whose answer is plain."""

from __future__ import annotations

from typing import Any

import pytest

import whistlestop as ws
from whistlestop import bots


def choice(position: dict[str, Any], seat: int = 0) -> str:
    """What the planner does in a position."""
    game = ws.Game.from_position(position)
    observation = game.observe(seat)
    action = bots.make("planner").choose(observation)
    return observation.legal()[observation.legal_ids().index(action)]


# Tickets


def opening(ruleset: str, offer: list[str], others: list[str]) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "phase": "opening",
        "players": [{"offer": offer}, {"offer": others}],
        "market": ["red", "blue", "green", "black", "white"],
    }


def test_keeps_tickets_that_share_routes() -> None:
    """Montreal-Atlanta and New York-Atlanta lie on one way, Portland-Phoenix on none of theirs."""
    offer = ["atlanta-montreal", "atlanta-new_york", "phoenix-portland"]
    others = ["calgary-phoenix", "boston-miami", "chicago-santa_fe"]
    assert choice(opening("usa", offer, others)) == "keep:atlanta-montreal,atlanta-new_york"


def test_keeps_what_is_done_already() -> None:
    """USA-27: of three tickets the one that the network joins costs nothing."""
    done = ["dallas-houston", "dallas-oklahoma_city", "kansas_city-oklahoma_city"]
    position = {
        "ruleset": "usa",
        "phase": "ticket_choice",
        "players": [
            {
                "routes": done,
                "offer": ["houston-kansas_city", "seattle-new_york", "los_angeles-miami"],
                "trains": 4,
            },
            {"trains": 10},
        ],
    }
    ids = {ticket.id for ticket in ws.load_ruleset("usa").tickets}
    offer = [
        next(i for i in (name, "-".join(reversed(name.split("-")))) if i in ids)
        for name in ("houston-kansas_city", "new_york-seattle", "los_angeles-miami")
    ]
    position["players"][0]["offer"] = offer  # type: ignore[index]
    position["players"][0]["trains"] = 45 - 5  # type: ignore[index]
    del position["players"][0]["trains"]  # type: ignore[attr-defined]
    assert choice(position) == "keep:houston-kansas_city"


@pytest.mark.parametrize("tickets", [[], ["dallas-new_york"]])
def test_draws_no_tickets_in_the_last_round(tickets: list[str]) -> None:
    position = {
        "ruleset": "usa",
        "players": [{"routes": ["denver-omaha"], "tickets": tickets}, {"trains": 2}],
        "market": ["red", "blue", "green", "black", "white"],
        "final_round": {"turns_left": 2, "caused_by": 1},
        "seat": 0,
    }
    assert choice(position) != "tickets"
