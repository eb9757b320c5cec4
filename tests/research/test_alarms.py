"""False alarms of reviews: interrupted runs resume, and the paragraph counts what the files say."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "research"))

import alarms
import measured
from whistlestop.reviewing import CLOSE, review

CREW = ("hard", "planner")
RUN = alarms.Run(seed=0, worlds=8)


def trial(gain: float, error: float = 0.01) -> alarms.Trial:
    return alarms.Trial(5, 0, "draw", "take:red", cost=0.05, gain=gain, error=error)


def game(*trials: alarms.Trial) -> alarms.Game:
    return alarms.Game(CREW, 0, decisions=60, trials=list(trials), seconds=10.0)


@pytest.fixture
def reviewed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of the games that were reviewed; every second one has a false alarm."""
    numbers: list[int] = []

    def review(_run: alarms.Run, number: int) -> alarms.Game:
        numbers.append(number)
        return game(trial(0.05), trial(-0.01 if number % 2 else 0.01))

    monkeypatch.setattr(alarms, "reviewed", review)
    return numbers


def options(folder: Path, games: int) -> list[str]:
    return [
        *("--games", str(games), "--worlds", "8"),
        *("--kept", str(folder / "kept"), "--docs", str(folder / "docs")),
    ]


def test_a_run_resumes(tmp_path: Path, reviewed: list[int]) -> None:
    alarms.main(options(tmp_path, 2))
    (RUN.folder(tmp_path / "kept") / "00000.json").unlink()
    reviewed.clear()
    alarms.main(options(tmp_path, 4))
    assert reviewed == [0, 2, 3]
    text = measured.markdown(measured.read("alarms", tmp_path / "docs"))
    assert " ".join(text.split()).startswith(
        "In 4 games of two bots on the board of the USA, reviews named 8 better moves. Each was played in 8 new "
        "worlds: 4 were better by more than 2 standard errors, 2 were no better. 2 of 4 games had such a false alarm"
    )


def test_without_time_nothing_starts(tmp_path: Path, reviewed: list[int]) -> None:
    alarms.main([*options(tmp_path, 4), "--minutes", "0"])
    assert reviewed == []
    assert measured.read("alarms", tmp_path / "docs") == []


def test_other_options_have_other_games(tmp_path: Path) -> None:
    folders = {alarms.Run(*options).folder(tmp_path) for options in ((0, 8), (1, 8), (0, 9))}
    assert len(folders) == 3


def test_no_gain_is_a_false_alarm() -> None:
    assert trial(0.0).false
    assert not trial(0.001, error=0.01).false


@pytest.mark.slow
def test_a_game_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A better move of a real review is tried again in the position in which it was found."""
    monkeypatch.setattr(alarms, "CREWS", (("easy", "easy"),))
    monkeypatch.setattr(alarms, "review", partial(review, worlds=4))
    found = alarms.reviewed(RUN, 0)
    assert found.decisions > 20
    assert all(-1 <= each.gain <= 1 and each.cost > CLOSE for each in found.trials)
