"""Leagues on a server: signing up, seasons by the clock, turnover, restarts, and that nothing of a game is revealed."""

from __future__ import annotations

import asyncio
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import select, update
from tests.server.cups import end
from tests.server.harness import FREE, Guest, Running, running
from tests.server.people import done, make_accounts, me, sign_up
from tests.server.test_clubs import found as found_club
from tests.server.test_clubs import join as join_club
from tests.server.test_friends import named

from whistlestop.server.adapters.database.account_removal import forget
from whistlestop.server.adapters.database.schema.leagues import leagues
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.adapters.database.schema.tournaments import tournaments
from whistlestop.server.domain.identity import Caller
from whistlestop.server.messages.base import CommandBody
from whistlestop.server.messages.leagues import CreateLeague
from whistlestop.server.services import Services
from whistlestop.server.settings import Settings
from whistlestop.tournaments import standings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

CLOCK = {"kind": "turn", "seconds": 86400, "increment": 0, "bot": "random"}
LEAGUE: dict[str, Any] = {
    "name": "Winter League",
    "ruleset": "usa",
    "clock": CLOCK,
    "division": 4,
    "moves": 1,
    "pause": 0,
    "rest": 1,
    "together": 3,
    "first": "draw",
    "starts": "2030-01-01T10:00:00Z",
}


async def quiet(server: Running) -> None:
    """Check leagues and tournaments only when a test says so."""
    await server.services.leagues.close()
    await server.services.tournaments.close()


