"""Records combined from the parts of mechanisms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from .parts import Part, Telling


def fields_of(parts: Iterable[Part | None], *arguments: Any) -> dict[str, Any]:
    """Return the values of the fields of all parts."""
    found: dict[str, Any] = {}
    for part in parts:
        if part is not None:
            found |= part.fields(*arguments)
    return found


def beginning_of(shapes: Iterable[type[Struct] | None]) -> dict[str, Any]:
    """Return the default values of the records."""
    return {
        name: value
        for shape in shapes
        if shape is not None
        for name, value in msgspec.structs.asdict(shape()).items()
    }


def shapes_of(every: Iterable[Any], name: str) -> Iterator[type[Struct] | None]:
    """Yield the records for one part of all mechanisms; fields of optional mechanisms may be missing."""
    for each in every:
        part = getattr(each, name)
        shape = part.shape if isinstance(part, Part) else part
        yield _optional(shape) if shape is not None and each.optional else shape


def score_shape(telling: Telling) -> type[Struct]:
    """Return the record for the parts of the score that a mechanism declares."""
    shape = msgspec.defstruct("Score", [(part.name, int) for part in telling.parts])
    return _optional(shape) if telling.optional else shape


def _optional(shape: type[Struct]) -> type[Struct]:
    fields = [
        (each.name, each.type | UnsetType, msgspec.field(name=each.encode_name, default=UNSET))
        for each in msgspec.structs.fields(shape)
    ]
    return msgspec.defstruct(shape.__name__, fields, kw_only=True)


def merged(
    name: str,
    doc: str,
    base: type[Struct],
    shapes: Iterable[type[Struct] | None],
    *,
    required: bool = False,
    **options: Any,
) -> Any:
    """Return a record type of `base` with the fields of all shapes.

    required: the fields lose their defaults, unless they may be missing. `options` are those of a Struct. Raises
    ValueError if two mechanisms have a field with the same name.
    """
    fields: dict[str, tuple[str, Any, Any]] = {}
    for shape in shapes:
        for each in () if shape is None else msgspec.structs.fields(shape):
            if each.name in fields or each.name in base.__struct_fields__:
                raise ValueError(f"{name}: two mechanisms define the field {each.name!r}")
            default: dict[str, Any] = {"default": each.default, "default_factory": each.default_factory}
            if required and each.default is not UNSET:
                default = {}
            fields[each.name] = (each.name, each.type, msgspec.field(name=each.encode_name, **default))
    return extended(name, doc, base, list(fields.values()), **options)


def extended(name: str, doc: str, base: type[Struct], fields: list[Any], **options: Any) -> Any:
    """Return a record type of `base` with more fields, in the form that `msgspec.defstruct` takes."""
    return msgspec.defstruct(name, fields, bases=(base,), namespace={"__doc__": doc}, kw_only=True, **options)
