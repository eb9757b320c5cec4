"""Tickets: offers, choices and scores (CARD-5, CARD-6, CARD-31 to CARD-33, CARD-50)."""
