"""Warehouses and depots of Europe 1912."""

from __future__ import annotations

from typing import Any

import pytest
from tests.game.builders import hand, play, player, refuses, seat_of, start, tell
from tests.game.test_scoring import outcome

import whistlestop as ws
from whistlestop.errors import PositionError

NAME = "europe_depots"
FIVE = "red blue green white black"


def words(game: ws.Game) -> set[str]:
    """Return the first words of the legal actions."""
    return {action.split(":")[0] for action in game.legal()}


def two(mine: dict[str, Any], yours: dict[str, Any] | None = None, **more: Any) -> ws.Game:
    """Return a game of two who have placed their first depots, in Lisboa and Moskva."""
    return start(
        NAME,
        {"depots": ["lisboa"], **mine},
        {"depots": ["moskva"], **(yours or player())},
        **{"market": FIVE, **more},
    )


def opened(players: int = 3, seed: int = 1) -> ws.Game:
    """Return a game in which all have kept their opening tickets."""
    game = ws.Game.new(NAME, players, seed=seed)
    for seat in range(players):
        game.play(game.legal(seat)[0], seat)
    return game


def depots(game: ws.Game, seat: int) -> tuple[int, list[str], int]:
    one = seat_of(game, seat)
    return one["depots"], one["depots_placed"], one["warehouse"]


def test_the_variant() -> None:  # EUR-41, EUR-49, RUL-103
    ruleset, expanded = ws.load_ruleset(NAME), ws.load_ruleset("europe_expanded")
    assert ruleset.tickets == expanded.tickets
    data: Any = ruleset.data
    assert (data.depots.count, data.depots.bonus) == (5, 10)
    assert data.opening == expanded.data.opening  # type: ignore[attr-defined]
    assert (ruleset.min_players, ruleset.max_players) == (2, 5)
    assert "depots" not in ruleset.unused
    assert "depots" in expanded.unused
    assert seat_of(opened(), 0)["depots"] == 5


@pytest.mark.parametrize("players", [2, 3, 5])
def test_first_depots_are_placed_backwards(players: int) -> None:  # EUR-42
    game = opened(players, seed=players)
    first = game.view()["first"]
    assert game.view()["phase"] == "placing"
    for step in range(players - 1, -1, -1):
        seat = (first + step) % players
        assert game.to_act == (seat,)
        assert words(game) == {"depot"}
        assert len(game.legal()) == 47 - (players - 1 - step)
        city = game.legal()[0].split(":")[1]
        told = tell(game, f"depot:{city}")
        turn = [] if step else [{"event": "turn", "seat": first}]
        assert told == [{"event": "depot", "seat": seat, "city": city}, *turn]
        if step:
            refuses(game, f"depot:{city}")
        assert depots(game, seat) == (4, [city], 0)
    view = game.view()
    assert (view["phase"], view["turn"], game.to_act) == ("turn", 0, (first,))


def test_a_draw_stores_the_top_card_first() -> None:  # EUR-43, EUR-47, RUL-97
    game = two(player(), deck="red blue green yellow", discard="")
    assert tell(game, "draw", seat=0) == [{"event": "announced", "seat": 0, "action": "draw"}]
    view = game.view()
    assert (view["phase"], view["announced"], view["deck"]) == ("storing", "draw", 4)
    assert game.legal() == ["store:0", "store:1"]
    refuses(game, "draw", "take:red", "store:2", "depot:wien", "tickets", "pass", "leave")
    refuses(game, "store:0", seat=1)
    told = tell(game, "store:1", seat=0)
    assert told == [
        {"event": "drew", "seat": 0, "card": "blue"},
        {"event": "stored", "seat": 0, "warehouse": 1, "cards": 1},
    ]
    assert (depots(game, 1), hand(game, 0)) == ((4, ["moskva"], 1), {"blue": 1})
    assert game.view()["phase"] == "second_draw"
    assert words(game) == {"draw", "take"}
    told = tell(game, "draw", seat=1)  # the second card stores nothing
    assert told[0] == {"event": "drew", "seat": 0, "card": None}
    assert (depots(game, 1)[2], hand(game, 0)) == (1, {"blue": 1, "green": 1})


