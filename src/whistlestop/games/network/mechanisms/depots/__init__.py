"""Warehouses and depots: cards put aside when players draw, and taken by claims (EUR-41 to EUR-48)."""
