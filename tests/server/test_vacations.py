"""Vacations from correspondence games, and pauses by agreement: which clocks stop, until when, and the players'
permissions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import TWO_PEOPLE, Guest, Running, Socket, code, running
from tests.server.people import done, me, sign_up
from tests.server.test_clocks import pass_time, two_with_clock
from tests.server.test_processes import across
from tests.waiting import eventually

from whistlestop.server.adapters.database.clock_stops import current_vacation, vacations_of
from whistlestop.server.domain.refusals import Conflict
from whistlestop.server.domain.tables import HandOver
from whistlestop.server.domain.times import DAY
from whistlestop.server.usecases.tables import agreements

if TYPE_CHECKING:
    from pathlib import Path

BY_DAYS = {"kind": "turn", "seconds": 86_400}
LIVE = {"kind": "live", "seconds": 600}
PATH = "/api/account/vacation"


async def by_days(server: Running, **clock: Any) -> tuple[str, Guest, Guest, Socket, Socket]:
    """Return a game in which Ada, who has an account, and Ben both have to choose their tickets."""
    table, ada, ben, _, two = await two_with_clock(server, **BY_DAYS | clock)
    await sign_up(ada, "Ada")
    return table, ada, ben, await ada.sit(table), two


async def seen(guest: Guest, table: str) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get(f"/api/tables/{table}")).json()
    return found


def bots_of(table: dict[str, Any]) -> list[str | None]:
    return [seat["bot"] for seat in table["seats"]]


def running_of(table: dict[str, Any]) -> list[int]:
    found: list[int] = table["clock"]["times"]["running"]
    return found


async def vacation(guest: Guest, days: int = 7) -> dict[str, Any]:
    found: dict[str, Any] = (await done(guest, "POST", PATH, {"days": days})).json()
    return found


async def vote(guest: Guest, table: str, agrees: bool = True) -> dict[str, Any]:
    found: dict[str, Any] = (
        await done(guest, "POST", f"/api/tables/{table}/pause", {"agrees": agrees})
    ).json()
    return found


# ---------------------------------------------------------------------------------------------------- vacations


async def test_only_the_clocks_of_a_player_on_vacation_stop(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        table, ada, ben, _, two = await by_days(server)
        live, *_ = await two_with_clock(server, **LIVE)
        told = await vacation(ada)
        assert (told["allowance"], told["left"], told["games"]) == (28, 21, 1)
        shown = (await two.until("table"))["table"]
        while not shown["seats"][0]["vacation"]:
            shown = (await two.until("table"))["table"]
        assert shown["seats"][0]["vacation"] == told["until"]
        assert shown["seats"][1]["vacation"] is None
        assert running_of(shown) == [1]
        assert running_of(await seen(ada, table)) == [1]
        assert server.services.tables.find(live) is not None
        before = (await seen(ben, table))["clock"]["times"]["left"][0]
        await pass_time(server, 2 * 86_400)
        await eventually(lambda: _played_for(server, table))
        told_now = await seen(ben, table)
        assert bots_of(told_now) == [None, "passes"]
        assert told_now["clock"]["times"]["left"][0] == before
        # Back early: two days and a started third day count.
        assert (await done(ada, "DELETE", PATH)).json() == {
            "allowance": 28,
            "left": 25,
            "until": None,
            "games": 1,
        }
        assert running_of(await seen(ben, table)) == [0]
        await pass_time(server, 86_400 + 1)
        await eventually(lambda: _played_for(server, table) == ["passes", "passes"])


def _played_for(server: Running, table: str) -> list[str | None]:
    """Return the bots of a table's seats, or nothing while there are none."""
    found = server.services.tables.find(table)
    bots = [] if found is None else [seat.bot for seat in found.row.seats]
    return bots if any(bots) else []


