"""Warehouses and depots: cards that players put aside when they draw, and take after claims (EUR-41 to EUR-48)."""
