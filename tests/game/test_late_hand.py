"""Further cards for the later half of the turn order (MECH-5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET
from tests.game.builders import board, player, start

import whistlestop as ws
from whistlestop.errors import RulesetError
from whistlestop.kinds import kind_of

ROUTES = "a-b:2:red a-c:3:gray b-c:1:blue"
TICKETS = "a-b:3 a-c:5 b-c:2 a-b/2:4 a-c/2:5"
FEW = {"regular": 1, "keep": 1}


def ruled(late: int, most: int = 5, **cards: Any) -> ws.Ruleset:
    settings: dict[str, Any] = {
        "players": {"min": 2, "max": most},
        "opening": FEW,
        "draw": FEW,
        "cards": {"late_hand": late} | cards,
    }
    return start(board(ROUTES, TICKETS, **settings), player()).ruleset


@pytest.mark.parametrize(
    ("players", "hands"),
    [(2, [4, 6]), (3, [4, 4, 6]), (4, [4, 4, 6, 6]), (5, [4, 4, 4, 6, 6])],
)
def test_later_players_start_with_more(players: int, hands: list[int]) -> None:  # MECH-5
    game, firsts = ruled(2), set[int]()
    for seed in range(8):
        new = ws.Game.new(game, players, seed=seed)
        first = new.view()["first"]
        firsts.add(first)
        held = [seat["cards"] for seat in new.view()["players"]]
        assert held[first:] + held[:first] == hands
        assert sum(held) + len(new.position()["deck"]) + 5 == 110
    assert len(firsts) > 1


def test_everybody_is_told() -> None:  # MECH-5
    def numbers(late: int) -> Any:
        public: Any = kind_of(ruled(late)).data.public(ruled(late))
        return public.numbers

    assert (numbers(2).start_hand, numbers(2).late_hand) == (4, 2)
    assert numbers(0).late_hand is UNSET
    assert "4, the later half of the turn order (rounded down) with 6." in "".join(brief(ruled(2)))
    assert "Everybody starts with 4." in "".join(brief(ruled(0)))


def brief(ruleset: ws.Ruleset) -> list[str]:
    return list(kind_of(ruleset).told.brief(ruleset))


def test_it_changes_the_rules_only_if_there_is_one() -> None:
    assert (
        ruled(0).hash
        == start(
            board(ROUTES, TICKETS, players={"min": 2, "max": 5}, opening=FEW, draw=FEW), player()
        ).ruleset.hash
    )
    assert ruled(1).hash != ruled(0).hash


def test_there_must_be_enough_cards() -> None:  # MECH-5
    few: dict[str, Any] = {"per_color": 3, "wilds": 5, "most": 5}
    ruled(2, **few)  # 29 = 5 * 4 + 2 * 2 + 5
    with pytest.raises(RulesetError, match="29 cards are too few for 5 players and the market"):
        ruled(3, **few)
