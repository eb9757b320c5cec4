"""Germany as a board: its numbers, groups of three routes, and countries (GER-1 to GER-14)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.game.builders import FIVE, GERMANY, player, start
from tests.game.test_scoring import outcome

import whistlestop as ws
from whistlestop.rulesets import ruleset_from_data

RULESET = ruleset_from_data(GERMANY)


def test_tickets() -> None:  # GER-2, GER-3, GER-5
    data: Any = RULESET.data
    assert (data.opening.regular, data.opening.keep, data.opening.refused) == (4, 2, "shuffled")
    assert (data.draw.regular, data.draw.keep, data.draw.refused, data.mixture.long) == (4, 1, "bottom", 4)
    long = [ticket.points[0] for ticket in RULESET.tickets if ticket.long]
    short = [ticket.points[0] for ticket in RULESET.tickets if not ticket.long]
    assert (min(long), max(long), min(short), max(short)) == (12, 22, 2, 11)


@pytest.mark.parametrize(("count", "open_routes"), [(3, 0), (4, 2)])
def test_triple_routes(count: int, open_routes: int) -> None:  # GER-12
    ruleset = RULESET
    groups = Counter(route.id.split("/")[0] for route in ruleset.routes)
    name = next(name for name, routes in groups.items() if routes == 3)
    seats = [player(routes=name), *(player("wild*3") for _ in range(count - 1))]
    game = start(GERMANY, *seats, market=FIVE, seat=1)
    others = {f"{name}/{n}" for n in (2, 3)}
    assert len(others & claimable(game)) == open_routes
    mine = start(GERMANY, player("wild*5", routes=name), *seats[1:], market=FIVE)
    assert not others & claimable(mine), "USA-22"


def claimable(game: ws.Game) -> set[str]:
    return {action.split(":")[1] for action in game.legal(game.to_act[0]) if action.startswith("claim:")}


def test_countries() -> None:  # GER-13
    to_austria = "at_lindau-lindau"
    across = "at_munchen-munchen"
    seats = (player(routes=f"{to_austria} {across}", tickets="at-frankfurt"), player())
    result = outcome(GERMANY, *seats)
    assert result[0]["tickets"] == -10, "no path leads through Austria from Lindau to Munich"
    way = "frankfurt-mannheim mannheim-stuttgart stuttgart-ulm lindau-ulm"
    result = outcome(GERMANY, player(routes=f"{to_austria} {way}", tickets="at-frankfurt"), player())
    assert (result[0]["tickets"], result[0]["most_tickets"]) == (10, 15), "any of its routes; GER-14"
    assert result[0]["longest"] == 0
