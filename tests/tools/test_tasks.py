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
        monkeypatch.setenv(name, "")  # so that it is undone in any case
        monkeypatch.delenv(name)
    if told is not None:
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", told)
    tasks.keep_bytecode()
    assert not os.environ.get("PYTHONDONTWRITEBYTECODE")
    # Beside the sources as usual, unless that was explicitly turned off.
    assert os.environ.get("PYTHONPYCACHEPREFIX") == (str(tasks.VENV / "bytecode") if told else None)


def test_a_folder_that_was_chosen_for_bytecode_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path))
    tasks.keep_bytecode()
    assert os.environ["PYTHONPYCACHEPREFIX"] == str(tmp_path)


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
