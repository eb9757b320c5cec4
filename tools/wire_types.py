"""Generate the client's types and the documentation's tables of messages from the records of the protocol.

`generated.py` writes or checks them.
"""

from __future__ import annotations

import inspect as python
import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args

from msgspec import Struct, inspect

from whistlestop import kinds
from whistlestop.format import schema
from whistlestop.server.domain import events as news
from whistlestop.server.domain import pace
from whistlestop.server.messages import base as protocol
from whistlestop.server.messages import (
    clubs,
    meeting,
    notices,
    programs,
    replays,
    studies,
)
from whistlestop.text import events

HEADING = """// The JSON of the protocol, as docs/protocol/ describes it.
// Made by tools/generated.py from the records in src/whistlestop; change it there.
"""

WRITTEN = """// A board as its author writes it (docs/board-format.md): settings with a default can be left out.
// Made by tools/generated.py from the records in src/whistlestop/games; change them there.
"""
COMPLETE = """// A board with all its settings, including those at their defaults (docs/board-format.md).
// Made by tools/generated.py from the records in src/whistlestop/games; change them there.
"""
BOARD = kinds.DEFAULT.data.ruleset.shape

PHASES = tuple(
    name
    for _, name in sorted(
        {phase for kind in kinds.KINDS.values() for phase in kind.data.ruleset.phases.items()}
    )
)
ALIASES: dict[str, Any] = {
    "Color": schema.Color,
    "Card": schema.Card,
    "RouteColor": schema.RouteColor,
    "RouteKind": schema.RouteKind,
    "Phase": Literal[PHASES],
    "Phrase": protocol.Phrase,
    "Reason": meeting.Reason,
    "About": meeting.About,
    "Pace": pace.Pace,
    "EventKind": news.EventKind,
}
"""Named sets of words."""

SIMPLE: dict[type[inspect.Type], str] = {
    inspect.StrType: "string",
    inspect.DateTimeType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}
COUNTS = "Counts"
WIDTH = 110
"""The width of the client's sources."""

KIND_EVENTS: dict[str, tuple[Any, ...]] = {
    kind.told.views.view_type.__name__.removesuffix("View") + "Event": ("CommonEvent", *kind.told.event_types)
    for kind in kinds.KINDS.values()
}
UNIONS: dict[str, tuple[Any, ...]] = {
    "CommonEvent": events.EVENTS,
    **KIND_EVENTS,
    "GameEvent": tuple(KIND_EVENTS),
    "View": get_args(kinds.AnyView),
    "RulesetInfo": get_args(kinds.AnyRulesetInfo),
    "Plan": get_args(kinds.AnyPlan),
    "Hint": get_args(kinds.AnyHint),
    "Summary": get_args(kinds.AnySummary),
    "ServerMessage": get_args(protocol.ServerMessage),
    "ClientMessage": get_args(protocol.ClientMessage),
    "WayWish": get_args(notices.WayWish),
    "RoomMessage": get_args(meeting.RoomMessage),
    "RoomClientMessage": get_args(meeting.RoomClientMessage),
    "ClubMessage": get_args(clubs.ClubMessage),
    "StudyMessage": get_args(studies.StudyMessage),
    "TogetherMessage": get_args(replays.TogetherMessage),
    "TogetherAnswer": get_args(replays.TogetherAnswer),
}
"""Named unions of records; some contain other unions."""

CLIENT = [
    kinds.AnyRulesetInfo,
    kinds.AnyView,
    kinds.AnyEvent,
    kinds.AnyPlan,
    kinds.AnyHint,
    kinds.AnySummary,
    protocol.ServerMessage,
    protocol.ClientMessage,
    protocol.ErrorAnswer,
    replays.TogetherMessage,
    replays.TogetherAnswer,
    notices.WayWish,
    notices.PushMessage,
    meeting.RoomMessage,
    meeting.RoomClientMessage,
    clubs.ClubMessage,
    studies.StudyMessage,
]
"""The client's messages in addition to the records of requests (`wire_paths.py`)."""


def words(values: Iterable[object]) -> str:
    """Return a union of words, by its name if it has one."""
    chosen = frozenset(values)
    for name, alias in ALIASES.items():
        if chosen == frozenset(members(alias)):
            return name
    return " | ".join(f'"{value}"' for value in values)


def members(alias: Any) -> Iterator[str]:
    """Yield the words of a Literal, or of a union of Literals."""
    for one in get_args(alias):
        if isinstance(one, str):
            yield one
        else:
            yield from members(one)


