"""How the rulesets of each machine are written down, checked and compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from whistlestop.errors import RulesetError, short

from .network.check import find_problems as find_network_problems
from .network.compile import compile_network
from .network.schema import NetworkData
from .network.tables import TABLES as NETWORK_TABLES
from .ruleset import Ruleset
from .schema import RulesetData
from .tables import Table
from .yard.check import find_problems as find_yard_problems
from .yard.compile import compile_yard
from .yard.schema import YardData
from .yard.tables import TABLES as YARD_TABLES

DEFAULT = "network"


@dataclass(frozen=True, slots=True)
class Format:
    """One machine's way: the shape of the data, the tables beside `ruleset.toml`, the checks, the compiler."""

    data: type[RulesetData]
    tables: dict[str, Table]
    find_problems: Callable[[Any], list[str]]
    compile: Callable[[Any], Ruleset]


FORMATS = {
    "network": Format(NetworkData, NETWORK_TABLES, find_network_problems, compile_network),
    "yard": Format(YardData, YARD_TABLES, find_yard_problems, compile_yard),
}


def format_of(settings: dict[str, Any]) -> Format:
    """The format that plain data or the content of a `ruleset.toml` names; raises msgspec.ValidationError."""
    machine = settings.get("machine", DEFAULT)
    if not isinstance(machine, str):
        raise msgspec.ValidationError(f"machine: a name is expected, not {type(machine).__name__}")
    if machine not in FORMATS:
        raise msgspec.ValidationError(f"machine: {short(machine)} is not one of {', '.join(FORMATS)}")
    return FORMATS[machine]


def read_data(plain: dict[str, Any]) -> RulesetData:
    """Check the shape of plain data; raises msgspec.ValidationError.

    Data that names the default machine is the same as data that names none.
    """
    form = format_of(plain)
    rest = {key: value for key, value in plain.items() if (key, value) != ("machine", DEFAULT)}
    return msgspec.convert(rest, form.data)


def find_problems(data: RulesetData) -> list[str]:
    """Everything that is wrong with a ruleset, each with the place it is at; empty if it can be played."""
    return FORMATS[data.kind].find_problems(data)


def compile_ruleset(data: RulesetData) -> Ruleset:
    """Check and compile; raises RulesetError with all problems."""
    problems = find_problems(data)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise RulesetError(problems[0] + more, tuple(problems))
    return FORMATS[data.kind].compile(data)
