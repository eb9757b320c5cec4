"""Passengers: figures that players collect with claims, and points for the most of a color (GER-7 to GER-11)."""
