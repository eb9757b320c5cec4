"""Tournaments on a server: entering, rounds, results, arbiters, restarts, and that nothing of a game is revealed."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert, select, update
from tests.server.crowd import Crowd
from tests.server.harness import Guest, Running, code, running
from tests.server.people import done, make_accounts, me, sign_up
from tests.server.template import forking
from tests.server.tournament import Simulation
from tests.waiting import eventually
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.server.adapters.database.account_removal import forget
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.notices import notice_events
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.domain.identity import Caller
from whistlestop.server.domain.times import now
from whistlestop.server.messages.base import CommandBody
from whistlestop.server.usecases.tables.hand_over import hand_to_bot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

SWISS = {"format": "swiss", "size": 2, "rounds": 3, "late": 2}
CUP: dict[str, Any] = {
    "name": "Spring Cup",
    "plan": SWISS,
    "ruleset": "usa",
    "clock": {"kind": "live", "seconds": 600, "bot": "random"},
    "pause": 0,
}


@pytest.fixture
async def site(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server on each database that looks at tournaments only when a test says so."""
    async with running(tmp_path, database=database) as server:
        await server.services.tournaments.close()
        yield server


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        await server.services.tournaments.close()
        yield server


async def entered(server: Running, count: int, **over: Any) -> tuple[Guest, str, list[str]]:
    """Return an organizer with a tournament, its id, and the ids of players who have entered."""
    host = await server.guest()
    await sign_up(host, "Olga")
    made = await done(host, "POST", "/api/tournaments", CUP | over)
    tournament = made.json()["tournament"]["id"]
    players = await make_accounts(server.services, count)
    for player in players:
        await server.services.tournaments.join(Caller(player, "127.0.0.1"), tournament)
    return host, tournament, players


async def look(server: Running, times: int = 1) -> None:
    for _ in range(times):
        await server.services.tournaments.running.look()


async def shown(guest: Guest, tournament: str, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get(f"/api/tournaments/{tournament}", params=query)).json()
    return found


async def games(server: Running, tournament: str) -> list[str]:
    """Return the games of the current round that are in progress."""
    found = await server.services.tournaments._find(tournament)
    return [one.game for one in found.pairings if one.result is None and one.game is not None]


async def end(server: Running, game: str, scores: tuple[int, ...]) -> None:
    """End a game with these scores by seat, as its last action does."""
    ranks = [1 + sum(other > score for other in scores) for score in scores]

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(update(tables).where(tables.c.id == game).values(state="over", ended=now()))
        rows = [
            {"game": game, "seat": seat, "score": score, "rank": rank, "won": rank == 1, "detail": "{}"}
            for seat, (score, rank) in enumerate(zip(scores, ranks, strict=True))
        ]
        await connection.execute(insert(results), rows)

    await server.services.store.writer.run(job)


async def step(host: Guest, tournament: str, what: str) -> Any:
    return await host.post(f"/api/tournaments/{tournament}/steps", {"step": what})


async def test_a_swiss_tournament_from_entry_to_standings(site: Running, tmp_path: Path) -> None:
    host, cup, _players = await entered(site, 5)
    ada = await site.guest()
    await sign_up(ada, "Ada")
    assert (await done(ada, "POST", f"/api/tournaments/{cup}/join")).json()["entry"] == 6
    listed = (await ada.get("/api/tournaments")).json()
    assert [one["name"] for one in listed["yours"]] == ["Spring Cup"]
    assert [one["players"] for one in listed["live"]] == [6]
    assert (await step(host, cup, "start")).status_code == 200
    await look(site)
    for number in (1, 2, 3):
        info = await shown(ada, cup)
        assert (info["tournament"]["round"], info["tournament"]["rounds"]) == (number, 3)
        mine = next(one for one in info["pairings"] if one["yours"])
        table = (await ada.get(f"/api/tables/{mine['game']}")).json()
        assert table["tournament"] == cup
        assert table["you"] is not None
        other = next(one for one in info["pairings"] if not one["yours"])
        assert (await ada.get(f"/api/tables/{other['game']}")).json()["you"] is None
        if number == 1:
            late = await site.guest()
            await sign_up(late, "Late")
            assert (await done(late, "POST", f"/api/tournaments/{cup}/join")).json()["can_leave"]
        for game in await games(site, cup):
            await end(site, game, (90, 60))
        await look(site, 2)
    info = await shown(ada, cup)
    assert info["tournament"]["state"] == "over"
    assert sum(line["points"] for line in info["standings"]) == 3 + 4 + 4  # late entry made byes
    assert (await shown(ada, cup, round=1))["pairings"][0]["done"]
    export = await ada.get(f"/api/tournaments/{cup}/export")
    file = tmp_path / "results.json"
    file.write_bytes(export.content)
    told = CliRunner().invoke(app, ["tournament", "standings", str(file)])
    assert told.exit_code == 0, told.output
    changed = json.loads(export.content)
    changed["standings"].reverse()
    file.write_text(json.dumps(changed))
    assert CliRunner().invoke(app, ["tournament", "standings", str(file)]).exit_code == 1


