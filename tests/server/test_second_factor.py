"""The second factor: app codes and recovery codes, each valid once; passkeys; and attempts to bypass it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from tests.server.harness import Guest, Running, code, running
from tests.server.people import (
    PASSWORD,
    Clock,
    account,
    add_app,
    done,
    key_for,
    linked,
    locally,
    me,
    sign_in,
    sign_up,
)
from tests.server.smtp import smtp_sink
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.server.adapters.database.schema.accounts import recovery_codes
from whistlestop.server.domain.onetime import (
    STEP,
    bare,
    code_at,
)
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.accounts.accounts import PROOF

if TYPE_CHECKING:
    from pathlib import Path

NEW = "nine grey wolves"


async def tried(guest: Guest, **more: object) -> tuple[int, str]:
    return code(await guest.post("/api/session", {"name": "Ada", "password": PASSWORD, **more}))


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
async def test_a_password_alone_does_not_sign_in(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        ada, phone = await server.guest(), await server.guest()
        user = (await sign_up(ada, "Ada"))["id"]
        clock = Clock(server)
        assert (await account(ada))["second_factor"] == {"on": False, "app": False, "codes": 0}
        begun = (await done(ada, "POST", "/api/account/second-factor/app")).json()
        assert begun["secret"] in begun["address"]
        assert begun["qr"].startswith("<svg ")
        assert code(await ada.http.put("/api/account/second-factor", json={"code": "000000"})) == (
            403,
            "code",
        )
        await sign_in(phone, "Ada")  # it is off until a code has been entered
        await done(phone, "DELETE", "/api/session")
        secret, codes = await add_app(ada, clock.at)
        assert secret != begun["secret"]
        assert (await account(ada))["second_factor"] == {"on": True, "app": True, "codes": 10}

        assert await tried(phone) == (403, "second_factor")
        assert await tried(phone, password="not this one") == (403, "credentials")
        here = clock.at // STEP
        for wrong in (
            code_at(secret, here - 2),
            code_at(secret, here + 2),
            code_at(begun["secret"], here),
            "é" * 6,
        ):
            assert await tried(phone, code=wrong) == (403, "code"), wrong
        assert not (await me(phone))["account"]
        body = {
            "name": "Ada",
            "password": PASSWORD,
            "code": f" {code_at(secret, here)[:3]} {code_at(secret, here)[3:]}",
        }
        assert (await done(phone, "POST", "/api/session", body)).json()["id"] == user
        # No code is accepted twice, and no older one.
        other = await server.guest()
        for again in (here, here - 1):
            assert await tried(other, code=code_at(secret, again)) == (403, "code")
        clock.at += STEP
        fresh = {"name": "Ada", "password": PASSWORD, "code": code_at(secret, here + 1)}
        racing = [await server.guest() for _ in range(4)]
        answers = await asyncio.gather(*(one.post("/api/session", fresh) for one in racing))
        assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403]

        # Recovery codes work once each, in any notation.
        body["code"] = codes[0].upper().replace("-", " ")
        await done(other, "POST", "/api/session", body)
        assert (await account(other))["second_factor"]["codes"] == 9
        assert await tried(await server.guest(), code=codes[0]) == (403, "code")
        async with server.services.store.reading() as connection:
            kept = (await connection.execute(select(recovery_codes.c.hash))).scalars().all()
        assert {len(one) for one in kept} == {64}
        assert not {bare(one) for one in codes} & set(kept)
        made = (await done(other, "POST", "/api/account/recovery-codes")).json()
        assert made["account"]["second_factor"]["codes"] == 10
        assert await tried(await server.guest(), code=codes[1]) == (403, "code")
        body["code"] = made["codes"][1]
        await done(await server.guest(), "POST", "/api/session", body)

        await done(other, "DELETE", "/api/account/second-factor")
        await sign_in(await server.guest(), "Ada")
        assert code(await other.post("/api/account/recovery-codes")) == (400, "bad_request")
        # It is deleted with the account.
        await add_app(other, clock.at)
        await done(other, "DELETE", "/api/account")
        async with server.services.store.reading() as connection:
            assert (await connection.execute(select(recovery_codes.c.hash))).all() == []


async def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    async with running(tmp_path, sign_in_rate=0.5) as server:  # 50 passwords, and ten codes
        ada = await server.guest()
        await sign_up(ada, "Ada")
        secret, codes = await add_app(ada)
        eve = await server.guest()
        answers = [await tried(eve, code=f"{number:06}") for number in range(20)]
        assert answers[0] == (403, "code")
        assert answers[-1] == (429, "rate_limited")
        # Names are another way to the same account, and a proof is another place for guessing.
        proof = {"password": PASSWORD, "code": "000000"}
        assert code(await ada.post("/api/session/proof", proof)) == (429, "rate_limited")
        assert await tried(eve, name="ADA", code=codes[0]) == (429, "rate_limited")
        assert secret


async def test_a_proof_takes_the_second_factor_too(server: Running) -> None:
    ada = await server.guest()
    await sign_up(ada, "Ada")
    clock = Clock(server)
    secret, codes = await add_app(ada, clock.at)
    clock.at += PROOF + 1
    for method, path, body in (
        ("POST", "/api/account/second-factor/app", None),
        ("PUT", "/api/account/second-factor", {"code": "000000"}),
        ("POST", "/api/account/recovery-codes", None),
        ("DELETE", "/api/account/second-factor", None),
    ):
        assert code(await ada.http.request(method, path, json=body)) == (403, "prove"), path
    assert code(await ada.post("/api/session/proof", {"password": PASSWORD})) == (403, "second_factor")
    wrong = {"password": PASSWORD, "code": "000000"}
    assert code(await ada.post("/api/session/proof", wrong)) == (403, "code")
    shown = {"password": PASSWORD, "code": code_at(secret, clock.at // STEP)}
    await done(ada, "POST", "/api/session/proof", shown)
    # A new app replaces the first one, and new recovery codes replace the old ones.
    clock.at += 5 * STEP
    second, _ = await add_app(ada, clock.at)
    for gone in (code_at(secret, clock.at // STEP), codes[5]):
        assert await tried(await server.guest(), code=gone) == (403, "code")
    body = {"name": "Ada", "password": PASSWORD, "code": code_at(second, clock.at // STEP)}
    await done(await server.guest(), "POST", "/api/session", body)
    guest = await server.guest()
    assert code(await guest.post("/api/account/second-factor/app")) == (403, "no_account")


async def test_a_link_by_email_does_not_pass_the_second_factor(tmp_path: Path) -> None:
    async with (
        smtp_sink() as sink,
        running(tmp_path, **sink.settings, public_url="https://play.example.org") as server,
    ):
        ada, thief = await server.guest(), await server.guest()
        for one in (ada, thief):
            one.http.headers["cookie"] = one.cookie  # Secure cookies, which this client sends anyway
        user = (await ada.post("/api/account", {"name": "Ada", "password": PASSWORD})).json()["id"]
        accounts = server.services.accounts
        await accounts.kept.set_email(user, "ada@example.org")
        secret = await accounts.factors.begin_app(user)
        codes = await accounts.factors.turn_on(user, code_at(secret, now() // STEP - 1))
        accounts.recover("ada@example.org", "en")
        body: dict[str, object] = {"token": await linked(sink, "recover"), "password": NEW}
        assert code(await thief.post("/api/account/reset", body)) == (403, "second_factor")
        assert code(await thief.post("/api/account/reset", {**body, "code": "000000"})) == (403, "code")
        assert code(await thief.post("/api/account/reset", {**body, "passkey": {}})) == (400, "passkey")
        # Nothing has changed, and the link still works for the owner.
        for password, refusal in ((PASSWORD, "second_factor"), (NEW, "credentials")):
            answer = await thief.post("/api/session", {"name": "Ada", "password": password})
            assert code(answer) == (403, refusal)
        assert len(await accounts.kept.sessions(user, now())) == 1
        answer = await thief.post("/api/account/reset", {**body, "code": codes[0]})
        assert answer.json()["id"] == user
        assert (await sink.mail())["Subject"] == "Your password was changed"


async def test_a_passkey_as_the_second_factor(server: Running) -> None:
    ada, phone = await locally(server), await locally(server)
    user = (await sign_up(ada, "Ada"))["id"]
    assert code(await ada.http.put("/api/account/second-factor", json={"code": None})) == (400, "bad_request")
    key, strange = key_for(server), key_for(server)
    options = (await done(ada, "POST", "/api/account/passkeys/options")).json()
    await done(ada, "POST", "/api/account/passkeys", {"name": "Key", "passkey": key.make(options)})
    made = (await done(ada, "PUT", "/api/account/second-factor", {"code": None})).json()
    assert made["account"]["second_factor"] == {"on": True, "app": False, "codes": 10}

    async def used(guest: Guest, by: object = key) -> object:
        return by.use((await guest.post("/api/session/passkey/options")).json())  # type: ignore[attr-defined]

    assert await tried(phone) == (403, "second_factor")
    assert await tried(phone, code="123456") == (403, "code")  # there is no app
    eve = await locally(server)
    await sign_up(eve, "Eve")
    options = (await done(eve, "POST", "/api/account/passkeys/options")).json()
    await done(eve, "POST", "/api/account/passkeys", {"name": "Key", "passkey": strange.make(options)})
    assert await tried(phone, passkey=await used(phone, strange)) == (400, "passkey")  # another user's
    assert not (await me(phone))["account"]
    body = {"name": "Ada", "password": PASSWORD, "passkey": await used(phone)}
    assert (await done(phone, "POST", "/api/session", body)).json()["id"] == user
    tablet = await locally(server)
    await done(tablet, "POST", "/api/session/passkey", {"passkey": await used(tablet)})  # is sufficient
    only = made["account"]["passkeys"][0]["id"]
    assert code(await ada.http.delete(f"/api/account/passkeys/{only}")) == (409, "last_factor")
    assert len((await account(ada))["passkeys"]) == 1
    await add_app(ada)
    assert (await account(ada))["second_factor"]["app"]
    assert (await done(ada, "DELETE", f"/api/account/passkeys/{only}")).json()["passkeys"] == []


async def test_the_owner_is_told_of_what_opens_the_account(tmp_path: Path) -> None:
    async with (
        smtp_sink() as sink,
        running(tmp_path, **sink.settings, public_url="http://play.example.org") as server,
    ):
        ada = await locally(server)
        ada.http.headers["host"] = "play.example.org"
        user = (await sign_up(ada, "Ada"))["id"]
        kept = server.services.accounts.kept
        assert (await ada.post("/api/tokens", {"name": "Robot", "scopes": ["play"]})).status_code == 201
        await kept.set_email(user, "ada@example.org")
        await kept.set_language(user, "hu")
        assert (await ada.post("/api/tokens", {"name": "Robot", "scopes": ["play"]})).status_code == 201
        mail = await sink.mail()
        assert (mail["To"], mail["Subject"]) == ("ada@example.org", "Új token programoknak")
        assert mail.get_content().split()[-1] == "http://play.example.org/signin"
        await kept.set_language(user, "en")
        key = key_for(server)
        key.origin = "http://play.example.org"
        options = (await done(ada, "POST", "/api/account/passkeys/options")).json()
        key.place = options["rp"]["id"]
        await done(ada, "POST", "/api/account/passkeys", {"name": "Key", "passkey": key.make(options)})
        assert (await sink.mail())["Subject"] == "New passkey"
        await done(ada, "PUT", "/api/account/second-factor", {"code": None})
        assert (await sink.mail())["Subject"] == "The second factor was turned on"
        await done(ada, "DELETE", "/api/account/second-factor")
        assert (await sink.mail())["Subject"] == "The second factor was turned off"
        await done(ada, "DELETE", "/api/account/second-factor")  # it was off
        # The old address is notified, not the new one.
        asked = {"email": "new@example.org", "language": "en"}
        await done(ada, "PUT", "/api/account/email", asked)
        mail = await sink.mail()
        assert mail["To"] == "new@example.org"
        link = mail.get_content().partition("verify#")[2].split()[0]
        assert (await ada.post("/api/account/verify", {"token": link})).status_code == 201
        mail = await sink.mail()
        assert (mail["To"], mail["Subject"]) == ("ada@example.org", "Your e-mail address was changed")
        await done(ada, "PUT", "/api/account/email", {"email": None})
        assert (await sink.mail())["To"] == "new@example.org"
        assert sink.empty


async def test_a_host_drops_a_second_factor(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        user = (await sign_up(ada, "Ada"))["id"]
        await add_app(ada)
        words = ["admin", "drop-second-factor", "--database", str(tmp_path / "test.db"), "--", user]
        dropped = await asyncio.to_thread(CliRunner().invoke, app, words)
        assert dropped.exit_code == 0, dropped.output
        await sign_in(await server.guest(), "Ada")
        assert (await asyncio.to_thread(CliRunner().invoke, app, words)).exit_code == 4
