"""Claiming routes: payments, double routes, trains, ferries."""

from __future__ import annotations

import pytest
from tests.game.builders import board, discard, hand, misread, play, player, refuses, seat_of, start, tell

import whistlestop as ws
from whistlestop.errors import RulesetError

FIVE = "red blue green white black"


def claims(game: ws.Game, route: str) -> set[str]:
    """Return the legal payments for a route."""
    head = f"claim:{route}:"
    return {action.removeprefix(head) for action in game.legal() if action.startswith(head)}


def test_a_claim() -> None:  # USA-16, COM-23
    game = start("usa", player("purple*4 wild*2"), market=FIVE, discard="")
    told = tell(game, "claim:denver-omaha:purple*3+wild", seat=1)
    assert told == [
        {
            "event": "claimed",
            "seat": 0,
            "route": "denver-omaha",
            "payment": {"purple": 3, "wild": 1},
            "points": 7,
        },
        {"event": "turn", "seat": 1},
    ]
    assert hand(game, 0) == {"purple": 1, "wild": 1}
    assert discard(game) == {"purple": 3, "wild": 1}
    me = seat_of(game, 0)
    assert (me["trains"], me["score"], me["routes"], me["cards"]) == (41, 7, ["denver-omaha"], 2)
    refuses(game, "claim:denver-omaha:purple*4", seat=1)
    assert game.to_act == (1,)


def test_an_owned_route_is_not_open() -> None:  # USA-16, COM-6
    game = start("usa", player("purple*4"), player(routes="denver-omaha"), market=FIVE)
    assert claims(game, "denver-omaha") == set()
    refuses(game, "claim:denver-omaha:purple*4")
    own = start("usa", player("purple*4", routes="denver-omaha"), market=FIVE)
    refuses(own, "claim:denver-omaha:purple*4")


def test_payment_of_a_colored_route() -> None:  # USA-17, USA-18, USA-19, COM-11, RUL-17, RUL-19
    game = start("usa", player("red*3 blue*5 wild*3"), market=FIVE)
    assert claims(game, "chicago-duluth") == {"red*3", "red*2+wild", "red+wild*2", "wild*3"}
    refuses(
        game,
        "claim:chicago-duluth:blue*3",  # another color
        "claim:chicago-duluth:red*2",  # too few
        "claim:chicago-duluth:red*3+wild",  # too many
        "claim:chicago-duluth:red*2+blue",  # two colors
        "claim:chicago-duluth:red+blue+wild",
    )
    two = start("usa", player("red*2 wild*2"), market=FIVE)
    assert claims(two, "chicago-duluth") == {"red*2+wild", "red+wild*2"}
    refuses(two, "claim:chicago-duluth:red*3", "claim:chicago-duluth:wild*3")  # cards not held


def test_payment_of_a_gray_route() -> None:  # USA-17, USA-19, RUL-18
    game = start("usa", player("red*2 blue*3 green wild"), market=FIVE)
    assert claims(game, "calgary-vancouver") == {"red*2+wild", "blue*3", "blue*2+wild"}
    refuses(game, "claim:calgary-vancouver:red*2+green", "claim:calgary-vancouver:red+blue*2")
    assert claims(game, "dallas-houston") == {"red", "blue", "green", "wild"}


def test_the_order_of_cards_in_a_text_does_not_matter() -> None:  # COM-11
    game = start("usa", player("purple*4 wild*2"), market=FIVE)
    play(game, "claim:denver-omaha:wild+purple*3")
    assert game.record().actions == ((0, "claim:denver-omaha:purple*3+wild"),)
    other = start("usa", player("purple*4 wild*2"), market=FIVE)
    for text in ("claim:denver-omaha:purple*2+purple*2", "claim:denver-omaha:", "claim:denver-omaha:gray*4"):
        assert "not a card and a number" in misread(other, text)
    assert "unknown route" in misread(other, "claim:omaha-denver:purple*4")


def test_one_whole_route_anywhere() -> None:  # USA-20, USA-21, RUL-83
    game = start("usa", player("orange*6", routes="atlanta-miami"), market=FIVE)
    refuses(game, "claim:duluth-helena:orange*5", "claim:duluth-helena:orange")
    play(game, "claim:duluth-helena:orange*6")  # far from the other route, and for no ticket
    refuses(game, "claim:atlanta-new_orleans:orange*4", seat=0)
    assert game.to_act == (1,)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_double_routes(players: int) -> None:  # USA-22, USA-23, USA-24, COM-7, INV-3, RUL-21, RUL-22
    hands = [player("black*8 orange*8", routes="denver-kansas_city"), *[player() for _ in range(players - 1)]]
    hands[1] = player("orange*4")
    game = start("usa", *hands, market="red*5", deck="blue*9")
    refuses(game, "claim:denver-kansas_city/2:orange*4")  # USA-22: nobody owns both
    play(game, "draw", "draw")
    if players < 4:
        refuses(game, "claim:denver-kansas_city/2:orange*4")
    else:
        play(game, "claim:denver-kansas_city/2:orange*4")
        assert seat_of(game, 1)["routes"] == ["denver-kansas_city/2"]


@pytest.mark.parametrize("players", [2, 3])
def test_double_routes_in_switzerland(players: int) -> None:  # SWI-2, RUL-56
    hands = [player("yellow*3"), player("yellow"), player()][:players]
    hands[0]["routes"] = ["bern-fribourg"]
    game = start("switzerland", *hands, market="red*5", deck="blue*9")
    refuses(game, "claim:bern-fribourg/2:yellow")
    play(game, "draw", "draw")
    if players == 2:
        refuses(game, "claim:bern-fribourg/2:yellow")
    else:
        play(game, "claim:bern-fribourg/2:yellow")
        assert seat_of(game, 1)["routes"] == ["bern-fribourg/2"]


