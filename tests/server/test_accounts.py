"""Accounts: a guest becomes one in place, comes back on another device, and takes everything along or away."""

from __future__ import annotations

import asyncio
import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Column, ForeignKey, Integer, String, Table, UniqueConstraint, insert, select
from tests.server.authenticator import Authenticator
from tests.server.harness import (
    BOT,
    TWO_PEOPLE,
    Guest,
    Running,
    Socket,
    code,
    play_on,
    running,
    seated,
    two_seats,
)
from tests.server.smtp import Sink, smtp_sink
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

import whistlestop as ws
from whistlestop.cli.app import app
from whistlestop.server.accounts import accounts as accounts_module
from whistlestop.server.accounts.accounts import DAY, PROOF
from whistlestop.server.accounts.identity import Identity
from whistlestop.server.accounts.leaving import forget, merge
from whistlestop.server.accounts.passwords import check_password
from whistlestop.server.refusals import Refusal
from whistlestop.server.settings import Settings
from whistlestop.server.store import schema
from whistlestop.server.store.rows import now
from whistlestop.server.store.store import Store
from whistlestop.server.web.names import skeleton

if TYPE_CHECKING:
    from pathlib import Path

    import httpx
    from sqlalchemy.ext.asyncio import AsyncConnection

PASSWORD = "seven brown bears"


async def done(guest: Guest, method: str, path: str, body: object = None) -> httpx.Response:
    """Send a request that succeeds, and take over the cookies and the token that it gives."""
    answer = await guest.http.request(method, path, json=body)
    assert answer.is_success, answer.text
    guest.http.headers["x-csrftoken"] = guest.http.cookies["csrftoken"]
    return answer


async def sign_up(guest: Guest, name: str, password: str = PASSWORD) -> dict[str, Any]:
    answer = await done(guest, "POST", "/api/account", {"name": name, "password": password})
    me: dict[str, Any] = answer.json()
    return me


async def sign_in(guest: Guest, name: str, password: str = PASSWORD) -> dict[str, Any]:
    me: dict[str, Any] = (
        await done(guest, "POST", "/api/session", {"name": name, "password": password})
    ).json()
    return me


async def account(guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get("/api/account")).json()
    return found


async def me(guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get("/api/me")).json()
    return found


class Clock:
    """The time of all accounts of a test."""

    def __init__(self, server: Running) -> None:
        self.at = now()
        server.services.accounts.now = lambda: self.at
        server.services.accounts.passkeys._now = lambda: self.at


async def test_a_guest_becomes_an_account_in_place(server: Running) -> None:
    ada = await server.guest()
    assert code(await ada.get("/api/account")) == (403, "no_account")
    table = await ada.table([{"kind": "me"}, BOT], start=True)
    before, old = (await me(ada))["id"], dict(ada.http.cookies)
    socket = await ada.sit(table)
    signed = await sign_up(ada, "Ada")
    assert signed == {"id": before, "name": "Ada", "account": True, "program": False}
    await ended(socket)
    assert ada.http.cookies["whistlestop"].startswith("!")
    assert (await ada.get(f"/api/tables/{table}")).json()["you"] == 0
    assert (await (await ada.sit(table)).command("draw"))["type"] in {"ack", "refused"}
    shown = await account(ada)
    assert (shown["name"], shown["email"], shown["password"]) == ("Ada", None, True)
    assert [one["here"] for one in shown["sessions"]] == [True]
    # what the guest's cookie was worth, it is worth no more: somebody may have kept it
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
    )  # the phone's older ones ended when it signed in again
    await done(phone, "DELETE", "/api/session")
    assert (await me(phone))["id"] != account_id
    assert code(await phone.get("/api/account")) == (403, "no_account")
    assert (await me(ada))["id"] == account_id


async def test_what_a_guest_has_comes_along(server: Running) -> None:
    """Where both sit at one table the account keeps its seat, and a bot plays on for the guest's."""
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


@given(st.text(min_size=1, max_size=24))
@settings(max_examples=200, deadline=None)
def test_a_skeleton_is_its_own(name: str) -> None:
    bare = skeleton(name)
    assert skeleton(bare) == bare
    assert skeleton(f" {name.upper().lower()}") == skeleton(name.upper().lower())
    assert len(bare) <= 64


