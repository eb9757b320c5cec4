"""The libraries' own tests of an environment, for every game, and our additional guarantees."""

from __future__ import annotations

import copy
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo.env_registry.registration as pettingzoo_registry
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, seed_test

import whistlestop as ws
from whistlestop.envs import REWARDS, VectorGames, aec, gym, spiel
from whistlestop.envs.gym import BotsVectorEnv
from whistlestop.envs.ids import environment_ids
from whistlestop.errors import OptionError

pytestmark = [pytest.mark.usefixtures("plain"), pytest.mark.slow]

IDS = environment_ids()


def legal(mask: Any, turn: int) -> int:
    """Return an allowed action."""
    allowed = np.flatnonzero(mask)
    return int(allowed[turn * 7 % len(allowed)])


# PettingZoo


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_pettingzoos_own_checks(ruleset: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")  # they are dictionaries, as in its own games
        api_test(aec.env(ruleset=ruleset, players=2), num_cycles=25)
    seed_test(lambda: aec.env(ruleset=ruleset, players=2, factored=True), num_cycles=15)


@pytest.mark.parametrize("reward", REWARDS)
def test_a_whole_game_of_agents(reward: str) -> None:
    """Three agents; the rewards add up to the final scores."""
    env = pettingzoo_registry.make("aec", "whistlestop/usa-v1", players=3, reward=reward, limit=60)
    env.reset(seed=3)
    total = dict.fromkeys(env.agents, 0.0)
    for turn, agent in enumerate(env.agent_iter()):
        seen, worth, terminated, truncated, _ = env.last()
        total[agent] += worth
        others = [other for other in env.possible_agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in others)
        env.step(None if terminated or truncated else legal(seen["action_mask"], turn))
    games = env.unwrapped.games
    scores, ranks = games.batch.scores[0].tolist(), games.batch.ranks[0].tolist()
    best = [max(scores[:n] + scores[n + 1 :]) for n in range(3)]
    winners = ranks.count(1)
    expected = {
        "win": [2 / winners - 1 if rank == 1 else -1 for rank in ranks],
        "margin": [score - other for score, other in zip(scores, best, strict=True)],
        "score": scores,
        "points": scores,
    }[reward]
    assert list(total.values()) == pytest.approx(expected)


def test_an_illegal_action_ends_an_agents_game() -> None:
    env = aec.env(ruleset="usa", players=2)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.rewards["player_0"] == -1
    raw = aec.raw_env("usa")
    raw.reset(seed=1)
    with pytest.raises(ws.IllegalAction):
        raw.step(0)


# Gymnasium


@pytest.mark.parametrize(
    "name", [name for name, of in IDS.items() if of in (*ws.ruleset_ids(), "europe_mega")]
)
def test_gymnasiums_own_checks(name: str) -> None:
    other: dict[str, Any] = {"illegal": "resample", "observation_key": "observations"}
    for options in ({}, other):
        env = gymnasium.make(name, opponents=("random",), **options)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(env.unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_stable_baselines_own_checks(name: str) -> None:
    checker = pytest.importorskip(
        "stable_baselines3.common.env_checker", reason="Stable-Baselines3 is missing"
    )
    checker.check_env(gymnasium.make(name, opponents=("random",)).unwrapped)


def test_masks_are_told_three_times() -> None:
    env = gymnasium.make("whistlestop/usa-v1", players=3, opponents=("greedy", "random"), seat=1)
    seen, info = env.reset(seed=2)
    for turn in range(6):
        masks = env.unwrapped.action_masks()  # type: ignore[attr-defined]
        assert (seen["action_mask"] == masks).all()
        assert (info["action_mask"] == masks).all()
        assert info["seat"] == 1
        seen, _, _, _, info = env.step(legal(masks, turn))


def test_what_becomes_of_illegal_actions() -> None:
    def made(illegal: str) -> Any:
        env = gymnasium.make("whistlestop/card_game-v1", opponents=("random",), illegal=illegal, seat=0)
        env.reset(seed=4)
        return env.unwrapped

    env = made("raise")
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    before = env.games.states.tobytes()
    for action in (wrong, -1, 10**6, 0.5, "draw"):
        with pytest.raises(ws.IllegalAction):
            env.step(action)
    assert env.games.states.tobytes() == before
    env = made("penalty")
    _, worth, terminated, truncated, info = env.step(wrong)
    assert (worth, terminated, truncated, info["illegal"]) == (-1.0, False, False, True)
    assert env.games.states.tobytes() == before
    env = made("resample")
    assert env.step(wrong)[4]["illegal"]
    assert env.games.states.tobytes() != before


def test_a_whole_game_against_bots() -> None:
    """At the end the reward is that of the learner's seat."""
    env = gymnasium.make("whistlestop/usa-v1", opponents=("greedy",), reward="margin", limit=80)
    seen, _ = env.reset(seed=5)
    total, turn = 0.0, 0
    while True:
        seen, worth, terminated, truncated, info = env.step(legal(seen["action_mask"], turn))
        total, turn = total + float(worth), turn + 1
        if terminated or truncated:
            break
    own, other = info["scores"][info["seat"]], info["scores"][1 - info["seat"]]
    assert total == own - other
    assert truncated == (env.unwrapped.games.states["ply"][0] == 80)  # type: ignore[attr-defined]


def test_many_games_against_bots() -> None:
    """After the end of a game the next step starts another; the same seed gives the same games."""

    def run() -> list[Any]:
        envs = gymnasium.make_vec(
            "whistlestop/usa-v1",
            num_envs=3,
            vectorization_mode="vector_entry_point",
            opponents=("random",),
            limit=25,
        )
        seen, _ = envs.reset(seed=6)
        found = []
        ended = np.zeros(3, np.bool_)
        for turn in range(30):
            actions = np.array([legal(mask, turn) if mask.any() else 0 for mask in seen["action_mask"]])
            seen, worth, terminated, truncated, info = envs.step(actions)
            assert not (ended & (terminated | truncated)).any()
            assert (seen["action_mask"].any(axis=1) != (terminated | truncated)).all()
            assert envs.observation_space.contains(seen)
            assert not terminated.any()  # all end at the limit
            assert ((worth != 0) <= truncated).all()  # reported once
            ended = terminated | truncated
            found.append((worth.tolist(), truncated.tolist(), info["scores"].tolist()))
        assert any(any(cut) for _, cut, _ in found)
        return found

    assert run() == run()


@pytest.mark.parametrize(
    "settings",
    [
        {"opponents": ()},
        {"opponents": "planner"},
        {"opponents": ("random",) * 2},
        {"seat": 2},
        {"illegal": "ignore"},
        {"observation_key": "action_mask"},
        {"reward": "fame"},
        {"render_mode": "smell"},
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any]) -> None:
    with pytest.raises(ws.OptionError):
        gym.BotsEnv("usa", 2, **settings)
    with pytest.raises(ws.UnknownBot):
        gym.BotsEnv("usa", opponents=("nobody",))


@pytest.mark.usefixtures("plain")
def test_games_start_anew_in_the_same_step() -> None:
    """The observation after the end belongs to the next game, the last one of the old game is in `info`."""
    env = gymnasium.make_vec(
        "whistlestop/usa-v1",
        3,
        vectorization_mode="vector_entry_point",
        opponents=("random",),
        limit=60,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=4)
    ended = 0
    for turn in range(80):
        assert (seen["action_mask"].sum(1) > 0).all()
        actions = np.array([legal(mask, turn) for mask in seen["action_mask"].astype(bool)])
        seen, _, terminated, truncated, info = env.step(actions)
        over = terminated | truncated
        assert (info["action_mask"] == seen["action_mask"]).all()
        if over.any():
            assert (info["_final_obs"] == over).all()
            for game in np.flatnonzero(over):
                assert info["final_obs"][game]["action_mask"].sum() == 0
                assert info["scores"][game].any()
                ended += 1
            games = env.unwrapped.games  # type: ignore[attr-defined]
            assert (games.states["ply"][over] < 10).all()
        else:
            assert "final_obs" not in info
    assert ended >= 3
    with pytest.raises(OptionError, match="autoreset_mode"):
        BotsVectorEnv(2, "usa", opponents=("random",), autoreset_mode=AutoresetMode.DISABLED)


# OpenSpiel


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_openspiels_own_checks(ruleset: str) -> None:
    """Play a random game of five actions, with all of its checks at every state."""
    game = pyspiel.load_game(f"{spiel.short_name(ruleset)}(deals=3,limit=5,factored=True)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_information_states(ruleset: str) -> None:
    """COM-15: a resampled state is playable, looks the same to the player, and usually differs."""
    game = pyspiel.load_game(f"{spiel.short_name(ruleset)}(deals=3,factored=True)")
    assert pyspiel.load_game(str(game)).num_distinct_actions() == game.num_distinct_actions()
    state = game.new_initial_state()
    state.apply_action(2)
    different = 0
    for turn in range(8):
        for player in range(2):
            other = state.resample_from_infostate(player, lambda turn=turn: turn / 8)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            different += other.games.states.tobytes() != state.games.states.tobytes()
            assert other.information_state_string(1 - player) != state.information_state_string(1 - player)
        assert state.legal_actions() == other.legal_actions() or state.current_player() != player
        actions = state.legal_actions()
        state.apply_action(actions[turn * 5 % len(actions)])
    assert different > 8
    again = game.deserialize_state(state.serialize())
    for player in range(2):
        assert again.information_state_string(player) == state.information_state_string(player)
    assert copy.deepcopy(state.seen) == again.seen


def test_a_history_is_never_forgotten() -> None:
    """Two players with the same actions in a different order have the same knowledge but different histories."""
    game = pyspiel.load_game(f"{spiel.short_name('usa')}(deals=1)")
    keep = VectorGames("usa").actions.names.index

    def after(*actions: int) -> Any:
        state = game.new_initial_state()
        for action in (0, *actions):
            state.apply_action(action)
        return state

    one, other = after(keep("keep:3"), keep("keep:3")), after(keep("keep:5"), keep("keep:3"))
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(1) == other.information_state_string(1)


# All of them


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_pictures(ruleset: str) -> None:
    """Text, SVG for games with a board, and pixels that change with the game."""
    shown: dict[str, Any] = {}
    for mode in ("ansi", "svg", "rgb_array", None):
        if mode == "svg" and not ws.load_ruleset(ruleset).routes:
            with pytest.raises(ws.OptionError, match="ansi, rgb_array"):
                aec.env(ruleset=ruleset, players=2, render_mode=mode)
            continue
        env = aec.env(ruleset=ruleset, players=2, render_mode=mode)
        env.reset(seed=1)
        shown[str(mode)] = env.render()
        if mode == "rgb_array":
            for turn in range(4):
                env.step(legal(env.last()[0]["action_mask"], turn))
            assert (env.render() != shown["rgb_array"]).any()
    assert shown["None"] is None
    assert "seat 1:" in shown["ansi"]
    assert shown["rgb_array"].dtype == np.uint8
    assert shown["rgb_array"].shape[1:] == (480, 3)
    if "svg" in shown:
        assert shown["svg"].startswith("<svg")


def test_only_what_is_used_is_imported() -> None:
    """The package needs none of these libraries, and neither do vector games."""
    code = (
        "import sys, whistlestop, whistlestop.envs\n"
        "found = {'gymnasium', 'pettingzoo', 'pyspiel', 'numba'} & set(sys.modules)\n"
        "assert not found, found\n"
        "assert 'whistlestop.server' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
