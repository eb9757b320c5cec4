"""Boards of clubs: members offer them and play on them; to all others they do not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import TWO_PEOPLE, Guest, Running, code, running
from tests.server.people import done
from tests.server.test_clubs import club_table, found, join, seen
from tests.server.test_friends import named
from tests.server.test_gallery import kept
from tests.server.test_moderation import moderator

from whistlestop.server.adapters.database import club_boards

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

NAME = "Secret Hills"


@pytest.fixture
async def people(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server on each database."""
    async with running(tmp_path, database=database, notice_rate=0.0, boards_per_user=3) as server:
        yield server


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, notice_rate=0.0, chat_rate=0.0, boards_per_user=3) as server:
        yield server


async def offered(maker: Guest, club: str, name: str = NAME) -> str:
    """Offer a board to a club; return the id that it has there."""
    wish = {"board": await kept(maker, name)}
    boards = (await done(maker, "POST", f"/api/clubs/{club}/boards", wish)).json()["boards"]
    return str(next(one["board"]["id"] for one in boards if one["board"]["name"] == name))


async def boards_of(guest: Guest, club: str) -> list[tuple[str, str, bool]]:
    return [(one["board"]["name"], one["maker"], one["yours"]) for one in (await seen(guest, club))["boards"]]


def paths(board: str) -> dict[str, tuple[str, str, Any]]:
    """Return every request that names a board, by name."""
    table = {"ruleset": board, "seats": TWO_PEOPLE}
    cup = {
        "name": "Cup",
        "plan": {"format": "swiss", "size": 2, "rounds": 1},
        "ruleset": board,
        "clock": {"kind": "turn", "seconds": 86400, "bot": "random"},
    }
    rounds = {"name": "Rounds", "ruleset": board, "clock": cup["clock"], "starts": "2030-01-01T10:00:00Z"}
    return {
        "data": ("GET", f"/api/rulesets/{board}", None),
        "drawing": ("GET", f"/api/rulesets/{board}/board.svg", None),
        "thumbnail": ("GET", f"/api/rulesets/{board}/thumbnail.svg", None),
        "picture": ("GET", f"/api/rulesets/{board}/picture.png", None),
        "ranking": ("GET", f"/api/rankings?ruleset={board}", None),
        "board": ("GET", f"/api/boards/{board}", None),
        "delete": ("DELETE", f"/api/boards/{board}", None),
        "report": ("POST", f"/api/boards/{board}/report", {"reason": "other"}),
        "listing": ("PUT", f"/api/boards/{board}/listing", {"listed": True}),
        "rating": ("PUT", f"/api/boards/{board}/rating", {"stars": 5}),
        "table": ("POST", "/api/tables", table),
        "listed table": ("POST", "/api/tables", table | {"listed": True}),
        "tournament": ("POST", "/api/tournaments", cup),
        "league": ("POST", "/api/leagues", rounds),
        "page": ("GET", f"/studio/{board}", None),
        "rules": ("GET", f"/rules/{board}", None),
    }


async def answers(guest: Guest, board: str) -> dict[str, tuple[int, str]]:
    """Return the status and text of the answers to all requests that name a board, without its id."""
    told = {}
    for name, (method, path, body) in paths(board).items():
        answer = await guest.http.request(method, path, json=body)
        text = answer.text if "image" not in answer.headers.get("content-type", "") else "image"
        told[name] = (answer.status_code, text.replace(board, "BOARD"))
    return told


async def test_members_offer_boards_and_play_on_them(people: Running) -> None:
    (ada, _), (ben, _), (eve, _) = await named(people, "Ada", "Ben", "Eve")
    club = await found(ada)
    await join(ada, club, ben, eve)
    board = await offered(ben, club)
    assert await offered(ben, club) == board, "the same board is offered once"
    assert await boards_of(ben, club) == [(NAME, "Ben", True)]
    assert await boards_of(eve, club) == [(NAME, "Ben", False)]
    (line,) = (await seen(eve, club))["boards"]
    assert (line["board"]["min_players"], line["board"]["machine"]) == (2, "network")
    data = (await done(eve, "GET", f"/api/rulesets/{board}")).json()
    assert data["name"] == NAME
    whole = (await done(eve, "GET", f"/api/boards/{board}")).json()
    assert (whole["own"], whole["club"], whole["standing"]) == (False, club, None)
    # The club's copy is not among the maker's boards, and not in the gallery.
    assert board not in [one["id"] for one in (await ben.get("/api/boards")).json()]
    assert (await eve.get("/api/gallery")).json()["boards"] == []

    table = await club_table(eve, club, ruleset=board)
    await done(ada, "POST", f"/api/tables/{table}/join", {})
    await done(eve, "POST", f"/api/tables/{table}/start", {})
    waiting = await club_table(eve, club)
    setup = {"ruleset": board, "seats": 2, "clock": None}
    assert (await done(eve, "POST", f"/api/tables/{waiting}/setup", setup)).json()["ruleset"] == board

    # Only a table of the club may use it, even by a member.
    other = await found(eve, name="Other")
    wish = {"ruleset": board, "seats": TWO_PEOPLE}
    for more in ({}, {"club": other}, {"listed": True}):
        assert code(await eve.post("/api/tables", wish | more)) == (404, "not_found")

    # The author withdraws it. The game continues; the waiting table cannot start.
    assert code(await eve.http.delete(f"/api/clubs/{club}/boards/{board}")) == (403, "not_owner")
    assert (await done(ben, "DELETE", f"/api/clubs/{club}/boards/{board}")).json()["boards"] == []
    assert (await done(ada, "GET", f"/api/tables/{table}/ruleset")).json()["name"] == NAME
    assert (await ada.get(f"/api/tables/{table}/view")).json()["view"]["ruleset"] == board
    assert code(await ada.post(f"/api/tables/{waiting}/join", {})) == (404, "not_found")
    assert code(await eve.get(f"/api/rulesets/{board}")) == (404, "not_found")
    assert await offered(ben, club) == board, "it can be offered again"
    assert (await done(ada, "DELETE", f"/api/clubs/{club}/boards/{board}")).json()["boards"] == []


