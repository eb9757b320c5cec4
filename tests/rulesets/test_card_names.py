"""Names that a board gives to its cards: read, checked, and without effect on play (MECH-6)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.rulesets.conftest import MakeBoard

import whistlestop as ws
from whistlestop.kinds import kind_of
from whistlestop.rulesets import board_of, check_ruleset, loader, new_board, ruleset_from_data

NAMES = """
[card_names]
purple = "Coal"
wild = "Express"

[translations.de.card_names]
purple = "Kohle"
"""


def named(folder: Path, text: str = NAMES) -> Path:
    with (folder / "ruleset.toml").open("a", encoding="utf-8") as file:
        file.write(text)
    return folder


def test_names_are_read_and_told(make_board: MakeBoard) -> None:
    ruleset = ws.load_ruleset(named(make_board("mine")))
    assert ruleset.card_names == {"purple": "Coal", "wild": "Express"}
    assert ruleset.card_names_in("de") == {"purple": "Kohle", "wild": "Express"}
    assert ruleset.card_names_in("fr") == ruleset.card_names
    told = msgspec.to_builtins(kind_of(ruleset).data.public(ruleset))
    assert told["card_names"] == {"purple": "Coal", "wild": "Express"}
    assert told["translations"]["de"]["card_names"] == {"purple": "Kohle"}


def test_a_board_without_names_has_no_trace_of_them(make_board: MakeBoard) -> None:
    ruleset = ws.load_ruleset(make_board("mine"))
    assert ruleset.card_names == {}
    assert "card_names" not in ruleset.data.plain()
    assert "card_names" not in msgspec.to_builtins(kind_of(ruleset).data.public(ruleset))


def test_names_are_in_records_and_neither_in_the_hash_nor_in_notation(make_board: MakeBoard) -> None:
    plain = ws.load_ruleset(make_board("a/mine"))
    ruleset = ws.load_ruleset(named(make_board("b/mine")))
    assert ruleset.hash == plain.hash
    board = board_of(ruleset)
    assert board is not None
    assert ruleset_from_data(board).data == ruleset.data
    game = ws.Game.new(ruleset, 2, seed=1)
    assert ws.replay(game.record().to_json()).ruleset.card_names == ruleset.card_names
    assert [ruleset.notation.text(n) for n in range(ruleset.action_count)] == [
        plain.notation.text(n) for n in range(plain.action_count)
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[card_names]\nmauve = "M"\n', "20: card_names.mauve: 'mauve' is not one of purple, blue, "),
        ('[card_names]\nred = "R"\ngray = "G"\n', "21: card_names.gray: 'gray' is not one of purple, "),
        ("[card_names]\nred = 4\n", "20: card_names.red: expected str, got int"),
        ('[card_names]\nred = ""\n', "20: card_names.red: '' is not a name: 1 to 24 characters"),
        ('[card_names]\nred = " "\n', "20: card_names.red: ' ' is not a name"),
        ('[card_names]\nred = "R "\n', "20: card_names.red: 'R ' is not a name"),
        (f'[card_names]\nred = "{"x" * 25}"\n', f"20: card_names.red: '{'x' * 25}' is not a name"),
        ('[card_names]\nred = "a\\tb"\n', r"20: card_names.red: 'a\tb' is not a name"),
        ('[card_names]\nred = "a\\n"\n', r"20: card_names.red: 'a\n' is not a name"),
        ('[card_names]\nred = "a\\u202Eb"\n', r"20: card_names.red: 'a\u202eb' is not a name"),
        ('[card_names]\nred = "a\\u200Bb"\n', r"20: card_names.red: 'a\u200bb' is not a name"),
        ("card_names = 3\n", "1: card_names: expected object, got int"),
        (
            '[card_names]\nred = "Coal"\nblue = "coal"\n',
            "21: card_names: 'coal' cannot be the name of blue; it is that of red",
        ),
        (
            '[card_names]\nred = "Blue"\n',
            "20: card_names: 'Blue' cannot be the name of red; it is that of blue",
        ),
        (
            '[card_names]\nred = "gray"\n',
            "20: card_names: 'gray' cannot be the name of red; it is that of gray",
        ),
        (
            '[translations.de.card_names]\nred = "Rost"\n',
            "20: translations.de.card_names: red has no name in card_names, which other languages show",
        ),
        (
            '[card_names]\nred = "Rust"\nblue = "Ice"\n[translations.de.card_names]\nred = "ICE"\n',
            "23: translations.de.card_names: 'ICE' cannot be the name of red; it is that of blue",
        ),
        (
            '[card_names]\nred = "Rust"\n[translations.de.card_names]\nred = "a\\u0007"\n',
            r"22: translations.de.card_names.red: 'a\x07' is not a name",
        ),
    ],
)
def test_faults(make_board: MakeBoard, text: str, problem: str) -> None:
    file = (folder := make_board("mine")) / "ruleset.toml"
    written = file.read_text("utf-8")
    # A key that is no section belongs to the top of the file.
    file.write_text(f"{written}{text}" if text.startswith("[") else f"{text}{written}", "utf-8")
    found = check_ruleset(folder)
    assert len(found) == 1
    assert found[0].startswith(f"ruleset.toml, line {problem}"), found


@pytest.mark.parametrize(
    "name", ["Coal", "石炭", "<script>", "Ż" * 24, "a b", "\N{ZERO WIDTH JOINER}x", "Purple"]
)
def test_names_in_any_script(make_board: MakeBoard, name: str) -> None:
    folder = named(make_board("mine"), f'[card_names]\npurple = "{name}"\n')
    assert check_ruleset(folder) == []
    assert ws.load_ruleset(folder).card_names == {"purple": name}


def test_a_variant_has_the_names_of_its_board_or_its_own(make_board: MakeBoard) -> None:
    text = NAMES + '\n[variants.late]\n[variants.late.card_names]\npurple = "Ore"\n[variants.early]\n'
    folder = named(make_board("mine"), text)
    early, late = (loader.read_folder(folder, name).data.card_names for name in ("early", "late"))
    assert early == {"purple": "Coal", "wild": "Express"}
    assert late == {"purple": "Ore", "wild": "Express"}


def test_names_of_a_base_are_inherited_in_all_languages(
    make_board: MakeBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = named(make_board("base"), NAMES + 'wild = "Schnellzug"\n')
    monkeypatch.setattr(loader, "builtin_folder", lambda _: base)
    monkeypatch.setattr(loader, "places_of", lambda *_: {"cities": {}, "countries": {}})
    folder = tmp_path / "mine"
    folder.mkdir()
    settings = 'base = "usa"\nid = "mine"\n[card_names]\nwild = "Goods"\n'
    (folder / "ruleset.toml").write_text(settings, "utf-8")
    for own_cities in (False, True):
        if own_cities:
            (folder / "cities.csv").write_bytes((base / "cities.csv").read_bytes())
        own = ws.load_ruleset(folder)
        assert own.card_names == {"purple": "Coal", "wild": "Goods"}
        # The German name of the base's locomotives is that of another name.
        assert own.card_names_in("de") == {"purple": "Kohle", "wild": "Goods"}


def test_card_games_have_names_too(tmp_path: Path) -> None:
    new_board(tmp_path / "cards", "yard")
    before = ws.load_ruleset(tmp_path / "cards")
    ruleset = ws.load_ruleset(named(tmp_path / "cards"))
    assert ruleset.card_names["purple"] == "Coal"
    assert ruleset.hash == before.hash
    assert check_ruleset(named(tmp_path / "cards", 'purples = "K"\n')) != []
