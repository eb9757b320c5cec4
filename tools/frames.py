"""Generate real server messages for the client's tests, from golden games of every ruleset.

`generated.py` writes or checks them. They are TypeScript, so that the compiler checks them against the client's types.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

import whistlestop as ws
from whistlestop import kinds
from whistlestop.kinds import kind_of
from whistlestop.server.domain.clock import ClockInfo, ClockSettings, ClockTimes
from whistlestop.server.messages import base as protocol
from whistlestop.server.messages.base import Update, encode
from whistlestop.server.usecases.tables.views import GameViews, hello
from whistlestop.text.events import EVENTS, Event

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "tests" / "records"
BOARDS = RECORDS.parents[1] / "boards"
ASKED = 29
"""The number of actions between two samples of plans and hints."""
EARLY = 12
"""The number of actions in a sample log."""


CLOCK = ClockSettings("live", 300, 10, "planner")


def times(game: ws.Game) -> ClockTimes | None:
    """Return the clocks of a game."""
    if game.over:
        return None
    return ClockTimes(
        [*(300_000 - 1000 * game.version for _ in range(1, game.players)), None], [*game.to_act]
    )


def table(game: ws.Game, you: int | None) -> protocol.TableInfo:
    """Return a table with a game."""
    people: list[protocol.SeatInfo] = [
        protocol.SeatInfo(seat, "person", f"Player {seat}", None, online=True, program=False, invited=False)
        for seat in range(game.players)
    ]
    people[-1] = protocol.SeatInfo(
        game.players - 1, "bot", "Planner", "planner", online=True, program=False, invited=False
    )
    return protocol.TableInfo(
        id="mU3xUcZ0r8xIrKqV",
        watch="b1pJ0nTfWkq3sVdA",
        ruleset=game.ruleset.id,
        state="over" if game.over else "playing",
        owner="Zq4kVZ2wzCkZ8F0p",
        you=you,
        version=game.version,
        seats=people,
        spectators=0,
        created="2026-05-01T18:03:22+00:00",
        look=False,
        watchers=[],
        listed=False,
        quick=False,
        chat=True,
        clock=ClockInfo(CLOCK, times(game)) if you is not None else None,
        shuffle=protocol.ShuffleInfo("5e" * 32, [None] * game.players),
        imported=False,
    )


def open_table(ruleset: ws.Ruleset) -> bytes:
    """Return the hello of a table with a free seat."""
    seats = [
        protocol.SeatInfo(0, "person", "Ada", None, online=True, program=False, invited=False),
        protocol.SeatInfo(1, "open", None, None, online=False, program=False, invited=False),
    ]
    info = msgspec.structs.replace(table(ws.Game.new(ruleset, 2, seed=1), 0), state="open", seats=seats)
    return hello(None, info)


def shape(event: Event) -> tuple[object, ...]:
    """Return the ways in which events with the same name can differ: which fields are null."""
    return (type(event), *(value is None for value in msgspec.structs.astuple(event)))


def updates(record: ws.GameRecord, seen: set[tuple[object, ...]]) -> Iterator[bytes]:
    """Yield the updates of a game with a kind of event that has not been seen before."""
    game = ws.replay(record, to=0)
    seats = [None, *range(game.players)]
    for actor, action in record.actions:
        before = {seat: game.observe(seat) for seat in seats}
        game.play(action, actor)
        for seat in seats:
            after = game.observe(seat)
            events = after.events_since(before[seat])
            new = {shape(event) for event in events} - seen
            if new:
                seen |= new
                yield encode(Update(game.version, events, after.view(), times(game)))


def frames(ruleset: ws.Ruleset, seen: set[tuple[object, ...]]) -> list[bytes]:
    """Return all kinds of messages from games of a ruleset."""
    records = [ws.GameRecord.load(path) for path in sorted((RECORDS / ruleset.id).glob("*.json"))]
    early = ws.replay(records[0], to=EARLY)
    shortest = ws.replay(min(records, key=lambda record: len(record.actions)))
    plain: list[Struct] = [
        protocol.TableChanged(table(early, None)),
        protocol.Ack("7d0c3f9e", early.version),
        protocol.Refused(
            None, protocol.ErrorInfo("bad_request", "This is not a message of the protocol."), 0
        ),
        protocol.Failure(protocol.ErrorInfo("not_found", "This table does not exist.")),
        protocol.Pong(),
    ]
    return [
        open_table(ruleset),
        hello(GameViews(early), table(early, 0)),
        hello(GameViews(early), table(early, None)),
        hello(GameViews(shortest), table(shortest, 1)),
        *map(encode, plain),
        *(frame for record in records for frame in updates(record, seen)),
    ]


def advice(ruleset: ws.Ruleset) -> tuple[list[bytes], list[bytes]]:
    """Return plans of all seats, and hints for those with a decision to make, at some points of a game."""
    record = ws.GameRecord.load(min((RECORDS / ruleset.id).glob("*.json")))
    plans, hints = [], []
    game = ws.replay(record, to=0)
    for actor, action in record.actions:
        if game.version % ASKED == 0:
            plans += [encode(game.observe(seat).plan()) for seat in range(game.players)]
            hints += [encode(game.observe(seat).hint()) for seat in game.to_act]
        game.play(action, actor)
    return plans, hints


def listed(messages: list[bytes]) -> str:
    """Return messages, one per line."""
    return "\n".join(f"  {message.decode()}," for message in messages)


def page(ruleset: ws.Ruleset, seen: set[tuple[object, ...]]) -> str:
    """Return the messages of one ruleset as a file of the client's tests."""
    public = encode(kind_of(ruleset).data.public(ruleset)).decode()
    plans, hints = advice(ruleset)
    return (
        "// Made by tools/generated.py from golden games: what a server sends.\n"
        'import type { Hint, Plan, RulesetInfo, ServerMessage } from "../../src/lib/types";\n\n'
        f"export const ruleset: RulesetInfo = {public};\n\n"
        f"export const frames: ServerMessage[] = [\n{listed(frames(ruleset, seen))}\n];\n\n"
        f"export const plans: Plan[] = [\n{listed(plans)}\n];\n\n"
        f"export const hints: Hint[] = [\n{listed(hints)}\n];\n"
    )


def other_rules() -> list[str]:
    """Return the variants with types of actions that their board lacks."""

    def sorts(ruleset: ws.Ruleset) -> set[int]:
        return set(ruleset.rules["action_type"][0, : ruleset.rules["actions"][0]].tolist())

    found = map(ws.load_ruleset, ws.ruleset_ids(variants=True))
    return [one.id for one in found if sorts(one) - sorts(ws.load_ruleset(one.board_id))]


def pages() -> dict[str, str]:
    """Return all files by ruleset. Raises ValueError if an event occurs in none of them."""
    made, found = {}, set()
    for name in (
        *ws.ruleset_ids(),
        *other_rules(),
        *map(str, sorted(folder.parent for folder in BOARDS.glob("*/ruleset.toml"))),
    ):
        seen: set[tuple[object, ...]] = set()
        ruleset = ws.load_ruleset(name)
        made[ruleset.id] = page(ruleset, seen)
        found |= {shape[0] for shape in seen}
    known = {*EVENTS, *(event for kind in kinds.KINDS.values() for event in kind.told.event_types)}
    missing = known - found
    if missing:
        raise ValueError(f"no golden game has these events: {missing}")
    return made
