"""The card game's planner in situations with a clear answer."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from tests.bots.choices import choice
from tests.game.builders import player, start

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots import match
from whistlestop.games.plain import plain
from whistlestop.games.yard.bots.planner.chance import at_least, less_than
from whistlestop.games.yard.bots.planner.numbers import DEFAULTS
from whistlestop.games.yard.bots.planner.plan import worth
from whistlestop.games.yard.bots.planner.survey import survey
from whistlestop.games.yard.bots.work import WORK
from whistlestop.games.yard.mechanisms.rows.planner import LONGEST

FIVE = "red blue green black white"
NUMBERS = np.array(list(DEFAULTS.values()), np.int64)
COLORS = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]
LAST: dict[str, Any] = {"deck": "", "final_round": {"turns_left": 2, "caused_by": 1}}


def game(*players: dict[str, Any], **more: Any) -> ws.Game:
    """Return a card game; cards not mentioned form the deck, or the discard pile if the deck is given."""
    return start("card_game", *players, **{"market": FIVE, **more})


def contest(me: dict[str, Any], other: dict[str, Any], **more: Any) -> ws.Game:
    """Return a card game without a ticket deck: the other player has all tickets that seat 0 does not have."""
    mine = {*me["tickets"], *me.get("offer", ())}
    rest = [ticket.id for ticket in ws.load_ruleset("card_game").tickets if ticket.id not in mine]
    return game(me, {**other, "tickets": rest}, **more)


def planned(one: ws.Game, **more: Any) -> str:
    return choice(one, "planner", **more)


def surveyed(one: ws.Game) -> Any:
    """Return the planner's view of the situation of seat 0."""
    observation = one.observe(0)
    work = np.zeros(1, WORK)[0]
    survey(observation.array[0], observation.ruleset.rules[0], NUMBERS, work)
    return work


# Cards


def test_takes_what_its_tickets_lack() -> None:
    me = player("wild", tickets="los_angeles-new_york")  # blue*2+white*2
    assert planned(contest(me, player(), market="red blue green black yellow")) == "take:blue"


def test_remembers_its_stack() -> None:
    """RUL-61: no player is shown a stack, but a player who remembers the moves knows it."""
    for there, lacking in (("blue", "red"), ("red", "blue")):
        me = player("green", tickets="new_orleans-new_york", stack=there)  # blue+red
        assert planned(contest(me, player(), market="red blue green black yellow")) == f"take:{lacking}"


def test_counts_what_its_rows_will_bring() -> None:
    me = player("green", tickets="new_orleans-new_york", siding="blue*2")
    assert planned(contest(me, player(), market="red blue green black yellow")) == "take:red"


def test_takes_what_others_collect() -> None:
    """CARD-15: if no card serves its tickets, it takes the color that another player is known to hold most of."""
    for color in ("red", "green"):
        rival = player(f"{color}*3 yellow*2", known=f"{color}*3")
        me = player("wild*2", tickets="los_angeles-new_york", stack="blue*2 white*2")
        assert planned(contest(me, rival, market="red green black purple orange")) == f"take:{color}"


# Rows


def test_places_a_long_row_that_its_tickets_need() -> None:
    """CARD-23"""
    me = player("blue*5 red", tickets="los_angeles-new_york los_angeles-pittsburgh new_york-seattle")
    assert planned(contest(me, player("black*6"))) == "set:blue*5"


def test_robs_when_it_can() -> None:
    """CARD-27: it robs a row that its ticket needs, which costs another player three cards."""
    me = player("green*4 red blue", tickets="dallas-miami dallas-washington")
    assert planned(game(me, player("black*6", siding="green*3"))) == "set:green*4"


def test_robs_more_rather_than_less() -> None:
    me = player("green*3 blue*3", tickets="dallas-washington kansas_city-new_york dallas-new_york")
    for siding, robbed in (("green*2 blue", "green"), ("green blue*2", "blue")):
        assert planned(game(me, player("black*6", siding=siding))).startswith(f"set:{robbed}")


