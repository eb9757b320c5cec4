"""Every released version of a ruleset can be loaded, and records use the version that they were made with."""

from __future__ import annotations

import csv
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import whistlestop as ws
from whistlestop import rulesets
from whistlestop.errors import RecordError, RulesetError
from whistlestop.rulesets import loader, released, released_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(rulesets.__file__).parent
CACHES = (released.archived_folders, rulesets.builtin_ruleset, rulesets.archived_ruleset)


def test_every_released_version_can_be_loaded() -> None:
    """Before changing a released ruleset, copy its folder to the archive and raise the version."""
    with (FOLDER / "released.csv").open(encoding="utf-8", newline="") as file:
        listed = {(row["id"], int(row["version"])): row["hash"] for row in csv.DictReader(file)}
    for (name, version), made_of in listed.items():
        assert released_ruleset(name, version, made_of).hash == made_of
    present = {(name, ws.load_ruleset(name).version) for name in ws.ruleset_ids(variants=True)}
    assert listed.keys() == present | released.archived_folders().keys()


@pytest.fixture
def second_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Return a release with a second version of a ruleset, in which a ticket is worth more; the first is archived."""
    copy = tmp_path / "rulesets"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(copy / "usa", copy / "archive" / "usa-1")
    settings, tickets = copy / "usa" / "ruleset.toml", copy / "usa" / "tickets.csv"
    text = settings.read_text(encoding="utf-8")
    assert "version = 1" in text
    settings.write_text(text.replace("version = 1", "version = 2"), encoding="utf-8")
    text = tickets.read_text(encoding="utf-8")
    assert "atlanta,montreal,9," in text
    tickets.write_text(text.replace("atlanta,montreal,9,", "atlanta,montreal,10,"), encoding="utf-8")

    def forget() -> None:
        for cache in CACHES:
            cache.cache_clear()

    with monkeypatch.context() as patch:
        for module in (loader, released):
            patch.setattr(module, "root", lambda: copy)
        forget()
        yield
    forget()


def played(game: ws.Game, actions: int) -> ws.Game:
    rng = random.Random(5)
    for _ in range(actions):
        seat = rng.choice(game.to_act)
        game.play(rng.choice(game.legal(seat)), seat)
    return game


OLD = played(ws.Game.new("usa", players=2, seed=3), 60)
OLD_POSITION = OLD.position()
OLD_RECORD = OLD.record()
FROM_POSITION = played(ws.Game.from_position(OLD_POSITION), 60).record()


@pytest.mark.usefixtures("second_version")
def test_games_go_on_under_their_own_version() -> None:
    assert (ws.load_ruleset("usa").version, ws.Game.new("usa").ruleset.version) == (2, 2)
    game = ws.replay(OLD_RECORD)  # its checksum is valid
    assert game.ruleset.version == 1
    assert game.ruleset.hash == OLD.ruleset.hash != ws.load_ruleset("usa").hash
    assert game.record() == OLD_RECORD
    assert played(game, 100).record().ruleset_version == 1


@pytest.mark.usefixtures("second_version")
def test_positions_find_their_version() -> None:
    game = ws.replay(OLD_RECORD)
    position = game.position()
    assert position == {**OLD_POSITION, "ruleset_version": 1}
    again = ws.Game.from_position(position)
    assert again.ruleset.version == 1
    assert again.position() == position
    assert ws.replay(again.record()).position() == position
    assert ws.replay(FROM_POSITION).ruleset.version == 1
    assert ws.replay(FROM_POSITION).view(0) == ws.replay(FROM_POSITION.to_json()).view(0)
    assert "ruleset_version" not in ws.Game.new("usa").position()


@pytest.mark.usefixtures("second_version")
def test_a_version_that_was_never_released() -> None:
    for version, made_of in ((3, None), (1, "0" * 64), (2, OLD.ruleset.hash)):
        with pytest.raises(RulesetError, match="other rules of usa"):
            released_ruleset("usa", version, made_of)
    with pytest.raises(RecordError, match="other rules of usa"):
        ws.replay(OLD_RECORD.to_dict() | {"ruleset_version": 2})
    with pytest.raises(RulesetError, match="unknown ruleset"):
        released_ruleset("../usa", 1)
