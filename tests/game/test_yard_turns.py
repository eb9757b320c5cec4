"""The card game's turns through the public interface: moving, drawing, placing, robbing, tickets."""

from __future__ import annotations

from typing import Any

import pytest
from tests.game.builders import cards, discard, hand, misread, play, player, refuses, seat_of, start, tell

import whistlestop as ws

FIVE = "red blue green black white"


def game(*players: dict[str, Any], **more: Any) -> ws.Game:
    """Return a card game; cards that are not mentioned form the deck."""
    return start("card_game", *players, **{"market": FIVE, **more})


def rows(one: ws.Game, seat: int) -> dict[str, tuple[int, int]]:
    return {row["color"]: (row["cards"], row["wilds"]) for row in seat_of(one, seat)["siding"]}


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


# Set-up.


@pytest.mark.parametrize(("players", "deck"), [(2, 75), (3, 67), (4, 59)])
def test_set_up(players: int, deck: int) -> None:  # CARD-1, CARD-4, CARD-5, CARD-7
    one = ws.Game.new("card_game", players, seed=3, first=1)
    view = one.view(0)
    assert (view["phase"], view["deck"], view["ticket_deck"]) == ("opening", deck, 46 - 6 * players)
    assert (view["pass"], view["passes"]) == (1, 2 if players == 4 else 1)  # CARD-3
    assert None not in view["market"]
    assert sum(view["hand"].values()) == 8
    assert view["hand"]["wild"] >= 1
    assert len(view["offer"]) == 6
    assert all(other["cards"] == 8 and other["known"] == {"wild": 1} for other in view["players"])
    for seat in range(players):
        one.play(one.legal(seat)[0], seat)
    assert one.to_act == (1,)


def test_opening_choice() -> None:  # CARD-6, RUL-2, RUL-79
    one = ws.Game.new("card_game", 2, seed=5, first=0)
    offers = [[ticket["id"] for ticket in one.view(seat)["offer"]] for seat in (0, 1)]
    refuses(one, "keep:", seat=0)
    assert one.view(0)["keep_min"] == 1
    assert kinds(tell(one, f"keep:{offers[1][2]}", 0, acting=1)) == ["chose"]
    assert one.view(0)["players"][1]["chosen"]
    assert [one.view(seat)["choice"] for seat in (None, 0, 1)] == [None, None, [offers[1][2]]]
    assert one.view(0)["players"][1]["tickets"] == 0
    assert one.to_act == (0,)
    told = tell(one, "keep:" + ",".join(offers[0]), 1, acting=0)
    assert told[1] == {"event": "opening_done", "kept": [6, 1]}
    assert one.view(1)["choice"] is None
    assert one.view()["ticket_deck"] == 46 - 7
    assert set(offers[1][:2]) <= set(one.position()["ticket_deck"])
    assert one.position()["ticket_seen"] == {}


# Phase 1.


def test_cards_move_before_the_turn() -> None:  # CARD-8, CARD-9, CARD-10, RUL-60
    one = game(player(), player("red*2", siding="green*2+wild blue white*3"), player(siding="black"))
    told = tell(one, "tickets")
    assert kinds(told) == ["drew_tickets"]
    told = tell(one, "keep:")
    assert kinds(told) == ["kept", "turn", "moved"]
    assert told[-1] == {
        "event": "moved",
        "seat": 1,
        "count": 3,
        "cards": [
            {"row": "blue", "card": "blue"},
            {"row": "white", "card": "white"},
            {"row": "green", "card": "wild"},
        ],
    }
    assert rows(one, 1) == {"green": (2, 0), "white": (2, 0)}  # CARD-11: the blue row is gone
    assert (seat_of(one, 1)["stack"], rows(one, 2)) == (3, {"black": (1, 0)})


def test_a_color_is_free_again_at_once() -> None:  # CARD-11, CARD-25
    one = game(player(), player("blue*2 green*2", siding="blue green*2"))
    play(one, "tickets", "keep:")
    assert "set:blue*2" in one.legal()
    refuses(one, "set:green*2")


