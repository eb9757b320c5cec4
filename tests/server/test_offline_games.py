"""Games that a browser has played against bots and sends to the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.server.harness import code
from tests.server.people import sign_in, sign_up
from tests.server.test_replays import played

if TYPE_CHECKING:
    from httpx import Response
    from tests.server.harness import Running

OFFLINE = "usa-0123456789abcdef"


async def test_a_game_played_offline(server: Running) -> None:
    """The game belongs to the user, is in their history with its bots, unrated, and stored once however often it is
    sent.
    """
    ada, eve = await server.guest(), await server.guest()
    game = played("usa", players=3)
    seats = [
        {"bot": "easy", "character": "lamp", "color": 4},
        {"color": 2},
        {"bot": "expert", "color": 0},
    ]
    me = (await ada.get("/api/me")).json()["id"]
    body = {"record": game.record().to_dict(), "offline": {"id": OFFLINE, "user": me, "seats": seats}}
    tables = [(await ada.post("/api/records", body)).json() for _ in range(2)]
    assert tables[0]["id"] == tables[1]["id"]
    assert len(tables[0]["id"]) == 16
    assert (tables[0]["you"], tables[0]["imported"], tables[0]["offline"]) == (1, True, True)
    assert [seat["kind"] for seat in tables[0]["seats"]] == ["bot", "person", "bot"]
    assert [seat["color"] for seat in tables[0]["seats"]] == [4, 2, 0]
    assert tables[0]["seats"][0]["character"] == "lamp"
    (found,) = (await ada.get("/api/games")).json()["games"]
    assert (found["table"], found["offline"], found["you"]) == (tables[0]["id"], True, [1])
    outcome = game.outcome()
    assert outcome is not None
    assert [seat["score"] for seat in found["seats"]] == [one["score"] for one in outcome["players"]]
    assert [seat["bot"] for seat in found["seats"]] == ["easy", None, "expert"]
    assert all(seat["routes"] for seat in found["seats"])
    # No other user can claim to have played it.
    assert code(await eve.post("/api/records", body)) == (403, "not_seated")
    body["offline"] = {"id": OFFLINE, "user": (await eve.get("/api/me")).json()["id"], "seats": seats}
    assert code(await eve.post("/api/records", body)) == (403, "not_seated")
    assert (await eve.get("/api/games")).json()["games"] == []
    again = await ada.post(f"/api/tables/{tables[0]['id']}/rematch")
    assert sorted(seat["kind"] for seat in again.json()["seats"]) == ["bot", "bot", "person"]


async def test_a_bot_that_played_for_the_user(server: Running) -> None:
    """Replay and review know when the bot played, and sending the request again repeats nothing."""
    ada = await server.guest()
    me = (await ada.get("/api/me")).json()["id"]
    game = played()
    changes: list[dict[str, object]] = [
        {"version": 6, "seat": 0, "bot": "hard"},
        {"version": game.version, "seat": 0, "bot": None},
    ]

    async def send(told: list[dict[str, object]], offline: str = OFFLINE) -> Response:
        seats = [{}, {"bot": "easy"}]
        body = {"id": offline, "user": me, "seats": seats, "changes": told}
        return await ada.post("/api/records", {"record": game.record().to_dict(), "offline": body})

    for _ in range(2):
        watch = (await send(changes)).json()["watch"]
        assert (await ada.get(f"/api/games/{watch}/log")).json()["changes"] == changes
    faults: tuple[list[dict[str, object]], ...] = (
        [{"version": 6, "seat": 1, "bot": "hard"}],
        [{"version": game.version + 1, "seat": 0, "bot": "hard"}],
        [{"version": 6, "seat": 0, "bot": "nobody"}],
        [{"version": 6, "seat": 0, "bot": "hard"}, {"version": 6, "seat": 0, "bot": None}],
        [*reversed(changes)],
    )
    for wrong in faults:
        assert code(await send(wrong, "usa-fedcba9876543210")) == (400, "bad_request"), wrong
    assert len((await ada.get("/api/games")).json()["games"]) == 1


async def test_a_guest_who_signs_in_before_the_answer_comes(server: Running) -> None:
    """The account sends the guest's game again, and the game is in the history once."""
    await sign_up(await server.guest(), "Ada")
    guest = await server.guest()
    record = played().record().to_dict()
    seats = [{}, {"bot": "easy"}]

    async def send() -> str:
        me = (await guest.get("/api/me")).json()["id"]
        offline = {"id": OFFLINE, "user": me, "seats": seats}
        answer = await guest.post("/api/records", {"record": record, "offline": offline})
        assert answer.status_code == 201
        table: str = answer.json()["id"]
        return table

    table = await send()
    await sign_in(guest, "Ada")
    assert await send() == table
    (found,) = (await guest.get("/api/games")).json()["games"]
    assert (found["table"], found["you"]) == (table, [0])


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("usa-0123", [{}, {"bot": "easy"}]),
        ("0123456789abcdef", [{}, {"bot": "easy"}]),
        (OFFLINE, [{}, {}]),
        (OFFLINE, [{"bot": "easy"}, {"bot": "easy"}]),
        (OFFLINE, [{}, {"bot": "easy"}, {"bot": "easy"}]),
        (OFFLINE, [{}, {"bot": "nobody"}]),
        (OFFLINE, [{"user": "eve"}, {"bot": "easy"}]),
    ],
)
async def test_what_is_no_game_played_offline(
    server: Running, game: str, seats: list[dict[str, object]]
) -> None:
    ada = await server.guest()
    me = (await ada.get("/api/me")).json()["id"]
    body = {"record": played().record().to_dict(), "offline": {"id": game, "user": me, "seats": seats}}
    assert code(await ada.post("/api/records", body)) == (400, "bad_request")
    assert (await ada.get("/api/tables")).json() == []
