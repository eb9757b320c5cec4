"""Tunnels: cards revealed from the deck require a surcharge (EUR-12 to EUR-17)."""
