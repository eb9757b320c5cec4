"""A ruleset as a file for JavaScript: the compiled rules, the texts of actions, and the bots' parameters."""

from __future__ import annotations

import base64
from typing import Any

import msgspec

from whistlestop.bots.levels import EAGER
from whistlestop.bots.search import OPTIONS
from whistlestop.bots.values import learned
from whistlestop.format import Ruleset
from whistlestop.kinds import kind_of
from whistlestop.rulesets import board_of

__all__ = ["ruleset_file"]


def ruleset_file(ruleset: Ruleset) -> bytes:
    """Return the JSON file of a ruleset; web/src/engine/ruleset.ts declares its format."""
    bots, advice = kind_of(ruleset).bots, kind_of(ruleset).advice
    kernels = {**bots.kernels, **bots.search.policies}
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
        "bots": {
            **{name: kernel.numbers_for(ruleset.board_id).tolist() for name, kernel in kernels.items()},
            "eager": kernels["planner"].numbers_for(ruleset.board_id, EAGER).tolist(),
        },
        "told": advice.numbers(ruleset.board_id).tolist(),
        "keeping": None
        if advice.keeping_numbers is None
        else advice.keeping_numbers(ruleset.board_id).tolist(),
        "model": bots.search.model,
        "search": OPTIONS,
        "belief": list(bots.search.belief.values()),
        "figures": bots.search.figures,
        "network": None
        if network is None
        else {name: part.tolist() for name, part in network._asdict().items()},
    }
    return msgspec.json.encode(file)
