from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.cli.conftest import Run

import whistlestop as ws
from whistlestop.bots import summary
from whistlestop.bots.matches import MOVE_TYPES, Plan, join, play_all, types_of
from whistlestop.kinds import KINDS

MINE = "class Mine:\n    def choose(self, observation):\n        return observation.legal()[{choice}]\n"


def plan(ruleset: str, players: int, games: int, bots: tuple[str, ...], seed: int, **more: bool) -> Plan:
    return Plan(ws.load_ruleset(ruleset), players, games, bots, seed, **more)


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
def test_same_games_whatever_the_number_of_processes(tmp_path: Path) -> None:
    """Own bots, records and moves included."""
    mine = tmp_path / "mine.py"
    mine.write_text(MINE.format(choice=0), encoding="utf-8")
    wanted = plan("usa", 3, 6, ("greedy", "random", f"{mine}:Mine"), seed=5, records=True, moves=True)
    one, two = (list(play_all(wanted, jobs)) for jobs in (1, 2))
    first, second = join(one), join(two)
    assert all(np.array_equal(first[name], second[name]) for name in types_of(KINDS["network"]))
    assert [record for batch in one for record in batch.records] == [
        record for batch in two for record in batch.records
    ]
    for name in MOVE_TYPES:
        moves = [np.concatenate([batch.moves[name] for batch in batches]).tolist() for batches in (one, two)]
        assert moves[0] == moves[1]


@pytest.mark.slow
def test_another_seed_gives_other_games() -> None:
    one, two = (join(play_all(plan("usa", 2, 3, ("random",), seed), 1)) for seed in (1, 2))
    assert not np.array_equal(one["score"], two["score"])


@pytest.mark.slow
def test_bots_share_the_seats() -> None:
    columns = join(play_all(plan("usa", 3, 12, ("greedy", "random"), seed=0), 1))
    assert np.bincount(columns["bot"]).tolist() == [18, 18]
    assert {tuple(columns["bot"][columns["seat"] == seat].tolist()).count(0) for seat in range(3)} == {6}
    assert columns["game"].tolist() == [game for game in range(12) for _ in range(3)]


@pytest.mark.slow
def test_every_game_has_one_win_to_share() -> None:
    columns = join(play_all(plan("europe", 4, 8, ("greedy",), seed=0), 1))
    assert np.allclose(columns["win"].reshape(8, 4).sum(axis=1), 1)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_parquet_and_records(run: Run, tmp_path: Path, ruleset: str) -> None:
    """What the files say is what the replayed records say, and `verify` accepts these."""
    pq = pytest.importorskip("pyarrow.parquet")
    out, moves, lines = tmp_path / "games.parquet", tmp_path / "moves.parquet", tmp_path / "games.jsonl"
    options = ("--games", 3, "--bots", "greedy,random", "--jobs", 1, "--seed", 8, "--json")
    result = run("simulate", ruleset, *options, "--out", out, "--moves", moves, "--records", lines)
    assert result.exit_code == 0, result.stderr
    assert not list(tmp_path.glob("*.part"))
    records = [ws.GameRecord.from_json(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    games = [ws.replay(record) for record in records]

    table = pq.read_table(out)
    assert table.column_names == list(types_of(games[0].ruleset.kind))
    rows = table.to_pylist()
    assert len(rows) == 6
    for row in rows:
        game = games[row["game"]]
        outcome = game.outcome()
        assert outcome is not None
        player = outcome["players"][row["seat"]]
        assert (row["score"], row["rank"]) == (player["score"], player["rank"])
        assert (row["first"], row["key"]) == (game.first, records[row["game"]].seed)
        assert row["kept"] == row["completed"] + row["failed"] == len(player["tickets_list"])
        assert row["turns"] == sum(e["event"] == "turn" for one in game.history() for e in one["events"])
    assert {row["bot"] for row in rows} == {"greedy", "random"}
    bots = {(row["game"], row["seat"]): row["bot"] for row in rows}

    steps = pq.read_table(moves).to_pylist()
    assert list(steps[0]) == list(MOVE_TYPES)
    assert [(s["game"], s["seat"], s["action"]) for s in steps] == [
        (number, *action) for number, record in enumerate(records) for action in record.actions
    ]
    assert all(step["bot"] == bots[step["game"], step["seat"]] for step in steps)
    for step in steps[::37]:
        before = ws.replay(records[step["game"]], to=step["move"] - 1)
        assert (step["phase"], step["legal"]) == (before.view()["phase"], len(before.legal_ids(step["seat"])))
    assert steps[-1]["turn"] == rows[-1]["turns"]

    for path in (out, moves):
        said = json.loads(pq.read_schema(path).metadata[b"whistlestop"])
        ruleset_facts = games[0].ruleset.id, games[0].ruleset.version, games[0].ruleset.hash
        assert (said["ruleset"], said["ruleset_version"], said["ruleset_hash"]) == ruleset_facts
        assert (said["seed"], said["bots"], said["version"]) == (8, ["greedy", "random"], ws.__version__)

    verified = run("verify", lines, "--json")
    assert verified.exit_code == 0
    assert len(json.loads(verified.stdout)["records"]) == 3
    lines.write_text(lines.read_text(encoding="utf-8").replace('"draw"', '"tickets"', 1), encoding="utf-8")
    assert run("verify", lines).exit_code == 1


def test_records_in_a_folder(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    result = run("simulate", "usa", "--games", 2, "--bots", "random", "--jobs", 1, "--records", folder)
    assert result.exit_code == 0
    assert "wrote 2 records" in result.stderr
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["game-000000.json", "game-000001.json"]
    assert run("verify", *files).exit_code == 0


def test_a_bot_of_ones_own(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(MINE.format(choice=-1), encoding="utf-8")
    spec = f"{mine}:Mine"
    result = run("simulate", "card_game", "--games", 2, "--bots", f"random,{spec}", "--jobs", 1, "--json")
    assert result.exit_code == 0
    assert set(json.loads(result.stdout)["bots"]) == {"random", spec}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_faulty_bot_ends_the_simulation(run: Run, tmp_path: Path, jobs: int) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(MINE.format(choice=99999), encoding="utf-8")
    out = tmp_path / "games.parquet"
    result = run("simulate", "usa", "--games", 2, "--bots", f"{mine}:Mine", "--jobs", jobs, "--out", out)
    assert result.exit_code == 3
    assert f"bot {mine}:Mine, game 0, seat 0: it raised IndexError" in result.stderr
    assert not list(tmp_path.glob("*.parquet*"))


@pytest.mark.slow
def test_headings_are_never_cut(run: Run, record: Path) -> None:
    """Also in a window of 80 columns."""
    table = run("simulate", "europe", "--games", 2, "--bots", "planner:tempo=300,greedy", "--jobs", 1).stdout
    for heading in ("bot", "wins %", "score", *KINDS["network"].parts):
        assert heading in table
    shown = run("replay", record).stdout
    for heading in KINDS["network"].outcome_columns:
        assert heading.replace("_", " ") in shown
    assert "…" not in table + shown


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
        (["usa", "--out", "games.csv"], 2, "--out writes Parquet"),
        (["usa", "--moves", "moves.csv"], 2, "--moves writes Parquet"),
        (["usa", "--moves", "nowhere/moves.parquet"], 3, "there is no folder"),
        (["usa", "--records", "nowhere/games.jsonl"], 3, "there is no folder"),
        (["usa", "--bots", "nowhere.py:Bot"], 2, "nowhere.py"),
        (["usa", "--bots", "nowhere:Bot"], 2, "No module named"),
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
