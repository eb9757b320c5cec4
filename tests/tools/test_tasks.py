from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import environments
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


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of an environment outside of this checkout, in which nothing is installed."""
    folder = tmp_path / "shared environment"
    folder.mkdir()
    monkeypatch.setattr(tasks, "VENV", folder)
    monkeypatch.setattr(tasks, "ensure_venv", lambda: None)
    return folder


def install(environment: Path, checkout: Path) -> None:
    """Write the files that pip leaves after an editable install."""
    folder = environment / "lib" / "python3.14" / "site-packages" / "whistlestop-1.0.dist-info"
    folder.mkdir(parents=True)
    told = {"dir_info": {"editable": True}, "url": checkout.as_uri()}
    (folder / "direct_url.json").write_text(json.dumps(told), encoding="utf-8")


def test_the_environment_of_another_checkout_stays(
    monkeypatch: pytest.MonkeyPatch, environment: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr(tasks, "pip_install", lambda *_: pytest.fail("it must not install anything"))
    other = tmp_path / "other checkout"
    other.mkdir()
    (other / "pyproject.toml").touch()
    install(environment, other)
    with pytest.raises(tasks.TaskError, match="other checkout; choose another folder"):
        tasks.ensure_packages("dev")
    assert list(environment.glob(".whistlestop-*")) == []


@pytest.mark.parametrize("installed", ["nothing", "this checkout", "a deleted checkout"])
def test_a_shared_environment_is_brought_up_to_date(
    monkeypatch: pytest.MonkeyPatch, environment: Path, tmp_path: Path, installed: str
) -> None:
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(tasks, "pip_install", lambda *command: commands.append(command))
    if installed != "nothing":
        install(environment, tasks.ROOT if installed == "this checkout" else tmp_path / "deleted")
    tasks.ensure_packages("dev")
    assert commands[-1][-1] == "."
    assert tasks.up_to_date("dev")


def test_a_copied_environment_belongs_to_the_copy(environment: Path, tmp_path: Path) -> None:
    original = tmp_path / "original"
    original.mkdir()
    (original / "pyproject.toml").touch()
    install(environment, original)
    assert environments.other_checkout(environment, tmp_path / "copy") == original
    assert environments.other_checkout(environment, tmp_path) is None


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
