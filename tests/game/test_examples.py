"""The worked examples of the rulebooks (docs/rules.md, section 9), played through."""

from __future__ import annotations

from typing import Any

import pytest
from tests.game.builders import board, cards, discard, hand, play, player, refuses, seat_of, start, tell

import whistlestop as ws

FIVE = "red blue green white black"
TO_AUSTRIA = "bellinzona-lugano bellinzona-wassen chur-wassen chur-davos at_davos-davos"


def payments(game: ws.Game, route: str) -> set[str]:
    """Return the legal payments for a route."""
    head = f"claim:{route}:"
    return {action.removeprefix(head) for action in game.legal() if action.startswith(head)}


def rows(game: ws.Game, seat: int) -> dict[str, tuple[int, int]]:
    """Return the cards and locomotives of each row in a siding."""
    return {row["color"]: (row["cards"], row["wilds"]) for row in seat_of(game, seat)["siding"]}


def results(ruleset: str | dict[str, Any], *players: dict[str, Any]) -> list[dict[str, Any]]:
    """Return each player's result if the game is over in this position."""
    outcome = start(ruleset, *players, phase="over").outcome()
    assert outcome is not None
    found: list[dict[str, Any]] = outcome["players"]
    return found


# Routes.


@pytest.mark.parametrize("payment", ["blue*4", "blue*3+wild", "blue*2+wild*2", "blue+wild*3", "wild*4"])
def test_a_blue_route_of_four(payment: str) -> None:  # EX-1, USA-17, USA-18, COM-11
    game = start("europe", player("blue*5 red wild*5"), market=FIVE, discard="")
    assert len(payments(game, "pamplona-paris")) == 5
    refuses(
        game,
        *(f"claim:pamplona-paris:{wrong}" for wrong in ("blue*3", "blue*4+wild", "blue*3+red", "red+wild*3")),
    )
    told = tell(game, f"claim:pamplona-paris:{payment}")
    assert (told[0]["event"], told[0]["points"]) == ("claimed", 7)
    assert discard(game) == cards(payment.replace("+", " "))


@pytest.mark.parametrize("payment", ["red*2", "yellow+wild", "wild*2"])
def test_a_gray_route_of_two(payment: str) -> None:  # EX-2, USA-17, USA-19, RUL-17, RUL-18
    game = start("europe", player("red*2 yellow wild*2"), market=FIVE)
    assert payments(game, "danzig-warszawa") == {"red*2", "red+wild", "yellow+wild", "wild*2"}
    refuses(game, "claim:danzig-warszawa:red+yellow", "claim:danzig-warszawa:red")
    play(game, f"claim:danzig-warszawa:{payment}")
    assert seat_of(game, 0)["score"] == 2


def test_no_route_in_parts() -> None:  # EX-3, USA-20
    game = start("europe", player("black*2", trains=45), market=FIVE, deck="black*6")
    refuses(game, "claim:brest-paris:black*2")
    play(game, "draw", "draw", "draw", "draw", "claim:brest-paris:black*3")
    assert (seat_of(game, 0)["trains"], hand(game, 0)) == (42, {"black": 1})


def test_partly_parallel_routes() -> None:  # EX-4, COM-7
    game = start("europe", player("orange*2 black*3"), player(), market=FIVE, deck="white*9")
    routes = {route.id: route for route in game.ruleset.routes}
    assert routes["brest-dieppe"].twins == routes["brest-paris"].twins == ()
    play(game, "claim:brest-dieppe:orange*2", "draw", "draw", "claim:brest-paris:black*3")
    assert seat_of(game, 0)["routes"] == ["brest-dieppe", "brest-paris"]


def test_the_ferry_of_six() -> None:  # EX-5, EUR-9, EUR-11
    game = start("europe", player("red*6 blue*2 wild*6"), market=FIVE)
    legal = {"red*4+wild*2", "red*3+wild*3", "red*2+wild*4", "red+wild*5", "wild*6"}
    assert payments(game, "palermo-smyrna") == legal | {"blue*2+wild*4", "blue+wild*5"}
    wrong = ("red*5+wild", "red*6", "red*2+blue*2+wild*2")
    refuses(game, *(f"claim:palermo-smyrna:{payment}" for payment in wrong))
    assert tell(game, "claim:palermo-smyrna:red*4+wild*2")[0]["points"] == 15


