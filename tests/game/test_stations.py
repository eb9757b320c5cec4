"""Building stations."""

from __future__ import annotations

import pytest
from tests.game.builders import discard, hand, play, player, refuses, seat_of, start, tell

import whistlestop as ws

FIVE = "red blue green white black"


def payments(game: ws.Game, city: str) -> set[str]:
    head = f"station:{city}:"
    return {action.removeprefix(head) for action in game.legal() if action.startswith(head)}


def test_building() -> None:  # EUR-22, EUR-24
    game = start("europe", player("green*2"), market=FIVE, discard="")
    told = tell(game, "station:wien:green", seat=1)
    assert told == [
        {"event": "station", "seat": 0, "city": "wien", "payment": {"green": 1}},
        {"event": "turn", "seat": 1},
    ]
    assert (hand(game, 0), discard(game)) == ({"green": 1}, {"green": 1})
    me = seat_of(game, 0)
    assert (me["stations"], me["stations_built"], me["score"], me["trains"]) == (2, ["wien"], 0, 45)
    assert game.to_act == (1,)  # one per turn


def test_where() -> None:  # EUR-22, RUL-36, INV-8
    game = start("europe", player("red", routes="budapest-wien"), player(stations="roma"), market=FIVE)
    cities = {action.split(":")[1] for action in game.legal() if action.startswith("station")}
    assert cities == {city.id for city in game.ruleset.cities} - {
        "roma"
    }  # with own routes, or with none at all
    refuses(game, "station:roma:red")
    own = start("europe", player("red*2", stations="wien"), market=FIVE)
    refuses(own, "station:wien:red*2")


@pytest.mark.parametrize(
    ("built", "expected"),
    [
        ("", {"red", "blue", "wild"}),
        ("wien", {"red*2", "red+wild", "blue+wild", "wild*2"}),
        ("wien roma", {"red*2+wild", "red+wild*2", "blue+wild*2", "wild*3"}),
        ("wien roma paris", set()),
    ],
)
def test_cost(built: str, expected: set[str]) -> None:  # EUR-23, EUR-24
    game = start("europe", player("red*2 blue wild*3", stations=built), market=FIVE)
    assert payments(game, "berlin") == expected
    wrong = {"red", "red*2", "red*2+wild", "red+blue", "red+blue+wild", "wild", "wild*2", "wild*3", "green"}
    refuses(game, *(f"station:berlin:{payment}" for payment in wrong - expected))


def test_never_moved_and_never_compulsory() -> None:  # EUR-24, EUR-25
    game = start("europe", player("red*9", stations="wien"), market=FIVE)
    assert {action.split(":")[0] for action in game.legal()} > {"draw", "station"}
    play(game, "station:roma:red*2", "draw", "draw", "station:paris:red*3")
    assert seat_of(game, 0)["stations_built"] == ["wien", "roma", "paris"]
    assert seat_of(game, 0)["stations"] == 0
    play(game, "draw", "draw")
    assert not any(action.startswith("station") for action in game.legal())


def test_a_station_blocks_nothing() -> None:  # EUR-22
    game = start("europe", player("red"), player("white*4"), market=FIVE, deck="black*9")
    play(game, "station:wien:red", "draw", "draw", "draw", "draw")
    assert any(action.startswith("claim:budapest-wien") for action in game.legal(1))


@pytest.mark.parametrize("ruleset", ["usa", "switzerland"])
def test_other_games_have_none(ruleset: str) -> None:  # EUR-5
    game = start(ruleset, player("red*9"), market=FIVE)
    assert not any(action.startswith("station") for action in game.legal())
    city = game.ruleset.cities[0].id
    refuses(game, f"station:{city}:red")


def test_a_ticket_is_not_lost_while_a_station_may_save_it() -> None:  # EUR-27, EUR-29
    """The player cannot reach the city, but others may still build a route that a station could use."""

    def state(game: ws.Game) -> str:
        return str(game.view(0)["tickets"][0]["state"])

    me = {"routes": "brest-paris", "trains": 3, "tickets": "brest-marseille"}
    game = start("europe", player("red", **me), player("blue*4"), seat=1, market=FIVE)
    assert state(game) == "open"
    play(game, "claim:marseille-paris:blue*4")
    assert state(game) == "open"
    play(game, "station:marseille:red")
    assert state(game) == "open"  # stations count at the end
    # Nobody has trains left to build it.
    poor = start("europe", player("red", **me), player("blue*4", trains=1), seat=1, market=FIVE)
    assert state(poor) == "impossible"
