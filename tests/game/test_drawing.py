"""Drawing train cards: two cards, the market, wilds, empty decks."""

from __future__ import annotations

import pytest
from tests.game.builders import REST, discard, hand, market, play, player, refuses, start, tell

import whistlestop as ws

FIVE = "red blue green white black"


def test_one_action_each_turn() -> None:
    """COM-3, USA-6, EUR-5: all actions exist, each ends the turn, and there is no pass."""
    for ruleset, more in (("usa", set()), ("europe", {"station"})):
        game = start(ruleset, player("red*4 blue*4"), market=FIVE)
        words = {action.split(":")[0] for action in game.legal()}
        assert words == {"draw", "take", "tickets", "claim"} | more
        refuses(game, "pass")
    for actions in (["draw", "draw"], ["take:red", "take:blue"], ["claim:dallas-houston:red"]):
        game = start("usa", player("red*4"), market=FIVE)
        play(game, *actions)
        assert game.to_act == (1,)
    game = play(start("usa", player("red*4"), market=FIVE), "tickets")
    play(game, game.legal()[0])
    assert game.to_act == (1,)


def test_first_card_from_the_market() -> None:  # USA-7, USA-12
    game = start("usa", player(), market=FIVE, deck="yellow orange")
    refuses(game, "take:yellow", "take:wild", "take:purple")
    told = tell(game, "take:green", seat=1)
    assert told == [
        {"event": "took", "seat": 0, "card": "green", "slot": 2},
        {"event": "refilled", "slots": {"2": "yellow"}},
    ]
    assert hand(game, 0) == {"green": 1}
    assert market(game) == ["red", "blue", "yellow", "white", "black"]
    assert game.view()["phase"] == "second_draw"
    play(game, "take:yellow")  # USA-12: the replacement may be taken
    assert hand(game, 0) == {"green": 1, "yellow": 1}
    assert market(game) == ["red", "blue", "orange", "white", "black"]
    assert game.to_act == (1,)


def test_of_equal_cards_the_first_slot_is_taken() -> None:  # USA-7
    game = start("usa", player(), market="red blue red white red", deck="yellow*3")
    assert tell(game, "take:red")[0]["slot"] == 0
    assert tell(game, "take:red")[0]["slot"] == 2


def test_a_wild_from_the_market_is_the_whole_action() -> None:  # USA-7
    game = start("usa", player(), market="red wild green white black", deck="yellow wild")
    play(game, "take:wild")
    assert hand(game, 0) == {"wild": 1}
    assert market(game) == ["red", "yellow", "green", "white", "black"]
    assert game.to_act == (1,)


def test_no_wild_from_the_market_as_second_card() -> None:  # USA-9
    game = start("usa", player(), market="red wild green white black", deck="wild yellow*4")
    play(game, "take:red")  # the replacement is a wild too
    assert market(game) == ["wild", "wild", "green", "white", "black"]
    refuses(game, "take:wild", "take:red")
    play(game, "take:green")
    assert game.to_act == (1,)
    after_blind = play(start("usa", player(), market="wild red*4"), "draw")
    refuses(after_blind, "take:wild")
    after_blind.play("take:red")
    assert after_blind.to_act == (1,)


def test_blind_cards() -> None:  # USA-8, USA-10
    game = start("usa", player(), market=FIVE, deck="wild wild red")
    assert tell(game, "draw", seat=0) == [{"event": "drew", "seat": 0, "card": "wild"}]
    assert game.view()["phase"] == "second_draw"  # a wild drawn blind is one ordinary card
    told = tell(game, "draw", seat=1, acting=0)
    assert told[0] == {"event": "drew", "seat": 0, "card": None}
    assert hand(game, 0) == {"wild": 2}
    assert game.view(1)["players"][0]["known"] == {}
    assert game.view()["deck"] == 1
    assert game.to_act == (1,)


def test_the_second_card_is_compulsory() -> None:  # USA-11, RUL-4
    game = play(start("usa", player("red*6"), market=FIVE), "take:blue")
    refuses(game, "pass", "tickets", "claim:dallas-houston:red", "claim:chicago-duluth:red*3", "withdraw")
    assert all(action.startswith(("draw", "take")) for action in game.legal())


