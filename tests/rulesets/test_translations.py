"""Names of a board in other languages: read, checked, left out of the hash, and taken over from a base."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.rulesets.conftest import MakeBoard

import whistlestop as ws
from whistlestop.errors import RulesetError
from whistlestop.kinds import kind_of
from whistlestop.rulesets import board_of, check_ruleset, loader, new_board, ruleset_from_data

GERMAN = """
[translations.de]
name = "Meiner"

[translations.de.cities]
ax = "Achs"
"""


def translated(make_board: MakeBoard, name: str, text: str = GERMAN) -> Path:
    folder = make_board(name)
    with (folder / "ruleset.toml").open("a", encoding="utf-8") as file:
        file.write(text)
    return folder


def test_translations_are_read_and_told(make_board: MakeBoard) -> None:
    ruleset = ws.load_ruleset(translated(make_board, "mine"))
    assert ruleset.titles == {"de": "Meiner"}
    told = msgspec.to_builtins(kind_of(ruleset).data.public(ruleset))
    assert told["translations"] == {
        "de": {"name": "Meiner", "cities": {"ax": "Achs"}, "countries": {}, "card_names": {}}
    }


def test_records_hold_them_and_the_hash_does_not(make_board: MakeBoard) -> None:
    plain = ws.load_ruleset(make_board("a/mine"))
    ruleset = ws.load_ruleset(translated(make_board, "b/mine"))
    assert ruleset.hash == plain.hash
    assert "translations" not in plain.data.plain()
    board = board_of(ruleset)
    assert board is not None
    assert board["translations"] == {"de": {"name": "Meiner", "cities": {"ax": "Achs"}}}
    assert ruleset_from_data(board).data == ruleset.data
    record = ws.Game.new(ruleset, 2, seed=1).record()
    assert ws.replay(record.to_json()).ruleset.titles == {"de": "Meiner"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[translations.xx]\nname = "X"\n', "19: translations: unknown language 'xx', not one of en, cs, pl"),
        ("[translations]\nde = 1\n", "20: translations.de: expected a table, not 1"),
        ('[translations.de]\ntitle = "X"\n', "20: translations.de.title: not one of name, cities, countries"),
        ('[translations.de]\nname = " "\n', "20: translations.de.name: ' ' is not a name; remove the key"),
        (
            '[translations.de.cities]\nax = ""\n',
            "20: translations.de.cities.ax: '' is not a name; remove the key",
        ),
        ("[translations.de.cities]\nax = 4\n", "20: translations.de.cities.ax: expected str, got int"),
        (
            '[translations.de.cities]\nby = "B"\naxe = "A"\n',
            "21: translations.de.cities: unknown city 'axe'. Did you mean 'ax'?",
        ),
        ('[translations.de.cities]\nmars = "M"\n', "20: translations.de.cities: unknown city 'mars'"),
        ('[translations.de.countries]\nat = "A"\n', "20: translations.de.countries: unknown country 'at'"),
    ],
)
def test_faults(make_board: MakeBoard, text: str, problem: str) -> None:
    found = check_ruleset(translated(make_board, "mine", text))
    assert len(found) == 1
    assert found[0].startswith(f"ruleset.toml, line {problem}"), found


def test_a_city_that_cannot_be_read_is_not_missed(make_board: MakeBoard) -> None:
    folder = make_board("mine", cities=("ax,Ax", "?,Ax"))
    with (folder / "ruleset.toml").open("a", encoding="utf-8") as file:
        file.write(GERMAN)
    assert [problem.split(":")[0] for problem in check_ruleset(folder)] == ["cities.csv, line 2"]


def test_faults_in_data_have_no_line(make_board: MakeBoard) -> None:
    data = ws.load_ruleset(make_board("mine")).data.plain()
    with pytest.raises(RulesetError, match=r"^translations\.cs\.cities: unknown city 'zz'$"):
        ruleset_from_data(data | {"translations": {"cs": {"cities": {"zz": "Z"}}}})


def test_card_games_have_them_too(tmp_path: Path) -> None:
    new_board(tmp_path / "cards", "yard")
    file = tmp_path / "cards" / "ruleset.toml"
    before = ws.load_ruleset(tmp_path / "cards")
    city = before.cities[0].id
    text = file.read_text("utf-8")
    file.write_text(f'{text}\n[translations.fr.cities]\n{city} = "Ville"\n', "utf-8")
    ruleset = ws.load_ruleset(tmp_path / "cards")
    told = msgspec.to_builtins(kind_of(ruleset).data.public(ruleset))
    assert told["translations"]["fr"]["cities"] == {city: "Ville"}
    assert ruleset.hash == before.hash
    file.write_text(f'{text}\n[translations.fr.cities]\n{city}x = "Ville"\n', "utf-8")
    assert check_ruleset(tmp_path / "cards")[0].endswith(f"unknown city '{city}x'. Did you mean '{city}'?")


def based(folder: Path, base: str, text: str = "") -> ws.Ruleset:
    folder.mkdir()
    (folder / "ruleset.toml").write_text(f'base = "{base}"\nid = "mine"\n{text}', "utf-8")
    return ws.load_ruleset(folder)


def test_the_names_of_the_cities_of_a_base_are_inherited(tmp_path: Path) -> None:
    own = based(
        tmp_path / "mine", "europe", '[translations.fr]\nname = "Mon Europe"\ncities = {roma = "Rom"}\n'
    )
    french = own.data.translations["fr"]
    assert (french.name, french.cities["roma"], french.cities["wien"]) == ("Mon Europe", "Rom", "Vienne")
    assert own.data.translations["hu"].cities["wien"] == "Bécs"
    assert own.titles == {"fr": "Mon Europe"}, "the title of the base is that of another board"
    table = (tmp_path / "mine" / "cities.csv", "rulesets/europe/cities.csv")
    table[0].write_bytes((Path(ws.__file__).parent / table[1]).read_bytes())
    assert set(ws.load_ruleset(tmp_path / "mine").data.translations) == {"fr"}, "its cities may be others"


def test_names_in_the_folder_of_a_base_are_inherited(
    make_board: MakeBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = translated(make_board, "base", GERMAN + 'ay = "Aich"\n')
    monkeypatch.setattr(loader, "builtin_folder", lambda _: base)
    monkeypatch.setattr(loader, "places_of", lambda *_: {"cities": {}, "countries": {}})
    own = based(tmp_path / "mine", "usa", '[translations.de]\ncities = {ax = "Ach"}\n')
    assert own.data.translations["de"].cities == {"ax": "Ach", "ay": "Aich"}
    assert own.titles == {}, "the title of the base is that of another board"
    table = (tmp_path / "mine" / "cities.csv", base / "cities.csv")
    table[0].write_bytes(table[1].read_bytes())
    assert ws.load_ruleset(tmp_path / "mine").data.translations["de"].cities == {"ax": "Ach"}


def test_a_renamed_country_keeps_its_name(tmp_path: Path) -> None:
    english = based(tmp_path / "mine", "switzerland", '[countries]\nde = "Bavaria"\n').data.translations["en"]
    assert "de" not in english.countries
    assert english.countries["at"] == "Austria"
