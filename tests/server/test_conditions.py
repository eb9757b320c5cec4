"""Conditions of moves ahead: what a seat can decide, which alternative fits, and when it is played."""

from __future__ import annotations

import pytest

import whistlestop as ws
from whistlestop.errors import NotationError
from whistlestop.server.domain.ahead import LEAST_SHARE, OF_TIME, Alternative, Plan, chosen

# ------------------------------------------------------------------------------------------------------ conditions


def turns(game: ws.Game) -> ws.Game:
    """Return the game after the opening, with the first two tickets kept by every player."""
    while game.due_since == 0 and len(game.to_act) > 0 and game.version < game.players:
        seat = game.to_act[0]
        game.play(game.legal(seat)[-1], seat)
    return game


def test_conditions_are_decided_by_what_a_seat_knows() -> None:
    game = turns(ws.Game.new("usa", players=2, seed=3))
    seat = game.to_act[0]
    seen = game.observe(seat)
    face_up = next(card for card in game.view(seat)["market"] if card)
    absent = next(
        card for card in ("purple", "blue", "orange", "white") if card not in game.view(seat)["market"]
    )
    own = game.view(seat)["tickets"][0]["id"]
    truths = {f"market:{face_up}", f"!market:{absent}", "!final_round", "free:denver-omaha", f"open:{own}"}
    for text in truths:
        assert seen.holds(text)
        assert not seen.holds(text[1:] if text.startswith("!") else f"!{text}")
        assert text.removeprefix("!") in seen.conditions()
    other = game.view(1 - seat)["tickets"][0]["id"]
    wrong = (
        "market:pink",
        "free",
        "free:",
        "final_round:",
        "final_round:1",
        "rain",
        "",
        "!",
        "!!final_round",
    )
    for text in (*wrong, "free:nowhere", f"open:{other}"):  # a condition cannot name other players' tickets
        with pytest.raises(NotationError):
            seen.holds(text)


def test_a_claimed_route_is_no_longer_free() -> None:
    game = turns(ws.Game.new("usa", players=2, seed=3, deck=["red"] * 8))
    while not (claims := [one for one in game.legal(game.to_act[0]) if one.startswith("claim:")]):
        legal = game.legal(game.to_act[0])
        game.play("draw" if "draw" in legal else legal[0])
    other = 1 - game.to_act[0]
    route = claims[0].split(":")[1]
    assert game.observe(other).holds(f"free:{route}")
    game.play(claims[0])
    assert not game.observe(other).holds(f"free:{route}")  # USA-22
    assert f"claim:{route}" not in " ".join(game.observe(other).possible_next())


@pytest.mark.parametrize("ruleset", ["usa", "europe", "card_game"])
def test_what_is_legal_in_a_turn_was_possible_before(ruleset: str) -> None:
    game = ws.Game.new(ruleset, players=3, seed=5)
    checked = 0
    for _ in range(120):
        if game.over:
            break
        seat = game.to_act[0]
        possible = {other: game.observe(other).possible_next() for other in range(3)}
        legal = game.legal(seat)
        game.play(legal[(game.version * 7) % len(legal)], seat)
        if game.to_act and game.to_act != (seat,) and possible[game.to_act[0]]:
            # Meanwhile only the market has changed, and routes have been claimed: there is nothing new but cards.
            assert set(game.legal()) <= {*possible[game.to_act[0]], "pass"}
            checked += 1
    assert checked > 10


def test_the_first_alternative_that_fits_is_chosen() -> None:
    game = turns(ws.Game.new("usa", players=2, seed=3))
    seat = game.to_act[0]
    seen = game.observe(seat)
    absent = next(
        card for card in ("purple", "blue", "orange", "white") if card not in game.view(seat)["market"]
    )
    plan = (
        Alternative("claim:denver-omaha:purple*4"),
        Alternative(f"take:{absent}"),
        Alternative("tickets", ["final_round"]),
        Alternative("draw", ["!final_round", "free:denver-omaha"]),
    )
    assert chosen(seen, plan) == "draw"
    assert chosen(seen, plan[:-1]) is None
    assert chosen(game.observe(1 - seat), plan) is None  # it is not their turn
    assert chosen(game.observe(None), plan) is None


# ------------------------------------------------------------------------------------------------------------ plans


def plan(made: int = 10) -> Plan:
    return Plan("5ecret", "game", 0, "ada", made, [Alternative("draw")])


def test_a_plan_ends_with_its_turn() -> None:
    one = plan()
    assert one.stands([], (), None)  # others are playing
    assert one.stands([], (), 12)
    assert one.stands([13], {13}, 12)  # the second action of the turn is due
    assert not one.stands([13], {13}, None)
    assert not one.stands([13, 14], {13, 14}, 16)  # that is a later turn
    assert not one.stands([13], (), 12)  # the player has played
    assert not one.stands([13, 14], {13}, 12)
    assert one.played({"ahead.5ecret.12": 13, "ahead.other.12": 14, "x": 15}) == {13}


def test_pauses_are_spread_and_the_same_everywhere() -> None:
    day = 24 * 3600.0
    pauses = [plan().pause(version, 300, day, first=True) for version in range(2000)]
    assert pauses == [plan().pause(version, 300, day, first=True) for version in range(2000)]
    assert min(pauses) >= 300 * LEAST_SHARE
    assert max(pauses) <= 300
    quarters = [sum(quarter <= 4 * (one - 15) / 285 < quarter + 1 for one in pauses) for quarter in range(4)]
    assert all(430 < count < 570 for count in quarters)
    assert all(plan().pause(version, 300, 60, first=True) <= 60 * OF_TIME for version in range(100))
    assert all(plan().pause(version, 300, day, first=False) <= 12 for version in range(100))
