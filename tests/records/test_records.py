"""Records: a round trip bit for bit, and all damage reported with the number of valid actions."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.core.campaign import variants
from tests.core.players import PLAYERS
from tests.game.builders import board, player, start

import whistlestop as ws
from whistlestop.errors import RecordError
from whistlestop.rulesets import ruleset_from_data

Plain = dict[str, Any]


def random_game(ruleset: str, players: int, seed: int) -> ws.Game:
    rnd = random.Random(seed)
    game = ws.Game.new(ruleset, players, seed=seed)
    while not game.over:
        seat = rnd.choice(game.to_act)
        game.play(PLAYERS["tunneller"](rnd, game.legal(seat)), seat)
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), variants())
def test_bit_for_bit(ruleset: str, players: int) -> None:  # COM-24
    game = random_game(ruleset, players, seed=players)
    text = game.record().to_json()
    again = ws.replay(text)
    assert again.states.tobytes() == game.states.tobytes()
    assert again.record().to_json() == text
    assert ws.replay(json.loads(text)).position() == game.position()
    for stop in (0, 1, 50, len(game.record().actions)):
        part = ws.replay(text, to=stop)
        assert part.version == stop
        assert part.record().actions == game.record().actions[:stop]
    assert ws.replay(text, to=10**6).over


def test_a_record_of_a_game_under_way() -> None:
    game = ws.Game.new("usa", 2, seed=1)
    assert ws.replay(game.record()).position() == game.position()
    for _ in range(3):
        game.play(game.legal(game.to_act[0])[0], game.to_act[0])
    record = game.record()
    assert record.outcome is None
    assert ws.replay(record.to_json()).position() == game.position()


def test_a_record_that_begins_with_a_position() -> None:
    game = start("europe", player("yellow*4"), market="red*5", deck="yellow blue red*6 green*9")
    for action in ("claim:munchen-zurich:yellow*2", "surcharge:yellow", "draw", "draw"):
        game.play(action)
    record = json.loads(game.record().to_json())
    assert ws.replay(record).position() == game.position()
    assert "seed" not in record or record["seed"] is None
    with pytest.raises(RecordError, match="players or first seat"):
        ws.replay(record | {"players": 3})
    with pytest.raises(RecordError, match="record: tunnel"):
        ws.replay(record | {"position": record["position"] | {"phase": "tunnel"}})


def test_saving_and_loading(tmp_path: Path) -> None:
    game = random_game("usa", 2, seed=3)
    game.record().save(tmp_path / "game.json")
    assert ws.GameRecord.load(tmp_path / "game.json") == game.record()
    with pytest.raises(RecordError, match=r"nothing\.json"):
        ws.GameRecord.load(tmp_path / "nothing.json")


@pytest.fixture(scope="module")
def good() -> Plain:
    record: Plain = json.loads(random_game("europe", 3, seed=6).record().to_json())
    assert len(record["actions"]) > 150
    return record


def spoil(record: Plain, **changes: Any) -> Plain:
    return record | changes


def action(record: Plain, n: int, entry: Any) -> Plain:
    actions = list(record["actions"])
    actions[n] = entry
    return record | {"actions": actions}


def first_of(record: Plain, word: str) -> int:
    return next(n for n, (_, text) in enumerate(record["actions"]) if text.startswith(word))


SHAPES: list[tuple[Callable[[Plain], Any], str]] = [
    (lambda r: spoil(r, format="whistlestop-record/2"), "format"),
    (lambda r: spoil(r, generator="dice"), "generator"),
    (lambda r: spoil(r, seed=None), "either with a seed or with a position"),
    (lambda r: spoil(r, position={"players": []}), "either with a seed or with a position"),
    (lambda r: spoil(r, seed="abc"), "seed"),
    (lambda r: spoil(r, seed="g" * 64), "seed"),
    (lambda r: spoil(r, players=9), "players"),
    (lambda r: spoil(r, first=7), "first"),
    (lambda r: spoil(r, first=4), "seat 4 cannot begin"),
    (lambda r: spoil(r, ruleset="mars"), "mars"),
    (lambda r: spoil(r, ruleset="usa"), "other rules of usa"),
    (lambda r: spoil(r, ruleset_hash="0" * 64), "other rules of europe"),
    (lambda r: spoil(r, ruleset_version=99), "other rules of europe"),
    (lambda r: spoil(r, comment="hello"), "comment"),
    (lambda r: spoil(r, actions="none"), "actions"),
    (lambda r: action(r, 5, [0]), r"actions\[5\]"),
    (lambda r: action(r, 5, [9, "draw"]), r"actions\[5\]"),
    (lambda r: action(r, 5, ["0", "draw"]), r"actions\[5\]"),
    (lambda r: {key: value for key, value in r.items() if key != "actions"}, "actions"),
    (lambda r: [r], "record"),
]


@pytest.mark.parametrize(("damage", "message"), SHAPES, ids=range(len(SHAPES)))
def test_damaged_headers(good: Plain, damage: Callable[[Plain], Any], message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        ws.replay(json.dumps(damage(good)))
    assert caught.value.good == 0


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "7", b"\xff\xfe", '{"format": 1}', DEEP, '{"board": {"a": ' + DEEP, DEEP.encode()],
)
def test_what_is_no_record(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        ws.replay(text)


def test_data_that_is_nested_too_deep(good: Plain) -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for field in ("board", "position", "outcome"):
        with pytest.raises(RecordError):
            ws.replay(good | {"seed": None if field == "position" else good["seed"], field: {"id": deep}})


def test_the_ruleset_of_a_record_is_no_folder(good: Plain, tmp_path: Path) -> None:
    """A record must not make the server read folders: it names a built-in ruleset or contains its board."""
    folder = tmp_path / "mine"
    shutil.copytree(Path(ws.__file__).parent / "rulesets" / "europe", folder)
    settings = folder / "ruleset.toml"
    for ruleset in (str(folder), "x" * 5000, ""):
        with pytest.raises(RecordError, match="unknown ruleset") as caught:
            ws.replay(good | {"ruleset": ruleset})
        assert len(str(caught.value)) < 400
    position = ws.replay(good, to=20).position() | {"ruleset": str(folder)}
    with pytest.raises(RecordError, match="unknown ruleset"):
        ws.replay(good | {"seed": None, "position": position})
    own = (
        settings.read_text("utf-8")
        .replace("count = 45", "count = 44")
        .replace('id = "europe"', 'id = "mine"')
    )
    settings.write_text(own, "utf-8")
    game = ws.Game.new(str(folder), 3, seed=1)
    record = game.record()
    assert record.board is not None
    assert ws.replay(record.to_json()).position() == game.position()
    with pytest.raises(RecordError, match="other rules"):
        ws.replay(record.to_dict() | {"board": None, "ruleset": "europe"})


def test_replaying_up_to_less_than_nothing(good: Plain) -> None:
    for to in (-1, -1000):
        with pytest.raises(ValueError, match="to: -1"):
            ws.replay(good, to=to)


def test_a_long_action_is_cut_in_the_message(good: Plain) -> None:
    with pytest.raises(RecordError, match="action 1, seat") as caught:
        ws.replay(action(good, 0, [good["actions"][0][0], "x" * 3000]))
    assert len(str(caught.value)) < 400


def prefix_is_good(record: Plain, error: RecordError) -> None:
    part = ws.replay(record, to=error.good)
    assert part.version == error.good
    assert ws.replay(part.record().to_json()).version == error.good


@pytest.mark.parametrize("n", [0, 1, 49, 50, 51, 120])
def test_an_action_that_is_not_legal(good: Plain, n: int) -> None:
    seat = good["actions"][n][0]
    for entry in (
        [seat, "pass"],
        [seat, "nonsense"],
        [seat, "claim:wien-warszawa:red"],
        [(seat + 1) % 3, "withdraw"],
    ):
        spoiled = action(good, n, entry)
        with pytest.raises(RecordError, match=f"action {n + 1}, seat") as caught:
            ws.replay(spoiled)
        assert caught.value.good == n
        prefix_is_good(spoiled, caught.value)


@pytest.mark.slow
def test_another_legal_action_is_noticed(good: Plain) -> None:
    """It is noticed at the next action if that does not fit, otherwise at the next checksum."""
    rnd = random.Random(1)
    for n in rnd.sample(range(50 * len(good["checksums"])), 25):
        game = ws.replay(good, to=n)
        seat, text = good["actions"][n]
        others = [other for other in game.legal(seat) if other != text]
        if not others:
            continue
        spoiled = action(good, n, [seat, rnd.choice(others)])
        with pytest.raises(RecordError) as caught:
            ws.replay(spoiled)
        assert n // 50 * 50 <= caught.value.good
        prefix_is_good(spoiled, caught.value)


def test_checksums(good: Plain) -> None:
    for place in range(len(good["checksums"])):
        sums = list(good["checksums"])
        sums[place] = "0" * 16
        with pytest.raises(RecordError, match=f"checksum after action {place * 50 + 50} ") as caught:
            ws.replay(good | {"checksums": sums})
        assert caught.value.good == place * 50
    with pytest.raises(RecordError, match="checksum after action"):
        ws.replay(good | {"checksums": good["checksums"][:-1]})
    with pytest.raises(RecordError, match="checksums for") as caught:
        ws.replay(good | {"checksums": [*good["checksums"], "0" * 16]})
    assert caught.value.good == len(good["actions"])
    assert ws.replay(good | {"checksums": []}, to=49).version == 49


def test_outcome(good: Plain) -> None:
    wrong = json.loads(json.dumps(good["outcome"]))
    wrong["players"][1]["score"] += 1
    with pytest.raises(RecordError, match="outcome") as caught:
        ws.replay(good | {"outcome": wrong})
    assert caught.value.good == len(good["actions"])
    prefix_is_good(good, caught.value)
    cut = good | {
        "actions": good["actions"][:-1],
        "checksums": good["checksums"][: (len(good["actions"]) - 1) // 50],
    }
    with pytest.raises(RecordError, match="outcome"):
        ws.replay(cut)
    assert not ws.replay(cut | {"outcome": None}).over
    with pytest.raises(RecordError, match="over") as caught:
        ws.replay(good | {"actions": [*good["actions"], [0, "draw"]]})
    assert caught.value.good == len(good["actions"])


def test_another_seed_or_first_seat(good: Plain) -> None:
    for change in ({"seed": "1" * 64}, {"first": (good["first"] + 1) % 3}, {"players": 4}):
        with pytest.raises(RecordError) as caught:
            ws.replay(good | change)
        prefix_is_good(good | change, caught.value)


def test_order_of_actions(good: Plain) -> None:
    n = first_of(good, "claim")
    actions = list(good["actions"])
    actions[n], actions[n + 1] = actions[n + 1], actions[n]
    with pytest.raises(RecordError) as caught:
        ws.replay(good | {"actions": actions})
    assert caught.value.good <= n + 1


def test_records_of_small_boards_hold_the_board() -> None:
    game = start(board("a-b:2:red b-c:1:gray", "a-b:2 a-c:3"), player("red*2"), market="blue*5")
    game.play("claim:a-b:red*2")
    record = json.loads(game.record().to_json())
    record["position"]["board"]["routes"][0]["length"] = 1
    with pytest.raises(RecordError, match="other rules"):
        ws.replay(record)


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_another_version_of_a_shipped_ruleset_is_a_board_of_its_own(ruleset: str) -> None:
    data = msgspec.to_builtins(ws.load_ruleset(ruleset).data) | {"version": 99}
    game = ws.Game.new(ruleset_from_data(data), 2, seed=3)
    record = game.record()
    assert (record.ruleset, record.ruleset_version) == (ruleset, 99)
    assert ws.replay(record.to_json()).ruleset.version == 99
    assert ws.Game.from_position(game.position()).ruleset.version == 99
