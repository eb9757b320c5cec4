"""Turns: phase 1, drawing, placing, tickets (CARD-8 to CARD-34)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.games.yard.mechanisms.lockstep import Lockstep, player, table, words
from tests.games.yard.mechanisms.states import IDS

OTHER = player("purple")


# Phase 1


def test_one_card_of_each_row_moves() -> None:  # CARD-8, CARD-9, CARD-10, RUL-60
    both = table(
        OTHER,
        player("", "green*2+wild", "red*3", stack="blue", tickets=[]),
        player("", "black*2", "white+wild"),
    )
    both.play("draw")
    assert both.game.players[1].stack == {"blue": 1}  # not before the turn starts
    both.play("stop")
    me = both.game.players[1]
    assert me.siding == {"green": ["green", "green"], "red": ["red", "red"]}
    assert me.stack == {"blue": 1, "wild": 1, "red": 1}
    other = both.game.players[2]
    assert other.siding == {"black": ["black", "black"], "white": ["white", "wild"]}  # these stay
    assert not other.stack


def test_wilds_move_first() -> None:  # CARD-10, CARD-23
    both = table(OTHER, player("", "green*2+wild*2"))
    moved: list[str] = []
    for _ in range(4):
        before = both.game.players[1].stack
        both.play("draw")
        both.play("stop")
        moved += (both.game.players[1].stack - before).elements()
        both.play("draw")
        both.play("stop")
    assert moved == ["wild", "wild", "green", "green"]
    assert not both.game.players[1].siding


def test_emptied_row_frees_its_color_at_once() -> None:  # CARD-11, CARD-25
    both = table(OTHER, player("green*2+red*2", "green", "red*2"))
    both.play("draw")
    both.play("stop")
    assert both.game.seat == 1
    actions = both.legal()
    assert "set:green*2" in actions  # the green row has just gone
    assert "set:red*2" not in actions
    both.play("set:green*2")
    assert both.game.players[1].siding == {"red": ["red"], "green": ["green", "green"]}


def test_nothing_to_move() -> None:  # CARD-12
    both = table(OTHER, player("green"))
    both.play("draw")
    both.play("stop")
    assert both.game.seat == 1
    assert not both.game.players[1].stack


# Drawing


def test_actions() -> None:  # CARD-13, COM-3
    both = table(player("green*2+red+blue"), OTHER)
    assert words(both.legal()) == {"draw", "take", "set", "trio", "tickets"}
    assert both.legal(1) == []  # COM-2


def test_take() -> None:  # CARD-15, CARD-17, CARD-21
    both = table(player("green"), OTHER, market="wild red red blue wild")
    top = both.game.deck[0]
    both.play("take:blue")
    assert both.game.market == ["wild", "red", "red", top, "wild"]
    assert both.game.players[0].known == {"blue": 1}
    assert both.game.phase == "second_draw"
    assert "take:wild" not in both.legal()  # CARD-17
    assert {"take:red", "draw", "stop"} <= set(both.legal())
    both.play("take:red")
    assert both.game.seat == 1
    assert both.game.players[0].hand == {"green": 1, "blue": 1, "red": 1}


def test_face_up_wild_is_the_whole_action() -> None:  # CARD-15
    both = table(player("green"), OTHER)
    both.play("take:wild")
    assert both.game.seat == 1
    assert both.game.market.count(None) == 0


def test_blind_wild_counts_as_one_card() -> None:  # CARD-16, CARD-18
    both = table(player("green"), OTHER, deck="wild wild green")
    both.play("draw")
    assert both.game.phase == "second_draw"
    assert not both.game.players[0].known
    both.play("draw")
    assert both.game.players[0].hand == {"green": 1, "wild": 2}
    assert both.game.seat == 1


def test_stop() -> None:  # CARD-19, RUL-66
    both = table(player("green"), OTHER)
    assert "stop" not in both.legal()  # not before a first card
    both.play("draw")
    both.play("stop")
    assert both.game.seat == 1
    assert both.game.players[0].hand.total() == 2


@pytest.mark.parametrize("action", ["draw", "take:blue"])
def test_last_card_ends_the_action(action: str) -> None:  # CARD-14, CARD-19, CARD-37, RUL-65, RUL-67
    both = table(player("green"), OTHER, market="red red blue white wild", deck="black")
    both.play(action)
    assert both.game.seat == 1
    assert both.game.final_left == 2
    # The market can no longer be used by anyone.
    assert words(both.legal()) == {"tickets"}
    both.play("tickets")
    both.play("keep:")
    assert words(both.legal()) == {"tickets"}


def test_second_card_may_be_the_last() -> None:  # CARD-14, CARD-17
    both = table(player("green"), OTHER, deck="black white")
    both.play("take:red")
    assert both.game.phase == "second_draw"
    both.play("take:red")
    assert both.game.deck == []
    assert None not in both.game.market
    assert both.game.final_left == 2


def test_discarded_cards_stay_out() -> None:  # CARD-3, RUL-68
    both = table(player("green*2"), player("", "green"), deck="black")
    both.play("set:green*2")
    assert both.game.discard["green"] > 0
    both.play("draw")
    assert both.game.deck == []
    assert both.game.discard.total() > 0


def test_no_redeal_of_wilds() -> None:  # CARD-20
    both = table(player("green"), OTHER, market="wild wild red blue blue", deck="wild wild green green")
    both.play("take:red")
    assert both.game.market == ["wild", "wild", "wild", "blue", "blue"]
    both.play("take:blue")
    assert both.game.market.count("wild") == 4


# Placing


def test_sets() -> None:  # CARD-23, COM-11, RUL-62
    both = table(player("green*2+red+wild*2"), OTHER)
    sets = [action for action in both.legal() if action.startswith("set")]
    assert sorted(sets) == [
        "set:green*2",
        "set:green*2+wild",
        "set:green*2+wild*2",
        "set:green+wild",
        "set:green+wild*2",
        "set:red+wild",
        "set:red+wild*2",
    ]
    both.play("set:green*2+wild")
    me = both.game.players[0]
    assert me.siding == {"green": ["green", "green", "wild"]}
    assert me.hand == {"red": 1, "wild": 1}
    assert both.game.seat == 1


def test_placed_cards_are_no_longer_known_to_be_held() -> None:  # COM-14, COM-15
    both = table(player("green*3+wild", known=Counter(green=2, wild=1)), OTHER)
    both.play("set:green*3")
    assert both.game.players[0].known == {"wild": 1}


def test_nothing_is_placed_with_too_few_cards() -> None:  # CARD-23, CARD-24
    assert words(table(player("green+red"), OTHER).legal()) == {"draw", "take", "tickets"}
    assert words(table(player("wild*5"), OTHER).legal()) == {"draw", "take", "tickets"}  # RUL-62


def test_trio() -> None:  # CARD-24
    both = table(player("green*2+red+blue+black+wild"), OTHER)
    trios = {action for action in both.legal() if action.startswith("trio")}
    assert trios == {
        "trio:blue+green+black",
        "trio:blue+green+red",
        "trio:blue+black+red",
        "trio:green+black+red",
    }
    both.play("trio:blue+green+red")
    me = both.game.players[0]
    assert me.siding == {"green": ["green"], "red": ["red"], "blue": ["blue"]}
    assert me.hand == {"green": 1, "black": 1, "wild": 1}
    assert both.game.seat == 1  # no additional set (RUL-82)


def test_own_rows_are_never_extended() -> None:  # CARD-25
    both = table(player("red*3+blue+white", "red*2"), OTHER)
    assert not {"set", "trio"} & words(both.legal())


@pytest.mark.parametrize(
    ("row", "played", "robs"),
    [
        ("green", "green*2", True),
        ("green*2", "green*2", False),  # strictly more
        ("green*2", "green*2+wild", True),  # the robber's wild counts (CARD-28, RUL-63)
        ("green+wild", "green*2", False),  # the wild of the row counts
        ("green+wild*3", "green*3+wild*2", True),
        ("green+wild*4", "green*3+wild*2", False),
    ],
)
def test_robbing(row: str, played: str, robs: bool) -> None:  # CARD-26, CARD-27, CARD-28, CARD-30
    both = table(player("green*3+wild*2"), player("", row, "red"), player("", "blue*5"))
    action = f"set:{played}"
    assert (action in both.legal()) == robs
    assert both.is_legal(action) == robs
    if robs:
        before = both.game
        after = both.play(action)
        assert after.discard - before.discard == Counter(before.players[1].siding["green"])  # wilds too
        assert after.players[1].siding == {}  # the red card has moved
        assert after.players[2].siding == {"blue": ["blue"] * 5}
        assert len(after.players[0].siding["green"]) > len(before.players[1].siding["green"])


def test_robbed_row_does_not_move() -> None:  # CARD-9, CARD-27
    both = table(player("green*3"), player("", "green*2", "red"))
    both.play("set:green*3")
    assert both.game.players[1].stack == {"red": 1}
    assert both.game.players[1].siding == {}


def test_rows_shrink_before_they_are_robbed() -> None:  # CARD-9, CARD-26
    both = table(player("green*2"), player("", "green*2"))
    assert "set:green*2" not in both.legal()
    both.play("draw")
    both.play("stop")
    both.play("draw")  # one green card has moved
    both.play("stop")
    assert "set:green*2" in both.legal()


def test_singles_cannot_rob() -> None:  # CARD-29, RUL-64
    both = table(player("green+red+blue+white"), player("", "green"))
    trios = {action for action in both.legal() if action.startswith("trio")}
    assert trios == {"trio:blue+white+red"}


def test_one_placement_a_turn() -> None:  # RUL-82, COM-3
    both = table(player("green*2+red*2"), OTHER)
    both.play("set:green*2")
    assert both.legal(0) == []


# Tickets


def test_tickets() -> None:  # CARD-31, CARD-32, CARD-33
    both = table(player("green"), OTHER)
    deck = both.game.ticket_deck
    both.play("tickets")
    assert both.game.players[0].offer == deck[:4]
    assert len(both.legal()) == 16  # any subset, also none
    assert "keep:" in both.legal()
    assert words(both.legal()) == {"keep"}
    both.play(f"keep:{deck[2]},{deck[3]}")
    assert both.game.players[0].tickets == sorted(deck[2:4])
    assert both.game.ticket_deck == [*deck[4:], deck[0], deck[1]]  # underneath, in the order drawn
    assert both.game.ticket_seen == {deck[0]: {0}, deck[1]: {0}}
    assert both.game.seat == 1


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_few_tickets(left: int) -> None:  # CARD-31, RUL-71
    both = table(player("green"), OTHER, tickets=IDS[:left])
    both.play("tickets")
    assert both.game.players[0].offer == IDS[:left]
    both.play("keep:")
    assert both.game.ticket_deck == IDS[:left]


def test_no_tickets() -> None:  # CARD-31, RUL-71
    assert "tickets" not in table(player("green"), OTHER, tickets=[]).legal()


def test_pass() -> None:  # CARD-34, COM-3, RUL-70
    both = table(
        player("green+wild", "green*3", stack="red"),
        player("red", "blue"),
        deck="",
        tickets=[],
        final_left=2,
        final_by=1,
    )
    assert both.legal() == ["pass"]
    both.play("pass")
    assert both.game.players[1].stack == {"blue": 1}  # phase 1 still takes place
    assert both.legal() == ["pass"]


def test_no_pass_while_anything_can_be_done() -> None:  # CARD-34, COM-3
    end: dict[str, Any] = {"deck": "", "final_left": 2, "final_by": 1}
    assert table(player("green*2"), OTHER, tickets=[], **end).legal() == ["set:green*2"]
    assert table(player("green"), OTHER, tickets=IDS[:1], **end).legal() == ["tickets"]
    assert not table(player("green*2"), OTHER, deck="green", tickets=[]).is_legal("pass")
    assert "pass" not in table(player(""), OTHER, tickets=[]).legal()


def test_endless_play_is_legal() -> None:  # RUL-78
    both = table(player("green"), OTHER)
    for _ in range(40):
        both.play("tickets")
        both.play("keep:")
    assert len(both.game.ticket_deck) == 46
    assert both.game.final_left is None


def check_that_refused(both: Lockstep, action: str) -> None:
    before = both.states.tobytes()
    assert not both.is_legal(action)
    assert both.states.tobytes() == before


def test_refused_actions() -> None:  # COM-4, INV-11
    both = table(player("green*2+wild", "black"), player("", "blue"), market="red red red red white")
    for action in (
        "stop",
        "pass",
        "keep:",
        "declare:",
        "take:blue",
        "take:wild",
        "set:green*3",
        "set:green+wild*2",
        "set:black*2",
        "set:red+wild",
        "trio:blue+green+red",
    ):
        check_that_refused(both, action)