def test_the_other_routes_of_a_double_group() -> None:
    """COM-7: all routes between the same two cities, and no route that only starts there."""
    groups = {route.id: route.twins for route in ws.load_ruleset("usa").routes}
    assert groups["denver-kansas_city"] == ("denver-kansas_city/2",)
    assert groups["denver-omaha"] == ()
    for ruleset in ws.ruleset_ids():
        routes = {route.id: route for route in ws.load_ruleset(ruleset).routes}
        for route in routes.values():
            same = {r.id for r in routes.values() if (r.a, r.b) == (route.a, route.b)} - {route.id}
            assert set(route.twins) == same
            assert all(routes[twin].length == route.length for twin in same)


def test_trains() -> None:  # USA-16, USA-25, INV-4
    game = start("usa", player("purple*4 red*2", trains=3), market=FIVE)
    assert claims(game, "denver-omaha") == set()
    refuses(game, "claim:denver-omaha:purple*4")
    play(game, "claim:duluth-omaha:red*2")
    assert seat_of(game, 0)["trains"] == 1
    exact = play(start("usa", player("purple*4", trains=4), market=FIVE), "claim:denver-omaha:purple*4")
    assert seat_of(exact, 0)["trains"] == 0


def test_route_scores() -> None:  # COM-23, EUR-8, SWI-17, RUL-53
    points = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
    lengths = {"usa": {1, 2, 3, 4, 5, 6}, "europe": {1, 2, 3, 4, 6, 8}, "switzerland": {1, 2, 3, 4, 5, 6}}
    for ruleset, expected in lengths.items():
        found = {route.length: route.points for route in ws.load_ruleset(ruleset).routes}
        assert found == {length: points[length] for length in expected}
    names = {length: f"a-b{length}" for length in points}
    small = board(
        " ".join(f"{name}:{length}:red" for length, name in names.items()),
        " ".join(f"a-b{n}:1" for n in range(1, 6)),
    )
    for length, name in names.items():
        game = start(small, player(f"red*{length}"))
        play(game, f"claim:{name}:" + ("red" if length == 1 else f"red*{length}"))
        assert seat_of(game, 0)["score"] == points[length]


@pytest.mark.parametrize("length", [10, 12])
def test_no_points_for_other_lengths(length: int) -> None:  # COM-23
    with pytest.raises(RulesetError, match="COM-23"):
        start(board(f"a-b:{length}:red", "a-b:3 a-b/2:3"), player())


def test_ferries() -> None:  # EUR-9, EUR-10, EUR-11, RUL-23
    game = start("europe", player("red*6 blue*2 wild*6"), market=FIVE)
    assert claims(game, "palermo-smyrna") == {
        "red*4+wild*2",
        "red*3+wild*3",
        "red*2+wild*4",
        "red+wild*5",
        "blue*2+wild*4",
        "blue+wild*5",
        "wild*6",
    }
    refuses(
        game,
        "claim:palermo-smyrna:red*5+wild",
        "claim:palermo-smyrna:red*6",
        "claim:palermo-smyrna:red*2+blue*2+wild*2",
    )
    assert claims(game, "amsterdam-london") == {"wild*2"}  # EUR-10: every space shows a wild
    refuses(game, "claim:amsterdam-london:red*2", "claim:amsterdam-london:red+wild")
    deck = game.view()["deck"]
    play(game, "claim:palermo-smyrna:red*2+wild*4")
    assert game.view()["deck"] == deck  # EUR-10: no cards are revealed
    assert seat_of(game, 0)["score"] == 15


def test_a_ferry_needs_its_wilds() -> None:  # EUR-9
    game = start("europe", player("red*9 wild"), market=FIVE)
    assert claims(game, "palermo-smyrna") == set()
    assert claims(game, "palermo-roma") == {"red*3+wild"}


def test_wilds_pay_only_for_tunnels_in_switzerland() -> None:  # SWI-11
    game = start("switzerland", player("blue*3 wild*6"), market=FIVE)
    assert claims(game, "bern-interlaken") == {"blue*3"}
    refuses(game, "claim:bern-interlaken:blue*2+wild", "claim:bern-interlaken:wild*3")
    assert claims(game, "lausanne-neuchatel") == set()  # gray, four spaces
    refuses(game, "claim:lausanne-neuchatel:blue*3+wild", "claim:lausanne-neuchatel:wild*4")
    assert claims(game, "basel-de_basel") == {"blue", "wild"}  # a tunnel
    assert claims(game, "at_st_gallen-st_gallen") == {"blue*3+wild", "blue*2+wild*2", "blue+wild*3", "wild*4"}


def test_routes_to_countries() -> None:  # SWI-3, SWI-5, RUL-51
    rules = ws.load_ruleset("switzerland")
    border = {city.id: city.country for city in rules.cities if city.country}
    ends = [end for route in rules.routes for end in (route.a, route.b) if end in border]
    assert sorted(ends) == sorted(border)  # one route each, and so none between border nodes
    numbers = {name: list(border.values()).count(name) for name in set(border.values())}
    assert numbers == {"at": 3, "fr": 4, "it": 5, "de": 5}
    game = start("switzerland", player("orange white red"), market="blue*5", deck="green*9")
    play(game, "claim:de_kreuzlingen_west-kreuzlingen:orange", "draw", "draw")
    play(game, "claim:de_kreuzlingen_east-kreuzlingen:white")  # no double route, also with two players
    assert seat_of(game, 0)["score"] == 2
    assert seat_of(game, 0)["trains"] == 38
