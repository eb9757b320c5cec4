"""Accounts: a guest becomes one in place, signs in on another device, and is protected by a password."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import (
    BOT,
    TWO_PEOPLE,
    Running,
    code,
    running,
)
from tests.server.people import PASSWORD, Clock, account, done, ended, me, sign_in, sign_up

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.usecases.accounts.accounts import DAY, PROOF
from whistlestop.server.usecases.accounts.passwords import check_password

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Guest


async def test_a_guest_becomes_an_account_in_place(server: Running) -> None:
    ada = await server.guest()
    assert code(await ada.get("/api/account")) == (403, "no_account")
    table = await ada.table([{"kind": "me"}, BOT], start=True)
    before, old = (await me(ada))["id"], dict(ada.http.cookies)
    socket = await ada.sit(table)
    signed = await sign_up(ada, "Ada")
    assert signed == {
        "id": before,
        "name": "Ada",
        "account": True,
        "program": False,
        "signed_out": False,
        "warning": None,
        "moderator": False,
    }
    await ended(socket)
    assert ada.http.cookies["whistlestop"].startswith("!")
    assert (await ada.get(f"/api/tables/{table}")).json()["you"] == 0
    assert (await (await ada.sit(table)).command("draw"))["type"] in {"ack", "refused"}
    shown = await account(ada)
    assert (shown["name"], shown["email"], shown["password"]) == ("Ada", None, True)
    assert [one["here"] for one in shown["sessions"]] == [True]
    # the guest's old cookie is worthless, because others may have copied it
    ada.http.cookies.clear()
    ada.http.cookies.update(old)
    assert (await me(ada))["id"] != before


async def test_the_same_person_on_another_device(server: Running) -> None:
    ada, phone = await server.guest(), await server.guest()
    table = await ada.table([{"kind": "me"}, BOT])
    account_id = (await sign_up(ada, "Ada Č."))["id"]
    for called in ("Ada Č.", " ada c", "ADA C."):
        assert (await sign_in(phone, called))["id"] == account_id
    assert [one["id"] for one in (await phone.get("/api/tables")).json()] == [table]
    assert (
        len((await account(phone))["sessions"]) == 2
    )  # the phone's older sessions ended when it signed in again
    await done(phone, "DELETE", "/api/session")
    assert (await me(phone))["id"] != account_id
    assert code(await phone.get("/api/account")) == (403, "no_account")
    assert (await me(ada))["id"] == account_id


async def test_what_a_guest_has_comes_along(server: Running) -> None:
    """If both have seats at one table, the account keeps its seat, and a bot takes over the guest's."""
    ada, guest, ben = await server.guest(), await server.guest(), await server.guest()
    account_id = (await sign_up(ada, "Ada"))["id"]
    own = await guest.table(TWO_PEOPLE)
    both = await ada.table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    for one in (guest, ben):
        assert (await one.post(f"/api/tables/{both}/join")).status_code == 200
    assert (await ada.post(f"/api/tables/{both}/start")).status_code == 200
    waiting = await ben.table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    for one in (guest, ada):
        assert (await one.post(f"/api/tables/{waiting}/join")).status_code == 200
    watcher = await ben.sit(both)
    await sign_in(guest, "Ada")
    tables = {one["id"]: one for one in (await guest.get("/api/tables")).json()}
    assert set(tables) == {own, both, waiting}
    assert (tables[own]["you"], tables[own]["owner"]) == (0, account_id)
    assert tables[both]["you"] == 0
    left = tables[both]["seats"][1]
    assert (left["kind"], left["name"], left["bot"]) == ("person", None, "planner")
    assert [seat["kind"] for seat in tables[waiting]["seats"]] == ["person", "open", "person"]
    while (await watcher.until("table", "hello"))["table"]["seats"][1]["name"] is not None:
        pass


