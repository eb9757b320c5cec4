"""Tunnels: the attempt, the revealed cards, the surcharge."""

from __future__ import annotations

import pytest
from tests.game.builders import REST, discard, hand, play, player, refuses, seat_of, start, tell

import whistlestop as ws

FIVE = "red blue green white black"
TUNNEL = "munchen-zurich"  # yellow, two spaces


def attempt(
    payment: str,
    deck: str,
    held: str = "yellow*6 green*6 wild*6",
    route: str = TUNNEL,
    ruleset: str = "europe",
) -> ws.Game:
    game = start(ruleset, player(held), market=FIVE, deck=deck)
    return play(game, f"claim:{route}:{payment}")


def surcharges(game: ws.Game) -> set[str]:
    assert "withdraw" in game.legal()
    return {action.removeprefix("surcharge:") for action in game.legal()} - {"withdraw"}


def test_the_attempt() -> None:  # EUR-12, EUR-13, COM-8
    game = start("europe", player("yellow*4"), market=FIVE, deck="yellow blue wild red*9", discard="black")
    told = tell(game, "claim:munchen-zurich:yellow*2", seat=1)
    assert told == [
        {
            "event": "tunnel",
            "seat": 0,
            "route": TUNNEL,
            "payment": {"yellow": 2},
            "revealed": ["yellow", "blue", "wild"],
            "surcharge": 2,
        }
    ]
    view = game.view(1)
    assert view["phase"] == "tunnel"
    assert view["tunnel"] == {key: value for key, value in told[0].items() if key != "event"}
    # The payment is neither in the hand nor in the discard pile, and neither are the revealed cards.
    assert hand(game, 0) == {"yellow": 2}
    assert discard(game) == {"black": 1}
    assert view["deck"] == 9
    assert view["market"] == FIVE.split()
    assert seat_of(game, 0)["trains"] == 45
    refuses(game, "draw", "take:red", "pass", "claim:munchen-zurich:yellow*2", "surcharge:yellow")


def test_conditions_of_an_attempt() -> None:  # EUR-12, EUR-20
    game = start("europe", player("yellow*2 red", trains=2), market=FIVE, deck="wild*3")
    refuses(
        game, "claim:munchen-zurich:yellow", "claim:munchen-zurich:red*2", "claim:munchen-zurich:yellow+wild"
    )
    play(
        game, "claim:munchen-zurich:yellow*2"
    )  # legal without a card for the surcharge, and 2 trains are enough
    assert game.view()["tunnel"]["surcharge"] == 3
    assert game.legal() == ["withdraw"]
    short = start("europe", player("yellow*2", trains=1), market=FIVE)
    refuses(short, "claim:munchen-zurich:yellow*2")
    taken = start("europe", player("yellow*2"), player(routes=TUNNEL), market=FIVE)
    refuses(taken, "claim:munchen-zurich:yellow*2")


@pytest.mark.parametrize("length", [1, 8])
def test_three_cards_whatever_the_length(length: int) -> None:  # EUR-13
    ruleset, route, color = ("switzerland", "basel-de_basel", "blue")
    if length == 8:
        ruleset, route, color = ("europe", "petrograd-stockholm", "orange")
    cards = f"{color}*{length}" if length > 1 else color
    game = attempt(cards, f"{color} red {color} black", f"{color}*8", route, ruleset)
    assert game.view()["tunnel"]["revealed"] == [color, "red", color]


@pytest.mark.parametrize(
    ("payment", "revealed", "surcharge"),
    [
        ("yellow*2", "yellow yellow wild", 3),
        ("yellow*2", "yellow blue red", 1),
        ("yellow*2", "wild wild wild", 3),  # RUL-55: one for each
        ("yellow*2", "wild blue red", 1),
        ("yellow+wild", "yellow blue wild", 2),  # RUL-31
        ("wild*2", "yellow yellow wild", 1),  # RUL-29
        ("wild*2", "wild wild yellow", 2),
    ],
)
def test_surcharge(payment: str, revealed: str, surcharge: int) -> None:  # EUR-14, RUL-29, RUL-31, RUL-55
    game = attempt(payment, f"{revealed} red")
    assert game.view()["tunnel"]["surcharge"] == surcharge


