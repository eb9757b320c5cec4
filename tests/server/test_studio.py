"""The board editor's requests, and users' boards: stored, played, listed, reported, deleted."""

from __future__ import annotations

import asyncio
import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import BOT, TWO_PEOPLE, code, running

from whistlestop.drawing import Layout, LayoutError, Unplaced, find, find_layout
from whistlestop.format import Ruleset
from whistlestop.games.network import kind
from whistlestop.rulesets import load_ruleset
from whistlestop.server.usecases.studio import balancing, studio


def board(**other: Any) -> dict[str, Any]:
    """Return a small board as data."""
    template = kind.NETWORK.data.template
    plain: dict[str, Any] = json.loads(json.dumps(load_ruleset(str(template)).data.plain()))
    return plain | other


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a separate cache of layouts."""
    monkeypatch.setattr(find, "cache_folder", lambda: tmp_path / "cache")


async def test_a_board_is_checked_and_gets_tickets(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        answer = await ada.post("/api/studio/check", {"board": board()})
        assert answer.status_code == 200
        assert answer.json()["faults"] == []
        assert answer.json()["figures"]["parts"] == 1
        faulty = board(routes=[board()["routes"][0] | {"color": "mauve"}])
        told = (await ada.post("/api/studio/check", {"board": faulty})).json()
        assert told["faults"][0]["place"] == ["routes", 0, "color"]
        deck = (await ada.post("/api/studio/tickets", {"board": board(tickets=[]), "count": 6})).json()
        assert len(deck["tickets"]) == 6
        refused = await ada.post("/api/studio/tickets", {"board": board(routes=[])})
        assert code(refused) == (422, "bad_board")


async def test_hostile_requests_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        many = {"cities": [{"id": f"c{n}"} for n in range(10_000)]}
        assert (await ada.post("/api/studio/check", {"board": many})).status_code == 413
        found = (await ada.post("/api/studio/check", {"board": {"cities": [{}] * 10_000}})).json()
        assert len(found["faults"]) == 1
        for path in ("/api/studio/check", "/api/studio/drawing", "/api/boards"):
            assert (await ada.post(path, {"board": 7})).status_code == 400
        assert code(await ada.post("/api/boards", {"board": {}})) == (422, "bad_board")
        assert code(await ada.post("/api/studio/files/exe", {"board": board()})) == (404, "not_found")
        bad = await ada.post("/api/studio/import", {"files": {"a.zip": "???"}})
        assert code(bad) == (400, "bad_request")
        bad = await ada.post("/api/studio/import", {"files": {"a.zip": base64.b64encode(b"no").decode()}})
        assert code(bad) == (422, "bad_board")
        for query in (
            "west=5&south=0&east=1&north=4",
            "west=a&south=0&east=1&north=4",
            "west=999&south=0&east=1&north=4",
        ):
            assert (await ada.get(f"/api/studio/land?{query}")).status_code == 400


async def test_files_go_out_and_come_back(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        packed = (await ada.post("/api/studio/files/zip", {"board": board()})).content
        files = {"board.zip": base64.b64encode(packed).decode()}
        brought = (await ada.post("/api/studio/import", {"files": files})).json()
        assert brought == {"board": board(), "notes": []}
        for form in ("json", "csv"):
            assert (await ada.post(f"/api/studio/files/{form}", {"board": board()})).status_code == 200
        coast = (await ada.get("/api/studio/land?west=5&south=47&east=15&north=55")).json()
        assert coast["land"]
        assert coast["borders"]


async def test_what_has_no_room_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def lay_out(ruleset: Ruleset, *, keep: bool) -> Layout:
        assert not keep
        asked.append(ruleset.drawing.title)
        if ruleset.drawing.names:
            raise LayoutError("no", [Unplaced("name", "a"), Unplaced("route", "a-b"), Unplaced("city", "c")])
        layout = find_layout(load_ruleset("usa"))
        assert layout is not None
        return replace(layout, cartouche=None)

    monkeypatch.setattr(studio, "lay_out", lay_out)
    usa: dict[str, Any] = json.loads(json.dumps(load_ruleset("usa").data.plain()))
    city = usa["cities"][0]["id"]
    async with running(tmp_path) as server:
        ada = await server.guest()
        for drawing, places in (
            ({"title": "none"}, {"unplaced": [], "drawn": True}),
            ({}, {"unplaced": [{"what": "title", "id": ""}], "drawn": True}),
            (
                {"names": {city: "top"}},
                {
                    "unplaced": [
                        {"what": what, "id": one}
                        for what, one in (("name", "a"), ("route", "a-b"), ("city", "c"))
                    ],
                    "drawn": False,
                },
            ),
        ):
            wish = {"board": usa | {"id": "own", "drawing": drawing}}
            while (answer := await ada.post("/api/studio/places", wish)).status_code == 202:
                pass
            assert (answer.status_code, answer.json()) == (200, places)
        # A preview uses the same drawing, and says why there is none.
        drawing = {"names": {city: "top"}}
        assert code(
            await ada.post("/api/studio/drawing", {"board": usa | {"id": "own", "drawing": drawing}})
        ) == (
            422,
            "bad_board",
        )
        assert asked == ["none", "free", "free"]
        assert code(await ada.post("/api/studio/places", {"board": usa | {"routes": []}})) == (
            422,
            "bad_board",
        )
        assert (await ada.post("/api/studio/places", {"board": 7})).status_code == 400


async def test_a_drawing_escapes_names_and_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        ids = "abcd"
        cities = [{"id": one, "name": one, "lat": n % 2 * 3, "lon": n // 2 * 4} for n, one in enumerate(ids)]
        routes = [{"id": one, "length": 2, "color": "red"} for one in ("a-b", "a-c", "b-d", "c-d")]
        hostile = board(
            name='"><svg onload=alert(1)>', geography=False, cities=cities, routes=routes, tickets=[]
        )
        hostile["cities"][0]["name"] = "<script>alert(1)</script>"
        async with asyncio.timeout(240):
            while (answer := await ada.post("/api/studio/drawing", {"board": hostile})).status_code == 202:
                pass
        assert answer.status_code == 200
        assert "<script" not in answer.text
        assert answer.text.count("<svg ") == 1
        assert not (tmp_path / "cache").exists(), "layouts of drafts are not stored"
        monkeypatch.setattr(studio, "DRAWN", 0)
        again = await ada.post("/api/studio/drawing", {"board": board(name="Another")})
        assert code(again) == (503, "overloaded")


async def test_a_board_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        path = "/api/studio/print"
        async with asyncio.timeout(240):
            while (answer := await ada.post(path, {"board": board(), "language": "hu"})).status_code == 202:
                pass
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
        for wish in ({"paper": "letter"}, {"space": 4}, {"space": 1e9}, {"language": "xx"}):
            assert (await ada.post(path, {"board": board(), **wish})).status_code == 400
        assert code(await ada.post(path, {"board": board(tickets=[])})) == (422, "bad_board")
        monkeypatch.setattr(studio, "PRINTED", 0)
        assert code(await ada.post(path, {"board": board()})) == (503, "overloaded")
        monkeypatch.setattr(studio, "find_spec", lambda _name: None)
        assert code(await ada.post(path, {"board": board()})) == (403, "print_off")


async def test_a_board_is_played_by_its_id_and_survives_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada, bob = await server.guest(), await server.guest()
        made = (await ada.post("/api/boards", {"board": board()})).json()
        again = (await ada.post("/api/boards", {"board": board()})).json()
        assert made["id"] == again["id"], "the same version has the same id"
        other = (await ada.post("/api/boards", {"board": board(name="Later")})).json()
        assert other["id"] != made["id"]
        assert {one["id"] for one in (await ada.get("/api/boards")).json()} == {made["id"], other["id"]}
        assert made["id"] not in [one["id"] for one in (await ada.get("/api/rulesets")).json()]
        table = await ada.table([{"kind": "me"}, BOT], made["id"], start=True)
        view = (await ada.get(f"/api/tables/{table}/view")).json()["view"]
        assert view["ruleset"] == made["id"]
        waiting = await ada.table(TWO_PEOPLE, made["id"])
        listed = await ada.post("/api/tables", {"ruleset": made["id"], "seats": TWO_PEOPLE, "listed": True})
        assert code(listed) == (400, "bad_request")
        found = (await bob.get(f"/api/boards/{made['id']}")).json()
        assert not found["own"]
        assert found["board"]["name"] == board()["name"]
        cookies = ada.http.cookies
    # In another process, no part of the board is in memory.
    async with running(tmp_path) as server:
        ada, bob = await server.guest(), await server.guest()
        ada.http.cookies = cookies
        ada.http.headers["x-csrftoken"] = cookies["csrftoken"]
        data = await bob.get(f"/api/rulesets/{made['id']}")
        assert data.json()["name"] == board()["name"]
        assert (await bob.post(f"/api/tables/{waiting}/join", {})).status_code == 200
        assert (await ada.post(f"/api/tables/{waiting}/start", {})).status_code == 200
        # The game stores its board, so it outlives the board.
        assert code(await bob.http.delete(f"/api/boards/{made['id']}")) == (403, "not_moderator")
        left = await ada.http.delete(f"/api/boards/{made['id']}")
        assert [one["id"] for one in left.json()] == [other["id"]]
        view = (await ada.get(f"/api/tables/{table}/view")).json()["view"]
        assert view["ruleset"] == made["id"]
        data = await ada.get(f"/api/tables/{table}/ruleset", follow_redirects=True)
        assert len(data.json()["cities"]) == len(board()["cities"])
        assert code(await ada.get(f"/api/rulesets/{made['id']}")) == (404, "not_found")


async def test_boards_are_limited_reported_and_exported(tmp_path: Path) -> None:
    async with running(tmp_path, boards_per_user=1) as server:
        ada, bob = await server.guest(), await server.guest()
        made = (await ada.post("/api/boards", {"board": board()})).json()
        refused = await ada.post("/api/boards", {"board": board(name="Second")})
        assert code(refused) == (409, "too_many")
        path = f"/api/boards/{made['id']}/report"
        assert code(await ada.post(path, {"reason": "spam"})) == (404, "not_found")
        assert (await bob.post(path, {"reason": "spam"})).status_code == 204
        [report] = await server.services.moderation.cases.reports()
        assert (report.about, report.watch, report.name) == ("board", made["id"], made["name"])
        stored = (await ada.get("/api/account/export")).json()
        assert [one["id"] for one in stored["boards"]] == [made["id"]]
    async with running(tmp_path, boards_per_user=0) as server:
        ada = await server.guest()
        assert code(await ada.post("/api/boards", {"board": board()})) == (403, "boards_off")


async def test_the_balance_of_a_board_is_told_as_it_becomes_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = {"subject": "a-b", "figure": 0.01, "low": 0.0, "high": 0.015}
    lines: list[dict[str, Any]] = [
        {"played": 100, "checks": []},
        {"played": 500, "checks": [{"name": "dead routes", "faults": [fault]}]},
        {"trial": {"check": "dead routes", "subject": "a-b", "tried": 3, "remedy": None}},
    ]
    echo = f"import json, sys; json.load(sys.stdin); print({chr(10).join(map(json.dumps, lines))!r})"
    monkeypatch.setattr(balancing, "PROGRAM", ("-c", echo))
    async with running(tmp_path) as server:
        ada = await server.guest()
        wish = {"board": board(), "seats": 2}
        told = (await ada.post("/api/studio/balance", wish)).json()
        assert (told["state"], told["played"], told["games"]) == ("waiting", 0, 500)
        assert await settled(ada, wish) == {
            "state": "done",
            "played": 500,
            "games": 500,
            "checks": lines[1]["checks"],
            "trials": [lines[2]["trial"]],
        }
        # The results are stored, so the games are not played again.
        monkeypatch.setattr(balancing, "PROGRAM", ("-c", "raise SystemExit(1)"))
        assert (await ada.post("/api/studio/balance", wish)).json()["state"] == "done"
        other = wish | {"seats": 3}
        assert (await settled(ada, other))["state"] == "stopped"
        monkeypatch.setattr(balancing, "PROGRAM", ("-c", echo))
        assert (await settled(ada, other))["state"] == "done"


async def settled(user: Any, wish: dict[str, Any]) -> dict[str, Any]:
    """Ask for the balance of a board until its games are over."""
    async with asyncio.timeout(60):
        while True:
            found: dict[str, Any] = (await user.post("/api/studio/balance", wish)).json()
            if found["state"] in {"done", "stopped"}:
                return found
            await asyncio.sleep(0.05)


async def test_games_on_boards_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balancing, "PROGRAM", ("-c", "import time; time.sleep(600)"))
    async with running(tmp_path) as server:
        ada = await server.guest()
        wishes = [
            {"board": board(trains={"count": 30 + n}), "seats": 2} for n in range(balancing.WAITING + 1)
        ]
        for wish in wishes[:-1]:
            assert (await ada.post("/api/studio/balance", wish)).status_code == 200
        assert code(await ada.post("/api/studio/balance", wishes[-1])) == (503, "overloaded")
        assert code(await ada.post("/api/studio/balance", {"board": {}, "seats": 2})) == (422, "bad_board")
        outside = {"board": board(), "seats": 5}
        assert code(await ada.post("/api/studio/balance", outside)) == (400, "bad_request")
        assert (await ada.post("/api/studio/balance", wishes[0] | {"seats": 7})).status_code == 400
        monkeypatch.setattr(balancing, "find_spec", lambda _: None)
        assert code(await ada.post("/api/studio/balance", wishes[0])) == (403, "balance_off")


async def test_games_stop_when_nobody_asks_for_the_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balancing, "PROGRAM", ("-c", "import time; time.sleep(600)"))
    monkeypatch.setattr(balancing, "WATCHED", 0.2)
    ruleset = load_ruleset(str(kind.NETWORK.data.template))
    balances = balancing.Balancing()
    report = balances.report(ruleset, 2, lambda: None)
    async with asyncio.timeout(60):
        while report.state != "stopped":
            await asyncio.sleep(0.05)
    again = balances.report(ruleset, 2, lambda: None)
    assert again is not report
    assert again.state == "waiting"
    await balances.close()