def test_what_looks_alike_is_one() -> None:
    alike = ("coco", "COCO", "C\u00f4c\u00f3", "\u0421\u043e\u0441\u043e", "c0c0", "\uff43oc-o")
    assert {skeleton(name) for name in alike} == {"coco"}
    assert skeleton("Lilly") == skeleton("1i11y")
    assert skeleton("Modern") == skeleton("Modem")
    assert len({skeleton(name) for name in ("Ada", "Ida", "Eda", "Adam", "\u0410\u0434\u0430")}) == 5


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
        with pytest.raises(Refusal, match="first that others"):
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
        # others are not kept waiting by it
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
    assert code(await tablet.get("/api/account")) == (403, "no_account")
    await done(phone, "DELETE", "/api/sessions")
    await ended(sockets[0])
    assert len((await account(phone))["sessions"]) == 1
    await sockets[1].settle()
    # nobody ends those of others
    await done(tablet, "GET", "/api/me")
    await sign_up(tablet, "Ben")
    own = next(one["id"] for one in (await account(phone))["sessions"])
    await done(tablet, "DELETE", f"/api/sessions/{own}")
    assert len((await account(phone))["sessions"]) == 1


async def ended(socket: Socket) -> None:
    """Read what a socket still sends until it is closed because its session is over."""
    try:
        while True:
            await socket.receive()
    except ConnectionClosed as closed:
        rcvd = closed.rcvd
    assert rcvd is not None
    assert rcvd.code == 4401


async def test_sessions_come_to_their_end(server: Running) -> None:
    ada, phone = await server.guest(), await server.guest()
    await sign_up(ada, "Ada")
    clock = Clock(server)
    await sign_in(phone, "Ada")
    socket = await phone.sit(await phone.table([{"kind": "me"}, BOT]))
    for _ in range(6):  # whoever comes back stays signed in, for a year
        clock.at += 58 * DAY
        assert (await me(ada))["account"]
    assert not (await me(phone))["account"]  # who does not come back is signed out
    await server.services.accounts.check_doors()
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


# ------------------------------------------------------------------------------------------------------ e-mail


async def linked(sink: Sink, page: str) -> str:
    """What stands in the link of the next e-mail."""
    found = re.search(rf"https://play\.example\.org/{page}#(\S+)", (await sink.mail()).get_content())
    assert found is not None
    return found[1]


async def test_recovery_by_email(tmp_path: Path) -> None:
    async with (
        smtp_sink() as sink,
        running(tmp_path, public_url="https://play.example.org", **sink.settings) as server,
    ):
        ada, eve = await server.guest(), await server.guest()
        for one in (ada, eve):  # cookies are Secure here, and this client believes it
            one.http.headers["cookie"] = one.cookie
        ada_id = (await ada.post("/api/account", {"name": "Ada", "password": PASSWORD})).json()["id"]
        accounts = server.services.accounts
        session = (await accounts.kept.sessions(ada_id, now()))[0]
        who = Identity(ada_id, session)
        await accounts.change_email(who, "Ada@Example.org", "cs")
        mail = await sink.mail()
        assert mail["Subject"] == "Potvrď svou e-mailovou adresu"
        assert mail["To"] == "ada@example.org"
        token = mail.get_content().partition("verify#")[2].split()[0]
        assert (await accounts.account(who)).email is None  # not before it was confirmed
        assert (await eve.post("/api/account/recover", {"email": "ada@example.org"})).status_code == 201
        assert code(await eve.post("/api/account/verify", {"token": "wrong"})) == (410, "link")
        assert (await eve.post("/api/account/verify", {"token": token})).status_code == 201
        assert code(await eve.post("/api/account/verify", {"token": token})) == (410, "link")
        assert (await accounts.account(who)).email == "ada@example.org"

        known = await eve.post("/api/account/recover", {"email": "ADA@example.org", "language": "hu"})
        unknown = await eve.post("/api/account/recover", {"email": "nobody@example.org"})
        assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
        token = await linked(sink, "recover")
        weak = {"token": token, "password": "password1"}
        assert code(await eve.post("/api/account/reset", weak)) == (400, "password_common")
        answer = await eve.post("/api/account/reset", {"token": token, "password": "nine grey wolves"})
        assert answer.json()["id"] == ada_id
        cookies = answer.headers.get_list("set-cookie")
        assert cookies[0].startswith("__Host-whistlestop=!")
        assert all("Secure" in line for line in cookies)
        assert (await sink.mail())["Subject"] == "Tvé heslo bylo změněno"
        assert len(await accounts.kept.sessions(ada_id, now())) == 1
        again = {"token": token, "password": "ten white geese"}
        assert code(await eve.post("/api/account/reset", again)) == (410, "link")
        # a link is good for an hour, and for the newest e-mail only
        for late in (True, False):
            accounts.recover("ada@example.org", "en")
            token = await linked(sink, "recover")
            if late:
                clock = Clock(server)
                clock.at += accounts_module.HOUR
            else:
                accounts.recover("ada@example.org", "en")
                await linked(sink, "recover")
            stale = {"token": token, "password": "ten white geese"}
            assert code(await eve.post("/api/account/reset", stale)) == (410, "link")
        assert sink.empty