def records(name: str) -> set[type[Struct]]:
    """Return all records of a union."""
    found: set[type[Struct]] = set()
    for one in UNIONS[name]:
        found |= records(one) if isinstance(one, str) else {one}
    return found


def union(found: inspect.UnionType) -> str:
    """Return a union of several types."""
    literals = [v for one in found.types if isinstance(one, inspect.LiteralType) for v in one.values]
    structs = {one.cls for one in found.types if isinstance(one, inspect.StructType)}
    named = [name for name in UNIONS if len(structs) > 1 and records(name) == structs]
    if len(structs) > 1 and not named and (base := family(structs)) is not None:
        named = [base]
    shown = [words(literals)] if literals else []
    shown += named[:1] or sorted(cls.__name__ for cls in structs)
    rest = (inspect.LiteralType, inspect.StructType)
    return " | ".join([*shown, *(typescript(one) for one in found.types if not isinstance(one, rest))])


def family(structs: Iterable[type[Struct]]) -> str | None:
    """Return the common base record of a union, after which the client names it."""
    bases = {cls.__base__ for cls in structs}
    base = bases.pop()
    return base.__name__ if not bases and base is not None and base is not Struct else None


def families(found: inspect.Type) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the unions in a type that are named after a common base record."""
    if isinstance(found, inspect.StructType):
        for field in found.fields:
            yield from families(field.type)
    elif isinstance(found, inspect.UnionType):
        for one in found.types:
            yield from families(one)
        listed = [one.cls for one in found.types if isinstance(one, inspect.StructType)]
        if len(listed) > 1 and not any(records(name) == set(listed) for name in UNIONS):
            yield union(found), tuple(listed)
    elif isinstance(found, inspect.ListType):
        yield from families(found.item_type)
    elif isinstance(found, inspect.DictType):
        yield from families(found.value_type)


def typescript(found: inspect.Type) -> str:
    """Return a type as TypeScript."""
    match found:
        case inspect.StructType():
            return title(found.cls)
        case inspect.Metadata():
            return (found.extra or {}).get("alias") or typescript(found.type)
        case inspect.UnionType():
            return union(found)
        case inspect.LiteralType():
            return words(found.values)
        case inspect.ListType() | inspect.VarTupleType():
            item = typescript(found.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.DictType(key_type=inspect.StrType() | inspect.Metadata(type=inspect.StrType())):
            return f"Record<string, {typescript(found.value_type)}>"
        case inspect.DictType():
            key, value = typescript(found.key_type), typescript(found.value_type)
            return COUNTS if (key, value) == ("Card", "number") else f"Partial<Record<{key}, {value}>>"
    return SIMPLE[type(found)]


def structs(found: inspect.Type) -> Iterator[inspect.StructType]:
    """Return all records in a type, dependencies first."""
    if isinstance(found, inspect.StructType):
        for field in found.fields:
            yield from structs(field.type)
        yield found
    elif isinstance(found, inspect.UnionType):
        for one in found.types:
            yield from structs(one)
    elif isinstance(found, inspect.ListType | inspect.VarTupleType):
        yield from structs(found.item_type)
    elif isinstance(found, inspect.DictType):
        yield from structs(found.value_type)


def fields(found: inspect.StructType, *, complete: bool = False) -> list[tuple[str, str]]:
    """Return name and type of every field except the tag; optional fields have a question mark.

    `complete`: no field is optional.
    """
    return [
        (field.encode_name + ("" if field.required or complete else "?"), typescript(field.type))
        for field in found.fields
    ]


def meaning(cls: type[Struct]) -> str:
    """Return the docstring on one line."""
    return " ".join((python.getdoc(cls) or "").split())


def title(cls: type[Struct]) -> str:
    """Return the name of a record in the client: a board's sections of several mechanisms are named after it."""
    return "".join(
        word[:1].upper() + word[1:] for word in cls.__name__.replace(BOARD.__name__, "Board").split("_")
    )


def interface(found: inspect.StructType, *, complete: bool = False) -> str:
    """Return a record as an interface of the client."""
    lines = [f"  {name}: {kind};" for name, kind in fields(found, complete=complete)]
    if found.tag_field is not None:
        lines.insert(0, f'  {found.tag_field}: "{found.tag}";')
    body = "\n".join(lines)
    shape = f"{{\n{body}\n}}" if lines else "{}"
    return f"/** {meaning(found.cls)} */\nexport interface {title(found.cls)} {shape}\n"


