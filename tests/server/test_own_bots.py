"""Custom bots of a host at tables: listed, seated, and replaced if they fail."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.harness import BOT, running
from tests.waiting import eventually

from whistlestop.bots import registry
from whistlestop.bots.levels import EXPERT, LEVELS
from whistlestop.errors import UnknownBot
from whistlestop.server.domain.names import clean_name
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.settings import Settings, SettingsError
from whistlestop.server.usecases.tables import bots as seated
from whistlestop.server.usecases.tables.bots import SeatedBot

OWN = """
class Last:
    level = 7

    def choose(self, observation):
        return observation.legal()[-1]


class Faulty:
    def __init__(self):
        raise RuntimeError("never made")
"""

PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"action": message["view"]["legal"][-1]}), flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[str]:
    before = set(registry.names())
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    (tmp_path / "outside.py").write_text(PROGRAM, encoding="utf-8")
    yield str(path)
    for name in set(registry.names()) - before:
        registry.unregister(name)


async def test_own_bots_are_listed_and_play(tmp_path: Path, file: str) -> None:
    program = f"program:{sys.executable} '{tmp_path / 'outside.py'}'"
    async with running(tmp_path, bots=(f"{file}:Last", f"{file}:Faulty", program)) as server:
        ada = await server.guest()
        listed = {bot["id"]: bot for bot in (await ada.get("/api/bots")).json()}
        assert listed["last"] == {"id": "last", "name": "Last", "level": 7}
        assert listed["outside"] == {"id": "outside", "name": "outside", "level": 1}
        # If a bot fails, legal actions are played for it.
        for own, name in {"last": "Last", "faulty": "Faulty", "outside": "outside"}.items():
            table = await ada.table([BOT, {"kind": "bot", "bot": own}], "card_game", start=True)
            socket = await ada.sit(table)
            while socket.view is None or socket.view["phase"] != "over":
                await socket.receive()
            log = (await ada.get(f"/api/tables/{table}")).json()
            assert name in [seat["name"] for seat in log["seats"]]
        # players cannot make the server load code
        for spec in ("os.path:join", "program:python"):
            seats = [BOT, {"kind": "bot", "bot": spec}]
            answer = await ada.post("/api/tables", {"ruleset": "usa", "seats": seats})
            assert answer.status_code == 400
            assert "This bot does not exist." in answer.text


async def test_bots_for_matches_only_are_not_offered(tmp_path: Path) -> None:
    """Such bots do not play every game; players may use their names."""
    async with running(tmp_path) as server:
        ada = await server.guest()
        assert [bot["id"] for bot in (await ada.get("/api/bots")).json()] == [*LEVELS, EXPERT]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "racer"}]
        answer = await ada.post("/api/tables", {"ruleset": "usa", "seats": seats})
        assert answer.status_code == 400
        assert "This bot does not exist." in answer.text
        assert clean_name("Racer") == "Racer"
        with pytest.raises(Refusal):
            clean_name("Planner")


def test_the_setting(file: str) -> None:
    settings = Settings.from_environment({"WHISTLESTOP_BOTS": f"{file}:Last, {file}:Faulty"})
    assert settings.bots == (f"{file}:Last", f"{file}:Faulty")
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({"WHISTLESTOP_BOTS": "nowhere:Bot,Last"})
    assert [problem.split(":")[0] for problem in caught.value.problems] == ["WHISTLESTOP_BOTS"] * 2


async def test_a_bot_that_cannot_be_loaded_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match="nowhere"):
        async with running(tmp_path, bots=("nowhere:Bot",)):
            pass


async def test_a_level_plays_in_the_way_of_its_character(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The level does not apply where a bot took over from a person, or at another level."""
    specs = []

    class Noting(SeatedBot):
        def __init__(self, spec: str, seed: bytes) -> None:
            specs.append(spec)
            super().__init__(spec, seed)

    monkeypatch.setattr(seated, "SeatedBot", Noting)
    async with running(tmp_path) as server:
        ada = await server.guest()
        seats = [
            {"kind": "me", "name": "lotte"},
            {"kind": "bot", "bot": "easy", "character": "lotte"},
            {"kind": "bot", "bot": "hard", "character": "lotte"},
            {"kind": "bot", "bot": "easy"},
        ]
        wish = {"ruleset": "card_game", "seats": seats, "start": True, "stand_in": "easy"}
        table = (await ada.post("/api/tables", wish)).json()["id"]
        assert (await ada.post(f"/api/tables/{table}/resign", {"seat": 0})).status_code == 200
        await eventually(lambda: len(specs) == 4)
    assert sorted(specs) == ["easy", "easy", "easy:focus=100,haste=9,whims=15", "hard"]
