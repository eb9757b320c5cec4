"""Hidden information stays hidden: two worlds look the same, and the test can detect differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.server.comparison import Leak, compare
from tests.server.planted_leaks import ANYWHERE, CARDS, MAPS, WAREHOUSES, cards_in_warehouse
from tests.server.planted_leaks_yard import WITH_STACKS

if TYPE_CHECKING:
    from collections.abc import Callable


async def test_two_worlds_look_the_same() -> None:
    done = await compare(220, seed=3, every=9, rulesets=MAPS)
    assert {"draw", "tickets", "keep", "claim"} <= set(done.steps)


async def test_two_worlds_of_warehouses_look_the_same() -> None:
    """EUR-43, EUR-44, EUR-47"""
    done = await compare(300, seed=6, every=5, rulesets=WAREHOUSES)
    assert {"store", "depot", "claim"} <= set(done.steps)


async def test_two_worlds_of_cards_look_the_same() -> None:
    """CARD-22, CARD-41, RUL-61"""
    done = await compare(400, seed=4, every=5, rulesets=CARDS)
    assert {"draw", "tickets", "keep", "set", "declare", "moved"} <= set(done.steps)


PLANTS = [pytest.param(plant, MAPS, id=f"{plant.__name__}-maps") for plant in ANYWHERE]
PLANTS += [pytest.param(plant, CARDS, id=f"{plant.__name__}-cards") for plant in [*ANYWHERE, *WITH_STACKS]]
PLANTS.append(pytest.param(cards_in_warehouse, WAREHOUSES, id="cards_in_warehouse"))


@pytest.mark.parametrize(("plant", "rulesets"), PLANTS)
async def test_planted_leaks_are_found(
    plant: Callable[[pytest.MonkeyPatch], None], rulesets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        await compare(1500, seed=5, every=5, rulesets=rulesets)
