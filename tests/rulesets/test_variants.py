"""Variants of a board: their data, their ids, and what is wrong with them, with file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.rulesets.conftest import FILES, MakeBoard

import whistlestop as ws
from whistlestop import rulesets
from whistlestop.errors import RulesetError
from whistlestop.rulesets import add_boards, check_ruleset, loader, read_boards, released

SECTIONS = """keep = 1

[variants.short]
name = "Short"
trains = { count = 9 }

[variants.many]
scoring = { most_tickets = 7 }
"""


def varied(make_board: MakeBoard, name: str = "mine", sections: str = SECTIONS) -> Path:
    """Return a board with variants: `short` lacks a ticket, `many` has one more and one that is worth more."""
    folder = make_board(name)
    settings = FILES["ruleset.toml"].replace("{id}", folder.name)
    assert settings.endswith("keep = 1\n")
    (folder / "ruleset.toml").write_text(settings.removesuffix("keep = 1\n") + sections, encoding="utf-8")
    (folder / "tickets.csv").write_text(
        "id,from,to,points,deck,variants\n"
        "ax-ay,ax,ay,4,regular,\n"
        "ax-bx,ax,bx,2,regular,many\n"
        "ax-by,ax,by,6,regular,base|short\n"
        "ax-by,ax,by,9,regular,many\n"
        "ay-bx,ay,bx,6,regular,\n"
        "bx-by,bx,by,4,regular,\n",
        encoding="utf-8",
    )
    return folder


@pytest.mark.usefixtures("_nothing_added")
def test_a_variant_is_its_board_with_differences(make_board: MakeBoard) -> None:
    folder = varied(make_board)
    assert check_ruleset(folder) == []
    assert add_boards(folder) == ["mine", "mine_short", "mine_many"]
    assert ws.ruleset_ids() == [*loader.builtin_ids(), "mine"]
    assert ws.ruleset_ids(variants=True)[-3:] == ["mine", "mine_short", "mine_many"]
    board, short, many = map(ws.load_ruleset, ("mine", "mine_short", "mine_many"))
    assert [one.variant_of for one in (board, short, many)] == ["", "mine", "mine"]
    assert [one.board_id for one in (board, short, many)] == ["mine"] * 3
    assert [one.name for one in (board, short, many)] == ["mine", "Short", "mine"]
    assert [int(one.rules["trains"][0]) for one in (board, short, many)] == [12, 9, 12]
    assert [len(one.tickets) for one in (board, short, many)] == [4, 4, 5]
    worth = [one.tickets[one.ticket_index["ax-by"]].points for one in (board, short, many)]
    assert worth == [(6,), (6,), (9,)]
    assert len({one.hash for one in (board, short, many)}) == 3
    assert "most_tickets" not in many.unused
    assert "most_tickets" in board.unused
    assert ws.load_ruleset(folder).data == board.data


def test_the_column_changes_nothing_about_the_board(make_board: MakeBoard) -> None:
    assert ws.load_ruleset(varied(make_board, "a/mine")).data == ws.load_ruleset(make_board("b/mine")).data


@pytest.mark.parametrize(
    ("sections", "problem"),
    [
        ('keep = 1\n[variants]\nshort = "x"\n', "ruleset.toml, line 20: variants.short: expected a section, not str"),
        ("keep = 1\n[variants.base]\n", "ruleset.toml, line 19: variants.base: the name must be"),
        ("keep = 1\n[variants.Short]\n", "ruleset.toml, line 19: variants.Short: the name must be"),
        ("keep = 1\n[variants.short]\nversion = 2\n",
         "ruleset.toml, line 20: variants.short.version: a variant has the version of its board"),
        ("keep = 1\n[variants.short]\nluck = 2\n[variants.many]\n",
         "ruleset.toml, line 20: luck: not one of id, name, version"),
        ("keep = 1\n[variants.short]\n[variants.short.opening]\nregular = 9\n[variants.many]\n",
         "ruleset.toml, line 21: opening.regular: expected int <= 6, not 9"),
        ("keep = 1\n[variants.short]\n", "tickets.csv, line 3: variants: 'many' is not one of base, short"),
        (SECTIONS + "opening = { regular = 3 }\n",
         "tickets.csv: tickets: 5 regular tickets are too few to deal 3 to each of 2 players"),
        ('keep = 1\n[variants.short]\nid = "x"\n',
         "ruleset.toml, line 20: variants.short.id: a variant has the id of its board"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_file_and_line(make_board: MakeBoard, sections: str, problem: str) -> None:
    found = check_ruleset(varied(make_board, sections=sections))
    assert any(one.startswith(problem) for one in found), found


@pytest.mark.usefixtures("_nothing_added")
def test_ids_of_variants_are_taken(make_board: MakeBoard) -> None:
    with pytest.raises(RulesetError, match="have the same id mine_many"):
        read_boards([varied(make_board), make_board("mine_many")])
    taken = make_board("x", ruleset=('id = "{id}"', 'id = "usa_mega"'))
    assert check_ruleset(taken) == [
        "ruleset.toml, line 2: id: usa_mega is a built-in ruleset; choose another id for your board"
    ]


def test_a_based_board_inherits_no_variants(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "ruleset.toml").write_text('base = "usa"\nid = "mine"\n', encoding="utf-8")
    assert list(read_boards([folder])) == ["mine"]
    assert len(ws.load_ruleset(folder).tickets) == 30


VARIANTS = [name for name in ws.ruleset_ids(variants=True) if name not in ws.ruleset_ids()]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_built_in_variant_is_loaded_by_its_id(name: str) -> None:
    ruleset = ws.load_ruleset(name)
    assert ruleset is ws.load_ruleset(name)
    assert check_ruleset(name) == []
    board = ws.load_ruleset(ruleset.variant_of)
    assert name.startswith(f"{board.id}_")
    assert (ruleset.cities, ruleset.routes) == (board.cities, board.routes)
    game = ws.Game.new(name, 2, seed=4)
    record = game.record()
    assert (record.ruleset, record.ruleset_hash, record.board) == (name, ruleset.hash, None)
    assert ws.replay(record).position() == game.position()
    assert ws.Game.from_position(game.position()).ruleset is ruleset


def test_an_archived_board_keeps_its_variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of a variant finds the variant of its own version."""
    old = ws.Game.new("usa_mega", 2, seed=4)
    copy = tmp_path / "rulesets"
    shutil.copytree(Path(rulesets.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(copy / "usa", copy / "archive" / "usa-1")
    settings = copy / "usa" / "ruleset.toml"
    text = settings.read_text(encoding="utf-8").replace("version = 1", "version = 2")
    settings.write_text(text.replace("regular = 5, keep = 3", "regular = 5, keep = 2"), encoding="utf-8")
    caches = (
        released.archived_folders,
        rulesets.builtin_ruleset,
        rulesets.archived_ruleset,
        loader.builtin_rulesets,
    )
    with monkeypatch.context() as patch:
        for module in (loader, released):
            patch.setattr(module, "root", lambda: copy)
        for cache in caches:
            cache.cache_clear()
        now = ws.load_ruleset("usa_mega")
        assert (now.version, int(now.rules["opening_keep_min"][0])) == (2, 2)
        again = ws.replay(old.record())
        assert (again.ruleset.version, again.ruleset.variant_of) == (1, "usa")
        assert again.record() == old.record()
    for cache in caches:
        cache.cache_clear()
