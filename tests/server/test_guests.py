"""Identity of users: cookies, names, and requests and sockets from other sites."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import httpx
import pytest
from tests.server.harness import TWO_PEOPLE, Running, code, running
from websockets.exceptions import InvalidStatus

from whistlestop.server.domain.keys import FIRST, Key
from whistlestop.server.domain.names import clean_name
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.http.guests import Guests
from whistlestop.server.http.hosts import Hosts
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_guest_is_who_the_cookie_says(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.base) as http:
        first = await http.get("/api/me")
        lines = first.headers.get_list("set-cookie")
        session = next(line for line in lines if line.startswith("whistlestop="))
        assert "HttpOnly" in session
        assert all("SameSite=Lax" in line for line in lines)
        assert not any("Secure" in line for line in lines)
        again = await http.get("/api/me")
        assert again.json() == first.json()
        assert "set-cookie" not in again.headers
    async with httpx.AsyncClient(base_url=server.base) as http:
        stranger = (await http.get("/api/me")).json()
        assert stranger["id"] != first.json()["id"]
    for forged in (
        "x",
        f"{first.json()['id']}.",
        f"{first.json()['id']}.{'0' * 64}",
        "é.ß",
        "a" * 5000,
        '"\\',
    ):
        answer = await httpx.AsyncClient(base_url=server.base).get(
            "/api/me", headers=[(b"cookie", b"whistlestop=" + forged.encode())]
        )
        assert answer.status_code == 200
        assert answer.json()["id"] != first.json()["id"]
        assert "set-cookie" in answer.headers


async def test_cookies_come_from_one_address(server: Running) -> None:
    """A cache that stores a drawing must not store a user's cookie with it."""
    async with httpx.AsyncClient(base_url=server.base) as http:
        for path in ("/", "/api/rulesets", "/api/rulesets/usa/board.svg", "/api/tables", "/api/health"):
            assert "set-cookie" not in (await http.get(path)).headers
        assert "set-cookie" in (await http.get("/api/me")).headers


async def test_names(server: Running) -> None:
    ada = await server.guest()
    assert re.fullmatch(r"Guest \d{4}", (await ada.get("/api/me")).json()["name"])
    assert (await ada.http.patch("/api/me", json={"name": " Zoë  Łukasz 🚂 "})).json()[
        "name"
    ] == "Zoë Łukasz 🚂"
    assert (await ada.get("/api/me")).json()["name"] == "Zoë Łukasz 🚂"
    for shown in ("❤️", "e\u0301", "Ŵ", "김치", "名前", "3", "?"):
        assert clean_name(shown) == unicodedata.normalize("NFC", shown)
    blank = (
        "\u3164",
        "\u2800",
        "\u115f",
        "\u1160",
        "\uffa0",
        "\u034f",
        "\ufe0f",
        "\u0301",
        "\U000e0100",
        "a\u3164",
    )
    bots = ("Planner", "planner", " P L A N N E R ", "Plännér", "\uff30lanner", "random", "Greedy!")
    for taken in blank:
        assert code(await ada.http.patch("/api/me", json={"name": taken})) == (400, "bad_request"), taken
    staff = ("Admin", "m o d", "Moderator!", "Whist1estop", "\u0410\u0434\u043cin", "Ad\u043cin")
    for taken in (*bots, *staff):
        assert code(await ada.http.patch("/api/me", json={"name": taken})) == (400, "name_reserved"), taken
    for name in ("", "  ", "x" * 25, "a\u202eb", "a\x00b", "\u200b", 7, None, "\ue000"):
        assert code(await ada.http.patch("/api/me", json={"name": name})) == (400, "bad_request")
    surrogate = await ada.http.patch("/api/me", content=b'{"name": "\\ud800"}')
    assert surrogate.status_code == 400
    with pytest.raises(Refusal):
        clean_name("\ud800")


async def test_forged_requests(server: Running) -> None:
    ada, eve = await server.guest(), await server.guest()
    body = {"ruleset": "usa", "seats": TWO_PEOPLE}
    for headers in (
        {"x-csrftoken": ""},
        {"x-csrftoken": "0" * 64},
        {"x-csrftoken": eve.http.cookies["csrftoken"]},
        {"x-csrftoken": "\u00e9"},
    ):
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        assert code(await ada.post("/api/tables", body, headers=raw)) == (403, "csrf")
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://[",
        server.base + ".evil.example",
    ):
        answer = await ada.post("/api/tables", body, headers={"origin": origin})
        assert code(answer) == (403, "origin"), origin
    assert (await ada.post("/api/tables", body, headers={"origin": server.base})).status_code == 201
    nobody = httpx.AsyncClient(base_url=server.base)
    assert code(await nobody.post("/api/tables", json=body)) == (403, "csrf")
    # a cookie planted by another site does not help: the token belongs to the guest
    nobody.cookies.set("csrftoken", "planted")
    nobody.headers["x-csrftoken"] = "planted"
    assert code(await nobody.post("/api/tables", json=body)) == (403, "csrf")


