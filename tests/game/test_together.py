"""Observations of several seats at once: only public data is shared, and results equal separate observations."""

from __future__ import annotations

import random

import pytest
from tests.game.builders import up_to_three

import whistlestop as ws
from whistlestop.core.records import PUBLIC
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation
from whistlestop.text.knowledge import Public


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_together_as_alone(ruleset: str) -> None:  # COM-14, COM-15
    """Views and events equal those of separate observations, even if unchanged parts are reused."""
    rng = random.Random(5)
    players = up_to_three(ruleset)
    game = ws.Game.new(ruleset, players, seed=5)
    seats = [players - 1, None, *range(players - 1)]
    known = game.observe_together(seats)
    while not game.over:
        before = {seat: game.observe(seat) for seat in seats}
        seat = rng.choice(game.to_act)
        # Prefer claims, so that tickets change their state.
        legal = game.legal(seat)
        game.play(rng.choice([text for text in legal if text.startswith("claim")] or legal), seat)
        knows = game.observe_together(seats, known[None])
        assert list(knows) == seats
        for each in seats:
            alone = game.observe(each)
            assert knows[each].tobytes() == alone.tobytes()
            assert knows[each].view() == alone.view()
            for live in (True, False):
                told = knows[each].events_since(known[each], live)
                assert told == alone.events_since(before[each], live)
        known = knows


@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_only_public_fields_are_shared(ruleset: str) -> None:  # COM-14
    game = ws.Game.new(ruleset, 2, seed=1)
    known = game.observe_together([0, 1, None])
    public = known[0].public
    assert known[1].public is public
    assert known[None].public is public
    for field in kind_of(game.ruleset).machine.layout.fields:
        if field.seen is PUBLIC:
            assert public.values[field.name] == game.states[field.name][0].tolist()
        else:
            with pytest.raises(KeyError):
                public.values[field.name]
    assert known[0].values["hand"][0] != known[1].values["hand"][0]
    assert known[0].values["hand"][0] == game.states["hand"][0, 0].tolist()


def test_what_is_made_of_it_is_made_once_and_kept_while_it_holds() -> None:
    made = []

    def turn(public: Public) -> int:
        made.append(public.values["turn"])
        return len(made)

    game = ws.Game.new("usa", 2, seed=1)
    known: dict[int | None, Observation] = game.observe_together([0, 1])
    assert [seen.public.once(turn, of=["turn"]) for seen in known.values()] == [1, 1]
    game.play(game.legal(0)[0], 0)
    known = game.observe_together([0, 1], known[0])
    assert known[1].public.once(turn, of=["turn"]) == 1
    while game.observe().values["turn"] == made[0]:
        game.play(game.legal(game.to_act[0])[0], game.to_act[0])
    known = game.observe_together([0, 1], known[0])
    assert known[1].public.once(turn, of=["turn"]) == 2
