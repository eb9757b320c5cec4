from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.cli.conftest import Run

from whistlestop.cli import summary
from whistlestop.cli.matches import Plan, join, play_all, types_of
from whistlestop.kinds import KINDS


@pytest.mark.slow
def test_report_as_json(run: Run) -> None:
    result = run(
        "simulate", "usa", "--players", 3, "--games", 6, "--bots", "greedy,random", "--jobs", 1, "--json"
    )
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert {bot: figures["games"] for bot, figures in report["bots"].items()} == {"greedy": 9, "random": 9}
    assert sum(
        figures["win"]["mean"] * figures["games"] for figures in report["bots"].values()
    ) == pytest.approx(6)
    assert set(report["seats"]) == {"0", "1", "2"}


def test_report_as_table(run: Run) -> None:
    result = run("simulate", "usa", "--games", 2, "--bots", "random", "--jobs", 1)
    assert result.exit_code == 0
    assert "random" in result.stdout
    assert "2 games of usa with 2 players" in " ".join(result.stdout.split())


@pytest.mark.slow
def test_report_of_a_card_game(run: Run) -> None:
    wanted = ["--players", 4, "--games", 4, "--bots", "greedy,random", "--jobs", 1]
    arguments = ["simulate", "card_game", *wanted]
    report = json.loads(run(*arguments, "--json").stdout)
    assert {bot: figures["games"] for bot, figures in report["bots"].items()} == {"greedy": 8, "random": 8}
    assert {"tickets", "lost", "cities", "completed"} <= set(report["bots"]["random"])
    shown = run(*arguments)
    assert shown.exit_code == 0
    assert "lost" in shown.stdout
    assert "routes" not in shown.stdout


@pytest.mark.slow
def test_same_games_whatever_the_number_of_processes() -> None:
    plan = Plan("usa", 2, 6, ("greedy", "random"), seed=5)
    one, two = (join(list(play_all(plan, jobs))) for jobs in (1, 2))
    assert all(np.array_equal(one[name], two[name]) for name in types_of(KINDS["network"]))


@pytest.mark.slow
def test_another_seed_gives_other_games() -> None:
    one, two = (join(list(play_all(Plan("usa", 2, 3, ("random",), seed), 1))) for seed in (1, 2))
    assert not np.array_equal(one["score"], two["score"])


@pytest.mark.slow
def test_bots_share_the_seats() -> None:
    plan = Plan("usa", 3, 12, ("greedy", "random"), seed=0)
    columns = join(list(play_all(plan, 1)))
    assert np.bincount(columns["bot"]).tolist() == [18, 18]
    assert {tuple(columns["bot"][columns["seat"] == seat].tolist()).count(0) for seat in range(3)} == {6}
    assert columns["game"].tolist() == [game for game in range(12) for _ in range(3)]


@pytest.mark.slow
def test_every_game_has_one_win_to_share() -> None:
    columns = join(list(play_all(Plan("europe", 4, 8, ("greedy",), seed=0), 1)))
    assert np.allclose(columns["win"].reshape(8, 4).sum(axis=1), 1)


def test_parquet(run: Run, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    result = run("simulate", "usa", "--games", 2, "--bots", "random", "--jobs", 1, "--out", out, "--json")
    assert result.exit_code == 0
    table = pq.read_table(out)
    assert table.num_rows == 4
    assert table.column_names == list(types_of(KINDS["network"]))
    assert set(table.column("bot").to_pylist()) == {"random"}
    assert json.loads(table.schema.metadata[b"whistlestop"])["seed"] == 0
    assert None not in table.column("score").to_pylist()


def test_parquet_without_its_library(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("simulate", "usa", "--games", 1, "--out", tmp_path / "games.parquet")
    assert result.exit_code == 4
    assert "pip install" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["atlantis"], 3, "atlantis"),
        (["switzerland", "--players", "4"], 2, "2 to 3 players"),
        (["card_game", "--players", "5"], 2, "2 to 4 players"),
        (["usa", "--bots", "genius"], 2, "no bot 'genius'"),
        (["usa", "--bots", "greedy:haste=1,haste=2,random"], 2, "no option 'haste'"),
        (["usa", "--bots", "random,greedy,random"], 2, "3 bots for 2 players"),
        (["usa", "--bots", ","], 2, "no bot"),
        (["usa", "--out", "games.csv"], 2, "Parquet"),
        (["usa", "--games", "0"], 2, "--games"),
    ],
)
def test_errors(run: Run, arguments: list[str], code: int, says: str) -> None:
    result = run("simulate", *arguments)
    assert result.exit_code == code
    assert says in result.stderr


def test_intervals() -> None:
    assert summary.mean_interval(np.array([4])) == {"mean": 4.0, "low": None, "high": None}
    found = summary.mean_interval(np.array([1, 2, 3, 4]))
    # sd 1.29099, standard error 0.645497
    assert found["low"] == pytest.approx(2.5 - 1.2651, abs=1e-3)
    # Wilson's interval for 8 of 10, from tables
    share = summary.share_interval(8, 10)
    assert share["low"] == pytest.approx(0.4902, abs=1e-3)
    assert share["high"] == pytest.approx(0.9433, abs=1e-3)
    assert summary.share_interval(0, 5)["low"] == 0.0
