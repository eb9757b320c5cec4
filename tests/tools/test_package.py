"""The content of a wheel, and its description in a package index."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

import whistlestop as ws

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import client

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Return a wheel of this tree, with the client that has been built."""
    assert client.is_built(), "the browser client has not been built: python tools/client.py"
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=client.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_client_and_licences_are_in_it(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert "whistlestop/server/static/index.html" in names
    notices = wheel.read("whistlestop/server/static/licenses.json").decode()
    assert "@fontsource-variable/jost" in notices
    assert "SIL OPEN FONT LICENSE" in notices
    assert "svelte" in notices
    texts = {Path(name).name for name in names if ".dist-info/licenses/" in name}
    assert texts == {"LICENSE", "OFL-1.1-Jost.txt", "Unicode-DFS-2016-make-plural.txt"}


def test_files_for_hosting_are_in_it(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path / "installed")
    command = [sys.executable, "-m", "whistlestop", "deploy", str(tmp_path / "site")]
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "installed")}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    written = {path.name: path.read_bytes() for path in (tmp_path / "site").iterdir()}
    edited = {path.name: path.read_bytes() for path in (client.ROOT / "deploy").iterdir()}
    assert written == edited | {
        "requirements.txt": (client.ROOT / "requirements.txt").read_bytes(),
        "constraints.txt": (client.ROOT / "requirements-dev.txt").read_bytes(),
    }


def test_design_notes_are_not_in_it(wheel: zipfile.ZipFile) -> None:
    names = {name for name in wheel.namelist() if name.endswith("README.md")}
    assert names == {"whistlestop/rulesets/card_game/README.md"}


def test_version_is_written_once(wheel: zipfile.ZipFile) -> None:
    project = tomllib.loads((client.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    written = project["version"]
    assert f"-{written}-py3-" in str(wheel.filename)
    assert ws.__version__ == written, "this environment is older than pyproject.toml: `make test` renews it"
    again = [
        name
        for name in wheel.namelist()
        if name.endswith((".py", ".js", ".html")) and f'"{written}"'.encode() in wheel.read(name)
    ]
    assert again == []
    assert "version" not in json.loads((client.WEB / "package.json").read_text(encoding="utf-8"))


def test_what_an_index_shows(wheel: zipfile.ZipFile) -> None:
    metadata = message_from_bytes(wheel.read(next(n for n in wheel.namelist() if n.endswith("/METADATA"))))
    assert metadata["License-Expression"] == "MIT AND OFL-1.1 AND Unicode-DFS-2016"
    page = metadata.get_payload()
    assert isinstance(page, str)
    assert page.lstrip().startswith("# Whistlestop\n")
    assert "## License" in page
    assert "<img" not in page
    assert "![" not in page
    assert [link for link in re.findall(r"\]\(([^)]*)\)", page) if not link.startswith("https://")] == []
