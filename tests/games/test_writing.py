"""Settings of mechanisms, combined into the format of `ruleset.toml`."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from whistlestop.format.shape import sift
from whistlestop.games.network.format.schema import NetworkBase, NetworkData
from whistlestop.games.network.writing import WRITINGS
from whistlestop.games.writing import merged_settings


class Own(Struct, frozen=True, forbid_unknown_fields=True):
    """One mechanism's part of a section."""

    first: int = 1
    third: int = 3


class Others(Struct, frozen=True, forbid_unknown_fields=True):
    """Another mechanism's part of the same section."""

    second: int = 2


class OwnSettings(Struct, frozen=True, kw_only=True):
    needed: Own
    rules: Own = Own()


class OtherSettings(Struct, frozen=True):
    rules: Others = Others()


def merged(*shapes: type[Struct], order: tuple[str, ...] = ()) -> Any:
    return merged_settings("Data", Struct, shapes, order, frozen=True, forbid_unknown_fields=True)


def test_mechanisms_share_a_section() -> None:
    data = merged(OwnSettings, OtherSettings, order=("rules", "first", "second"))
    read = msgspec.convert({"needed": {}, "rules": {"second": 5}}, data)
    assert (read.rules.first, read.rules.second, read.rules.third, read.needed) == (1, 5, 3, Own())
    _, faults = sift({"rules": {"luck": 1}}, data)
    assert [str(fault) for fault in faults] == [
        "rules.luck: not one of first, second, third",
        "needed: missing",
    ]


def test_no_setting_has_two_mechanisms() -> None:
    with pytest.raises(ValueError, match="Data_rules_second: two mechanisms"):
        merged(OtherSettings, OtherSettings)


def test_every_mechanism_of_the_map_games_is_written_down_once() -> None:
    sections = [
        (section.name, key.name)
        for each in WRITINGS
        if each.settings is not None
        for section in msgspec.structs.fields(each.settings)
        for key in msgspec.structs.fields(section.type)
    ]
    assert len(sections) == len(set(sections))
    tables = {"cities", "routes", "tickets", "countries"}
    assert {section for section, _ in sections} == {
        *(set(NetworkData.__struct_fields__) - set(NetworkBase.__struct_fields__) - tables)
    }
