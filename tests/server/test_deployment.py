"""`whistlestop deploy`, and the packages that an image omits."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from whistlestop.cli.app import app
from whistlestop.errors import DeploymentError
from whistlestop.server import deployment

ROOT = Path(__file__).resolve().parents[2]
NAMES = {path.name for path in (ROOT / "deploy").iterdir()} | {"requirements.txt", "constraints.txt"}


def deploy(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["deploy", *map(str, arguments)])


def test_the_files_of_a_checkout(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "site"
    done = deploy(folder)
    assert done.exit_code == 0, done.stderr
    assert {path.name for path in folder.iterdir()} == NAMES
    assert all(str(folder / name) in done.stderr for name in NAMES)
    for path in (ROOT / "deploy").iterdir():
        assert (folder / path.name).read_bytes() == path.read_bytes()
    assert (folder / "constraints.txt").read_bytes() == (ROOT / "requirements-dev.txt").read_bytes()


def test_nothing_is_written_over_without_force(tmp_path: Path) -> None:
    own = tmp_path / "nginx.conf"
    own.write_text("mine", encoding="utf-8")
    done = deploy(tmp_path)
    assert done.exit_code == 3
    assert done.stderr == f"error: {tmp_path} already has nginx.conf; use --force to overwrite\n"
    assert [path.name for path in tmp_path.iterdir()] == ["nginx.conf"], "all files or none"
    assert own.read_text(encoding="utf-8") == "mine"
    assert deploy(tmp_path, "--force").exit_code == 0
    assert own.read_bytes() == (ROOT / "deploy" / "nginx.conf").read_bytes()


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = deploy(tmp_path / "file")
    assert done.exit_code == 3
    assert re.fullmatch(rf"error: {re.escape(str(tmp_path))}/file.*: .+\n", done.stderr)


def test_an_installation_without_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deployment, "PACKAGE", tmp_path / "whistlestop")
    monkeypatch.setattr(deployment, "CHECKOUT", tmp_path)
    with pytest.raises(DeploymentError, match="install Whistlestop again"):
        deployment.files()


WITHOUT = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(name=name)

sys.meta_path.insert(0, Missing())
from whistlestop.server.settings import Settings
from whistlestop.server.app import create_app

app = create_app(Settings(database="games.db"))
print(len(app.openapi_schema.to_schema()["paths"]))
"""


def test_the_server_works_without_what_the_image_leaves_out(tmp_path: Path) -> None:
    image = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    left_out = re.findall(r"pip uninstall --yes ([\w ]+)", image)
    assert left_out == ["polyfactory faker "]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *left_out[0].split()],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50
