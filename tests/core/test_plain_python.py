"""Without the compiler the engine plays the same games bit for bit, and NumPy emits no warnings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import whistlestop as ws

PROBE = """
import hashlib, json, random, warnings
warnings.simplefilter("error")
import numpy as np
np.seterr(all="raise")
import whistlestop as ws

digests = {}
for ruleset in ws.ruleset_ids():
    rules = ws.load_ruleset(ruleset)
    for players in sorted({rules.min_players, rules.max_players}):
        game = ws.Game.new(ruleset, players, seed=11)
        rnd = random.Random(11)
        digest = hashlib.sha256()
        while not game.over:
            seat = rnd.choice(game.to_act)
            legal = game.legal(seat)
            liked = [action for action in legal if action.startswith(("claim", "surcharge", "station", "set", "trio"))]
            game.play(rnd.choice(liked or legal), seat)
            digest.update(game.states.tobytes())
            if game.version % 16 == 0:
                digest.update(game.observe(seat).tobytes())
                digest.update(game.observe(seat).determinize(game.version).tobytes())
                digest.update(json.dumps(game.view(seat)).encode())
        digest.update(json.dumps(game.outcome()).encode())
        digests[f"{ruleset} {players}"] = digest.hexdigest()
print(json.dumps(digests))
"""


def probe(**variables: str) -> dict[str, str]:
    import whistlestop

    source = str(Path(whistlestop.__file__).parent.parent)
    path = os.pathsep.join(part for part in (source, os.environ.get("PYTHONPATH", "")) if part)
    run = subprocess.run(
        [sys.executable, "-c", PROBE],
        env=os.environ | {"PYTHONPATH": path} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    found: dict[str, str] = json.loads(run.stdout)
    return found


@pytest.mark.slow
def test_same_games_without_the_compiler() -> None:
    compiled = probe(NUMBA_DISABLE_JIT="0")
    plain = probe(NUMBA_DISABLE_JIT="1")
    assert {game.split()[0] for game in compiled} == set(ws.ruleset_ids())
    assert compiled == plain
