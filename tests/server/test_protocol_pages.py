"""The examples of docs/protocol run, its messages are real ones, and it names every error."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import site_parts
from whistlestop.endings import SeatEnd
from whistlestop.kinds import AnyHint, AnyPlan, AnySummary, AnyView
from whistlestop.server.domain.clock import ClockInfo
from whistlestop.server.domain.refusals import STATUS
from whistlestop.server.messages.base import ClientMessage, ErrorAnswer, TableInfo
from whistlestop.server.messages.notices import OverHook, TurnHook, WayWish
from whistlestop.server.messages.programs import ChallengeInfo
from whistlestop.server.messages.tables import CreateTable

if TYPE_CHECKING:
    from tests.server.harness import Running

FOLDER = Path(__file__).parents[2] / "docs" / "protocol"
PAGES = sorted(FOLDER.glob("*.md"))
MESSAGES: list[Any] = [
    AnyView,
    AnyPlan,
    AnyHint,
    AnySummary,
    ClientMessage,
    ClockInfo,
    list[SeatEnd],
    list[WayWish],
    TurnHook | OverHook,
    ErrorAnswer,
    ChallengeInfo,
    CreateTable,
    TableInfo,
]
EXAMPLES = [
    pytest.param(text, id=f"{page.stem}-{text[:30]}")
    for page in PAGES
    for text in re.findall(r"^```json\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
]


def covers(whole: Any, part: Any) -> bool:
    """Return whether a message has everything that an example has."""
    if isinstance(part, dict):
        return all(key in whole and covers(whole[key], value) for key, value in part.items())
    if isinstance(part, list):
        return len(whole) == len(part) and all(map(covers, whole, part))
    return bool(whole == part)


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_messages(text: str) -> None:
    shown = json.loads(text)
    for kind in MESSAGES:
        try:
            read = msgspec.convert(shown, kind)
        except msgspec.ValidationError:
            continue
        if covers(msgspec.to_builtins(read), shown):
            return
    pytest.fail("no message has these fields")


async def test_the_first_example_plays_a_game(server: Running) -> None:
    (code,) = re.findall(
        r"^```python\n(.*?)^```", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        code.replace("http://127.0.0.1:8000", server.base),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    told, failed = await running.communicate()
    assert (running.returncode, failed) == (0, b"")
    assert set(json.loads(told)) <= {0, 1}


def test_every_error_is_documented() -> None:
    text = site_parts.whole((FOLDER / "errors.md").read_text(encoding="utf-8"))
    listed = re.findall(r"^\| `(\w+)` \| (\d+) \|", text, re.MULTILINE)
    found = [(code, int(status)) for code, status in listed]
    assert sorted(found) == sorted(STATUS.items())
