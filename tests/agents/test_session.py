"""Games as text: what a seat reads, what it can do, and that it gets nothing it must not know (COM-14)."""

from __future__ import annotations

import random

import pytest

from whistlestop import Game, bots
from whistlestop.agents import Session, position, rules
from whistlestop.errors import IllegalAction, RecordError, WhistlestopError
from whistlestop.rulesets import load_ruleset, ruleset_ids

GAMES = ruleset_ids()
TURN = 2400
"""Characters of a decision, on average: about 700 tokens of common models."""


def planned(session: Session) -> str:
    """Return the planner's action for the session's seat."""
    seen = session.seen
    return session.ruleset.notation.text(bots.make("planner", 1).choose(seen), seen.offer())


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [(name, n) for name in GAMES for n in (2, 3) if n <= load_ruleset(name).max_players],
)
def test_a_whole_game_by_reading(ruleset: str, players: int) -> None:
    session = Session(load_ruleset(ruleset), ["greedy"] * (players - 1), seed=players)
    text = session.read()
    assert "Your hand:" in text
    sizes = []
    while not session.game.over:
        action = planned(session)
        assert action.rpartition(":")[2] in session.actions(action.rpartition(":")[0])
        text = session.play(action)
        sizes.append(len(text))
    assert "The game is over." in text
    outcome = session.game.outcome()
    assert outcome is not None
    assert all(f"score {player['score']}" in text for player in outcome["players"] if player["score"])
    assert sum(sizes) / len(sizes) < TURN
    with pytest.raises(IllegalAction, match="over"):
        session.play("draw")


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_rules_name_every_action_and_route(ruleset: str) -> None:
    game = load_ruleset(ruleset)
    text = rules(game)
    for word in ("draw", "take:COLOR", "tickets", "keep:IDS"):
        assert f"`{word}`" in text
    assert all(route.id in text for route in game.routes)
    assert ("tunnel" in text) == any(route.kind == "tunnel" for route in game.routes)
    assert ("`station:" in text) == (getattr(game, "stations", 0) > 0)


@pytest.mark.parametrize("ruleset", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_read_the_same(ruleset: str) -> None:
    chance = random.Random(ruleset)
    game = Game.new(ruleset, players=2, seed=7)
    names = ["you", "other"]
    while not game.over:
        seat = chance.choice(game.to_act)
        if chance.random() < 0.1:
            for other in range(2):
                again = game.resample(other, chance.randrange(2**32))
                assert position(again.observe(other), names) == position(game.observe(other), names)
        game.play_id(chance.choice(game.legal_ids(seat)), seat)


def test_what_happened_is_told_once() -> None:
    session = Session(load_ruleset("usa"), ["greedy"], seed=3)
    assert "greedy (seat 1): chose" in session.read()
    assert "Since then" not in session.read()
    text = session.play(planned(session))
    assert text.startswith("Since then:\n")


def test_a_refused_action_changes_nothing() -> None:
    session = Session(load_ruleset("usa"), ["greedy"], seed=3)
    before = session.read(), session.game.version
    for action in ("draw", "claim:nowhere", "", "keep:denver-el_paso"):
        with pytest.raises(WhistlestopError):
            session.play(action)
    assert session.game.version == before[1]
    with pytest.raises(RecordError):
        session.review()
    with pytest.raises(WhistlestopError):
        Session(load_ruleset("usa"), ["nobody"])
    with pytest.raises(WhistlestopError):
        Session(load_ruleset("usa"), ["greedy"] * 5)
    with pytest.raises(IllegalAction):
        Session(load_ruleset("usa"), ["greedy"], seat=2)


def test_a_review_counts_the_decisions_of_the_seat() -> None:
    session = Session(load_ruleset("usa"), ["greedy"], seed=4)
    while session.game.view()["final_round"] is None:
        session.play(planned(session))
    session.game = Game.from_position(session.game.position())  # only the last turns are reviewed
    while not session.game.over:
        session.play(planned(session))
    own = sum(seat == session.seat for seat, _ in session.game.actions)
    assert session.review(worlds=4).startswith(f"{own} decisions cost ")