def test_a_face_up_card_stores_one_too() -> None:  # EUR-43
    game = two(player(), market="wild blue green white black", deck="red yellow orange", discard="")
    play(game, "take:wild")
    told = tell(game, "store:0", seat=None)
    assert [one["event"] for one in told] == ["took", "stored", "refilled", "turn"]
    assert (depots(game, 0)[2], hand(game, 0), game.to_act) == (1, {"wild": 1}, (1,))


def test_without_a_card_nothing_is_stored() -> None:  # RUL-96
    game = two(player(), deck="", discard="")
    assert "draw" not in words(game)
    play(game, "take:red")
    assert (game.view()["phase"], hand(game, 0), depots(game, 0)[2]) == ("second_draw", {"red": 1}, 0)


def test_a_single_card_is_stored_and_not_drawn() -> None:  # RUL-96
    game = two(player(), deck="purple", discard="")
    refuses(game, "draw")
    play(game, "take:red", "store:0")
    assert (depots(game, 0)[2], game.view()["deck"], words(game)) == (1, 0, {"take"})


def test_the_discard_pile_is_shuffled_for_storing() -> None:  # EUR-43, COM-9
    game = two(player(), deck="", discard="purple*3")
    told = tell(play(game, "draw"), "store:0", seat=0)
    assert [one["event"] for one in told] == ["drew", "stored", "reshuffled"]
    assert (hand(game, 0), game.view()["deck"]) == ({"purple": 1}, 1)


def claimed(mine: dict[str, Any], yours: dict[str, Any] | None = None, **more: Any) -> ws.Game:
    """Return a game in which seat 0 has claimed Cadiz-Lisboa, a route of two blue spaces."""
    return play(two({**mine, "hand": {"blue": 2}}, yours, discard="", **more), "claim:cadiz-lisboa:blue*2")


def test_taking_a_warehouse() -> None:  # EUR-44, EUR-47
    game = claimed(player(warehouse="red*2 wild"), player(warehouse="green"))
    assert (game.view()["phase"], game.legal()) == ("collecting", ["collect:0", "leave"])
    refuses(game, "collect:1", "draw", "depot:wien", "pass")
    told = tell(game, "collect:0", seat=0)
    cards = {"red": 2, "wild": 1}
    assert told[0] == {"event": "collected", "seat": 0, "warehouse": 0, "count": 3, "cards": cards}
    assert (hand(game, 0), depots(game, 0)) == ({"red": 2, "wild": 1}, (3, ["lisboa"], 0))
    assert (game.to_act, seat_of(game, 0)["known"]) == ((1,), {})


def test_leaving_a_warehouse() -> None:  # EUR-44
    game = claimed(player(warehouse="red*2"))
    assert tell(game, "leave")[0] == {"event": "left", "seat": 0}
    assert (depots(game, 0), game.to_act) == ((4, ["lisboa"], 2), (1,))


def test_the_warehouse_of_another_player() -> None:  # EUR-44
    game = claimed(player(warehouse="red"), player(depots="cadiz", warehouse="green*2"))
    assert game.legal() == ["collect:0", "collect:1", "leave"]
    play(game, "collect:1")  # both ends have depots: a second warehouse for a second depot
    assert (game.legal(), hand(game, 0)) == (["collect:0", "leave"], {"green": 2})
    play(game, "collect:0")
    assert (hand(game, 0), game.to_act) == ({"green": 2, "red": 1}, (1,))
    assert (depots(game, 0)[0], depots(game, 1)[0]) == (2, 4)


