"""What the board editor needs: all faults of a board with their places, figures, tickets and files.

A board is plain data, as in docs/board-format.md#as-data. It may come from anybody and may be incomplete.
"""

from .checking import BoardFault, BoardFigures, BoardReport, examine, outline_of, playable
from .files import FORMATS, exported, imported
from .tickets import deck

__all__ = [
    "FORMATS",
    "BoardFault",
    "BoardFigures",
    "BoardReport",
    "deck",
    "examine",
    "exported",
    "imported",
    "outline_of",
    "playable",
]
