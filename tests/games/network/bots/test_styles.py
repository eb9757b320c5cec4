"""Bots with one style each, in situations that show it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.games.network.bots.styles.blocker import guess_tickets
from whistlestop.games.network.bots.work import WORK
from whistlestop.games.network.sizes import TICKETS

MARKET = ["red", "blue", "green", "black", "white"]
OPPONENT: dict[str, Any] = {}


def choice(bot: str, me: dict[str, Any], other: dict[str, Any] = OPPONENT, **more: Any) -> str:
    """Return a bot's action on the board of the USA."""
    position = {"ruleset": "usa", "players": [me, other], "market": MARKET, **more}
    observation = ws.Game.from_position(position).observe(0)
    action = bots.make(bot).choose(observation)
    return observation.legal()[observation.legal_ids().index(action)]


OFFER = {"offer": ["new_york-seattle", "denver-el_paso", "boston-miami"]}
OTHERS_OFFER = {"offer": ["calgary-phoenix", "duluth-el_paso", "chicago-santa_fe"]}


@pytest.mark.parametrize(
    ("bot", "kept"),
    [
        ("path", "new_york-seattle,denver-el_paso,boston-miami"),
        ("one_step", "denver-el_paso,boston-miami"),
        ("long_route", "denver-el_paso,boston-miami"),
        ("racer", "denver-el_paso,boston-miami"),
        ("blocker", "denver-el_paso,boston-miami"),
    ],
)
def test_tickets_kept_in_the_opening(bot: str, kept: str) -> None:
    """USA-4: all of them, or the two with the least to lose."""
    assert set(choice(bot, OFFER, OTHERS_OFFER, phase="opening").removeprefix("keep:").split(",")) == set(
        kept.split(",")
    )


def test_hungry_keeps_what_its_trains_can_still_join() -> None:
    """With 19 trains, the long path to Seattle is out of reach, the two short ones are not (USA-29)."""
    me = {"trains": 19, "offer": ["new_york-seattle", "denver-el_paso", "houston-kansas_city"]}
    assert choice("hungry", me, phase="ticket_choice") == "keep:denver-el_paso,houston-kansas_city"


def test_hungry_draws_tickets_first() -> None:
    """USA-26: it does so until it has enough, whatever it could claim."""
    me = {"tickets": ["dallas-new_york", "denver-el_paso"], "hand": {"black": 6}}
    assert choice("hungry:appetite=3", me) == "tickets"
    assert choice("hungry:appetite=2", me) != "tickets"


def test_path_claims_on_the_way_of_its_ticket() -> None:
    """The longer route scores more but is on no path."""
    me = {"tickets": ["denver-el_paso"], "hand": {"red": 2, "orange": 6}}
    assert choice("path", me).split(":")[1].split("/")[0] in {"denver-santa_fe", "el_paso-santa_fe"}


def test_path_without_tickets_claims_for_points() -> None:
    assert choice("path", {"hand": {"red": 2, "green": 6}}) == "claim:el_paso-houston:green*6"


def test_one_step_claims_nothing_but_its_next_route() -> None:
    """Denver-Santa Fe is on the path of the larger ticket; a possible claim for the other one waits."""
    me = {"tickets": ["denver-el_paso", "boston-miami"], "hand": {"red": 2}}
    assert choice("one_step", me).startswith("claim:boston-new_york")
    me = {"tickets": ["denver-el_paso"], "hand": {"green": 6}, "routes": ["denver-santa_fe"]}
    assert choice("one_step", me) == "claim:el_paso-santa_fe:green*2"


def test_long_route_leaves_short_routes_alone() -> None:
    """It could pay for a gray route of two, but lacks four yellow cards for one of six."""
    me = {"hand": {"yellow": 2}, "tickets": ["denver-el_paso"]}
    assert not choice("long_route", me).startswith("claim:")
    assert choice("long_route", {"hand": {"yellow": 5, "red": 2}}) == "claim:el_paso-oklahoma_city:yellow*5"


def test_racer_lays_the_most_trains() -> None:
    """Two trains would complete the ticket of 22 points."""
    me = {
        "hand": {"green": 6, "red": 2},
        "tickets": ["denver-el_paso"],
        "routes": ["denver-santa_fe"],
    }
    assert choice("racer", me) == "claim:el_paso-houston:green*6"
    assert choice("greedy", {**me, "hand": {"green": 3, "red": 2}}).startswith("claim:el_paso-santa_fe")


# On the path from Calgary to Phoenix only Denver-Helena is missing, and there are too few trains for a
# detour.
HOARDER = {
    "trains": 5,
    "hand": {"purple": 9},
    "known": {"purple": 5},
    "tickets": ["calgary-phoenix"],
    "routes": ["calgary-helena", "phoenix-santa_fe", "denver-santa_fe"],
}


def test_blocker_takes_what_the_hoarder_waits_for() -> None:
    """It could also pay for Chicago-Omaha, which scores the same and hurts nobody."""
    me = {"hand": {"green": 4, "blue": 4}}
    assert choice("blocker", me, HOARDER) == "claim:denver-helena:green*4"
    few = {**HOARDER, "hand": {"purple": 3}, "known": {}}
    assert choice("blocker", me, few) == choice("greedy", me, few)
    assert choice("blocker:hoard=20", me, HOARDER) == choice("greedy", me, HOARDER)


def test_blocker_guesses_the_ticket_that_the_routes_serve() -> None:
    """Of all tickets that no player has revealed, the likeliest is the one that the player's routes come closest to."""
    position = {"ruleset": "usa", "players": [{}, HOARDER], "market": MARKET}
    observation = ws.Game.from_position(position).observe(0)
    chances = np.zeros(TICKETS, np.int64)
    guess_tickets(observation.array[0], observation.ruleset.rules[0], np.zeros(1, WORK)[0], 1, chances)
    tickets = [ticket.id for ticket in observation.ruleset.tickets]
    assert tickets[int(chances.argmax())] == "calgary-phoenix"
    assert 0 < chances.sum() <= 1000


@pytest.mark.slow
def test_blocker_guesses_alike_in_worlds_that_it_cannot_tell_apart() -> None:
    """COM-15: the hoarder's actual tickets have no influence."""
    position = {"ruleset": "usa", "players": [{"hand": {"green": 4}}, HOARDER], "market": MARKET}
    game = ws.Game.from_position(position)
    choices = {bots.make("blocker").choose(game.resample(0, seed=seed).observe(0)) for seed in range(20)}
    assert len(choices) == 1