async def test_for_all_others_the_board_does_not_exist(own: Running) -> None:
    """Two worlds, with the board and without it, look the same to users who are not members."""
    (ada, _), (ben, _), (eve, _), (gus, gus_id) = await named(own, "Ada", "Ben", "Eve", "Gus")
    club = await found(ada, open=True)
    await join(ada, club, ben, gus)
    none = "club_secret_hills_0123456789ab"
    before = {one: await answers(one, none) for one in (eve, gus)}
    board = await offered(ben, club)
    await done(gus, "GET", f"/api/rulesets/{board}")  # the server has it in memory now
    await done(ada, "DELETE", f"/api/clubs/{club}/members/{gus_id}")
    for one in (eve, gus):
        after = await answers(one, board)
        assert {name: told for name, told in after.items() if told != before[one][name]} == {}
    for path in (f"/api/clubs/{club}", "/api/clubs", "/api/gallery", "/api/boards", "/api/rulesets"):
        assert NAME not in (await eve.get(path)).text
    table = await club_table(ada, club, ruleset=board)
    for part in ("", "/ruleset", "/board.svg", "/view"):
        assert code(await eve.get(f"/api/tables/{table}{part}")) == (404, "not_found")
    for wish in ({"club": club}, {"club": "x" * 12}):
        refused = await eve.post("/api/tables", {"ruleset": board, "seats": TWO_PEOPLE} | wish)
        assert code(refused) == (404, "not_found")
    assert code(await eve.post(f"/api/clubs/{club}/boards", {"board": await kept(eve, "Hers")}))[0] == 403


async def test_leaving_ends_access_and_takes_boards_along(own: Running) -> None:
    (ada, _), (ben, _), (eve, _) = await named(own, "Ada", "Ben", "Eve")
    club = await found(ada)
    await join(ada, club, ben, eve)
    board, hers = await offered(ben, club), await offered(eve, club, "Plains")
    table = await club_table(eve, club, ruleset=board)
    await done(ada, "POST", f"/api/tables/{table}/join", {})
    await done(eve, "POST", f"/api/tables/{table}/start", {})
    await done(eve, "DELETE", f"/api/clubs/{club}/join")
    assert code(await eve.get(f"/api/rulesets/{board}")) == (404, "not_found")
    assert await boards_of(ada, club) == [(NAME, "Ben", False)]
    for guest in (eve, ada):
        assert code(await guest.get(f"/api/rulesets/{hers}")) == (404, "not_found")
    # Her game continues with its board.
    assert (await done(eve, "GET", f"/api/tables/{table}/ruleset")).json()["name"] == NAME
    assert (await eve.get(f"/api/tables/{table}/board.svg")).status_code in {200, 202}
    await done(ada, "DELETE", f"/api/clubs/{club}")
    assert code(await ben.get(f"/api/rulesets/{board}")) == (404, "not_found")
    assert [one["name"] for one in (await ben.get("/api/boards")).json()] == [NAME], "his own stays"


async def test_limits_of_users_and_clubs(own: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    (ada, _), (ben, _) = await named(own, "Ada", "Ben")
    club = await found(ada)
    await join(ada, club, ben)
    hers = await kept(ada, "Hers")
    path = f"/api/clubs/{club}/boards"
    for wrong in (hers, "own_gone_0123456789ab", "usa"):
        assert code(await ben.post(path, {"board": wrong})) == (404, "not_found")
    assert (await ben.post(path, {"board": "../usa"})).status_code == 400
    for number in range(3):
        await offered(ben, club, f"Board {number}")
        (await ben.http.delete(f"/api/boards/{(await ben.get('/api/boards')).json()[0]['id']}"))
    assert code(await ben.post(path, {"board": await kept(ben, "Fourth")})) == (409, "too_many")
    monkeypatch.setattr(club_boards, "BOARDS", 3)
    assert code(await ada.post(path, {"board": hers})) == (409, "too_many")
    text = (await ben.get("/api/account/export")).text
    assert "Board 2" in text


async def test_members_report_and_moderators_delete(own: Running) -> None:
    mod = await moderator(own)
    (ada, _), (ben, _), (eve, _) = await named(own, "Ada", "Ben", "Eve")
    club = await found(ada)
    await join(ada, club, ben)
    board = await offered(ada, club)
    path = f"/api/boards/{board}/report"
    assert code(await eve.post(path, {"reason": "insult"})) == (404, "not_found")
    assert code(await ada.post(path, {"reason": "insult"})) == (404, "not_found")
    assert (await ben.post(path, {"reason": "insult"})).status_code == 204
    (report,) = (await mod.get("/api/host")).json()["reports"]
    assert (report["about"], report["watch"]) == ("board", board)
    assert (await done(mod, "GET", f"/api/boards/{board}")).json()["board"]["name"] == NAME
    assert code(await ben.http.delete(f"/api/boards/{board}"))[0] == 403
    assert (await mod.http.delete(f"/api/boards/{board}")).status_code == 200
    assert await boards_of(ben, club) == []
