"""Arbiters of tournaments: their tools, and decisions about games in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.server.cups import end, entered, games, look, shown, step
from tests.server.harness import Running, code, running
from tests.server.people import done, sign_up
from tests.waiting import eventually

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        await server.services.tournaments.close()
        yield server


async def test_arbiters_have_tools_and_others_do_not(own: Running) -> None:
    host, cup, _players = await entered(own, 4, automatic=False)
    judge, other = await own.guest(), await own.guest()
    await sign_up(judge, "Judge")
    await sign_up(other, "Other")
    assert code(await step(judge, cup, "start")) == (403, "not_owner")
    assert code(await judge.post(f"/api/tournaments/{cup}/arbiters", {"name": "Judge"})) == (403, "not_owner")
    info = (await done(host, "POST", f"/api/tournaments/{cup}/arbiters", {"name": "Judge"})).json()
    assert [one["name"] for one in info["arbiters"]] == ["Judge"]
    assert (await step(judge, cup, "start")).status_code == 200
    await look(own)
    assert code(await step(judge, cup, "start")) == (409, "not_over")
    path = f"/api/tournaments/{cup}/rounds/1/tables/1"
    wish = {"ranks": [2, 1], "reason": "They played on the wrong board."}
    assert (await other.http.put(path, json=wish)).status_code == 403
    assert (await judge.http.put(path, json=wish | {"ranks": [2, 2]})).status_code == 400
    info = (await done(judge, "PUT", path, wish)).json()
    fixed = info["pairings"][0]
    assert (fixed["done"], fixed["correction"]["by"]) == (True, "Judge")
    assert [seat["points"] for seat in fixed["seats"]] == [0, 1]
    (game,) = await games(own, cup)
    await end(own, game, (90, 60))
    await look(own, 3)
    assert (await shown(host, cup))["tournament"]["round"] == 1  # nothing starts automatically
    assert (await step(judge, cup, "pause")).status_code == 200
    await look(own)
    removed = {"reason": "Left the club."}
    info = (await done(judge, "POST", f"/api/tournaments/{cup}/entries/1/remove", removed)).json()
    assert {line["entry"]: line["reason"] for line in info["standings"]}[1] == "Left the club."
    swap = {"name": "Other"}
    info = (await done(judge, "POST", f"/api/tournaments/{cup}/entries/2/replace", swap)).json()
    assert {line["entry"]: line["name"] for line in info["standings"]}[2] == "Other"
    assert (await step(judge, cup, "resume")).status_code == 200
    assert (await step(judge, cup, "start")).status_code == 200
    seated = [seat["entry"] for one in (await shown(host, cup))["pairings"] for seat in one["seats"]]
    assert sorted(seated) == [2, 3, 4]
    assert code(await step(judge, cup, "cancel")) == (403, "not_owner")
    assert (await step(host, cup, "cancel")).json()["tournament"]["state"] == "cancelled"
    assert code(await step(host, cup, "start")) == (409, "game_over")


async def test_deciding_a_result_ends_a_game_in_progress_for_its_players(
    tmp_path: Path, database: str
) -> None:
    async with running(tmp_path, database=database) as site:
        await site.services.tournaments.close()
        host, cup, _players = await entered(site, 1, automatic=False)
        ada = await site.guest()
        await sign_up(ada, "Ada")
        await done(ada, "POST", f"/api/tournaments/{cup}/join")
        await done(host, "POST", f"/api/tournaments/{cup}/arbiters", {"name": "Ada"})
        await step(host, cup, "start")
        await look(site)
        info = await shown(ada, cup)
        mine = next(one for one in info["pairings"] if one["yours"])
        game = mine["game"]
        socket = await ada.sit(game)
        while socket.view is None:
            await socket.receive()
        path = f"/api/tournaments/{cup}/rounds/1/tables/{mine['table']}"
        reason = "Both played on the wrong board."
        info = (await done(ada, "PUT", path, {"ranks": [1, 2], "reason": reason})).json()
        fixed = next(one for one in info["pairings"] if one["yours"])["correction"]
        assert (fixed["by"], fixed["reason"], fixed["own"]) == ("Ada", reason, True)

        # The players are told of the end together with the decision.
        while (table := (await socket.until("table"))["table"])["state"] != "over":
            assert table["decided"] is None
        assert (table["abandoned"], table["decided"]) == (True, fixed)
        refused = await socket.command((socket.view or {})["legal"][0])
        assert (refused["type"], refused["error"]["code"]) == ("refused", "game_over")

        async def told() -> Any:
            recent = (await ada.get("/api/notices/recent")).json()["events"]
            return [one for one in recent if (one["kind"], one["table"]) == ("over", game)]

        await eventually(told)
        # Neither the end of the game nor a later check changes the result of the decision.
        await look(site, 2)
        seats = (await shown(host, cup, round=1))["pairings"][mine["table"] - 1]["seats"]
        assert [seat["rank"] for seat in seats] == [1, 2]

        # A second decision by another arbiter is shown too, even after the table is over.
        reason = "The clubs agreed."
        info = (await done(host, "PUT", path, {"ranks": [2, 1], "reason": reason})).json()
        later = (await socket.until("table"))["table"]["decided"]
        assert (later["by"], later["reason"]) == ("Olga", reason)
        cookies = dict(ada.http.cookies)
    async with running(tmp_path, database=database) as site:  # after a restart
        again = await site.guest()
        again.http.cookies.update(cookies)
        table = (await again.get(f"/api/tables/{game}")).json()
        assert (table["state"], table["abandoned"], table["decided"]) == ("over", True, later)


async def test_a_decision_reaches_players_at_another_server(tmp_path: Path, shared: str) -> None:
    async with running(tmp_path, database=shared) as one, running(tmp_path, database=shared) as two:
        for server in (one, two):
            await server.services.tournaments.close()
        host, cup, _players = await entered(one, 1)
        ada = await two.guest()
        await sign_up(ada, "Ada")
        await done(ada, "POST", f"/api/tournaments/{cup}/join")
        await step(host, cup, "start")
        await look(one)
        (mine,) = (await shown(ada, cup))["pairings"]
        socket = await ada.sit(mine["game"])
        wish = {"ranks": [1, 1], "reason": "The venue closes."}
        await done(host, "PUT", f"/api/tournaments/{cup}/rounds/1/tables/{mine['table']}", wish)
        while (table := (await socket.until("table"))["table"])["state"] != "over":
            assert table["decided"] is None
        assert (table["decided"]["by"], table["decided"]["own"]) == ("Olga", False)
