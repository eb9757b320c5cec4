"""Boards compiled by browsers equal those that Python writes, byte for byte in the rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import client
import whistlestop as ws
from wasm import build
from wasm.rulesets import ruleset_file
from whistlestop.rulesets import ruleset_from_data, ruleset_ids

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools" / "wasm" / "compiling.mjs"
SETTINGS: dict[str, dict[str, Any]] = {
    "in_play": {"in_play": {"routes": {"bern-luzern": [2, 3]}}},  # MECH-3
    "two_ways": {
        "scoring": {"two_ways": [20, 10], "most_tickets": 5, "most_cities": 7}
    },  # IND-6, USA-38, ASI-8
    "colors": {"cards": {"colors": {"red": 14, "blue": 9}}},  # MECH-4
    "mountains": {"mountains": {"points": 3, "routes": {"bern-luzern": 2}}},  # ASI-6
    "substitutes": {"substitutes": {"routes": {"bern-luzern": 3}}},  # NOR-10
    "passengers": {
        "passengers": {"each": 2, "colors": ["red", "blue"], "places": {"bern": 3, "at": 1}},  # GER-7
    },
    "small_trains": {
        "small_trains": {"count": 6, "routes": ["bern-luzern", "basel-delemont"]},  # MECH-7
        "mountains": {"points": 3, "routes": {"bern-luzern": 2}},
    },
    "mixture": {"mixture": {"long": 1}},  # GER-2
    "stations": {"stations": {"count": 3, "value": 4}, "trains": {"count": 45, "end": 3}},
    "names": {"translations": {"de": {"name": "Die Schweiz", "cities": {"bern": "Bern"}}}},
    "card_names": {
        "card_names": {"wild": "Dampf <b>", "purple": "Kohle"},  # MECH-6
        "translations": {"en": {"card_names": {"purple": "Coal"}}},
    },
    "refused": {"opening": {"regular": 3, "keep": 2, "refused": "shuffled"}},
    "insets": {"drawing": {"insets": [{"earth": [170, 50, -175, 60], "box": [5.5, 45.0, 6.0, 45.4]}]}},
    "land": {"drawing": {"land": [[7, 46, 8, 46.5, 7.25, 47]], "names": {"bern": "top"}}},
}
"""Settings by name, for further comparisons with the board of Switzerland."""


def _boards() -> Iterator[dict[str, Any]]:
    """Yield custom boards: copies of the built-in ones and variants, those of the folder, and some settings."""
    every = [ws.load_ruleset(name) for name in ruleset_ids(variants=True)]
    every += [ws.load_ruleset(folder) for folder in sorted((ROOT / "boards").glob("*")) if folder.is_dir()]
    for ruleset in every:
        if ruleset.data.machine == "network":
            yield ruleset.data.plain() | {"id": f"own_{ruleset.id}"[:40]}
    switzerland = ws.load_ruleset("switzerland").data.plain()
    for name, settings in SETTINGS.items():
        made = switzerland | {"id": f"own_{name}"}
        for section, values in settings.items():
            made[section] = switzerland.get(section, {}) | values
        if name == "mixture":
            made["tickets"] = [ticket | {"long": n < 9} for n, ticket in enumerate(made["tickets"])]
        yield made


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the files of boards, as written by Python and as made by Node."""
    build.build()
    boards = list(_boards())
    given = tmp_path_factory.mktemp("boards") / "boards.json"
    given.write_text(json.dumps(boards))
    node = client.find_node()
    done = subprocess.run(
        ["node", str(SCRIPT), build.OUT.as_uri(), str(given)],
        env={**os.environ, "PATH": os.pathsep.join([str(node.bin), os.environ.get("PATH", "")])},
        stdout=subprocess.PIPE,
        check=True,
    )
    expected = [json.loads(ruleset_file(ruleset_from_data(board))) for board in boards]
    return list(zip(expected, json.loads(done.stdout), strict=True))


def test_files_are_those_of_python(compiled: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    assert len(compiled) > 15 + len(SETTINGS)
    for expected, found in compiled:
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            assert found[key] == value, (expected["id"], key)


def test_the_boards_have_all_mechanisms(compiled: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    unused = [set(expected["unused"]) for expected, _ in compiled]
    assert set.intersection(*unused) == set()
    assert any(expected["board"] != expected["sortedBoard"] for expected, _ in compiled)
