"""Reviews on the server: computed by a real process, stored, limited, and never of a game in progress."""

from __future__ import annotations

import base64
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest
from structlog.testing import capture_logs
from tests.reviewing.test_review import finished, late
from tests.server.harness import Guest, Running, code, running, seated
from tests.waiting import eventually

import whistlestop as ws
from whistlestop.core.jit import JIT_DISABLED
from whistlestop.errors import DeploymentError
from whistlestop.reviewing import VERSION, review
from whistlestop.server.adapters import engine
from whistlestop.server.adapters.database.schema.history import reviews
from whistlestop.server.usecases.reviews import reviews as service

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="reviews are not made where the rules are interpreted")

WORLDS = 4


async def brought(guest: Guest, left: int) -> tuple[str, ws.GameRecord]:
    """Return the key to watch a short imported game, and its record."""
    record = finished(late("usa", 2, left))
    answer = await guest.post("/api/records", {"record": record.to_dict(), "names": []})
    assert answer.status_code == 201, answer.text
    return answer.json()["watch"], record


async def made(guest: Guest, game: str) -> Any:
    """Return the answer when the review is complete; its progress never decreases."""
    before = -1

    async def complete() -> Any:
        nonlocal before
        answer = (await guest.get(f"/api/games/{game}/review")).json()
        if answer["state"] not in {"waiting", "working"}:
            return answer
        assert answer["done"] >= before
        before = answer["done"]
        return None

    return await eventually(complete, 240)


async def test_made_once_and_kept(tmp_path: Path) -> None:
    async with running(tmp_path, review_worlds=WORLDS, reviews_per_day=2) as server:
        ada, ben = await server.guest(), await server.guest()
        game, record = await brought(ada, 6)
        other, _ = await brought(ada, 4)
        assert (await ben.get(f"/api/games/{game}/review")).json()["state"] == "none"
        # Every user who may see the game may request one.
        asked = (await ben.post(f"/api/games/{game}/review")).json()
        assert asked["state"] in {"waiting", "working"}
        behind = (await ada.post(f"/api/games/{other}/review")).json()
        assert (behind["state"], behind["ahead"]) == ("waiting", 1)
        assert (
            await ben.post(f"/api/games/{game}/review")
        ).status_code == 201  # the same review does not count again
        done = await made(ben, game)
        expected = msgspec.to_builtins(review(record, worlds=WORLDS))
        assert (done["state"], done["review"]) == ("done", expected)
        assert (await made(ada, other))["state"] == "done"
        # The address has used up its two; existing reviews are still available.
        third, _ = await brought(ada, 3)
        assert code(await ada.post(f"/api/games/{third}/review")) == (429, "rate_limited")
        assert (await ada.post(f"/api/games/{game}/review")).json()["review"] == expected
        store = server.services.store
        await store.writer.run(lambda connection: connection.execute(reviews.update().values(format="older")))
        assert (await ada.get(f"/api/games/{game}/review")).json()["state"] == "none"
    async with running(tmp_path, review_worlds=WORLDS) as server:
        carl = await server.guest()
        again = await carl.post(f"/api/games/{game}/review")
        assert again.json()["state"] in {"waiting", "working"}
        assert (await made(carl, game))["review"]["format"] == VERSION
    async with running(tmp_path, review_worlds=0) as server:
        dora = await server.guest()
        assert (await made(dora, game))["state"] == "done"
        assert (await dora.get(f"/api/games/{third}/review")).json()["state"] == "off"
        assert code(await dora.post(f"/api/games/{third}/review")) == (503, "unavailable")


async def test_only_of_games_that_are_over(server: Running) -> None:
    table, (ada, _), _ = await seated(server, late("usa", 2, 6))
    for answer in (await ada.get(f"/api/games/{table}/review"), await ada.post(f"/api/games/{table}/review")):
        assert code(answer) == (409, "not_over")
    assert code(await ada.post("/api/games/nothing/review")) == (404, "not_found")


