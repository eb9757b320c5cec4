"""Tools for makers of boards: tickets that suit a network, and boards made with other programs."""

from .distances import Distances
from .exports import editor_file, sheets
from .folder import board_files, tickets_csv, write_board
from .imports import read_foreign
from .suggest import CityTicket, suggest_tickets

__all__ = [
    "CityTicket",
    "Distances",
    "board_files",
    "editor_file",
    "read_foreign",
    "sheets",
    "suggest_tickets",
    "tickets_csv",
    "write_board",
]