async def test_names_of_accounts_are_nobody_elses(server: Running) -> None:
    ada, eve = await server.guest(), await server.guest()
    await sign_up(ada, "Pavel")
    for taken in ("Pavel", "pavel", "P a v e l", "Pável", "Pave1"):
        body = {"name": taken, "password": PASSWORD}
        assert code(await eve.post("/api/account", body)) == (409, "name_taken"), taken
        assert code(await eve.http.patch("/api/me", json={"name": taken})) == (409, "name_taken"), taken
    for reserved in ("Admin", "planner", "P\u0430vlina"):
        body = {"name": reserved, "password": PASSWORD}
        assert code(await eve.post("/api/account", body)) == (400, "name_reserved"), reserved
    assert code(await eve.post("/api/account", {"name": "???", "password": PASSWORD})) == (400, "bad_request")
    assert code(await eve.post("/api/account", {"name": "Eve"})) == (400, "bad_request")
    await sign_up(eve, "Eve")
    assert code(await eve.http.patch("/api/me", json={"name": "Pavel"})) == (409, "name_taken")
    assert (await eve.http.patch("/api/me", json={"name": "Evelyn"})).json()["name"] == "Evelyn"
    assert (await sign_in(await server.guest(), "evelyn"))["name"] == "Evelyn"


async def test_names_around_one_device_are_like_all_others(server: Running) -> None:
    ada, eve = await server.guest(), await server.guest()
    await sign_up(ada, "Pavel")

    async def sits(guest: Guest, name: str) -> Any:
        seats = [{"kind": "me", "name": "Eve"}, {"kind": "me", "name": name}]
        return await guest.post("/api/tables", {"ruleset": "usa", "seats": seats, "start": True})

    for name, refused in {
        "Pável": (409, "name_taken"),
        "\u202eabc": (400, "bad_request"),
        "a\0": (400, "bad_request"),
        "Planner": (400, "name_reserved"),
        "Admin": (400, "name_reserved"),
    }.items():
        assert code(await sits(eve, name)) == refused, name
    assert (await eve.get("/api/tables")).json() == []
    for guest, name, shown in ((ada, "Pavel", "Pavel"), (eve, "B\ne\tn", "B e n")):
        made = (await sits(guest, name)).json()
        assert [seat["name"] for seat in made["seats"]] == ["Eve", shown]
        assert [seat["player"] for seat in made["seats"]] == [None, None]  # has no page


def test_passwords() -> None:
    for good in (
        "kXq9-2vd",
        "korektní kůň baterie",
        "x" * 40 + "yz" * 40,
        "🚂🚃🚃🚃🚃🚃🚃!",
        " spaces stay ",
    ):
        check_password(good, "Ada")
    for bad in ("", "short", "x" * 129):
        with pytest.raises(Refusal, match="8 to 128"):
            check_password(bad, "Ada")
    for bad in (
        *("password", "Password1!", "12345678", "qwertyui", "aaaaaaaa", "abababab", "Adalbert1", "heslo1234"),
        *("Whistlestop", "whistlestop1", "poiuytrewq", "\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44"),
    ):
        with pytest.raises(Refusal, match="easy to guess"):
            check_password(bad, "Adalbert")


async def test_wrong_passwords(tmp_path: Path) -> None:
    async with running(tmp_path, sign_in_rate=0.1) as server:
        ada, eve = await server.guest(), await server.guest()
        await sign_up(ada, "Ada")
        for name in ("Ada", "nobody of this name", "ada@example.org"):
            wrong = {"name": name, "password": "not the password"}
            assert code(await eve.post("/api/session", wrong)) == (403, "credentials")
        wrong = {"name": "Ada", "password": "not the password"}
        answers = [code(await eve.post("/api/session", wrong)) for _ in range(10)]
        assert answers[-1] == (429, "rate_limited")
        # other requests are not blocked by it
        assert code(await eve.post("/api/session", {**wrong, "name": "Ben"})) == (403, "credentials")