async def test_a_process_that_fails(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The failure is reported, the next review is made, and this one may be requested again."""
    ada = await server.guest()
    first, _ = await brought(ada, 3)
    second, _ = await brought(ada, 2)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with capture_logs() as lines:
        await ada.post(f"/api/games/{first}/review")
        assert (await made(ada, first))["state"] == "failed"
    [line] = [line for line in lines if line["event"] == "review not made"]
    assert (
        len(line["table"]) == 6
    )  # readers of the log must not be able to watch the game or read the content of errors
    assert not any(text in str(lines) for text in (first, "/nowhere/python"))
    monkeypatch.undo()
    await ada.post(f"/api/games/{second}/review")
    assert (await made(ada, second))["state"] == "done"
    assert (await ada.post(f"/api/games/{first}/review")).json()["state"] in {"waiting", "working"}
    monkeypatch.setattr(service, "WAITING", 0)
    third, _ = await brought(ada, 4)
    assert code(await ada.post(f"/api/games/{third}/review")) == (503, "overloaded")


async def test_one_review_does_not_keep_the_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review has limits of time and decisions; refused requests do not count."""
    async with running(tmp_path, review_worlds=WORLDS, reviews_per_day=1) as server:
        ada = await server.guest()
        game, _ = await brought(ada, 3)
        monkeypatch.setattr(service, "MOST", 2)
        assert (await ada.get(f"/api/games/{game}/review")).json()["state"] == "off"
        assert code(await ada.post(f"/api/games/{game}/review")) == (503, "unavailable")
        monkeypatch.undo()
        monkeypatch.setattr(service, "LONGEST", 0.01)
        assert (await ada.post(f"/api/games/{game}/review")).status_code == 201
        assert (await made(ada, game))["state"] == "failed"


@pytest.fixture
def engine_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fake engine that is complete enough for a server: the rules of one board, and no real module."""
    folder = tmp_path / "engine"
    folder.mkdir()
    (folder / "network.wasm").write_bytes(b"\0asm")
    usa = {"id": "usa", "hash": ws.load_ruleset("usa").hash}
    (folder / "usa.json").write_bytes(msgspec.json.encode(usa))
    monkeypatch.setattr(engine, "ENGINES", (folder,))
    return folder


async def test_reviews_are_left_to_browsers(tmp_path: Path, engine_folder: Path) -> None:
    """The answer says so if browsers can make the review; on request, the server still makes it."""
    async with running(tmp_path, review_worlds=WORLDS, device_reviews=True) as server:
        ada = await server.guest()
        module = await ada.get("/engine/network.wasm")
        assert (module.content, module.headers["content-type"]) == (b"\0asm", "application/wasm")
        assert (await ada.get("/engine/usa.json")).json()["id"] == "usa"
        assert "'wasm-unsafe-eval'" in (await ada.get("/")).headers["content-security-policy"]
        answers = []
        for game in (ws.Game.new("usa", 2, seed=5), late("usa", 2, 3), ws.Game.new("card_game", 2, seed=5)):
            record = finished(game).to_dict()
            watch = (await ada.post("/api/records", {"record": record, "names": []})).json()["watch"]
            answers.append((await ada.get(f"/api/games/{watch}/review")).json())
            if record.get("seed") is None:
                await ada.post(f"/api/games/{watch}/review")
                answers[-1] = await made(ada, watch)
        # Browsers cannot start from a position, and this engine has no card game.
        assert [(answer["state"], answer["device"]) for answer in answers] == [
            ("none", WORLDS),
            ("done", None),
            ("none", None),
        ]
    async with running(tmp_path, review_worlds=0, device_reviews=True) as server:
        ben = await server.guest()
        record = finished(ws.Game.new("usa", 2, seed=6)).to_dict()
        watch = (await ben.post("/api/records", {"record": record, "names": []})).json()["watch"]
        assert (await ben.get(f"/api/games/{watch}/review")).json()["device"] is None
    (engine_folder / "network.wasm").unlink()
    (engine_folder / "usa.json").unlink()
    engine.files_in.cache_clear()
    with pytest.raises(DeploymentError, match="make engine"):
        async with running(tmp_path, device_reviews=True):
            pass


async def test_hints_are_left_to_browsers(tmp_path: Path, engine_folder: Path) -> None:
    """A seat's knowledge is sent only where a hint would be, and only for rules that the engine has."""
    async with running(tmp_path, device_reviews=True) as server:
        ada, eve = await server.guest(), await server.guest()
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        tables = [
            (await ada.post("/api/tables", {"ruleset": name, "seats": seats, "start": True})).json()["id"]
            for name in ("usa", "card_game")
        ]
        answers = [(await ada.get(f"/api/tables/{table}/observation")).json() for table in tables]
        assert [answer["ruleset"] for answer in answers] == ["usa", "card_game"]
        assert [(answer["bytes"] is None, answer["hints"]) for answer in answers] == [
            (False, True),
            (True, False),
        ]
        layout = ws.load_ruleset("usa").machine.layout.observation
        known = np.frombuffer(base64.b64decode(answers[0]["bytes"]), layout)[0]
        view = (await ada.get(f"/api/tables/{tables[0]}/view")).json()["view"]
        assert (known["seat"], known["ply"]) == (answers[0]["seat"], answers[0]["version"])
        hands = [sorted(hand[hand > 0].tolist()) for hand in known["hand"]]
        assert hands == [sorted(view["hand"].values()), [], [], [], []]
        assert code(await eve.get(f"/api/tables/{tables[0]}/observation")) == (403, "not_seated")


async def test_by_default_browsers_only_play_on_while_the_server_is_away(
    tmp_path: Path, engine_folder: Path
) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        table = (await ada.post("/api/tables", {"ruleset": "usa", "seats": seats, "start": True})).json()[
            "id"
        ]
        answer = (await ada.get(f"/api/tables/{table}/observation")).json()
        assert answer["bytes"] is not None
        assert not answer["hints"]
        habits = (await ada.get("/engine/levels.json")).json()
        assert {"easy", "hard"} <= habits["network"].keys() == habits["yard"].keys()
        watch = (
            await ada.post("/api/records", {"record": finished(ws.Game.new("usa", 2, seed=5)).to_dict()})
        ).json()
        assert (await ada.get(f"/api/games/{watch['watch']}/review")).json()["device"] is None


async def test_without_an_engine_pages_run_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ENGINES", (tmp_path,))
    async with running(tmp_path) as server:
        ada = await server.guest()
        assert "wasm" not in (await ada.get("/")).headers["content-security-policy"]
        assert (await ada.get("/engine/usa.json")).status_code == 404
