"""Ways to sign in other than the password: a link by e-mail, and passkeys."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tests.server.harness import (
    Running,
    code,
    running,
)
from tests.server.people import (
    PASSWORD,
    Clock,
    account,
    done,
    key_for,
    link,
    linked,
    locally,
    me,
    sign_in,
    sign_up,
)
from tests.server.smtp import smtp_sink

from whistlestop.server.domain.identity import Identity
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.accounts import accounts as accounts_module
from whistlestop.server.usecases.accounts.accounts import PROOF

if TYPE_CHECKING:
    from pathlib import Path


async def test_recovery_by_email(tmp_path: Path) -> None:
    async with (
        smtp_sink() as sink,
        running(tmp_path, public_url="https://play.example.org", **sink.settings) as server,
    ):
        ada, eve = await server.guest(), await server.guest()
        for one in (ada, eve):  # cookies are Secure here, and this client sends them anyway
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
        # a link is valid for an hour, and only the one in the newest e-mail
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
        assert code(refused) == (409, "no_mail")  # links must not use the Host header of a request
        for bad in (
            "ada",
            "a b@c.org",
            "a@b@c.org",
            "ada@example.org\nBcc: x@y.org",
            "@c.org",
            "a@.",
            "é@é.cz",
            "a@[127.0.0.1]",
            "a@127.0.0.1",
            "a@b.org.",
            "a:b@c.org",
        ):
            assert code(await ada.post("/api/account/recover", {"email": bad}))[0] == 400
        assert code(await ada.post("/api/account/recover", {"email": "a@b.org"})) == (409, "no_mail")
        kept = server.services.accounts.kept
        ben = await server.guest()
        first, second = (await me(ada))["id"], (await sign_up(ben, "Ben"))["id"]
        await kept.set_email(first, "ada@example.org")
        assert (await sign_in(await server.guest(), "ADA@example.org"))["id"] == first
        token = "t" * 43
        await kept.add_link(link(token, "verify", second, "ada@example.org"), now())
        assert code(await ben.post("/api/account/verify", {"token": token})) == (409, "email_taken")


async def test_passkeys(server: Running) -> None:
    ada = await locally(server)
    key, spare = key_for(server), key_for(server)
    options = (await done(ada, "POST", "/api/account/passkeys/options")).json()
    assert options["rp"]["id"] == "localhost"
    assert await server.services.store.user_name((await me(ada))["id"]) is None  # nothing is stored yet
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
    assert code(await eve.post("/api/account", body)) == (400, "passkey")  # it was issued to another user
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
    assert code(await tom.post("/api/session/passkey", {"passkey": answer})) == (400, "passkey")  # only once


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
