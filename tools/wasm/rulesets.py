"""A ruleset as a file for JavaScript: the compiled rules, the texts of actions, and the bots' parameters.

The files of boards made in a browser are compiled there (web/src/engine/compiling), from `boards_file`.
"""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from whistlestop.bots.levels import EAGER
from whistlestop.bots.search import OPTIONS
from whistlestop.bots.values import learned
from whistlestop.format import Ruleset
from whistlestop.games.kind import Kind
from whistlestop.games.network.format.schema import TIE_BREAKS, NetworkData
from whistlestop.games.network.format.tables import ROUTE_POINTS
from whistlestop.games.network.mechanisms.tickets.data import REFUSED_CODES
from whistlestop.games.network.writing import WRITINGS
from whistlestop.games.writing import settings_of
from whistlestop.kinds import DEFAULT, kind_of
from whistlestop.rulesets import board_of
from whistlestop.studio.description import description

__all__ = ["BOARDS", "boards_file", "ruleset_file"]

BOARDS = "boards.json"
"""The name of the file from which browsers compile boards."""


def ruleset_file(ruleset: Ruleset) -> bytes:
    """Return the JSON file of a ruleset; web/src/engine/ruleset.ts declares its format."""
    network = learned(ruleset)
    board = board_of(ruleset)
    file: dict[str, Any] = {
        "id": ruleset.id,
        "name": ruleset.name,
        "kind": ruleset.data.machine,
        "version": ruleset.version,
        "hash": ruleset.hash,
        "players": [ruleset.min_players, ruleset.max_players],
        "rules": base64.b64encode(ruleset.rules.tobytes()).decode(),
        "actions": [ruleset.notation.text(action) for action in range(ruleset.notation.size)],
        "keep": [ruleset.notation.keeps.start, len(ruleset.notation.keeps)],
        "declare": int(ruleset.rules["id_declare"][0])
        if "id_declare" in (ruleset.rules.dtype.names or ())
        else None,
        "info": kind_of(ruleset).data.public(ruleset),
        "unused": sorted(ruleset.unused),
        "board": None if board is None else msgspec.json.encode(board).decode(),
        "sortedBoard": None if board is None else msgspec.json.encode(board, order="deterministic").decode(),
        "tickets": [ticket.id for ticket in ruleset.notation.board.tickets],
        **_played(kind_of(ruleset), ruleset.board_id),
        "network": None
        if network is None
        else {name: part.tolist() for name, part in network._asdict().items()},
    }
    return msgspec.json.encode(file)


def _played(kind: Kind, board: str) -> dict[str, Any]:
    """Return the numbers of bots and advice for games on a board; the usual ones if it is not built in."""
    bots, advice = kind.bots, kind.advice
    kernels = {**bots.kernels, **bots.search.policies}
    return {
        "bots": {
            **{name: kernel.numbers_for(board).tolist() for name, kernel in kernels.items()},
            "eager": kernels["planner"].numbers_for(board, EAGER).tolist(),
        },
        "told": advice.numbers(board).tolist(),
        "keeping": None if advice.keeping_numbers is None else advice.keeping_numbers(board).tolist(),
        "model": bots.search.model,
        "search": OPTIONS,
        "belief": list(bots.search.belief.values()),
        "figures": bots.search.figures,
    }


def boards_file() -> bytes:
    """Return the JSON file from which browsers compile boards: everything that does not depend on the board.

    web/src/engine/compiling/format.ts declares its format.
    """
    file: dict[str, Any] = {
        "kind": DEFAULT.name,
        "shape": description()["board"],
        "inFull": sorted(NetworkData.in_full),
        "optional": {each.name: sorted(settings_of(each)) for each in WRITINGS if each.optional},
        "tieBreaks": TIE_BREAKS,
        "refused": REFUSED_CODES,
        "routePoints": ROUTE_POINTS,
        "played": _played(DEFAULT, ""),
    }
    return msgspec.json.encode(file)
