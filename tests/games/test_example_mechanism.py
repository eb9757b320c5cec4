"""The example mechanism works when it is added to the package by its instructions."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "mechanism"


@pytest.mark.slow
def test_the_example_scores(tmp_path: Path) -> None:
    package = tmp_path / "whistlestop"
    ignored = shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc", "client")
    shutil.copytree(ROOT / "src" / "whistlestop", package, ignore=ignored)
    mechanisms = package / "games" / "network" / "mechanisms"
    shutil.copytree(EXAMPLE / "sixes", mechanisms / "sixes", ignore=ignored)
    names = (mechanisms / "__init__.py").read_text(encoding="utf-8")
    assert names.count('"passing",') == 1
    (mechanisms / "__init__.py").write_text(
        names.replace('"passing",', '"passing", "sixes",'), encoding="utf-8"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "whistlestop", *words]
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    board = str(EXAMPLE / "usa_sixes")
    run("board", "check", board)
    told = json.loads(
        run("simulate", board, "--bots", "greedy,greedy", "--games", "2", "--jobs", "1", "--json")
    )
    assert "sixes" in json.dumps(told)
