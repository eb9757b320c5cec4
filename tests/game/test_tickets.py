"""Drawing tickets during the game."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.game.builders import REST, play, player, refuses, seat_of, start, tell

FIVE = "red blue green white black"
SEVEN = "boston-miami calgary-phoenix chicago-santa_fe dallas-new_york denver-el_paso duluth-houston miami-toronto"


def keeps(names: list[str], least: int = 1) -> set[str]:
    sizes = range(least, len(names) + 1)
    return {"keep:" + ",".join(some) for size in sizes for some in combinations(names, size)}


def test_drawing_tickets() -> None:  # USA-26, USA-27, USA-29
    names = SEVEN.split()
    game = start("usa", player("red*6"), market=FIVE, ticket_deck=SEVEN)
    told = tell(game, "tickets", seat=1)
    assert told == [{"event": "drew_tickets", "seat": 0, "count": 3}]
    assert game.view()["ticket_deck"] == 4
    assert [ticket["id"] for ticket in game.view(0)["offer"]] == names[:3]
    assert set(game.legal()) == keeps(names[:3])
    refuses(game, "keep:", "keep:denver-el_paso", "draw", "tickets", "pass", "claim:dallas-houston:red")
    told = tell(game, f"keep:{names[1]}", seat=1, acting=0)
    assert told == [
        {"event": "kept", "seat": 0, "kept": 1, "refused": 2, "tickets": None},
        {"event": "turn", "seat": 1},
    ]
    position = game.position()
    assert list(position["ticket_deck"]) == [*names[3:], names[0], names[2]]  # in the order drawn
    assert list(position["players"][0]["tickets"]) == [names[1]]
    refuses(game, "keep:", f"keep:{names[0]}", seat=0)  # USA-29


def test_the_drawer_is_told_what_was_kept() -> None:  # USA-27, USA-30
    game = play(start("usa", player(), market=FIVE, ticket_deck=SEVEN), "tickets")
    told = tell(game, "keep:boston-miami,chicago-santa_fe", seat=0)
    assert told[0]["tickets"] == ["boston-miami", "chicago-santa_fe"]
    assert seat_of(game, 0)["tickets"] == 2


@pytest.mark.parametrize("size", [1, 2])
def test_fewer_than_three_tickets(size: int) -> None:  # USA-28, RUL-15
    names = SEVEN.split()[:size]
    game = play(start("usa", player(), market=FIVE, ticket_deck=" ".join(names)), "tickets")
    assert set(game.legal()) == keeps(names)
    refuses(game, "keep:")
    play(game, f"keep:{names[0]}")
    assert game.view()["ticket_deck"] == size - 1


def test_no_tickets_left() -> None:  # USA-26, RUL-16
    game = start("usa", player(), market=FIVE, ticket_deck="")
    refuses(game, "tickets")


def test_tickets_may_be_the_only_action() -> None:  # RUL-14
    game = start(
        "usa", player(), player(REST), market="- - - - -", deck="", discard="", ticket_deck="boston-miami"
    )
    assert game.legal() == ["tickets"]
    play(game, "tickets")
    assert game.legal() == ["keep:boston-miami"]


def test_later_draws_in_europe() -> None:  # EUR-6
    names = "amsterdam-pamplona amsterdam-wilno angora-kharkov athina-wilno"
    game = play(start("europe", player(), market=FIVE, ticket_deck=names), "tickets")
    drawn = names.split()
    assert set(game.legal()) == keeps(drawn[:3])
    play(game, f"keep:{drawn[2]}")
    assert list(game.position()["ticket_deck"]) == [drawn[3], drawn[0], drawn[1]]
    assert not any(ticket["long"] for ticket in game.view(0)["tickets"])


def test_later_draws_in_switzerland() -> None:  # SWI-8, RUL-16
    names = ["basel-bern", "basel-brig", "at-countries", "at-countries/2"]
    game = play(start("switzerland", player(), market=FIVE, ticket_deck=" ".join(names)), "tickets")
    assert set(game.legal()) == keeps(names[:3])
    play(game, f"keep:{names[0]}")
    position = game.position()
    assert list(position["ticket_deck"]) == [names[3]]
    assert {names[1], names[2]} <= set(position["removed"])
    assert set(position["players"][0]["refused"]) == {names[1], names[2]}
    assert game.view(1)["players"][0]["tickets"] == 1
    play(game, "tickets", f"keep:{names[3]}")
    refuses(game, "tickets")


def test_refused_tickets_come_back_at_the_end_of_the_deck() -> None:  # USA-27
    names = SEVEN.split()[:3]
    game = play(
        start("usa", player(), market=FIVE, ticket_deck=" ".join(names)), "tickets", f"keep:{names[2]}"
    )
    play(game, "tickets")
    assert [ticket["id"] for ticket in game.view(1)["offer"]] == names[:2]