def test_rows_that_could_be_robbed_bring_less() -> None:
    """CARD-26: rows are safer if they are longer and the others have fewer cards of the color."""
    unknown = surveyed(game(player(), player("black*5 white*3")))
    known = surveyed(game(player(), player("red*4 white*4", known="red*4")))
    none = surveyed(game(player(), player()))
    for color in range(8):
        firsts = [int(unknown["arriving"][color, cards, 1]) for cards in range(1, LONGEST + 1)]
        assert firsts == sorted(firsts)
        assert firsts[0] < firsts[3]
    red = COLORS.index("red")
    assert known["arriving"][red, 3, 1] < unknown["arriving"][red, 3, 1] < none["arriving"][red, 3, 1] == 1000


def test_places_where_it_is_not_robbed() -> None:
    me = player("blue*3 red*3", tickets="boston-miami new_orleans-new_york miami-new_york")
    for safe, other in (("blue", "red"), ("red", "blue")):
        rival = player(f"{other}*5", known=f"{other}*5")
        one = contest(me, rival, market="green black white yellow purple")
        assert planned(one).startswith(f"set:{safe}")


# The end of a pass


def test_places_nothing_that_does_not_arrive() -> None:
    """CARD-38: in its last turn, it draws tickets that its stack may pay for."""
    me = player("red*4 blue*3", tickets="new_orleans-new_york", stack="yellow*2 green")
    assert planned(game(me, player(), **LAST)) == "tickets"


def test_keeps_only_what_is_paid_for_in_the_last_turn() -> None:
    """CARD-32, CARD-50"""
    offer = "chicago-dallas miami-seattle chicago-new_york new_york-portland"
    me = player("red*4 blue*3 wild*2", offer=offer, stack="yellow*2 green")
    kept = planned(game(me, player(), phase="ticket_choice", **LAST))
    assert kept == "keep:chicago-dallas,chicago-new_york"


def test_last_cards_go_as_singles() -> None:
    """CARD-9: only one more turn follows, so only one card of a row would move."""
    me = player("red*2 blue*2 green*2", tickets="dallas-washington miami-new_york dallas-raleigh")
    one = game(me, player(), deck="black", market="black white purple yellow orange")
    assert planned(one) == "trio:blue+green+red"


def test_draws_tickets_early_not_late() -> None:
    """CARD-31: early in a long pass, it draws for a few missing cards; later there is hardly time for the tickets it
    has.
    """
    early = game(player("red*2 blue", tickets="chicago-new_york", stack="yellow"), player("black*6"))
    assert planned(early) == "tickets"
    me = player("red*3 blue*3", tickets="boston-miami miami-new_york new_orleans-new_york")
    assert planned(game(me, player(), deck="black*2 white*2 purple")) != "tickets"


def test_does_not_follow_one_who_refused_all() -> None:
    """RUL-78: otherwise, all players might draw tickets forever."""
    one = game(player("red*2 blue", tickets="chicago-new_york", stack="yellow"), player("black*6"))
    assert planned(one) == "tickets"
    one = game(player("red*2 blue", tickets="chicago-new_york", stack="yellow"), player("black*6"), seat=1)
    one.play("tickets")
    one.play("keep:")
    assert one.to_act == (0,)
    assert planned(one) != "tickets"


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_among_planners_end(players: int) -> None:
    games = list(match.play_games(ws.load_ruleset("card_game"), ["planner"] * players, 60, seed=2))
    assert all(one.finished for one in games)
    assert max(one.actions for one in games) < 500


def test_time_is_reckoned_by_the_deck() -> None:
    """CARD-35, CARD-36: however soon the deck runs out, one more turn is certain, and then none."""
    decks = ("black", "black*4", "black*7", "black*7 white*3")
    times = [int(surveyed(game(player(), player(), deck=deck))["time"]) for deck in decks]
    assert times == sorted(set(times))
    assert times[0] >= 1000
    assert surveyed(game(player(), player(), **LAST))["time"] == 0


def test_cards_in_hands_take_time() -> None:
    """CARD-35: while players place cards, the deck does not shrink."""
    full = surveyed(game(player("red*4"), player("black*8"), deck="white*4 blue*4"))
    empty = surveyed(game(player("red"), player("black"), deck="white*4 blue*4"))
    assert full["time"] > empty["time"]