@pytest.mark.parametrize("players", [3, 4])
def test_two_tunnels_side_by_side(players: int) -> None:  # EX-6, EUR-21, USA-23, USA-24
    hands = [player("black*3"), player("white*3"), *[player() for _ in range(players - 2)]]
    game = start("europe", *hands, market=FIVE, deck="red*9")
    play(game, "claim:madrid-pamplona:black*3")
    if players == 3:
        refuses(game, "claim:madrid-pamplona/2:white*3")
    else:
        play(game, "claim:madrid-pamplona/2:white*3")
        assert seat_of(game, 1)["routes"] == ["madrid-pamplona/2"]


# Tunnels.


def tunnel(payment: str, revealed: str) -> tuple[ws.Game, list[dict[str, Any]]]:
    """Return a game after an attempt at a yellow tunnel of two, and its events."""
    game = start(
        "europe", player("yellow*4 blue*3 wild*5"), market=FIVE, deck=f"{revealed} red*3", discard=""
    )
    return game, tell(game, f"claim:munchen-zurich:{payment}")


def surcharges(game: ws.Game) -> set[str]:
    """Return the legal payments of a surcharge."""
    return {action.removeprefix("surcharge:") for action in game.legal()} - {"withdraw"}


def test_a_tunnel_without_surcharge() -> None:  # EX-7, EUR-14, EUR-15
    game, told = tunnel("yellow*2", "blue red green")
    assert (told[0]["surcharge"], told[1]["event"]) == (0, "claimed")
    assert seat_of(game, 0)["routes"] == ["munchen-zurich"]


def test_a_tunnel_with_surcharge() -> None:  # EX-8, EUR-14, EUR-16
    game, told = tunnel("yellow*2", "yellow blue wild")
    assert told[0]["surcharge"] == 2
    assert surcharges(game) == {"yellow*2", "yellow+wild", "wild*2"}
    refuses(game, "surcharge:yellow", "surcharge:yellow+blue", "surcharge:blue*2")
    paid = tell(game, "surcharge:yellow+wild")
    assert paid[1]["points"] == 2  # for the length only
    assert hand(game, 0) == {"yellow": 1, "blue": 3, "wild": 4}


def test_a_tunnel_paid_with_locomotives_alone() -> None:  # EX-9, EUR-14, RUL-29, RUL-30
    game, told = tunnel("wild*2", "yellow wild blue")
    assert told[0]["surcharge"] == 1
    assert surcharges(game) == {"wild"}
    refuses(game, "surcharge:yellow")


@pytest.mark.parametrize(
    ("payment", "ways"),
    [("yellow*2", {"yellow*2+wild", "yellow+wild*2", "wild*3"}), ("wild*2", {"wild*3"})],
)
def test_three_locomotives_revealed(payment: str, ways: set[str]) -> None:  # EX-10, EUR-14, RUL-55
    game, told = tunnel(payment, "wild*3")
    assert told[0]["surcharge"] == 3
    assert surcharges(game) == ways
    refuses(game, "surcharge:wild", "surcharge:wild*2", "surcharge:blue*3")


# Stations and tickets.


def test_one_station_for_two_tickets() -> None:  # EX-11, EUR-27, EUR-28
    small = board(
        "brest-paris:3:black frankfurt-paris:3:white pamplona-paris:4:blue dieppe-paris:1:purple",
        "brest-pamplona:7 frankfurt-pamplona:9 brest-dieppe:2",
        stations={"count": 3, "value": 4},
    )
    tickets = "brest-pamplona frankfurt-pamplona brest-dieppe"
    mine = player(routes="brest-paris frankfurt-paris", stations="paris", tickets=tickets)
    first, _ = results(small, mine, player(routes="pamplona-paris dieppe-paris"))
    assert first["station_routes"] == {"paris": "pamplona-paris"}
    states = {ticket["id"]: ticket["scored"] for ticket in first["tickets_list"]}
    assert states == {"brest-pamplona": 7, "frankfurt-pamplona": 9, "brest-dieppe": -2}


def test_the_choice_for_a_station_is_the_best_for_its_owner() -> None:  # RUL-38, EUR-30, EUR-31
    """Another choice could only change the owner's tickets, and could not improve them."""
    small = board("a-b:2:red b-c:2:red b-d:2:red", "a-c:5 a-d:7 b-c:2", stations={"count": 3, "value": 4})
    theirs = player(routes="b-c b-d", tickets="b-c")
    for routes, tickets, chosen, worth in (
        ("a-b", "a-c a-d", {"b": "b-d"}, 2),
        ("a-b", "a-c", {"b": "b-c"}, 5),
        ("", "a-c", {}, -5),
    ):
        first, second = results(small, player(routes=routes, stations="b", tickets=tickets), theirs)
        assert (first["station_routes"], first["tickets"]) == (chosen, worth)
        assert (second["tickets"], second["longest_path"]) == (2, 4)  # the lender loses nothing


