"""Destination tickets: offers, choices and scores (USA-3, USA-4, USA-26 to USA-33, EUR-2, EUR-3, SWI-13)."""