def test_a_gray_tunnel_has_the_color_paid() -> None:  # EUR-12, EUR-14, RUL-35
    game = attempt("green*2", "green yellow red black", route="sarajevo-sofia")
    assert game.view()["tunnel"]["surcharge"] == 1
    assert surcharges(game) == {"green", "wild"}
    refuses(game, "surcharge:yellow")


@pytest.mark.parametrize("payment", ["yellow*2", "wild*2"])
def test_no_surcharge(payment: str) -> None:  # EUR-15, RUL-28
    deck = "red blue green black" if payment == "yellow*2" else "yellow*3 black"
    game = start("europe", player("yellow*2 wild*2"), market=FIVE, deck=deck, discard="")
    told = tell(game, f"claim:{TUNNEL}:{payment}")
    assert [event["event"] for event in told] == ["tunnel", "claimed", "turn"]
    assert told[0]["surcharge"] == 0
    assert told[1]["points"] == 2
    assert game.to_act == (1,)  # no decision, no way back
    refuses(game, "withdraw", seat=0)
    assert seat_of(game, 0)["routes"] == [TUNNEL]
    assert sum(discard(game).values()) == 5  # EUR-18


def test_paying_the_surcharge() -> None:  # EUR-16, EUR-18, EUR-20, RUL-20, RUL-30
    game = start(
        "europe", player("yellow*4 green*3 wild*2"), market=FIVE, deck="yellow wild blue black", discard=""
    )
    play(game, f"claim:{TUNNEL}:yellow*2")
    assert surcharges(game) == {"yellow*2", "yellow+wild", "wild*2"}
    refuses(
        game,
        "surcharge:yellow",
        "surcharge:wild*3",
        "surcharge:yellow*2+wild",
        "surcharge:green*2",
        "surcharge:green+yellow",
        "surcharge:blue*2",
    )
    told = tell(game, "surcharge:yellow+wild", seat=1, acting=0)
    assert told == [
        {"event": "surcharge", "seat": 0, "payment": {"yellow": 1, "wild": 1}},
        {"event": "claimed", "seat": 0, "route": TUNNEL, "payment": {"yellow": 2}, "points": 2},
        {"event": "turn", "seat": 1},
    ]
    assert discard(game) == {"yellow": 4, "wild": 2, "blue": 1}
    assert hand(game, 0) == {"yellow": 1, "green": 3, "wild": 1}
    me = seat_of(game, 0)
    assert (me["trains"], me["score"]) == (43, 2)  # for the length only
    assert game.view()["tunnel"] is None


def test_after_wilds_only_wilds() -> None:  # EUR-16, RUL-30
    game = attempt("wild*2", "wild yellow red black")
    assert surcharges(game) == {"wild"}
    refuses(game, "surcharge:yellow", "surcharge:green")


def test_not_every_surcharge_can_be_paid() -> None:  # EUR-16, EUR-17, RUL-26
    game = attempt("yellow*2", "yellow*3", held="yellow*4 green*6")
    assert game.legal() == ["withdraw"]
    refuses(game, "surcharge:yellow*3", "surcharge:yellow*2+wild", "surcharge:green*3")


def test_withdrawing() -> None:  # EUR-17, EUR-18, RUL-27, RUL-33
    game = start("europe", player("yellow*9"), market=FIVE, deck="yellow wild blue red*9", discard="")
    play(game, f"claim:{TUNNEL}:yellow*2")
    assert tell(game, "withdraw", acting=0) == [
        {"event": "withdrew", "seat": 0, "route": TUNNEL},
        {"event": "turn", "seat": 1},
    ]
    assert hand(game, 0) == {"yellow": 9}
    assert discard(game) == {"yellow": 1, "wild": 1, "blue": 1}
    assert seat_of(game, 0)["known"] == {"yellow": 2}  # the payment was public
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["routes"]) == (45, [])
    play(game, "draw", "draw", f"claim:{TUNNEL}:yellow*2")  # RUL-33: again in a later turn