@pytest.mark.parametrize("shown", ["wild wild - - -", "- - - - -"])
def test_no_second_card_to_be_had(shown: str) -> None:  # USA-11, RUL-11
    game = start("usa", player(), player(REST), market=shown, deck="blue", discard="")
    play(game, "draw")
    assert hand(game, 0) == {"blue": 1}
    assert game.to_act == (1,)
    last = start("usa", player(), player(REST), market=shown.replace("-", "red", 1), deck="", discard="")
    play(last, "take:red")
    assert last.to_act == (1,)
    assert market(last) == [None if card == "-" else card for card in shown.split()]


def test_the_first_card_may_make_the_second_possible() -> None:  # USA-11, COM-10
    """Taking the only colored card brings a discarded one into the market."""
    game = start("usa", player(), player(REST), market="wild red - - -", deck="", discard="blue")
    assert game.legal() == ["draw", "take:red", "take:wild", "tickets"]
    play(game, "take:red")
    assert market(game)[0] == "wild"
    assert game.view()["phase"] == "second_draw"
    assert game.legal() == ["take:blue"]


def test_three_wilds_are_dealt_anew_at_once() -> None:  # USA-13, RUL-9, COM-10
    game = start("usa", player(), market="wild wild red white black", deck="wild green*4 yellow blue*3")
    told = tell(game, "take:red")
    assert told == [
        {"event": "took", "seat": 0, "card": "red", "slot": 2},
        {"event": "market_reset", "times": 1, "market": ["green", "green", "green", "green", "yellow"]},
    ]
    assert game.view()["phase"] == "second_draw"
    play(game, "take:yellow")  # the second card comes from the new market
    assert hand(game, 0) == {"red": 1, "yellow": 1}


def test_three_wilds_after_a_claim_and_after_tickets() -> None:
    """USA-13 applies in any turn, after any action: the market is settled at the end of every turn (COM-20)."""
    for action in ("claim:dallas-houston:red", "tickets"):
        game = start("usa", player("red"), market="wild wild wild white black", deck="green*5 blue*9")
        play(game, action)
        if action == "tickets":
            assert market(game).count("wild") == 3  # not before the end of the turn
            play(game, game.legal()[0])
        assert market(game) == ["green"] * 5


def test_at_most_three_new_markets_in_one_settling() -> None:  # RUL-7, COM-10
    wilds = "wild wild wild red blue"
    game = start(
        "usa", player("green"), market=wilds, deck=f"{wilds} {wilds} wild wild wild white white black*12"
    )
    told = tell(game, "claim:dallas-houston:green")
    assert told[1] == {
        "event": "market_reset",
        "times": 3,
        "market": ["wild", "wild", "wild", "white", "white"],
    }
    play(game, "draw", "draw")  # the end of the next turn settles the market again
    assert market(game) == ["black"] * 5


def test_a_second_card_settles_twice() -> None:
    """USA-9, COM-10, COM-20: once after the card and once at the end of the turn."""
    wilds = "wild wild wild red blue"
    game = start(
        "usa",
        player(),
        market="wild wild green red blue",
        deck=f"yellow wild {wilds} {wilds} wild*3 white*2 {FIVE}",
    )
    play(game, "draw")
    told = tell(game, "take:green")
    assert told[1]["times"] == 4
    assert market(game) == FIVE.split()


@pytest.mark.parametrize(
    ("shown", "deck", "pile"),
    [
        (
            "wild wild wild red -",
            "",
            "blue",
        ),  # four cards in market, deck and discard pile after the end of turn
        ("wild wild wild red blue", "wild", ""),  # two colored ones
    ],
)
def test_no_new_market_that_cannot_help(shown: str, deck: str, pile: str) -> None:  # RUL-8
    game = start(
        "usa", player(), player(REST), market=shown, deck=deck, discard=pile, ticket_deck="boston-miami"
    )
    play(game, "tickets", "keep:boston-miami")
    left = [card for card in market(game) if card]
    assert left.count("wild") >= 3
    assert game.view()["discard_size"] == 0
    assert game.to_act == (1,)


def test_a_new_market_that_can_just_help() -> None:  # RUL-8: five cards, three of them colored
    game = start(
        "usa",
        player(),
        player(REST),
        market="wild wild wild red blue",
        deck="white",
        discard="",
        ticket_deck="boston-miami",
    )
    told = tell(play(game, "tickets"), "keep:boston-miami")
    reset = next(event for event in told if event["event"] == "market_reset")
    assert 1 <= reset["times"] <= 3
    assert market(game).count("wild") < 3 or reset["times"] == 3
    assert sorted([card for card in market(game) if card] + [*discard(game)] + row_of(game)) == sorted(
        ["wild", "wild", "wild", "red", "blue", "white"]
    )