def types(requested: Iterable[type[Struct]]) -> str:
    """Return web/src/lib/types.ts, with the records of requests."""
    roots = inspect.multi_type_info([*CLIENT, *requested])
    found = {one.cls: one for root in roots for one in structs(root)}
    if len({cls.__name__ for cls in found}) < len(found):
        raise ValueError("two records have the same name")
    parts = [HEADING]
    for name, alias in ALIASES.items():
        listed = " | ".join(f'"{word}"' for word in members(alias))
        parts.append(f"export type {name} = {listed};\n")
    parts.append(
        f"/** Cards by kind; a kind of which there is none is left out. */\n"
        f"export type {COUNTS} = Partial<Record<Card, number>>;\n"
    )
    parts += [interface(one) for one in found.values()]
    named = {name: listed for root in roots for name, listed in families(root)}
    parts += [alternatives(name, listed) for name, listed in (UNIONS | named).items()]
    return "\n".join(parts)


def board(*, complete: bool) -> str:
    """Return web/src/lib/board.ts, the format of boards, or web/src/lib/wholeboard.ts, with all defaults filled in."""
    found = {one.cls: one for one in structs(inspect.type_info(BOARD))}
    shapes = [interface(one, complete=complete) for one in found.values()]
    text = "\n".join(shapes)
    used = [name for name in ALIASES if re.search(rf"\b{name}\b", text)]
    heading = COMPLETE if complete else WRITTEN
    return f'{heading}import type {{ {", ".join(used)} }} from "./types";\n\n{text}'


def parts() -> str:
    """Return web/src/lib/parts.ts: the parts of a score that mechanisms declare."""
    made = [
        """// The parts of a score by mechanism, as results name them.
// Made by tools/generated.py from the mechanisms in src/whistlestop/games; change them there.
"""
    ]
    for kind in kinds.KINDS.values():
        name = kind.told.views.view_type.__name__.removesuffix("View")
        scored = kind.results.scored
        rows = [
            f"  {mechanism}: [{', '.join(f'{part!r}' for part in names)}],".replace("'", '"')
            for mechanism, names in scored.items()
        ]
        every = [f'"{part}"' for names in scored.values() for part in names]
        union = alternatives(f"{name}Part", every)
        shifted = f"  {' | '.join(every)};"
        if "\n  | " in union and len(shifted) <= WIDTH:
            union = f"export type {name}Part =\n{shifted}\n"
        made.append(union)
        constant = f"{name.upper()}_PARTS"
        body = "\n".join(rows)
        made.append(f"export const {constant}: Record<string, readonly {name}Part[]> = {{\n{body}\n}};\n")
    return "\n".join(made)


def alternatives(name: str, records: Iterable[Any]) -> str:
    """Return a union as a type of the client, on one line if it fits."""
    listed = [one if isinstance(one, str) else one.__name__ for one in records]
    line = f"export type {name} = {' | '.join(listed)};\n"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {one}" for one in listed) + ";\n"


def table(shown: Iterable[type[Struct]]) -> str:
    """Return rows of a table: the name of a record in JSON, its fields and its meaning."""
    rows = []
    for found in inspect.multi_type_info(shown):
        assert isinstance(found, inspect.StructType)
        listed = ", ".join(f"`{name}: {kind}`" for name, kind in fields(found)).replace("|", "\\|")
        rows.append(f"| `{found.tag}` | {listed} | {meaning(found.cls)} |".replace("|  |", "| |"))
    return "\n".join(rows)


def tables() -> dict[str, str]:
    """Return the tables of messages, events and reasons by name."""
    heading = "| {} | fields | |\n| --- | --- | --- |\n"
    found = {
        "server messages": heading.format("type") + table(UNIONS["ServerMessage"]),
        "stream messages": heading.format("type") + table(get_args(programs.StreamMessage)),
        "client messages": heading.format("type") + table(UNIONS["ClientMessage"]),
        "events": heading.format("event") + table(events.EVENTS),
    }
    parts = dict(family for root in inspect.multi_type_info(CLIENT) for family in families(root))
    found["obstacles"] = heading.format("why") + table(parts["Obstacle"])
    for kind in kinds.KINDS.values():
        reasons = parts[kind.advice.hint_type.__name__.removesuffix("Hint") + "Reason"]
        found[f"{kind.name} reasons"] = heading.format("reason") + table(reasons)
        found[f"{kind.name} events"] = heading.format("event") + table(kind.told.event_types)
    return found
