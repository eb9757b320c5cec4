"""Notifications of turns: real push messages, mails and webhooks, sent once, in time, never to present players."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from structlog.testing import capture_logs
from tests.server.harness import TWO_PEOPLE, Guest, Running, Socket, code, running
from tests.server.receiver import SOON, Device, Receiver, octets, receiver, sent_first, subscribe, waiting
from tests.server.smtp import lines_of, smtp_sink
from tests.waiting import eventually
from tests.web.harness import Service

from whistlestop.languages import catalogue
from whistlestop.server.adapters import push
from whistlestop.server.domain.names import default_name
from whistlestop.server.usecases.notices import outbox, turns
from whistlestop.server.usecases.notices.sending import called

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

LATEST = 10.0
"""Seconds after which a notification is too late."""


@pytest.fixture
async def inbox() -> AsyncIterator[Receiver]:
    async with receiver() as found:
        yield found


async def chosen(socket: Socket) -> int:
    """Keep the first tickets allowed; return the version."""
    assert socket.view is not None
    answer = await socket.command(socket.view["legal"][0])
    assert answer["type"] == "ack", answer
    return int(answer["version"])


async def settled(server: Running, lines: int) -> None:
    """Wait until this number of entries in the outbox is done."""

    async def done() -> bool:
        return sum(row.done is not None for row in await waiting(server)) >= lines

    await eventually(done)


async def test_a_push_for_each_turn(tmp_path: Path, inbox: Receiver) -> None:
    async with running(tmp_path, **SOON) as server:
        ada, ben = await server.guest(), await server.guest()
        device = Device()
        assert (await ben.get("/api/notices")).json()["ways"] == []  # notifications are off by default
        await subscribe(ben, device.wish(f"{inbox.url}/push/1", "cs"))
        table = await ada.table(TWO_PEOPLE)
        await ben.post(f"/api/tables/{table}/join", {"seat": 1})
        await ada.post(f"/api/tables/{table}/start")
        first = await inbox.next()
        assert json.loads(device.read(first.body)) == {
            "title": "Jsi na tahu: USA",
            "body": "Hra začala.",
            "tag": json.loads(device.read(first.body))["tag"],
            "url": f"/t/{table}",
            "language": "cs",
        }
        assert first.headers["content-encoding"] == "aes128gcm"
        assert int(first.headers["ttl"]) > 0
        here, there = await ada.sit(table), await ben.sit(table)
        await chosen(there)
        await chosen(here)
        number = (await ada.get("/api/me")).json()["name"].removeprefix("Guest ")
        loop = asyncio.get_running_loop()
        while True:  # until Ben has to act; he is connected but not looking
            await here.settle()
            assert here.view is not None
            if here.view["to_act"] == [1]:
                break
            await here.command(here.view["legal"][0])
        began = loop.time()
        second = await inbox.next()
        assert second.at - began < LATEST
        assert (
            json.loads(device.read(second.body))["body"] == f"Poslední tah: Host {number}"
        )  # the Czech name of a guest
        await there.settle()
        assert there.view is not None
        await there.command("draw")  # his turn continues
        await settled(server, 1)
        assert len(await sent_first(await server.guest(), inbox)) == 2
        assert (
            statement(first.headers["authorization"], (await ben.get("/api/notices")).json()["push_key"])[
                "aud"
            ]
            == inbox.url
        )


def statement(header: str, key: str) -> dict[str, Any]:
    """Return the push service's claims about the sender, verified by RFC 8292."""
    scheme, _, fields = header.partition(" ")
    parts = dict(field.strip().split("=", 1) for field in fields.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    signed, _, seal = parts["t"].rpartition(".")
    r, s = octets(seal)[:32], octets(seal)[32:]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), octets(key))
    signature = utils.encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
    public.verify(signature, signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(octets(signed.split(".")[1]))
    return claims


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    private = ec.derive_private_key(
        int.from_bytes(octets("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    sealed = push.encrypt(
        b"When I grow up, I want to be a watermelon",
        octets("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        octets("BTBZMqHH6r4Tts7J_aSIgg"),
        private=private,
        salt=octets("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert sealed == octets(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


async def test_who_looks_is_not_told(tmp_path: Path, inbox: Receiver) -> None:
    async with running(tmp_path, **SOON) as server:
        ada, ben = await server.guest(), await server.guest()
        for guest in (ada, ben):
            await subscribe(
                guest, {"kind": "webhook", "url": f"{inbox.url}/{guest is ada}", "language": "en"}
            )
        table = await ada.table(TWO_PEOPLE)
        await ben.post(f"/api/tables/{table}/join", {"seat": 1})
        here = await ada.sit(table)
        await here.send({"type": "looking", "looking": True})
        await here.settle()
        await ada.post(f"/api/tables/{table}/start")
        told = await inbox.next()
        assert (told.path, told.json()["data"]["seat"]) == ("/False", 1)
        await settled(server, 2)  # her presence is stored
        await here.send({"type": "looking", "looking": False})
        await here.settle()
    async with running(tmp_path, **SOON) as server:
        assert len(await sent_first(await server.guest(), inbox, table)) == 1


async def test_nothing_is_lost_or_sent_twice_over_a_restart(
    tmp_path: Path, inbox: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (1,))
    slow = {**SOON, "notice_delay": 1.0}
    async with running(tmp_path, **slow) as server:
        ada, ben = await server.guest(), await server.guest()
        made = await subscribe(ben, {"kind": "webhook", "url": f"{inbox.url}/", "language": "en"})
        table = await ada.table(TWO_PEOPLE)
        await ben.post(f"/api/tables/{table}/join", {"seat": 1})
        await ada.post(f"/api/tables/{table}/start")
        assert await waiting(server) == []
    inbox.answers = [503]
    async with running(tmp_path, **slow):
        first = await inbox.next()
    async with running(tmp_path, **slow) as server:
        second = await inbox.next()  # the attempt after the first pause
        assert second.headers["webhook-id"] == first.headers["webhook-id"]
        await settled(server, 1)
    async with running(tmp_path, **SOON) as server:
        assert len(await sent_first(await server.guest(), inbox, table)) == 2
    body = second.json()
    assert body["type"] == "turn"
    assert body["data"] == {
        "table": table,
        "url": f"/t/{table}",
        "ruleset": "usa",
        "board": "USA",
        "seat": 1,
        "version": 0,
        "last": None,
    }
    assert signed(second.headers, second.body, made["secret"])


async def test_a_server_that_is_killed_while_a_turn_waits(tmp_path: Path, inbox: Receiver) -> None:
    """A real process; if it dies after sending but before recording that, the repeated message has the same id."""
    service = Service(tmp_path, WHISTLESTOP_PRIVATE_NOTICES="1", WHISTLESTOP_NOTICE_DELAY="0.5")
    await asyncio.to_thread(service.start)
    try:
        async with AsyncExitStack() as stack:
            ada = await Guest(service.url, stack).enter()
            await subscribe(ada, {"kind": "webhook", "url": f"{inbox.url}/", "language": "en"})
            table = await ada.table([{"kind": "me"}, {"kind": "bot", "bot": "random"}], start=True)
            service.kill()
            await asyncio.to_thread(service.start)
            back = asyncio.get_running_loop().time()
            first = await inbox.next()
            assert first.json()["data"]["table"] == table
            assert first.at - back < LATEST
            service.kill()
            await asyncio.to_thread(service.start)
            sent = await sent_first(await Guest(service.url, stack).enter(), inbox, table)
            assert len({one.headers["webhook-id"] for one in sent}) == 1
    finally:
        service.stop()


def signed(headers: dict[str, str], body: bytes, secret: str) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    seal = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    return headers["webhook-signature"] == f"v1,{seal}"


async def test_subscriptions_that_are_gone_are_removed(tmp_path: Path, inbox: Receiver) -> None:
    async with running(tmp_path, **SOON) as server:
        ada = await server.guest()
        gone = await subscribe(ada, Device().wish(f"{inbox.url}/push/1"))
        kept = await subscribe(ada, Device().wish(f"{inbox.url}/push/2"))
        inbox.answers = [410]
        assert code(await ada.post(f"/api/notices/ways/{gone['way']['id']}/test")) == (409, "not_delivered")
        inbox.answers = [500]
        assert code(await ada.post(f"/api/notices/ways/{kept['way']['id']}/test")) == (409, "not_delivered")
        assert (await ada.post(f"/api/notices/ways/{kept['way']['id']}/test")).status_code == 204
        assert [way["id"] for way in (await ada.get("/api/notices")).json()["ways"]] == [kept["way"]["id"]]

        inbox.answers = [404]
        await ada.table([{"kind": "me"}, {"kind": "bot", "bot": "random"}], start=True)

        async def both_gone() -> bool:
            return not (await ada.get("/api/notices")).json()["ways"]

        await eventually(both_gone)
        assert await waiting(server) == []


async def test_mail_is_confirmed_sent_and_stopped(tmp_path: Path) -> None:
    async with smtp_sink() as sink:
        over = {**SOON, **sink.settings, "public_url": "https://play.test"}
        async with running(tmp_path, **over) as server:
            ada = await server.guest()
            ada.http.headers["cookie"] = ada.cookie  # they require HTTPS, and there is no proxy here
            wish = {"kind": "mail", "address": "ada@example.org", "language": "hu"}
            assert (await subscribe(ada, wish))["way"]["active"] is False
            asked = await sink.mail()
            assert asked["Subject"] == catalogue("hu", "notifications")["confirm.subject"]
            link = next(line for line in asked.get_content().split() if "/notices/confirm/" in line)
            path = link.removeprefix("https://play.test")
            assert (await ada.get(path)).status_code == 200  # a page; no answer yet
            assert not (await ada.get("/api/notices")).json()["ways"][0]["active"]
            assert (await ada.post(path.replace("confirm", "stop"))).status_code == 404
            assert (await ada.post(path)).status_code == 204
            assert (await ada.get("/api/notices")).json()["ways"][0]["active"]

            table = await ada.table([{"kind": "me"}, {"kind": "bot", "bot": "random"}], start=True)
            mail = await sink.mail()
            assert mail["Subject"] == "Te jössz: USA"
            assert f"https://play.test/t/{table}" in mail.get_content()
            lines = [line.decode() for line in lines_of(sink.raw)]
            assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines
            [header] = [line for line in lines if line.startswith("List-Unsubscribe: <https://play.test/")]
            stop = header.partition("<https://play.test")[2].removesuffix(">")
            stranger = await server.guest()  # a mail program: no cookie, no token, a form
            stranger.http.cookies.clear()
            del stranger.http.headers["x-csrftoken"]
            for method in ("GET", "HEAD"):  # scanners follow every link
                assert (await stranger.http.request(method, stop)).status_code == 200
            assert (await ada.get("/api/notices")).json()["ways"]
            form = {"List-Unsubscribe": "One-Click"}
            assert (await stranger.http.post(stop + "x", data=form)).status_code == 404
            assert (await stranger.http.post(stop, data=form)).status_code == 204
            assert (await ada.get("/api/notices")).json()["ways"] == []
            assert (
                await stranger.http.post(stop, files={"List-Unsubscribe": (None, "One-Click")})
            ).status_code == 204
            assert sink.empty


@pytest.mark.parametrize("when", ["waits", "ripe"])
async def test_a_turn_at_a_closed_table_is_forgotten(
    tmp_path: Path, inbox: Receiver, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Whether waiting or in the outbox, the turn is dropped: a refusal is final, and nothing is retried."""
    monkeypatch.setattr(turns, "AGAIN", 0.01)
    monkeypatch.setattr(outbox, "PAUSES", (0,))
    inbox.answers = [503] * 1000
    with capture_logs() as logs:
        async with running(tmp_path, **SOON | {"notice_delay": 0.4}) as server:
            ada, ben = await server.guest(), await server.guest()
            await subscribe(ben, {"kind": "webhook", "url": f"{inbox.url}/", "language": "en"})
            table = await ada.table(TWO_PEOPLE)
            await ben.post(f"/api/tables/{table}/join", {"seat": 1})
            await ada.post(f"/api/tables/{table}/start")
            if when == "ripe":
                await inbox.next()
            moderation = server.services.moderation
            await moderation.act(moderation.store.close(table, "", None))
            logs.clear()
            await sent_first(await server.guest(), inbox)
            assert all(row.done is not None for row in await waiting(server) if row.game == table)
    tried = [one["table"] for one in logs if one["event"] in {"notice not kept", "notice not delivered"}]
    assert tried.count(table[:6]) <= 2  # one may have been in flight


async def test_redirects_are_not_followed(tmp_path: Path, inbox: Receiver) -> None:
    async with running(tmp_path, **SOON) as server:
        ada = await server.guest()
        made = await subscribe(ada, {"kind": "webhook", "url": f"{inbox.url}/", "language": "en"})
        inbox.answers = [307]
        answer = await ada.post(f"/api/notices/ways/{made['way']['id']}/test")
        assert code(answer) == (409, "not_delivered")
        assert [one.path for one in inbox.all] == ["/"]


async def test_the_host_is_told_of_ends(
    tmp_path: Path, inbox: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSES", (1,))
    host = {**SOON, "webhook_url": f"{inbox.url}/over", "webhook_secret": "whsec_c2VjcmV0"}
    bots = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "greedy"}]
    async with running(tmp_path) as server:  # before the host requested it
        ada = await server.guest()
        early = await ada.table(bots, start=True)
        await over(ada, early)
    inbox.answers = [500]
    async with running(tmp_path, **host) as server:
        ada = await server.guest()
        table = await ada.table(bots, start=True)
        first = await inbox.next(60)
        await over(ada, table)
        await ada.get(f"/api/tables/{early}/view")
    async with running(tmp_path, **host) as server:
        again = await inbox.next()
        await settled(server, 1)
        assert again.headers["webhook-id"] == first.headers["webhook-id"]
        assert signed(again.headers, again.body, host["webhook_secret"])
        body = again.json()
        assert (body["type"], body["data"]["table"], body["data"]["ruleset"]) == (
            "game.over",
            table[:6],
            "usa",
        )
        ranks = [(seat["kind"], seat["bot"], seat["rank"]) for seat in body["data"]["seats"]]
        assert {kind for kind, _, _ in ranks} == {"bot"}
        assert min(rank for _, _, rank in ranks) == 1
        assert table not in again.body.decode()
        guest = await server.guest()
        await guest.get(f"/api/tables/{table}/view")
        assert len(await sent_first(guest, inbox, early)) == 2


async def over(guest: Guest, table: str) -> None:
    async def ended() -> bool:
        return bool((await guest.get(f"/api/tables/{table}")).json()["state"] == "over")

    await eventually(ended, 60)


def test_a_guest_without_a_name_is_called_in_the_readers_language() -> None:
    name = default_name("somebody")
    number = name.removeprefix("Guest ")
    assert called("en", name) == name
    assert called("de", name) == f"Gast {number}"
    assert called("hu", name) == f"Vendég {number}"
    assert called("de", "Guest of honor") == "Guest of honor"
