"""Passengers: figures that players take along with claims, and points for the most of a color (GER-7 to GER-11)."""
