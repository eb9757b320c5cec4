"""Records that are put together from the parts of mechanisms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from .parts import Part


def fields_of(parts: Iterable[Part | None], *arguments: Any) -> dict[str, Any]:
    """Return the values of the fields of all parts."""
    found: dict[str, Any] = {}
    for part in parts:
        if part is not None:
            found |= part.fields(*arguments)
    return found


def beginning_of(shapes: Iterable[type[Struct] | None]) -> dict[str, Any]:
    """Return the defaults of records."""
    return {
        name: value
        for shape in shapes
        if shape is not None
        for name, value in msgspec.structs.asdict(shape()).items()
    }


def merged(
    name: str,
    doc: str,
    base: type[Struct],
    parts: Iterable[Part | type[Struct] | None],
    *,
    required: bool = False,
    **options: Any,
) -> Any:
    """Return a record of `base` with the fields of all parts.

    required: the fields of the parts lose their defaults. `options` are those of a Struct. Raises ValueError if two
    mechanisms have a field of one name.
    """
    fields: dict[str, tuple[str, Any, Any]] = {}
    for part in parts:
        shape = part.shape if isinstance(part, Part) else part
        for each in () if shape is None else msgspec.structs.fields(shape):
            if each.name in fields or each.name in base.__struct_fields__:
                raise ValueError(f"{name}: two mechanisms have a field {each.name!r}")
            default: dict[str, Any] = {"default": each.default, "default_factory": each.default_factory}
            fields[each.name] = (
                each.name,
                each.type,
                msgspec.field(name=each.encode_name, **({} if required else default)),
            )
    return extended(name, doc, base, list(fields.values()), **options)


def extended(name: str, doc: str, base: type[Struct], fields: list[Any], **options: Any) -> Any:
    """Return a record of `base` with more fields, as `msgspec.defstruct` takes them."""
    return msgspec.defstruct(name, fields, bases=(base,), namespace={"__doc__": doc}, kw_only=True, **options)
