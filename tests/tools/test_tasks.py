from __future__ import annotations

import os
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