async def test_players_are_notified_of_their_round(own: Running) -> None:
    host, cup, players = await entered(own, 2)
    await step(host, cup, "start")
    await look(own)

    async def notified() -> bool:
        query = select(notice_events.c.user, notice_events.c.name).where(notice_events.c.kind == "round")
        async with own.services.store.reading() as connection:
            found = {tuple(row) for row in await connection.execute(query)}
        return found == {(player, "Spring Cup") for player in players}

    await eventually(notified)


async def test_a_player_with_a_bye_is_notified_and_learns_no_key(site: Running) -> None:
    """The notification belongs to a game of others, whose key to play it must not reveal."""
    host, cup, _players = await entered(site, 2)
    ada = await site.guest()
    await sign_up(ada, "Ada")
    await done(ada, "POST", f"/api/tournaments/{cup}/join")
    await step(host, cup, "start")
    await look(site)
    found = await site.services.tournaments._find(cup)
    mine = found.entry_of((await me(ada))["id"])
    assert mine is not None
    for number in (1, 2, 3):
        pairings = [
            one for one in (await site.services.tournaments._find(cup)).pairings if one.round == number
        ]
        bye = next(one for one in pairings if one.game is None)
        game = next(one for one in pairings if one.game is not None)
        if bye.seats == (mine.number,):
            break
        await end(site, game.game or "", (90, 60))
        await look(site, 3)
    else:
        pytest.fail("everybody has a bye in three rounds")

    async def told() -> Any:
        recent = (await ada.get("/api/notices/recent")).json()["events"]
        return [one for one in recent if one["kind"] == "bye"]

    (event,) = await eventually(told)
    assert (event["tournament"], event["league"], event["name"]) == (cup, None, "Spring Cup")
    assert event["table"] == game.watch
    assert (game.game or "") not in json.dumps(event)
    assert game.game is not None
    assert not event["read"]
    await done(ada, "POST", "/api/notices/read", {"table": event["table"]})
    assert (await told())[0]["read"]


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
    assert (await shown(host, cup))["tournament"]["round"] == 1  # nothing starts by itself
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
        # The end of the game does not change the result that was decided, nor does a later look.
        await look(site, 2)
        seats = (await shown(host, cup, round=1))["pairings"][mine["table"] - 1]["seats"]
        assert [seat["rank"] for seat in seats] == [1, 2]

        # A second decision by somebody else is shown too, at a table that is over.
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


async def test_wishes_that_are_refused(own: Running) -> None:
    guest = await own.guest()
    assert code(await guest.post("/api/tournaments", CUP)) == (403, "no_account")
    host, cup, _ = await entered(own, 2, limit=2)
    for over in (
        {"plan": SWISS | {"rounds": None}},
        {"plan": {"format": "knockout", "rounds": 3}},
        {"plan": SWISS | {"size": 5}, "ruleset": "switzerland"},
        {"clock": {"kind": "live", "seconds": 600, "bot": "nobody"}},
        {"name": "\u200b"},
    ):
        assert (await host.post("/api/tournaments", CUP | over)).status_code in {400, 404}
    assert code(await host.post(f"/api/tournaments/{cup}/join")) == (409, "table_full")
    assert code(await guest.post(f"/api/tournaments/{cup}/join")) == (403, "no_account")
    assert code(await guest.get("/api/tournaments/unknown")) == (404, "not_found")
    assert code(await host.http.delete(f"/api/tournaments/{cup}/join")) == (403, "not_seated")
    await done(host, "POST", "/api/me/program", {"confirmed": True})
    assert code(await host.post(f"/api/tournaments/{cup}/join")) == (400, "bad_request")


