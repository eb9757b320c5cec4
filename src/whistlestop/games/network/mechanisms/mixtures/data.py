"""Data format of mixtures (GER-2, GER-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.format.catalogue import Catalogue
from whistlestop.format.check import ALL, Problem
from whistlestop.games.aid import AidLine, ScoreLine
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing

from .rules import MIX


class Mixture(Struct, frozen=True, forbid_unknown_fields=True):
    """The tickets of an offer that may come from the deck of long ones; 0: there is no such deck."""

    long: Annotated[int, Meta(ge=0, le=6)] = 0


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    mixture: Mixture = Mixture()


def offers(data: Any) -> Iterator[Problem]:
    """Check that the offers leave room for the announced tickets."""
    most = data.mixture.long
    for name, offer in (("opening", data.opening), ("draw", data.draw)):
        if most > offer.regular:
            text = (
                f"mixture: {most} long tickets are more than the {offer.regular} of an offer ({name}.regular)"
            )
            yield Problem(text, ("mixture", "long"), ((name, "regular"),))
    if most and data.opening.long:
        yield Problem(
            "mixture: opening.long must be 0, since players announce it (GER-2)", ("opening", "long")
        )


def supply(data: Any) -> Iterator[Problem]:
    """Check that all players can announce the most long tickets in the opening."""
    most, players = data.mixture.long, data.players.max
    held = sum(ticket.long for ticket in data.tickets)
    if held < most * players:
        text = (
            f"tickets: {held} long tickets are too few for {players} players who each announce {most} (GER-2)"
        )
        yield Problem(text, ("tickets",), (ALL,))


def most_actions(data: Any) -> int:
    """Return the number of mixtures."""
    return data.mixture.long + 1 if data.mixture.long else 0


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the number of tickets in an offer that may be long."""
    r["mixture"] = ruleset.data.mixture.long


def actions(catalogue: Catalogue, _ruleset: Any) -> None:
    """Add announcing each number of long tickets."""
    r = catalogue.r
    if r["mixture"]:
        r["id_mix"] = catalogue.size
        for long in range(int(r["mixture"]) + 1):
            catalogue.add(MIX, long)


class Numbers(Struct, kw_only=True):
    """The number that explains mixtures."""

    mixture: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"mixture": data.mixture.long}


def aid(ruleset: Any) -> Iterator[AidLine | ScoreLine]:
    """Yield the line about announcing a draw of tickets."""
    if most := ruleset.data.mixture.long:
        long = sum(ticket.long for ticket in ruleset.tickets)
        values = {"short": len(ruleset.tickets) - long, "long": long, "most": most}
        yield AidLine("turn", 31, "rules.mixtures.title", ("rules.mixtures", "rules.mixtures.2"), values)


WRITING = Writing(
    settings=Settings,
    problems={Stage.OFFERS: offers, Stage.SUPPLY: supply},
    most_actions=most_actions,
    fill=fill,
    actions=actions,
    numbers=Part(Numbers, numbers),
    aid=aid,
)
