"""Plans and hints by HTTP: who can get them and when, and that they are computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.server.harness import BOT, Guest, Running, code

import whistlestop as ws
from whistlestop.kinds import AnyHint, AnyPlan
from whistlestop.observation import Observation
from whistlestop.server.usecases.tables import advice
from whistlestop.server.usecases.tables.searching import Searching
from whistlestop.text.advice import Searched

if TYPE_CHECKING:
    from collections.abc import Callable

ASKED = ("plan", "hint")
WITH_BOT = [{"kind": "me"}, BOT]


async def made(
    guest: Guest, ruleset: str, seats: list[dict[str, str]], *, start: bool = True, **more: Any
) -> Any:
    body = {"ruleset": ruleset, "seats": seats, "start": start, **more}
    return (await guest.post("/api/tables", body)).json()


async def made_for_people(
    server: Running, ruleset: str, *, hints: bool = True, **more: Any
) -> tuple[Guest, Guest, str]:
    """Return two people in a game, with hints or without, and the table: no bot is about to act."""
    ada, bob = await server.guest(), await server.guest()
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = (await made(ada, ruleset, seats, start=False, hints=hints, **more))["id"]
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
        def count(seen: Observation, *how: Any) -> Any:
            asked.append(name)
            return honest(seen, *how)

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
    assert len(asked) <= 3  # the bot may have chosen in the meantime


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


# --------------------------------------------------------------------------------------------------- agreement


async def agree(guest: Guest, table: str, *, agrees: bool = True) -> Any:
    answer = await guest.post(f"/api/tables/{table}/hints", {"agrees": agrees})
    assert answer.status_code == 200, answer.text
    info = answer.json()
    return info["hints"], [seat["hints"] for seat in info["seats"]]


async def test_hints_take_the_agreement_of_all(server: Running) -> None:
    ada, bob, table = await made_for_people(server, "usa", hints=False)
    for guest in (ada, bob):
        assert code(await ask(guest, table, "hint")) == (403, "hints_off")
        assert (await ask(guest, table, "plan")).status_code == 200
    assert await agree(ada, table) == (False, [True, False])
    assert code(await ask(ada, table, "hint")) == (403, "hints_off")
    assert await agree(bob, table, agrees=False) == (False, [False, False])  # disagreeing cancels it
    assert await agree(bob, table) == (False, [False, True])
    assert await agree(ada, table) == (True, [True, True])
    for guest in (ada, bob):
        assert (await ask(guest, table, "hint")).status_code == 200
    assert (await agree(bob, table, agrees=False))[0]  # an agreement is final
    row = await server.services.store.table(table)
    assert row is not None
    assert row.hints


async def test_who_may_agree_and_when(server: Running) -> None:
    ada, bob, table = await made_for_people(server, "usa", hints=False)
    eve = await server.guest()
    body = {"agrees": True}
    assert code(await eve.post(f"/api/tables/{table}/hints", body)) == (403, "not_seated")
    waiting = (await made(ada, "usa", [{"kind": "me"}, {"kind": "open"}], start=False))["id"]
    assert code(await ada.post(f"/api/tables/{waiting}/hints", body)) == (409, "not_started")
    # A player whose bot has taken over is not asked.
    assert (await bob.post(f"/api/tables/{table}/resign", {})).status_code == 200
    assert await agree(ada, table) == (True, [True, False])


async def test_a_program_is_asked_as_a_person_is(server: Running) -> None:
    ada, bob, table = await made_for_people(server, "usa", hints=False)
    async with server.services.tables.use(table) as found:
        found.set_row(seats=(found.row.seats[0], msgspec.structs.replace(found.row.seats[1], program=True)))
    assert await agree(ada, table) == (False, [True, False])
    assert await agree(bob, table) == (True, [True, True])


async def test_several_people_on_one_device_agree_at_once(server: Running) -> None:
    ada = await server.guest()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
    table = (await made(ada, "usa", seats))["id"]
    assert code(await ask(ada, table, "hint")) == (403, "hints_off")
    assert await agree(ada, table) == (True, [True, True])
    assert (await ask(ada, table, "hint?seat=1")).status_code == 200


async def test_a_host_allows_hints_before_the_game(server: Running) -> None:
    ada, bob = await server.guest(), await server.guest()
    table = (await made(ada, "usa", [{"kind": "me"}, {"kind": "open"}], start=False))["id"]
    options = f"/api/tables/{table}/options"
    await bob.post(f"/api/tables/{table}/join", {"seat": None})
    assert code(await bob.post(options, {"hints": True})) == (403, "not_owner")
    for wanted in (True, False, True):
        assert (await ada.post(options, {"hints": wanted})).json()["hints"] == wanted
    await ada.post(f"/api/tables/{table}/start")
    assert (await ask(bob, table, "hint")).status_code == 200
    assert code(await ada.post(options, {"hints": False})) == (409, "already_started")


# ------------------------------------------------------------------------------------------------------ search


async def test_a_hint_is_what_was_found(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search from the seat's observation finds the hint; if it finds nothing in time, the hint is the planner's."""
    asked: list[bytes] = []

    async def advise(_self: Searching, seen: Observation) -> Searched | None:
        asked.append(seen.tobytes())
        if seen.seat == 0:
            return None
        by_plan = seen.ruleset.notation.number(seen.hint().action, seen.offer())
        return Searched(next(action for action in seen.legal_ids() if action != by_plan), 0.042)

    monkeypatch.setattr(advice, "is_compiled", lambda: True)
    monkeypatch.setattr(Searching, "advise", advise)
    ada, bob, table = await made_for_people(server, "usa")
    by_plan, found = (await ask(ada, table, "hint")).json(), (await ask(bob, table, "hint")).json()
    async with server.services.tables.use(table) as held:
        assert held.game is not None
        seen = [held.game.observe(seat) for seat in (0, 1)]
    assert asked == [observation.tobytes() for observation in seen]
    assert by_plan == msgspec.to_builtins(seen[0].hint())
    assert (by_plan["searched"], by_plan["instead"], by_plan["gain"]) == (False, None, None)
    assert (found["searched"], found["instead"], found["gain"]) == (True, seen[1].hint().action, 4)
    assert found["action"] in seen[1].legal()
    assert found["action"] != found["instead"]