async def test_players_who_do_not_come_lose_and_are_withdrawn(own: Running) -> None:
    host, cup, _players = await entered(own, 4)
    await step(host, cup, "start")
    await look(own)
    for game in await games(own, cup):
        async with own.services.tables.use(game) as table:
            await hand_to_bot(table, 0, "random")
        await end(own, game, (150, 60))  # the bot's score does not count
    await look(own, 3)
    first = (await shown(host, cup, round=1))["pairings"]
    assert [[seat["rank"] for seat in one["seats"]] for one in first] == [[None, 2], [None, 2]]
    assert [[seat["points"] for seat in one["seats"]] for one in first] == [[0, 1], [0, 1]]
    info = await shown(host, cup)
    assert [line["state"] for line in info["standings"]] == ["plays", "plays", "left", "left"]
    assert len(info["pairings"]) == 1


async def test_a_player_without_a_move_loses_the_seat_after_some_minutes(own: Running) -> None:
    host, cup, _players = await entered(own, 2, appear=1)
    await step(host, cup, "start")
    await look(own)
    (game,) = await games(own, cup)
    states = await own.services.tournaments._kept.games([game])
    began = update(tables).where(tables.c.id == game).values(started=states[game].since - 61_000)
    await own.services.store.writer.run(lambda connection: connection.execute(began))
    await look(own)
    async with own.services.tables.use(game) as table:
        assert all(seat.away == "time" for seat in table.row.seats)


async def test_a_deleted_account_is_nobodys_opponent(own: Running) -> None:
    host, cup, players = await entered(own, 4)
    await forget(own.services.store, players[0])
    await step(host, cup, "start")
    await look(own)
    assert sorted(len(one["seats"]) for one in (await shown(host, cup))["pairings"]) == [1, 2]
    (game,) = await games(own, cup)
    await end(own, game, (1, 2))
    found = await own.services.tournaments._find(cup)
    drawn = next(one for one in found.entries if one.user is not None)
    await forget(own.services.store, drawn.user or "")
    await look(own, 4)
    assert (await shown(host, cup))["tournament"]["round"] >= 1


async def test_too_few_players_at_the_start_cancel_a_tournament(own: Running) -> None:
    host, cup, _ = await entered(own, 1, starts="2020-01-01T10:00:00Z")
    assert (await step(host, cup, "start")).status_code == 409
    await look(own)
    assert (await shown(host, cup))["tournament"]["state"] == "cancelled"


async def test_two_worlds_look_the_same_until_a_game_is_over(own: Running) -> None:
    """Nothing that a tournament shows changes while its games are played."""
    host, cup, _players = await entered(own, 4)
    await step(host, cup, "start")
    await look(own)
    paths = [f"/api/tournaments/{cup}", f"/api/tournaments/{cup}/export", "/api/tournaments"]
    before = [(await host.get(path)).content for path in paths]
    for game in await games(own, cup):
        async with own.services.tables.use(game) as table:
            for _ in range(12):
                assert table.game is not None
                seat = table.game.to_act[0]
                user = table.row.seats[seat].user or ""
                body = CommandBody(f"m{table.version}", table.version, table.game.legal(seat)[0], seat)
                await own.services.playing.play(game, Caller(user, "127.0.0.1"), body)
    await look(own, 2)
    assert [(await host.get(path)).content for path in paths] == before


async def test_simultaneous_changes_are_all_kept(site: Running) -> None:
    _host, cup, _ = await entered(site, 1)
    players = [f"more-{number}" for number in range(6)]
    guests = [await site.guest() for _ in players]
    for guest, name in zip(guests, players, strict=True):
        await sign_up(guest, name)
    answers = await asyncio.gather(*(guest.post(f"/api/tournaments/{cup}/join") for guest in guests))
    assert [answer.status_code for answer in answers] == [200] * 6
    ids = {(await me(guest))["id"] for guest in guests}
    found = await site.services.tournaments._find(cup)
    assert ids < {one.user for one in found.entries}


async def test_a_simulated_tournament_with_kills_absent_players_and_time_outs(tmp_path: Path) -> None:
    async with forking() as template:
        crowd = Crowd(tmp_path, 7, 7, patience=1, every=0.3, template=template)
        plan = {"format": "swiss", "size": 2, "rounds": 2, "late": 2}
        costs = await Simulation(crowd, {"plan": plan}, 5).run(4)
    assert costs["restarts"] >= 2
    assert costs["lost by absence or time"] >= 2
    assert (costs["met again"], costs["second byes"]) == (0, 0)
