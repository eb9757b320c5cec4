"""Plans and hints by HTTP: who gets them and when, and that they cost once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.server.harness import BOT, Guest, Running, code

import whistlestop as ws
from whistlestop.kinds import AnyHint, AnyPlan
from whistlestop.observation import Observation

if TYPE_CHECKING:
    from collections.abc import Callable

ASKED = ("plan", "hint")
WITH_BOT = [{"kind": "me"}, BOT]


async def made(
    guest: Guest, ruleset: str, seats: list[dict[str, str]], *, start: bool = True, **more: Any
) -> Any:
    body = {"ruleset": ruleset, "seats": seats, "start": start, **more}
    return (await guest.post("/api/tables", body)).json()


async def made_for_people(server: Running, ruleset: str, **more: Any) -> tuple[Guest, Guest, str]:
    """Two people at a game, and the table: no bot is about to act."""
    ada, bob = await server.guest(), await server.guest()
    table = (await made(ada, ruleset, [{"kind": "me"}, {"kind": "open"}], start=False, **more))["id"]
    await bob.post(f"/api/tables/{table}/join", {"seat": None})
    await ada.post(f"/api/tables/{table}/start")
    return ada, bob, table


async def ask(guest: Guest, table: str, about: str) -> Any:
    return await guest.get(f"/api/tables/{table}/{about}")


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
async def test_plan_and_hint_of_a_seat(server: Running, ruleset: str) -> None:
    ada = await server.guest()
    table = (await made(ada, ruleset, WITH_BOT))["id"]
    view = (await ada.get(f"/api/tables/{table}/view")).json()["view"]
    answers = [(await ask(ada, table, about)) for about in ASKED]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert all(answer.headers["cache-control"] == "no-store" for answer in answers)
    plan, hint = (answer.json() for answer in answers)
    msgspec.convert(plan, AnyPlan, strict=True)
    msgspec.convert(hint, AnyHint, strict=True)
    assert plan["machine"] == hint["machine"] == view["machine"]
    assert {ticket["id"] for ticket in plan["tickets"]} == {ticket["id"] for ticket in view["offer"]}
    assert hint["action"] in view["legal"]
    body = {"id": "mine", "version": hint["version"], "action": hint["action"]}
    assert (await ada.post(f"/api/tables/{table}/commands", body)).status_code == 200


async def test_who_is_refused(server: Running) -> None:
    ada, eve = await server.guest(), await server.guest()
    info = await made(ada, "usa", WITH_BOT)
    for about in ASKED:
        assert code(await ask(eve, info["id"], about)) == (403, "not_seated")
        assert code(await ask(eve, info["watch"], about)) == (403, "watch_only")
        assert code(await ask(ada, info["watch"], about)) == (403, "watch_only")
        assert code(await ask(ada, "nothing", about)) == (404, "not_found")


async def test_before_a_game(server: Running) -> None:
    ada = await server.guest()
    table = (await made(ada, "usa", [{"kind": "me"}, {"kind": "open"}], start=False))["id"]
    for about in ASKED:
        assert code(await ask(ada, table, about)) == (409, "not_started")


async def test_whoever_owes_nothing_gets_a_plan_but_no_hint(server: Running) -> None:
    ada, bob, table = await made_for_people(server, "usa")
    view = (await ada.get(f"/api/tables/{table}/view")).json()["view"]
    body = {"id": "keep", "version": 0, "action": view["legal"][0]}
    assert (await ada.post(f"/api/tables/{table}/commands", body)).status_code == 200
    assert (await ask(ada, table, "plan")).json()["version"] == 1
    assert code(await ask(ada, table, "hint")) == (409, "not_your_turn")
    assert (await ask(bob, table, "hint")).status_code == 200


async def test_after_a_game(server: Running) -> None:
    ada, _, table = await made_for_people(server, "switzerland")
    async with server.services.tables.use(table) as found:
        over = ws.Game.from_position({"ruleset": "switzerland", "players": [{}, {}], "phase": "over"})
        assert found.views is not None
        found.views.game = over
        for about in ASKED:
            assert code(await ask(ada, table, about)) == (409, "game_over")


async def test_asking_twice_costs_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(honest: Callable[[Observation, bool], Any], name: str) -> Callable[..., Any]:
        def count(seen: Observation, look: bool = False) -> Any:
            asked.append(name)
            return honest(seen, look)

        return count

    for name in ASKED:
        monkeypatch.setattr(Observation, name, counted(getattr(Observation, name), name))
    ada = await server.guest()
    table = (await made(ada, "usa", WITH_BOT))["id"]
    for about in ASKED:
        first, again = await ask(ada, table, about), await ask(ada, table, about)
        if first.json()["version"] == again.json()["version"]:
            assert first.content == again.content
    assert sorted(set(asked)) == sorted(ASKED)
    assert len(asked) <= 3  # the bot may have chosen meanwhile


async def test_what_fails_is_tried_again(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await server.guest()
    table = (await made(ada, "usa", WITH_BOT))["id"]
    with monkeypatch.context() as patch:
        patch.setattr(Observation, "plan", lambda *_: 1 / 0)
        assert code(await ask(ada, table, "plan")) == (500, "internal")
    assert (await ask(ada, table, "plan")).status_code == 200


async def test_a_stack_that_may_be_looked_at_counts(server: Running) -> None:  # CARD-22
    for look in (False, True):
        ada, _, table = await made_for_people(server, "card_game", look=look)
        position = {
            "ruleset": "card_game",
            "players": [{"stack": {"red": 3}, "tickets": ["dallas-los_angeles"]}, {}],
        }
        async with server.services.tables.use(table) as found:
            assert found.views is not None
            found.views.game = ws.Game.from_position(position)
            found.set_row(look=look)
            assert (await ask(ada, table, "plan")).json()["stack_known"] == look
            reasons = (await ask(ada, table, "hint")).json()["reasons"]
            assert ("stack_unknown" in {reason["reason"] for reason in reasons}) == (not look)
