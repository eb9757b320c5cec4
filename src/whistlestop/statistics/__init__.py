"""What came of simulated games, in figures and pictures. Needs `pip install 'whistlestop[stats]'`.

`Simulation.read(folder)` opens what `whistlestop simulate --out` has written; `estimates`, `seats`, `tickets`, `places`
and `blocking` make small tables of it (Polars), `sections` puts them together, `report` makes a page of them.
"""

from . import places, seats, tickets
from .sections import Section, sections
from .simulations import Simulation

__all__ = ["Section", "Simulation", "places", "seats", "sections", "tickets"]