async def test_a_vacation_ends_by_itself(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, ada, ben, _, _ = await by_days(server)
        await vacation(ada, 3)
        await pass_time(server, 3 * 86_400 + 60)
        found = await seen(ben, table)
        assert found["seats"][0]["vacation"] is None
        assert 0 in running_of(found)
        assert 86_400_000 - 70_000 < found["clock"]["times"]["left"][0] < 86_400_000
        assert (await ada.get(PATH)).json()["left"] == 25
        await pass_time(server, 86_400)
        await eventually(lambda: _played_for(server, table) == ["passes", "passes"])


async def test_what_is_no_vacation(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, ada, ben, _, _ = await by_days(server, seconds=3600)
        assert code(await ben.get(PATH)) == (403, "no_account")
        assert code(await ben.post(PATH, {"days": 3})) == (403, "no_account")
        for days in (0, -1, 400, 1.5, "x", None):
            assert code(await ada.post(PATH, {"days": days})) == (400, "bad_request")
        assert code(await ada.post(PATH, {"days": 29})) == (409, "no_days_left")
        assert code(await ada.http.delete(PATH)) == (409, "not_on_vacation")
        # It cannot prevent a time-out: less than an hour is left.
        assert code(await ada.post(PATH, {"days": 3})) == (409, "time_short")
        assert running_of(await seen(ada, table)) == [0, 1]
        socket = await ada.sit(table)
        assert socket.view is not None
        assert (await socket.command(socket.view["legal"][0]))["type"] == "ack"
        await vacation(ada, 3)  # it is not her turn
        assert code(await ada.post(PATH, {"days": 3})) == (409, "on_vacation")
        assert (await ada.get(PATH)).json()["left"] == 25


async def test_each_day_that_has_begun_counts(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        await sign_up(ada, "Ada")
        for left in (27, 26):
            await vacation(ada, 10)
            assert (await done(ada, "DELETE", PATH)).json()["left"] == left
        await vacation(ada, 26)
        assert (await done(ada, "DELETE", PATH)).json()["left"] == 25
        server.services.store.timeline.leap(server.services.store.timeline.now() + 365 * DAY)
        assert (await ada.get(PATH)).json()["left"] == 28
        await vacation(ada, 28)
        user = (await me(ada))["id"]
        assert len(await vacations_of(server.services.store, user)) == 1  # older ones are forgotten
    async with running(tmp_path, vacation_days=0) as server:
        eve = await server.guest()
        await sign_up(eve, "Eve")
        assert code(await eve.post(PATH, {"days": 1})) == (409, "no_days_left")


async def test_new_games_by_days_wait_for_the_end_of_a_vacation(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        ada, ben = await server.guest(), await server.guest()
        await sign_up(ada, "Ada")
        wish = {"ruleset": "usa", "seats": TWO_PEOPLE, "clock": BY_DAYS}
        waiting = str((await done(ada, "POST", "/api/tables", wish)).json()["id"])
        other = str((await done(ben, "POST", "/api/tables", wish)).json()["id"])
        until = (await vacation(ada))["until"]
        assert code(await ada.post("/api/tables", wish)) == (409, "on_vacation")
        assert code(await ada.post(f"/api/tables/{other}/join")) == (409, "on_vacation")
        assert code(await ada.post("/api/quickplay", {"pace": "days"})) == (409, "on_vacation")
        assert (await ada.post("/api/tables", wish | {"clock": LIVE})).status_code == 201
        # A game that she was waiting for begins, and her clock is stopped from the start.
        await done(ben, "POST", f"/api/tables/{waiting}/join", {})
        await done(ada, "POST", f"/api/tables/{waiting}/start", {})
        found = await seen(ben, waiting)
        assert [seat["vacation"] for seat in found["seats"]] == [until, None]
        assert running_of(found) == [1]
        await done(ada, "DELETE", PATH)
        assert running_of(await seen(ben, waiting)) == [0, 1]
        await done(ada, "POST", f"/api/tables/{other}/join", {})


async def test_a_restart_ends_no_vacation(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, ada, _, _, _ = await by_days(server)
        until = (await vacation(ada))["until"]
    async with running(tmp_path) as server:
        guest = await server.guest()
        found = await seen(guest, table)
        assert [seat["vacation"] for seat in found["seats"]] == [until, None]
        await pass_time(server, 2 * 86_400)
        await eventually(lambda: _played_for(server, table) == [None, "passes"])


async def test_no_time_out_is_written_while_a_clock_stands_still(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        table, ada, _, _, _ = await by_days(server)
        await vacation(ada)
        store = server.services.store
        row = await store.table(table)
        assert row is not None
        at = store.timeline.now()
        for seat in (0, 1):
            change = HandOver(0, seat, "passes", at, "time")
            if seat:
                await store.hand_seat(table, row.seats[seat], change)
            else:
                with pytest.raises(Conflict):
                    await store.hand_seat(table, row.seats[seat], change)
        # Leaving is still possible.
        assert (await done(ada, "POST", f"/api/tables/{table}/resign", {})).json()["seats"][0][
            "away"
        ] == "left"


async def test_vacations_are_exported_and_deleted_with_the_account(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        table, ada, ben, _, _ = await by_days(server)
        user = (await me(ada))["id"]
        until = (await vacation(ada))["until"]
        (kept,) = (await ada.get("/api/account/export")).json()["vacations"]
        assert kept["ended"] == until
        assert await current_vacation(server.services.store, user) is not None
        await done(ada, "DELETE", "/api/account")
        assert await vacations_of(server.services.store, user) == []
        assert bots_of(await seen(ben, table))[0] is not None


async def test_a_vacation_on_one_server_stops_clocks_on_the_other(tmp_path: Path, shared: str) -> None:
    async with running(tmp_path, database=shared) as one, running(tmp_path, database=shared) as two:
        table, ada, ben, _, second = await across(one, two, clock=BY_DAYS)
        await sign_up(ada, "Ada")
        await vacation(ada)
        shown = (await second.until("table"))["table"]
        while shown["seats"][0]["vacation"] is None:
            shown = (await second.until("table"))["table"]
        assert running_of(shown) == [1]
        await done(ada, "DELETE", PATH)
        while shown["seats"][0]["vacation"] is not None:
            shown = (await second.until("table"))["table"]
        assert running_of(shown) == [0, 1]
        # Votes on different servers are counted together.
        await vote(ada, table)
        assert (await vote(ben, table))["paused"]

        async def told() -> bool:
            return (await seen(ada, table))["paused"] is not None

        await eventually(told)
        await done(ada, "POST", f"/api/tables/{table}/resume")
        while shown["paused"] is None:
            shown = (await second.until("table"))["table"]
        while shown["paused"] is not None:
            shown = (await second.until("table"))["table"]
        assert running_of(shown) == [0, 1]


# ------------------------------------------------------------------------------------------------------- pauses


@pytest.mark.parametrize("clock", [LIVE, BY_DAYS])
async def test_all_players_pause_and_one_resumes(tmp_path: Path, database: str, clock: Any) -> None:
    async with running(tmp_path, database=database) as server:
        table, ada, ben, one, two = await two_with_clock(server, **clock)
        asked = await vote(ada, table)
        assert ([seat["pause"] for seat in asked["seats"]], asked["paused"]) == ([True, False], None)
        shown = (await two.until("table"))["table"]
        while not shown["seats"][0]["pause"]:
            shown = (await two.until("table"))["table"]
        assert running_of(shown) == [0, 1]
        paused = await vote(ben, table)
        assert paused["paused"]
        assert ([seat["pause"] for seat in paused["seats"]], running_of(paused)) == ([False, False], [])
        assert code(await ben.post(f"/api/tables/{table}/pause", {"agrees": True})) == (409, "paused")
        await pass_time(server, 7200)
        found = await seen(ben, table)
        assert bots_of(found) == [None, None]
        assert found["clock"]["times"]["left"] == paused["clock"]["times"]["left"]
        # Players can move, and no clock runs.
        assert one.view is not None
        assert (await one.command(one.view["legal"][0]))["type"] == "ack"
        assert (await two.until("update"))["clock"]["running"] == []
        resumed = (await done(ada, "POST", f"/api/tables/{table}/resume")).json()
        assert (resumed["paused"], running_of(resumed)) == (None, [1])
        assert code(await ben.post(f"/api/tables/{table}/resume")) == (409, "not_paused")
        await pass_time(server, clock["seconds"] + 1)
        await eventually(lambda: _played_for(server, table) == [None, "passes"])


async def test_who_cannot_pause(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, ada, ben, _, _ = await two_with_clock(server, **LIVE)
        eve = await server.guest()
        for path, body in (("pause", {"agrees": True}), ("resume", {})):
            assert code(await eve.post(f"/api/tables/{table}/{path}", body)) == (403, "not_seated")
            assert code(await eve.post(f"/api/tables/nowhere/{path}", body)) == (404, "not_found")
        assert code(await ada.post(f"/api/tables/{table}/pause", {"agrees": "yes"})) == (400, "bad_request")
        # Refusing cancels the request of the other player.
        await vote(ada, table)
        refused = await vote(ben, table, agrees=False)
        assert [seat["pause"] for seat in refused["seats"]] == [False, False]
        assert (await vote(ben, table))["paused"] is None
        plain = await ada.table(TWO_PEOPLE)
        assert code(await ada.post(f"/api/tables/{plain}/pause", {"agrees": True})) == (409, "not_started")
        await done(ben, "POST", f"/api/tables/{plain}/join", {})
        await done(ada, "POST", f"/api/tables/{plain}/start", {})
        assert code(await ada.post(f"/api/tables/{plain}/pause", {"agrees": True})) == (409, "no_clock")


async def test_a_pause_ends_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreements, "PAUSE_LIVE", 400)
    async with running(tmp_path) as server:
        table, ada, ben, _, two = await two_with_clock(server, **LIVE)
        await vote(ada, table)
        assert (await vote(ben, table))["paused"]
        shown = (await two.until("table"))["table"]
        while shown["paused"] is None:
            shown = (await two.until("table"))["table"]
        while shown["paused"] is not None:  # nobody has acted
            shown = (await two.until("table"))["table"]
        assert running_of(shown) == [0, 1]


async def test_players_who_have_left_are_not_asked(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, ada, ben, _, _ = await two_with_clock(server, **LIVE)
        await done(ben, "POST", f"/api/tables/{table}/resign", {})
        assert (await vote(ada, table))["paused"]


async def test_a_pause_survives_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, ada, ben, _, _ = await two_with_clock(server, **LIVE)
        await vote(ada, table)
        until = (await vote(ben, table))["paused"]
    async with running(tmp_path) as server:
        found = await seen(await server.guest(), table)
        assert (found["paused"], running_of(found)) == (until, [])
