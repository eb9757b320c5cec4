"""Tournaments on a server: entering, rounds, results, restarts, and that they reveal nothing about a game."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, update
from tests.server.crowd import Crowd
from tests.server.cups import CUP, SWISS, end, entered, games, look, shown, step
from tests.server.harness import Running, code, running
from tests.server.people import done, me, sign_up
from tests.server.template import forking
from tests.server.tournament import Simulation
from tests.waiting import eventually
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.server.adapters.database.account_removal import forget
from whistlestop.server.adapters.database.schema.notices import notice_events
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.domain.identity import Caller
from whistlestop.server.messages.base import CommandBody
from whistlestop.server.usecases.tables.hand_over import hand_to_bot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def site(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server on each database that checks tournaments only when a test says so."""
    async with running(tmp_path, database=database) as server:
        await server.services.tournaments.close()
        yield server


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        await server.services.tournaments.close()
        yield server


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
        if mine["game"] is not None:  # otherwise a bye
            table = (await ada.get(f"/api/tables/{mine['game']}")).json()
            assert table["tournament"] == cup
            assert table["you"] is not None
        other = next(one for one in info["pairings"] if not one["yours"] and one["game"] is not None)
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
    assert sum(line["points"] for line in info["standings"]) == 3 + 4 + 4  # entering late caused byes
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


async def test_a_club_shows_who_won_its_tournaments(site: Running) -> None:
    ada, ben = await site.guest(), await site.guest()
    for guest, name in ((ada, "Ada"), (ben, "Ben")):
        await sign_up(guest, name)
    club = (await done(ada, "POST", "/api/clubs", {"name": "Night Trains"})).json()["club"]["id"]
    key = (await done(ada, "POST", f"/api/clubs/{club}/link", {"days": 3})).json()["link"]["key"]
    await done(ben, "POST", f"/api/clubs/link/{key}")
    wish = CUP | {"club": club, "listed": False, "plan": {"format": "swiss", "size": 2, "rounds": 1}}
    cup = (await done(ada, "POST", "/api/tournaments", wish)).json()["tournament"]["id"]
    for guest in (ada, ben):
        await done(guest, "POST", f"/api/tournaments/{cup}/join")

    async def line() -> dict[str, Any]:
        (one,) = (await ada.get(f"/api/clubs/{club}")).json()["tournaments"]
        assert one["id"] == cup
        return dict(one)

    assert (await line())["winners"] == []
    assert (await step(ada, cup, "start")).status_code == 200
    await look(site)
    (game,) = await games(site, cup)
    assert (await line())["winners"] == []  # a leader has not won yet
    seat = (await ben.get(f"/api/tables/{game}")).json()["you"]
    await end(site, game, (90, 60) if seat == 0 else (60, 90))
    await look(site, 2)
    told = await line()
    assert (told["state"], told["winners"], told["players"]) == ("over", ["Ben"], 2)


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
    """The notification is about a game of other players, and must not reveal the key to play it."""
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
    """A tournament shows the same while its games are in progress, whatever happens in them."""
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