async def test_an_address_belongs_to_one_account(tmp_path: Path) -> None:
    async with smtp_sink() as sink, running(tmp_path, **sink.settings) as server:
        ada = await server.guest()
        await sign_up(ada, "Ada")
        refused = await ada.http.put("/api/account/email", json={"email": "ada@example.org"})
        assert code(refused) == (409, "no_mail")  # no link may begin with what a request says
        for bad in (
            "ada",
            "a b@c.org",
            "a@b@c.org",
            "ada@example.org\nBcc: x@y.org",
            "@c.org",
            "a@.",
            "é@é.cz",
        ):
            assert code(await ada.post("/api/account/recover", {"email": bad}))[0] == 400
        assert code(await ada.post("/api/account/recover", {"email": "a@b.org"})) == (409, "no_mail")
        kept = server.services.accounts.kept
        ben = await server.guest()
        first, second = (await me(ada))["id"], (await sign_up(ben, "Ben"))["id"]
        await kept.set_email(first, "ada@example.org")
        assert (await sign_in(await server.guest(), "ADA@example.org"))["id"] == first
        accounts = server.services.accounts
        token = "t" * 43
        await kept.add_link(accounts._link(token, "verify", second, "ada@example.org"), now())
        assert code(await ben.post("/api/account/verify", {"token": token})) == (409, "email_taken")


# ---------------------------------------------------------------------------------------------------- passkeys


def key_for(server: Running) -> Authenticator:
    return Authenticator(server.base.replace("127.0.0.1", "localhost"), "localhost")


async def locally(server: Running) -> Guest:
    """A guest who came by the name that passkeys need."""
    guest = await server.guest()
    guest.http.headers["host"] = server.base.removeprefix("http://").replace("127.0.0.1", "localhost")
    return guest


async def test_passkeys(server: Running) -> None:
    ada = await locally(server)
    key, spare = key_for(server), key_for(server)
    options = (await done(ada, "POST", "/api/account/passkeys/options")).json()
    assert options["rp"]["id"] == "localhost"
    assert await server.services.store.user_name((await me(ada))["id"]) is None  # who only asks is not kept
    signed = await done(ada, "POST", "/api/account", {"name": "Ada", "passkey": key.make(options)})
    ada_id = signed.json()["id"]
    assert not (await account(ada))["password"]
    only = (await account(ada))["passkeys"][0]["id"]
    assert code(await ada.http.delete(f"/api/account/passkeys/{only}")) == (409, "last_key")
    options = (await done(ada, "POST", "/api/account/passkeys/options")).json()
    assert [one["id"] for one in options["excludeCredentials"]] == [only]
    shown = await done(
        ada, "POST", "/api/account/passkeys", {"name": "Spare", "passkey": spare.make(options)}
    )
    assert [one["name"] for one in shown.json()["passkeys"]][1] == "Spare"
    second = shown.json()["passkeys"][1]["id"]
    await done(ada, "PATCH", f"/api/account/passkeys/{second}", {"name": "In the drawer"})

    phone = await locally(server)
    options = (await done(phone, "POST", "/api/session/passkey/options")).json()
    answer = key.use(options)
    assert (await done(phone, "POST", "/api/session/passkey", {"passkey": answer})).json()["id"] == ada_id
    assert [one["used"] is not None for one in (await account(phone))["passkeys"]] == [True, False]
    await done(phone, "DELETE", f"/api/account/passkeys/{second}")
    assert len((await account(phone))["passkeys"]) == 1

    clock = Clock(server)
    clock.at += PROOF + 1
    assert code(await phone.http.delete("/api/account")) == (403, "prove")
    options = (await done(phone, "POST", "/api/session/passkey/options")).json()
    await done(phone, "POST", "/api/session/proof", {"passkey": key.use(options)})
    await done(phone, "DELETE", "/api/account")


