"""Private clubs are secret: to non-members, every answer is the same as for a club that does not exist."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import TWO_PEOPLE, Guest, Running, closed, running
from tests.server.people import done
from tests.server.test_clubs import club_table, found, join
from tests.server.test_friends import named

from whistlestop.server.http.handlers import HANDLERS, SOCKETS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path


SECRET = "Hidden Sidings"
BODIES: dict[str, Any] = {
    "/api/clubs/{club}": {"name": "Other"},
    "/api/clubs/{club}/members/{player}": {"role": "member"},
    "/api/tables/{table}/commands": {"id": "1", "version": 0, "action": "draw"},
    "/api/tables/{table}/seats": {"seat": 1, "kind": "bot", "bot": "random"},
    "/api/tables/{table}/agree": {"agrees": True},
    "/api/tables/{table}/hints": {"agrees": True},
    "/api/tables/{table}/invitations": {"seat": 1},
    "/api/tables/{table}/color": {"seat": 0, "color": 1},
    "/api/tables/{table}/options": {"listed": True},
    "/api/tables/{table}/setup": {"ruleset": "usa", "seats": 2, "clock": None},
    "/api/tables/{table}/report": {"seat": 0, "about": "name"},
    "/api/tables/{table}/readmit": {"user": "x"},
    "/api/tables/{table}/ahead": {"alternatives": []},
    "/api/tables/{table}/nonce": {"nonce": "00" * 16},
}
"""Bodies of requests that need one; for the others an empty one is valid."""
SEATED = ("stand-in", "remove", "host")
"""Requests that need a seat in the body."""


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, notice_rate=0.0, chat_rate=0.0, reviews_per_day=0.0) as server:
        yield server


def requests() -> Iterator[tuple[str, str]]:
    """Yield the method and path of every request that names a club, a table, a game, a tournament or a league."""
    for handler in HANDLERS:
        for path in handler.paths:
            plain = re.sub(r":\w+}", "}", path)
            if re.search(r"{(club|table|game|tournament|league)}", plain):
                for method in sorted(getattr(handler, "http_methods", [])):
                    if method not in {"HEAD", "OPTIONS"}:
                        yield str(method), plain


def filled(path: str, ids: dict[str, str]) -> str:
    given = {"player": "x", "key": "k" * 16, "seat": "1", "version": "0", "number": "1", "entry": "1"}
    return re.sub(r"{(\w+)}", lambda one: (ids | given).get(one[1], "1"), path)


async def answers(guest: Guest, ids: dict[str, str]) -> dict[str, tuple[int, str]]:
    """Return the status and text of the answers to all requests, without the ids."""
    told = {}
    for method, path in requests():
        if path.endswith("/stream"):
            continue  # tokens only: see the sockets
        body = BODIES.get(path, {"seat": 0} if path.rpartition("/")[2] in SEATED else {})
        answer = await guest.http.request(
            method, filled(path, ids), json=body if method in {"POST", "PUT", "PATCH"} else None
        )
        text = answer.text
        for name, one in ids.items():
            text = text.replace(one, name)
        told[f"{method} {path}"] = (answer.status_code, text)
    return told


async def test_no_request_tells_a_private_club_from_none(own: Running) -> None:
    (ada, _), (ben, _), (eve, _) = await named(own, "Ada", "Ben", "Eve")
    club = await found(ada, name=SECRET, text="About secrets")
    await join(ada, club, ben)
    cup = {
        "name": SECRET,
        "plan": {"format": "swiss", "size": 2, "rounds": 1},
        "ruleset": "usa",
        "clock": {"kind": "turn", "seconds": 86400, "increment": 0, "bot": "planner"},
        "listed": False,
        "club": club,
    }
    tournament = (await done(ada, "POST", "/api/tournaments", cup)).json()["tournament"]["id"]
    waiting, playing = await club_table(ada, club), await club_table(ada, club)
    await done(ben, "POST", f"/api/tables/{playing}/join", {})
    game: Any = (await done(ada, "POST", f"/api/tables/{playing}/start", {})).json()
    cancelled = await club_table(ada, club)
    await done(ada, "POST", f"/api/tables/{cancelled}/cancel", {})
    assert (await done(ben, "GET", f"/api/tournaments/{tournament}")).json()["club"] == club
    rounds = {
        "name": SECRET,
        "ruleset": "usa",
        "clock": cup["clock"],
        "club": club,
        "starts": "2030-01-01T10:00:00Z",
    }
    league = (await done(ada, "POST", "/api/leagues", rounds)).json()["league"]["id"]
    assert (await done(ben, "GET", f"/api/leagues/{league}")).json()["club"] == club

    none = {"club": "x" * 12, "table": "y" * 16, "game": "y" * 16, "tournament": "w" * 12, "league": "v" * 12}
    before = await answers(eve, none)
    for key in (waiting, playing, game["watch"], cancelled):
        ids = {"club": club, "table": key, "game": key, "tournament": tournament, "league": league}
        after = await answers(eve, ids)
        assert {name: one for name, one in after.items() if one != before[name]} == {}
    for handler in SOCKETS:
        for path in handler.paths:
            plain = re.sub(r":\w+}", "}", path)
            if "{" in plain:
                real = {"club": club, "table": game["watch"], "game": game["watch"]}
                ends = [await closed(await eve.connect(filled(plain, ids))) for ids in (none, real)]
                assert ends[0] == ends[1], plain
    # No list or page names it either.
    for path in (
        "/api/clubs",
        "/api/open",
        "/api/tournaments",
        "/api/leagues",
        f"/leagues/{league}",
        "/api/tables",
        "/api/waiting",
        f"/clubs/{club}",
    ):
        text = (await eve.get(path)).text
        assert SECRET not in text
        assert "Other" not in text
    assert (await ada.get(f"/api/clubs/{club}")).json()["club"]["name"] == SECRET
    assert (await eve.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE, "club": club})).json() == (
        await eve.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE, "club": none["club"]})
    ).json()


async def test_the_pages_of_players_keep_the_club_secret(own: Running) -> None:
    (ada, ada_id), (_, _) = await named(own, "Ada", "Ben")
    club = await found(ada, name=SECRET)
    await done(ada, "PUT", "/api/account/page", {"shown": True})
    guest = await own.guest()
    for path in (f"/api/players/{ada_id}", f"/p/{ada_id}", "/api/rankings?ruleset=usa"):
        text = (await guest.get(path)).text
        assert SECRET not in text
        assert club not in text
