"""Packed records: a lossless round trip in every game, and detection of all damage."""

from __future__ import annotations

import hashlib
import json
import random
import zlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.core.players import PLAYERS
from tests.game.builders import board, player, start
from tests.records.make import PACKED

import whistlestop as ws
from whistlestop import fairness
from whistlestop.endings import seat_ends
from whistlestop.errors import RecordError
from whistlestop.fairness import Shuffle
from whistlestop.packing import MAGIC
from whistlestop.rulesets import ruleset_from_data

HERE = Path(__file__).resolve().parent
FILES = sorted(HERE.glob("*/*.json"))
TABLES = [
    (name, players)
    for name in ws.ruleset_ids()
    for players in range(ws.load_ruleset(name).min_players, ws.load_ruleset(name).max_players + 1)
]


def name(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


def check(body: bytes) -> bytes:
    """Return a body with its check value."""
    return body + zlib.crc32(body).to_bytes(4, "little")


@pytest.mark.slow
def test_golden_records() -> None:
    """They are packed without loss, in few bytes, and always in the same ones: stored records must remain readable."""
    kept = json.loads(PACKED.read_text(encoding="utf-8"))
    assert set(kept) == {name(path) for path in FILES}
    for path in FILES:
        record = ws.GameRecord.load(path)
        data = ws.pack(record)
        assert ws.unpack(data) == record
        assert record.position is not None or record.board is not None or len(data) < 450
        assert hashlib.sha256(data).hexdigest()[:16] == kept[name(path)], name(path)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.sampled_from(TABLES),
    st.integers(0, 2**32),
    st.sampled_from(sorted(PLAYERS)),
    st.integers(0, 400),
    st.booleans(),
)
def test_there_and_back(
    table: tuple[str, int], seed: int, style: str, actions: int, from_position: bool
) -> None:
    """Whole games and games in progress, from a deal and from a position."""
    rnd = random.Random(seed)
    game = ws.Game.new(*table, seed=seed)
    while not game.over and len(game.actions) < actions:
        if from_position and len(game.actions) == 20:
            game = ws.Game.from_position(game.position())
            from_position = False
        seat = rnd.choice(game.to_act)
        game.play(PLAYERS[style](rnd, game.legal(seat)), seat)
    record = game.record()
    data = ws.pack(record)
    assert ws.unpack(data) == record
    assert ws.pack(ws.unpack(data)) == data


def test_declarations_that_are_not_listed() -> None:  # CARD-41, CARD-42
    """Of thousands of sets of tickets only a few are listed, but all can be declared and packed."""
    tickets = [ticket.id for ticket in ws.load_ruleset("card_game").tickets][:14]
    stack = "red*10 blue*10 green*10 yellow*10 black*10 white*10 purple*10 orange*10"
    game = start("card_game", player(tickets=tickets, stack=stack), player(), phase="declaration", deck="")
    unlisted = f"declare:{','.join(tickets[2:13:2])}"
    assert unlisted not in game.legal(0)
    assert game.is_legal(unlisted, 0)
    game.play(unlisted, 0)
    game.play("declare:", 1)
    record = game.record()
    assert ws.unpack(ws.pack(record)) == record


def test_boards_of_ones_own_and_shuffles() -> None:
    game = ws.Game.new(ruleset_from_data(board("a-b:2:red b-c:1:gray", "a-b:2 a-c:3 b-c:4")), 2, seed=3)
    for seat in (1, 0):
        game.play(game.legal(seat)[-1], seat)
    assert game.record().board is not None
    assert ws.unpack(ws.pack(game.record())) == game.record()

    seed, nonces = b"s" * 32, (None, "ab" * 16)
    shuffle = Shuffle(fairness.commitment(seed), seed.hex(), nonces, (None, "planner"))
    game = ws.Game.new("usa", 2, fairness.deal_key(seed, nonces))
    record = replace(game.record(), shuffle=shuffle)
    assert ws.unpack(ws.pack(record)) == record