@pytest.mark.parametrize(
    ("mine", "yours"),
    [
        (player(), player(warehouse="red")),  # empty, and no depot of the other at the route
        (player(warehouse="red", depots_left=0), player()),
        (player(depots="moskva wien", warehouse="red"), player(depots="roma")),  # own ones elsewhere
    ],
)
def test_no_warehouse_to_take(mine: dict[str, Any], yours: dict[str, Any]) -> None:  # EUR-44, RUL-98
    assert claimed(mine, yours).to_act == (1,)


def test_depots_of_one_player_at_both_ends() -> None:  # RUL-98
    game = claimed(player(depots="lisboa cadiz", warehouse="red"))
    assert game.legal() == ["collect:0", "leave"]
    play(game, "collect:0")
    assert (game.to_act, depots(game, 0)[0]) == ((1,), 2)


def attempt() -> ws.Game:
    """Return a game in which seat 0 must pay a card more for the tunnel Marseille-Zurich, where it has a depot."""
    game = two(
        player("purple*3", depots="zurich", warehouse="blue"), deck="purple green green white", discard=""
    )
    play(game, "claim:marseille-zurich:purple*2")
    assert game.view()["phase"] == "tunnel"
    return game


def test_a_tunnel_opens_warehouses_when_it_is_built() -> None:  # RUL-98, EUR-15
    assert play(attempt(), "surcharge:purple").legal() == ["collect:0", "leave"]


def test_withdrawing_opens_nothing() -> None:  # RUL-98, EUR-17
    assert play(attempt(), "withdraw").to_act == (1,)


def test_placing_before_the_action() -> None:  # EUR-45, RUL-100
    game = two(player("red blue*2", warehouse="green*4"), player(stations="roma"), discard="")
    refuses(game, "depot:lisboa", "depot:moskva", "depot:roma")  # RUL-99
    assert tell(game, "depot:cadiz") == [{"event": "depot", "seat": 0, "city": "cadiz"}]
    play(game, "depot:wien")
    assert (game.to_act, depots(game, 0)) == ((0,), (2, ["cadiz", "lisboa", "wien"], 4))
    assert {"draw", "claim", "station", "tickets", "depot"} <= words(game)
    play(game, "claim:cadiz-lisboa:blue*2")
    refuses(game, "depot:berlin")
    play(game, "collect:0")
    assert (hand(game, 0), depots(game, 0)[0]) == ({"red": 1, "green": 4}, 1)


def test_no_depot_is_left() -> None:  # EUR-41, EUR-45
    game = two(player(depots="lisboa cadiz wien roma paris"))
    assert "depot" not in words(game)
    refuses(game, "depot:berlin")


def test_no_station_stands_where_a_depot_does() -> None:  # RUL-99, EUR-22
    game = two(player("red"), discard="")
    stations = {action.split(":")[1] for action in game.legal() if action.startswith("station")}
    assert stations == {city.id for city in game.ruleset.cities} - {"lisboa", "moskva"}
    refuses(game, "station:lisboa:red", "station:moskva:red")


def test_a_player_may_pass_without_placing_depots() -> None:  # RUL-100, RUL-12
    game = two(player(), market="", deck="", discard="", ticket_deck="")
    assert game.legal()[0] == "pass"
    assert words(game) == {"pass", "depot"}
    play(game, "depot:wien")
    assert "pass" in words(game)
    play(game, "pass")
    assert game.to_act == (1,)


def test_the_bonus() -> None:  # EUR-46, RUL-101
    left = [(4, 3, 3), (4, 4, 1), (0, 0, 0), (0, 2, 1)]
    expected = [(10, 0, 0), (10, 10, 0), (0, 0, 0), (0, 10, 0)]
    for numbers, points in zip(left, expected, strict=True):
        players = [
            player(depots=city, depots_left=number)
            for city, number in zip(("lisboa", "moskva", "roma"), numbers, strict=True)
        ]
        results = outcome(NAME, *players)
        assert tuple(one["depots"] for one in results) == points
        for one in results:
            parts = ("routes", "tickets", "stations", "depots", "longest")
            assert one["score"] == sum(one[part] for part in parts)


