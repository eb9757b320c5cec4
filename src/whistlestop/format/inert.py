"""Leave out settings at their inert default when writing and hashing.

Thus a new setting or a new column of a table does not affect rulesets that do not use it. Only settings that the
first releases wrote in full are always written: `in_full` names them as `section.key`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct

EACH = "*"
"""The part of a path that stands for all keys of a table."""


def without_inert(data: Struct, in_full: Collection[str]) -> dict[str, Any]:
    """Return a record as plain data, without fields that have their default value and are not named in `in_full`."""
    plain: dict[str, Any] = _plain(data)
    for path, default in _settings(type(data), in_full):
        _leave_out(plain, path, default)
    return plain


def _plain(value: object) -> Any:
    """Return a value as it is read from JSON: unlike `msgspec.to_builtins`, with lists instead of tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _settings(
    shape: type[Struct], in_full: Collection[str], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the path and the default, as plain data, of everything that can be left out.

    The contents of a section come before the section.
    """
    for field in msgspec.structs.fields(shape):
        here = (*path, field.encode_name)
        inner = [part for part in (field.type, *get_args(field.type)) if _is_record(part)]
        for part in inner:
            yield from _settings(part, in_full, (*here, EACH) if get_origin(field.type) is dict else here)
        name = ".".join(here)
        if field.required or any(one == name or one.startswith(f"{name}.") for one in in_full):
            continue
        if field.default_factory is not NODEFAULT:
            yield here, _plain(field.default_factory())
        else:  # the contents of a section have already been left out
            yield here, {} if isinstance(field.default, Struct) else _plain(field.default)


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)


def _leave_out(plain: Any, path: Sequence[str], default: object) -> None:
    if isinstance(plain, list):  # the rows of a table
        for row in plain:
            _leave_out(row, path, default)
        return
    head, *rest = path
    if head == EACH:
        for value in plain.values():
            _leave_out(value, rest, default)
        return
    if head not in plain:
        return
    if rest:
        _leave_out(plain[head], rest, default)
    elif plain[head] == default:
        del plain[head]
