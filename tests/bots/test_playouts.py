"""Playouts: the same games as a slow implementation plays, with any number of cores."""

from __future__ import annotations

import numpy as np
import pytest
from tests.core.campaign import variants
from tests.core.worlds import Chance, moves

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.beliefs import generators, likely_world, ticket_likelihoods
from whistlestop.bots.playouts import playouts, policy
from whistlestop.bots.values import expected, figures, learned
from whistlestop.core import fields
from whistlestop.core.rng import fast_next
from whistlestop.errors import BotError, IllegalAction
from whistlestop.kinds import kind_of
from whistlestop.observation import observe

TABLES = [("usa", 2), ("europe", 3), ("switzerland", 2), ("card_game", 2), ("card_game", 4)]


def position(ruleset: str, players: int, actions: int) -> ws.Game:
    """Return a game of planners after this number of actions."""
    game = ws.Game.new(ruleset, players, seed=4)
    crew = [bots.make("planner", seed=seat) for seat in range(players)]
    while game.version < actions:
        seat = game.to_act[0]
        game.play_id(int(crew[seat].choose(game.observe(seat))), seat)
    return game


def slowly(
    observation: ws.Observation, action: int, world: int, specs: list[str], seed: int, rounds: int = 0
) -> list[float]:
    """Return the points of one playout, played action by action with bots that are asked in the ordinary way."""
    ruleset, players = observation.ruleset, int(observation.record["players"])
    stop = int(observation.record["turn"]) + rounds * players
    state, random = np.zeros(1, ruleset.machine.STATE), generators(seed, world, 1)
    likely = ticket_likelihoods(observation)
    kind_of(ruleset).bots.search.imagine(observation.array, ruleset.rules, 0, likely, random, state, 0)
    crew = [policy(spec, ruleset) for spec in specs]  # without any state yet
    for bot in crew:
        bot.random[0] = fast_next(random)
    seat = observation.seat
    while True:
        assert seat is not None
        ruleset.machine.apply(state, ruleset.rules, 0, seat, action)
        if state["phase"][0] == fields.OVER:
            return [float(points) for points in state["final"][0, :players]]
        begun = state["phase"][0] == fields.TURN and state["final_left"][0] == fields.NONE
        if rounds and begun and state["turn"][0] >= stop:
            found = np.array([figures(observe(ruleset, state, player)) for player in range(players)])
            net = learned(ruleset)
            assert net is not None
            return [float(points) for points in expected(net, found)]
        seat = observe(ruleset, state, None).to_act()[0]
        action = int(crew[seat].choose(observe(ruleset, state, seat)))


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("actions", [0, 30])
def test_as_the_slow_way(ruleset: str, players: int, actions: int) -> None:
    """An oracle: worlds, actions and games come from the functions for ordinary games."""
    game = position(ruleset, players, actions)
    seat = game.to_act[0]
    observation = game.observe(seat)
    model = kind_of(observation.ruleset).bots.search.model
    specs = (["greedy", model, "planner:tempo=250"] * 2)[:players] if players > 2 else [model, "random"]
    legal = observation.legal_ids()[:3]
    found = playouts(observation, legal, 3, specs, seed=8)
    for place, action in enumerate(legal):
        for world in range(3):
            assert found.scores[place, world].tolist() == slowly(observation, action, world, specs, seed=8)
    judged = playouts(observation, legal, 3, specs, seed=8, rounds=2)
    for place, action in enumerate(legal):
        for world in range(3):
            points = slowly(observation, action, world, specs, seed=8, rounds=2)
            assert np.allclose(judged.scores[place, world], points)
            ranks = [1 + sum(other > own for other in points) for own in points]
            assert judged.ranks[place, world].tolist() == ranks
    assert (judged.scores != found.scores).any()
    margins = found.scores[:, :, seat] - np.delete(found.scores, seat, axis=2).max(axis=2)
    assert (found.margins == margins).all()
    assert ((found.wins > 0) == (found.ranks[:, :, seat] == 1)).all()


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_cores_and_calls_change_nothing(ruleset: str, players: int) -> None:
    """Nothing carries over from one playout to the next, even with bots that keep a plan."""
    observation = (game := position(ruleset, players, 20)).observe(game.to_act[0])
    model = kind_of(observation.ruleset).bots.search.model
    legal = observation.legal()[:2]
    whole = playouts(observation, legal, 7, model, seed=1)
    assert (playouts(observation, legal, 7, seed=1).scores == whole.scores).all()
    for cores in (2, 3):
        assert (playouts(observation, legal, 7, model, seed=1, cores=cores).scores == whole.scores).all()
    later = playouts(observation, legal[1:], 4, model, seed=1, first=3)
    assert (later.scores == whole.scores[1:, 3:]).all()
    other = playouts(observation, legal, 7, model, seed=2)
    assert (other.scores != whole.scores).any()


@pytest.mark.slow
def test_hidden_things_change_nothing() -> None:
    """COM-15: in two worlds that the seat cannot tell apart, playouts are the same, estimated or played to
    the end.
    """
    game = position("europe", 3, 24)
    seat = game.to_act[0]
    other = game.resample(seat, seed=1)
    assert game.states.tobytes() != other.states.tobytes()
    for rounds in (0, 2):
        found = [
            playouts(world.observe(seat), world.legal(seat)[:2], 3, "committed", rounds=rounds).scores
            for world in (game, other)
        ]
        assert (found[0] == found[1]).all()


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), variants())
def test_likely_worlds_agree(ruleset: str, players: int) -> None:
    """COM-15: the seat's knowledge is the same in all worlds, byte by byte; they are complete and playable (INV-10)."""
    rules = ws.load_ruleset(ruleset)
    chance = Chance(rules, players)
    exchanged = 0
    for count, (states, _, _) in enumerate(moves(ruleset, players, seed=players + 50, style=players)):
        for seat in range(players):
            observation = observe(rules, states, seat)
            world = likely_world(observation, count)
            assert observe(rules, world, seat).tobytes() == observation.tobytes()
            assert chance.checks.check_world(world, rules.rules, 0) == 0
            plain = observation.determinize(0)
            exchanged += (world["tickets"] != plain["tickets"]).any()
            for _ in range(3):
                chosen = chance.choose(world)
                if chosen is None:
                    break
                chance.play(world, *chosen)
                assert chance.checks.check_world(world, rules.rules, 0) == 0
    assert exchanged > 20


def test_bad_input() -> None:
    game = ws.Game.new("usa", 2, seed=1)
    observation = game.observe(0)
    keep = observation.legal()[0]
    with pytest.raises(IllegalAction):
        playouts(observation, ["draw"], 1)
    with pytest.raises(IllegalAction):
        playouts(game.observe(None), [keep], 1)
    with pytest.raises(ValueError, match="3 policies for 2 seats"):
        playouts(observation, [keep], 1, ["greedy"] * 3)
    with pytest.raises(ValueError, match="0 worlds"):
        playouts(observation, [keep], 0)
    with pytest.raises(ValueError, match="-1 rounds"):
        playouts(observation, [keep], 1, rounds=-1)
    with pytest.raises(ValueError, match="0 actions"):
        playouts(observation, [], 1)
    with pytest.raises(BotError):
        playouts(observation, [keep], 1, "search")