async def test_sessions_end(server: Running) -> None:
    ada, phone, tablet = await server.guest(), await server.guest(), await server.guest()
    await sign_up(ada, "Ada")
    for one in (phone, tablet):
        await sign_in(one, "Ada")
    table = await ada.table([{"kind": "me"}, BOT])
    sockets = [await one.sit(table) for one in (ada, phone, tablet)]
    shown = (await account(phone))["sessions"]
    there = next(one["id"] for one in (await account(tablet))["sessions"] if one["here"])
    assert len(shown) == 3
    await done(phone, "DELETE", f"/api/sessions/{there}")
    await ended(sockets[2])
    # The browser does not become a new guest without notice; the notice appears once.
    assert [(await me(tablet))[what] for what in ("signed_out", "signed_out")] == [True, False]
    assert not (await me(await server.guest()))["signed_out"]
    assert code(await tablet.get("/api/account")) == (403, "no_account")
    await done(phone, "DELETE", "/api/sessions")
    await ended(sockets[0])
    assert len((await account(phone))["sessions"]) == 1
    await sockets[1].settle()
    # users cannot end others' sessions
    await done(tablet, "GET", "/api/me")
    await sign_up(tablet, "Ben")
    own = next(one["id"] for one in (await account(phone))["sessions"])
    await done(tablet, "DELETE", f"/api/sessions/{own}")
    assert len((await account(phone))["sessions"]) == 1


async def test_sessions_come_to_their_end(server: Running) -> None:
    ada, phone = await server.guest(), await server.guest()
    await sign_up(ada, "Ada")
    clock = Clock(server)
    await sign_in(phone, "Ada")
    socket = await phone.sit(await phone.table([{"kind": "me"}, BOT]))
    for _ in range(6):  # active users stay signed in, for a year
        clock.at += 58 * DAY
        assert (await me(ada))["account"]
    assert not (await me(phone))["account"]  # inactive ones are signed out
    await server.services.accounts.check_connections()
    await ended(socket)
    clock.at += 20 * DAY
    assert not (await me(ada))["account"]


async def test_a_password_is_changed_by_its_owner(server: Running) -> None:
    ada, phone = await server.guest(), await server.guest()
    await sign_up(ada, "Ada")
    await sign_in(phone, "Ada")
    clock = Clock(server)
    clock.at += PROOF + 1
    new = {"password": "nine grey wolves"}
    for method, path, body in (
        ("PUT", "/api/account/password", new),
        ("PUT", "/api/account/email", {"email": None}),
        ("POST", "/api/account/passkeys", {"name": "key", "passkey": {}}),
        ("DELETE", "/api/account/passkeys/x", None),
        ("DELETE", "/api/account", None),
    ):
        assert code(await ada.http.request(method, path, json=body)) == (403, "prove"), path
    wrong = {"password": "nine grey wolves"}
    assert code(await ada.post("/api/session/proof", wrong)) == (403, "credentials")
    secret = ada.http.cookies["whistlestop"]
    await done(ada, "POST", "/api/session/proof", {"password": PASSWORD})
    assert ada.http.cookies["whistlestop"] != secret
    assert code(await ada.http.put("/api/account/password", json={"password": "12345678"})) == (
        400,
        "password_common",
    )
    secret = ada.http.cookies["whistlestop"]
    assert len((await done(ada, "PUT", "/api/account/password", new)).json()["sessions"]) == 1
    assert ada.http.cookies["whistlestop"] != secret
    assert not (await me(phone))["account"]
    assert code(await phone.post("/api/session", {"name": "Ada", "password": PASSWORD}))[0] == 403
    await sign_in(await server.guest(), "Ada", "nine grey wolves")


async def test_a_hash_is_made_anew_when_its_parameters_are_old(server: Running) -> None:
    from argon2 import PasswordHasher

    ada = await server.guest()
    user = (await sign_up(ada, "Ada"))["id"]
    kept = server.services.accounts.kept
    found = await kept.account(user)
    assert found is not None
    old = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD)
    await kept.set_password(user, old, before=found.password)
    await sign_in(await server.guest(), "Ada")
    found = await kept.account(user)
    assert found is not None
    assert "m=47104" in (found.password or "")
    await sign_in(await server.guest(), "Ada")
