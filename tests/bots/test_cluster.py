"""Simulations on a Ray cluster of several nodes, all on this machine, write the same files as one process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import wait_for, wait_for_blocks

import whistlestop as ws
from whistlestop.bots import cluster as module
from whistlestop.bots.cluster import AHEAD, connected
from whistlestop.bots.partitions import opened
from whistlestop.bots.plan import Block, Lineup, Plan
from whistlestop.bots.simulation import simulate, simulate_all
from whistlestop.bots.summary import Tally, summarize, total
from whistlestop.errors import BotError, ClusterError

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Ray has no clusters of several nodes"),
]
MEMORY = 100_000_000

FIRST = "class First:\n    def choose(self, observation):\n        return observation.legal()[0]\n"
STUCK = '''
import os, time
from pathlib import Path

class Stuck:
    """Takes what is listed first; on one node it leaves a file and never moves."""

    def choose(self, observation):
        if os.environ.get("WHERE") == "lost":
            Path({mark!r}).touch()
            time.sleep(3600)
        return observation.legal()[0]
'''


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Return a head node with one core."""
    pytest.importorskip("ray", reason="Ray is not installed")
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Give up on a node that does not respond for three seconds.
    beats = {
        "health_check_initial_delay_ms": 0,
        "health_check_period_ms": 1000,
        "health_check_failure_threshold": 3,
    }
    head = {"num_cpus": 1, "object_store_memory": MEMORY, "include_dashboard": False, "_system_config": beats}
    started = Cluster(initialize_head=True, head_node_args=head)
    yield started
    started.shutdown()  # type: ignore[no-untyped-call]


