"""The texts of the player aid (COM-26), from the mechanisms of the game."""

from __future__ import annotations

from typing import Any

from whistlestop.format import Ruleset
from whistlestop.games.aid import AidLine, Aids, ScoreLine, Tokens
from whistlestop.kinds import kind_of
from whistlestop.languages import say

__all__ = ["aid_sheet", "token_sheets"]

SECTIONS = {"turn": "aid.turn", "special": "aid.special", "end": "rules.section.end"}


def aid_sheet(ruleset: Ruleset, language: str) -> dict[str, Any]:
    """Return the player aid as plain data.

    `sections`: their titles, and lines of a title and a text. `score`: the parts of the score with their points, as
    text. Both are empty if the kind of game has no printed aid. `names`: the usual names of cards with those that the
    board gives them.
    """
    lines = _lines(ruleset)
    told = [one for one in lines if isinstance(one, AidLine)]
    sections = [
        {
            "title": _say(ruleset, language, title),
            "lines": [
                {
                    "title": _say(ruleset, language, one.title),
                    "text": " ".join(_say(ruleset, language, text, one.values) for text in one.texts),
                }
                for one in sorted(told, key=lambda one: one.at)
                if one.section == section
            ],
        }
        for section, title in SECTIONS.items()
    ]
    return {
        "sections": [section for section in sections if section["lines"]],
        "score": [
            [_say(ruleset, language, one.name), _points(ruleset, language, one)]
            for one in lines
            if isinstance(one, ScoreLine)
        ],
        "names": [
            [say(language, "ui", f"color.{card}"), name]
            for card, name in ruleset.card_names_in(language).items()
        ],
    }


def token_sheets(ruleset: Ruleset, language: str, names: dict[str, str]) -> list[dict[str, Any]]:
    """Return the pieces to cut out as plain data: title, set-up, colors, number of each, and places by their number.

    names: cities and countries by id.
    """
    return [
        {
            "title": _say(ruleset, language, one.title),
            "text": _say(ruleset, language, one.text, one.values),
            "each": one.each,
            "colors": list(one.colors),
            "places": [
                [count, ", ".join(sorted(names[place] for place, put in one.places.items() if put == count))]
                for count in sorted(set(one.places.values()), reverse=True)
            ],
        }
        for one in _lines(ruleset)
        if isinstance(one, Tokens)
    ]


def _lines(ruleset: Ruleset) -> list[Aids]:
    aid = kind_of(ruleset).data.aid
    return [] if aid is None else list(aid(ruleset))


def _points(ruleset: Ruleset, language: str, line: ScoreLine) -> str:
    if isinstance(line.points, str):
        return _say(ruleset, language, line.points)
    return ", ".join(map(str, line.points))


def _say(ruleset: Ruleset, language: str, message: str, values: dict[str, int] | None = None) -> str:
    """Return a message, with the board's own name of locomotives if it has one (MECH-6)."""
    part = message.split(".", 1)[0]
    told = {key: str(value) for key, value in (values or {}).items()}
    names = ruleset.card_names_in(language)
    if "wild" in names:
        told["wild"] = names["wild"]
    return say(language, part, message, **told)
