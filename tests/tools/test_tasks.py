from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import tasks


@pytest.mark.parametrize("told", ["1", "", None])
def test_bytecode_is_kept_whatever_python_is_told(monkeypatch: pytest.MonkeyPatch, told: str | None) -> None:
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"):
        monkeypatch.setenv(name, "")  # so that it is undone, whatever becomes of it
        monkeypatch.delenv(name)
    if told is not None:
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", told)
    tasks.keep_bytecode()
    assert not os.environ.get("PYTHONDONTWRITEBYTECODE")
    # Beside the sources, as always, unless just that was not wanted.
    assert os.environ.get("PYTHONPYCACHEPREFIX") == (str(tasks.VENV / "bytecode") if told else None)


def test_a_folder_that_was_chosen_for_bytecode_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path))
    tasks.keep_bytecode()
    assert os.environ["PYTHONPYCACHEPREFIX"] == str(tmp_path)


def test_two_commands_run_at_once_and_the_second_is_heard_at_the_end(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each waits for the other's file, so neither could end alone."""
    wait = (
        "import pathlib, sys, time\n"
        "mine, other, code = sys.argv[1:]\n"
        "pathlib.Path(mine).touch()\n"
        "while not pathlib.Path(other).exists(): time.sleep(0.01)\n"
        "print(code, flush=True)\n"
        "sys.exit(int(code))\n"
    )
    one, other = str(tmp_path / "one"), str(tmp_path / "other")
    first = [sys.executable, "-c", wait, one, other, "0"]
    second = [sys.executable, "-c", wait, other, one, "3"]
    assert tasks.side_by_side(first, second, {}) == [0, 3]
    assert capfd.readouterr().out.split() == ["0", "3"]


def test_what_was_skipped_is_counted_by_its_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(
        "import pytest\n"
        "@pytest.mark.parametrize('n', range(3))\n"
        "def test_many(n):\n    pytest.skip('no such\\nthing')\n"
        "@pytest.mark.skip(reason='another')\n"
        "def test_one(): pass\n"
        "def test_done(): pass\n",
        encoding="utf-8",
    )
    noted = tmp_path / "skipped"
    monkeypatch.setenv(tasks.SKIPPED, str(noted))
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-n", "1", str(file)]
    done = subprocess.run(command, cwd=tasks.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    tasks.tell_skipped(noted)
    assert (
        capsys.readouterr().err
        == "[whistlestop] skipped 1: another\n[whistlestop] skipped 3: no such thing\n"
    )
