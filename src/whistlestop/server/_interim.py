"""Stands in for the bots until they are in the tree. Deleted then."""

# mypy: ignore-errors
import random
import sys
import types


def _bots() -> None:
    class Random:
        def __init__(self, seed: int) -> None:
            self.rng = random.Random(seed)

        def choose(self, observation):
            return self.rng.choice(observation.legal_ids())

    module = types.ModuleType("whistlestop.bots")
    module.names = lambda: ["random"]
    module.label = lambda name: name.capitalize()
    module.make = lambda name, seed: Random(seed)
    sys.modules["whistlestop.bots"] = module
    import whistlestop

    whistlestop.bots = module


def _draw() -> None:
    module = types.ModuleType("whistlestop.draw")
    module.board_svg = lambda ruleset, *a, **k: (
        '<svg class="board" viewBox="0 0 100 60" xmlns="http://www.w3.org/2000/svg"><style>.board{}</style></svg>'
    )
    sys.modules["whistlestop.draw"] = module
    import whistlestop

    whistlestop.draw = module


try:
    import whistlestop.bots

    whistlestop.bots.make, whistlestop.bots.names
except (ImportError, AttributeError):
    _bots()
try:
    import whistlestop.draw
except ImportError:
    _draw()
