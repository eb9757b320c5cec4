"""The first calls of a process may run in several threads at once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

FIRST_USES = """
import sys, threading
sys.setswitchinterval(1e-6)
import whistlestop as ws
from whistlestop.drawing.find import find_layout

everybody = threading.Barrier(6)

def use(name):
    everybody.wait()
    ruleset = ws.load_ruleset(name)
    if ruleset.data.machine == "network":
        assert find_layout(ruleset).ruleset == name
    game = ws.Game.from_position({"ruleset": name, "players": [{}, {}], "phase": "over"})
    ws.GameRecord.from_dict(game.record.to_dict())

names = ["usa", "europe", "card_game"] * 2
threads = [threading.Thread(target=use, args=(name,)) for name in names]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("done")
"""


@pytest.mark.slow
def test_the_first_uses_of_a_process_may_be_at_once() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    for _ in range(4):  # a race: without preparation about one process in six crashed
        run = subprocess.run(
            [sys.executable, "-c", FIRST_USES], env=environment, capture_output=True, text=True, check=False
        )
        assert (run.returncode, run.stdout) == (0, "done\n"), run.stderr
