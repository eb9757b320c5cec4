"""Remedies for the faults of a board, each confirmed by paired games.

`candidates` lists what may help, `measures` compares a figure between games on two boards, `trials` plays the games.
"""

from .candidates import Edit, Remedy, edited
from .trials import CONFIRM, SCREEN, Trial, try_remedies

__all__ = ["CONFIRM", "SCREEN", "Edit", "Remedy", "Trial", "edited", "try_remedies"]