def test_nothing_to_move() -> None:  # CARD-12
    one = game(player(), player())
    assert kinds([*tell(one, "tickets"), *tell(one, "keep:")]) == ["drew_tickets", "kept", "turn"]


# Drawing.


def test_two_cards() -> None:  # CARD-15 to CARD-18, CARD-21
    one = game(player(), deck="wild green yellow purple red")
    told = tell(one, "take:red", 1)
    assert told == [
        {"event": "took", "seat": 0, "card": "red", "slot": 0},
        {"event": "refilled", "slots": {"0": "wild"}},
    ]
    refuses(one, "take:wild")  # CARD-17
    assert {"draw", "take:blue", "stop"} <= set(one.legal())
    told = tell(one, "draw", 1)
    assert told[0] == {"event": "drew", "seat": 0, "card": None}
    assert hand(one, 0) == {"red": 1, "green": 1}
    assert seat_of(one, 0)["known"] == {"red": 1}
    assert one.to_act == (1,)


def test_a_wild_from_the_market_is_all() -> None:  # CARD-15, CARD-16, CARD-20
    one = game(player(), market="wild*4 red", deck="wild wild blue*5")  # wilds have no effect
    assert kinds(tell(one, "take:wild")) == ["took", "refilled", "turn"]
    assert one.view()["market"] == ["wild"] * 4 + ["red"]
    play(one, "draw")  # a wild drawn blind counts as one card
    assert hand(one, 1) == {"wild": 1}
    assert one.view()["phase"] == "second_draw"


def test_one_card_is_enough() -> None:  # CARD-19, RUL-66
    one = game(player())
    refuses(one, "stop")
    play(one, "draw")
    told = tell(one, "stop")
    assert kinds(told) == ["stopped", "turn"]
    assert seat_of(one, 0)["cards"] == 1


def test_the_last_card() -> None:  # CARD-14, CARD-35, CARD-36, CARD-37, RUL-65, RUL-67
    one = game(player("green*2"), player("red*2"), deck="blue")
    told = tell(one, "take:red")
    assert kinds(told) == ["took", "refilled", "final_round", "turn"]
    assert told[2] == {"event": "final_round", "seat": 0, "turns_left": 2}
    assert one.view()["final_round"] == {"turns_left": 2, "caused_by": 0}
    refuses(one, "draw", "take:blue", "take:green")
    play(one, "set:red*2")
    assert one.view()["to_act"] == [0]
    assert kinds(tell(one, "set:green*2")) == ["placed", "declaring"]
    assert one.view()["to_act"] == [0, 1]
    assert rows(one, 1) == {"red": (2, 0)}  # CARD-38: the rest stays in the siding
    assert seat_of(one, 1)["stack"] == 0


def test_no_reshuffling() -> None:  # CARD-3, CARD-27, RUL-68
    one = game(player("green*3"), player("red*2", siding="green*2+wild"), deck="blue", discard="yellow*4")
    play(one, "draw", "set:red*2")
    told = kinds(tell(one, "set:green*3"))
    assert told == ["placed", "robbed", "declaring"]
    assert (one.view()["deck"], discard(one)) == (0, {"yellow": 4, "green": 2})


# Placing.


def test_a_set() -> None:  # CARD-23, RUL-62
    one = game(player("green*3 wild*2 red"))
    refuses(one, "set:red*2", "set:green*4", "set:green*2+wild*3", "trio:green+red+blue")
    for text in (
        "set:wild*2",
        "set:green",
        "set:green+red",
        "trio:green+red",
        "trio:green+red+wild",
        "trio:red*3",
    ):
        assert "can never be placed" in misread(one, text)
    assert tell(one, "set:wild*2+green", 1)[0] == {
        "event": "placed",
        "seat": 0,
        "rows": [{"color": "green", "cards": 1, "wilds": 2}],
    }
    assert (rows(one, 0), hand(one, 0)) == ({"green": (1, 2)}, {"green": 2, "red": 1})
    assert one.to_act == (1,)