async def test_answers_that_are_not_taken(server: Running) -> None:
    ada, eve = await locally(server), await locally(server)
    key = key_for(server)
    options = (await done(ada, "POST", "/api/account/passkeys/options")).json()
    made = key.make(options)
    body = {"name": "Eve", "passkey": made}
    assert code(await eve.post("/api/account", body)) == (400, "passkey")  # it was asked of somebody else
    await done(ada, "POST", "/api/account", {"name": "Ada", "passkey": made})
    assert code(await ada.post("/api/account/passkeys", {"name": "k", "passkey": made})) == (400, "passkey")

    async def tried(answer: dict[str, Any]) -> tuple[int, str]:
        return code(await eve.post("/api/session/passkey", {"passkey": answer}))

    async def asked() -> dict[str, Any]:
        options: dict[str, Any] = (await eve.post("/api/session/passkey/options")).json()
        return options

    stranger = key_for(server)
    assert await tried(stranger.use(await asked())) == (400, "passkey")
    stranger.id = key.id
    assert await tried(stranger.use(await asked())) == (400, "passkey")
    for wrong in ("https://evil.example", server.base):
        key.origin, kept = wrong, key.origin
        assert await tried(key.use(await asked())) == (400, "passkey")
        key.origin = kept
    assert await tried(key.use({"challenge": "made-up"})) == (400, "passkey")
    for broken in ({}, {"id": 7}, {"id": key.use(await asked())["id"], "response": []}, {"id": "é" * 5000}):
        assert await tried(broken) == (400, "passkey")
    options = await asked()
    first = key.use(options)
    clock = Clock(server)
    clock.at += 6 * 60 * 1000
    assert await tried(first) == (400, "passkey")  # too late
    clock.at = now()
    tom = await locally(server)
    options = (await tom.post("/api/session/passkey/options")).json()
    answer, cookies, token = key.use(options), dict(tom.http.cookies), tom.http.headers["x-csrftoken"]
    await done(tom, "POST", "/api/session/passkey", {"passkey": answer})
    tom.http.cookies.clear()
    tom.http.cookies.update(cookies)
    tom.http.headers["x-csrftoken"] = token
    assert code(await tom.post("/api/session/passkey", {"passkey": answer})) == (400, "passkey")  # once only


async def test_nothing_that_is_sent_breaks_anything(server: Running) -> None:
    ada = await locally(server)
    deep: Any = "x"
    for _ in range(200):
        deep = [deep]
    nasty: list[Any] = [None, "", "x", "\x00", "é" * 90, "a@b.cz", "\u202e", -1, 1e308, True, [], {}, deep]
    odd = nasty[:12]
    nasty += [{"id": one, "rawId": one, "type": "public-key", "response": two} for one in odd for two in odd]
    nasty += [{"id": "x", "response": {"clientDataJSON": one, "attestationObject": one}} for one in odd]
    rng = random.Random(11)
    paths = [
        "session",
        "session/passkey",
        "session/proof",
        "account/passkeys",
        "account/recover",
        "account/reset",
    ]
    for number in range(300):
        path = rng.choice([*paths, "account/verify", "account"])
        fields = rng.sample(["name", "password", "passkey", "email", "token", "language"], 2)
        if number % 2:
            fields = {"account": ["name", "passkey"], "session": ["name", "password"]}.get(path, fields[:1])
        body = {field: rng.choice(nasty) for field in fields}
        answer = await ada.post(f"/api/{path}", body)
        assert 400 <= answer.status_code < 500, (path, body, answer.text)
    for method, path in (
        ("PUT", "email"),
        ("PUT", "password"),
        ("PATCH", "passkeys/x"),
        ("DELETE", "passkeys/%00"),
    ):
        assert (await ada.http.request(method, f"/api/account/{path}", json={})).status_code < 500


# -------------------------------------------------------------------------------------------- taking along, leaving


