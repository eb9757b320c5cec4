"""The TextArena environment: whole games of agents, refused answers, and what each agent reads (COM-14)."""

from __future__ import annotations

import random
from typing import Any

import pytest

ta = pytest.importorskip("textarena", reason="TextArena is not installed")

from tests.agents.reading import first_action  # noqa: E402

from whistlestop.agents.textarena import TextArenaGame  # noqa: E402
from whistlestop.errors import OptionError, RulesetError  # noqa: E402
from whistlestop.rulesets import ruleset_ids  # noqa: E402

GAMES = ruleset_ids()


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_whole_game(ruleset: str) -> None:
    env = ta.make(f"whistlestop/{ruleset}-v1")
    env.reset(num_players=2, seed=2)
    done, texts = False, ["", ""]
    while not done:
        player, text = env.get_observation()
        assert f"You are player {player}" in text
        texts[player] = text
        action = first_action(text)
        if not action:  # none is given in full
            env.step("actions")
            listed = env.get_observation()[1].rpartition("All of them:\n")[2]
            action = listed.splitlines()[0].partition(" | ")[0]
        done, _ = env.step(f"My action: [{action}]")
    rewards, info = env.close()
    assert sum(rewards.values()) == 0
    assert not any(one["invalid_move"] for one in info.values())
    assert "player 1: " in texts[0]


def test_refused_answers_change_nothing_until_there_are_too_many() -> None:
    env = TextArenaGame("usa", error_allowance=2)
    with pytest.raises(OptionError):
        env.step("draw")
    with pytest.raises(RulesetError):
        env.reset(num_players=6)
    env.reset(num_players=3, seed=2)
    assert env.game is not None
    first = env.state.current_player_id
    for wrong in ("draw", "actions"):
        assert env.step(wrong)[0] is False
        assert env.state.current_player_id == first
        assert env.game.version == 0
        assert "All of them:\nkeep:" in env.get_observation()[1][-1][1]
    legal = env.game.observe(first).legal()
    env.step(legal[0])  # a legal answer: further ones may be wrong
    second = env.state.current_player_id
    assert second != first
    done = False
    for n in range(3):
        done, _ = env.step("nothing")
        assert done == (n == 2)
    rewards, info = env.close()
    assert rewards == {one: -1.0 if one == second else 1.0 for one in range(3)}
    assert info[second]["invalid_move"]
    assert env.step("draw")[0] is True


@pytest.mark.parametrize("ruleset", GAMES)
def test_an_agent_reads_the_same_in_worlds_that_it_cannot_tell_apart(ruleset: str) -> None:
    chance = random.Random(ruleset)
    env = TextArenaGame(ruleset)
    env.reset(num_players=2, seed=7)
    assert env.game is not None
    done, compared = False, 0
    while not done and env.game.version < 200:
        player, _ = env.get_observation()
        if chance.random() < 0.1:
            other = TextArenaGame(ruleset)
            other.reset(num_players=2, seed=8)
            other.game = env.game.resample(player, chance.randrange(2**32))
            other.state.observations = {seat: [] for seat in range(2)}  # without the prompts of a new game
            other._ask(other.game)
            env._ask(env.game)
            assert other.get_observation() == env.get_observation()
            compared += 1
        done, _ = env.step(chance.choice(env.game.observe(player).legal()))
    assert compared > 3


def test_the_seed_is_not_set_for_other_games() -> None:
    random.seed(1)
    expected = random.random()
    random.seed(1)
    env: Any = TextArenaGame("usa")
    env.reset(num_players=2, seed=5)
    assert random.random() == expected
