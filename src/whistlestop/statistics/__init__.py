"""Statistics of simulated games, as tables and pictures. Needs `pip install 'whistlestop[stats]'`.

`Simulation.read(folder)` opens a folder of `whistlestop simulate --out`. `estimates`, `seats`, `tickets`, `places` and
`blocking` compute tables (Polars frames), `sections` collects them, `report` makes an HTML page.
"""

from . import places, seats, tickets
from .sections import Section, sections
from .simulations import Simulation

__all__ = ["Section", "Simulation", "places", "seats", "sections", "tickets"]
