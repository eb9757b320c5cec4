"""Organizers of leagues: exports that prove the turnover, new names, byes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from tests.server.harness import Running, code
from tests.server.people import done, sign_up
from tests.server.test_leagues import begin, created, own, play_out, signed_up, site
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.cli.output import Code
from whistlestop.server.adapters.database.account_removal import forget
from whistlestop.tournaments import recomputed_league

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["own", "site"]  # fixtures


async def test_the_export_of_a_league_proves_its_turnover(site: Running, tmp_path: Path) -> None:
    """Anybody can recompute the standings and promotions of all seasons, even with the command."""
    host, league, players = await created(site, 8)
    for season in (1, 2, 3):
        await begin(site.services, league)
        await play_out(site, league, season)
        await site.services.leagues.seasons.look()
        await signed_up(site.services, league, players if season == 1 else players[:7])
    text = (await host.get(f"/api/leagues/{league}/export")).content
    document, checked, turnover = recomputed_league(text)
    assert [len(season.divisions) for season in document.seasons] == [2, 2, 2]
    assert all(one.standings == one.document.standings for one in checked)
    assert len(checked) == 6
    assert [one.number for one in turnover] == [2, 3]
    assert all(one.follows == one.played for one in turnover)
    # A player has the same number in all seasons, and the file contains no ids of accounts.
    numbers = [sorted(p or 0 for one in s.divisions for p in one.players) for s in document.seasons]
    assert numbers == [list(range(1, 9))] * 2 + [sorted(numbers[2])]
    assert not any(player in text.decode() for player in players)

    file = tmp_path / "league.json"
    file.write_bytes(text)
    told = CliRunner().invoke(app, ["tournament", "standings", str(file)])
    assert told.exit_code == 0, told.output
    assert "Season 3: the divisions follow from the season before." in told.output
    # A file in which two players have swapped divisions is refused.
    forged = msgspec.json.decode(text)
    top, second = forged["seasons"][1]["divisions"]
    top["players"][0], second["players"][0] = second["players"][0], top["players"][0]
    file.write_bytes(msgspec.json.encode(forged))
    told = CliRunner().invoke(app, ["tournament", "standings", str(file)])
    assert told.exit_code == Code.CHECK_FAILED
    # After an account is deleted, its promotion can no longer be checked.
    await forget(site.services.store, players[0])
    site.services.tournaments._shown.clear()  # answers are cached for some seconds
    _, _, turnover = recomputed_league((await host.get(f"/api/leagues/{league}/export")).content)
    assert [one.follows for one in turnover] == [None, None]


async def test_the_organizer_renames_a_league(site: Running) -> None:
    host, league, _players = await created(site, 3)
    other = await site.guest()
    await sign_up(other, "Otto")
    path = f"/api/leagues/{league}"
    assert code(await other.http.put(path, json={"name": "Mine"})) == (403, "not_owner")
    for name in ("", "   ", "x" * 49):
        assert code(await host.http.put(path, json={"name": name})) == (400, "bad_request")
    await begin(site.services, league)
    told = (await done(host, "PUT", path, {"name": " Summer  League "})).json()
    assert told["league"]["name"] == "Summer League"
    assert told["division"]["tournament"]["name"] == "Summer League \u00b7 1/1"


async def test_byes_are_told(own: Running) -> None:
    """With an odd number of players and two per table, everybody has one round without a game."""
    _host, league, players = await created(own, 3)
    await begin(own.services, league)
    await own.services.tournaments.running.look()
    found = [(await own.services.leagues.info(player, league)).byes for player in players]
    assert sorted(found) == [[1], [2], [3]]
    assert (await own.services.leagues.info("nobody", league)).byes == []