async def test_export_tells_all_of_oneself_and_nothing_else(server: Running) -> None:
    over, guests, _ = await seated(server, finished())
    ada = guests[0]
    me_id = (await me(ada))["id"]
    playing = await ada.table([{"kind": "me"}, BOT], start=True)
    await sign_up(ada, "Ada")
    told = await ada.get("/api/account/export")
    assert told.headers["content-disposition"].startswith("attachment")
    found = told.json()
    assert (found["id"], found["account"]["name"]) == (me_id, "Ada")
    tables = {one["id"]: one for one in found["tables"]}
    record = (await ada.get(f"/api/tables/{over}/record")).json()
    assert tables[playing]["record"] is None
    assert "seed" not in json.dumps(tables[playing])
    if tables[over]["state"] == "over":
        assert tables[over]["record"] == record
    assert PASSWORD not in told.text
    assert "argon2" not in told.text
    assert (await (await server.guest()).get("/api/account/export")).json()["account"] is None


def finished() -> ws.Game:
    """A game that is over but for its last actions."""
    rng = random.Random(5)
    game = ws.Game.new("switzerland", players=2, seed=5)
    while True:
        after = game.copy()
        seat = after.to_act[0]
        after.play(rng.choice(after.legal(seat)), seat)
        if after.over:
            return game
        game = after


async def test_an_account_is_deleted(server: Running) -> None:
    table, ada, ben, _, watching = await two_seats(server)
    ada_id = (await sign_up(ada, "Ada"))["id"]
    socket = await ada.sit(table)
    waiting = await ada.table(TWO_PEOPLE)
    assert (await ben.post(f"/api/tables/{waiting}/join")).status_code == 200
    alone = await ada.table(TWO_PEOPLE)
    await done(ada, "DELETE", "/api/account")
    await ended(socket)
    assert (await me(ada))["id"] != ada_id
    assert code(await ada.post("/api/session", {"name": "Ada", "password": PASSWORD})) == (403, "credentials")
    shown = (await ben.get(f"/api/tables/{table}")).json()
    assert [(seat["bot"], seat["name"] is None) for seat in shown["seats"]] == [
        ("planner", True),
        (None, False),
    ]
    assert shown["owner"] == (await me(ben))["id"]
    shown = (await ben.get(f"/api/tables/{waiting}")).json()
    assert [seat["kind"] for seat in shown["seats"]] == ["open", "person"]
    assert shown["owner"] == (await me(ben))["id"]
    assert (await ben.get(f"/api/tables/{alone}")).json()["owner"] == "nobody"
    async with asyncio.timeout(10):  # the bot plays on
        while not watching.view or "1" not in str(watching.view["to_act"]) or watching.view["version"] < 1:
            await watching.receive()
    await sign_up(await server.guest(), "Ada")


