"""Check plain data against a Struct and report all faults, not only the first.

msgspec stops at the first fault, but authors of boards want to see all of them. `sift` replaces missing and invalid
values by stand-ins, so that the rest of the data can be checked as well.
"""

from __future__ import annotations

import types
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import FieldInfo

from whistlestop.errors import short

UNION = (Union, types.UnionType)

Path = tuple[str | int, ...]
"""A place in plain data: keys of tables and indexes of lists."""


class Fault(NamedTuple):
    """An invalid value: its place, and the reason as text."""

    path: Path
    text: str

    def __str__(self) -> str:
        """Return the reason with the place in front, as in `routes[0].color: ...`."""
        return f"{written(self.path)}: {self.text}" if self.path else self.text


def prepare(*types: Any) -> None:
    """Let msgspec analyze these types, in the module that declares them.

    Otherwise it does so on first use, and crashes the process if two threads do so simultaneously.
    """
    for each in types:
        msgspec.json.Decoder(each)


def written(path: Path) -> str:
    """Return a readable path: `routes[0].color`."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return _cut("".join(parts).removeprefix("."))


def sift(
    plain: object, shape: type[Struct], path: Path = (), *, leave: frozenset[str] = frozenset()
) -> tuple[dict[str, Any], list[Fault]]:
    """Return the part of plain data that has the shape, completed with stand-ins, and the faults of the rest.

    Fields named in `leave` are not checked, may be missing, and are then absent from the result.
    """
    faults: list[Fault] = []
    if not isinstance(plain, dict):
        faults.append(Fault(path, f"expected a table, not {_shown(plain)}"))
        plain = {}
    fields = {name: field for name, field in _fields(shape).items() if name not in leave}
    tag = shape.__struct_config__.tag_field
    clean: dict[str, Any] = {tag: plain[tag]} if tag is not None and tag in plain else {}
    unknown = [key for key in plain if key not in fields and key != tag]
    faults += [Fault((*path, key), f"not one of {', '.join(fields)}") for key in unknown]
    hints = _hints(shape)
    for name, field in fields.items():
        if name in plain:
            clean[name], found = _value(plain[name], hints[name], (*path, name))
            faults += found
            if found and not _is_struct(hints[name]):
                del clean[name]
        elif field.required:
            faults.append(Fault((*path, name), "missing"))
        if name not in clean and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            clean[name] = _stand_in(hints[name])
    return clean, faults


@cache
def _fields(shape: type[Struct]) -> dict[str, FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(shape)}


@cache
def _hints(shape: type[Struct]) -> dict[str, Any]:
    return get_type_hints(shape, include_extras=True)


def _bare(hint: Any) -> Any:
    """Return a type without its annotations."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def choices(hint: Any) -> tuple[Any, ...]:
    """Return the values of a type that is a choice of words; empty for other types."""
    of = get_args(hint)
    if get_origin(hint) in UNION:
        parts = [choices(part) for part in of]
        return tuple(word for part in parts for word in part) if all(parts) else ()
    return of if get_origin(hint) is Literal else ()


def _is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)


def _value(value: object, hint: Any, path: Path) -> tuple[Any, list[Fault]]:
    """Return a value, sifted if it is a table, and its faults."""
    if _is_struct(hint):
        return sift(value, hint, path)
    kind, of = get_origin(_bare(hint)), get_args(_bare(hint))
    if kind in UNION and len(of) == 2 and of[1] is type(None) and value is not None:
        return _value(value, of[0], path)
    if words := choices(hint):
        known = ", ".join(map(str, words))
        return value, [] if value in words else [Fault(path, f"{_shown(value)} is not one of {known}")]
    if kind is tuple and isinstance(value, list | tuple) and of[1:] == (...,):
        parts = [_value(part, of[0], (*path, n)) for n, part in enumerate(value)]
        if faults := [fault for _, found in parts for fault in found]:
            return [part for part, _ in parts], faults
    if kind is dict and isinstance(value, dict):
        found = [fault for key in value for fault in _value(key, of[0], (*path, key))[1]]
        return value, found + [f for key, one in value.items() for f in _value(one, of[1], (*path, key))[1]]
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        return value, [Fault(path, _why(value, hint, str(error)))]
    return value, []


def _cut(text: str, most: int = 90) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def _shown(value: object) -> str:
    """Return a shortened value for a message, since it may be untrusted input of any length."""
    if isinstance(value, str):
        return short(value)
    if isinstance(value, int | float | None):
        return _cut(repr(value))
    return type(value).__name__


def _why(value: object, hint: Any, text: str) -> str:
    """Return why a value does not fit a type; constrained texts have their own description."""
    for meta in get_args(hint)[1:]:
        if isinstance(value, str) and isinstance(meta, Meta) and meta.pattern and meta.description:
            return f"{_shown(value)} is not {meta.description}"
    text = text.split(" - at ", maxsplit=1)[0].replace("`", "")
    text = text[:1].lower() + text[1:]
    return text if ", got" in text else f"{text}, not {_shown(value)}"


def _stand_in(hint: Any) -> Any:
    """Return a value of a type, to replace an invalid one."""
    if _is_struct(hint):
        return sift({}, hint)[0]
    if words := choices(hint):
        return words[0]
    bare = _bare(hint)
    if bare is int:
        return next((meta.ge for meta in get_args(hint)[1:] if meta.ge is not None), 1)
    return {str: "x", tuple: [], dict: {}}[get_origin(bare) or bare]
