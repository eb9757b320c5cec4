"""The directory of programs: who is listed, what they accept, their ratings, and the answers to challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.server.harness import BOT, code, running
from tests.server.people import sign_up
from tests.server.test_players import SLOW, page_of, store_games, store_people
from tests.server.test_programs import Program, program, token, until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Guest, Running

TWO = [{"kind": "me"}, {"kind": "open"}]


async def robot_of(server: Running) -> tuple[str, Guest, Program]:
    """Return the id of the account Robot, its owner's session, and its program."""
    owner = await server.guest()
    await sign_up(owner, "Robot")
    assert (await owner.post("/api/me/program", {"confirmed": True})).status_code == 200
    user = str((await owner.get("/api/me")).json()["id"])
    return user, owner, Program(server.base, await token(owner))


async def names(guest: Guest) -> list[str]:
    return [one["name"] for one in (await guest.get("/api/programs")).json()]


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
async def test_programs_with_a_page_are_listed_with_what_they_accept(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        guest, _ = await program(server)  # guests have no page, so they cannot be listed
        assert (await guest.post("/api/me/program", {"confirmed": True})).status_code == 200
        ada = await server.guest()
        await sign_up(ada, "Ada")
        assert await names(ada) == []
        user, owner, robot = await robot_of(server)
        path = "/api/me/program/offer"
        assert (await robot.get(path)).json() == {"owner": "", "rulesets": [], "players": []}
        offer = {"owner": "  Grace ", "rulesets": ["usa", "europe", "usa"], "players": [3, 2]}
        answer = await robot.http.put(path, json=offer)
        assert answer.json() == {"owner": "Grace", "rulesets": ["europe", "usa"], "players": [2, 3]}
        found = (await ada.get(f"/api/programs/{user}")).json()
        assert found["offer"] == answer.json() == (await robot.get(path)).json()
        assert (found["name"], found["games"], found["ratings"]) == ("Robot", 0, [])
        assert (await ada.get("/api/programs")).json() == [found]

        wrong: list[tuple[dict[str, object], tuple[int, str]]] = [
            ({"rulesets": ["nowhere"]}, (404, "not_found")),
            ({"players": [1]}, (400, "bad_request")),
            ({"owner": "x" * 25}, (400, "bad_request")),
            ({"owner": "Planner"}, (400, "name_reserved")),
        ]
        for wish, refusal in wrong:
            assert code(await robot.http.put(path, json={**offer, **wish})) == refusal
        assert code(await ada.http.put(path, json=offer)) == (400, "bad_request")  # Ada is not a program
        assert (await robot.get(path)).json() == answer.json()

        assert (await owner.http.put("/api/account/page", json={"shown": False})).status_code == 200
        assert await names(ada) == []
        assert code(await ada.get(f"/api/programs/{user}")) == (404, "not_found")


async def test_a_program_is_asked_only_for_what_it_accepts(server: Running) -> None:
    user, _, robot = await robot_of(server)
    ada, ben = await server.guest(), await server.guest()
    offer = {"owner": "", "rulesets": ["usa"], "players": [2]}
    assert (await robot.http.put("/api/me/program/offer", json=offer)).status_code == 200
    path = f"/api/bots/{user}/challenge"
    assert code(await ada.post(path, {"ruleset": "europe", "seats": TWO})) == (409, "not_offered")
    assert code(await ada.post(path, {"ruleset": "usa", "seats": [*TWO, BOT]})) == (409, "not_offered")
    assert (await robot.get("/api/challenges")).json() == []
    async with robot.stream() as mine:
        asked = (await ada.post(path, {"ruleset": "usa", "seats": TWO})).json()
        assert (await until(mine, "challenge"))["challenge"] == asked
    place = f"/api/challenges/{asked['id']}"
    assert (await ada.get(place)).json() == (await robot.get(place)).json() == asked
    assert code(await ben.get(place)) == (404, "not_found")
    assert code(await ben.get("/api/challenges/unknown")) == (404, "not_found")
    assert (await robot.post(f"{place}/decline")).status_code == 200
    assert (await ada.get(place)).json()["state"] == "declined"


async def test_programs_are_online_while_they_act_or_have_a_stream(server: Running) -> None:
    user, _, robot = await robot_of(server)
    ada = await server.guest()

    async def online() -> bool:
        return bool((await ada.get(f"/api/programs/{user}")).json()["online"])

    presence = server.services.friends.presence
    assert not await online()
    await robot.get("/api/me")
    await presence.store()
    assert await online()


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
async def test_games_rate_programs_without_changing_the_ratings_of_people(
    tmp_path: Path, database: str
) -> None:
    async with running(tmp_path, database=database) as server:
        store = server.services.store
        await store_people(store, ["ada", "ben"])
        await store_people(store, ["robot", "rover"], program=True)
        at = store.timeline.now()
        people = [{"at": at - 9, "seats": [("ada", None), ("ben", None)]}]
        await store_games(store, people)
        guest = await server.guest()
        before = [(await page_of(guest, user))["ratings"] for user in ("ada", "ben")]
        assert all(before)
        against = [
            {"at": at - 8, "seats": [("robot", None), ("ada", None)]},
            {"at": at - 7, "seats": [("robot", None), ("rover", None)]},
            {"at": at - 6, "seats": [("rover", None), ("ben", None)], "clock": SLOW},
        ]
        await store_games(store, against)
        assert [(await page_of(guest, user))["ratings"] for user in ("ada", "ben")] == before

        [live] = (await page_of(guest, "robot"))["ratings"]
        assert (live["games"], live["wins"], live["place"], live["listed"]) == (2, 2, 1, 2)
        [lost, slow] = sorted((await page_of(guest, "rover"))["ratings"], key=lambda one: one["pace"])
        assert (lost["games"], lost["wins"], lost["place"]) == (1, 0, 2)
        assert (slow["pace"], slow["wins"], slow["place"], slow["listed"]) == ("slow", 1, 1, 1)
        assert live["rating"] > 1500 > lost["rating"]
        listed = {one["id"]: one for one in (await guest.get("/api/programs")).json()}
        assert {user: one["games"] for user, one in listed.items()} == {"robot": 2, "rover": 2}
        assert listed["robot"]["ratings"] == [live]
        ranked = (await guest.get("/api/rankings?ruleset=usa")).json()
        assert {one["player"] for one in ranked["lines"]} == {"ada", "ben"}