def test_three_singles() -> None:  # CARD-24, CARD-29, RUL-64, RUL-82
    one = game(player("green red blue white*2 wild"), player(siding="white"))
    sets = [action for action in one.legal() if action.startswith("trio")]
    assert sets == ["trio:blue+green+red"]
    refuses(one, "trio:white+green+red")
    told = tell(one, "trio:red+green+blue")
    assert told[0]["rows"] == [{"color": color, "cards": 1, "wilds": 0} for color in ("blue", "green", "red")]
    assert one.to_act == (1,)


@pytest.mark.parametrize(
    ("row", "legal", "illegal"),
    [
        (
            "green*2",
            ["set:green*3", "set:green+wild*2", "set:green*2+wild"],
            ["set:green*2", "set:green+wild"],
        ),
        ("green+wild", ["set:green*3", "set:green+wild*2"], ["set:green*2", "set:green+wild"]),
        ("green*2+wild*2", ["set:green*3+wild*2"], ["set:green*3+wild", "set:green*2+wild*2"]),
        ("green", ["set:green*2", "set:green+wild"], []),
    ],
)
def test_robbing(row: str, legal: list[str], illegal: list[str]) -> None:  # CARD-26, CARD-27, CARD-28, RUL-63
    for action in legal:
        one = game(player("green*3 wild*2"), player(), player(siding=f"{row} red"))
        refuses(one, *illegal)
        told = tell(one, action, 1)
        robbed = next(event for event in told if event["event"] == "robbed")
        lost = {"green": robbed["cards"], "wild": robbed["wilds"]}
        assert (robbed["seat"], robbed["victim"], robbed["color"]) == (0, 2, "green")
        assert {kind: count for kind, count in lost.items() if count} == cards(row.replace("+", " "))
        assert discard(one) == cards(row.replace("+", " "))
        assert rows(one, 2) == {"red": (1, 0)}
        assert set(rows(one, 0)) == {"green"}  # CARD-30, INV-9


# Tickets.


def test_drawing_tickets() -> None:  # CARD-31, CARD-32, CARD-33
    deck = "boston-miami dallas-miami calgary-chicago houston-los_angeles denver-seattle"
    names = deck.split()
    tickets = [ticket.id for ticket in ws.load_ruleset("card_game").tickets if ticket.id not in names]
    one = game(player(), player(tickets=tickets), ticket_deck=deck)
    assert tell(one, "tickets", 1) == [{"event": "drew_tickets", "seat": 0, "count": 4}]
    assert [ticket["id"] for ticket in one.view(0)["offer"]] == names[:4]
    assert one.view(0)["keep_min"] == 0
    told = tell(one, "keep:dallas-miami", 1)
    assert told[0] == {"event": "kept", "seat": 0, "kept": 1, "refused": 3, "tickets": None}
    assert one.position()["ticket_deck"] == [names[4], names[0], names[2], names[3]]
    assert (seat_of(one, 0)["tickets"], one.view()["ticket_deck"]) == (1, 4)


def test_few_tickets() -> None:  # CARD-31, RUL-71
    tickets = [ticket.id for ticket in ws.load_ruleset("card_game").tickets]
    one = game(player(tickets=tickets[2:]), ticket_deck=" ".join(tickets[:2]))
    assert tell(one, "tickets")[0]["count"] == 2
    play(one, "keep:" + ",".join(tickets[:2]))
    refuses(one, "tickets")


def test_passing() -> None:  # CARD-34, RUL-70, COM-3
    tickets = [ticket.id for ticket in ws.load_ruleset("card_game").tickets]
    one = game(
        player("red wild*3", tickets=tickets),
        player("red*2", siding="red*4+wild blue"),
        deck="",
        ticket_deck="",
        final_round={"turns_left": 2, "caused_by": 1},
    )
    assert one.legal() == ["pass"]
    assert kinds(tell(one, "pass")) == ["passed", "turn", "moved"]
    refuses(game(player("red*2", tickets=tickets), deck="", ticket_deck=""), "pass")
    refuses(game(player("red"), deck=""), "pass")
