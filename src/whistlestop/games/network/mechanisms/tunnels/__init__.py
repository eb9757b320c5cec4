"""Tunnels: cards turned up ask for a surcharge on what was laid (EUR-12 to EUR-17)."""