@pytest.fixture(scope="module")
def packed() -> bytes:
    return ws.pack(ws.GameRecord.load(HERE / "card_game" / "3-hoarder.json"))


def test_every_byte_that_is_another_is_noticed(packed: bytes) -> None:
    for place in range(len(packed)):
        for change in range(1, 256):
            damaged = bytearray(packed)
            damaged[place] ^= change
            with pytest.raises(RecordError, match="packed record"):
                ws.unpack(bytes(damaged))
    for size in range(len(packed)):
        with pytest.raises(RecordError, match="packed record"):
            ws.unpack(packed[:size])
    with pytest.raises(RecordError, match="damaged"):
        ws.unpack(packed + b"\0")


@pytest.mark.slow
@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.data())
def test_what_was_changed_on_purpose_is_refused(packed: bytes, data: st.DataObject) -> None:
    """Even with a new check value, changed bytes give an error or the same record."""
    body = bytearray(packed[:-4])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(len(MAGIC), len(body) - 1))
        body[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    try:
        again = ws.unpack(check(bytes(body)))
    except RecordError:
        return
    assert again == ws.unpack(packed)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        (0, "mars", "mars"),
        (1, 99, "other rules"),
        (2, b"0" * 32, "other rules"),
        (2, b"short", "length"),
        (3, 9, "<= 5"),
        (3, 5, "for 2 to 4 players"),
        (4, 3, "seat 3 cannot begin"),
        (5, {"players": []}, "position"),
        (6, {"id": "x"}, "board"),
        (7, {"commitment": "x"}, "missing|Expected"),
        (8, 70_000, "<= 65535"),
        (8, 200, "continues after the end"),
        (8, 3, "more than its actions"),
        (9, b"", "the same end|not legal|after the end"),
        (10, b"another.", "the same end"),
    ],
)
def test_what_a_field_cannot_be(packed: bytes, field: int, value: object, says: str) -> None:
    parts = msgspec.msgpack.decode(packed[len(MAGIC) : -4])
    parts[field] = value
    with pytest.raises(RecordError, match=says):
        ws.unpack(check(MAGIC + msgspec.msgpack.encode(parts)))


def test_what_is_no_packed_record(packed: bytes) -> None:
    for data in (b"", b"{}", b"PAR1", MAGIC, MAGIC + b"\0" * 8):
        with pytest.raises(RecordError, match="packed record"):
            ws.unpack(data)
    with pytest.raises(RecordError, match="another version"):
        ws.unpack(check(b"WSR\x02" + packed[4:-4]))
    with pytest.raises(RecordError):
        ws.unpack(check(MAGIC + b"\x91" * 100_000))
    with pytest.raises(RecordError, match="action 1"):
        ws.pack(replace(ws.Game.new("usa", seed=1).record(), actions=((0, "draw"),)))


def test_how_seats_ended_is_packed_as_well() -> None:  # RUL-84
    record = ws.play_match("switzerland", ["random", "greedy"], 1, records=True, seed=3)[0].record
    assert record is not None
    assert record.outcome is not None
    ranks = [player["rank"] for player in record.outcome["players"]]
    left = replace(record, result=seat_ends(ranks, ["planner", None], ["left", None]))
    data = ws.pack(left)
    assert ws.unpack(data) == left
    assert ws.unpack(ws.pack(record)) == record
    # Before results existed, the array ended with the checksum; this form is still read and written.
    packed = msgspec.msgpack.decode(ws.pack(record)[len(MAGIC) : -4])
    assert len(packed) == len(msgspec.msgpack.decode(data[len(MAGIC) : -4])) - 1
    packed.append(
        [{"seat": seat, "finisher": None, "ending": "left", "rank": 1, "won": True} for seat in (0, 1)]
    )
    with pytest.raises(RecordError, match="result does not follow"):
        ws.unpack(check(MAGIC + msgspec.msgpack.encode(packed)))
