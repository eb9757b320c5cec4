"""Problems that prevent a release, the tag, and the trial of an installed package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import whistlestop as ws

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import releasing
import tasks
from releasing import Release, ReleaseError

CHANGELOG = """# Changelog

## 1.2.0, 2026-12-24

### Added

* Something.

## 1.1.0, 2026-11-01

* Older.
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository whose version can be released."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ada@example.org")
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n', encoding="utf-8")
    (folder / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    releasing.git(folder, "init", "--initial-branch", "main")
    commit(folder)
    return folder


def commit(folder: Path) -> None:
    releasing.git(folder, "add", "--all")
    releasing.git(folder, "commit", "--message", "Change")


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "CHANGELOG.md"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    commit(folder)


def test_the_tag_has_the_notes(project: Path) -> None:
    release = Release.read(project)
    assert release.problems() == []
    release.make_tag()
    text = releasing.git(project, "tag", "--list", "--format=%(contents)", "v1.2.0")
    assert text == "Whistlestop 1.2.0\n\n### Added\n\n* Something."
    assert releasing.git(project, "rev-parse", "v1.2.0^{commit}") == release.commit


def test_a_tree_with_changes(project: Path) -> None:
    (project / "new.py").touch()
    assert Release.read(project).problems() == [
        "there are uncommitted changes; commit or remove them: new.py"
    ]


def test_another_branch(project: Path) -> None:
    releasing.git(project, "switch", "--create", "feature")
    assert Release.read(project).problems() == ["this is the branch feature; releases are made from main"]


def test_a_version_that_is_tagged(project: Path) -> None:
    releasing.git(project, "tag", "v1.2.0")
    assert Release.read(project).problems() == [
        "the tag v1.2.0 exists; set the next version in pyproject.toml"
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("## 1.2.0, ", "## 1.3.0, ", "no notes for 1.2.0; write a section `## 1.2.0, DATE`"),
        ("### Added\n\n* Something.\n", "", "no notes for 1.2.0; write a section `## 1.2.0, DATE`"),
        ("2026-12-24", "not yet released", "no date for 1.2.0; write `## 1.2.0, YYYY-MM-DD`"),
    ],
)
def test_notes_that_are_missing(project: Path, old: str, new: str, says: str) -> None:
    change(project, old, new)
    assert Release.read(project).problems() == [f"CHANGELOG.md has {says}"]


def test_what_changes_meanwhile(project: Path) -> None:
    release = Release.read(project)
    change(project, "Something", "Something else")
    later = releasing.git(project, "rev-parse", "HEAD")
    assert release.changes() == [
        f"the release began at {release.commit[:9]}, and now {later[:9]} is checked out"
    ]


def test_packages_that_were_not_built(project: Path) -> None:
    with pytest.raises(ReleaseError, match=r"did not make whistlestop-1\.2\.0-py3-none-any\.whl"):
        Release.read(project).packages()


def test_nothing_is_run_where_a_version_cannot_be_released(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tasks, "ROOT", project)
    releasing.git(project, "tag", "v1.2.0")
    with pytest.raises(ReleaseError, match=r"1\.2\.0 cannot be released"):
        tasks.release([])
    assert "release: the tag v1.2.0 exists" in capsys.readouterr().err
    with pytest.raises(ReleaseError, match="only a dry run can skip a step"):
        tasks.release(["--skip", "test"])


def test_an_installed_package_is_tried(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match=rf"says that it is .*{ws.__version__}, and not 99\.0"):
        releasing.try_installed(sys.executable, "99.0", tmp_path)


@pytest.mark.slow
def test_an_installed_package_plays_and_serves(tmp_path: Path) -> None:
    releasing.try_installed(sys.executable, ws.__version__, tmp_path)
    assert "service closed" in (tmp_path / "server.log").read_text(encoding="utf-8")
