"""Custom boards: every mistake with file and line, boards based on others, and added boards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.rulesets.conftest import MakeBoard

import whistlestop as ws
from whistlestop.drawing.find import find_layout
from whistlestop.errors import PositionError, RecordError, RulesetError
from whistlestop.rulesets import add_boards, check_ruleset, read_boards
from whistlestop.rulesets.loader import builtin_ids as built_in


def replace(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")


# ------------------------------------------------------------------------------------------- faults, file and line


def test_faults_of_all_files_are_told_in_one_run(make_board: MakeBoard) -> None:
    folder = make_board(
        "mine",
        ruleset=("keep = 1\n\n[draw]", 'keep = "one"\nluck = 3\n\n[draw]'),
        cities=("48,13", "north,313"),
        routes=("2,blue,normal", "0,mauve,bridge"),
        tickets=("ay-bx,ay,bx,6", "ay-zz,ay,zz,6"),
    )
    assert check_ruleset(folder) == [
        "ruleset.toml, line 15: opening.luck: not one of regular, keep, refused, long",
        "ruleset.toml, line 14: opening.keep: expected int, got str",
        "cities.csv, line 5: lat: 'north' is not a number",
        "cities.csv, line 5: lon: expected float <= 180.0, not 313.0",
        "routes.csv, line 3: length: expected int >= 1, not 0",
        "routes.csv, line 3: color: 'mauve' is not one of purple, blue, orange, white, green, yellow, black, red, gray",
        "routes.csv, line 3: kind: 'bridge' is not one of normal, tunnel, ferry",
        "tickets.csv, line 4: ticket ay-zz: unknown city or country 'zz'",
    ]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"ruleset": ("count = 12", "count = 2")},
         "routes.csv, line 2: route ax-ay: longer than a player's 2 trains"),
        ({"ruleset": ("count = 12", "count = 2\nend = 2")},
         "ruleset.toml, line 11: trains: count (2) must be greater than end (2)"),
        ({"ruleset": ("[players]\nmin = 2\nmax = 2", "players = {min = 3, max = 2}")},
         "ruleset.toml, line 5: players: min 3 is greater than max 2"),
        ({"ruleset": ("[trains]", "[players]")}, "ruleset.toml, line 9: Cannot declare"),
        ({"ruleset": ("min = 2\nmax = 2", "min = 2\nmax = 1")},
         "ruleset.toml, line 6: players: min 2 is greater than max 1"),
        ({"ruleset": ("regular = 2\nkeep = 1\n\n[draw]", "regular = 3\nkeep = 1\n\n[draw]")},
         "tickets.csv: tickets: 4 regular tickets are too few to deal 3 to each of 2 players"),
        ({"ruleset": ("id =", "= =")}, "ruleset.toml, line 2: "),
        ({"cities": ("by,By,48,13,", "by,By,48,,")},
         "cities.csv, line 5: city by: set both lat and lon, or neither"),
        ({"cities": ("by,By,48,13,", "by,By,48,13,\nby,By,48,13,")},
         "cities.csv, line 6: city by: the id is used twice"),
        ({"cities": ("by,By", "\n\nB y,By")}, "cities.csv, line 7: id: 'B y' is not a slug"),
        ({"cities": ("Ax,50", "Ax,nan")}, "cities.csv, line 2: lat: 'nan' is not a number"),
        ({"routes": ("bx-by,3,green", "by-bx,3,green")},
         "routes.csv, line 5: route by-bx: name the cities in alphabetical order: bx-by"),
        ({"routes": ("bx-by,3,green,normal", "bx-by,3,green,tunnel")},
         "routes.csv, line 5: route bx-by: it is a tunnel, but rules.surcharge_cards is 0 (EUR-13)"),
        ({"routes": ("ax-bx,2,blue,normal,0\nay-by,2,gray,normal,0\n", "")},
         "tickets.csv, line 3: ticket ax-by: no path leads from ax to by"),
        ({"tickets": ("bx-by,bx,by,4", "ax-ay,ax,ay,4")}, "tickets.csv, line 5: ticket ax-ay: the id is used twice"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_has_file_and_line(
    make_board: MakeBoard, changes: dict[str, tuple[str, str]], problem: str
) -> None:
    found = check_ruleset(make_board("mine", **changes))
    assert any(one.startswith(problem) for one in found), found


def test_what_cannot_be_read_is_not_held_against_the_rest(make_board: MakeBoard) -> None:
    """A city without an id is one mistake; the routes and tickets that name it add no others."""
    folder = make_board("mine", cities=("by,By,48", "?,By,48"), ruleset=("count = 12", 'count = "many"'))
    assert check_ruleset(folder) == [
        "ruleset.toml, line 10: trains.count: expected int, got str",
        (
            "cities.csv, line 5: id: '?' is not a slug: "
            "at most 40 lower-case ASCII letters and digits, with single underscores between them"
        ),
    ]


def test_files_of_other_systems(make_board: MakeBoard) -> None:
    """A byte order mark, CRLF and trailing empty lines change nothing."""
    folder = make_board("mine")
    good = ws.load_ruleset(folder)
    for file in folder.iterdir():
        text = file.read_text("utf-8").rstrip("\n").replace("\n", "\r\n") + "\r\n\r\n"
        file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert check_ruleset(folder) == []
    assert ws.load_ruleset(folder).data == good.data
    replace(folder, "routes.csv", "red", "pink")
    assert [problem.split(":")[0] for problem in check_ruleset(folder)] == ["routes.csv, line 2"]


@pytest.mark.parametrize("name", ["usa", "card_game"])
def test_ids_of_built_in_games_are_taken(make_board: MakeBoard, name: str) -> None:
    folder = make_board("mine", ruleset=('id = "{id}"', f'id = "{name}"'))
    problem = f"ruleset.toml, line 2: id: {name} is a built-in ruleset; choose another id for your board"
    assert check_ruleset(folder) == [problem]
    with pytest.raises(RulesetError, match="is a built-in ruleset"):
        ws.load_ruleset(folder)


def test_the_folder_of_a_built_in_game_is_that_game() -> None:
    folder = Path(ws.__file__).parent / "rulesets" / "usa"
    assert ws.load_ruleset(folder).hash == ws.load_ruleset("usa").hash


def test_huge_numbers(make_board: MakeBoard) -> None:
    folder = make_board("mine", ruleset=("count = 12", f"count = {'9' * 5000}"))
    assert check_ruleset(folder)[0].startswith("ruleset.toml: ")
    shutil.rmtree(folder)
    folder = make_board("mine", routes=("ax-ay,3", f"ax-ay,{'9' * 5000}"))
    assert check_ruleset(folder)[0].startswith("routes.csv, line 2: length: '999")


# ------------------------------------------------------------------------------------------------------------ base


def based(folder: Path, settings: str, **tables: str) -> Path:
    folder.mkdir()
    (folder / "ruleset.toml").write_text(settings, "utf-8")
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    return folder


def test_a_base_is_taken_over_and_changed_by_key(tmp_path: Path) -> None:
    usa = ws.load_ruleset("usa")
    text = 'base = "usa"\nid = "long_usa"\nname = "Long USA"\n\n[trains]\ncount = 60\n'
    ruleset = ws.load_ruleset(based(tmp_path / "long", text))
    assert (ruleset.id, ruleset.name, ruleset.version) == ("long_usa", "Long USA", 1)
    assert int(ruleset.rules["trains"][0]) == 60
    assert int(ruleset.rules["end_trains"][0]) == int(usa.rules["end_trains"][0])
    assert ruleset.routes == usa.routes
    assert ruleset.tickets == usa.tickets
    assert ruleset.hash != usa.hash
    assert find_layout(ruleset) == find_layout(usa), "the same cities and routes are drawn alike"
    game = ws.Game.new(ruleset, 2, seed=1)
    record = game.record()
    assert record.board is not None
    assert "base" not in record.board, "a record holds the whole board"
    assert ws.replay(record.to_json()).position() == game.position()


def test_the_hash_is_that_of_the_same_board_written_in_full(tmp_path: Path) -> None:
    base = Path(ws.__file__).parent / "rulesets" / "europe"
    full = tmp_path / "full"
    shutil.copytree(base, full)
    replace(full, "ruleset.toml", 'id = "europe"', 'id = "other"')
    replace(full, "ruleset.toml", "count = 45", "count = 40")
    short = based(tmp_path / "short", 'base = "europe"\nid = "other"\ntrains = {count = 40}\n')
    assert ws.load_ruleset(short).hash == ws.load_ruleset(full).hash


def test_a_table_of_ones_own_replaces_that_of_the_base(tmp_path: Path) -> None:
    tickets = "id,from,to,points,deck\n" + "".join(
        f"{a}-{b},{a},{b},5,regular\n"
        for a in ("atlanta", "boston", "calgary", "chicago")
        for b in ("miami", "nashville", "omaha", "pittsburgh")
    )
    folder = based(tmp_path / "few", 'base = "usa"\nid = "few"\n', tickets=tickets)
    assert len(ws.load_ruleset(folder).tickets) == 16
    replace(folder, "tickets.csv", "atlanta-miami,atlanta,miami", "atlanta-mars,atlanta,mars")
    assert check_ruleset(folder) == [
        "tickets.csv, line 2: ticket atlanta-mars: unknown city or country 'mars'"
    ]


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ('base = "usa"\n', "ruleset.toml: id: missing"),
        ('base = "mars"\nid = "x"\n', "ruleset.toml, line 1: base: 'mars' is not one of usa, europe"),
        ('base = "../usa"\nid = "x"\n', "ruleset.toml, line 1: base: '../usa' is not one of usa, europe"),
        ('base = ["usa"]\nid = "x"\n', "ruleset.toml, line 1: base: list is not one of usa, europe"),
        (
            'base = "usa"\nid = "x"\nmachine = "yard"\n',
            "ruleset.toml, line 3: machine: the base usa is a different kind of game",
        ),
        (
            'base = "usa"\nid = "x"\n[trains]\ncount = 4\n',
            "usa/routes.csv, line 3: route atlanta-miami: longer than",
        ),
    ],
)
def test_faults_of_a_base(tmp_path: Path, settings: str, problem: str) -> None:
    found = check_ruleset(based(tmp_path / "mine", settings))
    assert found[0].startswith(problem), found


# ---------------------------------------------------------------------------------------------------------- adding


@pytest.mark.usefixtures("_nothing_added")
def test_an_added_board_is_known_by_its_id(make_board: MakeBoard, tmp_path: Path) -> None:
    make_board("boards/one")
    make_board("boards/two")
    with pytest.raises(RulesetError, match="unknown ruleset 'one'"):
        ws.load_ruleset("one")
    assert add_boards(tmp_path / "boards") == ["one", "two"]
    assert ws.ruleset_ids() == [*built_in(), "one", "two"]
    game = ws.Game.new("one", 2, seed=3)
    position = game.position()
    short = {key: value for key, value in position.items() if key != "board"} | {"ruleset": "one"}
    assert ws.Game.from_position(short).position() == position
    record = game.record().to_dict()
    assert ws.replay({**record, "board": None}).position() == position


@pytest.mark.usefixtures("_nothing_added")
def test_what_was_added_stays_as_it_was(make_board: MakeBoard) -> None:
    folder = make_board("one")
    assert add_boards(folder) == ["one"]
    shutil.rmtree(folder)
    assert ws.load_ruleset("one").name == "one"
    add_boards(make_board("two"))
    assert ws.ruleset_ids()[-2:] == ["one", "two"]


@pytest.mark.usefixtures("_nothing_added")
def test_records_and_positions_name_ids_never_folders(make_board: MakeBoard) -> None:
    folder = make_board("one")
    game = ws.Game.new(ws.load_ruleset(folder), 2, seed=3)
    for name in ("one", str(folder)):
        with pytest.raises(RecordError, match="unknown ruleset"):
            ws.replay({**game.record().to_dict(), "ruleset": name, "board": None})
        position = {**game.position(), "ruleset": name}
        del position["board"]
        with pytest.raises((PositionError, RulesetError), match="unknown ruleset"):
            ws.Game.from_position(position)


@pytest.mark.usefixtures("_nothing_added")
def test_two_boards_with_one_id(make_board: MakeBoard, tmp_path: Path) -> None:
    first, second = make_board("a/one"), make_board("b/one")
    with pytest.raises(RulesetError) as caught:
        add_boards(first, second)
    assert str(caught.value) == f"boards: {first} and {second} have the same id one"
    assert "one" not in ws.ruleset_ids(), "all or none"
    add_boards(first)
    add_boards(first, tmp_path / "a")  # adding the same folder again adds no board
    with pytest.raises(RulesetError, match="have the same id one"):
        add_boards(second)


@pytest.mark.usefixtures("_nothing_added")
def test_faults_of_added_boards(make_board: MakeBoard, tmp_path: Path) -> None:
    broken = [
        make_board("boards/a", routes=("red", "pink")),
        make_board("boards/b", ruleset=('id = "{id}"', 'id = "usa"')),
    ]
    make_board("boards/good")
    with pytest.raises(RulesetError) as caught:
        add_boards(tmp_path / "boards")
    assert [problem.split(", line")[0] for problem in caught.value.problems] == [
        f"{broken[0]}: routes.csv",
        f"{broken[1]}: ruleset.toml",
    ]
    assert ws.ruleset_ids() == list(built_in())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path / "nowhere", "No such file or directory"),
        (lambda path: path, "neither a board nor a folder with boards"),
        (lambda _path: "\0", "boards: "),
    ],
)
def test_folders_without_boards(tmp_path: Path, make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(RulesetError, match=message):
        read_boards([make(tmp_path)])
