"""The C program with which the benchmarks compare the engine follows the same rules."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable

import numpy as np
import pytest
from tests.bench.yardstick import Trace, Yardstick, find_compiler
from tests.bench.yardstick import __main__ as command
from tests.bench.yardstick.compare import compare

import whistlestop as ws
from whistlestop.bench.timing import Effort
from whistlestop.core.fields import NONE
from whistlestop.core.jit import is_compiled
from whistlestop.core.rng import fast_below, fast_next, fast_seed
from whistlestop.core.seats import next_to_act
from whistlestop.core.types import Generator, Key

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler"),
]

MAPS = [
    (name, players)
    for name, most in (("usa", 5), ("europe", 5), ("switzerland", 3))
    for players in range(2, most + 1)
]
COLUMNS = [f"action_{name}" for name in ("type", "arg", "color", "colored", "wild")]


Make = Callable[[str], Yardstick]


@pytest.fixture(scope="module")
def make_yardstick(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """Return a function that compiles the program for a ruleset, once."""

    @functools.cache
    def make(name: str) -> Yardstick:
        compiler = find_compiler()
        assert compiler is not None
        return Yardstick(ws.load_ruleset(name), tmp_path_factory.mktemp(name), compiler)

    return make


def random_key(random: Generator) -> Key:
    """Return a game's key as `random_games` draws it."""
    words = [int(fast_next(random)) for _ in range(4)]
    return np.array([half for word in words for half in (word & 0xFFFF_FFFF, word >> 32)], np.uint32)


def check_game(ruleset: ws.Ruleset, players: int, random: Generator, trace: Trace) -> None:
    """Replay the game by lists of legal actions; compare every action, the scores and the ranks."""
    machine, rules = ruleset.machine, ruleset.rules
    states = np.zeros(1, machine.STATE)
    legal = np.zeros(machine.MOST_LEGAL, machine.ACTION)
    machine.init(states, rules, 0, random_key(random), players, int(fast_below(random, players)))
    actions = []
    while (player := int(next_to_act(states[0]))) != NONE:
        count = machine.legal(states, rules, 0, player, legal)
        # A player who can only pass makes no choice (RUL-12).
        stuck = legal[0] == rules[0]["id_pass"]
        actions.append(int(legal[0 if stuck else fast_below(random, count)]))
        machine.apply(states, rules, 0, player, actions[-1])
    for place, column in enumerate(COLUMNS):
        assert rules[0][column][actions].tolist() == trace.actions[trace.actions.dtype.names[place]].tolist()
    assert states["final"][0][:players].tolist() == trace.final
    assert states["rank"][0][:players].tolist() == trace.rank


@pytest.mark.parametrize(("name", "players"), MAPS)
def test_the_yardstick_plays_as_the_engine(name: str, players: int, make_yardstick: Make) -> None:
    """Games are equal action for action (USA-6 to USA-35, EUR-2 to EUR-34, SWI-7 to SWI-18)."""
    ruleset = ws.load_ruleset(name)
    yardstick = make_yardstick(name)
    ours, theirs = fast_seed(players), fast_seed(players)
    for _ in range(30 if is_compiled() else 2):
        check_game(ruleset, players, ours, yardstick.trace_game(players, theirs))
        assert ours[0] == theirs[0]


@pytest.mark.parametrize(("name", "players"), MAPS)
def test_whole_games_without_lists(name: str, players: int, make_yardstick: Make) -> None:
    """Where the engine counts actions instead of listing them, both make the same choices, the same number of
    times.
    """
    ruleset = ws.load_ruleset(name)
    yardstick = make_yardstick(name)
    ours, theirs = fast_seed(100 + players), fast_seed(100 + players)
    states = np.zeros(1, ruleset.machine.STATE)
    for games in (1, 1000 if is_compiled() else 1):
        actions = ruleset.machine.random_games(states, ruleset.rules, 0, players, games, ours)
        assert actions == yardstick.play_games(players, games, theirs)
        assert ours[0] == theirs[0]


def test_the_comparison_says_what_it_measured(make_yardstick: Make) -> None:
    """Return a ratio and both speeds in games per second, all positive."""
    ruleset = ws.load_ruleset("usa")
    figures = compare(ruleset, make_yardstick("usa"), 2, Effort(runs=1, seconds=0.01))
    assert set(figures) == {"engine_games_per_second", "c_games_per_second", "ratio"}
    assert min(figures.values()) > 0


def test_the_command(
    make_yardstick: Make, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ratios(effort: Effort) -> object:
        return {"usa": {"2": compare(ws.load_ruleset("usa"), make_yardstick("usa"), 2, effort)}}

    monkeypatch.setattr(command, "ratios", ratios)
    monkeypatch.setattr("sys.argv", ["yardstick", "--quick"])
    command.main()
    document = json.loads(capsys.readouterr().out)
    assert set(document) == {"machine", "random_games_beside_c"}
    assert document["random_games_beside_c"]["usa"]["2"]["ratio"] > 0


def test_the_command_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.yardstick.compare.find_compiler", lambda: None)
    monkeypatch.setattr("sys.argv", ["yardstick"])
    with pytest.raises(SystemExit, match="there is no C compiler on PATH"):
        command.main()
