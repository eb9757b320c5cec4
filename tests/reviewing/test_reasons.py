"""The reasons why an action is better, and the plan that follows from it."""

from __future__ import annotations

from tests.game.builders import player, start

import whistlestop as ws
from whistlestop import bots
from whistlestop.reviewing import review
from whistlestop.reviewing.reasons import plan_after, reasons

WORLDS = 8


def ticket_blunder() -> ws.Game:
    """Return a game whose last action (COM-21) keeps a hopeless ticket instead of a completed one."""
    game = start(
        "usa",
        player(
            trains=20, routes="denver-santa_fe el_paso-santa_fe", offer="denver-el_paso los_angeles-new_york"
        ),
        player(trains=2, routes="denver-salt_lake_city"),
        phase="ticket_choice",
        market="red blue green white black",
        final_round={"turns_left": 1, "caused_by": 1},
    )
    game.play("keep:los_angeles-new_york")
    assert game.over
    return game


def test_a_planted_choice_of_tickets_is_found() -> None:
    (decision,) = review(ticket_blunder().record(), worlds=WORLDS).decisions
    assert decision.expert == "keep:denver-el_paso"
    assert [(each.reason, each.what) for each in decision.reasons] == [("ticket", "denver-el_paso")]
    assert decision.points == 4 + 21  # USA-33


def test_the_plan_after_a_choice_of_tickets_connects_their_cities() -> None:
    """The planner itself would ignore these tickets for the first turns."""
    seen = ws.Game.new("usa", 2, seed=21).observe(0)
    kept = "helena-los_angeles", "calgary-salt_lake_city"
    plan = plan_after(seen, seen.legal_ids()[seen.legal().index("keep:" + ",".join(kept))], seed=1)
    assert plan is not None
    part = {city.id: {city.id} for city in seen.ruleset.cities}
    for route in seen.ruleset.routes:
        if route.id in plan.routes:
            joined = part[route.a] | part[route.b]
            part |= dict.fromkeys(joined, joined)
    for ticket in kept:
        a, b = ticket.split("-")
        assert b in part[a]


def test_reasons_name_no_ticket_that_the_player_does_not_know() -> None:
    """Drawing tickets completes some in the playouts, but which ones is chance (CARD-31)."""
    game = ws.Game.new("card_game", 2, seed=1)
    while game.version < 72:
        seat = game.to_act[0]
        game.play_id(int(bots.make("planner", seed=seat).choose(game.observe(seat))), seat)
    seen = game.observe(game.to_act[0])
    ids = dict(zip(seen.legal(), seen.legal_ids(), strict=True))
    held = {ticket["id"] for ticket in game.view(game.to_act[0])["tickets"]}
    found = reasons(seen, ids["draw"], ids["tickets"], None, seed=1)
    assert found
    assert {each.what for each in found if each.reason == "ticket"} <= held