def test_ends_a_pass_that_others_need() -> None:
    """CARD-35, CARD-36: it has its ticket's cards, and each row of the other player could move only one more card."""
    me = player("yellow", tickets="chicago-new_york", stack="yellow")
    rows = "green*5 black*5 purple*5"
    drawn = planned(contest(me, player("orange*2", siding=rows), deck="red"))
    assert drawn == "draw" or drawn.startswith("take:")


def test_does_not_end_a_pass_that_it_needs() -> None:
    """CARD-36, CARD-38: these are its own rows, and its tickets need all of them."""
    me = player(
        "yellow*2 blue*2", tickets="dallas-seattle new_york-portland", siding="green*3 black*4 purple*3"
    )
    for market in (FIVE, "orange orange blue yellow wild"):
        found = planned(contest(me, player("orange*2"), deck="red", market=market))
        assert found.startswith("set:")


def test_a_ticket_hardly_in_time_still_counts() -> None:
    """The ticket's cards are worth more than others while there is a chance, and less later in the pass."""
    chances = []
    for deck in ("black*9 white*9", "black*5 white*5", "black*3 white*2", "black*2"):
        me = player("orange", tickets="new_york-portland")
        one = contest(me, player("green"), deck=deck, market="red blue green yellow yellow")
        work = surveyed(one)
        plain(worth)(one.ruleset.rules[0], NUMBERS, work, work["now"])
        chances.append(int(work["chance"][0]))
    assert chances == sorted(chances, reverse=True)
    assert 1000 > chances[0] > chances[2]


# Declarations


def test_declares_the_most_points() -> None:
    """CARD-42: it declares three tickets of one card each, not the single most valuable one."""
    tickets = "los_angeles-new_york chicago-new_york chicago-new_york/2 los_angeles-seattle"
    me = player(tickets=tickets, stack="blue*2 white*2 black yellow")
    other = player()
    declared = planned(game(me, other, phase="declaration"), seat=0)
    assert declared == "declare:chicago-new_york,los_angeles-new_york"


def test_declares_for_the_city_that_it_can_win() -> None:
    """CARD-51: of two tickets with the same cards and points, the default is the one for Dallas, which is lost."""
    dallas = "dallas-miami dallas-raleigh dallas-washington dallas-los_angeles"
    me = player(tickets="dallas-helena denver-seattle", stack="green black")
    for completed, ticket in ((dallas, "denver-seattle"), ("", "dallas-helena")):
        table = [me, player(completed=completed), player(), player()]
        more: dict[str, Any] = {"phase": "declaration", "pass": 2}
        one = game(*table, **more)
        assert planned(one, seat=0) == f"declare:{ticket}"
    assert one.legal(0)[0] == "declare:dallas-helena"


def test_plans_for_the_second_pass() -> None:
    """CARD-44: with four players, tickets that cannot be completed in this pass have all of the next one."""
    offer = "boston-miami miami-seattle new_york-portland"
    seats = [player("red", offer=offer), *(player() for _ in range(3))]
    late: dict[str, Any] = {"deck": "black*2", "phase": "ticket_choice"}
    assert planned(game(*seats, **late, **{"pass": 1})) != "keep:"
    assert planned(game(*seats, **late, **{"pass": 2})) == "keep:"


# Numbers


def test_numbers_have_names() -> None:
    """Every number has the name of its position, and an option replaces it."""
    package = "whistlestop.games.yard"
    modules = [
        module
        for name, module in sys.modules.items()
        if name == f"{package}.bots.planner.numbers"
        or (name.startswith(f"{package}.mechanisms.") and name.endswith(".planner"))
    ]
    for place, name in enumerate(DEFAULTS):
        assert {vars(module).get(name.upper(), place) for module in modules} == {place}
        assert any(name.upper() in vars(module) for module in modules)
        bot = bots.make(f"planner:{name}=12345")
        assert isinstance(bot, bots.KernelBot)
        assert bot.numbers(ws.load_ruleset("card_game"))[place] == 12345


def test_chances() -> None:
    assert [at_least(count, 1000) for count in range(4)] == [1000, 632, 264, 80]
    assert at_least(3, 0) == 0
    assert less_than(0, 0, 1000) == 500
    assert less_than(-1000, 0, 1000) == 159
    assert less_than(9000, 0, 1000) == 999