async def test_a_finished_game_keeps_a_nameless_seat(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, guests, sockets = await seated(server, ws.Game.new("switzerland", players=2, seed=5))
        await play_on(dict(enumerate(sockets)), random.Random(3))
        record = (await guests[1].get(f"/api/tables/{table}/record")).content
        await done(guests[0], "DELETE", "/api/account")
        shown = (await guests[1].get(f"/api/tables/{table}")).json()
        assert [(seat["kind"], seat["name"] is None) for seat in shown["seats"]] == [
            ("person", True),
            ("person", False),
        ]
        assert (await guests[1].get(f"/api/tables/{table}/record")).content == record


async def test_keys_are_changed(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada, ben = await server.guest(), await server.guest()
        ada_id, old = (await me(ada))["id"], ada.http.cookies["whistlestop"]
        await sign_up(ben, "Ben")
        database = str(tmp_path / "test.db")
        done_ = await asyncio.to_thread(
            CliRunner().invoke, app, ["admin", "rotate-keys", "--database", database]
        )
        assert done_.exit_code == 0, done_.output
        await server.services._read_keys()
        assert (await me(ada))["id"] == ada_id
        assert ada.http.cookies["whistlestop"] != old  # the browser has one with the new key now
        ada.http.headers["x-csrftoken"] = ada.http.cookies["csrftoken"]
        await ada.table(TWO_PEOPLE)
        again = ["admin", "rotate-keys", "--keep", "0", "--database", database]
        assert (await asyncio.to_thread(CliRunner().invoke, app, again)).exit_code == 0
        await server.services._read_keys()
        assert (await me(ada))["id"] != ada_id
        assert (await me(ben))["name"] == "Ben"
        held = dict(ben.http.cookies)
    async with running(tmp_path) as server:
        assert len(server.services.guests.keys) == 1
        again_there = await server.guest()
        again_there.http.cookies.clear()
        again_there.http.cookies.update(held)
        assert (await me(again_there))["name"] == "Ben"  # a session is there after a restart


async def test_a_site_that_gets_tls_keeps_its_guests(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        ada_id, cookie = (await me(ada))["id"], ada.http.cookies["whistlestop"]
    async with running(tmp_path, public_url="https://play.example.org") as server:
        answer = await (await server.guest()).get("/api/me", headers={"cookie": f"whistlestop={cookie}"})
        assert answer.json()["id"] == ada_id
        lines = answer.headers.get_list("set-cookie")
        assert lines[0].startswith(f"__Host-whistlestop={cookie}; HttpOnly; Path=/; ")
        assert any(line.startswith("whistlestop=; ") and "Max-Age=0" in line for line in lines)


async def test_rows_of_other_tables_follow_their_user(tmp_path: Path) -> None:
    """By their shape: what there may be once stays that of the account, the rest goes over; or all of it goes."""
    metadata = schema.metadata

    def named(name: str, **options: Any) -> Column[Any]:
        return Column(name, String(32), ForeignKey("users.id"), **options)

    prizes = Table("prizes", metadata, Column("id", Integer, primary_key=True), named("by"))
    marks = Table("marks", metadata, named("user", primary_key=True), Column("mark", Integer))
    once = UniqueConstraint("user", "word")
    words = Table("words", metadata, named("user", nullable=False), Column("word", String(9)), once)
    store = Store(Settings(database=str(tmp_path / "test.db")).database_url)
    try:
        await store.open()
        for name in ("ada", "guest", "ben"):
            await store.name_user(name, name)

        async def fill(connection: AsyncConnection) -> None:
            await connection.run_sync(lambda plain: metadata.create_all(plain, [prizes, marks, words]))
            for number, name in enumerate(("ada", "guest", "ben")):
                await connection.execute(insert(prizes).values(id=number, by=name))
                await connection.execute(insert(marks).values(user=name, mark=number))
                await connection.execute(insert(words).values(user=name, word="same"))
                await connection.execute(insert(words).values(user=name, word=name))

        async def rows(table: Table) -> list[tuple[object, ...]]:
            async with store.reading() as connection:
                return sorted(tuple(row) for row in (await connection.execute(select(table))).all())

        await store.writer.run(fill)
        await merge(store, "guest", "ada")
        assert await rows(prizes) == [(0, "ada"), (1, "ada"), (2, "ben")]
        assert await rows(marks) == [("ada", 0), ("ben", 2)]
        assert await rows(words) == [("ada", w) for w in ("ada", "guest", "same")] + [
            ("ben", "ben"),
            ("ben", "same"),
        ]
        await forget(store, "ben")
        assert await rows(prizes) == [(0, "ada"), (1, "ada"), (2, None)]
        assert await rows(marks) == [("ada", 0)]
        assert len(await rows(words)) == 3
        await forget(store, "ada")
        assert await rows(prizes) == [(0, None), (1, None), (2, None)]
    finally:
        await store.close()
        for table in (prizes, marks, words):
            metadata.remove(table)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
async def test_both_databases(tmp_path: Path, database: str) -> None:
    """Everything that is written about accounts, on SQLite and PostgreSQL."""
    async with running(tmp_path, database=database) as server:
        ada, guest = await server.guest(), await locally(server)
        ada_id = (await sign_up(ada, "Ada"))["id"]
        table = await guest.table([{"kind": "me"}, BOT], start=True)
        await sign_in(guest, "Ada")
        assert [one["id"] for one in (await ada.get("/api/tables")).json()] == [table]
        key = key_for(server)
        options = (await done(guest, "POST", "/api/account/passkeys/options")).json()
        body = {"name": "Key", "passkey": key.make(options)}
        await done(guest, "POST", "/api/account/passkeys", body)
        phone = await locally(server)
        options = (await done(phone, "POST", "/api/session/passkey/options")).json()
        await done(phone, "POST", "/api/session/passkey", {"passkey": key.use(options)})
        kept = server.services.accounts.kept
        await kept.set_email(ada_id, "ada@example.org")
        await done(ada, "PUT", "/api/account/password", {"password": "nine grey wolves"})
        assert not (await me(phone))["account"]
        assert code(
            await (await server.guest()).post("/api/account", {"name": "ada", "password": PASSWORD})
        ) == (
            409,
            "name_taken",
        )
        assert len((await ada.get("/api/account/export")).json()["tables"]) == 1
        await done(ada, "DELETE", "/api/account")
        assert await kept.account(ada_id) is None