async def test_the_scheme_of_an_origin_counts(tmp_path: Path) -> None:
    async with running(tmp_path, trusted_proxies="127.0.0.1") as server:
        ada = await server.guest()
        body = {"ruleset": "usa", "seats": TWO_PEOPLE}
        secure = server.base.replace("http", "https")
        assert code(await ada.post("/api/tables", body, headers={"origin": secure})) == (403, "origin")
        proxied = {"origin": secure, "x-forwarded-proto": "https"}
        assert (await ada.post("/api/tables", body, headers=proxied)).status_code == 201
        proxied["origin"] = server.base
        assert code(await ada.post("/api/tables", body, headers=proxied)) == (403, "origin")


async def test_hosts(tmp_path: Path) -> None:
    """Host names that others could register are refused, and no name causes an error."""
    async with running(
        tmp_path, public_url="https://Play.example.org", allowed_hosts=("*.club.example", "club.example")
    ) as server:
        ada = await server.guest()
        for host in (
            "127.0.0.1:9",
            "192.168.1.7:8000",
            "[::1]:8000",
            "localhost",
            "game-pc:8000",
            "game-pc.local:8000",
            "PLAY.example.org",
            "play.example.org.:443",
            "club.example",
            "a.b.club.example:1",
        ):
            for path in ("/", "/api/me"):
                assert (await ada.get(path, headers={"host": host})).status_code == 200, host
        for host in (
            "a:b:c",
            "evil.example",
            "play.example.org.evil.example",
            "evilclub.example",
            "127.0.0.1.evil.example",
            "localhost:99999",
            "localhost:",
            "[::1",
            "",
        ):
            for path in ("/", "/api/me", "/api/rulesets/usa/board.svg"):
                raw = [(b"host", host.encode())]
                assert code(await ada.get(path, headers=raw)) == (421, "host"), host
            assert (await ada.get("/api/nothing", headers=raw)).status_code == 404
    hosts = Hosts(Settings(allowed_hosts=("*",)))
    assert hosts.allowed("anything.example")
    assert not hosts.allowed("a:b:c")


@pytest.mark.parametrize(
    "body", [b'{"\xff":1}', b'{"name":"\xff"}', b"[" * 1100, b'{"a":' * 1100, b"{", b"\xff\xfe{}", b""]
)
async def test_bodies_that_are_no_json(server: Running, body: bytes) -> None:
    ada = await server.guest()
    for path in ("/api/me", "/api/tables"):
        method = "PATCH" if path == "/api/me" else "POST"
        assert code(await ada.http.request(method, path, content=body)) == (400, "bad_request")


async def test_sockets_of_other_sites(server: Running) -> None:
    ada = await server.guest()
    table = await ada.table(TWO_PEOPLE)
    for origin in ("https://evil.example", "null", "http://localhost:1"):
        with pytest.raises(InvalidStatus) as refused:
            await ada.open(table, origin=origin)
        assert refused.value.response.status_code == 403
    socket = await ada.open(table, origin=server.base)
    assert (await socket.receive())["type"] == "hello"


async def test_a_token_heals(tmp_path: Path) -> None:
    """A browser that switches to another database gets new working cookies."""
    async with running(tmp_path / "one") as server:
        ada = await server.guest()
        old = dict(ada.http.cookies)
    async with running(tmp_path / "two") as server:
        ada = await server.guest()
        ada.http.cookies.clear()
        ada.http.cookies.update(old)
        answer = await ada.get("/api/me")
        assert answer.status_code == 200
        ada.http.headers["x-csrftoken"] = answer.cookies["csrftoken"]
        fresh = {**old, **answer.cookies}
        ada.http.cookies.clear()
        ada.http.cookies.update(fresh)
        assert (await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE})).status_code == 201


def test_secure_cookies() -> None:
    lines = Guests([Key(FIRST, "5e" * 32)], secure=True).cookies("ada")
    assert lines[0].startswith("__Host-whistlestop=ada.")
    assert all(line.endswith("; Secure") for line in lines)
