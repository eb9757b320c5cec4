"""Who is asking: cookies, names, requests and sockets that somebody else has made."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from tests.server.harness import TWO_PEOPLE, Running, code, running
from websockets.exceptions import InvalidStatus

from whistlestop.server.refusals import Refusal
from whistlestop.server.web.guests import Guests, clean_name

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
    """A cache that keeps a drawing must not keep somebody's cookie with it."""
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
    # a cookie that another site planted does not help: the token belongs to the guest
    nobody.cookies.set("csrftoken", "planted")
    nobody.headers["x-csrftoken"] = "planted"
    assert code(await nobody.post("/api/tables", json=body)) == (403, "csrf")


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
    """The same browser on another database gets new cookies that work."""
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
    lines = Guests(b"key", secure=True).cookies("ada")
    assert all(line.endswith("; Secure") for line in lines)
