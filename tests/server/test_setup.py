"""Before a game: canceling, leaving, changing the table, choosing colors, and rematches that wait for players."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import BOT, TWO_PEOPLE, Guest, Running, Socket, code, play_on, running
from tests.waiting import eventually

from whistlestop.server.http.admission import CANCELLED
from whistlestop.server.usecases.tables import rematch

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from whistlestop.server.domain.tables import TableRow
    from whistlestop.server.usecases.tables.viewers import Presence

LIVE = {"kind": "live", "seconds": 300, "increment": 10, "bot": None}
OPEN = {"kind": "open"}


@pytest.fixture
async def service(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server on either database."""
    async with running(tmp_path, database=database) as server:
        yield server


async def made(host: Guest, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    answer = await host.post("/api/tables", {"ruleset": "usa", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def joined(guest: Guest, table: str, **wish: Any) -> dict[str, Any]:
    answer = await guest.post(f"/api/tables/{table}/join", wish)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


# ----------------------------------------------------------------------------------------------- cancel, leave


async def test_a_canceled_table_is_gone_and_everybody_there_knows_why(service: Running) -> None:
    ada, ben, eve = [await service.guest() for _ in range(3)]
    table = await made(ada, [{"kind": "me"}, OPEN, OPEN], listed=True)
    path = f"/api/tables/{table['id']}"
    key = (await ada.post(f"{path}/invitations", {"seat": 2})).json()["key"]
    await joined(ben, table["id"])
    seated, watching = await ben.sit(table["id"]), await eve.sit(table["watch"])
    assert code(await ben.post(f"{path}/cancel")) == (403, "not_owner")
    assert (await ada.post(f"{path}/cancel")).status_code == 200
    for socket in (seated, watching):
        assert (await socket.until("error"))["error"]["code"] == "cancelled"
        await socket.connection.wait_closed()
        assert socket.connection.close_code == CANCELLED
    for answer in (
        await ada.get(path),
        await eve.get(f"/api/tables/{table['watch']}"),
        await ada.post(f"{path}/cancel"),
        await ada.post(f"{path}/start"),
        await eve.post(f"{path}/join"),
        await eve.post(f"/api/invitations/{key}"),
    ):
        assert code(answer) == (410, "cancelled")
    assert (await eve.get("/api/open")).json()["tables"] == []
    assert (await ada.get("/api/tables")).json() == (await ben.get("/api/waiting")).json() == []
    playing = await made(ada, [{"kind": "me"}, BOT], start=True)
    assert code(await ada.post(f"/api/tables/{playing['id']}/cancel")) == (409, "already_started")


async def test_a_host_who_leaves_hands_the_table_to_who_stays(service: Running) -> None:
    ada, ben = await service.guest(), await service.guest()
    table = (await made(ada, [{"kind": "me"}, OPEN, OPEN]))["id"]
    told = await joined(ben, table)
    left = (await ada.post(f"/api/tables/{table}/leave")).json()
    assert [seat["kind"] for seat in left["seats"]] == ["open", "person", "open"]
    assert left["owner"] != told["owner"]
    assert [seat["host"] for seat in left["seats"]] == [False, True, False]
    assert (await ben.post(f"/api/tables/{table}/cancel")).status_code == 200
    assert code(await ada.get(f"/api/tables/{table}")) == (410, "cancelled")


# ------------------------------------------------------------------------------------------------------ set up


async def test_a_host_changes_board_seats_and_clock_and_all_are_told(service: Running) -> None:
    ada, ben = await service.guest(), await service.guest()
    table = (await made(ada, [{"kind": "me"}, BOT, OPEN, BOT]))["id"]
    path = f"/api/tables/{table}"
    await joined(ben, table)
    socket = await ben.sit(table)
    wish = {"ruleset": "switzerland", "seats": 2, "clock": LIVE}
    assert code(await ben.post(f"{path}/setup", wish)) == (403, "not_owner")
    changed = (await ada.post(f"{path}/setup", wish)).json()
    assert (changed["ruleset"], changed["clock"]["settings"]) == ("switzerland", LIVE)
    assert [seat["kind"] for seat in changed["seats"]] == ["person", "person"]
    told = (await socket.until("table"))["table"]
    while told["ruleset"] != "switzerland":
        told = (await socket.until("table"))["table"]
    assert told["you"] == 1  # where there was seat 2
    # Others have a moment to leave; then the game starts as announced, even after a restart.
    assert code(await ada.post(f"{path}/start")) == (409, "too_soon")
    service.services.tables.forget([table])
    assert code(await ada.post(f"{path}/start")) == (409, "too_soon")
    later = service.services.store.timeline.now() + 10_001
    service.services.store.timeline.now = lambda: later  # type: ignore[method-assign]
    assert (await ada.post(f"{path}/start")).status_code == 200
    assert len((await ada.get(f"{path}/view")).json()["view"]["players"]) == 2
    assert code(await ada.post(f"{path}/setup", wish)) == (409, "already_started")


@pytest.mark.parametrize(
    ("wish", "refused"),
    [
        ({"ruleset": "usa", "seats": 2, "clock": None}, (409, "table_full")),
        ({"ruleset": "switzerland", "seats": 4, "clock": None}, (400, "bad_request")),
        ({"ruleset": "nowhere", "seats": 3, "clock": None}, (404, "not_found")),
        ({"ruleset": "usa", "seats": 3}, (400, "bad_request")),
        ({"ruleset": "usa", "seats": 3, "clock": {"kind": "live", "seconds": 0}}, (400, "bad_request")),
        ({"ruleset": "usa", "seats": 3, "clock": LIVE | {"bot": "nobody"}}, (400, "bad_request")),
    ],
)
async def test_what_does_not_fit_changes_nothing(
    server: Running, wish: dict[str, Any], refused: tuple[int, str]
) -> None:
    ada, ben, eve = [await server.guest() for _ in range(3)]
    table = (await made(ada, [{"kind": "me"}, OPEN, OPEN]))["id"]
    for guest in (ben, eve):
        await joined(guest, table)
    before = (await ada.get(f"/api/tables/{table}")).json()
    assert code(await ada.post(f"/api/tables/{table}/setup", wish)) == refused
    assert (await ada.get(f"/api/tables/{table}")).json() == before


async def test_a_table_of_quick_play_stays_as_it_was_wanted(server: Running) -> None:
    ada = await server.guest()
    table = (await ada.post("/api/quickplay", {"pace": "5+10"})).json()
    wish = {"ruleset": "usa", "seats": 2, "clock": None}
    assert code(await ada.post(f"/api/tables/{table['id']}/setup", wish)) == (409, "quick_table")


# ------------------------------------------------------------------------------------------------------ colors


def colors(table: dict[str, Any]) -> list[int]:
    return [seat["color"] for seat in table["seats"]]


async def test_the_first_who_wants_a_color_has_it(service: Running) -> None:
    ada, ben, eve = [await service.guest() for _ in range(3)]
    table = await made(ada, [{"kind": "me"}, OPEN, OPEN], color=1)
    assert colors(table) == [1, 0, 2]  # nobody else has chosen, so a seat has its own color or a free one
    assert colors(await joined(ben, table["id"], color=1)) == [1, 0, 2]
    assert colors(await joined(eve, table["id"], color=0)) == [1, 2, 0]
    path = f"/api/tables/{table['id']}/color"
    assert code(await ben.post(path, {"seat": 1, "color": 0})) == (409, "color_taken")
    assert code(await ben.post(path, {"seat": 2, "color": 4})) == (403, "not_seated")
    assert code(await ben.post(path, {"seat": 1, "color": 5})) == (400, "bad_request")
    assert colors((await ben.post(path, {"seat": 1, "color": 4})).json()) == [1, 4, 0]
    begun = (await ada.post(f"/api/tables/{table['id']}/start")).json()
    assert colors(begun) == [1, 4, 0]
    assert code(await ben.post(path, {"seat": 1, "color": 3})) == (409, "already_started")
    service.services.tables.forget([table["id"]])
    assert colors((await eve.get(f"/api/tables/{table['watch']}")).json()) == [1, 4, 0]


# ------------------------------------------------------------------------------------------------------ rematch


async def finished(server: Running, **more: Any) -> tuple[dict[str, Any], Guest, Guest]:
    """Return a live game of two people that was ended by agreement."""
    ada, ben = await server.guest(), await server.guest()
    table = await made(ada, TWO_PEOPLE, **more)
    await joined(ben, table["id"])
    begun = (await ada.post(f"/api/tables/{table['id']}/start")).json()
    for guest in (ada, ben):
        await guest.post(f"/api/tables/{table['id']}/agree", {"agrees": True})
    return begun, ada, ben


async def test_a_rematch_keeps_the_colors_of_people(service: Running) -> None:
    before, ada, ben = await finished(service)
    assert colors(before) == [0, 1]
    await ada.post(f"/api/tables/{before['id']}/rematch")
    again = (await ben.post(f"/api/tables/{before['id']}/rematch")).json()
    # Everybody moves one seat further and keeps their color.
    assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in before["seats"]][::-1]
    assert colors(again) == [1, 0]
    assert again["state"] == "playing"  # without a clock there is no waiting


async def test_all_see_the_character_of_a_bot(tmp_path: Path) -> None:
    bot = {"kind": "bot", "bot": "random"}
    async with running(tmp_path) as server:
        ada, eve = await server.guest(), await server.guest()
        seats = [{"kind": "me"}, {**bot, "character": "rafik"}, bot, OPEN]
        table = await made(ada, seats)
        assert [seat["character"] for seat in table["seats"]] == [None, "rafik", None, None]
        assert table["seats"][1]["name"] == "Random"  # the name of the bot, not of its character
        seen = (await eve.get(f"/api/tables/{table['watch']}")).json()
        assert [seat["character"] for seat in seen["seats"]] == [None, "rafik", None, None]
        # Only a short name may be one, and only a bot has one.
        bad = {"ruleset": "usa", "seats": [{"kind": "me"}, {**bot, "character": "<b>"}]}
        assert code(await ada.post("/api/tables", bad)) == (400, "bad_request")
        plain = await made(ada, [{"kind": "me", "character": "zeno"}, {"kind": "open", "character": "zeno"}])
        assert [seat["character"] for seat in plain["seats"]] == [None, None]
        # A new bot does not inherit the character.
        path = f"/api/tables/{table['id']}/seats"
        await ada.post(path, {"seat": 1, "kind": "open"})
        told = (await ada.post(path, {"seat": 1, "kind": "bot", "bot": "random"})).json()
        assert told["seats"][1]["character"] is None
        kept = await made(ada, seats)
    async with running(tmp_path) as server:
        guest = await server.guest()
        seen = (await guest.get(f"/api/tables/{kept['watch']}")).json()
        assert [seat["character"] for seat in seen["seats"]] == [None, "rafik", None, None]


def count_looks(service: Running, table: str, monkeypatch: pytest.MonkeyPatch) -> list[Presence]:
    """Return a list to which every check of who is at a table adds its result."""
    found = service.services.tables.find(table)
    assert found is not None
    looked: list[Presence] = []
    presence = found.viewers.presence

    def counted(row: TableRow) -> Presence:
        looked.append(presence(row))
        return looked[-1]

    monkeypatch.setattr(found.viewers, "presence", counted)
    return looked


async def test_a_live_rematch_begins_when_all_are_there(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rematch, "LOOK", 0.01)
    before, ada, ben = await finished(service, clock=LIVE)
    again = (await ada.post(f"/api/tables/{before['id']}/rematch")).json()["id"]
    first = await ada.sit(again)
    answer = (await ben.post(f"/api/tables/{before['id']}/rematch")).json()
    assert answer["state"] == "open"  # Ben has a seat, but has not opened the table
    told = (await first.until("table"))["table"]
    while told["begins"] is None:
        told = (await first.until("table"))["table"]
    assert 18 <= told["begins"] <= 20
    assert sorted(seat["online"] for seat in told["seats"]) == [False, True]
    looked = count_looks(service, again, monkeypatch)
    await eventually(lambda: len(looked) > 10)
    assert (await ada.get(f"/api/tables/{again}")).json()["state"] == "open"
    second = await ben.sit(again)
    while first.view is None or second.view is None:
        await first.receive() if first.view is None else await second.receive()
    info = (await ada.get(f"/api/tables/{again}")).json()
    assert (info["state"], info["begins"]) == ("playing", None)


async def counting_down(socket: Socket, *, runs: bool) -> None:
    """Wait until the countdown of a rematch is running, or has stopped."""
    while ((await socket.until("table"))["table"]["begins"] is not None) is not runs:
        pass


async def test_a_live_rematch_does_not_wait_for_ever(service: Running) -> None:
    def pass_time() -> None:
        timeline = service.services.store.timeline
        timeline.leap(timeline.now() + 1000 * rematch.PATIENCE)

    before, ada, ben = await finished(service, clock=LIVE)
    again = (await ada.post(f"/api/tables/{before['id']}/rematch")).json()["id"]
    first = await ada.sit(again)
    await ben.post(f"/api/tables/{before['id']}/rematch")
    # A player who leaves again stops the countdown; afterwards, the game starts without absent players.
    await counting_down(first, runs=True)
    assert (await ben.post(f"/api/tables/{again}/leave")).status_code == 200
    await counting_down(first, runs=False)
    pass_time()
    info = (await ada.get(f"/api/tables/{again}")).json()
    assert (info["state"], info["begins"]) == ("open", None)
    await joined(ben, again)
    await counting_down(first, runs=True)
    pass_time()
    while first.view is None:
        await first.receive()


async def test_after_a_canceled_rematch_there_can_be_another(service: Running) -> None:
    before, ada, ben = await finished(service)
    first = (await ada.post(f"/api/tables/{before['id']}/rematch")).json()["id"]
    assert (await ada.post(f"/api/tables/{first}/cancel")).status_code == 200
    assert (await ben.get(f"/api/tables/{before['id']}")).json()["rematch"] is None
    second = (await ben.post(f"/api/tables/{before['id']}/rematch")).json()["id"]
    assert second != first
    assert (await ada.post(f"/api/tables/{before['id']}/rematch")).json()["id"] == second


async def test_a_whole_game_after_a_change_of_seats(server: Running) -> None:
    """The game, its log and its results use the new seats."""
    ada, ben = await server.guest(), await server.guest()
    table = (await made(ada, [{"kind": "me"}, OPEN, OPEN, OPEN, OPEN]))["id"]
    await joined(ben, table, seat=4)
    await ada.post(f"/api/tables/{table}/setup", {"ruleset": "switzerland", "seats": 2, "clock": None})
    later = server.services.store.timeline.now() + 10_001
    server.services.store.timeline.now = lambda: later  # type: ignore[method-assign]
    assert (await ada.post(f"/api/tables/{table}/start")).status_code == 200
    sockets = {0: await ada.sit(table), 1: await ben.sit(table)}
    await play_on(sockets, random.Random(3))
    (result,) = (await ben.get("/api/games")).json()["games"]
    assert (result["you"], len(result["seats"])) == ([1], 2)
    record = (await ada.get(f"/api/tables/{table}/record")).json()
    assert (record["ruleset"], record["players"]) == ("switzerland", 2)
