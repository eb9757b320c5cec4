"""The end of a pass, the second pass and the end of the game (CARD-35 to CARD-39, CARD-43 to CARD-54)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.games.yard.mechanisms.lockstep import Lockstep, declaration, player, table, words
from tests.games.yard.mechanisms.model import Game, cards_text, outcome
from tests.games.yard.mechanisms.states import IDS, TICKETS


def idle(both: Lockstep) -> None:
    """Return an action that changes little."""
    actions = both.legal()
    for action in ("pass", "stop", "keep:", "tickets", "draw"):
        if action in actions:
            both.play(action)
            break
    else:
        raise AssertionError(actions)


def turns(both: Lockstep) -> list[int]:
    """Play idly until the pass is over; return the seats that had a turn."""
    seats = []
    turn = None
    while both.game.phase not in ("declaration", "over"):
        if both.game.turn != turn:
            turn = both.game.turn
            seats.append(both.game.seat)
        idle(both)
    return seats


def declare_nothing(both: Lockstep) -> Game:
    for seat in range(both.game.seats):
        both.play("declare:", seat)
    return both.game


# The final round


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("starter", [0, 1])
def test_final_round(seats: int, starter: int) -> None:  # CARD-35, CARD-36, INV-12
    both = table(*(player("green") for _ in range(seats)), deck="black", seat=starter)
    both.play("draw")
    assert (both.game.final_left, both.game.final_by) == (seats, starter)
    assert turns(both) == [(starter + 1 + turn) % seats for turn in range(seats)]
    assert both.game.final_left == 0
    assert both.to_act == list(range(seats))  # all declare at the same time (CARD-41)


def test_the_round_begins_after_the_turn() -> None:  # CARD-35, CARD-37
    both = table(player("green"), player("red"), deck="black blue")
    assert both.play("draw").final_left is None
    both.play("stop")  # one card is left
    assert both.play("draw").final_left == 2
    assert both.game.final_by == 1


def test_a_refill_can_take_the_last_card() -> None:  # CARD-35, RUL-67
    both = table(player("green"), player("red"), deck="black")
    both.play("take:wild")
    assert both.game.deck == []
    assert both.game.final_by == 0
    assert turns(both) == [1, 0]


def test_cards_of_the_final_round_stay_in_the_siding() -> None:  # CARD-38, CARD-39, RUL-69
    both = table(player("green"), player("red*2+wild", "blue*2", tickets=[IDS[0]]), deck="black")
    both.play("draw")
    assert both.game.players[1].stack == {"blue": 1}  # phase 1 as usual
    assert words(both.legal()) == {"set", "tickets"}
    both.play("set:red*2+wild")
    idle(both)
    idle(both)
    game = both.game
    assert game.phase == "declaration"
    assert game.players[1].siding == {"blue": ["blue"], "red": ["red", "red", "wild"]}
    assert game.players[1].stack == {"blue": 1}


def test_only_the_stack_pays() -> None:  # CARD-39
    ticket = "chicago-new_york"
    color = TICKETS[ticket].cards[0][0]
    both = declaration(player(f"{color}*2+wild*2", f"{color}*2", tickets=[ticket]), player(stack=color))
    assert both.legal(0) == ["declare:"]
    assert not both.is_legal(f"declare:{ticket}", 0)


# Declaring


A, B, C = "dallas-miami", "dallas-raleigh", "los_angeles-vancouver"  # green+red, green+red, black+white


def test_declaring() -> None:  # CARD-41, COM-4
    both = declaration(
        player(stack="green+red+wild+black", tickets=[A, B, C]),
        player(stack="green+red", tickets=["dallas-new_york"]),
        player(),
        tickets=[],
    )
    feasible = {
        "declare:",
        f"declare:{A}",
        f"declare:{B}",
        f"declare:{C}",
        f"declare:{A},{C}",
        f"declare:{B},{C}",
    }
    assert set(both.legal(0)) == feasible
    assert not both.is_legal(f"declare:{A},{B}", 0)  # both want green and red
    assert not both.is_legal("declare:dallas-new_york", 0)  # another player's
    assert not both.is_legal("declare:chicago-miami", 0)  # nobody has it
    both.play(f"declare:{A},{C}", 0)
    assert both.legal(0) == []  # once
    assert both.game.players[0].score == 0  # not before all players have declared
    assert both.game.players[0].completed == []
    assert both.to_act == [1, 2]
    both.play("declare:", 2)
    game = both.play("declare:", 1)
    assert game.players[0].completed == [A, C]
    assert game.players[0].tickets == [B]
    assert game.players[0].score == 9 + 10
    assert [one.score for one in game.players[1:]] == [0, 0]


def test_a_smaller_declaration_is_legal() -> None:  # CARD-41, RUL-72
    both = declaration(player(stack="green+red+black+white", tickets=[A, C]), player(), tickets=[])
    assert both.legal(0)[0] == f"declare:{A},{C}"
    both.play(f"declare:{C}", 0)
    both.play("declare:", 1)
    assert outcome(both.game)[0].lost == 9


@pytest.mark.parametrize("seats", [2, 3])
def test_end_of_the_game(seats: int) -> None:  # CARD-43
    both = declaration(*(player("green") for _ in range(seats)))
    assert declare_nothing(both).phase == "over"
    assert both.to_act == []
    assert all(both.legal(seat) == [] for seat in range(seats))


# Four players: second pass


def test_second_pass() -> None:  # CARD-44, CARD-45, CARD-46, CARD-47, CARD-48, RUL-73, RUL-75
    both = declaration(
        player("green*3+wild", "red*2+wild", stack="green+red", tickets=[A, B], known=Counter(green=2)),
        player("blue*8", stack="blue"),
        player("black", score=3, completed=[C]),
        player("white*2"),
        seat=2,
        final_by=2,
        turn=30,
    )
    tickets = both.game.ticket_deck
    before = both.game
    both.play(f"declare:{A}", 0)
    for seat in (1, 2, 3):
        both.play("declare:", seat)
    game = both.game
    assert (game.phase, game.stage, game.seat, game.turn) == ("turn", 2, 3, 31)
    assert (game.final_left, game.final_by) == (None, None)
    for mine, earlier in zip(game.players, before.players, strict=True):
        assert mine.hand >= earlier.hand
        assert mine.hand.total() == earlier.hand.total() + 4
        assert mine.known == earlier.known
        assert not mine.siding
        assert not mine.stack
    assert game.players[0].tickets == [B]
    assert game.players[0].completed == [A]
    assert [one.score for one in game.players] == [9, 0, 3, 0]  # nothing is deducted yet
    assert not game.discard
    assert len(game.deck) == 96 - (4 + 8 + 1 + 2) - 16 - 5
    assert None not in game.market
    assert game.ticket_deck == tickets
    both.play("draw")
    both.play("draw")
    assert both.game.seat == 0


@pytest.mark.parametrize(
    ("cards", "dealt", "market", "deck"),
    [
        (0, [0, 0, 0, 0], 0, 0),
        (1, [1, 0, 0, 0], 0, 0),
        (6, [2, 2, 1, 1], 0, 0),
        (15, [4, 4, 4, 3], 0, 0),
        (16, [4, 4, 4, 4], 0, 0),
        (18, [4, 4, 4, 4], 2, 0),
        (21, [4, 4, 4, 4], 5, 0),
        (22, [4, 4, 4, 4], 5, 1),
    ],
)
def test_new_deck_too_small(cards: int, dealt: list[int], market: int, deck: int) -> None:  # CARD-48, RUL-74
    """All other cards are in the hands."""
    everything = [color for color in ("purple", "blue", "orange") for _ in range(10)]
    both = declaration(
        player(cards_text(Counter(everything[cards:]))),
        player("white*10+green*10"),
        player("yellow*10+black*10"),
        player("red*10+wild*16"),
        market="",
        seat=1,
    )
    before = [one.hand.total() for one in both.game.players]
    game = declare_nothing(both)
    assert game.seat == 2
    starting = [(2 + step) % 4 for step in range(4)]
    assert [game.players[seat].hand.total() - before[seat] for seat in starting] == dealt
    assert sum(card is not None for card in game.market) == market
    assert len(game.deck) == deck
    assert game.final_left == (None if deck else 4)
    if not deck:
        assert not {"draw", "take"} & words(both.legal())  # CARD-14
        assert turns(both) == starting  # one turn for each
    else:
        both.play("draw")
        assert turns(both) == [3, 0, 1, 2]
    assert both.game.phase == "declaration"
    assert declare_nothing(both).phase == "over"


def test_second_scoring() -> None:  # CARD-49, CARD-50
    both = declaration(
        player(stack="green+red", tickets=[B], completed=[A], score=9),
        player(stack="black", tickets=[C]),
        player(),
        player(),
        stage=2,
        tickets=[],
        seat=3,
    )
    both.play(f"declare:{B}", 0)
    for seat in (1, 2):
        both.play("declare:", seat)
    assert both.play("declare:", 3).phase == "over"
    results = outcome(both.game)
    assert both.game.players[0].score == 9 + 8
    assert results[1].lost == 10


# The end of the game


def end(*players: list[str], held: list[str] | None = None) -> list[Any]:
    """Return results of players who have completed these tickets; the first one also holds some."""
    seats = [player(completed=done, score=sum(TICKETS[ticket].points for ticket in done)) for done in players]
    seats[0].tickets = sorted(held or [])
    return outcome(declare_nothing(declaration(*seats)))


def test_uncompleted_tickets_are_deducted() -> None:  # CARD-50, COM-18
    results = end([], [], held=["los_angeles-new_york", "chicago-miami"])
    assert [result.lost for result in results] == [30, 0]
    assert [result.score for result in results] == [-30, 0]
    assert [result.rank for result in results] == [2, 1]


def test_big_cities() -> None:  # CARD-51, CARD-52, RUL-76
    results = end(["dallas-miami", "dallas-raleigh"], ["chicago-dallas", "chicago-miami"])
    # Dallas: two against one. Miami: tied, both get it. Chicago: second player. New York: nobody.
    assert [result.cities for result in results] == [{"dallas", "miami"}, {"chicago", "miami"}]
    assert [result.bonus for result in results] == [10 + 8, 12 + 8]
    assert [result.score for result in results] == [17 + 18, 16 + 20]


def test_a_ticket_with_two_big_cities_counts_for_both() -> None:  # CARD-52
    results = end(["los_angeles-new_york"], [])
    assert results[0].cities == {"los_angeles", "new_york"}
    assert results[0].score == 20 + 12 + 15


def test_nobody_scores_an_empty_city() -> None:  # CARD-51, RUL-76
    assert [(result.bonus, result.cities) for result in end([], [], [])] == [(0, set())] * 3


def test_held_tickets_bring_no_city() -> None:
    assert end([], [], held=["dallas-miami"])[0].bonus == 0


def test_both_passes_count() -> None:  # CARD-51
    both = declaration(
        player(stack="green+red", tickets=["dallas-raleigh"], completed=["dallas-miami"], score=9),
        player(completed=["chicago-dallas"], score=6),
        player(),
        player(),
        stage=2,
        tickets=[],
    )
    both.play("declare:dallas-raleigh", 0)
    for seat in (1, 2, 3):
        both.play("declare:", seat)
    assert outcome(both.game)[0].cities == {"dallas", "miami"}
    assert outcome(both.game)[1].cities == {"chicago"}


def test_tie_breakers() -> None:  # CARD-53, COM-22, RUL-77
    assert [result.rank for result in end([], [])] == [1, 1]  # shared
    cases = [
        ([player(score=20), player(score=20)], [1, 1]),
        # Equal scores, one has more tickets.
        ([player(score=10, completed=["dallas-raleigh"]), player(score=20)], [1, 2]),
        # Equal scores and tickets: 20 + 12 + 15 with two cities, 37 + 10 with one.
        (
            [
                player(score=20, completed=["los_angeles-new_york"]),
                player(score=37, completed=["dallas-raleigh"]),
            ],
            [1, 2],
        ),
        # Dallas and Miami are shared and count for all (RUL-77): each has two cities.
        (
            [
                player(score=60 - 10 - 8, completed=["dallas-miami"]),
                player(score=60 - 10 - 15, completed=["dallas-new_york"]),
                player(score=60 - 12 - 8, completed=["chicago-miami"]),
            ],
            [1, 1, 1],
        ),
    ]
    for players, ranks in cases:
        results = outcome(declare_nothing(declaration(*players)))
        assert [result.rank for result in results] == ranks


def test_ranks_are_skipped_after_a_tie() -> None:  # COM-22
    both = declaration(player(score=5), player(score=9), player(score=9), tickets=IDS)
    assert [result.rank for result in outcome(declare_nothing(both))] == [3, 1, 1]