def test_others_cannot_tell_whether_the_player_could_have_paid() -> None:  # EUR-17, RUL-26
    able = attempt("yellow*2", "yellow red*9", held="yellow*4 wild*2")
    unable = attempt("yellow*2", "yellow red*9", held="yellow*2 green*4")
    assert able.legal() != unable.legal() == ["withdraw"]
    for seat in (1, None):
        assert able.view(seat) | {"discard": 0} == unable.view(seat) | {"discard": 0}
    play(able, "withdraw")
    play(unable, "withdraw")
    for seat in (1, None):
        assert able.view(seat) | {"discard": 0} == unable.view(seat) | {"discard": 0}


def test_the_deck_runs_out_while_cards_are_turned_up() -> None:  # EUR-13, RUL-24, RUL-25, COM-9
    game = start("europe", player("yellow*2"), player(REST), market=FIVE, deck="yellow", discard="blue green")
    play(game, f"claim:{TUNNEL}:yellow*2")
    view = game.view()
    assert sorted(view["tunnel"]["revealed"][1:]) == ["blue", "green"]
    # Neither the payment nor the first revealed card took part in the shuffle.
    assert (view["deck"], view["discard_size"]) == (0, 0)
    play(game, "withdraw")
    assert game.view()["discard"] == {"yellow": 1, "blue": 1, "green": 1}


@pytest.mark.parametrize(("deck", "pile", "revealed"), [("blue yellow", "", 2), ("", "blue", 1), ("", "", 0)])
def test_fewer_than_three_cards(
    deck: str, pile: str, revealed: int
) -> None:  # EUR-13, EUR-19, RUL-32, RUL-34
    game = start("europe", player("yellow*3"), player(REST), market="yellow*5", deck=deck, discard=pile)
    told = tell(game, f"claim:{TUNNEL}:yellow*2")
    assert len(told[0]["revealed"]) == revealed
    if "yellow" in deck:
        assert surcharges(game) == {"yellow"}
    else:
        assert told[1]["event"] == "claimed"
        assert game.view()["market"] == ["yellow"] * 5  # RUL-34: never used


@pytest.mark.parametrize("paid", [False, True])
def test_double_tunnels(paid: bool) -> None:  # EUR-21, USA-22, USA-23
    game = start(
        "europe", player("black*6 white*3"), player("white*3"), market=FIVE, deck="black red red blue*9"
    )
    play(game, "claim:madrid-pamplona:black*3", "surcharge:black" if paid else "withdraw")
    if paid:
        refuses(game, "claim:madrid-pamplona/2:white*3")
    else:
        play(game, "claim:madrid-pamplona/2:white*3")
        assert seat_of(game, 1)["routes"] == ["madrid-pamplona/2"]


def test_swiss_tunnels() -> None:
    """RUL-59: EUR-12 to EUR-18 apply; SWI-11: wilds pay for tunnels and their surcharge."""
    game = start("switzerland", player("green*3 wild*2"), market=FIVE, deck="green wild red black*9")
    play(game, "claim:brig-it_brig:green*2+wild")
    assert game.view()["tunnel"]["surcharge"] == 2
    assert surcharges(game) == {"green+wild"}
    play(game, "surcharge:green+wild")
    assert seat_of(game, 0)["routes"] == ["brig-it_brig"]
    assert seat_of(game, 0)["score"] == 4


def test_known_cards_after_a_withdrawal() -> None:  # COM-14
    game = start(
        "europe",
        player("yellow*5 wild", known="yellow*4"),
        market=FIVE,
        deck="yellow red*9",
    )
    play(game, f"claim:{TUNNEL}:yellow+wild")
    assert seat_of(game, 0)["known"] == {"yellow": 3}
    play(game, "withdraw")
    assert seat_of(game, 0)["known"] == {"yellow": 4, "wild": 1}
