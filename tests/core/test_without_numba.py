"""numba is optional: without it everything works, with NumPy alone under the engine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import whistlestop as ws

HIDDEN = ("numba", "llvmlite")

GAME = """
import hashlib, importlib.util, json, random, sys
import whistlestop as ws
from whistlestop import bots
from whistlestop.core import jit

compiler = importlib.util.find_spec("numba") is not None
game = ws.Game.new(sys.argv[1], 2, seed=3)
rnd, digest, greedy = random.Random(3), hashlib.sha256(), bots.make("greedy", seed=1)
while not game.over:
    seat = game.to_act[0]
    if seat == 1:
        game.play_id(greedy.choose(game.observe(seat)), seat)
    else:
        game.play(rnd.choice(game.legal(seat)), seat)
    digest.update(game.states.tobytes())
print(json.dumps([compiler, jit.JIT_DISABLED, digest.hexdigest(), game.outcome()]))
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the packages of this environment except numba and its dependencies."""
    folder = tmp_path_factory.mktemp("packages")
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.lower().startswith(HIDDEN) and path.suffix != ".pth":
            (folder / path.name).symlink_to(path, target_is_directory=path.is_dir())
    return folder


def play(ruleset: str, path: list[Path], *options: str) -> list[object]:
    run = subprocess.run(
        [sys.executable, *options, "-c", GAME, ruleset],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found: list[object] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("ruleset", ["switzerland", "card_game"])
def test_a_whole_game_without_numba(environment: Path, ruleset: str) -> None:
    source = Path(ws.__file__).parents[1]
    without = play(ruleset, [source, environment], "-S")
    assert without[:2] == [False, True]
    assert without[2:] == play(ruleset, [source])[2:]


def test_the_program_without_numba(environment: Path) -> None:
    source = Path(ws.__file__).parents[1]
    run = subprocess.run(
        [
            sys.executable,
            "-S",
            "-m",
            "whistlestop",
            "simulate",
            "switzerland",
            "--games",
            "2",
            "--bots",
            "random",
            "--json",
        ],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (source, environment)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["games"] == 2