@pytest.fixture
async def site(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server on each database."""
    async with running(tmp_path, database=database) as server:
        await quiet(server)
        yield server


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        await quiet(server)
        yield server


async def created(server: Running, count: int, **over: Any) -> tuple[Guest, str, list[str]]:
    """Return an organizer with a league, its id, and the ids of players who have signed up."""
    host = await server.guest()
    await sign_up(host, "Olga")
    league = (await done(host, "POST", "/api/leagues", LEAGUE | over)).json()["league"]["id"]
    players = await make_accounts(server.services, count) if count else []
    await signed_up(server.services, league, players)
    return host, league, players


async def signed_up(services: Services, league: str, players: list[str]) -> None:
    for player in players:
        await services.leagues.join(Caller(player, "127.0.0.1"), league)


async def begin(services: Services, league: str) -> None:
    """Make the next season due."""
    due = update(leagues).where(leagues.c.id == league).values(next=1)
    await services.store.writer.run(lambda connection: connection.execute(due))
    await services.leagues.seasons.look()


async def shown(guest: Guest, league: str, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get(f"/api/leagues/{league}", params=query)).json()
    return found


async def divisions(services: Services, league: str, season: int) -> list[list[str]]:
    """Return the users of each division, the best first."""
    found = []
    for one in await services.leagues._kept.divisions(league, season):
        whole = await services.tournaments._find(one.tournament)
        users = {entry.number: entry.user or "" for entry in whole.entries}
        found.append([users[line.entry] for line in standings(whole.whole())])
    return found


async def play_out(server: Running, league: str, season: int, most: int = 20) -> None:
    """Run the rounds of a season. A player with a smaller number in their name wins."""
    services = server.services
    for _ in range(most):
        await services.tournaments.running.look()
        games = []
        for one in await services.leagues._kept.divisions(league, season):
            whole = await services.tournaments._find(one.tournament)
            users = {entry.number: entry.user or "" for entry in whole.entries}
            games += [
                (pairing.game, tuple(_strength(users[entry]) for entry in pairing.seats))
                for pairing in whole.pairings
                if pairing.result is None and pairing.game is not None
            ]
        if not games:
            return
        for game, scores in games:
            await end(server, game, scores)


def _strength(user: str) -> int:
    return 100 - int(user[7:]) if user.startswith("player-") else 50


async def test_a_season_from_signing_up_to_the_next_one(site: Running) -> None:
    host, league, players = await created(site, 8)
    info = await shown(host, league)
    assert (info["league"]["players"], info["league"]["season"], info["division"]) == (8, 0, None)
    await site.services.leagues.seasons.look()
    assert (await shown(host, league))["league"]["state"] == "open"  # its time has not come

    await begin(site.services, league)
    info = await shown(host, league)
    assert (info["league"]["state"], info["league"]["season"], info["divisions"]) == ("running", 1, 2)
    first = await divisions(site.services, league, 1)
    assert sorted(chain(*first)) == sorted(players)
    await begin(site.services, league)  # checking again does nothing
    assert (await shown(host, league))["league"]["season"] == 1

    await play_out(site, league, 1)
    await site.services.leagues.seasons.look()
    info = await shown(host, league)
    assert (info["league"]["state"], info["league"]["next"] is not None) == ("open", True)
    ranked = await divisions(site.services, league, 1)
    top = (await shown(host, league, division=1))["division"]
    assert [place["move"] for place in top["standings"]] == [None, None, None, "down"]
    assert [place["move"] for place in (await shown(host, league, division=2))["division"]["standings"]] == [
        "up",
        None,
        None,
        None,
    ]
    assert [line["winner"] for line in info["past"]] == [top["standings"][0]["line"]["name"]]
    # With equal numbers of games, the smaller number wins.
    assert [one[7:] for one in ranked[0]] == sorted((one[7:] for one in ranked[0]), key=int)

    # One player does not sign up again, and a new player enters at the bottom.
    gone = ranked[0][1]
    (new,) = [f"new-{number}" for number in range(1)]
    newcomer = await site.guest()
    await sign_up(newcomer, new)
    await done(newcomer, "POST", f"/api/leagues/{league}/join")
    await signed_up(site.services, league, [one for one in players if one != gone])
    await begin(site.services, league)
    second = [set(one) for one in await divisions(site.services, league, 2)]
    assert second[0] == {ranked[0][0], ranked[0][2], ranked[1][0], ranked[1][1]}
    assert second[1] == {ranked[0][3], ranked[1][2], ranked[1][3], (await me(newcomer))["id"]}


async def test_players_are_notified_of_the_end_of_their_season(own: Running) -> None:
    (ada, _), (ben, _) = await named(own, "Ada", "Ben")
    league = (await done(ada, "POST", "/api/leagues", LEAGUE)).json()["league"]["id"]
    for guest in (ada, ben):
        await done(guest, "POST", f"/api/leagues/{league}/join")
    await begin(own.services, league)
    await play_out(own, league, 1)
    back = update(leagues).where(leagues.c.id == league).values(state="running", next=None)
    for _ in range(2):  # a process that stopped in between repeats the step
        await own.services.leagues.seasons.look()
        await own.services.store.writer.run(lambda connection: connection.execute(back))
    told = (await ben.get("/api/notices/recent")).json()["events"]
    ends = [(one["kind"], one["league"], one["name"]) for one in told if one["kind"] == "season"]
    assert ends == [("season", league, "Winter League")]


async def test_a_season_survives_restarts(database: str) -> None:
    """The server ends in the middle of a season and between two steps of its turnover."""
    settings = Settings(**FREE | {"database": database})
    services = Services(settings)
    await services.open()
    try:
        players = await make_accounts(services, 8)
        wish = msgspec.convert(LEAGUE, type=CreateLeague)
        league = (await services.leagues.create(Caller(players[0], "127.0.0.1"), wish)).league.id
        await signed_up(services, league, players)
        await begin(services, league)
        for _ in range(8):
            await services.close()
            services = Services(settings)
            await services.open()
            await services.tournaments.close()
            await services.leagues.close()
            found = await services.leagues._kept.find(league)
            assert found is not None
            row = found[0]
            if row.season == 2:
                break
            if row.state == "open":
                await signed_up(services, league, players)
                await begin(services, league)
            await services.tournaments.running.look()
            await _end_games(services, league)
            await services.tournaments.running.look()
            await services.leagues.seasons.look()
        assert row.season == 2
        assert sorted(chain(*await divisions(services, league, 2))) == sorted(players)
        first = await divisions(services, league, 1)
        assert all(len(one) == 4 for one in first)
    finally:
        await services.close()


async def _end_games(services: Services, league: str) -> None:
    class Site:
        def __init__(self) -> None:
            self.services = services

    found: list[str] = []
    for one in await services.leagues._kept.divisions(league, 1):
        whole = await services.tournaments._find(one.tournament)
        found += [pair.game for pair in whole.pairings if pair.result is None and pair.game is not None]
    for game in found:
        await end(Site(), game, (60, 40))  # type: ignore[arg-type]


async def test_two_servers_on_one_database_begin_and_end_a_season_once(tmp_path: Path, shared: str) -> None:
    async with running(tmp_path, database=shared) as one, running(tmp_path, database=shared) as other:
        for server in (one, other):
            await quiet(server)
        host, league, players = await created(one, 8)
        due = update(leagues).where(leagues.c.id == league).values(next=1)
        await one.services.store.writer.run(lambda connection: connection.execute(due))
        looks = [server.services.leagues.seasons.look() for server in (one, other, one, other)]
        await asyncio.gather(*looks)
        assert sorted(chain(*await divisions(other.services, league, 1))) == sorted(players)
        await play_out(one, league, 1)
        looks = [server.services.leagues.seasons.look() for server in (other, one, other, one)]
        await asyncio.gather(*looks)
        assert (await shown(host, league))["league"]["state"] == "open"
        await signed_up(other.services, league, players)
        await begin(other.services, league)
        assert sorted(chain(*await divisions(one.services, league, 2))) == sorted(players)


async def test_a_season_of_some_days_begins_no_round_after_them(own: Running) -> None:
    host, league, _players = await created(own, 4, days=1, together=1)
    await begin(own.services, league)
    await own.services.tournaments.running.look()
    over = update(tournaments).where(tournaments.c.league == league).values(closes=1)
    await own.services.store.writer.run(lambda connection: connection.execute(over))
    await play_out(own, league, 1)
    info = await shown(host, league)
    assert (info["division"]["tournament"]["state"], info["division"]["tournament"]["round"]) == ("over", 1)


async def test_rounds_are_in_progress_at_once(own: Running) -> None:
    host, league, players = await created(own, 4, together=2)
    await begin(own.services, league)
    await own.services.tournaments.running.look()
    (division,) = await own.services.leagues._kept.divisions(league, 1)
    found = await own.services.tournaments._find(division.tournament)
    assert [(one.round, one.result) for one in found.pairings] == [(1, None)] * 2 + [(2, None)] * 2
    await own.services.tournaments.running.look()  # its games are in progress: there is nothing to do
    assert own.services.tournaments.running._waiting
    for one in found.pairings[:2]:
        await end(own, one.game or "", (60, 40))
    await own.services.tournaments.running.look()
    found = await own.services.tournaments._find(division.tournament)
    assert {one.round for one in found.pairings if one.result is None} == {2, 3}
    ada = await own.services.leagues.info(players[0], league)
    assert [one.round for one in ada.games] == [2, 3]
    assert (await shown(host, league))["games"] == []


async def test_refusals(own: Running) -> None:
    (ada, _), (ben, _) = await named(own, "Ada", "Ben")
    guest = await own.guest()
    for wrong in (
        {"moves": 3},
        {"size": 5},
        {"rounds": 3},
        {"division": 3},
        {"starts": None},
        {"ruleset": "none"},
        {"club": "x" * 12},
    ):
        assert (await ada.post("/api/leagues", LEAGUE | wrong)).status_code in (400, 404), wrong
    assert (await guest.post("/api/leagues", LEAGUE)).status_code == 403
    league = (await done(ada, "POST", "/api/leagues", LEAGUE)).json()["league"]["id"]
    assert (await guest.post(f"/api/leagues/{league}/join")).status_code == 403
    assert (await ben.http.delete(f"/api/leagues/{league}/join")).status_code == 403
    assert (await ben.post(f"/api/leagues/{league}/close")).json()["error"]["code"] == "not_owner"
    assert (await ben.get(f"/api/leagues/{league}?season=1")).status_code == 404
    assert (await ben.get("/api/leagues/none")).status_code == 404
    await done(ben, "POST", f"/api/leagues/{league}/join")
    await done(ben, "POST", f"/api/leagues/{league}/join")  # repeating it changes nothing
    assert (await shown(ben, league))["league"]["players"] == 1
    assert [one["id"] for one in (await ben.get("/api/leagues")).json()["yours"]] == [league]
    await done(ben, "DELETE", f"/api/leagues/{league}/join")
    assert (await shown(ben, league))["signed"] is False
    await done(ada, "POST", f"/api/leagues/{league}/close")
    assert (await ben.post(f"/api/leagues/{league}/join")).json()["error"]["code"] == "game_over"


async def test_a_closed_league_plays_its_season_to_the_end(own: Running) -> None:
    host, league, _players = await created(own, 4)
    await begin(own.services, league)
    await done(host, "POST", f"/api/leagues/{league}/close")
    assert (await shown(host, league))["closing"] is True
    await play_out(own, league, 1)
    await own.services.leagues.seasons.look()
    info = await shown(host, league)
    assert (info["league"]["state"], len(info["past"])) == ("closed", 1)


async def test_a_league_that_fewer_than_two_players_want_is_closed(own: Running) -> None:
    host, league, _players = await created(own, 1)
    await begin(own.services, league)
    assert (await shown(host, league))["league"]["state"] == "closed"


async def test_deleted_accounts_and_players_who_left_the_club_play_no_season(own: Running) -> None:
    (ada, _), (ben, _), (cleo, cleo_id), (dan, dan_id), (eve, _) = await named(
        own, "Ada", "Ben", "Cleo", "Dan", "Eve"
    )
    club = await found_club(ada, name="Night Trains")
    for guest in (ben, cleo, dan):
        await join_club(ada, club, guest)
    assert (await ben.post("/api/leagues", LEAGUE | {"club": club})).json()["error"]["code"] == "not_owner"
    league = (await done(ada, "POST", "/api/leagues", LEAGUE | {"club": club})).json()["league"]["id"]
    for guest in (ada, ben, cleo, dan):
        await done(guest, "POST", f"/api/leagues/{league}/join")
    # Only its members learn of it, and they find it on the page of the club.
    assert (await eve.get(f"/api/leagues/{league}")).json() == (await eve.get("/api/leagues/none")).json()
    assert (await eve.get("/api/leagues")).json() == {"yours": [], "live": []}
    assert [one["id"] for one in (await ben.get(f"/api/clubs/{club}")).json()["leagues"]] == [league]
    await done(ada, "DELETE", f"/api/clubs/{club}/members/{dan_id}")
    await forget(own.services.store, cleo_id)
    await begin(own.services, league)
    assert len((await divisions(own.services, league, 1))[0]) == 2
    (division,) = await own.services.leagues._kept.divisions(league, 1)
    assert (await eve.get(f"/api/tournaments/{division.tournament}")).status_code == 404
    assert (await ada.get("/api/tournaments")).json()["live"] == []
    told = (await ada.get("/api/account/export")).json()
    assert [(one["id"], one["organizer"]) for one in told["leagues"]] == [(league, True)]
    # When the organizer's account is deleted, the league continues.
    await forget(own.services.store, (await me(ada))["id"])
    assert (await shown(ben, league))["organizer"] is None


async def test_two_worlds_look_the_same_until_a_game_is_over(own: Running) -> None:
    """A league shows the same while its games are in progress, whatever happens in them."""
    host, league, _players = await created(own, 4)
    await begin(own.services, league)
    await own.services.tournaments.running.look()
    paths = [f"/api/leagues/{league}", f"/api/leagues/{league}?season=1&division=1", "/api/leagues"]
    before = [(await host.get(path)).content for path in paths]
    async with own.services.store.reading() as connection:
        games = list((await connection.execute(select(tables.c.id))).scalars())
    assert games
    for game in games:
        async with own.services.tables.use(game) as table:
            for _ in range(6):
                assert table.game is not None
                seat = table.game.to_act[0]
                user = table.row.seats[seat].user or ""
                body = CommandBody(f"m{table.version}", table.version, table.game.legal(seat)[0], seat)
                await own.services.playing.play(game, Caller(user, "127.0.0.1"), body)
    await own.services.leagues.seasons.look()
    assert [(await host.get(path)).content for path in paths] == before
