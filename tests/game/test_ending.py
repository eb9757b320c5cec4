"""The end of a turn, passing, the final round and the end of the game."""

from __future__ import annotations

import pytest
from tests.game.builders import REST, play, player, refuses, start, tell

import whistlestop as ws

FIVE = "red blue green white black"
NOTHING: dict[str, str] = {"market": "- - - - -", "deck": "", "discard": "", "ticket_deck": ""}


def end_of_turn(game: ws.Game) -> ws.Game:
    return play(game, "draw", "draw")


@pytest.mark.parametrize("ruleset", ["usa", "europe", "switzerland"])
@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_final_round(ruleset: str, left: int) -> None:
    """COM-21, USA-31, SWI-19, RUL-42, RUL-43, INV-12: n more turns, the last of them by the player who caused it."""
    game = start(ruleset, player(trains=left), player(trains=9), player(trains=left), market=FIVE)
    assert game.view()["final_round"] is None  # tested at the end of a turn only
    play(game, "draw")
    told = tell(game, "draw")
    assert {"event": "final_round", "seat": 0, "turns_left": 3} in told
    for turns_left, seat in ((3, 1), (2, 2), (1, 0)):
        assert game.to_act == (seat,)
        # A second player with few trains, or the same player again, changes nothing (RUL-42).
        assert game.view()["final_round"] == {"turns_left": turns_left, "caused_by": 0}
        end_of_turn(game)
    assert game.over
    assert game.view()["final_round"] == {"turns_left": 0, "caused_by": 0}
    assert game.to_act == ()
    refuses(game, "draw", "pass", "tickets", seat=1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turns_after_the_trigger(players: int) -> None:  # COM-21, INV-12
    seats = [player(trains=20) for _ in range(players)]
    last = players - 1
    seats[last] = player("red*2", trains=4)
    game = start("usa", *seats, market=FIVE, seat=last)
    play(game, "claim:duluth-omaha:red*2")  # 2 trains left
    turns = []
    while not game.over:
        turns.append(game.to_act[0])
        end_of_turn(game)
    assert turns == list(range(players))  # the next seat first, the one that triggered the end last


def test_three_trains_are_not_few_enough() -> None:  # COM-21
    game = end_of_turn(start("usa", player(trains=3), market=FIVE))
    assert game.view()["final_round"] is None


def test_the_trigger_is_tested_for_the_active_player() -> None:  # COM-20, RUL-43
    game = end_of_turn(start("usa", player(trains=9), player(trains=0), market=FIVE))
    assert game.view()["final_round"] is None
    end_of_turn(game)
    assert game.view()["final_round"] == {"turns_left": 2, "caused_by": 1}


def test_a_failed_tunnel_ends_the_turn_like_any_other() -> None:  # COM-20
    game = start(
        "europe", player("yellow*2", trains=2), market="wild wild wild red blue", deck="yellow red*2 green*5"
    )
    play(game, "claim:munchen-zurich:yellow*2")
    assert game.view()["final_round"] is None
    told = [event["event"] for event in tell(game, "withdraw")]
    assert told == ["withdrew", "market_reset", "final_round", "turn"]


def test_passing_only_if_there_is_nothing_else() -> None:  # COM-3, RUL-12
    stuck = start("usa", player(), player(REST), **NOTHING)
    assert stuck.legal() == ["pass"]
    assert tell(stuck, "pass") == [{"event": "passed", "seat": 0}, {"event": "turn", "seat": 1}]
    for change in (
        {"market": "red - - - -"},
        {"deck": "red"},
        {"discard": "red"},
        {"ticket_deck": "boston-miami"},
    ):
        refuses(start("usa", player(), player(REST), **NOTHING | change), "pass")
    refuses(start("usa", player("red"), player(REST), **NOTHING), "pass")  # dallas-houston can be claimed


def test_what_else_there_is_in_europe() -> None:  # RUL-12, EUR-7
    few = {"trains": 0}
    refuses(start("europe", player("red", **few), player(REST), **NOTHING), "pass")  # a station
    assert start("europe", player("", **few), player(REST), **NOTHING).legal() == ["pass"]
    poor = start("europe", player("red blue", stations="wien", **few), player(REST), **NOTHING)
    assert poor.legal() == ["pass"]  # the second station costs two of a color
    refuses(start("europe", player("red wild", stations="wien", **few), player(REST), **NOTHING), "pass")
    done = start("europe", player("red*3", stations="wien roma paris", **few), player(REST), **NOTHING)
    assert done.legal() == ["pass"]
    tunnel = start("europe", player("yellow*2", stations="wien roma paris"), player(REST), **NOTHING)
    refuses(tunnel, "pass")  # an affordable tunnel counts
    short = start("europe", player("yellow*2", stations="wien roma paris", trains=1), player(REST), **NOTHING)
    assert short.legal() == ["pass"]


def test_every_payment_of_a_third_station() -> None:  # RUL-12, EUR-23
    game = start("europe", player(REST, stations="wien roma", trains=0), player(), **NOTHING)
    refuses(game, "pass")
    ways = 8 * 3 + 1  # each color with none, one or two wilds, and three wilds
    assert len(game.legal()) == ways * (47 - 2)


def test_wilds_alone_do_not_help_in_switzerland() -> None:  # RUL-12, SWI-11
    tunnels = [route for route in ws.load_ruleset("switzerland").routes if route.kind == "tunnel"]
    short = min(route.length for route in tunnels)
    assert short == 1
    game = start("switzerland", player("wild"), player(REST, trains=40), **NOTHING)
    refuses(game, "pass")
    assert {action.split(":")[0] for action in game.legal()} == {"claim"}
    bare = start("switzerland", player("wild", trains=0), player(REST), **NOTHING)
    assert bare.legal() == ["pass"]


@pytest.mark.parametrize("final_round", [None, {"turns_left": 3, "caused_by": 2}])
def test_all_pass(final_round: dict[str, int] | None) -> None:  # RUL-13, INV-12
    """Players without trains hold the cards: nothing can change anymore."""
    seats = [player("red*2", trains=0), player("blue*2", trains=0), player(REST, trains=0)]
    game = start("usa", *seats, **NOTHING, final_round=final_round)
    play(game, "pass", "pass")
    assert game.outcome() is None
    told = tell(game, "pass")
    assert game.over
    assert told[0] == {"event": "passed", "seat": 2}
    assert told[-1]["event"] == "over"


def test_passes_must_follow_one_another() -> None:  # RUL-13
    game = start("usa", player(), player(REST), **NOTHING)
    play(game, "pass")
    play(game, next(action for action in game.legal() if action.startswith("claim")))
    assert game.position()["passes"] == 0
    assert game.view()["market"].count(None) < 5  # the paid cards can be drawn
    refuses(game, "pass")


def test_all_pass_with_a_final_round_just_begun() -> None:  # RUL-13, COM-21
    seats = [player(REST, trains=0), player(trains=9)]
    game = play(start("usa", *seats, **NOTHING), "pass")
    assert game.view()["final_round"] == {"turns_left": 2, "caused_by": 0}
    play(game, "pass")
    assert game.over
    assert game.view()["final_round"]["turns_left"] == 1


def test_the_last_turn_may_be_any_action() -> None:  # COM-21
    game = start(
        "usa", player(trains=1), player("red*3"), market=FIVE, final_round={"turns_left": 2, "caused_by": 1}
    )
    end_of_turn(game)
    play(game, "claim:chicago-duluth:red*3")
    assert game.over
    outcome = game.outcome()
    assert outcome is not None
    assert outcome["players"][1]["routes"] == 4


def test_the_same_tunnel_may_fail_for_ever() -> None:  # RUL-78, EUR-17
    """Two players can draw only three yellow cards, which they reveal again and again."""
    game = start("europe", player("yellow*2"), player(REST), market=FIVE, deck="yellow*3", discard="")
    before = game.position()
    for turn in range(100):
        assert game.to_act == (turn % 2,)
        play(game, "claim:munchen-zurich:yellow*2", "withdraw")
    after = game.position()
    assert after["turn"] == before["turn"] + 100
    assert (after["phase"], after["final_round"]) == ("turn", None)
    assert [one["hand"] for one in after["players"]] == [one["hand"] for one in before["players"]]
    assert "claim:munchen-zurich:yellow*2" in game.legal()
    assert not game.over


def test_tickets_may_be_drawn_and_refused_for_ever() -> None:  # RUL-78, CARD-31, CARD-32
    game = start("card_game", player("red"), player("blue"), market=FIVE)
    before = game.position()
    for turn in range(100):
        assert game.to_act == (turn % 2,)
        play(game, "tickets", "keep:")
    after = game.position()
    assert after["turn"] == before["turn"] + 100
    assert (after["phase"], after["final_round"], after["deck"]) == ("turn", None, before["deck"])
    assert sorted(after["ticket_deck"]) == sorted(before["ticket_deck"])
    assert "tickets" in game.legal()
    assert not game.over
