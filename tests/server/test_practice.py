"""Lessons and puzzles by HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.server.harness import code

import whistlestop as ws

if TYPE_CHECKING:
    from tests.server.harness import Running


async def test_a_lesson_by_http(server: Running) -> None:
    ada = await server.guest()
    lessons = (await ada.get("/api/lessons")).json()
    taught = [lesson["ruleset"] for lesson in lessons]
    assert [one for one in taught if one in ws.ruleset_ids()] == ws.ruleset_ids()
    assert set(taught) - set(ws.ruleset_ids()) == {"europe_depots"}  # a variant
    step = f"/api/lessons/usa/{lessons[0]['steps'][0]['id']}"
    shown = (await ada.get(step)).json()
    assert shown["seat"] == 0
    assert shown["plan"]["machine"] == shown["view"]["machine"] == "network"
    wrong = (await ada.post(step, {"action": "draw"})).json()
    assert wrong == {"right": False, "reply": "deck", "played": None}
    right = (await ada.post(step, {"action": "take:green"})).json()
    assert right["right"]
    assert right["played"]["view"]["hand"]["green"] == shown["view"]["hand"]["green"] + 1


async def test_the_last_step_ends_the_game(server: Running) -> None:
    ada = await server.guest()
    answer = await ada.post("/api/lessons/usa/last", {"action": "claim:helena-seattle:yellow*6"})
    played = answer.json()["played"]
    assert played["view"]["phase"] == "over"
    assert played["plan"] is None


async def test_a_puzzle_by_http(server: Running) -> None:
    ada = await server.guest()
    sets = (await ada.get("/api/puzzles")).json()
    assert sets
    first = sets[0]
    puzzle = f"/api/puzzles/{first['ruleset']}/{first['puzzles'][0]['id']}"
    shown = (await ada.get(puzzle)).json()
    assert shown["log"]
    answer = (await ada.post(puzzle, {"action": shown["view"]["legal"][0]})).json()
    assert answer["right"] is (answer["chance"] == answer["moves"][0]["chance"])
    assert answer["hint"]["action"] == answer["moves"][0]["action"]


async def test_what_is_refused(server: Running) -> None:
    ada = await server.guest()
    for path in ("/api/lessons/usa/none", "/api/lessons/none/take", "/api/puzzles/usa/none"):
        assert code(await ada.get(path)) == (404, "not_found")
        assert code(await ada.post(path, {"action": "draw"})) == (404, "not_found")
    step = "/api/lessons/usa/take"
    assert code(await ada.post(step, {"action": "take:wild"}))[1] == "illegal_action"
    assert (await ada.post(step, {"action": "nonsense"})).status_code in {400, 409, 422}
    assert (await ada.post(step, {"moves": 1})).status_code == 400