def planned(*bots: str, games: int = 20, **more: Any) -> Plan:
    return Plan(ws.load_ruleset("switzerland"), (Lineup(2, bots),), games, 3, block=2, **more)


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".lock"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def by_one_process(plan: Plan, path: Path) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the files and the figures."""
    with opened(path, plan) as folder:
        tallies = [of_block for _, of_block in simulate(plan, 1, folder)]
    return contents(path), summarize(total(tallies), plan.bots)


def test_a_node_is_lost(nodes: Any, tmp_path: Path) -> None:
    """Other nodes do its work: nothing is missing or duplicated. The node has no file of a bot."""
    pytest.importorskip("pyarrow")
    mark, mine = tmp_path / "mark", tmp_path / "stuck.py"
    mine.write_text(STUCK.format(mark=str(mark)), encoding="utf-8")
    plan = planned("greedy", f"{mine}:Stuck", moves=True, records=True)
    whole, figures = by_one_process(plan, tmp_path / "whole")
    assert len(whole) == 1 + 3 * 10
    mine.unlink()
    nodes.add_node(num_cpus=1, object_store_memory=MEMORY)
    lost = nodes.add_node(num_cpus=1, object_store_memory=MEMORY, env_vars={"WHERE": "lost"})
    nodes.wait_for_nodes()
    blocks: list[Block] = []
    tallies: list[Tally] = []
    with opened(tmp_path / "games", plan) as folder, connected(nodes.address) as cluster:
        assert cluster.cores == 3
        for block, of_block in simulate(plan, cluster, folder):
            if not blocks:
                wait_for(mark.exists, 240)
                nodes.remove_node(lost, allow_graceful=False)
            blocks.append(block)
            tallies.append(of_block)
    assert blocks == plan.blocks
    assert contents(folder.path) == whole
    assert summarize(total(tallies), plan.bots) == figures


# If another node started late, the lost one may have delivered all its results, so nothing is lost.
@pytest.mark.flaky(reruns=2)
def test_results_are_lost(nodes: Any, tmp_path: Path) -> None:
    """Results of a node that were not yet collected are computed again and stored once."""

    lost = nodes.add_node(num_cpus=1, object_store_memory=MEMORY)
    nodes.wait_for_nodes()
    leaving, started = lost.node_id, tmp_path.with_name("started")

    def work(task: int) -> tuple[str, bytes]:
        import ray

        node = ray.get_runtime_context().get_node_id()
        if node == leaving:
            started.touch()
        for _ in range(200):  # so that every node has work, even if it starts slowly
            if started.exists():
                break
            time.sleep(0.1)
        time.sleep(0.2)
        with (tmp_path / str(task)).open("a", encoding="utf-8") as done:
            done.write(f"{node}\n")
        return node, bytes(500_000)  # too large to be sent with the result

    def keep(task: int, result: tuple[str, bytes]) -> int:
        kept.append(task)
        return task

    kept: list[int] = []
    before: dict[int, str] = {}
    with connected(nodes.address) as cluster:
        under_way = AHEAD * cluster.cores
        found = cluster.map(work, range(3 * under_way), (), keep)
        assert next(found) == 0
        while len(before) < under_way:
            before = {int(file.name): file.read_text() for file in tmp_path.iterdir() if file.read_text()}
        taken = len(kept)
        nodes.remove_node(lost, allow_graceful=False)
        assert list(found) == list(range(1, 3 * under_way))
    assert sorted(kept) == list(range(3 * under_way))
    gone = [
        task for task, node in before.items() if node.strip() == lost.node_id and task not in kept[:taken]
    ]
    again = [task for task in gone if len((tmp_path / str(task)).read_text().splitlines()) > 1]
    assert again


def test_interrupted_it_goes_on(nodes: Any, tmp_path: Path) -> None:
    """Ctrl-C leaves only complete blocks, and a second run completes the same files."""
    pytest.importorskip("pyarrow")
    plan = planned("greedy", "random", games=100)
    whole, _ = by_one_process(plan, tmp_path / "whole")
    folder = tmp_path / "games"
    command = [
        "simulate",
        "switzerland",
        "--bots",
        "greedy,random",
        "--games",
        "100",
        "--seed",
        "3",
        "--block",
        "2",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "whistlestop", *command, "--out", str(folder), "--ray", nodes.address],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    wait_for_blocks(process, folder, 3)
    os.killpg(process.pid, signal.SIGINT)  # the whole process group gets it, as from a keyboard
    _, told = process.communicate()
    assert process.returncode == 130, told
    assert told.strip().splitlines()[-1].startswith("error: interrupted; the same command with --resume")
    some = contents(folder)
    assert 1 + 3 <= len(some) < len(whole)
    assert all(whole[name] == content for name, content in some.items())
    with opened(folder, plan, resume=True) as again:
        list(simulate(plan, 1, again))
    assert contents(folder) == whole


def test_what_a_node_finds_wrong(nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong versions, missing modules and failing bots are reported, each with its own error."""
    faulty, deadly = tmp_path / "faulty.py", tmp_path / "deadly.py"
    faulty.write_text(FIRST.replace("[0]", "[99999]"), encoding="utf-8")
    deadly.write_text(FIRST.replace("return", "import os; os._exit(1); return"), encoding="utf-8")
    (tmp_path / "only_here.py").write_text(FIRST, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with connected(nodes.address) as cluster:
        with pytest.raises(
            BotError, match=r"faulty.py:First, game \d+, seat 0: it raised IndexError"
        ) as found:
            simulate_all(planned(f"{faulty}:First"), cluster)
        assert found.value.seat == 0
        with pytest.raises(ClusterError, match=r"node .* only_here:First: ModuleNotFoundError"):
            simulate_all(planned("only_here:First"), cluster)
        found_here = module.versions(("whistlestop", "numpy"))
        others = found_here | {"whistlestop": "7 of sources ff", "numpy": "1"}
        monkeypatch.setattr(module, "versions", lambda _: others)
        with pytest.raises(
            ClusterError,
            match=r"node .* whistlestop 0.*, not 7 of sources ff; numpy .*, not 1; install the same",
        ):
            simulate_all(planned("random"), cluster)
        monkeypatch.setattr(module, "versions", lambda _: found_here)
        monkeypatch.setattr(module, "RETRIES", 0)
        with pytest.raises(BotError, match="a process ended early"):
            simulate_all(planned(f"{deadly}:First"), cluster)
