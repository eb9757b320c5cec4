"""Views of the map games: what all games have, and the parts of the mechanisms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from whistlestop.core import fields
from whistlestop.games.telling import fields_of, merged
from whistlestop.observation import Observation, Public
from whistlestop.text import view as common

from .format.schema import NetworkData
from .telling import TELLINGS

if TYPE_CHECKING:
    NetworkPlayerView: TypeAlias = common.PlayerView
    NetworkResult: TypeAlias = common.Result
else:
    NetworkPlayerView = merged(
        "NetworkPlayerView",
        "What everybody knows of a player.",
        common.PlayerView,
        [each.player for each in TELLINGS],
    )
    NetworkResult = merged(
        "NetworkResult",
        "A player's final score by parts; `station_routes` are by the station's city.",
        common.Result,
        [each.result for each in TELLINGS],
    )


class NetworkOutcome(common.Outcome, kw_only=True):
    """Final scores and ranking."""

    players: list[NetworkResult]


class NetworkBoard(common.View, kw_only=True):
    """What does not come from one mechanism."""

    players: list[NetworkPlayerView]
    outcome: NetworkOutcome | None


if TYPE_CHECKING:
    NetworkView: TypeAlias = common.View
else:
    NetworkView = merged(
        "NetworkView",
        "What a seat knows of a map game.",
        NetworkBoard,
        [each.view for each in TELLINGS],
        tag=NetworkData.machine,
    )


def view(observation: Observation, _look: bool) -> common.View:
    """What a seat knows, and what it may do."""
    told: dict[str, Any] = {
        **common.view_fields(observation),
        "players": observation.public.once(_players),
        "outcome": outcome(observation),
        **fields_of([each.view for each in TELLINGS], observation),
    }
    return NetworkView(**told)


def _players(public: Public) -> list[NetworkPlayerView]:
    parts = [each.player for each in TELLINGS]
    return [
        NetworkPlayerView(**common.player_fields(public, player), **fields_of(parts, public, player))
        for player in range(public.values["players"])
    ]


def outcome(observation: Observation) -> NetworkOutcome | None:
    """Final scores by part and the ranking; None while the game is under way (USA-32)."""
    o = observation.values
    if o["phase"] != fields.OVER:
        return None
    parts = [each.result for each in TELLINGS]
    results = [
        NetworkResult(**common.result_fields(observation, player), **fields_of(parts, observation, player))
        for player in range(o["players"])
    ]
    return NetworkOutcome(players=results, winners=common.winners(results))