def test_a_ticket_to_countries() -> None:  # EX-12, SWI-13, SWI-14
    def scored(routes: str) -> int:
        found: int = results("switzerland", player(routes=routes, tickets="lugano-countries"))[0]["tickets"]
        return found

    assert scored("") == -2
    assert scored("it_lugano-lugano") == 2
    assert scored(f"it_lugano-lugano {TO_AUSTRIA}") == 13
    assert scored(TO_AUSTRIA) == 13


# The card game.


def test_four_green_cards() -> None:  # EX-13, CARD-9, CARD-11, CARD-23, CARD-25
    game = start("card_game", player("green*7"), player(), market=FIVE)
    play(game, "set:green*4")
    for moved in range(1, 5):
        assert rows(game, 0) == {"green": (5 - moved, 0)}
        play(game, "draw", "stop")  # the other player
        assert seat_of(game, 0)["stack"] == moved
        if moved < 4:
            refuses(game, "set:green*3")
            play(game, "draw", "stop")
    assert rows(game, 0) == {}
    play(game, "set:green*3")
    assert rows(game, 0) == {"green": (3, 0)}


def test_two_players_robbed() -> None:  # EX-14, CARD-26, CARD-27, CARD-28, CARD-30
    game = start(
        "card_game",
        player("red*2"),
        player("red*2 wild"),
        player("red*3 wild*2"),
        market="blue*5",
        discard="",
    )
    play(game, "set:red*2")
    refuses(game, "set:red*2")
    told = tell(game, "set:red*2+wild")
    robbed = next(event for event in told if event["event"] == "robbed")
    assert (robbed["victim"], robbed["cards"], robbed["wilds"]) == (0, 2, 0)
    assert (rows(game, 0), rows(game, 1), discard(game)) == ({}, {"red": (2, 1)}, {"red": 2})
    refuses(game, "set:red*2+wild", "set:red*3")
    play(game, "set:red*3+wild")
    assert (rows(game, 1), rows(game, 2)) == ({}, {"red": (3, 1)})
    assert discard(game) == {"red": 4, "wild": 1}


def test_los_angeles_to_pittsburgh() -> None:  # EX-15, CARD-39, CARD-40
    ticket = "los_angeles-pittsburgh"

    def feasible(stack: str, **more: Any) -> bool:
        game = start(
            "card_game", player(tickets=[ticket], stack=stack, **more), player(), phase="declaration", deck=""
        )
        return f"declare:{ticket}" in game.legal(0)

    assert feasible("purple blue*2 white")
    for stack in ("purple blue wild white", "purple blue*2 wild", "wild*4"):
        assert feasible(stack)
    assert not feasible("purple blue*2")
    assert not feasible("purple blue*2", siding="red*2+wild")
    assert not feasible("purple blue white*2")


# Rules on the boxes.


def test_spare_trains_are_no_part_of_the_game() -> None:  # COM-27
    for ruleset, count in (("usa", 45), ("europe", 45), ("switzerland", 40)):
        game = start(ruleset, player("red*8"), player(), market=FIVE)
        assert [one["trains"] for one in game.view()["players"]] == [count, count]
        with pytest.raises(ws.WhistlestopError, match="trains"):
            start(ruleset, player("red*8", trains=count + 1), player(), market=FIVE)


def test_a_game_knows_no_colors_of_players() -> None:  # COM-25
    """Players are identified by seat: no view, record or position names a player's color."""
    game = ws.Game.new("europe", 2, seed=4, first=0)
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    assert not {"color", "colour"} & {key for one in game.view(0)["players"] for key in one}
    assert not {"color", "colour"} & {key for one in game.position()["players"] for key in one}
    assert '"color"' not in game.record().to_json()


@pytest.mark.slow
def test_a_discard_pile_is_shuffled_thoroughly() -> None:  # COM-30, COM-9, USA-14
    """With a discard pile of two sets of different colors, the first two cards match as often as expected."""
    games, alike = 600, 0
    for seed in range(games):
        generator = {"name": "chacha8", "key": seed.to_bytes(32, "little").hex(), "word": 0}
        game = start(
            "usa",
            player("wild*2"),
            player(),
            market=FIVE,
            deck="",
            discard="red*6 blue*6",
            generator=generator,
        )
        play(game, "draw", "draw")
        alike += sorted(hand(game, 0).values()) == [2, 2]
    chance = 5 / 11
    assert abs(alike - games * chance) < 5 * (games * chance * (1 - chance)) ** 0.5
