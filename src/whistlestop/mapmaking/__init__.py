"""Tools for makers of boards: tickets that suit a network, and boards made with other programs."""

from .distances import Distances
from .folder import tickets_csv, write_board
from .imports import read_foreign
from .suggest import CityTicket, suggest_tickets

__all__ = ["CityTicket", "Distances", "read_foreign", "suggest_tickets", "tickets_csv", "write_board"]