def row_of(game: ws.Game) -> list[str]:
    return list(game.position()["deck"])


def test_reshuffle_when_a_card_is_needed() -> None:  # USA-14, COM-9, RUL-5
    game = start("usa", player(), player(REST), market=FIVE, deck="purple", discard="orange*3")
    play(game, "draw")
    view = game.view()
    assert (view["deck"], view["discard"]) == (0, {"orange": 3})  # not before one is needed
    told = tell(game, "draw", seat=0)
    assert told[:2] == [
        {"event": "drew", "seat": 0, "card": "orange"},
        {"event": "reshuffled", "deck": 2},
    ]
    assert game.view()["discard_size"] == 0


def test_discards_between_emptying_and_need_take_part() -> None:  # RUL-5
    game = start("usa", player(), player(REST), market=FIVE, deck="purple*2", discard="orange")
    play(game, "draw", "draw")
    assert game.view()["deck"] == 0
    play(game, "claim:dallas-houston:red")
    assert (game.view()["deck"], discard(game)) == (0, {"orange": 1, "red": 1})
    play(game, "draw", "draw")
    assert hand(game, 0) == {"purple": 2, "orange": 1, "red": 1}


def test_empty_slots_are_filled_again() -> None:  # USA-14, RUL-6, INV-6
    game = start("usa", player("green*2"), player(REST), market="red - - - -", deck="", discard="")
    play(game, "claim:duluth-omaha:green*2")
    assert sorted(str(card) for card in market(game)) == ["None", "None", "green", "green", "red"]
    tunnel = start(
        "europe", player("yellow*2"), player(REST), market="- - - - -", deck="yellow blue", discard=""
    )
    play(tunnel, "claim:munchen-zurich:yellow*2", "withdraw")  # after a failed tunnel too
    assert sorted(card for card in market(tunnel) if card) == ["blue", "yellow"]
    station = start("europe", player("yellow"), player(REST), market="- - - - -", deck="", discard="")
    play(station, "station:wien:yellow")
    assert market(station) == ["yellow", None, None, None, None]


def test_no_card_to_draw() -> None:  # USA-15, EUR-7, COM-9
    for ruleset in ("usa", "europe"):
        game = start(ruleset, player("red*3"), player(REST), market="- - - - -", deck="", discard="")
        refuses(game, "draw", "take:red", "take:wild")
        words = {action.split(":")[0] for action in game.legal()}
        assert words == {"claim", "tickets"} | ({"station"} if ruleset == "europe" else set())


def test_only_market_cards_left() -> None:  # USA-15, RUL-10
    game = start("usa", player(), player(REST), market="red - blue - wild", deck="", discard="")
    refuses(game, "draw", "take:green")
    assert tell(game, "take:blue") == [{"event": "took", "seat": 0, "card": "blue", "slot": 2}]
    assert market(game) == ["red", None, None, None, "wild"]  # not replaced
    refuses(game, "take:wild", "draw")
    play(game, "take:red")
    assert market(game) == [None, None, None, None, "wild"]


def test_face_up_wilds_in_switzerland() -> None:  # SWI-9
    game = start("switzerland", player(), market="wild wild red white black", deck="blue green wild")
    play(game, "take:wild")
    assert game.view()["phase"] == "second_draw"
    assert market(game)[0] == "blue"
    play(game, "take:wild")
    assert hand(game, 0) == {"wild": 2}
    assert game.to_act == (1,)
    second = play(start("switzerland", player(), market="wild red*4"), "draw", "take:wild")
    assert second.to_act == (1,)
    last = start("switzerland", player(), player(REST), market="wild wild - - -", deck="", discard="")
    play(last, "take:wild")  # RUL-11 does not end this action: there is a second wild
    assert last.legal() == ["take:wild"]


def test_three_wilds_in_switzerland() -> None:  # SWI-10, RUL-54
    game = start("switzerland", player(), market="wild wild red white black", deck="wild green*5 blue*3")
    play(game, "take:red")
    assert market(game) == ["green"] * 5


def test_any_number_of_cards_may_be_held() -> None:  # COM-17
    game = start("usa", player(REST), market=FIVE, deck="red blue*3", discard="")
    play(game, "draw", "draw")
    assert sum(hand(game, 0).values()) == 103