def test_the_warehouses_become_the_deck() -> None:  # EUR-48, RUL-102
    mine = player("blue*2", depots="lisboa cadiz wien roma", warehouse="red*2")
    rest = player("rest", warehouse="green*3 purple*4")
    game = two(mine, rest, market="white*5", deck="", discard="")
    play(game, "depot:paris")
    assert depots(game, 0)[0] == 0
    told = tell(game, "take:white")
    assert "emptied" not in [one["event"] for one in told]  # not in the middle of a draw
    told = tell(game, "take:white")
    assert {"event": "emptied", "deck": 9} in told
    assert [depots(game, seat)[2] for seat in (0, 1)] == [0, 0]
    view = game.view()
    assert (view["deck"], None in view["market"]) == (7, False)


def test_the_warehouses_wait_for_a_player_without_depots() -> None:  # EUR-48
    game = two(player(warehouse="red*2"), player("rest"), market="white*5", deck="", discard="")
    play(game, "take:white", "take:white")
    assert (depots(game, 0)[2], game.view()["deck"]) == (2, 0)


def test_only_the_taker_learns_the_cards() -> None:  # EUR-44, EUR-47, COM-15
    """Two games with different cards in a warehouse look alike to everybody and, once it is taken, to all but the
    taker.
    """
    games = [claimed(player(warehouse=stored), player("rest")) for stored in ("red*2 wild", "white*3")]

    def alike(seat: int | None) -> bool:
        one, other = (game.observe(seat).tobytes() for game in games)
        return one == other

    hands = [game.states["hand"][0, 1].copy() for game in games]
    games[1].states["hand"][0, 1] = hands[
        0
    ]  # the rest of the cards differs, too: the owner must not see that
    assert all(alike(seat) for seat in (0, 1, None))
    for game in games:
        game.play("collect:0")
    assert [alike(seat) for seat in (0, 1, None)] == [False, True, True]
    seen = [game.observe(1).view().players[0].known for game in games]  # type: ignore[attr-defined]
    assert seen == [{}, {}]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"phase": "storing"}, "announced: required"),
        ({"phase": "storing", "announced": "store:0"}, "no draw that stores"),
        ({"phase": "storing", "announced": "take:wild"}, "no draw that stores"),
        ({"announced": "draw"}, "announced: required in the phase storing, not allowed"),
        ({"phase": "collecting", "open_warehouses": [0]}, "can take no warehouse"),
        ({"open_warehouses": [1]}, "not allowed in the phase turn"),
        ({"phase": "collecting", "open_warehouses": [4]}, "there is no seat 4"),
        ({"phase": "placing"}, "first depot"),
    ],
)
def test_positions_that_cannot_be(more: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        two(player(), **more)


@pytest.mark.parametrize(
    ("mine", "message"),
    [
        (player(depots="wien roma paris berlin london brest"), "at most 5"),
        (player(depots="lisboa", depots_left=5), "at most 5"),
        (player(depots="lisboa", stations="lisboa"), "already has a station or a depot"),
        (player(depots="lisboa moskva"), "already has a piece"),
        (player(depots="atlantis"), "unknown city"),
        (player(warehouse="red*13"), "too many"),
        (player(depots=""), "first depot is missing"),
    ],
)
def test_players_that_cannot_be(mine: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        two(mine)


def test_boards_without_depots_have_none() -> None:  # EUR-41
    with pytest.raises(PositionError, match="at most 0"):
        start("europe", player(depots="wien"))
    with pytest.raises(PositionError, match="no warehouses"):
        start("europe", player(warehouse="red"))
    with pytest.raises(PositionError, match="no placing"):
        start("europe", player(), phase="placing")
    game = start("europe", player(), market=FIVE)
    assert not {"depot", "store"} & words(game)
    assert "depots" not in game.view()["players"][0]
