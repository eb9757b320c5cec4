"""The board editor's report on a board, and which boards it accepts."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.studio.boards import drafts

import whistlestop as ws
from whistlestop.bots.match import play_game
from whistlestop.errors import RulesetError
from whistlestop.rulesets import load_ruleset, ruleset_from_data
from whistlestop.studio import FORMATS, deck, examine, exported, imported, outline_of, playable

SLOW = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))


def board(name: str = "europe") -> dict[str, Any]:
    """Return a built-in board as JSON data, under another id."""
    plain: dict[str, Any] = json.loads(json.dumps(load_ruleset(name).data.plain()))
    return plain | {"id": "mine"}


def test_built_in_boards_have_no_faults() -> None:
    for name in ("usa", "europe", "switzerland"):
        report = examine(board(name))
        assert report.faults == []
        assert report.figures is not None
        assert report.figures.parts == 1


def test_all_faults_are_found_at_once_each_at_its_place() -> None:
    wrong = board()
    wrong["routes"][3]["color"] = "mauve"
    wrong["routes"][4]["length"] = 12  # COM-23
    wrong["routes"][7]["id"] = "berlin-nowhere"
    wrong["tickets"][0]["points"] = [0]
    wrong["tickets"][1]["origin"] = "wien"
    wrong["cities"][0]["name"] = "x" * 61
    wrong["players"]["min"] = 9
    places = [tuple(fault.place) for fault in examine(wrong).faults]
    assert set(places) == {
        ("players", "min"),
        ("routes", 3, "color"),
        ("routes", 4),
        ("routes", 7, "id"),
        ("tickets", 0, "points", 0),
        ("tickets", 1),
        ("cities", 0, "name"),
    }


def test_a_row_without_an_id_does_not_hide_the_others() -> None:
    wrong = board()
    wrong["routes"][3]["id"] = 5
    wrong["tickets"][5] = 7
    wrong["routes"][8]["length"] = 70
    places = {tuple(fault.place) for fault in examine(wrong).faults}
    assert {("routes", 3, "id"), ("tickets", 5), ("routes", 8)} <= places


def test_a_list_that_is_too_long_is_a_fault_like_others() -> None:
    [fault] = examine(board() | {"scoring": {"two_ways": [4] * 9}}).faults
    assert (fault.place, fault.text) == (
        ["scoring", "two_ways"],
        "scoring.two_ways: expected array of length <= 8, not list",
    )


@pytest.mark.parametrize(
    ("hostile", "place"),
    [
        ({"cities": [{}] * 10_000}, ["cities"]),
        ({"routes": [{"id": "a-b"}] * 10_000}, ["routes"]),
        ({"translations": {str(n): {} for n in range(5000)}}, []),
        ({"tickets": [{"targets": ["a"] * 5000}]}, []),
        ({"machine": "yard"}, ["machine"]),
    ],
)
def test_hostile_boards_are_refused_in_one_line(hostile: dict[str, Any], place: list[str]) -> None:
    began = time.process_time()
    [fault] = examine(hostile).faults
    assert fault.place == place
    assert len(fault.text) < 200
    assert time.process_time() - began < 1


def test_deep_data_and_a_base_are_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(20_000):
        deep = {"a": deep}
    assert examine({"translations": deep}).faults
    # A board of the editor has no base, so bases cannot form a cycle.
    assert ["base"] in [fault.place for fault in examine(board() | {"base": "mine"}).faults]


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["id", "name", "cities", "routes", "tickets", "players", "opening", "draw", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=8),
            lambda inner: (
                st.lists(inner, max_size=4)
                | st.dictionaries(
                    st.sampled_from(["id", "length", "color", "origin", "targets", "points", "min"]),
                    inner,
                    max_size=4,
                )
            ),
            max_leaves=12,
        ),
    )
)
def test_any_data_has_a_report(data: dict[str, Any]) -> None:
    assert examine(data).faults


@SLOW
@given(drafts())
def test_what_the_editor_lets_through_loads_plays_and_scores(draft: dict[str, Any]) -> None:
    assume(not examine(draft).faults)
    ruleset = playable(draft)
    assert ruleset_from_data(ruleset.data.plain()).hash == ruleset.hash
    result = play_game(ruleset, ["greedy", "random"], 2, 5)
    assert result.finished
    assert min(result.ranks) == 1
    record = ws.Game.new(ruleset, players=2, seed=3).record()
    assert record.board is not None
    assert ws.replay(record).ruleset.hash == ruleset.hash


@SLOW
@given(drafts())
def test_files_keep_the_board(draft: dict[str, Any]) -> None:
    assume(not examine(draft).faults)
    plain = playable(draft).data.plain()
    again, notes = imported({"board.zip": exported(plain, "zip")})
    assert (again, notes) == (plain, [])
    for form, name in (("json", "board.json"), ("csv", "board.zip")):
        content = exported(plain, form)
        assert content
        if form == "json":
            found, _ = imported({name: content})
            assert sorted(one["length"] for one in found["routes"]) == sorted(
                one["length"] for one in plain["routes"]
            )
            assert len(found["tickets"]) == len(plain["tickets"])


def test_a_suggested_deck_keeps_tickets_and_needs_no_others() -> None:
    found = deck(board() | {"tickets": "broken"}, keep=[("berlin", "roma")])
    assert "berlin-roma" in [ticket.id for ticket in found]
    with pytest.raises(RulesetError, match="table is empty"):
        deck(board() | {"routes": []})
    with pytest.raises(RulesetError, match="unknown city"):
        deck(board() | {"cities": board()["cities"][1:]})


def test_a_board_without_tickets_can_be_drawn() -> None:
    assert len(outline_of(board("switzerland") | {"tickets": [], "players": 7}).routes) > 10
    with pytest.raises(RulesetError):
        outline_of(board() | {"routes": []})


def test_a_drawing_shows_the_marks_of_routes() -> None:  # ASI-6, MECH-7
    names = [route["id"] for route in board()["routes"][:2]]
    marked = {
        "mountains": {"routes": {names[0]: 1}},
        "small_trains": {"count": 9, "routes": [names[1]]},
    }
    drawn = {route.id: route for route in outline_of(board() | marked | {"tickets": []}).routes}
    assert drawn[names[0]].trains == drawn[names[0]].length + 1
    assert [name for name, route in drawn.items() if route.small] == [names[1]]


def test_archives_are_read_with_bounds() -> None:
    import io
    import zipfile

    def archive(**files: bytes) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
            for name, content in files.items():
                made.writestr(
                    name.replace("__", "/").replace("_toml", ".toml").replace("_csv", ".csv"), content
                )
        return out.getvalue()

    bomb = archive(a__ruleset_toml=b'id = "x"', a__cities_csv=b"0" * 5_000_000)
    for content in (
        b"no archive",
        bomb,
        archive(a__ruleset_toml=b"", b__ruleset_toml=b""),
        archive(readme=b""),
        archive(a__ruleset_toml=b'id = "x"\nbase = "../../etc"'),
    ):
        with pytest.raises(RulesetError):
            imported({"board.zip": content})
    assert set(FORMATS) == {"zip", "json", "csv"}
